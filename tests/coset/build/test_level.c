#include "coset/family.h"
#include "support/support.h"
#include "coord/corners.h"
#include "coset/build/levels.h"
#include "pdb/pdb.h"
#include "pdb/generate.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

TestSuite(coset_level, .init = coset_transitions_init);

static const uint32_t half_turn_metric = (1u << N_MOVES) - 1;

/* The finest kinds of cosets without subcosets. */
static const struct coset_shape finest[] = {
	{5000, COSET_PARITY, false}, {5000, COSET_HTR, false},
};
enum { N_FINEST = sizeof finest / sizeof *finest };

static const struct coset_shape layered_parity = {5000, COSET_PARITY, true};
static const struct coset_shape layered_htr = {5000, COSET_HTR, true};

static struct coset_space space_of(struct coset_shape kind, uint32_t moves, struct coset_resolution *resolution)
{
	coset_resolution_fill(resolution, kind);
	return (struct coset_space){resolution, moves};
}

/* Number s of the copies of a coset: its index and place. */
static uint32_t copy_of(const struct coset_space *space, unsigned p, uint32_t coset, unsigned s, unsigned *block)
{
	const struct coset_transition transition = coset_stabilizer_transition(coset_block(space->resolution, p).class, s);
	struct coset_map map;
	uint32_t equivalent;
	coset_map_fill(&map, &transition, space->resolution->flip_bits);
	coset_mapper_portable.map(&map, &coset, 1, &equivalent);
	*block = coset_block_after(space->resolution, &transition, p);
	return equivalent;
}

static bool is_first_of_its_copies(const struct coset_space *space, unsigned p, uint32_t coset)
{
	for (unsigned s = 1; s < coset_tables.n_stabilizers[coset_block(space->resolution, p).class]; s++) {
		unsigned block;
		const uint32_t equivalent = copy_of(space, p, coset, s, &block);
		if (block < p || (block == p && equivalent < coset))
			return false;
	}
	return true;
}

/* How many cosets a level has, each counted once. */
static size_t count_cosets(const struct coset_space *space, const struct coset_level *level)
{
	size_t n = 0;
	uint32_t coset;
	for (unsigned p = 0; p < coset_n_blocks(space->resolution); p++)
		for (struct coset_set_reader r = coset_set_begin(&level->block[p]); coset_set_read(&r, 1, &coset) == 1;)
			n += is_first_of_its_copies(space, p, coset);
	return n;
}

Test(coset_level, cosets_by_depth_are_those_of_the_prototype)
{
	enum { DEPTH = 7 };
	static const size_t expected[N_FINEST][DEPTH + 1] = {
		{1, 1, 2, 14, 128, 1500, 18607, 235851}, {1, 1, 2, 14, 128, 1502, 18662, 237092},
	};
	for (unsigned kind = 0; kind < N_FINEST; kind++) {
		struct coset_resolution resolution;
		const struct coset_space space = space_of(finest[kind], half_turn_metric, &resolution);
		struct coset_level *const level = levels_made(&space, DEPTH);
		for (unsigned d = 0; d <= DEPTH; d++) {
			const size_t n = count_cosets(&space, &level[d]);
			cr_expect_eq(n, expected[kind][d], "kind %u, depth %u: %zu", kind, d, n);
		}
		levels_free(level, DEPTH);
	}
}

/* ---- the cosets once more, by another definition ---- */
/* The group that a kind divides by is made of 24 cosets, 48 with 8 flip bits, of those of its positions which keep each
 * edge in its slice unflipped and each corner in its tetrad untwisted (and the corners even, or as half turns leave
 * them).  With subcosets it is these positions alone.  What these cannot change is read off
 * directly; the smallest reading from all cosets and symmetries is that of the class.  No frames, no stabilisers, no
 * tables. */
enum { MAX_LEFT_FACTORS = 48, ORACLE_DEPTH = 5, SLOW_ORACLE_DEPTH = 7 };

struct oracle {
	struct coset_shape kind;
	uint16_t half_turn_coset[N_CORNER_PERMS];
	struct cube left[MAX_LEFT_FACTORS];
	unsigned n_left;
};

