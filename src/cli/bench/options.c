#include "cli/bench/bench.h"
#include "cli/cli.h"
#include "cli/number.h"
#include "cli/option.h"

#include <assert.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 1024, MAX_INSTANCES = 1000000, MAX_METHODS_INSTANCES = 100000000, MAX_METHODS_DEPTH = 15, MAX_TURNS = 100000, MAX_REPEATS = 1000 };
enum {
	SEARCHES = BENCH_DEPTH | BENCH_PREDICT | BENCH_KORF | BENCH_THREADS,
	HAS_DEPTHS = BENCH_DEPTH | BENCH_PREDICT | BENCH_THREADS,
	IS_RECORDED = BENCH_DEPTH | BENCH_PREDICT | BENCH_KORF,
	HAS_RECORD = IS_RECORDED | BENCH_SOLVE,
	HAS_METRIC = SEARCHES | BENCH_HEURISTIC,
	ALL = SEARCHES | BENCH_HEURISTIC | BENCH_MEMORY | BENCH_SOLVE | BENCH_METHODS | BENCH_POCKET,
};

/* Options without a letter are numbered above all characters. */
enum option_id {
	OPT_SEED = 's', OPT_INSTANCES = 'n', OPT_DEPTHS = 'd', OPT_MAX = 'M', OPT_THREADS = 't', OPT_QUIET = 'q',
	OPT_FORMAT = 'f', OPT_RECORD = 'r', OPT_OUTPUT = 'o', OPT_HELP = 'h', OPT_TABLE = 'T',
	OPT_HEURISTICS = 256, OPT_METRIC, OPT_SAMPLE, OPT_REPEATS, OPT_SCRAMBLE, OPT_NODE_LIMIT, OPT_TIME_LIMIT,
	OPT_TIME_BUDGET, OPT_SIZE, OPT_FILE, OPT_PRELOAD, OPT_PDB_DIR, OPT_BUILD, OPT_KERNELS, OPT_EACH, OPT_SHARD,
	OPT_MEMORY, OPT_PUBLISHED, OPT_DEPTH_AS, OPT_BRANCHING, OPT_DB_DEPTH, OPT_FACES, OPT_TURNS, OPT_DISTRIBUTION, OPT_HEURISTIC,
};

