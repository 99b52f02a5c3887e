/* Who searches the cubes of a source, if it is not simply a pool of threads. */
#ifndef SUPERFLIP_CLI_SEARCHER_H
#define SUPERFLIP_CLI_SEARCHER_H
#include "cli/solve_options.h"
#include "cluster/dealer.h"

struct searcher {
	void *context;
	/** Search everything that a stream gives, as pool_run() does.
	 * @param h  of the pool; all of its bytes have been checked
	 * @param n_threads  those of the pool; set to how many search, before the first result
	 * @return EXIT_SOLVED; or another status, having complained */
	int (*run)(void *context, const struct solve_options *o, const struct heuristic *h, struct pool *pool,
	           const struct search_stream *stream, unsigned *n_threads);
};

/** The commands `solve` and `batch` with a searcher of the caller's; NULL: what the options say. */
int solve_with(const struct searcher *searcher, int argc, char **argv);
int batch_with(const struct searcher *searcher, int argc, char **argv);

/** Have a searcher do what the options ask for.
 * @return false, having complained, if it searches for something else than they ask for */
bool searcher_take(const struct searcher *searcher, struct solve_options *o);

/** The threads of this process, by units of work that a journal keeps: --journal. */
extern const struct searcher searcher_by_units;

/** Open the journal that the options name, begin() with a dealer that has it, and close it.
 * @param run  called with `context`, the dealer, the pool and the stream
 * @return EXIT_SOLVED; or another status, having complained */
int searcher_run_units(const struct solve_options *o, const struct heuristic *h, struct pool *pool,
                       const struct search_stream *stream,
                       void (*run)(void *context, struct dealer *d, struct pool *pool, const struct search_stream *stream),
                       void *context);

/** Complain of a journal that cannot be opened or read.  @return an exit status */
int searcher_complain_of_journal(const char *path, enum unit_journal_status status, const char *detail);
#endif
