/* superflip coset: one coset of <U, D, R2, L2, F2, B2> solved whole. */
#include "cli/coset/coset.h"

#include "base/processor.h"
#include "cli/cli.h"
#include "cli/cubes.h"
#include "cli/option.h"
#include "cluster/unit_journal.h"
#include "cube/random.h"
#include "subgroup/distance.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Of --depth. */
static const uint32_t NOT_GIVEN = UINT32_MAX - 1;
enum { USUAL_SEARCH_DEPTH = 15, USUAL_POSITIONS = 1000 };

/* --list, --sample or --cosets; the last one counts. */
static bool take_action(void *run, const struct option_row *row, const char *value, superflip_error *error)
{
	struct coset_run *const r = run;
	(void)value, (void)error;
	r->action = *row->name == 'l' ? COSET_LIST : *row->name == 's' ? COSET_SAMPLE : COSET_COSETS;
	return true;
}

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
	{0, 1, "shard", "K/N", "with --sample and --cosets: shard K of N only; `superflip merge` joins them to\na record", OPTION_OTHER,
	 IN(shard), .take = option_take_shard},
	ROW_TEXT('o', 1, "output", "DIR", "where --shard writes its file", output_directory),
	{0, 1, "seed", "S", "repeat the random choices of seed S", OPTION_NUMBER, IN(seed), .max = UINT64_MAX,
	 OPTION_GIVEN(struct coset_run, has_seed)},
	ROW_NUMBER('t', 1, "threads", "N", "threads (default: all processors)", n_threads, 0, 256),
	ROW_NUMBER('j', 1, "jobs", "N", NULL, n_threads, 0, 256),
	{0, 1, "memory", "SIZE", "refuse to use more: 8G, 50%", OPTION_SIZE, IN(memory_bytes)},
	ROW_TEXT(0, 1, "heuristic", "NAME",
	         "with --within: solves what is left over (default: the strongest that is\ninstalled)",
	         heuristic_name),
	ROW_TEXT(0, 1, "pdb-dir", "DIR", "where its tables are", pdb_directory),
	ROW_CHOICE(0, 1, "format", "FORMAT", "text (default), csv, jsonl, markdown", format,
	           table_format_name),
	ROW_FLAG('q', 1, "quiet", "no progress", is_quiet),
};
static const struct option_set option_set = {
	OPTION_SET(rows, 1),
	.usage = "coset [OPTION...] [SCRAMBLE]\n\n"
	         "Solve all 19,508,428,800 positions of a coset of H = <U,D,R2,L2,F2,B2> together,\n"
	         "and print how many are at each distance from solved.  The coset is that of the\n"
	         "position SCRAMBLE (moves, facelets or cubies); without one it is H itself.\n"
	         "`superflip pocket prove` does the same for all cosets of the 2x2x2;\n"
	         "doc/gods-number.md explains both.",
	.more = "exit status: 0 done, 1 stopped before every position was found although no --depth\n"
	        "said so, 2 usage, 3 bad scramble, 4 I/O error, 5 not enough memory",
};

static bool options_fit(const struct coset_run *o)
{
	const bool is_many = o->action == COSET_SAMPLE || o->action == COSET_COSETS;
	if (o->max_depth != NOT_GIVEN && o->within != 0)
		complain("coset: --depth counts exactly and --within does not; give one of them");
	else if (o->search_depth != 0 && o->within == 0)
		complain("coset: --search is for --within");
	else if (o->positions_path != NULL && o->within != 0)
		complain("coset: --positions needs exact distances, which --within does not find");
	else if (o->is_random && o->name[0] != '\0')
		complain("coset: --random takes no scramble");
	/* What only some of the actions know. */
	else if (o->action != COSET_SOLVE && (o->journal != NULL || o->is_random || o->positions_path != NULL))
		complain(
			"coset: --journal, --positions and --random are for one coset, not for --list, --sample and --cosets");
	else if ((o->action == COSET_LIST || o->action == COSET_SAMPLE) && o->within != 0)
		complain("coset: --within is not for --list and --sample");
	else if (o->action == COSET_COSETS && o->name[0] != '\0')
		complain("coset: --cosets reads the positions from a list; it takes no scramble");
	else if (o->n_samples != 0
	         && (o->action == COSET_COSETS || (o->action == COSET_SOLVE && o->positions_path == NULL)))
		complain("coset: --count is for --list and --positions");
	else if (o->replaces_positions && o->positions_path == NULL)
		complain("coset: --force is for --positions");
	else if (!is_many && (o->record_path != NULL || o->shard.n != 0))
		complain("coset: --record and --shard are for --sample and --cosets");
	else if (o->action == COSET_SAMPLE && (o->record_path != NULL || o->shard.n != 0) && !o->has_seed)
		complain("coset: --record and --shard need a --seed: the cosets must be the same in every run");
	else if (o->record_path != NULL && o->shard.n != 0)
		complain(
			"coset: --record and --shard exclude each other; `superflip merge` makes a record of all shards");
	else
		return true;
	return false;
}

int coset_status(enum status status, const char *path)
{
	static const char *const fault[N_STATUS] = {
		[STATUS_NO_MEMORY] = "not enough memory",
		[STATUS_FOREIGN] = "not a journal of a coset of this version, left unchanged",
		[STATUS_DIFFERENT] = "the journal of another coset",
		[STATUS_DAMAGED] = "a journal that is cut off or damaged",
	};
	struct unit_journal journal;
	char detail[RECORD_LOG_DETAIL_MAX];
	if (status == STATUS_OK || status == STATUS_MISSING)
		return EXIT_SOLVED;
	if (status == STATUS_INTERRUPTED)
		return 128 + interrupted_by();
	if (status == STATUS_FOREIGN && unit_journal_read(path, &journal, detail) == STATUS_OK) {
		unit_journal_close(&journal);
		complain("%s: the journal of `superflip solve`, left unchanged; give --journal another name", path);
	} else
		complain("%s: %s%s", path != NULL ? path : "coset",
		         fault[status] != NULL ? fault[status] : strerror(errno),
		         status >= STATUS_FOREIGN ? "; give --journal another name" : "");
	return status == STATUS_NO_MEMORY ? EXIT_MEMORY : EXIT_TABLE;
}

