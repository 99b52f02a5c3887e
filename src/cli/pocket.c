/* superflip pocket: the 2x2x2. */
#include "cli/cli.h"
#include "pocket/proof.h"
#include "pocket/solve.h"
#include "pocket/text.h"
#include "pocket/walk.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { JSON_SCHEMA = 1, DEFAULT_STEP_LIMIT = 100000000 };

struct options {
	enum metric metric;
	bool walks, json;             /* solve --method walk, --json */
	uint64_t seed, step_limit;    /* of the walk */
	const char *file;             /* solve --table, build -o */
	bool may_overwrite;           /* build --force */
	unsigned bound;               /* prove --bound; POCKET_MAX_LENGTH + 1: not given */
};

static const char solve_help[] =
	"usage: superflip pocket solve [OPTION...] [SCRAMBLE...]\n\n"
	"Shortest solutions of the 2x2x2, in turns of U, R and F; prints `length  moves`\n"
	"for each scramble.  Without SCRAMBLE they are read from standard input, one a\n"
	"line.  Scrambles are turns of U R F D L B, or r b d for R B D.\n\n"
	"  --metric htm|qtm  a half turn counts as one move (default) or two\n"
	"  --table FILE      read the table from FILE (`superflip pocket build`) instead\n"
	"                    of building it, which takes 0.05 s\n"
	"  --method METHOD   table (default), or walk: turn at random until solved; such\n"
	"                    solutions have millions of moves\n"
	"  --seed N          walk: seed of its random numbers (default 1)\n"
	"  --step-limit N    walk: give up after N turns (default 100000000)\n"
	"  --json            JSON Lines\n\n"
	"exit status: 0 all solved, 1 some not solved, 2 usage, 3 no scramble could be\n"
	"read, 4 table or I/O error, 5 not enough memory\n";
static const char distribution_help[] =
	"usage: superflip pocket distribution [--metric htm|qtm]\n\n"
	"How many of the 3,674,160 states of the 2x2x2 are at each distance from solved.\n";
static const char prove_help[] =
	"usage: superflip pocket prove [--metric htm|qtm] [--bound N]\n\n"
	"Prove, coset by coset and without a table of all states, that N moves solve\n"
	"every 2x2x2 (default: 11 in HTM, 14 in QTM, the least for which this is true).\n"
	"Takes a few seconds.\n\n"
	"exit status: 0 proved, 1 some states need more moves\n";
static const char build_help[] =
	"usage: superflip pocket build -o FILE [--force] [--metric htm|qtm]\n\n"
	"Write the table of distances mod 3, two bits a state: 918,540 bytes after a\n"
	"header of 32.  `superflip pocket solve --table FILE` reads it.  --force replaces an\n"
	"existing FILE.\n";

static bool parse_metric(const char *text, enum metric *out)
{
	for (unsigned m = 0; m < N_METRICS; m++)
		if (strcmp(text, metric_name[m]) == 0) {
			*out = (enum metric)m;
			return true;
		}
	complain("metric '%s': expected htm or qtm", text);
	return false;
}

static bool parse_number(const char *name, const char *text, uint64_t max, uint64_t *out)
{
	char *end;
	errno = 0;
	const uint64_t number = strtoull(text, &end, 10);
	if (errno != 0 || end == text || *end != '\0' || strchr(text, '-') != NULL || number > max) {
		complain("%s '%s': expected a number from 0 to %" PRIu64, name, text, max);
		return false;
	}
	*out = number;
	return true;
}

static bool parse_method(const char *text, bool *walks)
{
	*walks = strcmp(text, "walk") == 0;
	if (*walks || strcmp(text, "table") == 0)
		return true;
	complain("method '%s': expected table or walk", text);
	return false;
}

