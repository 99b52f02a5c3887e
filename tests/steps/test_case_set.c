/* Named sets of cases: their numbers are those that the community has. */
#include "steps/case_set.h"

#include "support/read.h"

#include "support/test.h"

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
	static const struct { const char *name; unsigned n;
	} sets[] = {
		{"oll", 57},   {"pll", 21}, {"coll", 42}, {"cmll", 42},
		{"zbll", 493}, {"ell", 29}, {"f2l", 41},  {"ll", 3915},
		{"eoll", 3},   {"ocll", 7}, {"cll", 42},  {"2gll", 84},
		{"zbls", 305}, {"wv", 27},  {"sv", 27},   {"vls", 216},
		{"hls", 216},  {"eg", 128}, {"lse", 2903},
	};
	cr_expect_eq(n_case_set_names, sizeof sets / sizeof *sets);
	array_foreach(row, sets) {
		struct case_set set = make(row->name);
		cr_expect_eq(set.n, row->n, "%s has %u cases", row->name, set.n);
		case_set_free(&set);
	}
}

/* Algorithms of other lists for the cases in the order of their names. */
static const char *const other_algorithms[][57] = {
	{
		"R U2 R2 F R F' U2 R' F R F'",
		"r U r' U2 r U2 R' U2 R U' r'",
		"r' R2 U R' U r U2 r' U M'",
		"M U' r U2 r' U' R U' R' M'",
		"l' U2 L U L' U l",
		"r U2 R' U' R U' r'",
		"r U R' U R U2 r'",
		"l' U' L U' L' U2 l",
		"L' U' L U' L F' L' F L' U2 L",
		"r U R' U R U' R' U' r' R U R U' R'",
		"r' R2 U R' U R U2 R' U M'",
		"M' R' U' R U' R' U2 R U' R r'",
		"L F' L' U' L F L' F' U F",
		"R' F R U R' F' R F U' F'",
		"l' U' l L' U' L U l' U l",
		"r U r' R U R' U' r U' r'",
		"R U R' U R' F R F' U2 R' F R F'",
		"R U2 R2 F R F' U2 M' U R U' r'",
		"r' R U R U R' U' M' R' F R F'",
		"r U R' U' M2 U R U' R' U' M'",
		"F R U R' U' R U R' U' R U R' U' F'",
		"f R U R' U' f' F R U R' U' F'",
		"R2 D R' U2 R D' R' U2 R'",
		"r U R' U' r' F R F'",
		"F' L F R' F' L' F R",
		"R' U' R U' R' U2 R",
		"L U L' U L U2 L'",
		"r U R' U' r' R U R U' R'",
		"r2 D' r U r' D r2 U' r' U' r",
		"r2 D r' U' r D' r2 U r U r'",
		"S' L' U' L U L F' L' f",
		"R U B' U' R' U R B R'",
		"F R U' R' U R U R' F'",
		"R U R' U' B' R' F R F' B",
		"f R U R' U' f' R U R' U R U2 R'",
		"R' U' R U' R' U R U R B' R' B",
		"F R U' R' U' R U R' F'",
		"L U L' U L U' L' U' L' B L B'",
		"R U R' F' U' F U R U2 R'",
		"R' F R U R' U' F' U R",
		"R U R' U R U2 R' F R U R' U' F'",
		"R' U' R U' R' U2 R F R U R' U' F'",
		"R' U' F' U F R",
		"f R U R' U' f'",
		"F R U R' U' F'",
		"R' U' R' F R F' U R",
		"F' L' U' L U L' U' L U F",
		"F R U R' U' R U R' U' F'",
		"R B' R2 F R2 B R2 F' R",
		"R' F R2 B' R2 F' R2 B R'",
		"F U R U' R' U R U' R' F'",
		"R' U' R U' R' U F' U F R",
		"l' U' L U' L' U L U' L' U2 l",
		"r U2 R' U' R U R' U' R U' r'",
		"R' F R U R U' R2 F' R2 U' R' U R U R'",
		"r' U' r U' R' U R U' R' U R r' U r",
		"R U R' U' M' U R U' r'",
	},
	{
		"R' F R' B2 R F' R' B2 R2",
		"R B' R F2 R' B R F2 R2",
		"x' R U' R' D R U R' D' R U R' D R U' R' D' x",
		"R' U R U' R2 F' U' F U R F R' F' R2",
		"D' R2 U R' U R' U' R U' R2 U' D R' U R",
		"R' U' R U D' R2 U R' U R U' R U' R2 D",
		"R2 F2 R U2 R U2 R' F R U R' U' R' F R2",
		"R U R' U' D R2 U' R U' R' U R' U R2 D'",
		"M2 U' M2 U2 M2 U' M2",
		"L' U' L F L' U' L U L F' L2 U L",
		"R U R' F' R U R' U' R' F R2 U' R'",
		"F' R U R' U' R' F R2 F U' R' U' R U F' R'",
		"r' D' F r U' r' F' D r2 U r' U' r' F r F'",
		"R U R' F' R U2 R' U2 R' F R U R U2 R'",
		"R2 F R U R U' R' F' R U2 R' U2 R",
		"R U R' U' R' F R2 U' R' U' R U R' F'",
		"M2 U M U2 M' U M2",
		"M2 U' M U2 M' U' M2",
		"R' U R' U' R D' R' D R' U D' R2 U' R2 D R2",
		"F R U' R' U' R U R' F' R U R' U' R' F R F'",
		"M' U' M2 U' M2 U' M' U2 M2",
	},
};

