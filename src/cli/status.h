/* SIGUSR1 asks a long job how far it is. */
#ifndef SUPERFLIP_CLI_STATUS_H
#define SUPERFLIP_CLI_STATUS_H
#include <stdbool.h>

/** From now on SIGUSR1 is such a question, and ends no command. */
void catch_status_requests(void);

/** Whether it was asked since the last call. */
bool status_is_wanted(void);
#endif
