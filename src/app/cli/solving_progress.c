/* How far a list or a cube is: a line on the terminal, lines now and then in a log, and one for each
 * SIGUSR1. */
#include "cli/solving_state.h"

#include "cli/output.h"
#include "report/prediction.h"

enum { LINE_BYTES = 512 };
static const double first_s = 1, log_every_s = 60;
static const double predict_after_s = 2;  /* a shorter search is over before its prediction is there */

/* What is left of this length, by the nodes that it is predicted to have; 0 while that is not known. */
static double iteration_left_s(const superflip_progress *p)
{
	const double now_s = clock_monotonic_s();
	if (solving.prediction == NULL && status_line_is_wanted(is_quiet || solving.is_typed)
	    && solving.solver != NULL && solving.solver->tables != NULL && problem_is_search(problem)
	    && problem->turns == NULL && solving.goal_name[0] == '\0'
	    && now_s - solving.start_s > predict_after_s)
		solving.prediction = prediction_start(solving.solver->tables);
	if (solving.prediction == NULL || solving.iteration.threshold == 0)
		return 0;
	const superflip_cube *const cube = problem->goal == NULL ? solving.last_cube : NULL;
	const double n = prediction_of(solving.prediction, cube, solving.iteration.threshold);
	const double n_now = (double)(p->n_generated - solving.iteration.n_before);
	return n > n_now && n_now > 0 ? (now_s - solving.iteration.start_s) * (n - n_now) / n_now : 0;
}

static void add_time(FILE *out, double elapsed_s, double left_s)
{
	char words[WORDS_BYTES];
	if (left_s > 0)
		fprintf(out, "%s left, ", words_duration(left_s, words));
	fprintf(out, "%s elapsed", words_duration(elapsed_s, words));
}

/* Many: how many of them, those included that are written after a slower one, and the time left for the
 * others; if one takes long, how far it is. */
static void describe_list(const superflip_progress *p, double elapsed_s,
                          FILE *out)
{
	const uint64_t n_known =
		source.n_arguments > 0 ? source.n_arguments : source.n_cubes;
	const uint64_t n_before = output.n_resumed, n_written = solving.n_written - n_before;
	const uint64_t n_solved = n_written > p->n_done ? n_written : p->n_done, n_done = n_before + n_solved;
	const bool is_known = n_known != UINT64_MAX && n_known >= n_done;
	double left_s = 0;
	fprintf(out, "%" PRIu64, n_done);
	if (is_known)
		fprintf(out, " of %" PRIu64, n_known);
	if (is_known && n_solved > 0)
		left_s = elapsed_s * (double)(n_known - n_done) / (double)n_solved;
	else if (solving.progress > 0)
		left_s = elapsed_s * (1 - solving.progress) / solving.progress;
	fprintf(out, " done, ");
	add_time(out, elapsed_s, elapsed_s > first_s ? left_s : 0);
	char rate[WORDS_BYTES], words[RECORD_WORDS_BYTES];
	fprintf(out, ", %s cubes/s, %" PRIu64 " invalid",
	    words_rate(elapsed_s > 0 ? (double)n_solved / elapsed_s : 0, rate), totals.n_bad);
	if (solving.iteration.threshold > 0)
		fprintf(out, ", cube %" PRIu64 " at %s", solving.iteration.id,
		    record_words(problem, solving.iteration.threshold, words));
}

static void describe(FILE *out)
{
	const double elapsed_s = clock_monotonic_s() - solving.start_s;
	char words[RECORD_WORDS_BYTES];
	superflip_progress p = {.size = sizeof p};
	if (solving.stream != NULL)
		superflip_job_progress(solving.stream, &p);
	/* Where the search of the oldest cube is: the iteration, and how many nodes there were when it began.  The
	 * thresholds of a turn set are wherever its costs lead: what is proved is told. */
	const unsigned threshold = p.id <= solving.n_written        ? 0
	                           : problem_units(problem) != NULL ? p.lower_bound
	                           : p.threshold + (problem->metric == SUPERFLIP_QTM ? 2 : 1);
	if (threshold != solving.iteration.threshold || p.id != solving.iteration.id)
		solving.iteration = (struct solving_iteration){
			.id = p.id, .threshold = threshold, .n_before = p.n_generated, .start_s = clock_monotonic_s(),
		};
	if (source.n_arguments != 1)
		describe_list(&p, elapsed_s, out);
	else {
		/* One cube: the length in work, the time so far, and what is left for it. */
		if (solving.iteration.threshold > 0)
			fprintf(out, "%s: ", record_words(problem, solving.iteration.threshold, words));
		add_time(out, elapsed_s, iteration_left_s(&p));
	}
	if (p.checked_share < 1)
		fprintf(out, ", table checked to %.0f %%", 100 * p.checked_share);
	if (solving.solver == NULL || solving.solver->tables == NULL
	    || !problem_is_search(problem))
		return;
	fprintf(out, ", %s nodes", words_large((double)p.n_generated, words));
	fprintf(out, ", %s nodes/s", words_large(elapsed_s > 0 ? (double)p.n_generated / elapsed_s : 0, words));
}

void solving_show_progress(void)
{
	char text[LINE_BYTES] = "";
	if (!tell_is_due(solving.is_typed, clock_monotonic_s() - solving.start_s,
	                 solve_options.progress_s > 0 ? solve_options.progress_s : log_every_s))
		return;
	FILE *const out = fmemopen(text, sizeof text, "w");
	if (out == NULL)
		return;
	describe(out);
	fclose(out);
	tell("%s", text);
}
