/* Links to pages that show a maneuver: alg.cubing.net and Twizzle. */
#ifndef SUPERFLIP_INPUT_LINK_H
#define SUPERFLIP_INPUT_LINK_H
#include <stdbool.h>

/** Whether a text is a link, of whichever page. */
bool link_begins(const char *text);

/** Take the scramble out of a link: the setup (setup=, setup-alg=) if it has one, else the moves (alg=). A page shows the moves
 * after the setup, so that the setup is the cube that is to be solved.
 * @param text      cut up
 * @param options   READ_POCKET: the link must be of a 2x2x2
 * @param scramble  set: in `text`, with blanks and primes in place of _ + - and %27
 * @return what is wrong with the link, NULL if nothing is */
const char *link_read(char *text, unsigned options, char **scramble);
#endif
