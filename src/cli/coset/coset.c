/* superflip coset: one coset of <U, D, R2, L2, F2, B2> solved whole. */
#include "cli/coset/coset.h"

#include "base/memory.h"
#include "base/processor.h"
#include "cli/cli.h"
#include "cli/number.h"
#include "cli/option.h"
#include "cluster/unit_journal.h"
#include "cube/position.h"
#include "cube/random.h"

#include <errno.h>
#include <getopt.h>
#include <string.h>

static const char help[] =
	"usage: superflip coset [OPTION...] [SCRAMBLE]\n\n"
	"Solve all 19,508,428,800 positions of a coset of H = <U,D,R2,L2,F2,B2> together,\n"
	"and print how many are at each distance from solved.  The coset is that of the\n"
	"position SCRAMBLE (moves, facelets or cubies); without one it is H itself.\n"
	"`superflip pocket prove` does the same for all cosets of the 2x2x2;\n"
	"doc/gods-number.md explains both.\n\n"
	"  --depth N         stop after distance N (default: go on until every position is\n"
	"                    found, which takes hours)\n"
	"  --within N        show that N moves solve every position, as fast as possible:\n"
	"                    counts beyond the searched depth are then upper bounds\n"
	"  --search N        with --within: search up to N moves, then only extend (15)\n"
	"  --journal FILE    keep what is done in FILE (up to 2.5 GB), and go on from it if\n"
	"                    it exists\n"
	"  --positions FILE  write random positions of the coset to FILE, a list that\n"
	"                    `superflip batch` reads, each labelled with its distance\n"
	"  --force           replace FILE of --positions\n"
	"  --random          a random coset\n"
	"  --list            how many cosets there are, by distance from H and as classes\n"
	"                    under symmetry\n"
	"  -n, --count N     with --list: N random ones as examples; with --positions: how\n"
	"                    many (1000)\n"
	"  --sample N        solve N random cosets up to --depth (14) and estimate from them\n"
	"                    how many positions of the cube are at each distance\n"
	"  --cosets FILE     solve the cosets of the positions in FILE, a list as `superflip\n"
	"                    batch` reads it (-: standard input), with --depth or --within\n"
	"  --record FILE     with --sample and --cosets: keep each coset in FILE, and use those\n"
	"                    that it has\n"
	"  --shard K/N       with --sample and --cosets: shard K of N only; `superflip merge`\n"
	"                    joins them to a record\n"
	"  -o, --output DIR  where --shard writes its file\n"
	"  --seed S          repeat the random choices of seed S\n"
	"  -t, --threads N   threads (default: all processors)\n"
	"  --memory SIZE     refuse to use more: 8G, 50%\n"
	"  --heuristic NAME  with --within: solves what is left over (default: the strongest\n"
	"                    that is installed)\n"
	"  --pdb-dir DIR     where its tables are\n"
	"  --format FORMAT   text (default), csv, jsonl, markdown, latex\n"
	"  -q, --quiet       no progress\n\n"
	"exit status: 0 done, 1 stopped before every position was found although no --depth\n"
	"said so, 2 usage, 3 bad scramble, 4 I/O error, 5 not enough memory\n";

enum {
	OPT_DEPTH = 256, OPT_WITHIN, OPT_SEARCH, OPT_JOURNAL, OPT_RANDOM, OPT_LIST, OPT_SAMPLE, OPT_RECORD, OPT_SHARD, OPT_SEED, OPT_MEMORY,
	OPT_HEURISTIC, OPT_PDB_DIR, OPT_FORMAT, OPT_POSITIONS, OPT_COSETS, OPT_FORCE
};

/* Of --depth. */
static const uint32_t NOT_GIVEN = UINT32_MAX - 1;

static const struct option known[] = {
	{"depth", required_argument, NULL, OPT_DEPTH}, {"within", required_argument, NULL, OPT_WITHIN},
	{"search", required_argument, NULL, OPT_SEARCH}, {"journal", required_argument, NULL, OPT_JOURNAL},
	{"positions", required_argument, NULL, OPT_POSITIONS}, {"force", no_argument, NULL, OPT_FORCE},
	{"random", no_argument, NULL, OPT_RANDOM},
	{"list", no_argument, NULL, OPT_LIST}, {"count", required_argument, NULL, 'n'}, {"cosets", required_argument, NULL, OPT_COSETS},
	{"sample", required_argument, NULL, OPT_SAMPLE}, {"seed", required_argument, NULL, OPT_SEED},
	{"record", required_argument, NULL, OPT_RECORD}, {"shard", required_argument, NULL, OPT_SHARD},
	{"output", required_argument, NULL, 'o'},
	{"threads", required_argument, NULL, 't'}, {"jobs", required_argument, NULL, 't'},
	{"memory", required_argument, NULL, OPT_MEMORY}, {"heuristic", required_argument, NULL, OPT_HEURISTIC},
	{"pdb-dir", required_argument, NULL, OPT_PDB_DIR}, {"format", required_argument, NULL, OPT_FORMAT},
	{"quiet", no_argument, NULL, 'q'}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0},
};

