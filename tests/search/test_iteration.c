/* One complete iteration: its nodes are those of the whole tree, whatever symmetries the cube has. */
#include "search/iteration.h"
#include "search/fixture.h"

#include "cube/notation.h"
#include "cube/symmetry.h"
#include "support/support.h"

#include <criterion/criterion.h>

enum { NO_FACE = 9 };

struct counts { uint64_t n_generated, n_expanded; };

/* The tree by the definition: after a turn no turn of the same face, and of opposite faces U before D, R before L, F before B. */
static void enumerate(const struct heuristic *h, const struct cube *c, unsigned left, unsigned last_face, struct counts *n)
{
	n->n_generated++;
	if (left == 0 || heuristic_evaluate(h, c) > left)
		return;
	n->n_expanded++;
	for (unsigned face = 0; face < 6; face++) {
		if (face == last_face || face + 3 == last_face)
			continue;
		for (unsigned turns = 0; turns < 3; turns++) {
			const struct cube child = cube_after(c, face * 3 + turns);
			enumerate(h, &child, left - 1, face, n);
		}
	}
}

static struct search_iteration iteration_of(const struct heuristic *h, const struct cube *c, unsigned threshold)
{
	struct pool *const pool = pool_create(h, 2);
	struct search_iteration it = {.threshold = 0};
	cr_assert_not_null(pool);
	cr_assert_eq(iteration_run(pool, c, threshold, NULL, NULL, &it), SEARCH_SOLVED);
	pool_destroy(pool);
	return it;
}

/* From threshold 9 on heuristics without tables have first moves as units, of which solving searches one for each symmetry. */
Test(iteration, nodes_of_symmetric_cubes_are_those_of_a_plain_enumeration)
{
	cube_init();
	const struct heuristic manhattan = fixture_named("manhattan", METRIC_HTM);
	static const uint8_t pons[] = {1, 10, 4, 13, 7, 16};  /* U2 D2 R2 L2 F2 B2 */
	const struct cube c = cube_after_moves(cube_solved, pons, 6);
	cr_assert_eq(__builtin_popcountll(cube_symmetries(&c)), 48);
	for (unsigned threshold = 8; threshold <= 9; threshold++) {
		struct counts want = {0};
		enumerate(&manhattan, &c, threshold, NO_FACE, &want);
		const struct search_iteration it = iteration_of(&manhattan, &c, threshold);
		cr_expect_eq(it.n_generated, want.n_generated, "threshold %u: %lu generated, not %lu", threshold, (unsigned long)it.n_generated,
		             (unsigned long)want.n_generated);
		cr_expect_eq(it.n_expanded, want.n_expanded, "threshold %u", threshold);
	}
}
