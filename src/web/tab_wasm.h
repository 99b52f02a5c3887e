/* The library in a tab of a browser, as src/web/tab/worker.js calls it: the table that was chosen, jobs, their progress
 * and results.
 * All exported functions are called in one thread.  With threads it must never wait, and what takes time runs in threads of its
 * own; without them (base/threads.h) it does the work itself, and tells the page from time to time how far it is.
 * Numbers come back as arrays of doubles, texts as strings; both are the module's, and hold until the next call. */
#ifndef SUPERFLIP_WEB_TAB_WASM_H
#define SUPERFLIP_WEB_TAB_WASM_H
#include "superflip.h"

#include <pthread.h>
#include <stdatomic.h>

/* JavaScript calls it. */
#define EXPORTED __attribute__((used, visibility("default")))

enum { TAB_N_METRICS = 2, TAB_TEXT_BYTES = 4 * SUPERFLIP_MAX_MOVES, TAB_N_NUMBERS = 16, TAB_NAME_BYTES = 32 };

/* TAB_UNSOUND: there is no table, or none that may be used; it will be built. */
enum tab_tables_state { TAB_OPENING, TAB_READY, TAB_FAILED, TAB_UNSOUND };

/** The state of the module, which is a program. */
struct tab {
	unsigned n_threads;
	char heuristic[TAB_NAME_BYTES];          /* of the table */
	bool builds;                             /* the table, whatever is there */
	pthread_mutex_t lock;                    /* guards the tables and what becomes of them */
	pthread_cond_t changed;
	enum tab_tables_state state;
	superflip_tables *tables[TAB_N_METRICS];
	struct prediction *prediction[TAB_N_METRICS];
	superflip_error fault;                   /* with TAB_FAILED */
	const char *_Atomic stage;               /* of the work on the table, as the library names it */
	_Atomic double share;                    /* of the stage, 0 to 1 */
	superflip_error error;                   /* of the function called last */
	char text[TAB_TEXT_BYTES];
	double numbers[TAB_N_NUMBERS];
};
extern struct tab tab;

/** Hand numbers to JavaScript.  @return tab.numbers */
const double *tab_numbers(unsigned n, const double *numbers);

/** The tables for a metric, once they are open; those of half turns serve both.  @return NULL with *error */
superflip_tables *tab_await_tables(superflip_metric metric, superflip_error *error);

/** Where tables are and who hears of them.
 * @param goal, turns  NULL both: the tables of whole cubes */
superflip_tables_options tab_options(superflip_metric metric, const superflip_goal *goal, const superflip_turns *turns);

/** Whether tables that are missing are small enough to be built in a tab.  @param who  "the goal 'cross' needs"  @return false with *error */
bool tab_may_build(const superflip_goal_info *info, const char *who, superflip_error *error);

struct tab_job;
/** The tables of a goal or of a turn set, built if they are missing; to be closed.  @return NULL with job->error */
superflip_tables *tab_tables_of_goal(struct tab_job *job);

/** Without threads: let the page ask how far it is. */
void tab_tell(void);

/** One cube in work, by a solver of its own. */
struct tab_job {
	superflip_cube *cube;
	superflip_goal *goal;                    /* NULL: the solved cube */
	superflip_turns *turns;                  /* NULL: turns of faces; else the solver's metric is SUPERFLIP_HTM */
	const superflip_method *method;
	superflip_solver_options solver;
	char *steps, *neutral;                   /* of a list of steps; NULL: as its method has them */
	superflip_request request;
	unsigned read_options;                   /* SUPERFLIP_READ_FRENCH: moves are written with French letters */
	bool has_thread;
	pthread_t thread;
	pthread_mutex_t lock;                    /* guards the rest */
	superflip_job *work;                     /* NULL: not begun, or not possible */
	const char *used;                        /* heuristic; NULL: none */
	unsigned n_threads;
	bool is_cancelled, is_done;
	superflip_error error;                   /* without work */
};

/** The work of a job; it stays until the job is freed. */
superflip_job *tab_work(struct tab_job *job);

/** Units of the turn set as costs; moves are moves. */
double tab_cost(const struct tab_job *job, unsigned units);

/** Write moves of a job to tab.text, `length` as a cost to tab.numbers[0].  @return tab.text */
const char *tab_write_moves(const struct tab_job *job, const uint8_t *moves, unsigned n, unsigned length);
#endif
