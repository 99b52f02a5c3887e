#include "search/fixture.h"
#include "support/tables.h"

#include <criterion/criterion.h>
#include <string.h>

struct heuristic fixture_heuristic(const struct heuristic_spec *spec, enum metric metric)
{
	cube_init();
	struct heuristic h = {.spec = spec, .metric = metric};
	for (unsigned i = 0; i < spec->n_tables; i++)
		h.table[i] = shared_table(pdb_key_in(spec->table[i], metric));
	return h;
}

struct heuristic fixture_named(const char *spec, enum metric metric)
{
	const struct heuristic_spec *const found = heuristic_find(spec);
	cr_assert_not_null(found, "there is no heuristic '%s'", spec);
	return fixture_heuristic(found, metric);
}

struct search_result fixture_solve(const struct heuristic *h, const struct kernel *kernel, unsigned n_threads,
                                   const struct search_request *request)
{
	struct search_result result;
	struct pool *const pool = pool_create_with(h, kernel != NULL ? kernel : kernel_best(h), n_threads);
	cr_assert_not_null(pool);
	pool_solve(pool, request, &result);
	pool_destroy(pool);
	return result;
}

void expect_sound(const struct heuristic *h, const struct search_request *request, const struct search_result *result)
{
	for (uint64_t i = 0; i < result->n_solutions; i++) {
		const struct search_solution *const s = &result->solutions[i];
		const struct cube end = cube_after_moves(request->cube, s->moves, s->n_moves);
		if (!cube_is_solved(&end))
			cr_assert_fail("solution %lu does not solve the cube", (unsigned long)i);
		if (moves_cost(h->metric, s->moves, s->n_moves) != s->length || s->length < result->length ||
		    s->length > result->length + request->over_optimal)
			cr_assert_fail("solution %lu says that its length is %u", (unsigned long)i, s->length);
		if (i == 0)
			continue;
		const struct search_solution *const before = s - 1;
		const int order = memcmp(before->moves, s->moves, s->n_moves);
		if (before->length > s->length || (before->length == s->length && order >= 0))
			cr_assert_fail("solution %lu is out of order or a duplicate", (unsigned long)i);
	}
	cr_expect_eq(result->n_solutions == 0, result->solutions == NULL);
}