static const struct option_row rows[] = {
	{OPT_TABLE, BENCH_METHODS, "table", "NAME", "one of these (1, 2 and 3)"},
	{OPT_TABLE, BENCH_POCKET, "table", "NAME", "levels or strategies (both)"},
	{OPT_HEURISTICS, SEARCHES, "heuristics", "NAME,...", "what to measure (korf)"},
	{OPT_HEURISTICS, BENCH_SOLVE, "heuristics", "NAME,...", "what to measure (coset-300m)"},
	{OPT_METRIC, HAS_METRIC | BENCH_SOLVE | BENCH_POCKET, "metric", "htm|qtm", "count half turns as one move (htm, the default) or two"},
	{OPT_DEPTHS, HAS_DEPTHS, "depths", "A..B", "thresholds of the iterations, or a single one"},
	{OPT_INSTANCES, BENCH_DEPTH | BENCH_PREDICT, "instances", "N", "random states for each depth; of each FILE the first N cubes"},
	{OPT_DEPTHS, BENCH_METHODS, "depths", "A..B", "optimal lengths, at most 15 (those of the table)"},
	{OPT_INSTANCES, BENCH_METHODS, "instances", "N", "scrambles for each length (10); cubes of layers (10000) and people (1000); lookups of storage (10000000)"},
	{OPT_INSTANCES, BENCH_POCKET, "instances", "N", "random states, the same for all (100)"},
	{OPT_INSTANCES, BENCH_SOLVE, "instances", "N", "only the first N cubes of each file"},
	{OPT_SEED, HAS_METRIC, "seed", "S", "the states are those of `superflip scramble --seed S` (1)"},
	{OPT_SEED, BENCH_METHODS | BENCH_POCKET, "seed", "S", "repeat the scrambles, or states, of this seed (1)"},
	{OPT_SAMPLE, BENCH_HEURISTIC, "sample", "N", "evaluate N random states (also 1e6); 0: none"},
	{OPT_SCRAMBLE, BENCH_THREADS, "scramble", "CUBE", "the cube to search: moves, facelets or cubies"},
	{OPT_REPEATS, BENCH_THREADS, "repeats", "N", "repeat everything N times in turn, and keep the best (3)"},
	{OPT_MAX, BENCH_KORF, "max", "LENGTH", "the longest length to search for"},
	{OPT_NODE_LIMIT, BENCH_KORF, "node-limit", "N", "give up on an instance after N generated nodes (also 1e9)"},
	{OPT_NODE_LIMIT, BENCH_METHODS, "node-limit", "N", "for each scramble; also 1e9, 5G"},
	{OPT_MEMORY, BENCH_METHODS, "memory", "SIZE", "for the nodes that a method keeps (2G)"},
	{OPT_TIME_LIMIT, BENCH_METHODS, "time-limit", "SECONDS", "for each scramble, also 2m (10); people: for each method (60)"},
	{OPT_PUBLISHED, BENCH_METHODS, "published", NULL, "1, 2, 3: their milliseconds beside ours, and only the cells that they have (600 s a scramble)"},
	{OPT_DEPTH_AS, BENCH_METHODS, "depth-as", "KIND", "1, 2, 3: length: scrambles of an optimal length (default); rotations: of so many random turns, as theirs"},
	{OPT_BRANCHING, BENCH_METHODS, "branching", "15", "1, 2, 3: forbid the same face only, as they do"},
	{OPT_DB_DEPTH, BENCH_METHODS, "db-depth", "D", "1, 2, 3: table entries above D count as D + 1, as theirs did with D = 7; beside it the theory"},
	{OPT_FACES, BENCH_METHODS, "faces", "5|6", "layers: turn W R B G O only, or Y, too (6)"},
	{OPT_TURNS, BENCH_METHODS, "turns", "N|uniform", "layers: scramble by N clockwise quarter turns (42), or draw uniform states"},
	{OPT_DISTRIBUTION, BENCH_METHODS, "distribution", NULL, "layers, people: how often each number of moves came up"},
	{OPT_HEURISTIC, BENCH_METHODS, "heuristic", "NAME", "people: of the optimal solutions (auto: the strongest installed)"},
	{OPT_TIME_LIMIT, BENCH_KORF | BENCH_SOLVE, "time-limit", "SECONDS", "give up on an instance after SECONDS (also 10m, 2h)"},
	{OPT_TIME_BUDGET, IS_RECORDED, "time-budget", "SECONDS", "stop after SECONDS, the same share for each heuristic, and print the results so far"},
	{OPT_SIZE, BENCH_MEMORY, "size", "SIZE", "anonymous memory to read from, such as 1G (256M)"},
	{OPT_FILE, BENCH_MEMORY, "file", "FILE", "read from this file, too, mapped as tables are"},
	{OPT_THREADS, SEARCHES | BENCH_MEMORY, "threads", "N", "threads, or the largest number of them; 0: all usable processors, the default"},
	{OPT_THREADS, BENCH_METHODS, "threads", "N", "layers, and people's optimal solutions; 0: all usable processors, the default"},
	{OPT_THREADS, BENCH_SOLVE, "threads", "N,...", "numbers of threads, which take turns at each cube (1)"},
	{OPT_KERNELS, BENCH_SOLVE, "all-kernels", NULL, "all kernels that this processor runs take turns, not only the best"},
	{OPT_EACH, BENCH_SOLVE, "each", NULL, "a row for each cube, not for each length"},
	{OPT_BUILD, BENCH_SOLVE, "build", NULL, "build the tables in memory, whether they are installed or not"},
	{OPT_RECORD, HAS_RECORD, "record", "FILE", "append each finished piece to FILE, and skip the pieces it holds"},
	{OPT_SHARD, BENCH_DEPTH | BENCH_SOLVE, "shard", "K/N", "measure shard K of N only; `superflip merge` joins them to a record"},
	{OPT_OUTPUT, BENCH_DEPTH | BENCH_SOLVE, "output", "DIRECTORY", "where --shard writes its file"},
	{OPT_FORMAT, ALL, "format", "FORMAT", "text (the default), csv, jsonl, markdown or latex"},
	{OPT_PRELOAD, HAS_METRIC | BENCH_SOLVE, "preload", NULL, "copy the tables into memory, on huge pages"},
	{OPT_PDB_DIR, ALL & ~(unsigned)(BENCH_MEMORY | BENCH_POCKET), "pdb-dir", "DIRECTORY", "where the pattern databases are"},
	{OPT_QUIET, ALL, "quiet", NULL, "no progress on standard error"},
	{OPT_HELP, ALL, "help", NULL, "print this help"},
};
enum { N_ROWS = sizeof rows / sizeof *rows };
static_assert((unsigned)N_ROWS <= OPTION_ROWS_MAX, "they are selected into tables of that size");

