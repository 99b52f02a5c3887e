/* Tables of patterns: states at each distance, counted by another program. */
#include "pieces/families.h"
#include "support/read.h"
#include "support/support.h"

static struct pdb_key key_of(const char *name, enum metric metric)
{
	const struct pattern pattern = pattern_of(name);
	struct pdb_key key = {.metric = metric};
	cr_assert(pieces_coordinate(&pattern, &key.coordinate), "%s", name);
	return key;
}

Test(piece_tables, states_at_each_distance_are_those_of_another_program)
{
	static const struct {
		const char *pattern;
		enum metric metric;
		uint64_t count[PDB_MAX_DEPTHS];
	} rows[] = {
		{"________-____xxxx____", METRIC_HTM, {1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102}},
		{"________-____xxxx____", METRIC_QTM, {1, 10, 73, 500, 3078, 15528, 57180, 91654, 21849, 207}},
		{"________-oooooooooooo", METRIC_HTM, {1, 2, 25, 202, 620, 900, 285, 13}},
		{"________-oooooooooooo", METRIC_QTM, {1, 2, 17, 132, 444, 866, 546, 40}},
		{"________-oooooxoxoooo", METRIC_HTM, {1, 9, 91, 851, 6831, 41703, 130239, 88683, 1927, 1}},
		{"______x_-______xx__x_", METRIC_HTM, {1, 9, 90, 852, 7169, 44182, 131636, 68940, 561}},
		{"_____xx_-______x__xx_",
	     METRIC_HTM,
	     {1, 12, 132, 1406, 14099, 122279, 797145, 2638638, 1715068, 33460}},
		{"____x___-________x___", METRIC_HTM, {1, 9, 54, 195, 265, 50, 2}},
	};
	array_foreach(row, rows) {
		struct pdb image;
		cr_assert_eq(pdb_build(key_of(row->pattern, row->metric), 2, NULL, &image), STATUS_OK);
		cr_expect_arr_eq(image.histogram.count, row->count, sizeof row->count, "%s", row->pattern);
		pdb_close(&image);
	}
}

/* c s = U^-k: the cube U^k c, its pieces renamed by turns before, is solved by s.  Of all corners this is
 * exact. */
Test(piece_tables, free_turns_take_the_nearest_of_four)
{
	struct pdb strict, relaxed;
	struct dice dice = {81};
	cr_assert_eq(pdb_build(key_of("pppp____-____________", METRIC_HTM), 1, NULL, &strict), STATUS_OK);
	cr_assert_eq(pdb_build(key_of("pppp____-____________-U", METRIC_HTM), 1, NULL, &relaxed), STATUS_OK);
	unsigned n_nearer = 0;
	for (unsigned n = 0; n < 5000; n++) {
		const struct cube c = dice_cube(&dice);
		unsigned nearest = pdb_value(&strict, &c);
		for (unsigned m = 0; m < 3; m++) {
			const struct cube renamed = cube_product(&move_cube[m], &c);
			const unsigned value = pdb_value(&strict, &renamed);
			nearest = value < nearest ? value : nearest;
		}
		n_nearer += nearest < pdb_value(&strict, &c);
		cr_assert_eq(pdb_value(&relaxed, &c), nearest, "seed 81");
	}
	cr_expect_gt(n_nearer, 0u);
	pdb_close(&strict);
	pdb_close(&relaxed);
}

Test(piece_tables, names_and_keys_are_read_back)
{
	static const struct { const char *pattern, *name;
	} rows[] = {
		{"xxxxxxxx-____________", "corners"},
		{"________-xxxx____xx__", "edges-URUFULUBFRFL"},
		{"oooooooo-____________", "twist"},
		{"________-oooooooooooo", "flip"},
		{"pppppppp-____________", "pieces-pppppppp-____________"},
		{"____x___-____xxxxx___", "pieces-____x___-____xxxxx___"},
		{"xxxxxxxx-____________-U", "pieces-xxxxxxxx-____________-U"},
	};
	array_foreach(row, rows) {
		const struct pdb_key key = key_of(row->pattern, METRIC_HTM);
		struct coordinate_key again;
		char name[COORDINATE_NAME_MAX];
		coordinate_name(key.coordinate, name);
		cr_expect_str_eq(name, row->name);
		cr_assert(coordinate_parse(name, &again));
		cr_expect(coordinate_equal(again, key.coordinate), "%s", name);
	}
}

Test(piece_tables, keys_without_a_table_are_refused)
{
	struct coordinate_key key = key_of("____x___-____xxxxx___", METRIC_HTM).coordinate;
	static const char *const too_large[] = {"xxxxxxxx-x___________", "________-xxxxxxxx____",
	                                        "____xx__-____xxxxxx__", "xxxxxxxx-xxxxxxxxxxxx"};
	array_foreach(row, too_large) {
		const struct pattern pattern = pattern_of(*row);
		cr_expect_not(pieces_coordinate(&pattern, &key), "%s", *row);
	}
	for (unsigned bit = 0; bit < 32 * COORDINATE_N_PARAMETERS; bit++) {
		uint32_t p[COORDINATE_N_PARAMETERS];
		char name[COORDINATE_NAME_MAX];
		struct coordinate_key again;
		memcpy(p, key.parameter, sizeof p);
		p[bit / 32] ^= 1u << bit % 32;
		if (!pdb_family_pieces.is_valid(p))
			continue;
		pdb_family_pieces.name(p, name);
		cr_assert(coordinate_parse(name, &again), "%s", name);
		cr_expect_arr_eq(again.parameter, p, sizeof p, "%s", name);
	}
}
