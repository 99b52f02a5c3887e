/* Named sets of cases: their numbers are those that the community has. */
#include "steps/case_set.h"

#include "cube/move.h"

#include <criterion/criterion.h>
#include <string.h>

TestSuite(case_set, .init = cube_init);

static struct case_set make(const char *name)
{
	struct case_set set = {.n = 0};
	for (unsigned i = 0; i < n_case_set_names; i++)
		if (strcmp(case_set_names[i].name, name) == 0)
			cr_assert(case_set_make(&case_set_names[i], &set));
	return set;
}

Test(case_set, numbers_are_those_of_the_literature)
{
	static const struct { const char *name; unsigned n; } sets[] = {
		{"oll", 57}, {"pll", 21}, {"coll", 42}, {"cmll", 42}, {"zbll", 493}, {"ell", 29}, {"f2l", 41}, {"ll", 3915},
	};
	cr_expect_eq(n_case_set_names, sizeof sets / sizeof *sets);
	for (unsigned i = 0; i < sizeof sets / sizeof *sets; i++) {
		struct case_set set = make(sets[i].name);
		cr_expect_eq(set.n, sets[i].n, "%s has %u cases", sets[i].name, set.n);
		case_set_free(&set);
	}
}

Test(case_set, mirrors_and_inverses_lead_back)
{
	for (unsigned s = 0; s < n_case_set_names; s++) {
		struct case_set set = make(case_set_names[s].name);
		unsigned n_faults = 0;
		for (unsigned i = 0; i < set.n; i++) {
			const struct case_of_set *const c = &set.of[i];
			cr_assert(c->mirror >= 1 && c->mirror <= set.n && (c->inverse != 0) == set.about->has_inverses);
			n_faults += set.of[c->mirror - 1].mirror != i + 1 || (c->inverse != 0 && set.of[c->inverse - 1].inverse != i + 1);
		}
		cr_expect_eq(n_faults, 0, "%u of %s", n_faults, set.about->name);
		case_set_free(&set);
	}
}
