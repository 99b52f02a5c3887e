/* Numbers of the command line, read strictly: the whole text is the number, and it fits, or it is refused. */
#ifndef SUPERFLIP_CLI_NUMBER_H
#define SUPERFLIP_CLI_NUMBER_H
#include <stdbool.h>
#include <stdint.h>

/** A whole number between two limits, in decimal digits. */
bool number_read(const char *text, uint64_t min, uint64_t max, uint64_t *out);

/** A count from 1: digits, perhaps decimals, then perhaps an exponent or one of k M G T (thousands): 1e9, 2.5G. */
bool number_read_count(const char *text, uint64_t *out);

/** A positive time in seconds, or with s, m or h after it: 30, 0.5, 10m, 2h. */
bool number_read_seconds(const char *text, double *out);

/** So many threads, or as many as this machine can still make use of: 64, or four for each usable processor. */
unsigned number_useful_threads(unsigned n);

/** Memory in bytes with k M G T (1024 each; B or iB may follow), or a share of the machine's: 8G, 512MiB, 50%. */
bool number_read_bytes(const char *text, uint64_t *out);
#endif
