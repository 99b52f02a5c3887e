/* superflip bench methods: the options, and which table is asked for. */
#include "cli/bench/methods.h"
#include "cli/cli.h"
#include "cli/number.h"
#include "cli/option.h"
#include "cube/move.h"
#include "report/tally.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
	"usage: superflip bench methods [OPTION...]\n\n"
	"Compares heuristics and methods on random scrambles by their optimal length, as the tables of Chen and Li do:\n"
	"  1       heuristics, with IDA*: simple, manhattan8, korf; and Korf's manhattan\n"
	"  2       single databases, with IDA*: corners, edges-upper, edges-lower\n"
	"  3       methods: breadth-first, depth-first with a growing limit, IDA*, IDA* with its children in the order of\n"
	"          their bounds (PQ), A*; the last three with korf\n"
	"Milliseconds and generated nodes are means over the scrambles of a length.  All searches use one thread and the\n"
	"same plain code; they forbid two turns of one face in a row and, unlike Chen and Li, the second order of two turns\n"
	"of opposite faces.  Once a limit is hit, the cell stays empty, the column ends, and a line above the table says\n"
	"why.  Simple and manhattan8 are their heuristics; theirs were measured in Java.\n\n"
	"Further tables:\n"
	"  layers  lengths of layer by layer by stage: quarter turns, moves after the report's filter, and folded\n"
	"  people  lengths and time of every method on the same uniform states, down to the optimum\n"
	"  storage the entries of edges-upper as text, as bytes, in 4 bits and in a hash map: bytes, seconds, lookups\n\n"
	"  -T, --table NAME       one of these (1, 2 and 3)\n"
	"  -n, --instances N      scrambles for each length (10); cubes of layers (10000) and people (1000); lookups of\n"
	"                         storage (10000000)\n"
	"  -s, --seed S           repeat the scrambles of this seed (1)\n"
	"  -d, --depths A..B      optimal lengths, at most 15 (those of the table)\n"
	"      --node-limit N     for each scramble; also 1e9, 5G\n"
	"      --memory SIZE      for the nodes that a method keeps (2G)\n"
	"      --time-limit TIME  for each scramble: seconds, or 2m (10); people: for each method (60)\n"
	"      --published        1, 2, 3: their milliseconds beside ours, and only the cells that they have (600 s a scramble)\n"
	"      --depth-as KIND    1, 2, 3: length: scrambles of an optimal length (default); rotations: of so many random turns,\n"
	"                         as theirs\n"
	"      --branching 15     1, 2, 3: forbid the same face only, as they do\n"
	"      --db-depth D       1, 2, 3: table entries above D count as D + 1, as theirs did with D = 7; beside it what Korf,\n"
	"                         Reid and Edelkamp's theory expects of one complete iteration\n"
	"      --faces 5|6        layers: turn W R B G O only, or Y, too (6)\n"
	"      --turns N|uniform  layers: scramble by N clockwise quarter turns (42), or draw uniform states\n"
	"      --distribution     layers, people: how often each number of moves came up\n"
	"      --heuristic NAME   people: of the optimal solutions (auto: the strongest installed)\n"
	"  -t, --threads N        layers, and people's optimal solutions; 0: all usable processors, the default\n"
	"  -f, --format FORMAT    text (the default), csv, jsonl, markdown or latex\n"
	"      --pdb-dir DIR      where the pattern databases are\n"
	"  -q, --quiet            no progress on standard error\n"
	"  -h, --help             print this\n";

enum { MAX_DEPTH = 15, MAX_INSTANCES = 100000000, MAX_TURNS = 100000, DEFAULT_TURNS = 42, MAX_THREADS = 1024 };
static const char *const table_name[N_METHODS_TABLES] = {"1", "2", "3", "layers", "people", "storage"};

static bool refuse(const char *option, const char *value, const char *expected)
{
	complain("bench methods: --%s %s: expected %s", option, value, expected);
	return false;
}

static bool take_depths(struct methods_options *o, const char *text)
{
	char first[8];
	const char *const dots = strstr(text, "..");
	const size_t n_first = dots != NULL ? (size_t)(dots - text) : strlen(text);
	uint64_t a, b;
	snprintf(first, sizeof first, "%.*s", n_first < sizeof first ? (int)n_first : 0, text);
	if (!number_read(first, 1, MAX_DEPTH, &a) || !number_read(dots != NULL ? dots + 2 : first, a, MAX_DEPTH, &b))
		return refuse("depths", text, "a length from 1 to 15, or two such as 3..13");
	o->first_depth = (unsigned)a;
	o->last_depth = (unsigned)b;
	return true;
}