static uint64_t reading(const struct oracle *o, const struct cube *c)
{
	static const uint8_t slice_of[N_EDGES] = {0, 1, 0, 1, 0, 1, 0, 1, 2, 2, 2, 2};
	static const uint8_t tetrad_of[N_CORNERS] = {0, 1, 0, 1, 1, 0, 1, 0};
	uint64_t r = 0;
	if (o->kind.corners == COSET_HTR) {
		r = o->half_turn_coset[corners_rank_perm(c)];
	} else {
		for (unsigned i = 0; i < N_CORNERS; i++)
			r |= (uint64_t)tetrad_of[c->corner_perm[i]] << i;
		r |= (uint64_t)cube_is_odd(c) << 8;
	}
	r = r * N_TWISTS + corners_rank_twist(c);
	for (unsigned i = 0; i < N_EDGES; i++)
		r = r * 3 + slice_of[c->edge_perm[i]];
	for (unsigned i = 0; i < N_EDGES; i++)
		r = r * 2 + c->edge_ori[i];
	return r;
}

static void add_left_factor(struct oracle *o, const struct cube *c)
{
	for (unsigned i = 0; i < o->n_left; i++)
		if (reading(o, &o->left[i]) == reading(o, c))
			return;
	cr_assert_lt(o->n_left, (unsigned)MAX_LEFT_FACTORS);
	o->left[o->n_left++] = *c;
}

static void fill_oracle(struct oracle *o, struct coset_shape kind)
{
	*o = (struct oracle){.kind = kind, .n_left = 1, .left = {cube_solved}};
	half_turn_cosets(o->half_turn_coset);
	for (unsigned i = 0; i < o->n_left && !kind.has_subcosets; i++) {
		for (unsigned axis = 0; axis < 3; axis++) {  /* a slice's turn */
			const struct cube c = cube_after(&o->left[i], axis * 3), d = cube_after(&c, (axis + 3) * 3 + 2);
			add_left_factor(o, &d);
		}
	}
	cr_assert_eq(o->n_left, kind.has_subcosets ? 1u : 24u);
}

static uint64_t smallest_reading(const struct oracle *o, const struct cube *c)
{
	uint64_t smallest = UINT64_MAX;
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		const struct cube seen = cube_conjugate(c, s);
		for (unsigned i = 0; i < o->n_left; i++) {
			const struct cube image = cube_product(&o->left[i], &seen);
			const uint64_t r = reading(o, &image);
			smallest = r < smallest ? r : smallest;
		}
	}
	return smallest;
}

struct class {
	uint64_t reading;
	struct cube cube;
};

static int compare_classes(const void *a, const void *b)
{
	const uint64_t x = ((const struct class *)a)->reading, y = ((const struct class *)b)->reading;
	return (x > y) - (x < y);
}

/* How many of n classes at a depth are left, once those of the depths before are gone and each is there once. */
static size_t keep_new(struct class *next, size_t n, const struct class *now, size_t n_now, const struct class *before,
                       size_t n_before)
{
	size_t n_new = 0;
	qsort(next, n, sizeof *next, compare_classes);
	for (size_t i = 0; i < n; i++) {
		if (n_new > 0 && next[n_new - 1].reading == next[i].reading)
			continue;
		if (bsearch(&next[i], now, n_now, sizeof *now, compare_classes) == NULL &&
		    bsearch(&next[i], before, n_before, sizeof *before, compare_classes) == NULL)
			next[n_new++] = next[i];
	}
	return n_new;
}

static void expect_counts_of_oracle(struct coset_shape kind, uint32_t moves, unsigned depth)
{
	static struct oracle o;
	struct coset_resolution resolution;
	const struct coset_space space = space_of(kind, moves, &resolution);
	struct coset_level *const level = levels_made(&space, depth);
	fill_oracle(&o, kind);
	struct class *before = malloc(sizeof *before), *now = malloc(sizeof *now);
	size_t n_before = 0, n_now = 1;
	now[0] = (struct class){smallest_reading(&o, &cube_solved), cube_solved};
	for (unsigned d = 1; d <= depth; d++) {
		struct class *const next = malloc(n_now * N_MOVES * sizeof *next);
		size_t n_next = 0;
		for (size_t i = 0; i < n_now * N_MOVES; i++) {
			if (!(moves >> i % N_MOVES & 1))
				continue;
			next[n_next].cube = cube_after(&now[i / N_MOVES].cube, (unsigned)(i % N_MOVES));
			next[n_next].reading = smallest_reading(&o, &next[n_next].cube);
			n_next++;
		}
		n_next = keep_new(next, n_next, now, n_now, before, n_before);
		const size_t n_found = count_cosets(&space, &level[d]);
		cr_expect_eq(n_next, n_found, "depth %u: %zu, found %zu", d, n_next, n_found);
		free(before);
		before = now;
		n_before = n_now;
		now = next;
		n_now = n_next;
	}
	free(before);
	free(now);
	levels_free(level, depth);
}

