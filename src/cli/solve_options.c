#include "cli/solve_options.h"
#include "cli/cli.h"
#include "cli/goal.h"
#include "cli/method.h"
#include "cli/number.h"
#include "cli/option.h"
#include "cli/suggest.h"

#include <assert.h>
#include <getopt.h>
#include <string.h>

enum { MAX_THREADS = 1024, FOR_SEARCH = FOR_SOLVE | FOR_BATCH, FOR_ALL = FOR_SEARCH | FOR_VERIFY };

/* Options without a letter are numbered above all characters. */
enum option_id {
	OPT_THREADS = 't', OPT_JOBS = 'j', OPT_SOLUTIONS = 'n', OPT_OVER = 'O', OPT_MIN = 'm', OPT_MAX = 'M',
	OPT_OUTPUT = 'o', OPT_QUIET = 'q', OPT_VERBOSE = 'v', OPT_HELP = 'h',
	OPT_HEURISTIC = 256, OPT_ALL, OPT_METRIC, OPT_METHOD, OPT_EXPLAIN, OPT_DETERMINISTIC, OPT_JSON, OPT_CSV, OPT_TSV, OPT_LINK,
	OPT_TIME_LIMIT, OPT_NODE_LIMIT, OPT_MEMORY, OPT_PRELOAD, OPT_PDB_DIR, OPT_PUZZLE, OPT_FRENCH, OPT_FROM, OPT_PARENTHESES, OPT_GOAL, OPT_MOVES, OPT_EXCLUDE, OPT_UP_TO_SYMMETRY, OPT_FORCE, OPT_RESUME,
	OPT_NO_DEDUP, OPT_OPTIMAL, OPT_JOURNAL, OPT_UNIT_MOVES, OPT_HTML, OPT_SHARD, OPT_PROGRESS, OPT_LETTERS,
};