static bool take_unsigned(const char *option, const char *value, uint64_t min, uint64_t max, const char *expected, unsigned *out)
{
	uint64_t number;
	if (!number_read(value, min, max, &number))
		return refuse(option, value, expected);
	*out = (unsigned)number;
	return true;
}

static bool take_turns(struct methods_options *o, const char *value)
{
	o->n_turns = 0;
	return strcmp(value, "uniform") == 0 ||
	       take_unsigned("turns", value, 1, MAX_TURNS, "a number from 1 to 100000, or uniform", &o->n_turns);
}

static bool take_depth_as(struct methods_options *o, const char *value)
{
	static const char *const kinds[] = {"length", "rotations"};
	unsigned choice;
	if (!option_choice("bench methods", "--depth-as", value, kinds, 2, &choice))
		return false;
	o->counts_rotations = choice == 1;
	return true;
}

static bool take_heuristic(struct methods_options *o, const char *value)
{
	o->heuristic_name = value;
	return strcmp(value, "auto") == 0 || heuristic_find(value) != NULL ||
	       refuse("heuristic", value, "auto, or a heuristic that `superflip solve --help` lists");
}

static bool take_format(struct methods_options *o, const char *value)
{
	unsigned choice;
	if (!option_choice("bench methods", "--format", value, table_format_name, N_TABLE_FORMATS, &choice))
		return false;
	o->format = (enum table_format)choice;
	return true;
}

enum {
	OPT_NODE_LIMIT = 256, OPT_MEMORY, OPT_TIME_LIMIT, OPT_PDB_DIR, OPT_FACES, OPT_TURNS, OPT_DISTRIBUTION, OPT_HEURISTIC, OPT_PUBLISHED,
	OPT_DEPTH_AS, OPT_BRANCHING, OPT_DB_DEPTH,
};

static bool take_option(struct methods_options *o, int option, const char *value)
{
	switch (option) {
	case 'T': return option_choice("bench methods", "--table", value, table_name, N_METHODS_TABLES, &o->table);
	case 'n': return number_read(value, 1, MAX_INSTANCES, &o->n_instances) ||
		       refuse("instances", value, "a whole number from 1 to 100000000");
	case 's': return option_number("bench methods", "--seed", value, INT64_MAX, &o->seed);
	case 'd': return take_depths(o, value);
	case 't': return take_unsigned("threads", value, 0, MAX_THREADS, "a number from 0 to 1024", &o->n_threads);
	case 'f': return take_format(o, value);
	case 'q': return o->is_quiet = true;
	case OPT_NODE_LIMIT:
		return number_read_count(value, &o->node_limit) || refuse("node-limit", value, "a number such as 1e9 or 5G");
	case OPT_MEMORY:
		return number_read_bytes(value, &o->memory_limit_bytes) || refuse("memory", value, "a size such as 2G, or 50%");
	case OPT_TIME_LIMIT:
		return number_read_seconds(value, &o->time_limit_s) || refuse("time-limit", value, "seconds, or 10m, or 2h");
	case OPT_PDB_DIR:      o->pdb_directory = value; return true;
	case OPT_FACES:        return take_unsigned("faces", value, 5, 6, "5 or 6", &o->n_faces);
	case OPT_TURNS:        return take_turns(o, value);
	case OPT_HEURISTIC:    return take_heuristic(o, value);
	case OPT_PUBLISHED:    return o->with_published = true;
	case OPT_DEPTH_AS:     return take_depth_as(o, value);
	case OPT_BRANCHING:    return take_unsigned("branching", value, 15, 15, "15", &o->n_children);
	case OPT_DB_DEPTH:     return take_unsigned("db-depth", value, 1, 11, "a depth from 1 to 11", &o->db_depth);
	default:               return o->with_distribution = true;
	}
}

