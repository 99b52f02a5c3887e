/* superflip coset: one coset of <U, D, R2, L2, F2, B2> solved whole. */
#include "cli/coset/coset.h"

#include "cluster/unit_journal.h"
#include "subgroup/reid.h"

/* Of --depth. */
#define NOT_GIVEN (UINT32_MAX - 1)
struct coset_run coset_run = {.max_depth = NOT_GIVEN, .memory_bytes = UINT64_MAX};
enum { USUAL_SEARCH_DEPTH = 15, USUAL_POSITIONS = 1000 };

/* --list, --sample or --cosets; the last one counts. */
static OPTION_TAKER(take_action)
{
	coset_run.action = *row->name == 'l'   ? COSET_LIST
	                                    : *row->name == 's' ? COSET_SAMPLE
	                                                        : COSET_COSETS;
	return true;
}

#undef IN
#define IN(field) OPTION_IN(struct coset_run, field)
static const struct option_row rows[] = {
	ROW_NUMBER(0, 1, "depth", "N",
	           "stop after distance N (default: go on until every position is found, which\ntakes hours)",
	           max_depth, 0, SUBGROUP_MAX_DEPTH),
	ROW_NUMBER(0, 1, "within", "N",
	           "show that N moves solve every position, as fast as possible: counts beyond the\n"
	           "searched depth are then upper bounds", within, 1, SUBGROUP_MAX_DEPTH),
	ROW_NUMBER(0, 1, "search", "N", "with --within: search up to N moves, then only extend (15)",
	           search_depth, 0, SUBGROUP_MAX_DEPTH),
	ROW_TEXT(0, 1, "journal", "FILE",
	         "keep what is done in FILE (up to 2.5 GB), and go on from it if it exists", journal),
	ROW_TEXT(0, 1, "positions", "FILE",
	         "write random positions of the coset to FILE, a list that `superflip batch`\n"
	         "reads, each labelled with its distance", positions_path),
	ROW_FLAG(0, 1, "force", "replace FILE of --positions", replaces_positions),
	ROW_FLAG(0, 1, "random", "a random coset", is_random),
	{0, 1, "list", NULL, "how many cosets there are, by distance from H and as classes under symmetry", OPTION_OTHER,
	 .take = take_action},
	ROW_NUMBER('n', 1, "count", "N",
	           "with --list: N random ones as examples; with --positions: how many (1000)", n_samples, 0,
	           1000000),
	{0, 1, "sample", "N", "solve N random cosets up to --depth (14) and estimate from them how many\n"
	 "positions of the cube are at each distance", OPTION_NUMBER, IN(n_samples), .min = 1, .max = 1000000, .take = take_action},
	{0, 1, "cosets", "FILE", "solve the cosets of the positions in FILE, a list as `superflip batch` reads it\n"
	 "(-: standard input), with --depth or --within", OPTION_TEXT, IN(list_path), .take = take_action},
	ROW_TEXT(0, 1, "record", "FILE",
	         "with --sample and --cosets: keep each coset in FILE, and use those that it has",
	         record_path),
	ROW_SHARD(1, "with --sample and --cosets: shard K of N only; `superflip merge` joins them to\na record"),
	ROW_TEXT('o', 1, "output", "DIR", "where --shard writes its file", output_directory),
	{0, 1, "seed", "S", "repeat the random choices of seed S", OPTION_NUMBER, IN(seed), .max = UINT64_MAX,
	 OPTION_GIVEN(struct coset_run, has_seed)},
	ROW_THREADS(1, "threads (default: all processors)", n_threads, 256),
	{0, 1, "memory", "SIZE", "refuse to use more: 8G, 50%", OPTION_SIZE, IN(memory_bytes)},
	ROW_TEXT(0, 1, "heuristic", "NAME",
	         "with --within: solves what is left over (default: the strongest that is\ninstalled)",
	         heuristic_name),
	ROW_PDB_DIR(1, pdb_directory),
	ROW_FORMAT(1),
	ROW_QUIET(1, "no progress"),
};

