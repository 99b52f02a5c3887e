#include "../support/support.h"
#include "coord/coordinate.h"
#include "coord/corners.h"
#include "coord/coset_packed.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_state = 88172645463325252;

static uint64_t random_below(uint64_t n)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (random_state * 2685821657736338717 >> 20) % n;
}

static struct cube random_cube(void)
{
	struct cube c = cube_solved;
	for (unsigned i = 0; i < 40; i++)
		c = cube_after(&c, (unsigned)random_below(N_MOVES));
	return c;
}

/* All kinds without folding. */
static const struct coset_shape kinds[] = {
	{630, COSET_TETRAD, 8}, {630, COSET_TETRAD, 9}, {630, COSET_PARITY, 8}, {630, COSET_PARITY, 9},
	{3780, COSET_HTR, 8},   {3780, COSET_HTR, 9},
};
enum { N_KINDS = sizeof kinds / sizeof *kinds };

static void swap(uint8_t *a, uint8_t *b)
{
	const uint8_t kept = *a;
	*a = *b;
	*b = kept;
}

static const uint8_t tetrad[2][4] = {{URF, ULB, DLF, DRB}, {UFL, UBR, DFR, DBL}};
static const uint8_t slice[3][4] = {{UR, UL, DR, DL}, {UF, UB, DF, DB}, {FR, FL, BL, BR}};

/* Two corners of a tetrad and two edges of a slice change places; both permutations change their parity. */
static struct cube exchange(void)
{
	struct cube c = cube_solved;
	const unsigned t = (unsigned)random_below(2), s = (unsigned)random_below(3), n = (unsigned)random_below(3);
	swap(&c.corner_perm[tetrad[t][n]], &c.corner_perm[tetrad[t][3]]);
	swap(&c.edge_perm[slice[s][n]], &c.edge_perm[slice[s][3]]);
	return c;
}

static struct cube slice_flip(unsigned s)
{
	struct cube c = cube_solved;
	for (unsigned i = 0; i < 4; i++)
		c.edge_ori[slice[s][i]] = 1;
	return c;
}

static struct cube half_turn_or_slice_turn(void)
{
	const unsigned face = (unsigned)random_below(N_FACES), is_half = (unsigned)random_below(2);
	const struct cube turn = move_cube[face * 3 + is_half];
	return is_half ? turn : cube_after(&turn, (face + 3) % N_FACES * 3 + 2);
}

/* A product of generators of the group that the kind divides by: half turns and slice turns are in all of them. */
static struct cube random_group_element(struct coset_shape kind)
{
	struct cube h = cube_solved;
	for (uint64_t n = random_below(16); n > 0; n--) {
		struct cube g = half_turn_or_slice_turn();
		if (random_below(3) == 0 && kind.corners != COSET_HTR)
			g = exchange();
		h = cube_product(&h, &g);
		if (kind.corners == COSET_PARITY && cube_is_odd(&h)) {
			g = exchange();
			h = cube_product(&h, &g);
		}
		if (kind.flip_bits == 8 && random_below(3) == 0) {
			g = slice_flip((unsigned)random_below(3));
			h = cube_product(&h, &g);
		}
	}
	return h;
}

/* All entries of a cube: by the way into the frame of its class, and by the copies of that. */
static unsigned entries_of(const struct cube *c, const struct coset_fold *fold, uint64_t entries[COSET_MAX_STABILIZERS])
{
	struct coset_cube packed = {.edges = {0}};
	coset_pack(c, packed.edges, packed.corners);
	uint64_t corners = 0;
	for (unsigned i = 0; i < N_CORNERS; i++)
		corners |= (uint64_t)packed.corners[i] << 8 * i;
	const uint32_t word = coset_tables.corner[coset_corner_state(corners)];
	const unsigned n = coset_tables.n_stabilizers[coset_word_class(word)];
	for (unsigned i = 0; i < n; i++) {
		const uint32_t copy = coset_word_copy(word, i), begin = coset_begin(fold, copy, coset_raw_part(corners));
		entries[i] = coset_entry(begin, coset_edges_load(packed.edges), copy, fold->flip_bits);
	}
	return n;
}

