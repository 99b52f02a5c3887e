/* Ranks of the corners and the edges of patterns, and what moves do to them. */
#include "coord/corners.h"
#include "coord/orbit.h"
#include "support/read.h"
#include "support/support.h"

static const struct { const char *pattern; uint64_t n_corners, n_edges;
} rows[] = {
	{"________-____________", 1, 1},           {"________-____xxxx____", 1, 190080},
	{"____xx__-x___________", 504, 24},        {"________-oooooxoxoooo", 1, 270336},
	{"oooooooo-____________", 2187, 1},        {"oooo____-__oo__xx____", 70 * 81, 132 * 45 * 16},
	{"pppp____-____p__aaa__", 1680, 12 * 165}, {"xpx_____-AAAA____oooo", 336 * 9, 495 * 70 * 256},
	{"aaaabbbb-aaaabbbbcccc", 70, 34650},      {"xooooooo-ooooooooAAAA", 8 * 2187, 495 * 2048},
	{"ppppxxxx-____________", 40320 * 81, 1},
};
enum { N_ROWS = sizeof rows / sizeof *rows };

static struct orbit orbit_of(unsigned row, bool is_of_edges)
{
	const struct pattern p = pattern_of(rows[row].pattern);
	struct orbit orbit;
	orbit_fill(&p, is_of_edges, &orbit);
	return orbit;
}

Test(orbit, every_index_is_the_rank_of_what_it_stands_for_and_moves_do_what_they_do_to_cubes)
{
	struct dice dice = {71};
	for (unsigned i = 0; i < N_ROWS; i++)
		for (unsigned edges = 0; edges < 2; edges++) {
			const struct orbit o = orbit_of(i, edges != 0);
			struct orbit_moves moves;
			cr_assert_eq(orbit_size(&o), edges != 0 ? rows[i].n_edges : rows[i].n_corners, "%s: %lu",
			             rows[i].pattern, orbit_size(&o));
			for (uint64_t index = 0; index < orbit_size(&o); index += 1 + orbit_size(&o) / 50000) {
				struct cube c = cube_solved;
				orbit_unrank(&o, index, &c);
				cr_assert_eq(orbit_rank(&o, &c), index, "%s, index %lu", rows[i].pattern, index);
			}
			cr_assert(orbit_moves_fill(&o, &moves), "%s", rows[i].pattern);
			for (unsigned n = 0; n < 2000; n++) {
				const struct cube c = dice_cube(&dice);
				const uint64_t index = orbit_rank(&o, &c);
				for (unsigned m = 0; m < N_MOVES; m++) {
					const struct cube after = cube_after(&c, m);
					const uint64_t arrangement = index / o.n_orientations;
					const uint16_t *const row =
						moves.rows + (size_t)moves.row[arrangement][m] * o.n_orientations;
					const uint64_t got = (uint64_t)moves.after[arrangement][m] * o.n_orientations
					                     + row[index % o.n_orientations];
					cr_assert_eq(got, orbit_rank(&o, &after), "%s, move %u, seed 71", rows[i].pattern, m);
				}
			}
			orbit_moves_free(&moves);
		}
}

/* So that tables of twists are cases of patterns. */
Test(orbit, twists_have_the_ranks_of_corners)
{
	const struct orbit twist = orbit_of(4, false);
	struct dice dice = {72};
	for (unsigned n = 0; n < 1000; n++) {
		const struct cube c = dice_cube(&dice);
		cr_assert_eq(orbit_rank(&twist, &c), corners_rank_twist(&c));
	}
}
