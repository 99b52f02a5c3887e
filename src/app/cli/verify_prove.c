/* What becomes of a line: searching again for solutions that it says do not exist, and what is said of it. */
#include "cli/verify_state.h"

#include "base/words.h"
#include "cli/cli.h"
#include "report/status_line.h"

#include <inttypes.h>

static const double look_around_s = 0.1, first_s = 1, log_every_s = 60;

/* Wait, with a line on the terminal, or in a log now and then, and one for each question.
 * Cancel after a signal. */
static void await(const struct verify *v, superflip_job *job)
{
	const bool is_quiet = v->options->is_quiet, has_line = status_line_is_wanted(is_quiet);
	double logged_s = 0;
	while (superflip_job_wait(job, UINT64_MAX, look_around_s) == SUPERFLIP_TIMEOUT) {
		superflip_progress p = {.size = sizeof p};
		char nodes[WORDS_BYTES], elapsed[WORDS_BYTES], text[200];
		superflip_job_progress(job, &p);
		snprintf(text, sizeof text, "line %" PRIu64 ": proving its length again, %s elapsed, %s nodes",
		         v->line, words_duration(p.seconds, elapsed), words_large((double)p.n_generated, nodes));
		if (has_line && p.seconds > first_s)
			status_line_show(stderr, text);
		const bool is_due = !is_quiet && !has_line && status_log_is_due(log_every_s, p.seconds, logged_s);
		logged_s = is_due ? p.seconds : logged_s;
		if (status_is_wanted() || is_due) {
			if (has_line)
				status_line_clear(stderr);
			complain("%s", text);
		}
		if (interrupted_by() != 0)
			superflip_job_cancel(job);
	}
	if (has_line)
		status_line_clear(stderr);
}

/* Whether there is a solution of these lengths.  Of the 2x2x2 the shortest is found at once.
 * @return NULL, having complained and set v->exit_status */
static superflip_job *search(struct verify *v, const struct claim *claim, unsigned min_length,
                             unsigned max_length)
{
	struct superflip_problem p = claim->problem;
	const struct superflip_problem *const of_command = &v->options->problem;
	struct solver *solver;
	superflip_job *job = NULL;
	superflip_error error;
	p.search = solve_request_default;
	if (p.puzzle == SUPERFLIP_3X3) {
		/* Those of a turn set are asked for in whole costs, which may be more than enough. */
		const double unit = superflip_problem_cost(&p, 1), max = max_length * unit;
		p.search.min_length = (unsigned)(min_length * unit);
		p.search.max_length = max < SUPERFLIP_MAX_LENGTH ? (unsigned)max + (max > (unsigned)max)
		                      : SUPERFLIP_MAX_LENGTH;
		p.search.node_limit = of_command->search.node_limit;
		p.search.time_limit_s = of_command->search.time_limit_s;
	}
	if (claim->pieces == NULL && problem_units(&p) == NULL)
		p.heuristic = of_command->heuristic != NULL ? of_command->heuristic
		              : p.puzzle == SUPERFLIP_3X3 && p.turns == NULL ? "corners" : NULL;
	v->exit_status =
		tables_borrow(v->options, &v->session, &p, claim->pieces, claim->cube, true, &solver, NULL);
	if (v->exit_status != EXIT_SOLVED)
		return NULL;
	if (session_begin(&v->session, solver, &p, claim->pieces, claim->cube, NULL, &job, &error)
	    == SUPERFLIP_OK) {
		await(v, job);
		return job;
	}
	session_return(&v->session, solver);
	v->exit_status = tables_complain(&error);
	return NULL;
}

/* A line says that there are no solutions with fewer moves; 0: it says nothing of this kind. */
static unsigned claimed_bound(const struct claim *claim)
{
	return claim->is_optimal && claim->length > claim->lower_bound ? claim->length : claim->lower_bound;
}

static void say_unproved(struct verify *v, const struct claim *claim, const superflip_result *result)
{
	const bool is_of_length = claim->has_solution && claim->is_optimal;
	print_line_to(v->out, is_of_length ? "%s:%" PRIu64 ": %s  right, not proved optimal: %s, at least %s"
	              : "%s:%" PRIu64 ": >=%s  not proved: %s, at least %s", v->name, v->line,
	              VERIFY_NUMBER(claim, is_of_length ? claim->length : claimed_bound(claim)),
	              record_stop_reason(result), VERIFY_NUMBER(claim, result->lower_bound));
	v->kind = v->kind == LINE_WRONG ? LINE_WRONG : LINE_UNPROVED;
}