static bool refuse(const struct bench_options *o, const char *option, const char *value, const char *expected)
{
	complain("%s: --%s '%s': expected %s", o->command, option, value, expected);
	return false;
}

static bool take_number(const struct bench_options *o, const struct option_row *row, const char *text, uint64_t min,
                        uint64_t max, unsigned *out)
{
	uint64_t value;
	char expected[80];
	snprintf(expected, sizeof expected, "a whole number from %llu to %llu", (unsigned long long)min,
	         (unsigned long long)max);
	if (!number_read(text, min, max, &value))
		return refuse(o, row->name, text, expected);
	*out = (unsigned)value;
	return true;
}

bool bench_add_specs(struct bench_options *o, const char *names)
{
	char copy[400];
	if ((size_t)snprintf(copy, sizeof copy, "%s", names) >= sizeof copy)
		return refuse(o, "heuristics", names, "a shorter list");
	char *rest = copy;
	for (char *name; (name = strsep(&rest, ",")) != NULL;) {
		const struct heuristic_spec *const spec = heuristic_find(name);
		if (spec == NULL) {
			char known[400] = "one of";
			for (unsigned i = 0; i < n_heuristic_specs; i++) {
				const size_t length = strlen(known);
				snprintf(known + length, sizeof known - length, "%s %s", i > 0 ? "," : "", heuristic_specs[i].name);
			}
			return refuse(o, "heuristics", name, known);
		}
		for (unsigned i = 0; i < o->n_specs; i++)
			if (o->specs[i] == spec)
				return refuse(o, "heuristics", names, "each name once");
		if (o->n_specs == BENCH_MAX_HEURISTICS)
			return refuse(o, "heuristics", names, "fewer names");
		o->specs[o->n_specs++] = spec;
	}
	return true;
}

static bool take_depths(struct bench_options *o, const char *text)
{
	char first[16];
	const char *const dots = strstr(text, "..");
	const size_t n_first = dots != NULL ? (size_t)(dots - text) : strlen(text);
	uint64_t a, b;
	snprintf(first, sizeof first, "%.*s", n_first < sizeof first ? (int)n_first : 0, text);
	const bool is_of_methods = o->user == BENCH_METHODS;
	const unsigned max = is_of_methods ? MAX_METHODS_DEPTH : SEARCH_MAX_LENGTH - 1;
	if (!number_read(first, 1, max, &a) || !number_read(dots != NULL ? dots + 2 : first, a, max, &b))
		return refuse(o, "depths", text, is_of_methods ? "a length from 1 to 15, or two such as 3..13"
		                                               : "a depth from 1 to 39, or two such as 8..12");
	o->first_depth = (unsigned)a;
	o->last_depth = (unsigned)b;
	return true;
}