static bool has_entry(const struct cube *c, const struct coset_fold *fold, uint64_t entry)
{
	uint64_t entries[COSET_MAX_STABILIZERS];
	for (unsigned i = entries_of(c, fold, entries); i-- > 0;)
		if (entries[i] == entry)
			return true;
	return false;
}

Test(coset, rank_of_unrank_is_the_index)
{
	static const struct coset_shape shapes[] = {
		{14, COSET_TETRAD, 8}, {630, COSET_TETRAD, 8}, {100, COSET_TETRAD, 9}, {585, COSET_PARITY, 8}, {1, COSET_PARITY, 9},
		{3780, COSET_HTR, 8},  {2224, COSET_HTR, 8},   {3700, COSET_HTR, 9},   {1, COSET_HTR, 9},
	};
	for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++)
		for (unsigned n = 0; n < 20000; n++) {
			const uint64_t index = random_below(coset_size(shapes[i]));
			const struct cube c = coset_unrank(shapes[i], index);
			const uint64_t back = coset_rank(shapes[i], &c);
			cr_assert_eq(back, index, "shape %u, index %lu gives %lu", i, index, back);
		}
}

Test(coset, symmetries_and_the_group_lead_to_another_entry_of_the_same_coset)
{
	for (unsigned kind = 0; kind < N_KINDS; kind++) {
		struct coset_fold fold;
		coset_fold_fill(&fold, kinds[kind]);
		unsigned n_equal = 0;
		for (unsigned n = 0; n < 10000; n++) {
			/* every second one from a symmetric position, whose corners have stabilisers */
			const struct cube c = n % 2 == 0 ? random_cube() : random_group_element(kinds[0]);
			const struct cube h = random_group_element(kinds[kind]), hc = cube_product(&h, &c);
			const struct cube d = cube_conjugate(&hc, (unsigned)random_below(N_SYMMETRIES));
			const uint64_t wanted = coset_rank(kinds[kind], &c);
			n_equal += coset_rank(kinds[kind], &d) == wanted;
			cr_assert(has_entry(&d, &fold, wanted), "kind %u, pair %u", kind, n);
		}
		cr_expect_gt(n_equal, 4000, "most corner states have no stabiliser");
	}
}

/* Of a random cube, whose corners have no stabiliser, so that a coset has one entry. */
Test(coset, what_is_not_in_the_group_leads_to_another_coset)
{
	for (unsigned kind = 0; kind < N_KINDS; kind++) {
		const struct coset_shape k = kinds[kind];
		struct coset_fold fold;
		coset_fold_fill(&fold, k);
		uint64_t entries[COSET_MAX_STABILIZERS];
		for (unsigned n = 0; n < 2000; n++) {
			const struct cube c = random_cube();
			if (entries_of(&c, &fold, entries) != 1)
				continue;
			/* Odd and even permutations of one tetrad: the three of order 2 that are products of half turns are left out. */
			const struct cube a = exchange(), b = exchange(), flip = slice_flip((unsigned)random_below(3));
			const struct cube odd = cube_product(&a, &c);
			cr_assert_eq(has_entry(&odd, &fold, entries[0]), k.corners == COSET_TETRAD, "kind %u, cube %u", kind, n);
			const struct cube flipped = cube_product(&flip, &c);
			cr_assert_eq(has_entry(&flipped, &fold, entries[0]), k.flip_bits == 8, "kind %u, cube %u", kind, n);
			struct cube cycle = cube_solved;
			swap(&cycle.corner_perm[UFL], &cycle.corner_perm[UBR]);
			swap(&cycle.corner_perm[UFL], &cycle.corner_perm[DFR]);
			const struct cube cycled = cube_product(&cycle, &c);
			cr_assert_eq(has_entry(&cycled, &fold, entries[0]), k.corners != COSET_HTR, "kind %u, cube %u", kind, n);
			const struct cube ab = cube_product(&a, &b), both = cube_product(&ab, &c);
			cr_assert(k.corners == COSET_HTR || has_entry(&both, &fold, entries[0]), "kind %u, cube %u", kind, n);
		}
	}
}

