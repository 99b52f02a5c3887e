#include "method/random_walk.h"

#include "support/support.h"

#include <criterion/criterion.h>

TestSuite(random_walk, .init = cube_init);

static struct method_result walk(const char *scramble, struct search_request request)
{
	const struct cube c = cube_of_moves(scramble);
	struct method_result result;
	request.cube = c;
	random_walk_method.solve(&random_walk_method, NULL, &request, &result);
	if (result.outcome == SEARCH_SOLVED)
		cr_expect(method_result_solves(&result, &c), "%s", scramble);
	return result;
}

Test(random_walk, a_few_moves_are_found_again)
{
	const struct method_result none = walk("", (struct search_request){.n_threads = 1});
	cr_expect(none.outcome == SEARCH_SOLVED && none.n_moves == 0);
	const struct method_result two = walk("R U", (struct search_request){.n_threads = 1, .max_length = 3});
	cr_expect(two.outcome == SEARCH_SOLVED && two.n_moves >= 2 && two.n_moves <= 3 && !two.is_optimal);
	const struct method_result again = walk("R U", (struct search_request){.n_threads = 1, .max_length = 3});
	cr_expect(again.n_generated == two.n_generated, "the same turns each time");
}

static bool at_once(void *context)
{
	(void)context;
	return true;
}

Test(random_walk, limits_end_it)
{
	static const char hard[] = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
	cr_expect_eq(walk(hard, (struct search_request){.n_threads = 1, .time_limit_s = 0.01}).outcome, SEARCH_TIME_LIMIT);
	cr_expect_eq(walk(hard, (struct search_request){.n_threads = 1, .stopped = at_once}).outcome, SEARCH_INTERRUPTED);
}
