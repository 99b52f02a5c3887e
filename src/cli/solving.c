#include "cli/solving.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/method.h"
#include "cli/stand_in.h"
#include "cli/tables.h"
#include "cube/notation.h"
#include "pocket/solve.h"
#include "pocket/text.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How many cubes may be read before the oldest of them is written.  Results come in any order; a hard cube at the head
 * lets the others run this far ahead, then all threads help with it. */
enum { WINDOW = 1024, WAIT_MS = 100, SYNC_S = 10 };

/* A cube between its line and its record. */
struct job {
	uint64_t id, line;
	char *label, *scramble;        /* owned */
	char *setup;                   /* owned; as in struct record */
	bool is_done, has_result;      /* done without a result: the line was invalid */
	struct search_result result;
	struct method_result *method_result;  /* owned; instead of result, if a method solved the cube */
	struct cube cube;              /* what the scramble makes */
	struct input_error error;
	double progress;               /* of the source, as in struct list_entry */
};

/* Cubes n_written + 1 .. n_read are in the window; cube i in slot (i - 1) % WINDOW. The pool calls one function at a
 * time, so nothing here needs a lock. */
struct solving {
	const struct solve_options *options;
	const struct source *source;
	const char *heuristic_name;
	const struct heuristic *heuristic;  /* NULL: there is none, or it is closed */
	unsigned n_threads;
	struct pocket_table *pocket_table;  /* NULL: the cubes are 3x3x3 */
	const struct method_run *method;    /* NULL: a search for shortest solutions */
	struct stand_in stand_in;
	FILE *out;
	off_t end_of_records;          /* in a file of our own: where the last whole record ends */
	double last_sync_s;
	bool shows_progress, is_progress_shown;
	bool ran_out_of_memory;        /* on one cube; the others are solved all the same */
	struct job *window;
	uint64_t n_read, n_written;
	double progress;               /* of the last record written */
	double start_s, last_progress_s;
	struct totals totals;
	int exit_status;               /* other than EXIT_SOLVED: stop */
};

static volatile sig_atomic_t is_status_wanted;

static void note_status_wanted(int signal_number)
{
	(void)signal_number;
	is_status_wanted = 1;
}

static bool must_stop(const struct solving *s)
{
	return s->exit_status != EXIT_SOLVED || interrupted_by() != 0;
}

static struct job *job_of(const struct solving *s, uint64_t id)
{
	return &s->window[(id - 1) % WINDOW];
}

static void format_duration(double seconds, char *out, size_t size)
{
	const unsigned long total = seconds < 1e9 ? (unsigned long)(seconds + 0.5) : 1000000000ul;
	if (total < 3600)
		snprintf(out, size, "%lu:%02lu", total / 60, total % 60);
	else
		snprintf(out, size, "%lu:%02lu:%02lu", total / 3600, total / 60 % 60, total % 60);
}

static void print_status(const struct solving *s, FILE *out)
{
	const double elapsed_s = clock_monotonic_s() - s->start_s;
	fprintf(out, "%" PRIu64 " done, %.1f cubes/s, %" PRIu64 " invalid", s->n_written,
	        elapsed_s > 0 ? (double)s->n_written / elapsed_s : 0.0, s->totals.n_bad);
	if (s->progress > 0 && elapsed_s > 1) {
		char left[32];
		format_duration(elapsed_s * (1 - s->progress) / s->progress, left, sizeof left);
		fprintf(out, ", %.0f %%, %s left", 100 * s->progress, left);
	}
}

static void hide_progress(struct solving *s)
{
	if (s->is_progress_shown)
		fputs("\r\033[K", stderr);
	s->is_progress_shown = false;
}