static const struct option_row rows[] = {
	{OPT_HEURISTIC, FOR_ALL, "heuristic", "NAME", "lower bounds to search with; auto: the strongest installed"},
	{OPT_METRIC, FOR_ALL, "metric", "htm|qtm", "count half turns as one move (htm, the default) or two"},
	{OPT_METHOD, FOR_SEARCH, "method", "NAME", "how to solve; optimal: proved shortest solutions, the default"},
	{OPT_EXPLAIN, FOR_SEARCH, "explain", NULL, "print a method's stages: the moves of each, and the cube after it"},
	{OPT_SOLUTIONS, FOR_SEARCH, "solutions", "N", "find up to N solutions (1)"},
	{OPT_ALL, FOR_SEARCH, "all", NULL, "find all shortest solutions; with --max N all of at most N moves"},
	{OPT_OVER, FOR_SEARCH, "over", "K", "also solutions up to K moves longer than the shortest"},
	{OPT_MIN, FOR_SEARCH, "min", "LENGTH", "the shortest length to search for"},
	{OPT_MAX, FOR_SEARCH, "max", "LENGTH", "the longest length to search for"},
	{OPT_UP_TO_SYMMETRY, FOR_SEARCH, "up-to-symmetry", NULL, "with --all: one of the solutions that symmetries and inversion exchange"},
	{OPT_GOAL, FOR_SEARCH, "goal", "POSITION", "reach this position instead of the solved one"},
	{OPT_MOVES, FOR_SEARCH, "moves", "TURNS", "use these turns only: \"U R2 F\"; a letter alone is all turns of its face"},
	{OPT_EXCLUDE, FOR_SEARCH, "exclude", "TURNS", "use all turns but these"},
	{OPT_DETERMINISTIC, FOR_SEARCH, "deterministic", NULL, "the same solution each time, for any number of threads"},
	{OPT_TIME_LIMIT, FOR_ALL, "time-limit", "SECONDS", "give up on a cube after SECONDS (also 10m, 2h)"},
	{OPT_NODE_LIMIT, FOR_ALL, "node-limit", "N", "give up on a cube after N generated nodes (also 1e9, 5G)"},
	{OPT_THREADS, FOR_ALL, "threads", "N", "threads (also -j); 0: all usable processors, the default"},
	{OPT_JOBS, FOR_ALL, "jobs", "N", NULL},
	{OPT_MEMORY, FOR_ALL, "memory", "SIZE", "use no tables larger than SIZE together: 8G, or 50% of the machine"},
	{OPT_PRELOAD, FOR_ALL, "preload", NULL, "copy the tables into memory, on huge pages, instead of mapping the files"},
	{OPT_PDB_DIR, FOR_ALL, "pdb-dir", "DIRECTORY", "where the pattern databases are"},
	{OPT_PUZZLE, FOR_SEARCH, "puzzle", "3x3|2x2", "which puzzle (3x3)"},
	{OPT_LETTERS, FOR_SEARCH, "letters", "URF|rbd", "the turns of a 2x2 solution: U R F, or r b d, which keep the cubie at UFL"},
	{OPT_FRENCH, FOR_ALL, "french", NULL, "moves are written with H B A P G D for U D F B L R"},
	{OPT_FROM, FOR_SEARCH, "from", "PROGRAM", "the program that wrote the list: cstimer, tnoodle, cubedesk, twisty-timer, cube-explorer"},
	{OPT_PARENTHESES, FOR_ALL, "parentheses", "group|niss", "what (R U) means: a group, or turns on the inverse (NISS)"},
	{OPT_JSON, FOR_SEARCH, "json", NULL, "print JSON Lines"},
	{OPT_CSV, FOR_SEARCH, "csv", NULL, "print CSV"},
	{OPT_TSV, FOR_SEARCH, "tsv", NULL, "print values separated by tabs"},
	{OPT_LINK, FOR_SEARCH, "link", NULL, "add a link that shows the solution on alpha.twizzle.net"},
	{OPT_OUTPUT, FOR_BATCH, "output", "FILE", "write the results to FILE as they come"},
	{OPT_HTML, FOR_SOLVE, "html", "FILE", "also write a page to FILE that plays the solutions in a browser"},
	{OPT_OUTPUT, FOR_VERIFY, "output", "DIRECTORY", "where --shard writes its file"},
	{OPT_FORCE, FOR_ALL, "force", NULL, "replace FILE if it exists"},
	{OPT_RESUME, FOR_BATCH, "resume", NULL, "continue FILE where an earlier run, however it ended, stopped"},
	{OPT_SHARD, FOR_BATCH | FOR_VERIFY, "shard", "K/N", "do shard K of N only; -o names a directory; `superflip merge` joins the shards"},
	{OPT_NO_DEDUP, FOR_SEARCH, "no-dedup", NULL, "search cubes that are equal up to symmetry or inversion one by one"},
	{OPT_OPTIMAL, FOR_VERIFY, "optimal", NULL, "prove again what records say does not exist: shorter solutions, or any"},
	{OPT_JOURNAL, FOR_SOLVE, "journal", "FILE", "keep finished units of work in FILE; a later run goes on from there"},
	{OPT_UNIT_MOVES, FOR_SOLVE, "unit-moves", "N", "with --journal: units of work begin with N moves or more (about 5,000 units)"},
	{OPT_PROGRESS, FOR_SEARCH, "progress", "SECONDS", "without a terminal: a line of progress after SECONDS (60), then more rarely"},
	{OPT_QUIET, FOR_ALL, "quiet", NULL, "print only errors on standard error"},
	{OPT_VERBOSE, FOR_ALL, "verbose", NULL, "describe the tables and every iteration of the search"},
	{OPT_HELP, FOR_ALL, "help", NULL, "print this help"},
};
enum { N_ROWS = sizeof rows / sizeof *rows };
static_assert((unsigned)N_ROWS <= OPTION_ROWS_MAX, "they are selected into tables of that size");

static bool refuse(const char *option, const char *value, const char *expected)
{
	complain("--%s '%s': expected %s", option, value, expected);
	return false;
}

static bool take_number(const struct option_row *row, const char *text, unsigned min, unsigned max, unsigned *out)
{
	uint64_t value;
	if (!number_read(text, min, max, &value)) {
		complain("--%s '%s': expected a whole number from %u to %u", row->name, text, min, max);
		return false;
	}
	*out = (unsigned)value;
	return true;
}

