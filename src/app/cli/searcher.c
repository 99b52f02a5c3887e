#include "cli/searcher.h"

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

struct searcher searcher;

bool searcher_agrees(void)
{
	if (searcher.open == NULL
	    || (problem->puzzle == SUPERFLIP_3X3 && problem_is_search(problem) && problem->turns == NULL))
		return true;
	return complain_and(
		false,
		"superflip-mpi searches for shortest solutions by all turns; --method, --moves, --exclude, turn sets "
		"and --puzzle 2x2 need `superflip`");
}

static void run(void *context, struct pool *pool, const struct search_stream *stream)
{
	dealer_run(&searcher.dealer, pool, stream, 0);
}

int searcher_open(struct solver *solver, unsigned *n_threads)
{
	const struct goal *const goal = solver_goal(solver);
	const struct heuristic *const h = solver_heuristic(solver);
	char detail[RECORD_LOG_DETAIL_MAX];
	if (solver->tables->completions != NULL || goal_frees_before(goal))
		return usage_error(
			"--goal '%s' is searched for from several cubes at once, which units of work do not tell "
			"apart: leave out --journal, and divide lists by `superflip batch --shard` in place of superflip-mpi",
			superflip_goal_name(problem->pieces));
	solver->backend = (struct solver_backend){.run = run};
	const int opened = searcher.open != NULL ? searcher.open(solver, n_threads) : EXIT_SOLVED;
	if (opened != EXIT_SOLVED || !searcher.has_units)
		return opened;
	searcher.journal = (struct unit_journal){.log.fd = -1};
	const enum status status =
		solve_options.journal_path != NULL
			? unit_journal_open(solve_options.journal_path, h, &searcher.journal, detail)
			: STATUS_OK;
	if (status != STATUS_OK)
		return new_file_complain_of_log(searcher_journal_words, solve_options.journal_path, status, detail);
	if (searcher.journal.n_torn_bytes != 0)
		remark("%s: %" PRIu64
		         " bytes at the end were torn by the end of an earlier run; these units are searched again",
		         solve_options.journal_path, searcher.journal.n_torn_bytes);
	if (solve_options.is_verbose && searcher.journal.n_entries != 0)
		complain("%s: %s searched before", solve_options.journal_path,
		         words_of(searcher.journal.n_entries, "unit"));
	dealer_init(&searcher.dealer, h, &searcher.journal, solve_options.unit_moves);
	return EXIT_SOLVED;
}

int searcher_close(void)
{
	if (!searcher.has_units)
		return EXIT_SOLVED;
	const int error = searcher.dealer.error;
	if (searcher.journal.n_dropped != 0)
		complain("%s: %s dropped, because a table was overwritten; their units will be searched again",
		         solve_options.journal_path, words_of(searcher.journal.n_dropped, "record"));
	dealer_destroy(&searcher.dealer);
	unit_journal_close(&searcher.journal);
	if (error == ENOMEM)
		return complain_and(EXIT_MEMORY, "not enough memory for the units of work");
	return error == 0 ? EXIT_SOLVED
	                  : complain_and(EXIT_TABLE, "%s: cannot write the journal: %s",
	                                 solve_options.journal_path, strerror(error));
}
