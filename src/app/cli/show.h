/* Inside superflip show: what is said of a position, and moves that are shown one by one. */
#ifndef SUPERFLIP_CLI_SHOW_H
#define SUPERFLIP_CLI_SHOW_H
#include "cli/cubes.h"
#include "cube/facelet.h"
#include "report/table.h"

/** The tables of the heuristics that are installed, for the half-turn metric.
 * @param directory  where the tables are; NULL: the usual places
 * @param status  EXIT_SOLVED; EXIT_TABLE or EXIT_MEMORY, having complained, if there are tables that cannot
 *   be read
 * @return then NULL; NULL without memory; else released by show_bounds_close() */
superflip_tables **show_bounds_open(const char *directory, int *status);
void show_bounds_close(superflip_tables **bounds);

/** Print moves as a line. */
void show_moves(const uint8_t *moves, size_t n, unsigned read_options);

/** Draw a position and describe it; its moves are inverted.
 * @return EXIT_SOLVED; EXIT_MEMORY, having complained */
int show_position(const struct scramble *position, superflip_tables *const *bounds, unsigned read_options,
                  bool is_coloured);

/** Draw a goal.  @return EXIT_SOLVED; EXIT_USAGE, having complained, if the text is none */
int show_goal(const char *text, bool is_svg, bool is_coloured);

/** The goals that have names, with their tables; those of goals with few states are built.
 * @param directory  as for show_bounds_open() */
void show_goals_open(const char *directory);
void show_goals_close(void);

/** Print how far a cube is from each of them, seen from its nearest side: exactly, or a lower bound.  Of a
 * cube not all of whose stickers are known the goals that the others decide.
 * @return EXIT_SOLVED; EXIT_MEMORY, having complained */
int show_goals(const struct scramble *position, enum table_format format);

/** Moves to be shown: those of a scramble, a solution of a position, or moves from a position. */
struct show_script {
	superflip_puzzle puzzle;
	struct cube start;
	uint64_t seen;                /* of its stickers, as in struct position */
	struct maneuver moves;        /* owned: maneuver_free() */
	const char *title;            /* what was asked for, as it was written */
	const char *status;           /* as html_page_add_moves() has it */
	unsigned read_options;        /* READ_FRENCH: the letters of the moves */
};

/** The 54 or 24 facelets of a cube as it is held. */
void show_script_draw(const struct show_script *s, const struct cube *c, char out[FACELET_TEXT_SIZE]);

/** Play it on the terminal, key by key.
 * @return EXIT_SOLVED; EXIT_USAGE, having complained, without a terminal; 128 + n after signal n */
int show_play(const struct show_script *s);
#endif