static void show_progress(struct solving *s)
{
	if (is_status_wanted) {
		is_status_wanted = 0;
		hide_progress(s);
		fputs("superflip: ", stderr);
		print_status(s, stderr);
		fputc('\n', stderr);
	}
	if (!s->shows_progress || clock_monotonic_s() - s->last_progress_s < 0.2)
		return;
	s->last_progress_s = clock_monotonic_s();
	fputs("\r\033[K", stderr);
	print_status(s, stderr);
	fflush(stderr);
	s->is_progress_shown = true;
}

/* @param name  of what is at fault, as it was given; NULL: nothing that has a name */
static void fail(struct solving *s, int exit_status, const char *name, const char *reason)
{
	hide_progress(s);
	complain("%s%s%s", name != NULL ? name : "", name != NULL ? ": " : "", reason);
	if (s->exit_status == EXIT_SOLVED)
		s->exit_status = exit_status;
}

/* On a terminal the record says it all. */
static bool says_errors_twice(const struct solving *s)
{
	return s->out == stdout && isatty(STDOUT_FILENO) && isatty(STDERR_FILENO);
}

/* "argument 2: column 5: ..." or "cubes.txt:14:5: ..."; column 0: the message is about the whole scramble. */
static void complain_of_input(struct solving *s, const struct job *job, unsigned column, const char *message)
{
	if (s->options->is_quiet)
		return;
	hide_progress(s);
	char place[48] = "";
	const unsigned row = column > 0 ? job->error.row : 0;
	if (column > 0 && job->line > 0)
		snprintf(place, sizeof place, ":%u", column);
	else if (row > 0)
		snprintf(place, sizeof place, ": line %u, column %u", row + 1, column);
	else if (column > 0)
		snprintf(place, sizeof place, ": column %u", column);
	if (s->source->n_arguments > 0)
		complain("argument %" PRIu64 "%s: %s", job->id, place, message);
	else if (job->line > 0)
		complain("%s:%" PRIu64 "%s: %s", s->source->name, job->line + row, place, message);
	else
		complain("%s: scramble %" PRIu64 "%s: %s", s->source->name, job->id, place, message);
}

/* A record is in the file as a whole or not at all. */
static void flush_records(struct solving *s)
{
	if (fflush(s->out) == 0 && !ferror(s->out)) {
		if (s->options->output_path != NULL)
			s->end_of_records = ftello(s->out);
		return;
	}
	char reason[200];
	snprintf(reason, sizeof reason, "cannot write the results: %s", strerror(errno));
	__fpurge(s->out);
	if (s->options->output_path != NULL && s->end_of_records >= 0 && ftruncate(fileno(s->out), s->end_of_records) != 0)
		clearerr(s->out);  /* no file that could be shorter: a device */
	fail(s, EXIT_TABLE, s->options->output_path, reason);
}

/* So that a power cut costs no more than what was solved in the last seconds. */
static void sync_now_and_then(struct solving *s)
{
	const double now_s = clock_monotonic_s();
	if (s->options->output_path == NULL || now_s - s->last_sync_s < SYNC_S)
		return;
	s->last_sync_s = now_s;
	fdatasync(fileno(s->out));  /* its faults are told when the file is closed */
}

static enum move_letters letters_of(const struct solve_options *o)
{
	return (o->read_options & READ_FRENCH) != 0 ? LETTERS_FRENCH : LETTERS_ENGLISH;
}

