/* What every subcommand says about its options. */
#ifndef SUPERFLIP_CLI_OPTION_H
#define SUPERFLIP_CLI_OPTION_H
#include <stdbool.h>
#include <stdint.h>

/** Complain about what getopt_long() refused; call it with opterr = 0 and an option string that begins with ':'.
 * @param result  what getopt_long() returned, '?' or ':'
 * @return EXIT_USAGE */
int option_refused(int result, char **argv);

/** Read an option's value, a whole number (decimal, or hexadecimal with 0x) up to max.
 * @return false, having complained, if it is none */
bool option_number(const char *command, const char *option, const char *value, uint64_t max, uint64_t *out);

/** Read an option's value, one of the n names.
 * @return false, having complained, if it is none */
bool option_choice(const char *command, const char *option, const char *value, const char *const *names, unsigned n,
                   unsigned *out);
#endif