static bool parse_option(int option, struct options *out)
{
	uint64_t number;
	switch (option) {
	case 'm':
		return parse_metric(optarg, &out->metric);
	case 'M':
		return parse_method(optarg, &out->walks);
	case 'j':
		return out->json = true;
	case 'F':
		return out->may_overwrite = true;
	case 's':
		return parse_number("seed", optarg, UINT64_MAX, &out->seed);
	case 'l':
		return parse_number("step limit", optarg, UINT64_MAX, &out->step_limit);
	case 'b':
		if (!parse_number("bound", optarg, POCKET_MAX_LENGTH, &number))
			return false;
		out->bound = (unsigned)number;
		return true;
	default:
		out->file = optarg;
		return true;
	}
}

/* Options of one verb.  @return -1 to go on, else the exit status */
static int parse_options(int argc, char **argv, const struct option *known, const char *short_known, const char *help,
                         struct options *out)
{
	*out = (struct options){.seed = 1, .step_limit = DEFAULT_STEP_LIMIT, .bound = POCKET_MAX_LENGTH + 1};
	opterr = 0;
	for (int option; (option = getopt_long(argc, argv, short_known, known, NULL)) != -1;) {
		if (option == 'h') {
			fputs(help, stdout);
			return EXIT_SOLVED;
		}
		if (option == '?') {
			complain("pocket %s: option '%s' is unknown or lacks its value; `superflip pocket %s --help` lists them",
			         argv[0], argv[optind - 1], argv[0]);
			return EXIT_USAGE;
		}
		if (!parse_option(option, out))
			return EXIT_USAGE;
	}
	return -1;
}

static int refuse_arguments(char **argv)
{
	complain("pocket %s takes no argument '%s'", argv[0], argv[optind]);
	return EXIT_USAGE;
}

/* What the scrambles of one call share. */
struct job {
	const struct options *options;
	struct pocket_table *table;   /* NULL for the random walk */
	unsigned n_solved, n_unread, n_given_up;
};

/* One scramble and what became of it. */
struct record {
	const char *scramble;
	unsigned number;              /* line of standard input, or which argument, from 1 */
	const char *status;           /* "optimal", "solved", "limit", "error" */
	uint64_t length;
	char *moves;                  /* NULL without a solution */
	const char *message;          /* why there is none */
};

static json_t *text_or_null(const char *text)
{
	json_t *const string = json_string(text);
	return string != NULL ? string : json_null();  /* no UTF-8 */
}

