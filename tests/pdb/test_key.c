#include "pieces/families.h"
#include "support/support.h"
#include "coord/corners.h"

static const struct coordinate_key corners = {.family = COORDINATE_CORNERS},
                                   twist = {.family = COORDINATE_TWIST}, flip = {.family = COORDINATE_FLIP},
                                   corner_perm = {.family = COORDINATE_CORNER_PERM};

static struct coordinate_key edges(unsigned set)
{
	return (struct coordinate_key)EDGES_COORDINATE(set);
}

Test(coordinate, sizes_are_known)
{
	cr_expect_eq(coordinate_size(corners), 88179840u);
	cr_expect_eq(coordinate_size(twist), 2187u);
	cr_expect_eq(coordinate_size(flip), 2048u);
	cr_expect_eq(coordinate_size(corner_perm), 40320u);
	cr_expect_eq(coordinate_size(edges(0x03F)), 42577920u);
	cr_expect_eq(coordinate_size(edges(0x07F)), 510935040u);
	cr_expect_eq(coordinate_size(edges(0x800)), 24u);
}

/* The worked example of doc/mathematics.md: UR UF UL UB FR FL. */
Test(coordinate, the_example_of_the_mathematics)
{
	const struct cube c = cube_of_moves("F R U");
	cr_expect_eq(coordinate_rank(edges(0x30f), &c), 39417778u);
}

/* A cube with the same index as `c` that differs in all that the coordinate forgets must be ranked the
 * same. */
Test(coordinate, only_what_is_looked_at_counts)
{
	struct dice dice = {6};
	for (unsigned i = 0; i < 1000; i++) {
		const struct cube c = dice_cube(&dice), other = dice_cube(&dice);
		struct cube mixed = other;
		memcpy(mixed.corner_perm, c.corner_perm, sizeof mixed.corner_perm);
		bool same = coordinate_rank(corner_perm, &mixed) == coordinate_rank(corner_perm, &c);
		memcpy(mixed.corner_ori, c.corner_ori, sizeof mixed.corner_ori);
		same &= coordinate_rank(corners, &mixed) == coordinate_rank(corners, &c);
		same &= coordinate_rank(twist, &mixed) == coordinate_rank(twist, &c);
		mixed = other;
		memcpy(mixed.edge_ori, c.edge_ori, sizeof mixed.edge_ori);
		same &= coordinate_rank(flip, &mixed) == coordinate_rank(flip, &c);
		cr_assert(same, "cube %u of seed 6", i);
	}
}

Test(coordinate, names_of_all_edge_sets_are_read_back)
{
	for (unsigned set = 1; set < 1u << N_EDGES; set++) {
		if (__builtin_popcount(set) > 7)
			continue;
		char name[COORDINATE_NAME_MAX];
		struct coordinate_key key = corners;
		coordinate_name(edges(set), name);
		if (!coordinate_parse(name, &key) || !coordinate_equal(key, edges(set)))
			cr_assert_fail("%s", name);
	}
}

Test(coordinate, edges_are_written_in_kociembas_order_and_read_in_any)
{
	struct coordinate_key key;
	char name[COORDINATE_NAME_MAX];
	cr_assert(coordinate_parse("edges-FLFRUBULUFUR", &key));
	coordinate_name(key, name);
	cr_expect_str_eq(name, "edges-URUFULUBFRFL");
}

Test(coordinate, bad_names_are_refused_and_leave_the_key_alone)
{
	static const char *const bad[] = {
		"",
		"corner",
		"cornersx",
		"Corners",
		"edges",
		"edges-",
		"edges-U",
		"edges-UR-UF",
		"edges-RU",
		"edges-URUR",
		"edges-URUFU",
		"edges-URUFULUBFRFLX",
		"edges-ur",
		"edges-URUFULUBDRDFDLDB",
		"edges-URUFULUBDRDFDLDBFRFLBLBR",
		" twist",
		"flip ",
		"corner_perm",
	};
	array_foreach(row, bad) {
		struct coordinate_key key = twist;
		cr_expect_not(coordinate_parse(*row, &key), "'%s'", *row);
		cr_expect(coordinate_equal(key, twist), "'%s'", *row);
	}
}