static bool read_number(const char *name, const char *text, uint64_t min, uint64_t max, uint64_t *out)
{
	if (number_read(text, min, max, out))
		return true;
	complain("coset: --%s '%s': expected a number from %llu to %llu", name, text, (unsigned long long)min,
	         (unsigned long long)max);
	return false;
}

static bool read_small(const char *name, const char *text, uint64_t min, uint64_t max, unsigned *out)
{
	uint64_t number;
	if (!read_number(name, text, min, max, &number))
		return false;
	*out = (unsigned)number;
	return true;
}

static bool read_memory(const char *text, uint64_t *out)
{
	if (number_read_bytes(text, out))
		return true;
	complain("coset: --memory '%s': expected a size such as 8G, or 50%%", text);
	return false;
}

static bool read_shard(const char *text, struct shard *out)
{
	if (shard_read(text, out))
		return true;
	complain("coset: --shard '%s': expected K/N, shard K of N, such as 3/100", text);
	return false;
}

static bool read_option(int option, struct coset_options *o)
{
	switch (option) {
	case OPT_DEPTH: return read_small("depth", optarg, 0, COSET_MAX_DEPTH, &o->max_depth);
	case OPT_WITHIN: return read_small("within", optarg, 1, COSET_MAX_DEPTH, &o->within);
	case OPT_SEARCH: return read_small("search", optarg, 0, COSET_MAX_DEPTH, &o->search_depth);
	case OPT_JOURNAL: o->journal = optarg; return true;
	case OPT_POSITIONS: o->positions_path = optarg; return true;
	case OPT_FORCE: return o->replaces_positions = true;
	case OPT_RANDOM: return o->is_random = true;
	case OPT_LIST: o->action = COSET_LIST; return true;
	case 'n': return read_number("count", optarg, 0, 1000000, &o->n_samples);
	case OPT_SAMPLE: o->action = COSET_SAMPLE; return read_number("sample", optarg, 1, 1000000, &o->n_samples);
	case OPT_COSETS: o->action = COSET_COSETS; o->list_path = optarg; return true;
	case OPT_RECORD: o->record_path = optarg; return true;
	case OPT_SHARD: return read_shard(optarg, &o->shard);
	case 'o': o->output_directory = optarg; return true;
	case OPT_SEED: o->has_seed = true; return read_number("seed", optarg, 0, UINT64_MAX, &o->seed);
	case OPT_MEMORY: return read_memory(optarg, &o->memory_bytes);
	case OPT_HEURISTIC: o->heuristic_name = optarg; return true;
	case OPT_PDB_DIR: o->pdb_directory = optarg; return true;
	case OPT_FORMAT: return option_choice("coset", "format", optarg, table_format_name, N_TABLE_FORMATS, &o->format);
	case 't': return read_small("threads", optarg, 0, 256, &o->n_threads);
	default: return o->is_quiet = true;
	}
}

/* What only some of the actions know. */
static bool options_fit_action(const struct coset_options *o)
{
	const bool is_many = o->action == COSET_SAMPLE || o->action == COSET_COSETS;
	if (o->action != COSET_SOLVE && (o->journal != NULL || o->is_random || o->positions_path != NULL))
		complain("coset: --journal, --positions and --random are for one coset, not for --list, --sample and --cosets");
	else if ((o->action == COSET_LIST || o->action == COSET_SAMPLE) && o->within != 0)
		complain("coset: --within is not for --list and --sample");
	else if (o->action == COSET_COSETS && o->name[0] != '\0')
		complain("coset: --cosets reads the positions from a list; it takes no scramble");
	else if (o->n_samples != 0 && (o->action == COSET_COSETS || (o->action == COSET_SOLVE && o->positions_path == NULL)))
		complain("coset: --count is for --list and --positions");
	else if (o->replaces_positions && o->positions_path == NULL)
		complain("coset: --force is for --positions");
	else if (!is_many && (o->record_path != NULL || o->shard.n != 0))
		complain("coset: --record and --shard are for --sample and --cosets");
	else if (o->action == COSET_SAMPLE && (o->record_path != NULL || o->shard.n != 0) && !o->has_seed)
		complain("coset: --record and --shard need a --seed: the cosets must be the same in every run");
	else if (o->record_path != NULL && o->shard.n != 0)
		complain("coset: --record and --shard exclude each other; `superflip merge` makes a record of all shards");
	else
		return true;
	return false;
}

