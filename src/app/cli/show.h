/* Inside superflip show: what is said of a position, and moves that are shown one by one. */
#pragma once
#include "cli/cli.h"
#include "report/net.h"
#include "report/say.h"
#include "session/session.h"

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER, N_COLORS };

/** What the command line says. */
extern struct request {
	superflip_problem problem; /* the first member: struct option_set */
	bool is_svg, is_coloured;
	bool is_product, reduces, compares;
	bool plays, may_overwrite;
	bool lists_goals;
	const char *goal_text;        /* to be drawn; NULL: none */
	enum table_format format;     /* of the list of goals */
	const char *html_path;        /* NULL: no page */
	const char *pdb_directory;    /* NULL: the usual places */
	unsigned color;               /* enum color */
	long power;
	superflip_tables **bounds;    /* NULL: without them */
	unsigned n_shown;
	int status;                   /* of the last one that could not be shown */
} show_request;
extern superflip_problem *const show_problem;  /* its member */
#define SAY(text) say(show_problem->read_options, text)

/** The tables of the heuristics that are installed, for the half-turn metric.
 * @param status  EXIT_SOLVED; EXIT_TABLE or EXIT_MEMORY, having complained, if there are tables that cannot
 *   be read
 * @return released by show_bounds_close() */
superflip_tables **show_bounds_open(int *status);
void show_bounds_close(void);

/** Print moves as a line. */
void show_moves(const uint8_t *moves, size_t n);

/** Draw a position and describe it, or with --svg draw it only; its moves are inverted. */
void show_position(const struct scramble *position);

/** How many states a goal has, "190,080 states", or of one that asks for numbers, "1,177 cubes"; of one from
 * several sides what each has; "": the text is no goal, or all cubes are at it.
 * @return it lasts until the next call */
const char *goal_states_text(const char *name);

/** Draw a goal.  @return EXIT_SOLVED; EXIT_USAGE, having complained, if the text is none */
int show_goal(void);

/** Print how far a cube is from each goal that has a name, seen from its nearest side: exactly, or a lower
 * bound.  Of a cube not all of whose stickers are known the goals that the others decide.  Tables of goals
 * with few states are built. */
void show_goals(const struct scramble *position);
void show_goals_close(void);

/** The moves that are shown: those of a scramble, a solution of a position, or moves from a position. */
extern struct show_script {
	struct cube start;
	uint64_t seen;                /* of its stickers, as in struct position */
	struct maneuver moves;        /* owned: maneuver_free() */
	const char *title;            /* what was asked for, as it was written */
	const char *status;           /* as html_page_add_moves() has it */
} script;

/** Play it on the terminal, key by key.
 * @return EXIT_SOLVED; EXIT_USAGE, having complained, without a terminal; 128 + n after signal n */
int show_play(void);