static void print_json(const struct record *record, const struct options *options)
{
	json_t *const object = json_pack("{si ss si so ss ss}", "schema", JSON_SCHEMA, "puzzle", "2x2x2", "line",
	                                 (int)record->number, "scramble", text_or_null(record->scramble), "status",
	                                 record->status, "metric", metric_name[options->metric]);
	if (record->moves != NULL) {
		json_object_set_new(object, "length", json_integer((json_int_t)record->length));
		if (!options->walks)
			json_object_set_new(object, "lower_bound", json_integer((json_int_t)record->length));
		json_object_set_new(object, "solutions", json_pack("[s]", record->moves));
	} else {
		json_object_set_new(object, "message", text_or_null(record->message));
	}
	json_dumpf(object, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(object);
}

static void print_record(const struct record *record, const struct options *options)
{
	if (options->json)
		print_json(record, options);
	else if (record->moves == NULL)
		puts(record->status);
	else if (record->length == 0)
		puts("0");
	else
		printf("%" PRIu64 "  %s\n", record->length, record->moves);
	fflush(stdout);
}

/* A text that grows in memory. */
struct text {
	FILE *stream;
	char *bytes;
	size_t n_bytes;
};

static void give_up_without_memory(void)
{
	complain("not enough memory");
	exit(EXIT_MEMORY);
}

static void open_text(struct text *text)
{
	text->stream = open_memstream(&text->bytes, &text->n_bytes);
	if (text->stream == NULL)
		give_up_without_memory();
}

static char *close_text(struct text *text)
{
	if (fclose(text->stream) != 0)
		give_up_without_memory();
	return text->bytes;
}

static void solve_by_table(const struct job *job, const struct cube *c, struct record *record)
{
	struct pocket_solution solution;
	pocket_solve_cube(job->table, c, &solution);
	struct text text;
	open_text(&text);
	for (unsigned i = 0; i < solution.n_moves; i++)
		fprintf(text.stream, "%s%s", i > 0 ? " " : "", move_name[solution.moves[i]]);
	record->moves = close_text(&text);
	record->length = solution.length;
	record->status = "optimal";
}

/* Walks twice with the same random numbers: first to see whether it solves the cube, then to write the moves down. */
static void solve_by_walk(const struct options *options, const struct cube *c, struct record *record)
{
	const struct pocket_walk start = pocket_walk_from(pocket_index_to_solve(c), options->seed);
	struct pocket_walk walk = start;
	for (uint64_t n = 0; !pocket_walk_is_home(&walk) && n < options->step_limit && !interrupted_by(); n++)
		record->length += move_cost(options->metric, pocket_walk_step(&walk));
	if (!pocket_walk_is_home(&walk)) {
		record->status = "limit";
		record->message = interrupted_by() ? "interrupted" : "the random walk hit its step limit";
		return;
	}
	struct text text;
	open_text(&text);
	for (walk = start; !pocket_walk_is_home(&walk);) {
		const char *const separator = walk.last_move == POCKET_MOVES ? "" : " ";
		fprintf(text.stream, "%s%s", separator, move_name[pocket_face_turn(pocket_walk_step(&walk))]);
	}
	record->moves = close_text(&text);
	record->status = "solved";
}

/* `where` names the scramble's place in messages, up to the number of the column. */
static void solve_one(struct job *job, const char *scramble, const char *where, unsigned number)
{
	struct record record = {.scramble = scramble, .number = number};
	struct cube c;
	struct input_error error;
	if (!pocket_read(scramble, &c, &error)) {
		record.status = "error";
		record.message = error.message;
		job->n_unread++;
		complain("%s%u: %s", where, error.column, error.message);
	} else {
		if (job->options->walks)
			solve_by_walk(job->options, &c, &record);
		else
			solve_by_table(job, &c, &record);
		if (record.moves != NULL) {
			job->n_solved++;
		} else {
			job->n_given_up++;
			complain("%s1: %s", where, record.message);
		}
	}
	print_record(&record, job->options);
	free(record.moves);
}

/* Strip comments and a byte-order mark. */
static char *scramble_in(char *line, size_t n_bytes, bool is_first)
{
	for (char *zero; (zero = memchr(line, '\0', n_bytes)) != NULL;)
		*zero = '?';  /* an unknown turn, so that the rest of the line is not silently skipped */
	char *const start = is_first && strncmp(line, "\uFEFF", strlen("\uFEFF")) == 0 ? line + strlen("\uFEFF") : line;
	start[strcspn(start, "#\r\n")] = '\0';
	char *const comment = strstr(start, "//");
	if (comment != NULL)
		*comment = '\0';
	return start;
}

static int solve_lines(struct job *job)
{
	char *line = NULL;
	size_t capacity = 0;
	ssize_t n_bytes;
	for (unsigned number = 1; !interrupted_by() && (n_bytes = getline(&line, &capacity, stdin)) >= 0; number++) {
		const char *const scramble = scramble_in(line, (size_t)n_bytes, number == 1);
		char where[48];
		snprintf(where, sizeof where, "standard input:%u:", number);
		if (scramble[strspn(scramble, " \t")] != '\0')
			solve_one(job, scramble, where, number);
	}
	const int error = errno;
	free(line);
	if (feof(stdin) || interrupted_by())
		return EXIT_SOLVED;
	complain("standard input: %s", strerror(error));
	return error == ENOMEM ? EXIT_MEMORY : EXIT_TABLE;
}

static int job_status(const struct job *job)
{
	if (interrupted_by())
		return 128 + interrupted_by();
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
static int load_table(const struct options *options, struct pocket_table **table)
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
		complain("%s: %s", options->file, strerror(errno));
		return EXIT_TABLE;
	default:
		complain("%s: %s; run `superflip pocket build --force --metric %s -o %s`", options->file, why_unread(status),
		         metric_name[metric], options->file);
		return EXIT_TABLE;
	}
}