static bool take_choice(const struct option_row *row, const char *text, const char *const names[2], int *out)
{
	for (int i = 0; i < 2; i++)
		if (strcmp(text, names[i]) == 0) {
			*out = i;
			return true;
		}
	complain("--%s '%s': expected %s or %s", row->name, text, names[0], names[1]);
	return false;
}

static bool take_format(struct solve_options *o, enum record_format format)
{
	if (o->format != RECORD_TEXT && o->format != format) {
		complain("--json, --csv and --tsv exclude each other");
		return false;
	}
	o->format = format;
	return true;
}

static bool take_heuristic(struct solve_options *o, const char *name)
{
	if (strcmp(name, "auto") != 0 && !is_heuristic_name(name)) {
		const char *const nearest = suggest_heuristic(name);
		complain("--heuristic '%s': there is none of this name%s%s%s `superflip help heuristics` lists them", name,
		         nearest != NULL ? ", did you mean '" : "", nearest != NULL ? nearest : "", nearest != NULL ? "'?" : ";");
		return false;
	}
	o->heuristic_name = name;
	return true;
}

static bool take_method(struct solve_options *o, const char *name)
{
	char names[400];
	method_names(names, sizeof names);
	o->method_name = strcmp(name, "optimal") == 0 ? NULL : name;
	return superflip_method_find(name) != NULL || refuse("method", name, names);
}

static bool take_solutions(struct solve_options *o, const char *text)
{
	uint64_t n;
	if (!number_read(text, 1, INT64_MAX, &n))
		return refuse("solutions", text, "a whole number of at least 1; --all finds all");
	o->request.n_solutions = (int64_t)n;
	return true;
}

static bool take_memory(struct solve_options *o, const char *text)
{
	return number_read_bytes(text, &o->memory_bytes) || refuse("memory", text, "a size such as 8G, or 50%");
}

static bool take_source(struct solve_options *o, const char *name)
{
	char names[100] = "";
	for (unsigned i = LIST_RECOGNISE + 1; i < N_LIST_SOURCES; i++) {
		if (strcmp(name, list_source_name[i]) == 0) {
			o->source = (enum list_source)i;
			return true;
		}
		snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i > 1 ? ", " : "", list_source_name[i]);
	}
	return refuse("from", name, names);
}

/* What one of two words says. */
static bool take_word(struct solve_options *o, const struct option_row *row, const char *value)
{
	static const char *const puzzles[2] = {"3x3", "2x2"}, *const parentheses[2] = {"group", "niss"}, *const letters[2] = {"URF", "rbd"};
	const char *const *const words = row->id == OPT_METRIC ? record_metric_name : row->id == OPT_PUZZLE ? puzzles
	                                 : row->id == OPT_LETTERS ? letters : parentheses;
	int choice = 0;
	if (!take_choice(row, value, words, &choice))
		return false;
	if (row->id == OPT_METRIC)
		o->metric = (superflip_metric)choice;
	else if (row->id == OPT_PUZZLE)
		o->puzzle = (superflip_puzzle)choice;
	else if (row->id == OPT_LETTERS)
		o->turns_opposite = choice == 1;
	else
		o->read_options |= choice == 0 ? SUPERFLIP_READ_GROUPS : SUPERFLIP_READ_NISS;
	return true;
}

static bool take_time_limit(struct solve_options *o, const char *text)
{
	return number_read_seconds(text, &o->request.time_limit_s) || refuse("time-limit", text, "seconds, or 10m, or 2h");
}

static bool take_progress(struct solve_options *o, const char *text)
{
	return number_read_seconds(text, &o->progress_s) || refuse("progress", text, "seconds, or 10m, or 2h");
}

static bool take_node_limit(struct solve_options *o, const char *text)
{
	return number_read_count(text, &o->request.node_limit) || refuse("node-limit", text, "a number such as 1e9 or 5G");
}

static bool take_shard(struct solve_options *o, const char *text)
{
	return shard_read(text, &o->shard) || refuse("shard", text, "K/N, shard K of N, such as 3/100");
}

