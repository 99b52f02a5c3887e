/* How far a list or a cube is: a line on the terminal, lines now and then in a log, and one for each
 * SIGUSR1. */
#include "cli/solving_state.h"

#include "base/clock.h"
#include "base/words.h"
#include "cli/output.h"
#include "report/prediction.h"
#include "report/status_line.h"

#include <inttypes.h>
#include <string.h>

enum { LINE_BYTES = 512 };
static const double first_s = 1, renew_every_s = 0.2, log_every_s = 60;
static const double predict_after_s = 2;  /* a shorter search is over before its prediction is there */

/* Where the search of the oldest cube is: the iteration, and how many nodes there were when it began. */
static void note_iteration(struct solving *s, const superflip_progress *p)
{
	const unsigned step = s->options->problem.metric == SUPERFLIP_QTM ? 2 : 1;
	/* The thresholds of a turn set are wherever its costs lead: what is proved is told. */
	const unsigned threshold = p->id <= s->n_written                         ? 0
	                           : problem_units(&s->options->problem) != NULL ? p->lower_bound
	                                                                         : p->threshold + step;
	if (threshold == s->iteration.threshold && p->id == s->iteration.id)
		return;
	s->iteration = (struct solving_iteration){
		.id = p->id, .threshold = threshold, .n_before = p->n_generated, .start_s = clock_monotonic_s(),
	};
}

/* What is left of this length, by the nodes that it is predicted to have; 0 while that is not known. */
static double iteration_left_s(struct solving *s, const superflip_progress *p)
{
	const struct superflip_problem *const q = &s->options->problem;
	const double now_s = clock_monotonic_s();
	if (s->prediction == NULL && s->style == SOLVING_LINE && s->solver != NULL && s->solver->tables != NULL
	    && problem_is_search(q) && q->turns == NULL && s->goal_name[0] == '\0'
	    && now_s - s->start_s > predict_after_s)
		s->prediction = prediction_start(s->solver->tables);
	if (s->prediction == NULL || s->iteration.threshold == 0)
		return 0;
	const superflip_cube *const cube = q->goal == NULL ? s->last_cube : NULL;
	const double n = prediction_of(s->prediction, cube, s->iteration.threshold);
	const double n_now = (double)(p->n_generated - s->iteration.n_before);
	return n > n_now && n_now > 0 ? (now_s - s->iteration.start_s) * (n - n_now) / n_now : 0;
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
static void describe_list(const struct solving *s, const superflip_progress *p, double elapsed_s,
                          FILE *out)
{
	const uint64_t n_known = s->source->n_arguments > 0 ? s->source->n_arguments : s->source->n_cubes;
	const uint64_t n_before = s->output->n_resumed, n_written = s->n_written - n_before;
	const uint64_t n_solved = n_written > p->n_done ? n_written : p->n_done, n_done = n_before + n_solved;
	const bool is_known = n_known != UINT64_MAX && n_known >= n_done;
	double left_s = 0;
	fprintf(out, "%" PRIu64, n_done);
	if (is_known)
		fprintf(out, " of %" PRIu64, n_known);
	if (is_known && n_solved > 0)
		left_s = elapsed_s * (double)(n_known - n_done) / (double)n_solved;
	else if (s->progress > 0)
		left_s = elapsed_s * (1 - s->progress) / s->progress;
	fprintf(out, " done, ");
	add_time(out, elapsed_s, elapsed_s > first_s ? left_s : 0);
	char rate[WORDS_BYTES], words[RECORD_WORDS_BYTES];
	fprintf(out, ", %s cubes/s, %" PRIu64 " invalid",
	    words_rate(elapsed_s > 0 ? (double)n_solved / elapsed_s : 0, rate), s->totals->n_bad);
	if (s->iteration.threshold > 0)
		fprintf(out, ", cube %" PRIu64 " at %s", s->iteration.id,
		    record_words(&s->options->problem, s->iteration.threshold, words));
}

static void describe(struct solving *s, FILE *out)
{
	const double elapsed_s = clock_monotonic_s() - s->start_s;
	char words[RECORD_WORDS_BYTES];
	superflip_progress p = {.size = sizeof p};
	if (s->stream != NULL)
		superflip_job_progress(s->stream, &p);
	note_iteration(s, &p);
	if (s->source->n_arguments != 1)
		describe_list(s, &p, elapsed_s, out);
	else {
		/* One cube: the length in work, the time so far, and what is left for it. */
		if (s->iteration.threshold > 0)
			fprintf(out, "%s: ", record_words(&s->options->problem, s->iteration.threshold, words));
		add_time(out, elapsed_s, iteration_left_s(s, &p));
	}
	if (p.checked_share < 1)
		fprintf(out, ", table checked to %.0f %%", 100 * p.checked_share);
	if (s->solver == NULL || s->solver->tables == NULL || !problem_is_search(&s->options->problem))
		return;
	fprintf(out, ", %s nodes", words_large((double)p.n_generated, words));
	fprintf(out, ", %s nodes/s", words_large(elapsed_s > 0 ? (double)p.n_generated / elapsed_s : 0, words));
}

void solving_hide_progress(struct solving *s)
{
	if (s->is_progress_shown)
		status_line_clear(stderr);
	s->is_progress_shown = false;
}

void solving_show_progress(struct solving *s)
{
	const double now_s = clock_monotonic_s(),
	             interval_s = s->options->progress_s > 0 ? s->options->progress_s : log_every_s;
	const bool is_asked = status_is_wanted();
	const bool is_drawn = s->style == SOLVING_LINE && now_s - s->start_s >= first_s
	                      && now_s - s->last_progress_s >= renew_every_s;
	const bool is_logged =
		s->style == SOLVING_LOG
		&& status_log_is_due(interval_s, now_s - s->start_s, s->last_progress_s - s->start_s);
	if (!is_asked && !is_drawn && !is_logged)
		return;
	char text[LINE_BYTES] = "";
	FILE *const out = fmemopen(text, sizeof text, "w");
	if (out == NULL)
		return;
	describe(s, out);
	fclose(out);
	if (is_asked || is_logged) {
		solving_hide_progress(s);
		complain("%s", text);
	}
	if (is_drawn) {
		status_line_show(stderr, text);
		s->is_progress_shown = true;
	}
	if (is_drawn || is_logged)
		s->last_progress_s = now_s;
}