static bool take_threads(struct bench_options *o, const struct option_row *row, const char *text)
{
	if (o->user != BENCH_SOLVE)
		return take_number(o, row, text, 0, MAX_THREADS, &o->n_threads);
	char copy[100];
	if ((size_t)snprintf(copy, sizeof copy, "%s", text) >= sizeof copy)
		return refuse(o, row->name, text, "a shorter list");
	o->n_threads = o->n_thread_counts = 0;
	char *rest = copy;
	for (char *number; (number = strsep(&rest, ",")) != NULL;) {
		unsigned n;
		if (o->n_thread_counts == BENCH_MAX_THREAD_COUNTS)
			return refuse(o, row->name, text, "fewer numbers");
		if (!take_number(o, row, number, 1, MAX_THREADS, &n))
			return false;
		o->thread_counts[o->n_thread_counts++] = n;
		o->n_threads = n > o->n_threads ? n : o->n_threads;
	}
	return true;
}

static bool take_choice(struct bench_options *o, const struct option_row *row, const char *text)
{
	static const char *const methods_tables[] = {"1", "2", "3", "layers", "people", "storage"}, *const pocket_tables[] = {"levels", "strategies"};
	static const char *const depths[] = {"length", "rotations"};
	const bool is_of_methods = o->user == BENCH_METHODS;
	const struct { int id; const char *const *names; unsigned n; } choices[] = {
		{OPT_METRIC, metric_name, N_METRICS}, {OPT_FORMAT, table_format_name, N_TABLE_FORMATS}, {OPT_DEPTH_AS, depths, 2},
		{OPT_TABLE, is_of_methods ? methods_tables : pocket_tables, is_of_methods ? 6 : 2},
	};
	unsigned which = 0, choice;
	char option[32];
	while (choices[which].id != row->id)
		which++;
	snprintf(option, sizeof option, "--%s", row->name);
	if (!option_choice(o->command, option, text, choices[which].names, choices[which].n, &choice))
		return false;
	switch (row->id) {
	case OPT_METRIC: o->metric = (enum metric)choice; break;
	case OPT_FORMAT: o->format = (enum table_format)choice; break;
	case OPT_TABLE:  o->table = choice; break;
	default:         o->counts_rotations = choice == 1; break;
	}
	return true;
}

static bool take_heuristic(struct bench_options *o, const char *text)
{
	o->heuristic_name = text;
	return strcmp(text, "auto") == 0 || heuristic_find(text) != NULL
	       || refuse(o, "heuristic", text, "auto, or a heuristic that `superflip help heuristics` lists");
}

/* What only the measurement of methods has. */
static bool take_option_of_methods(struct bench_options *o, const struct option_row *row, const char *text)
{
	switch (row->id) {
	case OPT_MEMORY:
		return number_read_bytes(text, &o->memory_limit_bytes) || refuse(o, row->name, text, "a size such as 2G, or 50%");
	case OPT_FACES:      return take_number(o, row, text, 5, 6, &o->n_faces);
	case OPT_BRANCHING:  return take_number(o, row, text, 15, 15, &o->n_children);
	case OPT_DB_DEPTH:   return take_number(o, row, text, 1, 11, &o->db_depth);
	case OPT_PUBLISHED:  return o->with_published = true;
	case OPT_HEURISTIC:  return take_heuristic(o, text);
	case OPT_TURNS:
		o->n_turns = 0;
		return strcmp(text, "uniform") == 0 || take_number(o, row, text, 1, MAX_TURNS, &o->n_turns);
	default:             return o->with_distribution = true;
	}
}

