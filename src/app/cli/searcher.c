#include "cli/searcher.h"

#include "session/session.h"
#include "base/words.h"
#include "cli/cli.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

static_assert((int)SOLVE_UNIT_MOVES_MIN == UNIT_MOVES_MIN && (int)SOLVE_UNIT_MOVES_MAX == UNIT_MOVES_MAX,
              "--unit-moves");

const struct log_words searcher_journal_words[N_STATUS] = {
	[STATUS_MISSING] = {EXIT_TABLE, "%s: there is no such journal"},
	[STATUS_LOCKED] =
		{EXIT_TABLE,
         "%s: another process is writing this journal; wait for it, or give --journal another name"},
	[STATUS_FOREIGN] = {EXIT_TABLE, "%s: %s; give --journal another name"},
	[STATUS_DIFFERENT] = {EXIT_TABLE,
                          "%s: this journal is of another search: %s; give --journal another name"},
	[STATUS_NO_MEMORY] = {EXIT_MEMORY, "%s: not enough memory for the journal"},
};

bool searcher_take(const struct searcher *searcher, struct solve_options *o)
{
	const struct superflip_problem *const p = &o->problem;
	o->searcher = searcher;
	if (searcher == NULL || (p->puzzle == SUPERFLIP_3X3 && problem_is_search(p) && p->turns == NULL))
		return true;
	return complain_and(
		false,
		"superflip-mpi searches for shortest solutions by all turns; --method, --moves, --exclude, turn sets "
		"and --puzzle 2x2 need `superflip`");
}

bool searcher_takes_goal(const struct solve_options *o, const struct solver *solver)
{
	const struct goal *const goal = solver->tables->goal;
	const bool has_starts = solver->tables->completions != NULL || (goal != NULL && goal->free_before != 0);
	if (has_starts)
		complain(
			"--goal '%s' is searched for from several cubes at once, which units of work do not tell "
			"apart: leave out --journal, and divide lists by `superflip batch --shard` in place of superflip-mpi",
			superflip_goal_name(o->problem.pieces));
	return !has_starts;
}

int searcher_units_open(struct searcher_units *u, const struct solve_options *o, const struct heuristic *h)
{
	*u = (struct searcher_units){.journal.log.fd = -1};
	char detail[RECORD_LOG_DETAIL_MAX];
	const enum status status =
		o->journal_path != NULL ? unit_journal_open(o->journal_path, h, &u->journal, detail) : STATUS_OK;
	if (status != STATUS_OK)
		return new_file_complain_of_log(searcher_journal_words, o->journal_path, status, detail);
	if (!o->is_quiet && u->journal.n_torn_bytes != 0)
		complain("%s: %" PRIu64
		         " bytes at the end were torn by the end of an earlier run; these units are searched again",
		         o->journal_path, u->journal.n_torn_bytes);
	if (o->is_verbose && u->journal.n_entries != 0)
		complain("%s: %s searched before", o->journal_path, words_of(u->journal.n_entries, "unit"));
	dealer_init(&u->dealer, h, &u->journal, o->unit_moves);
	return EXIT_SOLVED;
}

int searcher_units_close(void *context, const struct solve_options *o)
{
	struct searcher_units *const u = context;
	const int error = u->dealer.error;
	if (u->journal.n_dropped != 0)
		complain("%s: %s dropped, because a table was overwritten; their units will be searched again",
		         o->journal_path, words_of(u->journal.n_dropped, "record"));
	dealer_destroy(&u->dealer);
	unit_journal_close(&u->journal);
	if (error == ENOMEM)
		return complain_and(EXIT_MEMORY, "not enough memory for the units of work");
	return error == 0 ? EXIT_SOLVED
	                  : complain_and(EXIT_TABLE, "%s: cannot write the journal: %s", o->journal_path,
	                                 strerror(error));
}

static void run_here(void *context, struct pool *pool, const struct search_stream *stream)
{
	struct searcher_units *const u = context;
	dealer_run(&u->dealer, pool, stream, 0);
}

static int open_here(void *context, const struct solve_options *o, struct solver *solver, unsigned *n_threads)
{
	(void)n_threads;
	solver->backend = (struct solver_backend){.context = context, .run = run_here};
	return searcher_units_open(context, o, solver_heuristic(solver));
}

struct searcher searcher_by_units(struct searcher_units *u)
{
	return (struct searcher){u, open_here, searcher_units_close};
}