static void write_record(struct solving *s, const struct job *job)
{
	const struct solve_options *const o = s->options;
	const struct record record = {
		.id = job->id, .line = job->line, .label = job->label, .scramble = job->scramble, .setup = job->setup,
		.is_listed = s->source->n_arguments == 0, .letters = letters_of(o),
		.puzzle = s->pocket_table != NULL ? "2x2x2" : "3x3x3",
		.metric = o->metric, .heuristic = s->heuristic_name, .n_threads = s->n_threads,
		.min_length = o->request.min_length, .max_length = o->request.max_length,
		.result = job->has_result ? &job->result : NULL, .error = &job->error,
		.method = o->method_name, .method_result = job->method_result,
		.staged_cube = o->explains && job->method_result != NULL ? &job->cube : NULL,
	};
	if (s->exit_status == EXIT_SOLVED && !record_write(&record, o->format, o->with_links, s->out))
		fail(s, EXIT_MEMORY, NULL, "not enough memory for a record");
	if (o->explains && o->format == RECORD_TEXT && job->method_result != NULL && record_is_complete(&record))
		method_run_explain(s->method, &job->cube, job->method_result, s->out);
	/* Flushed before the next one: what was solved is in the file, whatever happens to this process. */
	if (s->exit_status == EXIT_SOLVED)
		flush_records(s);
	s->ran_out_of_memory |= job->has_result && job->result.outcome == SEARCH_NO_MEMORY;
	s->ran_out_of_memory |= job->method_result != NULL && job->method_result->outcome == METHOD_NO_MEMORY;
	s->totals.n_cubes++;
	s->totals.n_complete += record_is_complete(&record);
	s->totals.n_bad += record_status(&record) == RECORD_ERROR;
}

/* Write the finished records, up to the first cube that is not done. */
static void write_finished(struct solving *s)
{
	while (s->n_written < s->n_read && job_of(s, s->n_written + 1)->is_done) {
		struct job *const job = job_of(s, s->n_written + 1);
		if (s->exit_status == EXIT_SOLVED)
			write_record(s, job);
		s->progress = job->progress;
		if (job->has_result)
			search_result_free(&job->result);
		free(job->method_result);
		free(job->label);
		free(job->scramble);
		free(job->setup);
		s->n_written++;
	}
}

static enum list_status read_entry(struct solving *s, int timeout_ms, struct list_entry *out)
{
	if (s->source->n_arguments == 0)
		return list_next(s->source->list, timeout_ms, out);
	if (s->n_read == s->source->n_arguments)
		return LIST_END;
	*out = (struct list_entry){.column = 1, .scramble = s->source->arguments[s->n_read], .progress = -1};
	return LIST_ENTRY;
}

/* A 2x2x2 is solved as soon as it is read, from a table of all its states: no search, no threads. */
static bool solve_pocket(const struct solving *s, struct job *job)
{
	const double start_s = clock_monotonic_s();
	struct pocket_solution found;
	struct cube cube;
	enum position_form form;
	const unsigned options = s->options->read_options;
	if (!pocket_read_any(job->scramble, options, &form, &cube, &job->error))
		return false;
	pocket_solve_cube(s->pocket_table, &cube, &found);
	if (s->options->with_links && form == POSITION_MOVES)
		job->setup = notation_standard(job->scramble, options | READ_POCKET);
	job->is_done = job->has_result = true;
	job->result = (struct search_result){
		.outcome = SEARCH_NO_MEMORY, .length = found.length, .lower_bound = found.length,
		.seconds = clock_monotonic_s() - start_s,
	};
	struct search_solution *const solution = malloc(sizeof *solution);
	if (solution == NULL)
		return true;
	*solution = (struct search_solution){.n_moves = found.n_moves, .length = found.length};
	memcpy(solution->moves, found.moves, found.n_moves);
	job->result.outcome = SEARCH_SOLVED;
	job->result.is_optimal = true;
	job->result.n_solutions = 1;
	job->result.solutions = solution;
	return true;
}

/* A method solves a cube as soon as it is read. */
static void solve_by_method(struct solving *s, struct job *job, const struct cube *c)
{
	job->method_result = malloc(sizeof *job->method_result);
	job->is_done = true;
	show_progress(s);
	if (job->method_result == NULL)
		fail(s, EXIT_MEMORY, s->source->name, "not enough memory for a solution");
	else if (!method_run_solve(s->method, c, job->method_result))
		s->exit_status = EXIT_TABLE;
}

