/* superflip pocket solve */
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/entries.h"
#include "cli/pocket/record.h"
#include "cli/status.h"
#include "pocket/solve.h"
#include "pocket/text.h"
#include "pocket/walk.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char solve_help[] =
	"usage: superflip pocket solve [OPTION...] [SCRAMBLE...]\n\n"
	"Find shortest solutions of the 2x2x2, in turns of U, R and F; print `length*  moves`\n"
	"for each scramble (* proved optimal).  Without SCRAMBLE they are read from standard\n"
	"input, one a line.  Scrambles are turns of U R F D L B, or r b d for R B D.\n\n"
	"  --metric htm|qtm  a half turn counts as one move (default) or two\n"
	"  --table FILE      read the table from FILE (`superflip pocket build`) instead\n"
	"                    of building it, which takes 0.05 s\n"
	"  --method METHOD   table (default), or walk: turn at random until solved; such\n"
	"                    solutions have millions of moves\n"
	"  --seed N          walk: seed of its random numbers (default 1)\n"
	"  --step-limit N    walk: give up after N turns (default 100000000)\n"
	"  --letters URF|rbd turns of U, R and F (default), or of r, b and d, which are R, B\n"
	"                    and D and keep the cubie at UFL in its place\n"
	"  --goal POSITION   reach this position (turns, 24 facelets or 14 numbers) instead\n"
	"                    of the solved one\n"
	"  --json            JSON Lines\n\n"
	"exit status: 0 all solved, 1 some not solved, 2 usage, 3 no scramble could be\n"
	"read, 4 table or I/O error, 5 not enough memory\n";

/* What the scrambles of one call share. */
struct job {
	const struct pocket_options *options;
	struct pocket_table *table;   /* NULL for the random walk */
	uint64_t n_read;
	unsigned n_solved, n_unread, n_given_up;
	bool lacked_memory;                  /* to read one */
};

/* A text that grows in memory. */
struct text {
	FILE *stream;
	char *bytes;
	size_t n_bytes;
};

static void open_text(struct text *text)
{
	text->stream = open_memstream(&text->bytes, &text->n_bytes);
	if (text->stream == NULL)
		pocket_give_up_without_memory();
}

static char *close_text(struct text *text)
{
	if (fclose(text->stream) != 0 || text->bytes == NULL)
		pocket_give_up_without_memory();
	return text->bytes;
}

/* The state whose solutions solve the cube, in the letters asked for. */
static uint32_t index_to_solve(const struct pocket_options *options, const struct cube *c)
{
	const struct pocket state = pocket_of_cube(c);
	return options->has_small_letters ? pocket_rank(&state) : pocket_index_to_solve(c);
}

static const char *name_of_move(const struct pocket_options *options, unsigned move)
{
	return options->has_small_letters ? pocket_move_name[move] : move_name[pocket_face_turn(move)];
}

static void solve_by_table(const struct job *job, const struct cube *c, struct pocket_record *record)
{
	uint8_t moves[POCKET_MAX_LENGTH];
	const unsigned n_moves = pocket_table_solve(job->table, index_to_solve(job->options, c), moves);
	struct text text;
	open_text(&text);
	for (unsigned i = 0; i < n_moves; i++) {
		fprintf(text.stream, "%s%s", i > 0 ? " " : "", name_of_move(job->options, moves[i]));
		record->length += move_cost(job->options->metric, moves[i]);
	}
	record->moves = close_text(&text);
	record->status = "optimal";
}

/* Walks twice with the same random numbers: first to see whether it solves the cube, then to write the moves down. */
static void solve_by_walk(const struct pocket_options *options, const struct cube *c, struct pocket_record *record)
{
	const struct pocket_walk start = pocket_walk_from(index_to_solve(options, c), options->seed);
	struct pocket_walk walk = start;
	for (uint64_t n = 0; !pocket_walk_is_home(&walk) && n < options->step_limit && !interrupted_by(); n++)
		record->length += move_cost(options->metric, pocket_walk_step(&walk));
	if (!pocket_walk_is_home(&walk)) {
		record->status = "bound";
		record->message = interrupted_by() ? "interrupted" : "step limit";
		return;
	}
	struct text text;
	open_text(&text);
	for (walk = start; !pocket_walk_is_home(&walk);) {
		const char *const separator = walk.last_move == POCKET_MOVES ? "" : " ";
		fprintf(text.stream, "%s%s", separator, name_of_move(options, pocket_walk_step(&walk)));
	}
	record->moves = close_text(&text);
	record->status = "solved";
}

/* For whoever asks by SIGUSR1. */
static void tell_status(void *context)
{
	const struct job *const job = context;
	if (status_is_wanted())
		complain("pocket solve: %" PRIu64 " read, %u solved, %u invalid", job->n_read, job->n_solved, job->n_unread);
}

