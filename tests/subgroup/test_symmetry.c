/* Symmetries of cosets, and the sequences that they make it enough to search. */
#include "subgroup/symmetry.h"

#include "subgroup/fixture.h"

static struct cube superflip(void)
{
	struct cube c = cube_solved;
	for (unsigned i = 0; i < N_EDGES; i++)
		c.edge_ori[i] = 1;
	return c;
}

static bool is_in_h(const struct cube *c)
{
	return phase1_is_in_h(phase1_rank(c));
}

/* A sequence w that leads c into H, as the cube that it makes of the solved one: any element may be c w. */
static struct cube random_sequence(const struct cube *c, struct dice *dice)
{
	const struct cube element = element_cube(dice_position(dice)), back = cube_inverse(c);
	return cube_product(&back, &element);
}

/* By the definition: what the symmetry makes of many sequences leads c into H. */
static bool keeps_coset(const struct cube *c, unsigned s, bool inverts, struct dice *dice)
{
	for (unsigned i = 0; i < 60; i++) {
		const struct cube w = random_sequence(c, dice), w_back = cube_inverse(&w);
		const struct cube image = cube_conjugate(inverts ? &w_back : &w, s),
		                  element = cube_product(c, &image);
		if (!is_in_h(&element))
			return false;
	}
	return true;
}

/* @return whether it has all */
static bool expect_symmetries(const struct cube *c, struct dice *dice)
{
	const struct subgroup_symmetries found = subgroup_symmetries_of(c);
	for (unsigned s = 0; s < N_AXIS_SYMMETRIES; s++)
		cr_expect_eq(found.keeping >> s & 1, keeps_coset(c, s, false, dice), "symmetry %u", s);
	cr_expect_eq(found.inverts, keeps_coset(c, 0, true, dice));
	return found.keeping == 0xFFFF && found.inverts;
}

Test(subgroup_symmetry, is_what_takes_sequences_that_lead_into_h_to_others)
{
	struct dice dice = {34};
	static const char *const moves[] = {"R",           "R L",         "R L'",           "F B'",
	                                    "R U R'", "R2 U F B U2", "F U2 R L' D", "R L F B R L F B"};
	struct cube c = superflip();
	cr_expect(expect_symmetries(&c, &dice) && expect_symmetries(&cube_solved, &dice));
	/* The eight edges of U and D flipped, and another position of the same coset. */
	for (unsigned i = FR; i <= BR; i++)
		c.edge_ori[i] = 0;
	cr_expect(expect_symmetries(&c, &dice));
	const struct cube h = cube_of_moves("U R2 D' F2 L2 U");
	c = cube_product(&h, &c);
	cr_expect(expect_symmetries(&c, &dice));
	array_foreach(row, moves) {
		c = cube_of_moves(*row);
		expect_symmetries(&c, &dice);
	}
	for (unsigned i = 0; i < 20; i++) {
		c = dice_cube(&dice);
		cr_expect_not(expect_symmetries(&c, &dice));
	}
}

static struct bit_position image_of(const struct cube *c, struct subgroup_symmetry symmetry,
                                    struct bit_position at)
{
	const struct cube element = element_cube(at), image = subgroup_symmetry_image(c, symmetry, &element);
	return bit_position_of_cube(&image);
}

/* A coset with all symmetries. */
static struct cube moved_superflip(void)
{
	const struct cube h = cube_of_moves("U R2 D' F2 L2 U"), flip = superflip();
	return cube_product(&h, &flip);
}

Test(subgroup_symmetry, automorphisms_know_where_images_are)
{
	struct dice dice = {5};
	const struct cube c = moved_superflip();
	const struct { const struct cube *c; struct subgroup_symmetry symmetry; } cases[] = {
		{&c, {0, true}}, {&c, {7, false}},
	};
	struct automorphism *const a = malloc(sizeof *a);
	cr_assert_not_null(a);
	array_foreach(row, cases) {
		automorphism_fill(a, row->c, row->symmetry, 2);
		for (unsigned i = 0; i < 2000; i++) {
			const struct bit_position at = dice_position(&dice);
			cr_assert(are_equal_positions(automorphism_image(a, at), image_of(row->c, row->symmetry, at)),
			          "case %td", row - cases);
		}
	}
	free(a);
}

/* Quarter turns of R F L B. */
static bool leads_out(unsigned move)
{
	return move_face(move) % 3 != 0 && move_is_quarter(move);
}

static bool are_opposite(unsigned a, unsigned b)
{
	return move_face(a) % 3 == move_face(b) % 3;
}

/* Sequences in canonical order, by length, that begin and end outside H, and are in H: neither R L2, which is
 * L2 R, nor R2 L. */
static void count_excursion(void *context, const struct cube *c, const uint8_t *path, unsigned n)
{
	unsigned *const n_excursions = context;
	if (n < 2 || !leads_out(path[0]) || !leads_out(path[n - 1]) || !is_in_h(c))
		return;
	const bool has_detour = (are_opposite(path[0], path[1]) && !move_is_quarter(path[1]))
	                        || (are_opposite(path[n - 1], path[n - 2]) && !move_is_quarter(path[n - 2]));
	n_excursions[n] += !has_detour;
}

/* coset_search.c drops sequences that are in H with fewer moves left. */
Test(subgroup_symmetry, the_shortest_way_out_of_h_and_back_has_five_moves)
{
	unsigned n[6] = {0};
	each_path(METRIC_HTM, (1u << N_MOVES) - 1, &cube_solved, 5, count_excursion, n);
	for (unsigned length = 2; length <= 4; length++)
		cr_expect_eq(n[length], 0u, "%u moves", length);
	cr_expect_gt(n[5], 0u);
	const struct cube excursion = cube_of_moves("R L U2 R' L'");
	cr_expect(is_in_h(&excursion));
}

Test(subgroup_symmetry, joining_the_inverses_adds_them_and_nothing_else)
{
	skip_unless_slow();
	enum { N = 100000 };
	static struct bit_position at[N][2];     /* an element and its image */
	struct dice dice = {11};
	const struct cube c = moved_superflip();
	struct automorphisms *const a = automorphisms_create(&c, subgroup_symmetries_of(&c), 2);
	struct bitmap b;
	cr_assert_not_null(a);
	cr_assert(bitmap_open(2, &b), "3 GB of memory are needed");
	for (unsigned n_threads = 1; n_threads <= 2; n_threads++) {
		uint64_t n_elements = 0;
		for (unsigned i = 0; i < N; i++) {
			at[i][0] = dice_position(&dice);
			at[i][1] = image_of(&c, (struct subgroup_symmetry){0, true}, at[i][0]);
			bitmap_set(&b, at[i][0]);
		}
		cr_assert_eq(bitmap_add_inverses(&b, a->inverse, n_threads, NULL, &n_elements), STATUS_OK);
		for (unsigned i = 0; i < N; i++)
			cr_assert(bitmap_has(&b, at[i][0]) && bitmap_has(&b, at[i][1]), "element %u of seed 11", i);
		cr_expect_eq(n_elements, bitmap_count(&b, 2));
		/* What is left without the elements and their images was not to be there. */
		for (unsigned i = 0; i < 2 * N; i++)
			b.page[at[i / 2][i % 2].page][at[i / 2][i % 2].byte] &= (uint8_t)~(1u << at[i / 2][i % 2].bit);
		cr_expect_eq(bitmap_count(&b, 2), 0u);
		bitmap_clear(&b);
	}
	bitmap_close(&b);
	free(a);
}