static bool take_option(struct bench_options *o, const struct option_row *row, const char *text)
{
	unsigned n;
	switch (row->id) {
	case OPT_HEURISTICS: return bench_add_specs(o, text);
	case OPT_METRIC:
	case OPT_TABLE:
	case OPT_DEPTH_AS:
	case OPT_FORMAT:     return take_choice(o, row, text);
	case OPT_DEPTHS:     return take_depths(o, text);
	case OPT_SEED:       return option_number(o->command, "--seed", text, INT64_MAX, &o->seed);
	case OPT_INSTANCES:
		if (!take_number(o, row, text, 1, o->user == BENCH_METHODS ? MAX_METHODS_INSTANCES : MAX_INSTANCES, &n))
			return false;
		o->n_instances = n;
		return true;
	case OPT_SAMPLE:
		o->n_sample = 0;
		return strcmp(text, "0") == 0 || number_read_count(text, &o->n_sample) ||
		       refuse(o, row->name, text, "a number such as 1000000 or 1e6, or 0");
	case OPT_REPEATS:    return take_number(o, row, text, 1, MAX_REPEATS, &o->n_repeats);
	case OPT_SCRAMBLE:   o->scramble = text; return true;
	case OPT_MAX:        return take_number(o, row, text, 0, SEARCH_MAX_LENGTH, &o->max_length);
	case OPT_NODE_LIMIT:
		return number_read_count(text, &o->node_limit) || refuse(o, row->name, text, "a number such as 1e9 or 5G");
	case OPT_TIME_LIMIT:
		return number_read_seconds(text, &o->time_limit_s) || refuse(o, row->name, text, "seconds, or 10m, or 2h");
	case OPT_TIME_BUDGET:
		return number_read_seconds(text, &o->time_budget_s) || refuse(o, row->name, text, "seconds, or 10m, or 2h");
	case OPT_SIZE:
		return number_read_bytes(text, &o->size_bytes) || refuse(o, row->name, text, "a size such as 1G");
	case OPT_FILE:       o->file = text; return true;
	case OPT_THREADS:    return take_threads(o, row, text);
	case OPT_KERNELS:    o->with_all_kernels = true; return true;
	case OPT_EACH:       o->tells_each = true; return true;
	case OPT_BUILD:      o->builds_in_memory = true; return true;
	case OPT_SHARD:
		return shard_read(text, &o->shard) || refuse(o, row->name, text, "K/N, shard K of N, such as 3/100");
	case OPT_OUTPUT:     o->output_directory = text; return true;
	case OPT_RECORD:     o->record_path = text; return true;
	case OPT_PRELOAD:    o->preloads = true; return true;
	case OPT_PDB_DIR:    o->pdb_directory = text; return true;
	case OPT_QUIET:      o->is_quiet = true; return true;
	case OPT_HELP:       break;  /* handled where the usage is known */
	default:             return take_option_of_methods(o, row, text);
	}
	return true;
}

static void print_help(const struct bench_options *o, const char *usage, enum bench_users user)
{
	printf("usage: superflip %s [OPTION...]%s%s\n\n", o->command, *usage == '\n' ? "" : " ", usage);
	option_rows_print(rows, N_ROWS, user);
	if (user != BENCH_MEMORY && user != BENCH_POCKET)
		puts("\n`superflip help heuristics` lists the heuristics.");
}

int bench_options_read(int argc, char **argv, enum bench_users user, const char *usage, struct bench_options *options,
                       int *exit_status)
{
	static char command[40];
	struct getopt_tables tables;
	option_rows_select(rows, N_ROWS, user, &tables);
	snprintf(command, sizeof command, "bench %s", argv[0]);
	options->command = argv[0] = command;  /* as the messages name it */
	options->user = user;
	*exit_status = EXIT_USAGE;
	opterr = 0;
	for (int found; (found = getopt_long(argc, argv, tables.letters, tables.longs, NULL)) != -1;) {
		if (found == '?' || found == ':') {
			*exit_status = option_refused(found, command, argv, tables.longs);
			return -1;
		}
		if (found == OPT_HELP) {
			print_help(options, usage, user);
			*exit_status = EXIT_SOLVED;
			return -1;
		}
		if (!take_option(options, option_rows_find(rows, N_ROWS, found), optarg))
			return -1;
	}
	if (*usage != '\n' || optind == argc)
		return optind;
	complain("%s: '%s' is an argument too many", command, argv[optind]);
	return -1;
}
