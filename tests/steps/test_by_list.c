/* Lists of steps at work, by steps that need hardly any tables. */
#include "cube/random.h"
#include "steps/finder.h"
#include "support/support.h"
#include "support/tables.h"

static void *create(const struct method *method, struct method_setup setup)
{
	void *tables;
	struct input_error fault = {.message = ""};
	setup.n_threads = 2;
	setup.directory = shared_table_directory();
	setup.fault = &fault;
	cr_assert(method_create(method, &setup, &tables), "%s: %s", method->about.name, fault.message);
	return tables;
}

/* ---- fewest moves ---- */

static unsigned n_chained(void)
{
	return are_slow_wanted() ? 10 : 6;
}

static unsigned sum_of_lengths(struct method_setup setup, int64_t n_solutions)
{
	void *const tables = create(&fmc_method, setup);
	struct dice dice = {52};
	unsigned sum = 0;
	for (unsigned i = 0; i < n_chained(); i++) {
		struct search_request request = {
			.cube = dice_cube(&dice), .n_threads = 1, .n_solutions = n_solutions};
		struct method_result result;
		method_solve(&fmc_method, tables, &request, &result);
		cr_assert_eq(result.outcome, SEARCH_SOLVED);
		cr_assert(method_result_solves(&result, &request.cube), "cube %u of seed 52", i);
		cr_expect_eq(result.n_stages, 4u);
		cr_expect_eq(result.n_more + 1, n_solutions, "cube %u has %u solutions", i, result.n_more + 1);
		for (unsigned k = 0; k < result.n_more; k++)
			cr_expect_geq(result.more[k].n_moves, k > 0 ? result.more[k - 1].n_moves : result.n_moves);
		sum += result.n_moves;
		method_result_free(&result);
	}
	method_destroy(&fmc_method, tables);
	return sum;
}

Test(by_list, chains_solve_and_more_sides_and_the_inverse_make_them_shorter)
{
	const unsigned narrow = sum_of_lengths((struct method_setup){.neutral = "D"}, 1);
	const unsigned neutral = sum_of_lengths((struct method_setup){.width = 1}, 1);
	const unsigned niss = sum_of_lengths((struct method_setup){.has_niss = true}, 20);
	const unsigned wide =
		sum_of_lengths((struct method_setup){.has_niss = true, .width = 200, .slack = 1}, 1);
	cr_expect(narrow >= neutral && neutral >= niss && neutral >= wide && wide <= 23 * n_chained(),
	          "sums of %u, %u, %u, %u moves", narrow, neutral, niss, wide);
}

/* Sequences of `length` moves that lead to a goal. */
struct counting { const struct goal *goal; unsigned length, n; };

static void count_path(void *context, const struct cube *c, const uint8_t *path, unsigned n)
{
	struct counting *const counting = context;
	counting->n += n == counting->length && goal_holds(counting->goal, c);
}

static unsigned count_plainly(const struct step *step, const struct cube *c, unsigned length)
{
	struct counting counting = {&step->goal, length, 0};
	each_path(METRIC_HTM, step->faces, c, length, count_path, &counting);
	return counting.n;
}

/* Cubes a few turns from the goal of a step: its solutions of the least length, and those one longer. */
static void compare_step(const struct step *step, const struct step *before)
{
	enum { MAX_NEAR = 4, SLACK = 1 };
	const unsigned n_cubes = are_slow_wanted() ? 20 : 5;
	struct finder *const finder = calloc(1, sizeof *finder);
	finder->n_wanted = 1000000;
	finder->slack = SLACK;
	cr_assert(finder_open(finder, step, before,
		&(struct method_setup){.n_threads = 2, .directory = shared_table_directory()}));
	struct random_source source;
	random_from_seed(&source, 54);
	for (unsigned i = 0; i < n_cubes; i++) {
		struct cube c = goal_random(&step->goal, &source);
		for (unsigned j = 0; j < MAX_NEAR; j++)
			c = cube_after(&c, random_move(&source, step->faces, &(unsigned){LAST_NONE}));
		struct search_result found;
		unsigned expected = 0, shortest = 0, n[MAX_NEAR + SLACK + 1] = {0};
		finder_find(finder, &c, &(struct search_request){.n_threads = 1}, SEARCH_MAX_LENGTH, &found);
		cr_assert_eq(found.outcome, SEARCH_SOLVED);
		for (uint64_t k = 0; k < found.n_solutions; k++)
			n[found.solutions[k].n_moves]++;
		while ((expected = count_plainly(step, &c, shortest)) == 0)
			cr_assert_eq(n[shortest++], 0u);
		cr_expect_eq(n[shortest], expected, "%s: %u of %u moves, expected %u", step->name, n[shortest], shortest, expected);
		expected = count_plainly(step, &c, shortest + 1);
		cr_expect_eq(n[shortest + 1], expected, "%s: %u of %u moves, expected %u", step->name, n[shortest + 1], shortest + 1, expected);
		search_result_free(&found);
	}
	finder_close(finder);
	free(finder);
}

Test(by_list, solutions_by_length_are_those_of_a_plain_enumeration)
{
	/* The last steps use slices, or few turns: tests/cli/steps.bats. */
	for (const struct known_list *known = known_lists; known->name != NULL; known++) {
		struct step_list list;
		struct input_error error;
		if (strcmp(known->name, "fmc") != 0 && strcmp(known->name, "sandwich") != 0)
			continue;
		cr_assert(step_list_read(known->text, &list, &error));
		for (unsigned step = 0; step < 3; step++)
			compare_step(&list.step[step], step > 0 ? &list.step[step - 1] : NULL);
	}
}