static bool take_option(struct solve_options *o, const struct option_row *row, const char *value)
{
	switch ((enum option_id)row->id) {
	case OPT_HEURISTIC:     return take_heuristic(o, value);
	case OPT_METRIC:
	case OPT_PUZZLE:
	case OPT_LETTERS:
	case OPT_PARENTHESES:   return take_word(o, row, value);
	case OPT_METHOD:        return take_method(o, value);
	case OPT_EXPLAIN:       o->explains = true; return true;
	case OPT_SOLUTIONS:     return take_solutions(o, value);
	case OPT_ALL:           o->request.n_solutions = SUPERFLIP_ALL; return true;
	case OPT_OVER:          o->has_over = true; return take_number(row, value, 0, SUPERFLIP_MAX_LENGTH, &o->request.over_optimal);
	case OPT_MIN:           return take_number(row, value, 0, SUPERFLIP_MAX_LENGTH, &o->request.min_length);
	case OPT_MAX:           o->has_max = true; return take_number(row, value, 0, SUPERFLIP_MAX_LENGTH, &o->request.max_length);
	case OPT_DETERMINISTIC: o->request.is_deterministic = true; return true;
	case OPT_TIME_LIMIT:    return take_time_limit(o, value);
	case OPT_NODE_LIMIT:    return take_node_limit(o, value);
	case OPT_THREADS:
	case OPT_JOBS:          return take_number(row, value, 0, MAX_THREADS, &o->n_threads);
	case OPT_MEMORY:        return take_memory(o, value);
	case OPT_PRELOAD:       o->preloads = true; return true;
	case OPT_PDB_DIR:       o->pdb_directory = value; return true;
	case OPT_FRENCH:        o->read_options |= SUPERFLIP_READ_FRENCH; return true;
	case OPT_FROM:          return take_source(o, value);
	case OPT_JSON:          return take_format(o, RECORD_JSON);
	case OPT_CSV:           return take_format(o, RECORD_CSV);
	case OPT_TSV:           return take_format(o, RECORD_TSV);
	case OPT_LINK:          o->with_links = true; return true;
	case OPT_OUTPUT:        o->output_path = value; return true;
	case OPT_HTML:          o->html_path = value; return true;
	case OPT_FORCE:         o->may_overwrite = true; return true;
	case OPT_RESUME:        o->resumes = true; return true;
	case OPT_SHARD:         return take_shard(o, value);
	case OPT_NO_DEDUP:      o->keeps_duplicates = true; return true;
	case OPT_GOAL:          o->goal_text = value; return true;
	case OPT_MOVES:         o->moves_text = value; return true;
	case OPT_EXCLUDE:       o->exclude_text = value; return true;
	case OPT_JOURNAL:       o->journal_path = value; return true;
	case OPT_UNIT_MOVES:    return take_number(row, value, SOLVE_UNIT_MOVES_MIN, SOLVE_UNIT_MOVES_MAX, &o->unit_moves);
	case OPT_UP_TO_SYMMETRY: o->request.up_to_symmetry = true; return true;
	case OPT_OPTIMAL:       o->prove_again = true; return true;
	case OPT_PROGRESS:      return take_progress(o, value);
	case OPT_QUIET:         o->is_quiet = true; return true;
	case OPT_VERBOSE:       o->is_verbose = true; return true;
	case OPT_HELP:          break;  /* handled where the usage is known */
	}
	return true;
}

static void print_help(const char *command, const char *usage, enum option_users user)
{
	printf("usage: superflip %s [OPTION...] %s\n\n", command, usage);
	option_rows_print(rows, N_ROWS, user);
	if ((user & FOR_SEARCH) != 0)
		method_print_help();
	puts("\n`superflip help heuristics` lists the heuristics.");
	printf("\nexit status: 0 %s, 2 usage, 3 bad input, 4 table or I/O error,\n"
	       "5 not enough memory, 128 + n after signal n\n",
	       user == FOR_VERIFY ? "all right, 1 some wrong or not proved" : "all solved, 1 some not solved");
}

