/* Who searches the cubes of a source, if it is not simply a pool of threads. */
#ifndef SUPERFLIP_CLI_SEARCHER_H
#define SUPERFLIP_CLI_SEARCHER_H
#include "session/session.h"
#include "cli/solve_options.h"
#include "cluster/dealer.h"
#include "superflip.h"

struct searcher {
	void *context;
	/** Have a solver's cubes searched.
	 * @param solver     idle; every byte of its tables has been checked
	 * @param n_threads  of the solver; set to how many search
	 * @param state      set on EXIT_SOLVED, for close()
	 * @return EXIT_SOLVED; or another status, having complained */
	int (*open)(void *context, const struct solve_options *o, struct solver *solver, unsigned *n_threads, void **state);
	/** After the solver was freed. @return EXIT_SOLVED; or another status, having complained of what ended the search */
	int (*close)(void *state, const struct solve_options *o);
};

/** The commands `solve` and `batch` with a searcher of the caller's; NULL: what the options say. */
int solve_with(const struct searcher *searcher, int argc, char **argv);
int batch_with(const struct searcher *searcher, int argc, char **argv);

/** Have a searcher do what the options ask for.
 * @return false, having complained, if it searches for something else than they ask for */
bool searcher_take(const struct searcher *searcher, struct solve_options *o);

/** Whether the goal of a solver's tables can be searched for by others.  @return false, having complained, if not */
bool searcher_takes_goal(const struct solve_options *o, const struct solver *solver);

/** The threads of this process, by units of work that a journal keeps: --journal. */
extern const struct searcher searcher_by_units;

/** Units of work, and the journal that keeps them. */
struct searcher_units {
	struct unit_journal journal;
	struct dealer dealer;
};

/** Open the journal that the options name, if they name one, and make a dealer that has it.
 * @return EXIT_SOLVED; or another status, having complained */
int searcher_units_open(struct searcher_units *u, const struct solve_options *o, const struct heuristic *h);
/** @return EXIT_SOLVED; or another status, having complained of what the dealer could not do */
int searcher_units_close(struct searcher_units *u, const struct solve_options *o);

/** Complain of a journal that cannot be opened or read.  @return an exit status */
int searcher_complain_of_journal(const char *path, enum status status, const char *detail);
#endif
