/* Moves to be shown one by one: those of a scramble, a solution of a position, or moves from a position. */
#ifndef SUPERFLIP_CLI_SHOW_SCRIPT_H
#define SUPERFLIP_CLI_SHOW_SCRIPT_H
#include "cli/solve_options.h"
#include "cube/facelet.h"
#include "cube/notation.h"

struct show_script {
	superflip_puzzle puzzle;
	struct cube start;
	struct maneuver moves;        /* owned */
	const char *title;            /* what was asked for, as it was written */
	const char *status;           /* as html_page_add_moves() has it */
	enum move_letters letters;
};

/** Read one scramble, or a position and the moves to be done from there.
 * - Moves alone are played from the solved cube.
 * - A position that is not written as moves is played to its end: a shortest solution of a 2x2x2, else one of the two-phase
 *   method.
 * - Two arguments: the moves of the second from the position of the first.
 * @param n    1 or 2
 * @param out  on EXIT_SOLVED filled, to be released by show_script_free()
 * @return EXIT_SOLVED; else another status, having complained */
int show_script_read(superflip_puzzle puzzle, unsigned read_options, int n, char *const *scrambles,
                     struct show_script *out);
void show_script_free(struct show_script *s);

/** The 54 or 24 facelets of a cube as it is held. */
void show_script_draw(superflip_puzzle puzzle, const struct cube *c, char out[FACELET_TEXT_SIZE]);

/** Write a page that plays it.  @return EXIT_SOLVED; else another status, having complained */
int show_html(const struct show_script *s, const char *path, bool may_overwrite);

/** Play it on the terminal, key by key.
 * @return EXIT_SOLVED; EXIT_USAGE, having complained, without a terminal; 128 + n after signal n */
int show_play(const struct show_script *s);
#endif
