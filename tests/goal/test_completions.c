/* The cubes that are at a goal, as a list. */
#include "support/read.h"
#include "support/support.h"

/* As the mathematics has it: of oll 4! * 4! / 2, of f2l 4! * 3^3 * 4! * 2^3 / 2.  What turns keep the goal
 * lead from any of these to another. */
Test(completions, of_a_goal_are_all_cubes_that_are_at_it)
{
	static const struct { const char *name; size_t n; uint32_t keep;
	} rows[] = {
		{"solved", 1, 0},       {"ll", 4, 07},        {"pll:F", 4, 0700},          {"oll", 288, 07},
		{"oll+auf:U", 288, 07}, {"coll", 48, 07},     {"f2l", 62208, 07},          {"leave-slice", 96, 0},
		{"cmll", 46080, 07},    {"f2l+eo", 7776, 07}, {"ll+neutral", 19, 0777777},
		{"leave:2c", 57, 0},    {"leave:3c", 1177, 0}, {"leave:3e", 1827, 0},      {"leave:2c2e", 14907, 0},
	};
	struct dice dice = {71};
	array_foreach(row, rows) {
		const struct goal goal = goal_of(row->name);
		size_t n;
		struct cube *const list = goal_completions(&goal, &n);
		cr_assert_eq(n, row->n, "%s: %zu", row->name, n);
		cr_expect_geq(goal_n_completions(&goal), (double)n, "%s", row->name);
		for (size_t k = 0; k < n; k++)
			cr_assert(goal_holds(&goal, &list[k]) && (k == 0 || compare_cubes(&list[k - 1], &list[k]) < 0),
			          "%s: number %zu", row->name, k);
		for (unsigned k = 0; k < 100 && row->keep != 0; k++) {
			const struct cube turns = dice_cube_after(&dice, row->keep, 1);
			const struct cube c = cube_product(&list[dice_below(&dice, (unsigned)n)], &turns);
			if (goal_holds(&goal, &c))
				cr_assert_not_null(bsearch(&c, list, n, sizeof c, compare_cubes), "%s, seed 71", row->name);
		}
		free(list);
	}
}

/* Of a group that is a pattern every cube has a state of its own: they share all cubes among them. */
Test(completions, are_as_many_as_fit_between_states)
{
	static const struct { const char *name; double n_states;
	} rows[] = {
		{"cross", 190080},
		{"eo", 2048},
		{"2x2x2", 253440},
		{"eoline", 270336},
		{"fb", 5322240},
		{"dr", 2217093120},
		{"corners", 88179840},
		{"edges", 980995276800},
		{"htr", 65182537728000},
		{"solved", 43252003274489856000.},
		{"oll", 43252003274489856000. / 288},
	};
	array_foreach(row, rows) {
		const struct goal goal = goal_of(row->name);
		cr_expect_float_eq(goal_n_completions(&goal) * row->n_states / 43252003274489856000., 1, 1e-9,
		                   "%s: %f", row->name, goal_n_completions(&goal));
	}
}
