#include "steps/list.h"

#include "cube/random.h"
#include "support/read.h"
#include "support/support.h"

Test(step_list, every_list_of_the_program_is_read)
{
	unsigned n = 0;
	for (const struct known_list *known = known_lists; known->name != NULL; known++, n++) {
		struct step_list list;
		struct input_error error;
		cr_assert(step_list_read(known->text, &list, &error), "%s: line %u: %s", known->name, error.row + 1,
		          error.message);
		cr_expect_geq(list.n, 4u, "%s", known->name);
	}
	cr_expect_eq(n, 7u);
}

Test(step_list, what_is_wrong_is_told_with_its_line)
{
	static const struct { const char *text; unsigned row; const char *message; } cases[] = {
		{"", 0, "no step"},
		{"# nothing\n\n", 1, "no step"},
		{"cross\n", 0, "expected NAME = GOAL"},
		{"= cross\n", 0, "no name"},
		{"cross = crosss\n", 0, "did you mean 'cross'"},
		{"cross = cross:X\nall = solved\n", 0, "'X' is no side"},
		{"cross = cross\npair = f2l:U\nall = solved\n", 1, "does not follow"},
		{"eo = eo:FB\n\ncross = cross\nall = solved\n", 2, "does not follow"},
		{"coll = coll\ncorners = corners\nall = solved\n", 1, "does not follow"},
		{"cross = xcross+auf:D ; inverse\n", 0, "on the inverse is not"},
		{"cross = cross ; turns Q\nall = solved\n", 0, "Q"},
		{"cross = cross ; keep\nall = solved\n", 0, "needs a value"},
		{"cross = cross ; keep 0\nall = solved\n", 0, "not a number from 1"},
		{"cross = cross ; inverse 2\nall = solved\n", 0, "takes no value"},
		{"cross = cross ; slack 2\nall = solved\n", 0, "'slack' is unknown"},
		{"neutral XY\nall = solved\n", 0, "no faces"},
		{"a=eo\nb=eo\nc=eo\nd=eo\ne=eo\nf=eo\ng=eo\nh=eo\ni=eo\nj=eo\nk=solved\n", 10, "at most 10 steps"},
	};
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct step_list list;
		struct input_error error = {.row = 99};
		cr_expect_not(step_list_read(cases[i].text, &list, &error), "%s", cases[i].text);
		cr_expect_eq(error.row, cases[i].row, "'%s' is refused in row %u, not %u", cases[i].text, error.row,
		             cases[i].row);
		cr_expect_neq(strstr(error.message, cases[i].message), NULL, "'%s': %s", cases[i].text,
		              error.message);
	}
}

Test(step_list, turns_of_faces_are_told_from_others)
{
	static const struct { const char *text; uint32_t faces; unsigned n; } cases[] = {
		{"all = solved", (1u << N_MOVES) - 1, 0},
		{"all = solved ; turns B L D F R U", (1u << N_MOVES) - 1, 0},
		{"all = solved ; turns U R2 D'", 7u | 1u << 4 | 1u << 11, 5},
		{"all = solved ; turns M U", 0, 6},
		{"all = solved ; turns R U r", 0, 9},
	};
	array_foreach(row, cases) {
		struct step_list list;
		struct input_error error;
		cr_assert(step_list_read(row->text, &list, &error), "%s: %s", row->text, error.message);
		cr_expect_eq(list.step[0].faces, row->faces, "%s: %x", row->text, list.step[0].faces);
		cr_expect_eq(list.step[0].turns.n, row->n, "%s", row->text);
	}
}

/* ---- random cubes at a goal ---- */

Test(goal_random, each_cube_of_a_small_goal_is_equally_likely)
{
	enum { PER_CUBE = 400 };
	static const char *const names[] = {"ll", "coll", "leave-slice", "oll:F", "coll+neutral:UD"};
	array_foreach(row, names) {
		const struct goal goal = goal_of(*row);
		struct random_source source;
		size_t n;
		struct cube *const all = goal_completions(&goal, &n);
		unsigned *const count = calloc(n, sizeof *count);
		random_from_seed(&source, 7);
		for (size_t i = 0; i < n * PER_CUBE; i++) {
			const struct cube c = goal_random(&goal, &source);
			size_t at = 0;
			while (at < n && !cube_equal(&c, &all[at]))
				at++;
			cr_assert_lt(at, n, "%s: a cube that is not at the goal", *row);
			count[at]++;
		}
		double chi_square = 0;
		for (size_t i = 0; i < n; i++)
			chi_square += ((double)count[i] - PER_CUBE) * ((double)count[i] - PER_CUBE) / PER_CUBE;
		/* Of n - 1 degrees of freedom: mean n - 1, variance 2 (n - 1); at least five deviations. */
		cr_expect_lt(chi_square, (double)n + 5 * sqrt(2 * (double)n), "%s: chi-square %.1f of %zu cubes",
		             *row, chi_square, n);
		free(count);
		free(all);
	}
}

Test(goal_random, cubes_of_large_goals_are_there)
{
	static const char *const names[] = {"solved", "cross",       "eo:RL",       "htr",          "dr:FB",
	                                    "xcross", "f2l:R+auf:L", "fb:UR+eo:FB", "cross+neutral"};
	array_foreach(row, names) {
		const struct goal goal = goal_of(*row);
		struct random_source source;
		random_from_seed(&source, 8);
		for (unsigned i = 0; i < 200; i++) {
			const struct cube c = goal_random(&goal, &source);
			cr_assert(cube_check(&c) == CUBE_OK && goal_holds(&goal, &c), "%s", *row);
		}
	}
}