static int command_pocket_solve(int argc, char **argv)
{
	static const struct option known[] = {
		{"metric", required_argument, NULL, 'm'}, {"table", required_argument, NULL, 'f'},
		{"method", required_argument, NULL, 'M'}, {"seed", required_argument, NULL, 's'},
		{"step-limit", required_argument, NULL, 'l'}, {"json", no_argument, NULL, 'j'},
		{"help", no_argument, NULL, 'h'}, {0},
	};
	struct options options;
	int status = parse_options(argc, argv, known, "h", solve_help, &options);
	if (status >= 0)
		return status;
	struct job job = {.options = &options};
	if (!options.walks && (status = load_table(&options, &job.table)) >= 0)
		return status;
	catch_interrupts(true);
	status = EXIT_SOLVED;
	if (optind == argc)
		status = solve_lines(&job);
	for (int i = optind; i < argc && !interrupted_by(); i++) {
		char where[48];
		snprintf(where, sizeof where, "argument %d: column ", i - optind + 1);
		solve_one(&job, argv[i], where, (unsigned)(i - optind + 1));
	}
	free(job.table);
	return status != EXIT_SOLVED ? status : job_status(&job);
}

static void print_distribution(const struct pdb_histogram *histogram)
{
	uint64_t n_states = 0;
	printf("moves     states\n");
	for (unsigned depth = 0; depth <= histogram->max_depth; depth++) {
		printf("%5u %10" PRIu64 "\n", depth, histogram->count[depth]);
		n_states += histogram->count[depth];
	}
	printf("total %10" PRIu64 "\nmean  %10.6f\n", n_states, pocket_mean(histogram));
}

static const struct option metric_only[] = {
	{"metric", required_argument, NULL, 'm'}, {"help", no_argument, NULL, 'h'}, {0},
};

static int command_pocket_distribution(int argc, char **argv)
{
	struct options options;
	const int status = parse_options(argc, argv, metric_only, "h", distribution_help, &options);
	if (status >= 0)
		return status;
	if (optind < argc)
		return refuse_arguments(argv);
	uint8_t *const distance = malloc(POCKET_STATES);
	if (distance == NULL)
		give_up_without_memory();
	struct pdb_histogram histogram;
	pocket_distances(options.metric, distance, &histogram);
	free(distance);
	print_distribution(&histogram);
	return EXIT_SOLVED;
}

/* Nothing is replaced without --force, and never anything but a file. */
static bool may_write(const struct options *o)
{
	struct stat there;
	if (lstat(o->file, &there) != 0)
		return true;
	if (!S_ISREG(there.st_mode))
		complain("%s: exists and is not a regular file; name another", o->file);
	else if (!o->may_overwrite)
		complain("%s: exists; --force replaces it", o->file);
	return S_ISREG(there.st_mode) && o->may_overwrite;
}

static int command_pocket_build(int argc, char **argv)
{
	static const struct option known[] = {
		{"output", required_argument, NULL, 'o'}, {"metric", required_argument, NULL, 'm'},
		{"force", no_argument, NULL, 'F'}, {"help", no_argument, NULL, 'h'}, {0},
	};
	struct options options;
	const int status = parse_options(argc, argv, known, "ho:", build_help, &options);
	if (status >= 0)
		return status;
	if (optind < argc)
		return refuse_arguments(argv);
	if (options.file == NULL) {
		complain("pocket build: -o FILE is missing; it names the table's file");
		return EXIT_USAGE;
	}
	if (!may_write(&options))
		return EXIT_TABLE;
	struct pocket_table *const table = pocket_table_build(options.metric);
	if (table == NULL)
		give_up_without_memory();
	catch_interrupts(false);  /* the few milliseconds of writing are not interrupted */
	const bool written = pocket_table_write(table, options.file) == PDB_OK;
	if (written)
		printf("%s: %s, %d bytes, XXH3 %016" PRIx64 "\n", options.file, metric_name[options.metric],
		       POCKET_TABLE_BYTES, pocket_table_checksum(table));
	else
		complain("%s: %s", options.file, strerror(errno));
	free(table);
	return interrupted_by() ? 128 + interrupted_by() : written ? EXIT_SOLVED : EXIT_TABLE;
}

