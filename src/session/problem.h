/* What is asked: a puzzle, a goal, turns and what they cost, a method, how many solutions,
 * limits.  Values, read once: rows of a table (problem_rows.c) that the options of commands and the keys
 * of the server's requests are made of, completed and compared by one function. */
#pragma once
#include "session/option_row.h"
#include "session/turns.h"
#include "steps/method.h"

/** Who has a row, as a set: commands, and the requests of the server. */
enum option_users { FOR_SOLVE = 1, FOR_BATCH = 2, FOR_VERIFY = 4, FOR_ALGS = 8, FOR_REQUEST = 16,
	FOR_CONVERT = 32, FOR_SCRAMBLE = 64, FOR_SHOW = 128, FOR_TABLES = 256, FOR_REVIEW = 512 };

enum {
	ALL_SOLUTIONS = -1,
	ALL_MOVES = 0x3FFFF                  /* a set of moves: bit m stands for move m */
};

struct position;
/** Read a position as superflip_cube_parse() does, for those who need to know where the centres are, too. */
superflip_status position_parse(superflip_puzzle puzzle, const char *text, unsigned options,
                                struct position *out, superflip_error *error);

/** Begin with problem_init().  Texts are borrowed. */
struct superflip_problem {
	superflip_puzzle puzzle;
	unsigned metric;                     /* enum turn_metric */
	const superflip_method *method;      /* superflip_method_at(0): the search for shortest solutions */
	const char *heuristic;               /* NULL or "auto": the strongest that is installed */
	const char *steps;                   /* the list of the method "steps"; else NULL */
	unsigned width, step_slack;          /* of methods that are lists of steps */
	bool has_niss;
	const char *begin;                   /* a skeleton, as written; NULL: none */
	struct search_request search;        /* limits and numbers alone: problem_request() has the rest */
	unsigned read_options;               /* SUPERFLIP_READ_... */
	const char *goal;                    /* a position, or a goal of pieces, with the faces of
	                                      * the next three; NULL: the solved cube */
	const char *free_face, *free_before; /* turns of it are free before and after, or before
	                                      * only (where turns are those of faces) */
	const char *neutral;                 /* faces on which the goal may be reached, or that
	                                      * may be below in a list of steps */
	const char *moves, *excluded, *costs;  /* as written; NULL: not given */
	bool has_metric, has_count, has_over, has_max;  /* these were given */
	/* Made of these by problem_complete(), released by problem_free(): */
	char *goal_text;                     /* `goal` with the faces, or that of `steps`; NULL: as it was
	                                      * given */
	char *list_text;                     /* of a goal with niss or begin: `steps`, a list of this goal
	                                      * alone */
	struct method_beginning beginning;   /* of `begin` */
	superflip_goal *pieces;              /* NULL: the goal is a position, */
	superflip_cube *position;            /* NULL: the solved cube */
	struct turns *turns;                 /* that are permitted, and what they cost; NULL: all of `metric`,
	                                      * which is then htm or qtm */
	bool is_complete;                    /* superflip_problem_check() has passed */
	struct problem_text *texts;          /* of superflip_problem_set(); owned */
};

extern const struct option_row problem_rows[];
extern const unsigned n_problem_rows;
/** The row of that name; NULL: there is none. */
const struct option_row *problem_row(const char *name);

void problem_init(superflip_problem *p);
void problem_free(superflip_problem *p);

/** Complete the values by each other, and refuse what does not go together: error->field names the row.
 * @return whether all is right */
bool problem_complete(superflip_problem *p, superflip_error *error);

/** Whether shortest solutions are searched for, not those of another method. */
bool problem_is_search(const superflip_problem *p);

/** Permit turns of faces, at their costs in the problem's metric, bit m for move m.  @return false without
 * memory */
bool problem_permit(superflip_problem *p, uint32_t moves);

/** In whose costs lengths are, and with whose turns solutions are written; NULL: lengths are those of turns
 * of faces in `metric`. */
static inline const struct turns *problem_units(const superflip_problem *p)
{
	return p->turns != NULL && p->turns->moves == 0 ? p->turns : NULL;
}