/* @return -1 to go on, else the exit status */
static int read_options(int argc, char **argv, struct methods_options *o)
{
	static const struct option known[] = {
		{"table", required_argument, NULL, 'T'}, {"instances", required_argument, NULL, 'n'},
		{"seed", required_argument, NULL, 's'}, {"depths", required_argument, NULL, 'd'},
		{"node-limit", required_argument, NULL, OPT_NODE_LIMIT}, {"memory", required_argument, NULL, OPT_MEMORY},
		{"time-limit", required_argument, NULL, OPT_TIME_LIMIT}, {"format", required_argument, NULL, 'f'},
		{"faces", required_argument, NULL, OPT_FACES}, {"turns", required_argument, NULL, OPT_TURNS},
		{"distribution", no_argument, NULL, OPT_DISTRIBUTION}, {"heuristic", required_argument, NULL, OPT_HEURISTIC},
		{"threads", required_argument, NULL, 't'}, {"published", no_argument, NULL, OPT_PUBLISHED},
		{"depth-as", required_argument, NULL, OPT_DEPTH_AS}, {"branching", required_argument, NULL, OPT_BRANCHING},
		{"db-depth", required_argument, NULL, OPT_DB_DEPTH},
		{"pdb-dir", required_argument, NULL, OPT_PDB_DIR}, {"quiet", no_argument, NULL, 'q'},
		{"help", no_argument, NULL, 'h'}, {0},
	};
	opterr = 0;
	for (int option; (option = getopt_long(argc, argv, ":T:n:s:d:t:f:qh", known, NULL)) != -1;) {
		if (option == 'h') {
			fputs(help, stdout);
			return EXIT_SOLVED;
		}
		if (option == '?' || option == ':')
			return option_refused(option, "bench methods", argv, known);
		if (!take_option(o, option, optarg))
			return EXIT_USAGE;
	}
	if (optind < argc) {
		complain("bench methods: '%s' is an argument too many", argv[optind]);
		return EXIT_USAGE;
	}
	return -1;
}

void methods_add_tally(struct table *table, const struct tally *t)
{
	static const double shares[] = {0, 0.01, 0.25, 0.5, 0.75, 0.99, 1};
	const bool has_spread = tally_n(t) > 1;
	if (tally_n(t) == 0) {
		for (unsigned i = 0; i < N_TALLY_COLUMNS; i++)
			table_add_none(table);
		return;
	}
	table_add_real(table, tally_mean(t), 3);
	if (has_spread) {
		table_add_real(table, tally_standard_error(t), 3);
		table_add_real(table, tally_deviation(t), 2);
	} else {
		table_add_none(table);
		table_add_none(table);
	}
	for (unsigned i = 0; i < sizeof shares / sizeof *shares; i++)
		table_add_count(table, tally_quantile(t, shares[i]));
}

void methods_add_distribution(struct table *table, const struct tally *const *tallies, unsigned n)
{
	unsigned first = TALLY_MAX, last = 0;
	for (unsigned i = 0; i < n; i++) {
		if (tally_n(tallies[i]) == 0)
			continue;
		const unsigned min = tally_quantile(tallies[i], 0), max = tally_quantile(tallies[i], 1);
		first = min < first ? min : first;
		last = max > last ? max : last;
	}
	for (unsigned value = first; value <= last; value++) {
		table_add_count(table, value);
		for (unsigned i = 0; i < n; i++)
			table_add_count(table, tallies[i]->count[value]);
	}
}

int bench_methods(int argc, char **argv)
{
	struct methods_options o = {
		.table = METHODS_ALL_CHEN_LI, .seed = 1, .memory_limit_bytes = UINT64_C(2) << 30, .n_faces = 6, .n_turns = DEFAULT_TURNS,
	};
	int status = read_options(argc, argv, &o);
	if (status >= 0)
		return status;
	if (o.table == METHODS_LAYERS)
		return methods_layers(&o);
	if (o.table == METHODS_STORAGE)
		return methods_storage(&o);
	if (o.table == METHODS_PEOPLE)
		return methods_people(&o);
	if (o.table < N_CHEN_LI_TABLES)
		return methods_chen_li(&o, o.table);
	status = EXIT_SOLVED;
	for (unsigned i = 0; i < N_CHEN_LI_TABLES && status == EXIT_SOLVED; i++) {
		if (i > 0)
			putchar('\n');
		status = methods_chen_li(&o, i);
	}
	return status;
}