/* A name that promises another format than the one that is written. */
static void warn_of_name(const struct solve_options *o)
{
	static const struct { const char *ending, *option; enum record_format format; } promises[] = {
		{".jsonl", "--json", RECORD_JSON}, {".json", "--json", RECORD_JSON}, {".ndjson", "--json", RECORD_JSON},
		{".csv", "--csv", RECORD_CSV}, {".tsv", "--tsv", RECORD_TSV},
	};
	static const char *const format_name[] = {
		[RECORD_TEXT] = "text", [RECORD_JSON] = "JSON Lines", [RECORD_CSV] = "CSV", [RECORD_TSV] = "TSV",
	};
	const char *const ending = o->output_path != NULL && o->shard.n == 0 ? strrchr(o->output_path, '.') : NULL;
	for (unsigned i = 0; ending != NULL && i < sizeof promises / sizeof *promises; i++)
		if (strcmp(ending, promises[i].ending) == 0 && o->format != promises[i].format)
			complain("-o %s: the results are written as %s; for what the name says add %s", o->output_path, format_name[o->format],
			         promises[i].option);
}

/* Each thread has a workspace of its own: a thousand of them take seconds and a gigabyte before they begin. */
static void limit_threads(struct solve_options *o)
{
	const unsigned n = number_useful_threads(o->n_threads);
	if (n < o->n_threads && !o->is_quiet)
		complain("--threads %u: more than %u are of no use on this machine; using %u", o->n_threads, n, n);
	o->n_threads = n;
}

static bool options_agree(struct solve_options *o)
{
	if (o->request.min_length > o->request.max_length) {
		complain("--min %u is greater than --max %u", o->request.min_length, o->request.max_length);
		return false;
	}
	if (o->request.n_solutions == SUPERFLIP_ALL && o->has_max && !o->has_over)
		o->request.over_optimal = SUPERFLIP_MAX_LENGTH;  /* all of at most so many moves, not only the shortest */
	if (!method_options_agree(o) || !goal_options_agree(o))
		return false;
	if (o->journal_path != NULL && (o->puzzle == SUPERFLIP_2X2 || o->method_name != NULL || goal_restricts(o))) {
		complain("--journal keeps units of the search for shortest solutions by all turns; not with --method, --moves, --exclude, --puzzle 2x2");
		return false;
	}
	const superflip_request *const r = &o->request;
	const bool is_plain = r->n_solutions == 1 && r->over_optimal == 0 && r->min_length == 0 &&
	                      r->max_length == SUPERFLIP_MAX_LENGTH && o->heuristic_name == NULL;
	if (o->turns_opposite && (o->puzzle != SUPERFLIP_2X2 || (o->read_options & SUPERFLIP_READ_FRENCH) != 0)) {
		complain("--letters rbd is for --puzzle 2x2, without --french");
		return false;
	}
	if (o->puzzle == SUPERFLIP_2X2 && !is_plain) {
		complain("--puzzle 2x2 finds one shortest solution; it takes no lengths, limits, heuristics or --french");
		return false;
	}
	return true;
}

int solve_options_read(int argc, char **argv, enum option_users user, const char *usage, struct solve_options *out,
                       int *exit_status)
{
	struct getopt_tables tables;
	option_rows_select(rows, N_ROWS, user, &tables);
	*out = (struct solve_options){0};
	superflip_request_init(&out->request);
	out->request.approximates = true;
	*exit_status = EXIT_USAGE;
	opterr = 0;
	for (int found; (found = getopt_long(argc, argv, tables.letters, tables.longs, NULL)) != -1;) {
		if (found == '?' || found == ':') {
			*exit_status = option_refused(found, argv[0], argv, tables.longs);
			return -1;
		}
		if (found == OPT_HELP) {
			print_help(argv[0], usage, user);
			*exit_status = EXIT_SOLVED;
			return -1;
		}
		if (!take_option(out, option_rows_find(rows, N_ROWS, found), optarg))
			return -1;
	}
	if (!options_agree(out))
		return -1;
	limit_threads(out);
	if (user == FOR_BATCH && !out->is_quiet)
		warn_of_name(out);
	return optind;
}