/** What of a cube is to be solved: the pieces of the goal, or of a cube with grey stickers those that are
 * seen.
 * @param cube  of the problem's puzzle; NULL: whole cubes
 * @param out   set to the goal, released by superflip_goal_free(); NULL: the position
 * @return false with *error filled: what is seen does not decide it, or something is for whole cubes only */
bool problem_goal_of(const superflip_problem *p, const superflip_cube *cube, superflip_goal **out,
                     superflip_error *error);

/** Check a problem, and find the goal of a cube as problem_goal_of(). */
superflip_status problem_understand(superflip_problem *problem, const superflip_cube *cube,
                                    superflip_goal **pieces, superflip_error *error);

/** Whether no sequence of the permitted turns leads a cube to the goal, as far as that is known without a
 * search.
 * @param pieces  problem_goal_of() */
bool problem_is_refused(const superflip_problem *p, const superflip_goal *pieces,
                        const superflip_cube *cube);

/** What does not stand in cubes and goals, but for whoever reads and writes them (goal.c, moves.c,
 * method.c). */
/** Whether a text means to be a goal, not a cube: it begins with the name of one, or nearly. */
bool text_is_goal(const char *text);
/** Whether the whole text is one turn, such as "R'" or "Rw2"; false for NULL. */
bool text_is_turn(const char *text, unsigned options);
/** Whether what is seen of a cube decides which turns lead to the goal, as it does if the cube is whole.
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT: error->text names a piece that would have to be seen */
superflip_status goal_takes(const superflip_goal *goal, const superflip_cube *cube, superflip_error *error);
/** Whether turns cost nothing before the first move or after the last. */
bool goal_has_free_turns(const superflip_goal *goal);
/** Read a set of moves: turns of faces with spaces, commas or <> between them; a letter alone is all three.
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT; SUPERFLIP_BAD_TEXT with error->token, "" if there is no
 *   turn */
superflip_status moves_parse_set(const char *text, unsigned options, uint32_t *moves, superflip_error *error);
/** The same maneuver, a text that was read before, without brackets, in the notation of the WCA with English
 * letters.  @return owned by the caller; NULL: it is none, or without memory */
char *moves_standard(superflip_puzzle puzzle, const char *text, unsigned options);
/** The order of the group that a set of moves generates, in decimal; 0 if memory ran out. */
size_t moves_group_order(uint32_t moves, char *out, size_t size);
/** As superflip_problem_verify(), of a problem that is complete.
 * @param pieces   problem_goal_of()
 * @param before   1 + a turn that the solution begins with and pieces free ("preauf:U"); 0: none
 * @param options  to read the solution with, SUPERFLIP_READ_... */
superflip_status problem_verify(const superflip_problem *p, const superflip_goal *pieces,
                                unsigned before, const superflip_cube *cube, const char *solution,
                                unsigned options, superflip_verdict *verdict, superflip_error *error);
/** The method of that name; NULL: there is none. */
const superflip_method *method_named(const char *name);
/** Read a list of steps, and tell what it takes: its missing tables.
 * @return SUPERFLIP_OK; SUPERFLIP_BAD_ARGUMENT: of another method; SUPERFLIP_BAD_TEXT: error->text has the
 *         line and the reason; SUPERFLIP_NO_MEMORY */
superflip_status steps_measure(const superflip_problem *p, const char *directory, superflip_needs *out,
                               superflip_error *error);

/** What is asked of a cube; borrows from the problem.  @param is_of_pieces  problem_goal_of() found some */
struct search_request problem_request(const superflip_problem *p, bool is_of_pieces);

/** The turns of faces that are permitted, "U R2 F'". @param text  3 * SUPERFLIP_N_MOVES + 1 bytes */
void problem_write_moves(const superflip_problem *p, char *text);

/** For rows of OPTION_OTHER: READ_GROUPS or READ_NISS is added to an unsigned. */
bool option_take_parentheses(void *options, const struct option_row *row, const char *value,
                             superflip_error *error);
/** Beside OPTION_TEXT: "auto" or the name of a heuristic. */
bool option_take_heuristic(void *options, const struct option_row *row, const char *value,
                           superflip_error *error);
/** Of --puzzle: "3x3", "2x2". */
extern const char *const option_puzzle_names[2];