static bool options_fit(void)
{
	const bool is_one = coset_run.action == COSET_SOLVE, is_sample = coset_run.action == COSET_SAMPLE,
			   is_list = coset_run.action == COSET_LIST, is_file = coset_run.action == COSET_COSETS;
	const bool is_kept = coset_run.record_path != NULL || coset_run.shard.n != 0,
			   has_positions = coset_run.positions_path != NULL;
	const char *const fault =
		coset_run.max_depth != NOT_GIVEN && coset_run.within != 0
			? "--depth counts exactly and --within does not; give one of them"
		: coset_run.search_depth != 0 && coset_run.within == 0 ? "--search is for --within"
		: has_positions && coset_run.within != 0
			? "--positions needs exact distances, which --within does not find"
		: coset_run.is_random && coset_run.name[0] != '\0' ? "--random takes no scramble"
		/* What only some of the actions know. */
		: !is_one && (coset_run.journal != NULL || coset_run.is_random || has_positions)
			? "--journal, --positions and --random are for one coset, not for --list, --sample and --cosets"
		: (is_list || is_sample) && coset_run.within != 0 ? "--within is not for --list and --sample"
		: is_file && coset_run.name[0] != '\0'
			? "--cosets reads the positions from a list; it takes no scramble"
		: coset_run.n_samples != 0 && (is_file || (is_one && !has_positions))
			? "--count is for --list and --positions"
		: coset_run.replaces_positions && !has_positions ? "--force is for --positions"
		: is_kept && !is_sample && !is_file ? "--record and --shard are for --sample and --cosets"
		: is_kept && is_sample && !coset_run.has_seed
			? "--record and --shard need a --seed: the cosets must be the same in every run"
		: coset_run.record_path != NULL && coset_run.shard.n != 0
			? "--record and --shard exclude each other; `superflip merge` makes a record of all shards"
			: NULL;
	return fault == NULL || complain_and(false, "coset: %s", fault);
}

int coset_status(enum status status, const char *path)
{
	static const struct log_words words[N_STATUS] = {
		[STATUS_FOREIGN] =
			{EXIT_TABLE,
			"%s: not a journal of a coset of this version, left unchanged; give --journal another name"},
		[STATUS_DIFFERENT] = {EXIT_TABLE, "%s: the journal of another coset; give --journal another name"},
		[STATUS_DAMAGED] = {EXIT_TABLE,
	                        "%s: a journal that is cut off or damaged; give --journal another name"},
		[STATUS_NO_MEMORY] = {EXIT_MEMORY, "%s: not enough memory"},
	};
	struct unit_journal journal;
	char detail[RECORD_LOG_DETAIL_MAX];
	if (status == STATUS_MISSING)
		return EXIT_SOLVED;
	if (status == STATUS_INTERRUPTED)
		return interrupted_by();
	if (status != STATUS_FOREIGN || unit_journal_read(path, &journal, detail) != STATUS_OK)
		return new_file_complain_of_log(words, path != NULL ? path : "coset", status, "");
	unit_journal_close(&journal);
	return complain_and(EXIT_TABLE,
	                    "%s: the journal of `superflip solve`, left unchanged; give --journal another name",
	                    path);
}

struct random_source coset_random_source(uint64_t number)
{
	struct random_source source;
	if (coset_run.has_seed)
		random_from_seed(&source, coset_run.seed + number);
	else
		random_from_system(&source);
	return source;
}

struct cube coset_random_cube(uint64_t number)
{
	struct random_source source = coset_random_source(number);
	return random_cube(&source);
}

/* ---- --list: how many cosets and classes there are, with examples ---- */

/* A coset is told by the shortest sequence that makes one of its positions. */
static void print_examples(const struct pdb *distances)
{
	struct table *const table = table_create("distance,flip,slice,twist,moves");
	for (uint64_t i = 0; i < coset_run.n_samples; i++) {
		struct cube c = coset_random_cube(i);
		const struct phase1_coset coset = phase1_rank(&c);
		const unsigned n = pdb_value(distances, &c);
		uint8_t inverse[PDB_MAX_DEPTHS];
		char text[3 * PDB_MAX_DEPTHS + 1];
		for (unsigned left = n; left > 0; left--) {
			struct cube after = cube_after(&c, 0);
			uint8_t move = 0;
			while (pdb_value(distances, &after) + 1 != left)
				after = cube_after(&c, ++move);
			inverse[left - 1] = (uint8_t)move_inverse(move);
			c = after;
		}
		notation_write(inverse, n, text, sizeof text);
		TABLE_ROW(table, cell_count(n), cell_count(coset.flip), cell_count(coset.slice),
		          cell_count(coset.twist), cell_text(text));
	}
	print_table(table, coset_run.format);
}