static void expect_none(struct verify *v, const struct claim *claim, unsigned min_length, unsigned max_length)
{
	superflip_job *const job = search(v, claim, min_length, max_length);
	if (job == NULL)
		return;
	const superflip_result *const result = superflip_job_result(job);
	const superflip_tables *const tables = job->solver->tables;
	const bool is_wrong = result->n_solutions > 0 && result->length <= max_length;
	superflip_error error;
	if (result->outcome == SUPERFLIP_FAILED && tables != NULL && tables_fault(tables, &error) != SUPERFLIP_OK)
		v->exit_status = tables_complain(&error);
	else if (claim->is_unreachable && !result->is_unreachable)  /* this is decided before any search */
		verify_refuse(v, LINE_WRONG, "the permitted turns solve the cube, but it is said to be unreachable");
	else if (is_wrong && claim->is_optimal)
		verify_refuse(v, LINE_WRONG, problem_units(&claim->problem) == NULL
		              ? "%s moves are not optimal: there is a solution of %s"
		              : "%s is not optimal: there is a solution of %s", VERIFY_NUMBER(claim, claim->length),
		              VERIFY_NUMBER(claim, result->length));
	else if (is_wrong)
		verify_refuse(v, LINE_WRONG, "said to have no solution of at most %s, but there is one of %s",
		              VERIFY_WORDS(claim, max_length), VERIFY_NUMBER(claim, result->length));
	else if (result->outcome != SUPERFLIP_NONE && result->n_solutions == 0 && interrupted_by() == 0)
		say_unproved(v, claim, result);
	superflip_job_free(job);
}

static void say_right(const struct verify *v, const struct claim *claim, bool is_proved)
{
	char what[80], proof[100] = "";
	const bool is_optimal = is_proved && claim->is_optimal;
	if (claim->has_solution)
		snprintf(what, sizeof what, "%s%s", VERIFY_NUMBER(claim, claim->length), is_optimal ? "*" : "");
	else if (claim->is_unreachable)
		snprintf(what, sizeof what, "unreachable");
	else if (claim->has_lengths && claim->min_length > 0)
		snprintf(what, sizeof what, "none of %u to %u moves", claim->min_length, claim->max_length);
	else
		snprintf(what, sizeof what, ">=%s", VERIFY_NUMBER(claim, claimed_bound(claim)));
	if (is_proved && claim->has_solution && !is_optimal)
		snprintf(proof, sizeof proof, ", proved at least %s", VERIFY_NUMBER(claim, claim->lower_bound));
	else if (is_proved)
		snprintf(proof, sizeof proof, ", proved%s", is_optimal ? " optimal" : "");
	print_line_to(v->out, "%s:%" PRIu64 ": %s  right%s", v->name, v->line, what, proof);
}

/* Whether the line is right so far.  An interrupted proof says nothing about it. */
static bool goes_on(const struct verify *v)
{
	return v->kind == LINE_OTHER && v->exit_status == EXIT_SOLVED && interrupted_by() == 0;
}

void verify_conclude(struct verify *v, const struct claim *claim)
{
	const unsigned bound = claimed_bound(claim), from = claim->min_length > bound ? claim->min_length : bound;
	const bool says_what = bound > 0 || claim->has_lengths || claim->is_unreachable;
	const bool has_proof = v->options->prove_again && (says_what || claim->is_optimal);
	if (v->kind == LINE_OTHER && claim->has_solution && claim->lower_bound > claim->length)
		verify_refuse(v, LINE_WRONG, "the solution has %s, the lower bound is %s",
		              VERIFY_WORDS(claim, claim->length), VERIFY_NUMBER(claim, claim->lower_bound));
	if (has_proof && v->kind == LINE_OTHER && (bound > 0 || claim->is_unreachable))
		expect_none(v, claim, 0, bound > 0 ? bound - 1 : 0);
	if (has_proof && claim->has_lengths && from <= claim->max_length && goes_on(v))
		expect_none(v, claim, from, claim->max_length);
	if (!goes_on(v))
		return;
	const bool is_judged = claim->has_solution || has_proof;
	v->kind = is_judged ? LINE_RIGHT : LINE_WITHOUT;
	v->is_unchecked = (says_what || claim->is_none) && !has_proof;
	if (is_judged)
		say_right(v, claim, has_proof);
}
