#include "cli/drawn.h"

#include "subgroup/reid.h"

enum { WINDOW = 64, LOG_EVERY_S = 60 };

struct random_source drawn_source;

void drawn_begin(bool has_seed, uint64_t seed)
{
	if (has_seed)
		random_from_seed(&drawn_source, seed);
	else
		random_from_system(&drawn_source);
}

int drawn_end(int status)
{
	return drawn_source.error == 0
	           ? status
	           : complain_and(EXIT_TABLE, "the system gives no random numbers: %s; --seed works without them",
	                          strerror(drawn_source.error));
}

bool drawn_histogram(const struct goal *goal, unsigned metric, const struct solver *solver,
                     struct pdb_histogram *out)
{
	const superflip_tables *const tables = solver != NULL ? solver->tables : NULL;
	struct goal domino;
	struct input_error ignored;
	const struct coordinate_key cosets = FLIPSLICE_TWIST_COORDINATE;
	const bool has_table = tables != NULL && tables->cover != NULL && tables->cover->cover.goal.is_exact
	                       && tables->heuristic.spec->n_tables == 1;
	if (has_table)
		*out = tables->heuristic.table[0].histogram;
	return has_table || (metric <= TURNS_QTM && goal_parse("dr", &domino, &ignored)
	                     && pattern_equal(&goal->view[0].pattern, &domino.view[0].pattern)
	                     && pdb_known_histogram(pdb_key_in(cosets, (enum metric)metric), out));
}

/* @return the exit status */
static int solve_all(superflip_job *job, bool (*draw)(struct drawn *out),
                     bool (*take)(const struct drawn *d, const superflip_result *r))
{
	static struct drawn drawn[WINDOW];
	const double start_s = clock_monotonic_s();
	uint64_t n_drawn = 0, n_taken = 0;
	bool has_more = true, is_wanted = true;
	while (is_wanted && interrupted_by() == 0) {
		superflip_result *result;
		superflip_error error;
		while (has_more && n_drawn < n_taken + WINDOW) {
			struct drawn *const next = &drawn[n_drawn % WINDOW];
			has_more = draw(next) && drawn_source.error == 0;
			if (has_more
			    && superflip_job_add(job, ++n_drawn,
			                         &(superflip_cube){.cube = next->cube, .seen = POSITION_WHOLE}, -1,
			                         &error)
			           != SUPERFLIP_OK)
				return complain_and(EXIT_MEMORY, "%s", error.text);
		}
		if (n_taken == n_drawn)
			break;
		if (tell_is_due(false, clock_monotonic_s() - start_s, LOG_EVERY_S))
			tell("%s solved", words_of(n_taken, "cube"));
		if (superflip_job_next(job, 0.1, &result) != SUPERFLIP_OK)
			continue;
		tell_hide();
		const bool is_solved = result->outcome == SUPERFLIP_SOLVED;
		const superflip_status failure = result->failure;
		is_wanted = is_solved && take(&drawn[n_taken++ % WINDOW], result);
		superflip_result_free(result);
		if (!is_solved && interrupted_by() == 0)
			return complain_and(failure == SUPERFLIP_NO_MEMORY ? EXIT_MEMORY : EXIT_TABLE, "%s",
			                    superflip_status_text(failure));
	}
	return interrupted_by();
}

int drawn_solve(const char *goal, unsigned metric, const struct tables_options *where,
                bool (*look)(const struct solver *solver), bool (*draw)(struct drawn *out),
                bool (*take)(const struct drawn *d, const superflip_result *r))
{
	const superflip_job_options options = {.size = sizeof options, .window = WINDOW,
	                                       .drops_brief_iterations = true};
	struct solver *solver;
	superflip_job *job;
	superflip_error error;
	problem_init(problem);
	problem->goal = goal;
	problem->metric = metric;
	solve_options.tables = *where;
	if (!problem_complete(problem, &error))
		return option_complain(&error);
	catch_interrupts();
	session_init(&session, &solve_options.tables);
	int status = tables_borrow(problem, problem->pieces, NULL, false, &solver);
	if (status == EXIT_SOLVED && !look(solver))
		session_return(&session, solver);
	else if (status == EXIT_SOLVED
	         && session_begin(&session, solver, problem, problem->pieces, NULL, &options, &job, &error)
	                != SUPERFLIP_OK) {
		session_return(&session, solver);
		status = complain_and(EXIT_MEMORY, "%s", error.text);
	} else if (status == EXIT_SOLVED) {
		status = solve_all(job, draw, take);
		superflip_job_free(job);
	}
	session_end(&session);
	problem_free(problem);
	return status;
}