static bool options_fit(const struct coset_options *o)
{
	const bool has_depth = o->max_depth != NOT_GIVEN;
	if (has_depth && o->within != 0)
		complain("coset: --depth counts exactly and --within does not; give one of them");
	else if (o->search_depth != 0 && o->within == 0)
		complain("coset: --search is for --within");
	else if (o->positions_path != NULL && o->within != 0)
		complain("coset: --positions needs exact distances, which --within does not find");
	else if (o->is_random && o->name[0] != '\0')
		complain("coset: --random takes no scramble");
	else
		return options_fit_action(o);
	return false;
}

static int read_scramble(char **arguments, int n, struct coset_options *o)
{
	if (n > 1) {
		complain("coset takes one scramble, not %d; put its moves into quotes", n);
		return EXIT_USAGE;
	}
	o->name = n == 1 ? arguments[0] : "";
	struct position position;
	struct input_error error;
	if (!position_read(o->name, 0, &position, &error)) {
		complain("argument 1, column %u: %s", error.column, error.message);
		return error.is_no_memory ? EXIT_MEMORY : EXIT_INPUT;
	}
	o->cube = position.cube;
	return EXIT_SOLVED;
}

int coset_check_memory(const struct coset_options *options, uint64_t needed)
{
	const double gb = 1e9;
	const uint64_t available = memory_available_bytes();
	if (needed > options->memory_bytes) {
		complain("coset: %.2f GB of memory are needed, --memory allows %.2f GB", (double)needed / gb,
		         (double)options->memory_bytes / gb);
		return EXIT_MEMORY;
	}
	if (needed > available) {
		complain("coset: %.2f GB of memory are needed, %.2f GB are free; close other programs, or use a machine with more",
		         (double)needed / gb, (double)available / gb);
		return EXIT_MEMORY;
	}
	if (!options->is_quiet)
		complain("coset: %.2f GB of memory: a bit for each of 19,508,428,800 positions, a quarter more to extend them, and "
		         "%.2f GB to guide the search%s", (double)needed / gb, (double)guide_bytes() / gb,
		         coset_stops_early(options) ? "" : "; the solver of what is left over maps a table besides");
	return EXIT_SOLVED;
}

static bool is_of_solve(const char *path)
{
	struct unit_journal journal;
	char detail[RECORD_LOG_DETAIL_MAX];
	if (unit_journal_read(path, &journal, detail) != RECORD_LOG_OK)
		return false;
	unit_journal_close(&journal);
	return true;
}

int coset_complain(enum coset_status status, const char *path)
{
	if (status == COSET_INTERRUPTED)
		return 128 + interrupted_by();
	if (status == COSET_IO)
		complain("%s: %s", path, strerror(errno));
	else if (status == COSET_FOREIGN_JOURNAL && is_of_solve(path))
		complain("%s: the journal of `superflip solve`; it is left as it is: give --journal another name", path);
	else if (path != NULL)
		complain("%s: %s", path, coset_status_text(status));
	else
		complain("coset: %s", coset_status_text(status));
	return status == COSET_NO_MEMORY ? EXIT_MEMORY : EXIT_TABLE;
}

struct cube coset_random_cube(const struct coset_options *options, uint64_t number)
{
	struct random_source source;
	if (options->has_seed)
		random_from_seed(&source, options->seed + number);
	else
		random_from_system(&source);
	return random_cube(&source);
}

int command_coset(int argc, char **argv)
{
	struct coset_options o = {.max_depth = NOT_GIVEN, .memory_bytes = UINT64_MAX};
	opterr = 0;
	for (int option; (option = getopt_long(argc, argv, ":n:o:t:j:qh", known, NULL)) != -1;) {
		if (option == 'h') {
			fputs(help, stdout);
			return EXIT_SOLVED;
		}
		if (option == '?' || option == ':')
			return option_refused(option, "coset", argv, known);
		if (!read_option(option == 'j' ? 't' : option, &o))
			return EXIT_USAGE;
	}
	const int status = read_scramble(argv + optind, argc - optind, &o);
	if (status != EXIT_SOLVED)
		return status;
	if (!options_fit(&o))
		return EXIT_USAGE;
	if (o.max_depth == NOT_GIVEN)
		o.max_depth = o.action == COSET_SAMPLE ? 14 : COSET_MAX_DEPTH;
	if (o.n_threads == 0)
		o.n_threads = processors_usable();
	if (o.is_random)
		o.cube = coset_random_cube(&o, 0);
	catch_interrupts(false);
	static int (*const run[])(const struct coset_options *) = {
		[COSET_SOLVE] = coset_command_solve, [COSET_LIST] = coset_command_list, [COSET_SAMPLE] = coset_command_sample,
		[COSET_COSETS] = coset_command_cosets,
	};
	return run[o.action](&o);
}