/* Read the scramble; false if there is nothing to search, because it is none or is solved by now: the job is done. */
static bool understand(struct solving *s, struct job *job, const struct list_entry *entry, struct cube *cube)
{
	struct position position;
	if (entry->fault != NULL) {
		job->error = (struct input_error){.column = 1};
		snprintf(job->error.message, sizeof job->error.message, "%s", entry->fault);
	} else if (s->pocket_table != NULL) {
		show_progress(s);
		if (solve_pocket(s, job))
			return false;
	} else if (position_read(entry->scramble, s->options->read_options, &position, &job->error)) {
		*cube = job->cube = position.cube;
		if (s->options->with_links && position.form == POSITION_MOVES)
			job->setup = notation_standard(entry->scramble, s->options->read_options);
		if (position.rotation != 0)
			complain_of_input(s, job, 0, "the scramble moves the centres; the solution continues from there");
		if (s->method != NULL)
			solve_by_method(s, job, cube);
		return s->method == NULL;
	}
	if (!says_errors_twice(s))
		complain_of_input(s, job, job->error.column + (job->error.row == 0 ? entry->column - 1 : 0), job->error.message);
	job->is_done = true;
	return false;
}

static struct job *add_job(struct solving *s, const struct list_entry *entry)
{
	struct job *const job = job_of(s, s->n_read + 1);
	*job = (struct job){.id = s->n_read + 1, .line = entry->line, .progress = entry->progress};
	job->label = entry->label != NULL ? strdup(entry->label) : NULL;
	job->scramble = strdup(entry->scramble);
	if (job->scramble == NULL || (entry->label != NULL && job->label == NULL)) {
		free(job->label);
		free(job->scramble);
		return NULL;
	}
	s->n_read++;
	return job;
}

/* Explain why the list gives nothing now although it has not ended. */
static void explain_list_status(struct solving *s, enum list_status status)
{
	if (status == LIST_IO)
		fail(s, EXIT_TABLE, s->source->name, strerror(errno));
	else if (status == LIST_NO_MEMORY)
		fail(s, EXIT_MEMORY, s->source->name, "not enough memory for the list");
	else if (status == LIST_BAD_EXPORT)
		fail(s, EXIT_INPUT, s->source->name, list_fault(s->source->list));
}

static enum search_next next_request(void *context, struct search_request *request, void **tag)
{
	struct solving *const s = context;
	while (!must_stop(s)) {
		if (s->n_read - s->n_written == WINDOW)
			return STREAM_WAIT;
		/* While cubes are in work the pool must not wait here: it could not hand in their results. */
		const bool is_idle = s->n_read == s->n_written;
		struct list_entry entry;
		const enum list_status status = read_entry(s, is_idle ? WAIT_MS : 0, &entry);
		if (status == LIST_LATER && !is_idle)
			return STREAM_WAIT;
		if (status == LIST_LATER) {
			show_progress(s);
			continue;
		}
		explain_list_status(s, status);
		if (status != LIST_ENTRY)
			break;
		struct job *const job = add_job(s, &entry);
		*request = s->options->request;
		if (job == NULL)
			fail(s, EXIT_MEMORY, s->source->name, "not enough memory for the list");
		else if (understand(s, job, &entry, &request->cube)) {
			*tag = job;
			return STREAM_NEXT;
		}
		write_finished(s);
	}
	return STREAM_END;
}

static void take_result(void *context, void *tag, struct search_result *result)
{
	struct job *const job = tag;
	struct solving *const s = context;
	/* What was found by a damaged table is no result, and nothing is written any more. */
	if (result->outcome == SEARCH_BAD_TABLE && s->exit_status == EXIT_SOLVED) {
		hide_progress(s);
		s->exit_status = tables_complain_of_fault(s->heuristic);
	}
	job->result = *result;
	stand_in_add(&s->stand_in, s->options, &job->cube, &job->result);
	job->is_done = job->has_result = true;
	write_finished(s);
}

static void take_iteration(void *context, void *tag, const struct search_iteration *iteration)
{
	hide_progress(context);
	record_write_iteration(((const struct job *)tag)->id, iteration, stderr);
}