Test(coset_level, cosets_are_those_of_the_definition_with_parity)
{
	expect_counts_of_oracle(finest[0], half_turn_metric, ORACLE_DEPTH);
}

Test(coset_level, cosets_are_those_of_the_definition_with_htr_corners)
{
	expect_counts_of_oracle(finest[1], half_turn_metric, ORACLE_DEPTH);
}

Test(coset_level, cosets_are_those_of_the_definition_in_quarter_turns)
{
	expect_counts_of_oracle(finest[0], QUARTER_TURNS, ORACLE_DEPTH + 1);
	expect_counts_of_oracle(finest[1], QUARTER_TURNS, ORACLE_DEPTH + 1);
}

Test(coset_level, cosets_are_those_of_the_definition_with_parity_and_subcosets)
{
	expect_counts_of_oracle(layered_parity, half_turn_metric, ORACLE_DEPTH);
}

Test(coset_level, cosets_are_those_of_the_definition_with_htr_corners_and_subcosets)
{
	expect_counts_of_oracle(layered_htr, half_turn_metric, ORACLE_DEPTH);
}

Test(coset_level, cosets_are_those_of_the_definition_with_subcosets_in_quarter_turns)
{
	expect_counts_of_oracle(layered_htr, QUARTER_TURNS, ORACLE_DEPTH);
}

/* Eight and nine flip bits differ from depth 7 on. */
Test(coset_level, cosets_are_those_of_the_definition_to_depth_7)
{
	skip_unless_slow();
	for (unsigned kind = 0; kind < N_FINEST; kind++)
		expect_counts_of_oracle(finest[kind], half_turn_metric, SLOW_ORACLE_DEPTH);
}

/* ---- consistency ---- */
enum { KNOWN_DEPTH = 6, MAX_KNOWN = 400000 };

