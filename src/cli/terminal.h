/* The terminal key by key and as a whole screen, given back as it was whatever ends the program. */
#ifndef SUPERFLIP_CLI_TERMINAL_H
#define SUPERFLIP_CLI_TERMINAL_H
#include <stdbool.h>

enum terminal_key {
	KEY_NONE,                     /* the time is over, or what came means nothing */
	KEY_RESIZED,                  /* draw again: the size is another one, or the program was suspended */
	KEY_ENDED,                    /* a signal, or there is no input any more */
	KEY_LEFT, KEY_RIGHT, KEY_UP, KEY_DOWN, KEY_HOME, KEY_END,
	KEY_TEXT = 32                 /* from here on: an ASCII character */
};

/** Take over the terminal of standard input and output: keys arrive at once and are not echoed, the screen is a second one.
 * SIGINT, SIGTERM, SIGHUP, SIGTSTP and SIGWINCH are handled until terminal_close().
 * @return false if one of the two is no terminal, or one that cannot move its cursor */
bool terminal_open(void);
void terminal_close(void);

/** Wait for a key, at most so many milliseconds; negative: as long as it takes. */
int terminal_key(int wait_ms);
#endif
