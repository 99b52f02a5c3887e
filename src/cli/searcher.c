#include "cli/searcher.h"

#include "cli/cli.h"
#include "cli/goal.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

int searcher_complain_of_journal(const char *path, enum unit_journal_status status, const char *detail)
{
	const int error = errno;
	switch (status) {
	case UNIT_JOURNAL_OK:
		return EXIT_SOLVED;
	case UNIT_JOURNAL_MISSING:
		complain("%s: there is no such journal", path);
		return EXIT_TABLE;
	case UNIT_JOURNAL_IO:
		complain("%s: %s", path, strerror(error));
		return EXIT_TABLE;
	case UNIT_JOURNAL_BUSY:
		complain("%s: another process is writing this journal; wait for it, or give --journal another name", path);
		return EXIT_TABLE;
	case UNIT_JOURNAL_FOREIGN:
		complain("%s: %s; give --journal another name", path, detail);
		return EXIT_TABLE;
	case UNIT_JOURNAL_DIFFERENT:
		complain("%s: this journal is of another search: %s; give --journal another name", path, detail);
		return EXIT_TABLE;
	case UNIT_JOURNAL_NO_MEMORY:
		break;
	}
	complain("%s: not enough memory for the journal", path);
	return EXIT_MEMORY;
}

bool searcher_take(const struct searcher *searcher, struct solve_options *o)
{
	o->searcher = searcher;
	if (searcher == NULL || (o->puzzle == PUZZLE_CUBE && o->method_name == NULL && !goal_restricts(o)))
		return true;
	complain("superflip-mpi searches for shortest solutions by all turns; --method, --moves, --exclude and --puzzle 2x2 need `superflip`");
	return false;
}

static int complain_of_dealer(const struct solve_options *o, int error)
{
	if (error == 0)
		return EXIT_SOLVED;
	if (error == ENOMEM)
		complain("not enough memory for the units of work");
	else
		complain("%s: cannot write the journal: %s", o->journal_path, strerror(error));
	return error == ENOMEM ? EXIT_MEMORY : EXIT_TABLE;
}

int searcher_run_units(const struct solve_options *o, const struct heuristic *h, struct pool *pool,
                       const struct search_stream *stream,
                       void (*run)(void *context, struct dealer *d, struct pool *pool, const struct search_stream *stream),
                       void *context)
{
	struct unit_journal journal = {.fd = -1};
	const bool has_journal = o->journal_path != NULL;
	char detail[UNIT_JOURNAL_DETAIL_MAX];
	const enum unit_journal_status status = has_journal ? unit_journal_open(o->journal_path, h, &journal, detail) : UNIT_JOURNAL_OK;
	if (status != UNIT_JOURNAL_OK)
		return searcher_complain_of_journal(o->journal_path, status, detail);
	if (!o->is_quiet && journal.n_torn_bytes != 0)
		complain("%s: %" PRIu64 " bytes at the end were torn by the end of an earlier run; these units are searched again",
		         o->journal_path, journal.n_torn_bytes);
	if (o->is_verbose && journal.n_entries != 0)
		complain("%s: %" PRIu64 " units were searched before", o->journal_path, journal.n_entries);
	struct dealer *const dealer = dealer_create(h, has_journal ? &journal : NULL, o->unit_moves);
	int error = ENOMEM;
	if (dealer != NULL) {
		run(context, dealer, pool, stream);
		error = dealer_error(dealer);
	}
	dealer_free(dealer);
	unit_journal_close(&journal);
	return complain_of_dealer(o, error);
}

static void run_here(void *context, struct dealer *d, struct pool *pool, const struct search_stream *stream)
{
	(void)context;
	dealer_run(d, pool, stream);
}

static int run_by_units(void *context, const struct solve_options *o, const struct heuristic *h, struct pool *pool,
                        const struct search_stream *stream, unsigned *n_threads)
{
	(void)n_threads;
	return searcher_run_units(o, h, pool, stream, run_here, context);
}

const struct searcher searcher_by_units = {NULL, run_by_units};
