/* What becomes of a line: searching again for solutions that it says do not exist, and what is said of it. */
#include "cli/verify_state.h"

static const double look_around_s = 0.1, log_every_s = 60;

/* Whether there is a solution that costs so much, or somewhat more or less.
 * @return NULL, having complained and set verify.exit_status */
static superflip_job *search(double least, double most)
{
	superflip_problem p = claim.problem;
	struct solver *solver;
	superflip_job *job = NULL;
	superflip_error error;
	p.search = search_request_default(&cube_solved);
	/* They are asked for in whole costs. */
	p.search.min_length = (unsigned)least;
	p.search.max_length = (unsigned)ceil(fmin(most, SUPERFLIP_MAX_LENGTH));
	p.search.node_limit = problem->search.node_limit;
	p.search.time_limit_s = problem->search.time_limit_s;
	if (claim.pieces == NULL && problem_units(&p) == NULL)
		p.heuristic = problem->heuristic != NULL ? problem->heuristic
		              : p.puzzle == SUPERFLIP_3X3 && p.turns == NULL ? "corners" : NULL;
	verify.exit_status =
		tables_borrow(&p, claim.pieces, claim.cube, true, &solver);
	if (verify.exit_status != EXIT_SOLVED)
		return NULL;
	if (session_begin(&session, solver, &p, claim.pieces, claim.cube, NULL, &job, &error)
	    == SUPERFLIP_OK) {
		/* Wait, and say how far it is.  Cancel after a signal. */
		while (superflip_job_wait(job, UINT64_MAX, look_around_s) == SUPERFLIP_TIMEOUT) {
			superflip_progress now = {.size = sizeof now};
			char nodes[WORDS_BYTES], elapsed[WORDS_BYTES];
			superflip_job_progress(job, &now);
			if (tell_is_due(false, now.seconds, log_every_s))
				tell("line %" PRIu64 ": proving its length again, %s elapsed, %s nodes", verify.line,
				     words_duration(now.seconds, elapsed), words_large((double)now.n_generated, nodes));
			if (interrupted_by() != 0)
				superflip_job_cancel(job);
		}
		tell_hide();
		return job;
	}
	session_return(&session, solver);
	verify.exit_status = tables_complain(&error);
	return NULL;
}

/* A line says that there are no solutions with fewer moves; 0: it says nothing of this kind. */
static unsigned claimed_bound(void)
{
	return claim.is_optimal && claim.length > claim.lower_bound ? claim.length : claim.lower_bound;
}

static void expect_none(double least, double most)
{
	superflip_job *const job = search(least, most);
	const unsigned max_length = (unsigned)(fmin(most, UINT16_MAX) / superflip_problem_cost(claimed, 1) + 1e-6);
	if (job == NULL)
		return;
	const superflip_result *const result = superflip_job_result(job);
	const superflip_tables *const tables = job->solver->tables;
	const bool is_wrong = result->n_solutions > 0 && result->length <= max_length;
	superflip_error error;
	if (result->outcome == SUPERFLIP_FAILED && tables != NULL && tables_fault(tables, &error) != SUPERFLIP_OK)
		verify.exit_status = tables_complain(&error);
	else if (claim.is_unreachable && !result->is_unreachable)  /* this is decided before any search */
		verify_refuse(LINE_WRONG, "the permitted turns solve the cube, but it is said to be unreachable");
	else if (is_wrong && claim.is_optimal)
		verify_refuse(LINE_WRONG, problem_units(claimed) == NULL
		              ? "%s moves are not optimal: there is a solution of %s"
		              : "%s is not optimal: there is a solution of %s", VERIFY_NUMBER(claim.length),
		              VERIFY_NUMBER(result->length));
	else if (is_wrong)
		verify_refuse(LINE_WRONG, "said to have no solution of at most %s, but there is one of %s",
		              VERIFY_WORDS(max_length), VERIFY_NUMBER(result->length));
	else if (result->outcome != SUPERFLIP_NONE && result->n_solutions == 0 && interrupted_by() == 0) {
		const bool is_of_length = claim.has_solution && claim.is_optimal;
		print_line_to(verify.out,
		              is_of_length ? "%s:%" PRIu64 ": %s  right, not proved optimal: %s, at least %s"
		                           : "%s:%" PRIu64 ": >=%s  not proved: %s, at least %s",
		              verify.name, verify.line, VERIFY_NUMBER(is_of_length ? claim.length : claimed_bound()),
		              record_stop_reason(result), VERIFY_NUMBER(result->lower_bound));
		verify.kind = verify.kind == LINE_WRONG ? LINE_WRONG : LINE_UNPROVED;
	}
	superflip_job_free(job);
}

static void say_right(bool is_proved)
{
	char what[80], proof[100] = "";
	const bool is_optimal = is_proved && claim.is_optimal;
	if (claim.has_solution)
		snprintf(what, sizeof what, "%s%s", VERIFY_NUMBER(claim.length), is_optimal ? "*" : "");
	else if (claim.is_unreachable)
		snprintf(what, sizeof what, "%s", SAY("unreachable"));
	else if (claim.has_lengths && claim.min_length > 0)
		snprintf(what, sizeof what, SAY("none of %.10g to %.10g moves"), claim.min_length, claim.max_length);
	else
		snprintf(what, sizeof what, ">=%s", VERIFY_NUMBER(claimed_bound()));
	if (is_proved && claim.has_solution && !is_optimal)
		snprintf(proof, sizeof proof, SAY(", proved at least %s"), VERIFY_NUMBER(claim.lower_bound));
	else if (is_proved)
		snprintf(proof, sizeof proof, "%s", SAY(is_optimal ? ", proved optimal" : ", proved"));
	print_line_to(verify.out, "%s:%" PRIu64 ": %s  %s%s", verify.name, verify.line, what, SAY("right"), proof);
}

/* Whether the line is right so far.  An interrupted proof says nothing about it. */
static bool goes_on(void)
{
	return verify.kind == LINE_OTHER && verify.exit_status == EXIT_SOLVED && interrupted_by() == 0;
}

void verify_conclude(void)
{
	const unsigned bound = claimed_bound();
	const double from = fmax(claim.min_length, superflip_problem_cost(claimed, bound));
	/* A record of an error has no cube. */
	const bool says_what = claim.cube != NULL && (bound > 0 || claim.has_lengths || claim.is_unreachable);
	const bool has_proof = solve_options.prove_again && (says_what || claim.is_optimal);
	if (verify.kind == LINE_OTHER && claim.has_solution && claim.lower_bound > claim.length)
		verify_refuse(LINE_WRONG, "the solution has %s, the lower bound is %s",
		              VERIFY_WORDS(claim.length), VERIFY_NUMBER(claim.lower_bound));
	if (has_proof && verify.kind == LINE_OTHER && (bound > 0 || claim.is_unreachable))
		expect_none(0, bound > 0 ? superflip_problem_cost(claimed, bound - 1) : 0);
	if (has_proof && claim.has_lengths && from <= claim.max_length && goes_on())
		expect_none(from, claim.max_length);
	if (!goes_on())
		return;
	const bool is_judged = claim.has_solution || has_proof;
	verify.kind = is_judged ? LINE_RIGHT : LINE_WITHOUT;
	verify.is_unchecked = (says_what || claim.is_none) && !has_proof;
	if (is_judged)
		say_right(has_proof);
}
