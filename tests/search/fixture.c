#include "search/fixture.h"
#include "pieces/families.h"
#include "pdb/generate.h"
#include "support/support.h"
#include "support/tables.h"

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

const unsigned thread_counts[N_THREAD_COUNTS] = {1, 3, 8};

void build_orientation(const char *directory)
{
	static const uint32_t kinds[] = {COORDINATE_TWIST, COORDINATE_FLIP};
	const struct pdb_generate_options plain = {.n_threads = 1};
	bool was_built;
	array_foreach(kind, kinds)
		cr_assert_eq(pdb_generate(directory, (struct pdb_key){{.family = *kind}, .metric = METRIC_HTM},
		                          &plain, &was_built), STATUS_OK);
}

struct search_request all_solutions(const struct cube *c, unsigned over)
{
	struct search_request request = search_request_default(c);
	request.n_solutions = SEARCH_ALL;
	request.over_optimal = over;
	return request;
}

struct turn_automaton fixture_turns(enum metric metric, uint32_t moves)
{
	const struct turn_set set = turn_set_of_moves(metric, moves);
	struct turn_automaton turns;
	cr_assert(turn_automaton_make(&set, &turns));
	return turns;
}

struct search_result fixture_solve(const struct heuristic *h, const struct kernel *kernel, unsigned n_threads,
                                   const struct search_request *request)
{
	struct search_result result;
	struct search_request limited = *request;
	if (limited.node_limit == 0)
		limited.node_limit = UINT64_C(1) << (are_slow_wanted() ? 36 : 30);
	struct pool *const pool = pool_create_with(h, kernel != NULL ? kernel : kernel_best(h), n_threads);
	cr_assert_not_null(pool);
	pool_solve(pool, &limited, &result);
	pool_destroy(pool);
	return result;
}

struct search_result fixture_solve_by(const char *heuristic, uint32_t moves, enum metric metric,
                                      uint64_t n_positions, struct search_request request)
{
	const struct heuristic h = fixture_named(heuristic, metric);
	struct turn_automaton turns = fixture_turns(metric, moves);
	struct perimeter p;
	cr_assert(perimeter_fill(NULL, &cube_solved, 1, &turns.costs, n_positions, &p));
	request.turns = moves != SEARCH_ALL_TURNS ? &turns : NULL;
	request.perimeter = &p;
	const struct search_result result = fixture_solve(&h, NULL, 3, &request);
	perimeter_free(&p);
	turn_automaton_free(&turns);
	return result;
}

void expect_bounds(const struct root *root, const struct heuristic *h, const struct cube *c)
{
	unsigned before = 0, bound = 0;
	for (unsigned m = 1; m <= root->n_path; m++) {
		const struct cube after = cube_after_moves(*c, root->path, m);
		const unsigned here = heuristic_evaluate(h, &after) + m;
		before = bound;
		bound = here > bound ? here : bound;
	}
	cr_expect_eq(root->bound, bound, "%u moves: %u, not %u", root->n_path, root->bound, bound);
	cr_expect_eq(root->bound_before, before, "%u moves: %u before, not %u", root->n_path, root->bound_before,
	             before);
}

void expect_sound(const struct heuristic *h, const struct search_request *request,
                  const struct search_result *result)
{
	for (uint64_t i = 0; i < result->n_solutions; i++) {
		const struct search_solution *const s = &result->solutions[i];
		const struct cube end = cube_after_moves(request->cube, s->moves, s->n_moves);
		if (!cube_is_solved(&end))
			cr_assert_fail("solution %lu does not solve the cube", i);
		if (moves_cost(h->metric, s->moves, s->n_moves) != s->length || s->length < result->length ||
		    s->length > result->length + request->over_optimal)
			cr_assert_fail("solution %lu says that its length is %u", i, s->length);
		if (i == 0)
			continue;
		const struct search_solution *const before = s - 1;
		const int order = memcmp(before->moves, s->moves, s->n_moves);
		if (before->length > s->length || (before->length == s->length && order >= 0))
			cr_assert_fail("solution %lu is out of order or a duplicate", i);
	}
	cr_expect_eq(result->n_solutions == 0, result->solutions == NULL);
}
