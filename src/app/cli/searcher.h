/* Who searches the cubes of a source, if it is not simply a pool of threads. */
#ifndef SUPERFLIP_CLI_SEARCHER_H
#define SUPERFLIP_CLI_SEARCHER_H
#include "session/session.h"
#include "cli/new_file.h"
#include "cli/solve_options.h"
#include "cluster/dealer.h"
#include "superflip.h"

struct searcher {
	void *context;
	/** Have a solver's cubes searched.
	 * @param solver     idle; every byte of its tables has been checked; its goal is one that
	 *   searcher_takes_goal()
	 * @param n_threads  of the solver; set to how many search
	 * @return EXIT_SOLVED; or another status, having complained */
	int (*open)(void *context, const struct solve_options *o, struct solver *solver, unsigned *n_threads);
	/** After the solver was freed. @return EXIT_SOLVED; or another status, having complained of what ended
	 * the search */
	int (*close)(void *context, const struct solve_options *o);
};

/** The commands `solve` and `batch` with a searcher of the caller's; NULL: what the options say. */
int solve_with(const struct searcher *searcher, int argc, char **argv);
int batch_with(const struct searcher *searcher, int argc, char **argv);

/** Have a searcher do what the options ask for.
 * @return false, having complained, if it searches for something else than they ask for */
bool searcher_take(const struct searcher *searcher, struct solve_options *o);

/** Whether the goal of a solver's tables can be searched for by others.  @return false, having complained, if
 * not */
bool searcher_takes_goal(const struct solve_options *o, const struct solver *solver);

/** Units of work, and the journal that keeps them. */
struct searcher_units {
	struct unit_journal journal;
	struct dealer dealer;
};

/** The threads of this process, by units of work that a journal keeps: --journal. */
struct searcher searcher_by_units(struct searcher_units *u);

/** Open the journal that the options name, if they name one, and make a dealer that has it.
 * @return EXIT_SOLVED; or another status, having complained */
int searcher_units_open(struct searcher_units *u, const struct solve_options *o, const struct heuristic *h);
/** @param context  the units
 * @return EXIT_SOLVED; or another status, having complained of what the dealer could not do */
int searcher_units_close(void *context, const struct solve_options *o);

/** What is said of a journal that cannot be opened or read. */
extern const struct log_words searcher_journal_words[N_STATUS];
#endif
