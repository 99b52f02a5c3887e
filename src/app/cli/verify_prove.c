/* Searching again for solutions that records say do not exist. */
#include "cli/verify_state.h"

#include "base/words.h"
#include "cli/cli.h"
#include "report/status_line.h"

#include <inttypes.h>
#include <string.h>

static const double look_around_s = 0.1, first_s = 1, log_every_s = 60;

/* A line on the terminal, or in a log now and then, and one for each question. */
static void show_progress(const struct verify *v, const superflip_progress *p, double *logged_s)
{
	const bool is_quiet = v->options->is_quiet, has_line = status_line_is_wanted(is_quiet);
	char nodes[WORDS_BYTES], elapsed[WORDS_BYTES], text[200];
	snprintf(text, sizeof text, "line %" PRIu64 ": proving its length again, %s elapsed, %s nodes", v->line,
	         words_duration(p->seconds, elapsed), words_large((double)p->n_generated, nodes));
	if (has_line && p->seconds > first_s)
		status_line_show(stderr, text);
	const bool is_due = !is_quiet && !has_line && status_log_is_due(log_every_s, p->seconds, *logged_s);
	if (is_due)
		*logged_s = p->seconds;
	if (!status_is_wanted() && !is_due)
		return;
	if (has_line)
		status_line_clear(stderr);
	complain("%s", text);
}

/* Wait, tell of the progress, and cancel after a signal. */
static void await(const struct verify *v, superflip_job *job)
{
	double logged_s = 0;
	while (superflip_job_wait(job, UINT64_MAX, look_around_s) == SUPERFLIP_TIMEOUT) {
		superflip_progress progress = {.size = sizeof progress};
		superflip_job_progress(job, &progress);
		show_progress(v, &progress, &logged_s);
		if (interrupted_by() != 0)
			superflip_job_cancel(job);
	}
	if (status_line_is_wanted(v->options->is_quiet))
		status_line_clear(stderr);
}

static void judge(struct verify *v, const struct claim *claim, unsigned max_length, const superflip_tables *tables,
                  const superflip_result *result)
{
	superflip_error error;
	if (result->outcome == SUPERFLIP_FAILED && tables != NULL && tables_fault(tables, &error) != SUPERFLIP_OK)
		v->exit_status = tables_complain(&error);
	else if (result->n_solutions > 0 && result->length <= max_length && claim->is_optimal)
		verify_refuse(v, LINE_WRONG, claim->problem.turns == NULL ? "%s moves are not optimal: there is a solution of %s"
		                                                     : "%s is not optimal: there is a solution of %s",
		              verify_number(claim, claim->length, (char[VERIFY_LENGTH_BYTES]){0}),
		              verify_number(claim, result->length, (char[VERIFY_LENGTH_BYTES]){0}));
	else if (result->n_solutions > 0 && result->length <= max_length)
		verify_refuse(v, LINE_WRONG, "said to have no solution of at most %s, but there is one of %s",
		              record_words(claim->problem.turns, max_length, (char[VERIFY_LENGTH_BYTES]){0}),
		              verify_number(claim, result->length, (char[VERIFY_LENGTH_BYTES]){0}));
	else if (result->outcome != SUPERFLIP_NONE && result->n_solutions == 0 && interrupted_by() == 0)
		verify_say_unproved(v, claim, record_stop_reason(result), result->lower_bound);
}

/* Whether there is a solution of these lengths.  Of the 2x2x2 the shortest is found at once. */
static struct solve_request request_of(const struct verify *v, const struct claim *claim, unsigned min_length, unsigned max_length)
{
	struct solve_request request = solve_request_default;
	if (claim->problem.puzzle == SUPERFLIP_2X2)
		return request;
	/* Those of a turn set are asked for in whole costs, which may be more than enough. */
	const double unit = claim->problem.turns != NULL ? turns_cost(claim->problem.turns, 1) : 1, max = max_length * unit;
	request.min_length = (unsigned)(min_length * unit);
	request.max_length = max < SUPERFLIP_MAX_LENGTH ? (unsigned)max + (max > (unsigned)max) : SUPERFLIP_MAX_LENGTH;
	request.node_limit = v->options->problem.search.node_limit;
	request.time_limit_s = v->options->problem.search.time_limit_s;
	return request;
}

static superflip_job *search(struct verify *v, const struct claim *claim, unsigned min_length, unsigned max_length)
{
	struct superflip_problem p = claim->problem;
	struct solver *solver;
	superflip_job *job = NULL;
	superflip_error error;
	const bool is_of_metric = claim->pieces == NULL && p.turns == NULL;
	p.heuristic = !is_of_metric ? NULL : v->options->problem.heuristic != NULL ? v->options->problem.heuristic
	              : p.puzzle == SUPERFLIP_3X3 && p.permitted == ALL_MOVES ? "corners" : NULL;
	p.search = request_of(v, claim, min_length, max_length);
	v->exit_status = tables_borrow(v->options, &v->session, &p, claim->pieces, claim->cube, true, &solver, NULL);
	if (v->exit_status != EXIT_SOLVED)
		return NULL;
	if (session_begin(&v->session, solver, &p, claim->pieces, claim->cube, NULL, &job, &error) == SUPERFLIP_OK) {
		await(v, job);
		return job;
	}
	session_return(&v->session, solver);
	v->exit_status = tables_complain(&error);
	return NULL;
}

static void expect_none(struct verify *v, const struct claim *claim, unsigned min_length, unsigned max_length)
{
	superflip_job *const job = search(v, claim, min_length, max_length);
	if (job != NULL)
		judge(v, claim, max_length, job->solver->tables, superflip_job_result(job));
	superflip_job_free(job);
}

/* The library decides this before it searches. */
static void expect_unreachable(struct verify *v, const struct claim *claim)
{
	superflip_job *const job = search(v, claim, 0, 0);
	if (job != NULL && !superflip_job_result(job)->is_unreachable)
		verify_refuse(v, LINE_WRONG, "the permitted turns solve the cube, but it is said to be unreachable");
	superflip_job_free(job);
}

void verify_prove_again(struct verify *v, const struct claim *claim)
{
	const unsigned bound = verify_claimed_bound(claim), from = claim->min_length > bound ? claim->min_length : bound;
	if (claim->is_unreachable)
		expect_unreachable(v, claim);
	if (bound > 0)
		expect_none(v, claim, 0, bound - 1);
	const bool goes_on = v->kind == LINE_OTHER && v->exit_status == EXIT_SOLVED && interrupted_by() == 0;
	if (claim->has_lengths && from <= claim->max_length && goes_on)
		expect_none(v, claim, from, claim->max_length);
}