struct cube coset_random_cube(const struct coset_run *r, uint64_t number)
{
	struct random_source source;
	if (r->has_seed)
		random_from_seed(&source, r->seed + number);
	else
		random_from_system(&source);
	return random_cube(&source);
}

/* ---- --list: how many cosets and classes there are, with examples ---- */

static bool print_levels(const struct coset_run *r, const uint8_t *distance)
{
	uint64_t n_cosets[DISTANCE_MAX_LEVELS], n_classes[DISTANCE_MAX_LEVELS], cosets = 0, classes = 0;
	struct table *const table = table_create("distance,cosets,classes");
	distance_count_cosets(distance, n_cosets);
	distance_count_classes(distance, n_classes);
	for (unsigned d = 0; d < DISTANCE_MAX_LEVELS; d++) {
		if (n_cosets[d] == 0)
			continue;
		TABLE_ROW(table, cell_count(d), cell_count(n_cosets[d]), cell_count(n_classes[d]));
		cosets += n_cosets[d];
		classes += n_classes[d];
	}
	TABLE_ROW(table, cell_text("all"), cell_count(cosets), cell_count(classes));
	return table_write(table, r->format, stdout);
}

/* A coset is told by the shortest sequence that makes one of its positions. */
static bool print_examples(const struct coset_run *r, const uint8_t *distance)
{
	struct table *const table = table_create("distance,flip,slice,twist,moves");
	for (uint64_t i = 0; i < r->n_samples; i++) {
		const struct cube c = coset_random_cube(r, i);
		const struct phase1_coset coset = phase1_rank(&c);
		uint8_t moves[DISTANCE_MAX_LEVELS], inverse[DISTANCE_MAX_LEVELS];
		char text[3 * DISTANCE_MAX_LEVELS + 1];
		const unsigned n = distance_descend(distance, SEARCH_ALL_TURNS, &c, moves);
		for (unsigned k = 0; k < n; k++)
			inverse[k] = (uint8_t)move_inverse(moves[n - 1 - k]);
		notation_write(inverse, n, text, sizeof text);
		TABLE_ROW(table, cell_count(n), cell_count(coset.flip), cell_count(coset.slice),
		          cell_count(coset.twist), cell_text(text));
	}
	return table_write(table, r->format, stdout);
}

static int list_cosets(struct coset_run *r)
{
	uint8_t *const distance = malloc(DISTANCE_BYTES);
	if (distance == NULL)
		return complain_of_memory();
	const struct distance_search search = {
		.moves = SEARCH_ALL_TURNS, .n_threads = r->n_threads, .distance = distance, .progress = &r->progress,
		.stage = "cosets of H",
	};
	coset_start_bar(r);
	const bool is_complete = distance_search_run(&search);
	progress_bar_finish(&r->bar);
	if (!is_complete) {
		free(distance);
		return 128 + interrupted_by();
	}
	bool is_written = print_levels(r, distance);
	if (is_written && r->format == TABLE_TEXT)
		puts(
			"\nClasses are under the 16 symmetries that keep the U-D axis.  Inversion takes a coset H c to c^-1 H, which is no\n"
			"coset of this kind; but with it, and with the other two axes, a position is in six cosets, and 55,882,296 of them\n"
			"hold a copy of every position: so many were run for God's number (Rokicki et al. 2013).");
	if (is_written && r->n_samples > 0) {
		putchar('\n');
		is_written = print_examples(r, distance);
	}
	free(distance);
	return is_written ? EXIT_SOLVED : complain_of_memory();
}

/* ---- the command ---- */

int command_coset(int argc, char **argv)
{
	static struct coset_run r = {.max_depth = NOT_GIVEN, .memory_bytes = UINT64_MAX};
	struct scramble scramble;
	int status;
	const int first = option_set_read(&option_set, argc, argv, &r, &status);
	if (first < 0)
		return status;
	if (argc - first > 1)
		return complain_and(EXIT_USAGE, "coset takes one scramble, not %d; put its moves into quotes",
		                    argc - first);
	char *const *const scrambles = argc > first ? argv + first : (char *[]){(char[]){""}};
	status = argument_read_scramble(scrambles, 0, SUPERFLIP_3X3, 0, &scramble);
	if (status != EXIT_SOLVED)
		return status;
	r.name = scrambles[0];
	r.cube = scramble.cube;
	if (!options_fit(&r))
		return EXIT_USAGE;
	if (r.max_depth == NOT_GIVEN)
		r.max_depth = r.action == COSET_SAMPLE ? 14 : SUBGROUP_MAX_DEPTH;
	r.search_depth = r.within != 0 && r.search_depth == 0 ? USUAL_SEARCH_DEPTH : r.search_depth;
	r.stops_early = r.within == 0 && r.max_depth != SUBGROUP_MAX_DEPTH;
	if (r.positions_path != NULL && r.n_samples == 0)
		r.n_samples = USUAL_POSITIONS;
	if (r.n_threads == 0)
		r.n_threads = processors_usable();
	if (r.is_random)
		r.cube = coset_random_cube(&r, 0);
	catch_interrupts();
	return r.action == COSET_SOLVE ? coset_command_solve(&r) : r.action == COSET_LIST ? list_cosets(&r)
	    : coset_command_many(&r);
}