Test(coset, quarter_turns_of_an_axis_are_one_left_factor)
{
	for (unsigned kind = 0; kind < N_KINDS; kind++) {
		struct coset_fold fold;
		coset_fold_fill(&fold, kinds[kind]);
		for (unsigned n = 0; n < 1000; n++) {
			const struct cube c = random_cube();
			for (unsigned axis = 0; axis < 3; axis++) {
				const struct cube u = cube_product(&move_cube[axis * 3], &c);
				const struct cube d = cube_product(&move_cube[axis * 3 + 9], &c);
				const struct cube half = cube_product(&move_cube[axis * 3 + 1], &c);
				cr_assert(has_entry(&d, &fold, coset_rank(kinds[kind], &u)), "kind %u, cube %u", kind, n);
				cr_assert(has_entry(&half, &fold, coset_rank(kinds[kind], &c)), "kind %u, cube %u", kind, n);
			}
		}
	}
}

/* ---- how many classes ---- */
enum { HTR_COSETS = 420, HTR_STATES = HTR_COSETS * N_TWISTS };

/* The first permutation of each coset. */
static void fill_firsts(const uint16_t coset_of[N_CORNER_PERMS], uint16_t first_of[HTR_COSETS])
{
	for (unsigned perm = N_CORNER_PERMS; perm-- > 0;)
		first_of[coset_of[perm]] = (uint16_t)perm;
}

static uint32_t root_of(uint32_t *parent, uint32_t i)
{
	while (parent[i] != i)
		i = parent[i] = parent[parent[i]];
	return i;
}

/* Rotations from the left, symmetries from both sides: their orbits of twists and corners modulo half turns. */
static unsigned count_orbits(const uint16_t *coset_of, const uint16_t *first_of)
{
	static const struct { uint8_t left, right; } generator[] = {{2, 0}, {16, 0}, {2, 6}, {16, 32}, {1, 1}};
	uint32_t *const parent = malloc(HTR_STATES * sizeof *parent);
	unsigned n_orbits = HTR_STATES;
	for (uint32_t i = 0; i < HTR_STATES; i++)
		parent[i] = i;
	for (uint32_t i = 0; i < HTR_STATES; i++) {
		struct cube c = cube_solved;
		corners_unrank_perm(first_of[i / N_TWISTS], &c);
		corners_unrank_twist(i % N_TWISTS, &c);
		for (unsigned g = 0; g < sizeof generator / sizeof *generator; g++) {
			struct cube d = cube_product(&symmetry_cube[generator[g].left], &c);
			d = cube_product(&d, &symmetry_cube[generator[g].right]);
			const uint32_t image = coset_of[corners_rank_perm(&d)] * (uint32_t)N_TWISTS + corners_rank_twist(&d);
			const uint32_t a = root_of(parent, i), b = root_of(parent, image);
			parent[a] = b;
			n_orbits -= a != b;
		}
	}
	free(parent);
	return n_orbits;
}

/* Parts of a class that its stabilisers exchange are one class of the finer kind. */
static unsigned count_classes_with_parts(void)
{
	unsigned n = 0;
	for (unsigned class = 0; class < COSET_CLASSES; class++) {
		bool is_seen[COSET_MAX_PARTS] = {false};
		for (unsigned part = 0; part < COSET_MAX_PARTS; part++) {
			n += !is_seen[part];
			for (unsigned i = 0; i < coset_tables.n_stabilizers[class]; i++)
				is_seen[coset_tables.part_map[coset_tables.stabilizer[class][i].map][part]] = true;
		}
	}
	return n;
}

Test(coset, htr_classes_are_the_orbits_of_corners_modulo_half_turns)
{
	coset_init();
	static uint16_t coset_of[N_CORNER_PERMS], first_of[HTR_COSETS];
	cr_assert_eq(half_turn_cosets(coset_of), (unsigned)HTR_COSETS);
	fill_firsts(coset_of, first_of);
	const unsigned n_orbits = count_orbits(coset_of, first_of), n_classes = count_classes_with_parts();
	cr_expect_eq(n_orbits, 3614u, "%u orbits", n_orbits);
	cr_expect_eq(n_classes, 3614u, "%u classes", n_classes);
}

