/* Who searches the cubes of a source, if it is not simply a pool of threads. */
#pragma once
#include "cli/solve_options.h"
#include "cluster/dealer.h"

extern struct searcher {
	bool is_used;                    /* false: the solver's own threads search */
	bool has_units;                  /* each cube is searched by units of work, which --journal keeps */
	struct unit_journal journal;     /* of these */
	struct dealer dealer;            /* the same */
	/** Have others search beside the threads of this process, which searcher_open() has made the backend.
	 * @param n_threads  of the solver; set to how many search
	 * @return EXIT_SOLVED; or another status, having complained.  NULL: nobody else searches */
	int (*open)(struct solver *solver, unsigned *n_threads);
} searcher;

/** Whether it searches for what the options ask for.  Complains if not. */
bool searcher_agrees(void);

/** Have a solver's cubes searched.
 * @param solver     idle; every byte of its tables has been checked
 * @param n_threads  of the solver; set to how many search
 * @return EXIT_SOLVED; or another status, having complained */
int searcher_open(struct solver *solver, unsigned *n_threads);
/** After the solver was freed.
 * @return EXIT_SOLVED; or another status, having complained of what ended the search */
int searcher_close(void);

/** What is said of a journal that cannot be opened or read. */
extern const struct log_words searcher_journal_words[N_STATUS];
