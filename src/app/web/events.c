#include "web/events.h"

#include "report/json.h"
#include "report/record.h"

#include <inttypes.h>
#include <stdlib.h>

const double web_events_pause_s = 0.25;
static const double silence_s = 15;

/* A solution that was found is told in one of many writes, so that nobody waits for all of them. */
enum { MAX_SOLUTIONS_A_TIME = 200 };

struct web_cursor web_cursor_after(const char *id)
{
	struct web_cursor cursor = {0};
	unsigned n_iterations;
	uint64_t n_solutions;
	char rest;
	if (id != NULL && sscanf(id, "%6u.%12" SCNu64 "%c", &n_iterations, &n_solutions, &rest) == 2) {
		cursor.n_iterations = n_iterations;
		cursor.n_solutions = n_solutions;
	}
	return cursor;
}

/* The id says what was told up to this event. */
static void write_event(struct web_cursor *cursor, const char *name, json_t *data, double now_s, FILE *out)
{
	char *const text = json_line(data);
	if (text != NULL)
		fprintf(out, "event: %s\nid: %" PRIu64 ".%" PRIu64 "\ndata: %s\n\n", name, cursor->n_iterations, cursor->n_solutions,
		        text);
	free(text);
	cursor->told_s = now_s;
}

/* Iterations and solutions, in the order in which a search makes them: a solution belongs to the iteration
 * that ends after it. */
static void write_found(struct web_job *job, struct web_cursor *cursor, double now_s, FILE *out)
{
	superflip_job *const work = web_job_work(job);
	const struct superflip_problem *const p = &job->request.problem;
	char text[3 * SUPERFLIP_MAX_MOVES + 1];
	superflip_iteration it;
	uint8_t moves[SUPERFLIP_MAX_MOVES];
	superflip_solution found;
	unsigned n_told = 0;
	uint64_t next = cursor->n_iterations;
	if (work == NULL)
		return;
	while (superflip_job_iteration(work, &next, NULL, &it) == SUPERFLIP_OK && it.n_solutions == 0) {
		cursor->n_iterations = next;
		write_event(cursor, "iteration", web_iteration_json(job, &it), now_s, out);
	}
	for (; n_told < MAX_SOLUTIONS_A_TIME; n_told++) {
		if (superflip_job_solution(work, cursor->n_solutions, moves, &found) != SUPERFLIP_OK)
			break;
		if (problem_units(p) != NULL)
			turns_write(p->turns, moves, found.n_moves, NULL, text, sizeof text);
		cursor->n_solutions++;
		write_event(cursor, "solution", json_pack(
			"{s:o, s:o, s:o}", "length", record_json_length(problem_units(p), found.length), "moves",
			problem_units(p) != NULL ? json_string(text) : json_moves(moves, found.n_moves, p->read_options),
			"number", json_count(cursor->n_solutions)), now_s, out);
	}
	while (n_told < MAX_SOLUTIONS_A_TIME
	       && superflip_job_iteration(work, &cursor->n_iterations, NULL, &it) == SUPERFLIP_OK)
		write_event(cursor, "iteration", web_iteration_json(job, &it), now_s, out);
}

void web_events_write(struct web_job *job, struct web_cursor *cursor, double now_s, FILE *out)
{
	unsigned ahead;
	const enum web_job_state state = web_job_state(job, &ahead);  /* before what it found: the end comes last */
	const uint64_t n_before = cursor->n_iterations + cursor->n_solutions;
	const superflip_progress p = web_job_progress(job);
	const bool has_table = state != WEB_JOB_DONE && web_job_table(job).name[0] != '\0';
	if (state == WEB_JOB_WAITING && !has_table && !(cursor->has_waited && cursor->ahead == ahead)) {
		cursor->has_waited = true;
		cursor->ahead = ahead;
		write_event(cursor, "waiting", json_pack("{s:i}", "ahead", ahead), now_s, out);
	}
	if (p.has_begun && !cursor->has_begun) {
		cursor->has_begun = true;
		write_event(cursor, "begin", web_progress_json(job), now_s, out);
	}
	write_found(job, cursor, now_s, out);
	if (state == WEB_JOB_DONE && cursor->n_iterations + cursor->n_solutions == n_before) {
		write_event(cursor, "end", web_job_json(job), now_s, out);
		cursor->has_ended = true;
	} else if ((has_table || (p.has_begun && !p.is_done && p.n_generated != cursor->n_nodes))
	           && now_s - cursor->told_s >= web_events_pause_s) {
		cursor->n_nodes = p.n_generated;
		cursor->has_waited &= !has_table;
		write_event(cursor, "progress", web_progress_json(job), now_s, out);
	} else if (now_s - cursor->told_s >= silence_s) {
		fputs(":\n\n", out);
		cursor->told_s = now_s;
	}
	cursor->n_changes = p.n_changes;
}