static int compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* The depth noted for a rank; KNOWN_DEPTH + 1 if there is none. */
static unsigned depth_of(const uint64_t *known, size_t n, uint64_t rank)
{
	size_t begin = 0, end = n;
	while (begin < end) {
		const size_t middle = begin + (end - begin) / 2;
		if (known[middle] < rank << 4)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin < n && known[begin] >> 4 == rank ? (unsigned)(known[begin] & 15) : KNOWN_DEPTH + 1;
}

static uint64_t rank_of(const struct coset_space *space, unsigned p, uint32_t coset)
{
	const struct coset_block block = coset_block(space->resolution, p);
	const uint64_t before_block = (uint64_t)(block.class * space->resolution->n_corner_cosets + block.corner_coset) * COSET_SLICES;
	if (space->resolution->n_axes == 1)
		return (before_block << space->resolution->flip_bits) + coset;
	return ((before_block << 9) + coset / 4) * COSET_SUBCOSETS + block.axes * 4 + coset % 4;
}

/* All ranks with their depths, sorted; the caller frees them. */
static uint64_t *known_ranks(const struct coset_space *space, const struct coset_level *level, size_t *n)
{
	uint64_t *const known = malloc(MAX_KNOWN * sizeof *known);
	uint32_t coset;
	*n = 0;
	for (unsigned d = 0; d <= KNOWN_DEPTH; d++)
		for (unsigned p = 0; p < coset_n_blocks(space->resolution); p++)
			for (struct coset_set_reader r = coset_set_begin(&level[d].block[p]); coset_set_read(&r, 1, &coset) == 1;) {
				cr_assert_lt(*n, (size_t)MAX_KNOWN);
				known[(*n)++] = rank_of(space, p, coset) << 4 | d;
			}
	qsort(known, *n, sizeof *known, compare);
	for (size_t i = 1; i < *n; i++)
		if (known[i] >> 4 == known[i - 1] >> 4)
			cr_assert_fail("rank %lu is listed twice", known[i] >> 4);
	return known;
}

/* Moves are made with whole cubes here, and ranks found from their corners: without frames or maps. */
static void expect_neighbours_nearby(struct coset_shape kind, uint32_t moves)
{
	struct coset_resolution resolution;
	const struct coset_space space = space_of(kind, moves, &resolution);
	struct coset_level *const level = levels_made(&space, KNOWN_DEPTH);
	size_t n;
	uint64_t *const known = known_ranks(&space, level, &n);
	for (size_t i = 0; i < n; i++) {
		const unsigned d = known[i] & 15;
		const struct cube c = coset_unrank(kind, known[i] >> 4);
		unsigned nearest = KNOWN_DEPTH + 1;
		for (unsigned m = 0; m < N_MOVES; m++) {
			if (!(moves >> m & 1))
				continue;
			const struct cube child = cube_after(&c, m);
			const unsigned depth = depth_of(known, n, coset_rank(kind, &child));
			if (depth + 1 < d || depth > d + 1)
				cr_assert_fail("depth %u, neighbour %u", d, depth);
			nearest = depth < nearest ? depth : nearest;
		}
		if (d != 0 && nearest + 1 != d)
			cr_assert_fail("depth %u, nearest neighbour %u", d, nearest);
	}
	for (unsigned p = 0; p < coset_n_blocks(space.resolution); p++) {
		struct coset_set_reader r = coset_set_begin(&level[KNOWN_DEPTH].block[p]);
		for (uint32_t coset; coset_set_read(&r, 1, &coset) == 1;)
			for (unsigned s = 1; s < coset_tables.n_stabilizers[coset_block(&resolution, p).class]; s++) {
				unsigned block;
				const uint32_t equivalent = copy_of(&space, p, coset, s, &block);
				cr_assert_eq(depth_of(known, n, rank_of(&space, block, equivalent)), (unsigned)KNOWN_DEPTH, "place %u", p);
			}
	}
	free(known);
	levels_free(level, KNOWN_DEPTH);
}

/* All entries of one coset agree, and a move changes the distance by at most 1.  (For the inverse it may change by
 * more.) */
Test(coset_level, moves_change_the_distance_of_a_coset_by_at_most_one)
{
	for (unsigned kind = 0; kind < N_FINEST; kind++)
		expect_neighbours_nearby(finest[kind], half_turn_metric);
	expect_neighbours_nearby(finest[0], QUARTER_TURNS);
	expect_neighbours_nearby(finest[1], QUARTER_TURNS);
	expect_neighbours_nearby(layered_parity, QUARTER_TURNS);
	expect_neighbours_nearby(layered_htr, half_turn_metric);
	expect_neighbours_nearby(layered_htr, QUARTER_TURNS);
}

/* A coset is the union of its subcosets. */
static void expect_nearest_subcosets(struct coset_shape kind, uint32_t moves)
{
	enum { SUBCOSETS = 24 };
	struct coset_resolution resolution, resolution_without;
	struct coset_shape without = kind;
	without.has_subcosets = false;
	const struct coset_space space = space_of(kind, moves, &resolution);
	const struct coset_space space_without = space_of(without, moves, &resolution_without);
	struct coset_level *const level = levels_made(&space, KNOWN_DEPTH);
	struct coset_level *const level_without = levels_made(&space_without, KNOWN_DEPTH);
	size_t n, n_without, n_all_subcosets = 0;
	uint64_t *const known = known_ranks(&space, level, &n);
	uint64_t *const known_without = known_ranks(&space_without, level_without, &n_without);
	for (size_t i = 0; i < n_without; i++) {
		const unsigned depth = known_without[i] & 15;
		unsigned nearest = KNOWN_DEPTH + 1, n_subcosets = 0;
		for (unsigned subcoset = 0; subcoset < SUBCOSETS; subcoset++) {
			const unsigned depth_of_subcoset = depth_of(known, n, (known_without[i] >> 4) * SUBCOSETS + subcoset);
			nearest = depth_of_subcoset < nearest ? depth_of_subcoset : nearest;
			n_subcosets += depth_of_subcoset <= KNOWN_DEPTH;
		}
		if (nearest != depth)
			cr_assert_fail("index %lu at depth %u, its layers at %u", known_without[i] >> 4, depth, nearest);
		n_all_subcosets += n_subcosets;
	}
	cr_expect_eq(n_all_subcosets, n, "%zu layers of known cosets, %zu in all", n_all_subcosets, n);
	free(known);
	free(known_without);
	levels_free(level, KNOWN_DEPTH);
	levels_free(level_without, KNOWN_DEPTH);
}

Test(coset_level, a_coset_is_as_near_as_the_nearest_of_its_subcosets)
{
	expect_nearest_subcosets(layered_parity, half_turn_metric);
	expect_nearest_subcosets(layered_htr, QUARTER_TURNS);
}

static void expect_bits_as_listed(struct coset_shape kind)
{
	struct coset_resolution resolution;
	const struct coset_space space = space_of(kind, half_turn_metric, &resolution);
	struct coset_level *const level = levels_made(&space, KNOWN_DEPTH);
	struct coset_workspace workspace;
	cr_assert(coset_workspace_make(resolution.flip_bits, &workspace));
	for (unsigned p = 0; p < coset_n_blocks(space.resolution); p += 101) {
		cr_assert(coset_level_next(&space, &level[KNOWN_DEPTH], &level[KNOWN_DEPTH - 1], p, &workspace));
		uint32_t n = 0;
		for (uint32_t w = 0; w < workspace.n_words; w++)
			n += (unsigned)__builtin_popcountll(workspace.bits[w]);
		cr_expect_eq(n, workspace.n_found);
		for (uint32_t i = 0; i < workspace.n_found; i++)
			if (!(workspace.bits[workspace.found[i] / 64] >> workspace.found[i] % 64 & 1))
				cr_assert_fail("place %u: %u is not marked", p, workspace.found[i]);
		coset_workspace_clear(&workspace);
		n = 0;
		for (uint32_t w = 0; w < workspace.n_words; w++)
			n += workspace.bits[w] != 0;
		cr_expect_eq(n, 0u);
		cr_expect_eq(workspace.n_found, 0u);
	}
	coset_workspace_free(&workspace);
	levels_free(level, KNOWN_DEPTH);
}

Test(coset_level, bits_are_what_is_listed)
{
	expect_bits_as_listed(finest[0]);
	expect_bits_as_listed(finest[1]);
	expect_bits_as_listed(layered_htr);
}


/* Read in pieces of all lengths. */
static void expect_read_as_listed(const struct coset_set *set, const uint32_t *listed, uint32_t n, struct dice *dice)
{
	uint32_t *const read = malloc((n + 1) * sizeof *read);
	struct coset_set_reader reader = coset_set_begin(set);
	uint32_t n_read = 0, beyond;
	while (n_read < n) {
		const unsigned most = 1 + dice_below(dice, 150), n_here = coset_set_read(&reader, most, read + n_read);
		cr_assert_eq(n_here, n - n_read < most ? n - n_read : most);
		n_read += n_here;
	}
	cr_expect_eq(coset_set_read(&reader, 1, &beyond), 0u);
	for (uint32_t i = 0; i < n; i++)
		if (read[i] != listed[i])
			cr_assert_fail("number %u of %u: %u, not %u", i, n, read[i], listed[i]);
	free(read);
}

/* With all flips an index has 27 bits: up to 34,650 * 2^11. */
Test(coset_level, sets_hold_indices_in_the_order_of_their_list)
{
	enum { N = 1000 };
	static const uint32_t ends[] = {COSET_SLICES * 2048u, COSET_SLICES * 512u, 1 << 24, 1 << 20, 1 << 16, N};
	static uint32_t found[N];
	struct dice dice = {77};
	for (unsigned k = 0; k < sizeof ends / sizeof *ends; k++)
		for (unsigned is_rising = 0; is_rising < 2; is_rising++)
			for (uint32_t n = N; n != 0; n /= 3) {
				struct coset_set set;
				for (unsigned i = 0; i < n; i++)  /* the first and the last index among them; seven times up and down */
					found[i] = (uint32_t)((ends[k] - 1ull) * (n == 1 ? 1 : is_rising ? i : i * 7 % n) / (n == 1 ? 1 : n - 1));
				const struct coset_workspace workspace = {.n_words = (ends[k] + 63) / 64, .found = found, .n_found = n};
				cr_assert(coset_set_make(&workspace, &set));
				cr_assert_eq(set.n, n);
				expect_read_as_listed(&set, found, n, &dice);
				coset_set_free(&set);
				cr_expect_null(set.words);
			}
}

/* A place may have nothing at some depth; its set is there all the same. */
Test(coset_level, sets_may_be_empty)
{
	const struct coset_workspace workspace = {.n_words = COSET_SLICES * 512 / 64};
	struct coset_set set;
	uint32_t coset;
	cr_assert(coset_set_make(&workspace, &set));
	struct coset_set_reader reader = coset_set_begin(&set);
	cr_expect_not_null(set.words);
	cr_expect_eq(coset_set_read(&reader, 1, &coset), 0u);
	coset_set_free(&set);
	cr_expect_eq(coset_set_bytes(&set), 0u);
}

/* A byte or two of each index, a bit for it, and one for each step by which the others rise. */
Test(coset_level, sets_take_a_byte_or_two_and_two_bits_for_each_index)
{
	enum { N_POSSIBLE = COSET_SLICES * 512 };
	struct dice dice = {5};
	for (uint32_t distance = 2; distance < 20000; distance *= 3) {
		const uint32_t max = 2 * (N_POSSIBLE / distance) + 1;
		uint32_t *const found = malloc(max * sizeof *found), n = 0;
		for (uint32_t coset = dice_below(&dice, distance); coset < N_POSSIBLE; coset += 1 + dice_below(&dice, 2 * distance))
			found[n++] = coset;
		cr_assert_leq(n, max);
		const struct coset_workspace workspace = {.n_words = N_POSSIBLE / 64, .found = found, .n_found = n};
		struct coset_set set;
		cr_assert(coset_set_make(&workspace, &set));
		const double steps = (double)N_POSSIBLE / n, bits = 8.0 * (double)coset_set_bytes(&set) / n;
		const double expected = fmin(8 + 1 + steps / 256, 16 + 1 + steps / 65536);
		cr_expect_leq(bits, expected + 200.0 / n, "%u cosets: %.2f bits, not %.2f", n, bits, expected);
		expect_read_as_listed(&set, found, n, &dice);
		coset_set_free(&set);
		free(found);
	}
}

/* Lists are sorted by their patterns of slices, be they made from bits or not. */
Test(coset_level, lists_are_in_the_order_of_patterns)
{
	enum { DEPTH = 7, LONG = COSET_SLICES / 8 };
	struct coset_resolution resolution;
	const struct coset_space space = space_of(layered_parity, half_turn_metric, &resolution);
	struct coset_level *const level = levels_made(&space, DEPTH);
	struct coset_workspace workspace;
	unsigned n_long = 0;
	cr_assert(coset_workspace_make(resolution.flip_bits, &workspace));
	for (unsigned p = 0; p < coset_n_blocks(space.resolution); p += 37) {
		cr_assert(coset_level_next(&space, &level[DEPTH], &level[DEPTH - 1], p, &workspace));
		for (uint32_t i = 1; i < workspace.n_found; i++)
			if (workspace.found[i] >> resolution.flip_bits < workspace.found[i - 1] >> resolution.flip_bits)
				cr_assert_fail("place %u: %u of %u", p, i, workspace.n_found);
		n_long += workspace.n_found >= LONG;
		coset_workspace_clear(&workspace);
	}
	cr_expect_gt(n_long, 0u);
	coset_workspace_free(&workspace);
	levels_free(level, DEPTH);
}

/* What a builder keeps in any case is all levels up to depth cap - 3, less than three bytes a coset, and a workspace for each
 * thread: what is found of a place, its lists, and its marks. */
static void expect_memory_for_levels(struct pdb_key key)
{
	enum { DEPTH = 7, THREADS = 8 };
	const bool is_qtm = key.metric == METRIC_QTM;
	const double growth = is_qtm ? 9 : 12.5;  /* deeper levels are no more times larger than the one before */
	struct coset_resolution resolution;
	const struct coset_space space = space_of(coset_shape_of(&key.coordinate), is_qtm ? QUARTER_TURNS : half_turn_metric,
	                                          &resolution);
	struct coset_level *const level = levels_made(&space, DEPTH);
	double last = 0;
	for (unsigned p = 0; p < coset_n_blocks(space.resolution); p++)
		last += level[DEPTH].block[p].n;
	for (unsigned d = DEPTH; d < coset_cap(coset_shape_of(&key.coordinate), key.metric) - 3; d++)
		last *= growth;
	const double sets_bytes = 3 * last * growth / (growth - 1);
	const double workspace_bytes = (double)COSET_SLICES * (2 * (1u << resolution.flip_bits) / 8 + sizeof(uint32_t) * 4);
	const double most_bytes = (double)pdb_generate_memory_bytes(key, THREADS) - (double)pdb_data_bytes(key);
	cr_expect_lt(sets_bytes + THREADS * workspace_bytes, most_bytes, "%u lines, metric %u: %.0f and %.0f a thread of %.0f",
	             coset_shape_of(&key.coordinate).filter_blocks, key.metric, sets_bytes, workspace_bytes, most_bytes);
	levels_free(level, DEPTH);
}

Test(coset_level, levels_fit_in_the_memory_that_builders_may_take)
{
	for (unsigned size = 0; size < COSET_N_SIZES; size++)
		for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
			const struct coset_shape shape = coset_sizes[size].shape;
			expect_memory_for_levels((struct pdb_key){coset_coordinate(shape), metric});
		}
}