/* Whether an algorithm solves a cube with turns of U before and after. */
static bool solves(const struct goal *goal, struct cube c, const char *maneuver)
{
	const struct cube algorithm = position_of(maneuver, 0).cube;
	bool is_there = false;
	for (unsigned i = 0; i < 16; i++) {
		struct cube end = cube_product(&c, &algorithm);
		for (unsigned after = 0; after < i % 4; after++)
			end = cube_after(&end, 0);
		is_there |= goal_holds(goal, &end);
		if (i % 4 == 3)
			c = cube_after(&c, 0);
	}
	return is_there;
}

Test(case_set, names_are_those_of_books)
{
	for (unsigned s = 0; s < 2; s++) {
		struct case_set set = make(case_set_names[s].name);
		const struct goal goal = goal_of(set.about->goal);
		unsigned n = 0;
		for (const char *const *named = set.about->names; *named != NULL; named++, n++) {
			cr_assert_lt(n, set.n);
			for (unsigned i = 0; i < set.n; i++)
				cr_expect_eq(solves(&goal, set.of[i].cube, strchr(*named, ' ')), i == n,
					"%s: %s and case %u", set.about->name, *named, i);
			cr_expect(solves(&goal, set.of[n].cube, other_algorithms[s][n]), "%s: %s: %s", set.about->name,
				*named, other_algorithms[s][n]);
		}
		cr_expect_eq(n, set.n, "all of %s have names", set.about->name);
		case_set_free(&set);
	}
}

Test(case_set, every_case_of_a_set_with_names_is_the_one_that_its_algorithm_solves)
{
	unsigned n_named = 0;
	for (unsigned s = 0; s < n_case_set_names; s++) {
		struct case_set set = make(case_set_names[s].name);
		const char *const *const names = set.about->names;
		for (unsigned i = 0; names != NULL && i < set.n; i++) {
			cr_assert_not_null(names[i], "case %u of %s", i + 1, set.about->name);
			const struct cube algorithm = position_of(strchr(names[i], ' '), 0).cube,
			                  end = cube_product(&set.of[i].cube, &algorithm);
			cr_expect(cube_is_solved(&end), "%s-%s", set.about->name, names[i]);
		}
		cr_expect(names == NULL || names[set.n] == NULL, "%s has names left", set.about->name);
		n_named += names != NULL ? set.n : 0;
		case_set_free(&set);
	}
	cr_expect_eq(n_named, 1230);
}

static bool has_name(const char *named, const char *name)
{
	return strncmp(named, name, strlen(name)) == 0 && named[strlen(name)] == ' ';
}

Test(case_set, mirrors_and_inverses_of_permutations_are_those_of_their_names)
{
	static const char *const rows[][3] = {
		{"Aa", "Ab", "Ab"}, {"E", "E", "E"},    {"F", "F", "F"},    {"Ga", "Gc", "Gb"}, {"Gb", "Gd", "Ga"},
		{"Gc", "Ga", "Gd"}, {"H", "H", "H"},    {"Ja", "Jb", "Ja"}, {"Na", "Nb", "Na"}, {"Ra", "Rb", "Ra"},
		{"T", "T", "T"},    {"Ua", "Ub", "Ub"}, {"V", "V", "V"},    {"Y", "Y", "Y"},    {"Z", "Z", "Z"},
	};
	struct case_set set = make("pll");
	const char *const *const names = set.about->names;
	for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++)
		for (unsigned i = 0; i < set.n; i++)
			if (has_name(names[i], rows[k][0])) {
				cr_expect(has_name(names[set.of[i].mirror - 1], rows[k][1]), "mirror of %s", rows[k][0]);
				cr_expect(has_name(names[set.of[i].inverse - 1], rows[k][2]), "inverse of %s", rows[k][0]);
			}
	case_set_free(&set);
}

Test(case_set, mirrors_and_inverses_lead_back)
{
	for (unsigned s = 0; s < n_case_set_names; s++) {
		struct case_set set = make(case_set_names[s].name);
		unsigned n_faults = 0;
		/* A mirror moves the pair that is inserted to another slot. */
		const bool is_one_sided = set.about->setup[0] != NULL && *set.about->setup[0] != '\0';
		for (unsigned i = 0; i < set.n; i++) {
			const struct case_of_set *const c = &set.of[i];
			cr_assert((c->mirror == 0) == is_one_sided && c->mirror <= set.n
				&& (c->inverse != 0) == set.about->has_inverses);
			if (is_one_sided)
				continue;
			n_faults += set.of[c->mirror - 1].mirror != i + 1
			            || (c->inverse != 0 && set.of[c->inverse - 1].inverse != i + 1);
		}
		cr_expect_eq(n_faults, 0, "%u of %s", n_faults, set.about->name);
		case_set_free(&set);
	}
}