/* All cosets, with a count on the terminal meanwhile; returns how many were proved. */
static unsigned prove_cosets(struct pocket_proof *proof, struct pdb_histogram *reached)
{
	const bool shows_progress = isatty(STDERR_FILENO);
	unsigned n_proved = 0;
	for (unsigned ori_index = 0; ori_index < POCKET_ORIS && !interrupted_by(); ori_index++) {
		n_proved += pocket_prove_coset(proof, ori_index, reached) == POCKET_PERMS;
		if (shows_progress)
			fprintf(stderr, "\r%u of %d cosets", ori_index + 1, POCKET_ORIS);
	}
	if (shows_progress)
		fputc('\n', stderr);
	return n_proved;
}

static int command_pocket_prove(int argc, char **argv)
{
	static const struct option known[] = {
		{"metric", required_argument, NULL, 'm'}, {"bound", required_argument, NULL, 'b'},
		{"help", no_argument, NULL, 'h'}, {0},
	};
	static const unsigned least_bound[N_METRICS] = {11, POCKET_MAX_LENGTH};
	struct options options;
	const int status = parse_options(argc, argv, known, "h", prove_help, &options);
	if (status >= 0)
		return status;
	if (optind < argc)
		return refuse_arguments(argv);
	const unsigned bound = options.bound <= POCKET_MAX_LENGTH ? options.bound : least_bound[options.metric];
	struct pocket_proof proof;
	if (!pocket_proof_init(&proof, options.metric, bound))
		give_up_without_memory();
	catch_interrupts(false);
	struct pdb_histogram reached = {0};
	const unsigned n_proved = prove_cosets(&proof, &reached);
	pocket_proof_free(&proof);
	if (interrupted_by())
		return 128 + interrupted_by();
	print_distribution(&reached);
	printf("%u of %d cosets proved: ", n_proved, POCKET_ORIS);
	if (n_proved == POCKET_ORIS)
		printf("every state is solved by at most %u moves (%s)\n", bound, metric_name[options.metric]);
	else
		printf("some states need more than %u moves (%s)\n", bound, metric_name[options.metric]);
	return n_proved == POCKET_ORIS ? EXIT_SOLVED : EXIT_NOT_SOLVED;
}

static const struct verb {
	const char *name, *summary;
	int (*run)(int argc, char **argv);
} verbs[] = {
	{"solve", "shortest solutions, by the table or by a random walk", command_pocket_solve},
	{"distribution", "how many states are at each distance from solved", command_pocket_distribution},
	{"prove", "11 moves solve every state (14 quarter turns): a proof coset by coset", command_pocket_prove},
	{"build", "write the table of distances mod 3 to a file", command_pocket_build},
};
enum { N_VERBS = sizeof verbs / sizeof *verbs };

static void print_help(void)
{
	printf("usage: superflip pocket VERB [OPTION...]\n\nThe 2x2x2 cube: 3,674,160 states, solved exhaustively.\n\n"
	       "verbs:\n");
	for (unsigned i = 0; i < N_VERBS; i++)
		printf("  %-13s %s\n", verbs[i].name, verbs[i].summary);
	printf("\n`superflip pocket VERB --help` describes one of them.\n");
}

int command_pocket(int argc, char **argv)
{
	if (argc < 2) {
		complain("pocket: a verb is missing; `superflip pocket --help` lists them");
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		print_help();
		return EXIT_SOLVED;
	}
	for (unsigned i = 0; i < N_VERBS; i++)
		if (strcmp(argv[1], verbs[i].name) == 0)
			return verbs[i].run(argc - 1, argv + 1);
	complain("pocket: unknown verb '%s'; `superflip pocket --help` lists them", argv[1]);
	return EXIT_USAGE;
}
