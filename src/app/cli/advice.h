/* What mends a fault of a table: the commands that the library's messages do not name. */
#ifndef SUPERFLIP_CLI_ADVICE_H
#define SUPERFLIP_CLI_ADVICE_H
#include "superflip.h"

enum { ADVICE_MAX = 4400 };  /* a path and a sentence */

/** "; run `superflip pdb build corners --force`", to be put after the message; "" if there is nothing to say.
 * @param path  of the file at fault, or the directory that a build was given */
const char *table_advice(superflip_status status, const char *path, char text[ADVICE_MAX]);
#endif
