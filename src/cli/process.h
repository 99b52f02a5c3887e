/* What the programs of this project do before a command and after it. */
#ifndef SUPERFLIP_CLI_PROCESS_H
#define SUPERFLIP_CLI_PROCESS_H

/** What a signal or the lack of memory would otherwise do to the whole process. */
void process_prepare(void);

/** Flush standard output: a full disk or a closed pipe must not look like success.
 * @param status  of the command  @return the exit status of the process */
int process_end(int status);
#endif