static bool read_scramble(const char *name, const struct list_entry *entry, struct cube *out, struct input_error *error)
{
	*error = (struct input_error){.column = 1};
	if (entry->fault != NULL)
		snprintf(error->message, sizeof error->message, "%s", entry->fault);
	else if (pocket_read(entry->scramble, out, error))
		return true;
	entry_refuse(name, entry, error);
	error->column += error->row == 0 ? entry->column - 1 : 0;
	return false;
}

static int solve_entry(void *context, const char *name, const struct list_entry *entry)
{
	struct job *const job = context;
	const double start_s = clock_monotonic_s();
	struct pocket_record record = {.scramble = entry->scramble, .id = ++job->n_read, .line = (unsigned)entry->line};
	struct cube c;
	struct input_error error;
	if (!read_scramble(name, entry, &c, &error)) {
		record.status = "error";
		record.message = error.message;
		record.error = &error;
		job->n_unread++;
		job->lacked_memory |= error.is_no_memory;
	} else {
		c = cube_product(&job->options->goal_inverse, &c);  /* from c to the goal is from goal' c to the solved cube */
		if (job->options->walks)
			solve_by_walk(job->options, &c, &record);
		else
			solve_by_table(job, &c, &record);
		job->n_solved += record.moves != NULL;
		job->n_given_up += record.moves == NULL;
		if (record.moves == NULL)
			complain("%s %" PRIu64 ": the random walk did not end: %s", name != NULL ? "scramble" : "argument", entry->number,
			         record.message);
	}
	record.seconds = clock_monotonic_s() - start_s;
	pocket_record_print(&record, job->options);
	free(record.moves);
	return EXIT_SOLVED;
}

static int job_status(const struct job *job)
{
	if (interrupted_by())
		return 128 + interrupted_by();
	if (job->lacked_memory)
		return EXIT_MEMORY;
	if (job->n_unread > 0 && job->n_solved == 0 && job->n_given_up == 0)
		return EXIT_INPUT;
	return job->n_unread + job->n_given_up > 0 ? EXIT_NOT_SOLVED : EXIT_SOLVED;
}

static const char *why_unread(enum pdb_status status)
{
	switch (status) {
	case PDB_BAD_MAGIC:
		return "not a table of the 2x2x2";
	case PDB_BAD_VERSION:
		return "another format version";
	case PDB_WRONG_TABLE:
		return "a table of the other metric";
	case PDB_TRUNCATED:
		return "not as long as a table";
	default:
		return "damaged";
	}
}

/* @return -1 to go on, else the exit status */
static int load_table(const struct pocket_options *options, struct pocket_table **table)
{
	const enum metric metric = options->metric;
	enum pdb_status status = PDB_OK;
	if (options->file != NULL)
		status = pocket_table_read(options->file, metric, table);
	else if ((*table = pocket_table_build(metric)) == NULL)
		status = PDB_NO_MEMORY;
	switch (status) {
	case PDB_OK:
		return -1;
	case PDB_NO_MEMORY:
		complain("not enough memory");
		return EXIT_MEMORY;
	case PDB_MISSING:
	case PDB_IO:
		return complain_of_errno(options->file);
	default:
		complain("%s: %s; run `superflip pocket build --force --metric %s -o %s`", options->file, why_unread(status),
		         metric_name[metric], options->file);
		return EXIT_TABLE;
	}
}

int command_pocket_solve(int argc, char **argv)
{
	static const struct option known[] = {
		{"metric", required_argument, NULL, 'm'}, {"table", required_argument, NULL, 'f'},
		{"method", required_argument, NULL, 'M'}, {"seed", required_argument, NULL, 's'},
		{"step-limit", required_argument, NULL, 'l'}, {"json", no_argument, NULL, 'j'}, {"letters", required_argument, NULL, 'L'},
		{"goal", required_argument, NULL, 'g'}, {"help", no_argument, NULL, 'h'}, {0},
	};
	struct pocket_options options;
	int status = pocket_options_read(argc, argv, known, "h", solve_help, &options);
	if (status >= 0)
		return status;
	struct job job = {.options = &options};
	if (!options.walks && (status = load_table(&options, &job.table)) >= 0)
		return status;
	catch_interrupts(false);
	const struct entry_reader reader = {.take = solve_entry, .look_around = tell_status, .context = &job, .list_options = LIST_POCKET};
	status = optind == argc ? entries_of_file(&reader, "-") : entries_of_arguments(&reader, argv + optind, argc - optind);
	free(job.table);
	return status != EXIT_SOLVED ? status : job_status(&job);
}