static int list_cosets(void)
{
	struct pdb distances;
	bar_begin("coset", "cosets of H");
	const enum status status =
		pdb_build(pdb_key_in((struct coordinate_key)FLIPSLICE_TWIST_COORDINATE, METRIC_HTM),
	              coset_run.n_threads, &bar_progress, &distances);
	progress_bar_finish(&bar);
	if (status != STATUS_OK)
		return coset_status(status, NULL);
	const uint64_t *const n_cosets = distances.histogram.count;
	uint64_t n_classes[PDB_MAX_DEPTHS], cosets = 0, classes = 0;
	struct table *const table = table_create("distance,cosets,classes");
	reid_count_classes(distances.entries, n_classes);
	for (unsigned d = 0; d <= distances.histogram.max_depth; d++) {
		TABLE_ROW(table, cell_count(d), cell_count(n_cosets[d]), cell_count(n_classes[d]));
		cosets += n_cosets[d];
		classes += n_classes[d];
	}
	TABLE_ROW(table, cell_text("all"), cell_count(cosets), cell_count(classes));
	print_table(table, coset_run.format);
	if (coset_run.format == TABLE_TEXT)
		puts(
			"\nClasses are under the 16 symmetries that keep the U-D axis.  Inversion takes a coset H c to c^-1 H, which is no\n"
			"coset of this kind; but with it, and with the other two axes, a position is in six cosets, and 55,882,296 of them\n"
			"hold a copy of every position: so many were run for God's number (Rokicki et al. 2013).");
	if (coset_run.n_samples > 0) {
		putchar('\n');
		print_examples(&distances);
	}
	pdb_close(&distances);
	return EXIT_SOLVED;
}

/* ---- the command ---- */

static COMMAND_RUN(run)
{
	struct scramble scramble;
	if (n > 1)
		return usage_error("coset takes one scramble, not %d; put its moves into quotes", n);
	char *const *const scrambles = n > 0 ? arguments : (char *[]){(char[]){""}};
	const int status = argument_read_scramble(scrambles, 0, SUPERFLIP_3X3, 0, &scramble);
	if (status != EXIT_SOLVED)
		return status;
	coset_run.name = scrambles[0];
	coset_run.cube = scramble.cube;
	if (!options_fit())
		return EXIT_USAGE;
	if (coset_run.max_depth == NOT_GIVEN)
		coset_run.max_depth = coset_run.action == COSET_SAMPLE ? 14 : SUBGROUP_MAX_DEPTH;
	coset_run.search_depth =
		coset_run.within != 0 && coset_run.search_depth == 0 ? USUAL_SEARCH_DEPTH : coset_run.search_depth;
	coset_run.stops_early = coset_run.within == 0 && coset_run.max_depth != SUBGROUP_MAX_DEPTH;
	if (coset_run.positions_path != NULL && coset_run.n_samples == 0)
		coset_run.n_samples = USUAL_POSITIONS;
	if (coset_run.n_threads == 0)
		coset_run.n_threads = processors_usable();
	if (coset_run.is_random)
		coset_run.cube = coset_random_cube(0);
	catch_interrupts();
	return coset_run.action == COSET_SOLVE  ? coset_command_solve()
	       : coset_run.action == COSET_LIST ? list_cosets()
	                                        : coset_command_many();
}

const struct command command_coset = {
	"coset", "solve all 19.5 billion positions of a coset of <U,D,R2,L2,F2,B2>",
	run, &coset_run, {
		OPTION_SET(rows, 1),
		.usage = "coset [OPTION...] [SCRAMBLE]\n\n"
		         "Solve all 19,508,428,800 positions of a coset of H = <U,D,R2,L2,F2,B2> together,\n"
		         "and print how many are at each distance from solved.  The coset is that of the\n"
		         "position SCRAMBLE (moves, facelets or cubies); without one it is H itself.\n"
		         "`superflip pocket prove` does the same for all cosets of the 2x2x2;\n"
		         "doc/gods-number.md explains both.",
		.more = "exit status: 0 done, 1 stopped before every position was found although no --depth\n"
		        "said so, 2 usage, 3 bad scramble, 4 I/O error, 5 not enough memory",
	},
};