static bool tick(void *context, uint64_t n_generated)
{
	(void)n_generated;
	show_progress(context);
	sync_now_and_then(context);
	return !must_stop(context);
}

/* Solve with tables and threads that are ready. */
static void run_pool(struct solving *s, const struct heuristic *h)
{
	struct pool *const pool = pool_create(h, s->options->n_threads);
	if (pool == NULL) {
		char reason[200];
		snprintf(reason, sizeof reason, "cannot start the threads: %s; choose a smaller --threads", strerror(errno));
		fail(s, EXIT_MEMORY, NULL, reason);
		return;
	}
	s->heuristic = h;
	s->heuristic_name = h->design->name;
	s->n_threads = pool_threads(pool);
	const struct search_stream stream = {
		.context = s, .next = next_request, .done = take_result, .tick = tick,
		.iteration = s->options->is_verbose ? take_iteration : NULL,
	};
	pool_run(pool, &stream);
	pool_destroy(pool);
}

static void run_search(struct solving *s)
{
	struct heuristic heuristic;
	s->exit_status = tables_open(s->options, &heuristic);
	if (s->exit_status != EXIT_SOLVED)
		return;
	s->start_s = clock_monotonic_s();
	record_write_head(s->options->format, s->out);
	run_pool(s, &heuristic);
	stand_in_destroy(&s->stand_in);
	tables_close(s->options, &heuristic);
}

static void run_pocket(struct solving *s)
{
	s->pocket_table = pocket_table_build(s->options->metric);
	if (s->pocket_table == NULL) {
		fail(s, EXIT_MEMORY, NULL, "not enough memory");
		return;
	}
	s->heuristic_name = "pocket";
	s->n_threads = 1;
	record_write_head(s->options->format, s->out);
	struct search_request request;
	void *tag;
	next_request(s, &request, &tag);  /* to the end of the source: no cube is left to a search */
	free(s->pocket_table);
}

static void run_method(struct solving *s)
{
	struct method_run run;
	s->exit_status = method_run_open(s->options, &run);
	if (s->exit_status != EXIT_SOLVED)
		return;
	s->method = &run;
	s->heuristic_name = method_run_heuristic(&run);
	s->n_threads = run.n_threads;
	s->start_s = clock_monotonic_s();
	record_write_head(s->options->format, s->out);
	struct search_request request;
	void *tag;
	next_request(s, &request, &tag);  /* to the end of the source: no cube is left to a search */
	method_run_close(&run);
}

int solve_source(const struct solve_options *options, const struct source *source, FILE *out, bool shows_progress,
                 struct totals *totals)
{
	struct solving s = {
		.options = options, .source = source, .out = out, .shows_progress = shows_progress, .progress = -1,
		.window = calloc(WINDOW, sizeof *s.window),
	};
	if (s.window == NULL) {
		complain("not enough memory");
		return EXIT_MEMORY;
	}
	const struct sigaction action = {.sa_handler = note_status_wanted, .sa_flags = SA_RESTART};
	sigaction(SIGUSR1, &action, NULL);
	s.start_s = s.last_sync_s = clock_monotonic_s();
	if (options->puzzle == PUZZLE_POCKET)
		run_pocket(&s);
	else if (options->method_name != NULL)
		run_method(&s);
	else
		run_search(&s);
	hide_progress(&s);
	const uint64_t n_left_out = source->list != NULL ? list_n_other_puzzles(source->list) : 0;
	if (n_left_out > 0 && !options->is_quiet)
		complain("%s: skipped scrambles of other puzzles: %" PRIu64, source->name, n_left_out);
	free(s.window);
	*totals = s.totals;
	totals->seconds = clock_monotonic_s() - s.start_s;
	if (s.exit_status == EXIT_SOLVED && interrupted_by() != 0)
		return 128 + interrupted_by();
	return s.exit_status == EXIT_SOLVED && s.ran_out_of_memory ? EXIT_MEMORY : s.exit_status;
}
