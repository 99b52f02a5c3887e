/* What is asked: a puzzle, a goal, turns and what they cost, a method, how many solutions,
 * limits.  Values, read once: rows of a table (problem_rows.c) that the options of commands and the keys
 * of the server's requests are made of, completed and compared by one function. */
#ifndef SUPERFLIP_SESSION_PROBLEM_H
#define SUPERFLIP_SESSION_PROBLEM_H
#include "session/option_row.h"

/** Who has a row, as a set: commands, and the requests of the server. */
enum option_users { FOR_SOLVE = 1, FOR_BATCH = 2, FOR_VERIFY = 4, FOR_ALGS = 8, FOR_REQUEST = 16 };

/** Begin with problem_init().  Texts are borrowed. */
struct superflip_problem {
	superflip_puzzle puzzle;
	unsigned metric;                     /* enum turn_metric */
	const superflip_method *method;      /* superflip_method_at(0): the search for shortest solutions */
	const char *heuristic;               /* NULL or "auto": the strongest that is installed */
	const char *steps;                   /* the list of the method "steps"; else NULL */
	unsigned width, step_slack;          /* of methods that are lists of steps */
	bool has_niss;
	superflip_request search;            /* without its goal and callbacks */
	unsigned read_options;               /* SUPERFLIP_READ_... */
	const char *goal;                    /* a position, or a goal of pieces, with the faces of
	                                      * the next three; NULL: the solved cube */
	const char *free_face, *free_before; /* turns of it are free before and after, or before
	                                      * only (where turns are those of faces) */
	const char *neutral;                 /* faces on which the goal may be reached, or that
	                                      * may be below in a list of steps */
	const char *moves, *excluded, *costs;  /* as written; NULL: not given */
	bool has_count, has_over, has_max;   /* these were given */
	/* Made of these by problem_complete(), released by problem_free(): */
	char *goal_text;                     /* `goal` with the faces; NULL: as it was given */
	superflip_goal *pieces;              /* NULL: the goal is a position, */
	superflip_cube *position;            /* NULL: the solved cube */
	superflip_turns *turns;              /* slices, wide turns, rotations, costs; NULL:
	                                      * turns of faces, in `metric`, of which */
	uint32_t permitted;                  /* these are permitted, bit m for move m */
};

extern const struct option_row problem_rows[];
extern const unsigned n_problem_rows;
/** The row of that name; NULL: there is none. */
const struct option_row *problem_row(const char *name);

void problem_init(struct superflip_problem *p);
void problem_free(struct superflip_problem *p);

/** Complete the values by each other, and refuse what does not go together: error->field names the row.
 * @return whether all is right */
bool problem_complete(struct superflip_problem *p, superflip_error *error);

/** Whether shortest solutions are searched for, not those of another method. */
bool problem_is_search(const struct superflip_problem *p);

/** What of a cube is to be solved: the pieces of the goal, or of a cube with grey stickers those that are
 * seen.
 * @param own  set; if not NULL released by superflip_goal_free()
 * @param out  set to the goal, *own or borrowed; NULL: the position
 * @return false with *error filled: what is seen does not decide it, or something is for whole cubes only */
bool problem_goal_of(const struct superflip_problem *p, const superflip_cube *cube, superflip_goal **own,
                     const superflip_goal **out,
                     superflip_error *error);

/** Whether no sequence of the permitted turns leads a cube to the goal, as far as that is known without a
 * search.
 * @param pieces  problem_goal_of() */
bool problem_is_refused(const struct superflip_problem *p, const superflip_goal *pieces,
                        const superflip_cube *cube);

/** The options of the problem's solver, but for threads, memory, directory and callbacks; borrows from it. */
superflip_solver_options problem_solver_options(const struct superflip_problem *p);

/** What is asked of a cube; borrows from the problem.  @param is_of_pieces  problem_goal_of() found some */
superflip_request problem_request(const struct superflip_problem *p, bool is_of_pieces);

/** The turns that are permitted, "U R2 F'". @param text  3 * SUPERFLIP_N_MOVES + 1 bytes */
void problem_write_moves(const struct superflip_problem *p, char *text);

/** For rows of OPTION_OTHER: READ_GROUPS or READ_NISS is added to an unsigned. */
bool option_take_parentheses(void *options, const struct option_row *row, const char *value,
                             superflip_error *error);
/** Beside OPTION_TEXT: "auto" or the name of a heuristic. */
bool option_take_heuristic(void *options, const struct option_row *row, const char *value,
                           superflip_error *error);
/** Of --puzzle: "3x3", "2x2". */
extern const char *const option_puzzle_names[2];
#endif
