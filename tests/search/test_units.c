/* Units of work: which prefixes they are, and that a search by them visits the nodes of one without. */
#include "search/units.h"

#include "search/fixture.h"
#include "support/support.h"

Test(units, of_three_moves_are_all_sequences_of_three_moves_and_what_closes_an_axis)
{
	struct unit_list list;
	cr_assert(unit_list_fill(&list, METRIC_HTM, 1, 3));
	uint32_t n_short = 0;
	for (uint32_t i = 0; i < list.n_units; i++) {
		const struct work_unit unit = unit_list_unit(&list, i, 18);
		cr_expect(unit.n_prefix == 3 || unit.n_prefix == 4, "%u moves", unit.n_prefix);
		cr_expect_eq(unit.counter, i);
		cr_expect_eq(unit.threshold, 18);
		n_short += unit.n_prefix == 3;
	}
	/* A single turn in each of three axes; a pair, 27 of the first axis or 18 of both others, and a single
	 * turn. */
	cr_expect_eq(n_short, 18u * 12 * 12 + 27 * 12 + 18 * 18);
	cr_expect_eq(list.n_units - n_short, 18u * 12 * 18 + 27 * 18);
	uint64_t n_generated = 0, n_expanded = 0;
	unit_list_count(&list, 30, &n_generated, &n_expanded);
	cr_expect_eq(n_generated, 1 + list.n_nodes);
	cr_expect_eq(n_expanded, n_generated - list.n_units);
	unit_list_free(&list);
}

struct paths { const struct unit_list *list; uint64_t n; };

/* Through how many units a path of four moves leads: of one in 97, as the search through all units is
 * slow. */
static void count_units(void *context, const struct cube *c, const uint8_t *path, unsigned n)
{
	struct paths *const p = context;
	unsigned n_units = 0;
	if (n < 4 || ++p->n % 97 != 0)
		return;
	for (uint32_t i = 0; i < p->list->n_units; i++) {
		const struct work_unit unit = unit_list_unit(p->list, i, n);
		n_units += unit_contains(&unit, path, n);
	}
	cr_assert_eq(n_units, 1u, "path %lu leads through %u units", p->n, n_units);
	cr_assert_neq(unit_list_find(p->list, path, n), UINT32_MAX);
}

Test(units, every_path_that_is_long_enough_leads_through_one)
{
	metric_foreach(metric) {
		struct unit_list list;
		struct paths p = {&list, 0};
		cr_assert(unit_list_fill(&list, metric, 1, 2));
		each_path(metric, SEARCH_ALL_TURNS, &cube_solved, 4, count_units, &p);
		cr_expect(metric == METRIC_QTM || p.n == 43254, "Korf 1997, table 1");
		unit_list_free(&list);
	}
}

Test(units, are_some_thousands_whatever_metric_and_symmetry)
{
	const struct cube superflip = cube_of_moves("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
	metric_foreach(metric)
		for (unsigned is_symmetric = 0; is_symmetric < 2; is_symmetric++) {
			struct unit_list list;
			cr_assert(unit_list_fill(&list, metric, is_symmetric ? cube_symmetries(&superflip) : 1, 0));
			cr_expect(list.n_units >= UNITS_WANTED && list.n_units < 20 * UNITS_WANTED, "%zu units",
		              list.n_units);
			unit_list_free(&list);
		}
}

/* As IDA* comes by them: a node is generated if all before it on its path fit, and expanded if it fits,
 * too. */
Test(units, bounds_are_those_of_every_cube_on_the_way)
{
	const struct heuristic h = fixture_named("manhattan", METRIC_HTM);
	const struct cube c = cube_of_moves("U R2 F B R B2 R U2");
	struct unit_list list;
	cr_assert(unit_list_fill(&list, METRIC_HTM, 1, 3));
	cr_expect_geq(unit_list_evaluate(&list, &h, &c, 20), list.n_nodes);  /* without tables no largest value is
	                                                                      * known */
	for (uint32_t i = 0; i < list.n_nodes; i++) {
		const struct root *const root = &list.node[i];
		unsigned before = 0, bound = 0;
		for (unsigned m = 1; m <= root->n_path; m++) {
			const struct cube after = cube_after_moves(c, root->path, m);
			const unsigned here = heuristic_evaluate(&h, &after) + m;
			before = bound;
			bound = here > bound ? here : bound;
		}
		cr_expect(root->bound == bound && root->bound_before == before,
		          "%u moves: %u after %u, not %u after %u", root->n_path, root->bound, root->bound_before,
		          bound, before);
	}
	unit_list_free(&list);
}