/* ---- parts ---- */
Test(coset, bit_0_of_a_part_is_the_parity)
{
	coset_init();
	for (unsigned n = 0; n < 20000; n++) {
		const struct cube c = random_cube();
		struct coset_cube packed = {.edges = {0}};
		coset_pack(&c, packed.edges, packed.corners);
		uint64_t corners = 0;
		for (unsigned i = 0; i < N_CORNERS; i++)
			corners |= (uint64_t)packed.corners[i] << 8 * i;
		const unsigned part = coset_raw_part(corners), map = coset_word_map(coset_tables.corner[coset_corner_state(corners)]);
		cr_assert_eq(part & 1, cube_is_odd(&c));
		cr_assert_eq(coset_tables.part_map[map][part] & 1, cube_is_odd(&c), "in its frame");
	}
}

/* A walk that knows where it is by `step` alone: class, part, and the symmetries on both sides so far. */
Test(coset, steps_from_frame_to_frame_lead_to_the_cosets_of_the_cubes)
{
	for (unsigned kind = 0; kind < N_KINDS; kind++) {
		struct coset_fold fold;
		coset_fold_fill(&fold, kinds[kind]);
		struct cube c = random_cube();
		for (unsigned n = 0; n < 5000; n++) {
			static uint32_t word;
			static unsigned part;
			struct coset_cube packed = {.edges = {0}};
			coset_pack(&c, packed.edges, packed.corners);
			uint64_t corners = 0;
			for (unsigned i = 0; i < N_CORNERS; i++)
				corners |= (uint64_t)packed.corners[i] << 8 * i;
			if (n % 100 == 0) {  /* or a fault would be met no more once the walk is lost */
				word = coset_tables.corner[coset_corner_state(corners)];
				part = fold.part_map[coset_word_map(word)][coset_raw_part(corners)];
			}
			const uint32_t begin = fold.begin[coset_word_class(word) * fold.n_parts + part];
			const uint64_t entry = coset_entry(begin, coset_edges_load(packed.edges), word, fold.flip_bits);
			cr_assert(has_entry(&c, &fold, entry), "kind %u, move %u", kind, n);
			const unsigned move = (unsigned)random_below(N_MOVES), right = coset_word_right(word);
			const unsigned left = coset_word_left(word);
			const uint32_t step = coset_tables.step[coset_word_class(word)][coset_tables.seen_move[right][move]];
			const unsigned flips_m = (left >= N_SYMMETRIES) != (coset_word_left(step) >= N_SYMMETRIES);
			const unsigned left_after = symmetry_product[coset_word_left(step) % N_SYMMETRIES][left % N_SYMMETRIES];
			part = fold.part_map[coset_word_map(step)][part];
			word = coset_word(symmetry_product[right][coset_word_right(step)], left_after + flips_m * N_SYMMETRIES,
			                  coset_word_class(step), 0);
			c = cube_after(&c, coset_tables.house_move[move]);
		}
	}
}

/* ---- names ---- */
Test(coset, names_are_read_as_written)
{
	static const struct coset_shape shapes[] = {
		{21, COSET_TETRAD, 8},  {390, COSET_PARITY, 9}, {3, COSET_TETRAD, 8},   {630, COSET_PARITY, 8}, {100, COSET_HTR, 8},
		{3779, COSET_HTR, 9},   {21, COSET_TETRAD, 9},  {585, COSET_PARITY, 9}, {2950, COSET_HTR, 9},   {3780, COSET_HTR, 9},
	};
	static const char *const names[] = {
		"coset-30m", "coset-2.6g", "coset-3", "coset-630p", "coset-100h", "coset-3779hn", "coset-21n", "coset-585pn",
		"coset-8g", "coset-16g",
	};
	for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
		const struct coordinate_key key = {.kind = COORDINATE_COSET, .coset = shapes[i]};
		char name[COORDINATE_NAME_MAX];
		struct coordinate_key read;
		coordinate_name(key, name);
		cr_expect_str_eq(name, names[i]);
		cr_expect(coordinate_parse(name, &read) && coordinate_equal(read, key), "%s", name);
	}
	static const char *const wrong[] = {
		"coset-",     "coset-0",   "coset-631",  "coset-631p",   "coset-3781h", "coset-65537", "coset-3q",
		"coset-3pp", "coset-3ph", "coset-3np", "coset-3nn", "coset--3", "coset-3m",
	};
	for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct coordinate_key read;
		cr_expect_not(coordinate_parse(wrong[i], &read), "%s", wrong[i]);
	}
}
