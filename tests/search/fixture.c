#include "search/fixture.h"
#include "pdb/directory.h"
#include "pdb/generate.h"
#include "support/support.h"
#include "support/tables.h"

struct heuristic fixture_heuristic(const struct heuristic_spec *spec, enum metric metric)
{
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

struct heuristic open_orientation(const char *directory, char flips_path[PATH_MAX])
{
	const struct heuristic_spec *const spec = heuristic_find("orientation");
	const struct pdb_generate_options plain = {.n_threads = 1};
	struct heuristic h;
	bool was_built;
	for (unsigned i = 0; i < 2; i++) {
		const struct pdb_key key = pdb_key_in(spec->table[i], METRIC_HTM);
		cr_assert_eq(pdb_generate(directory, key, &plain, &was_built), STATUS_OK);
		cr_assert_eq(pdb_path(directory, key, flips_path), STATUS_OK);
	}
	cr_assert_eq(heuristic_open(spec, METRIC_HTM, directory, &h, NULL), STATUS_OK);
	return h;
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
	static struct search_solution *kept[4096];
	static unsigned n_kept;
	struct search_result result;
	struct search_request limited = *request;
	if (limited.node_limit == 0)
		limited.node_limit = UINT64_C(1) << (are_slow_wanted() ? 36 : 30);
	struct pool *const pool = pool_create_with(h, kernel != NULL ? kernel : kernel_best(h), n_threads);
	cr_assert_not_null(pool);
	pool_solve(pool, &limited, &result);
	pool_destroy(pool);
	/* Every solution leads where it is to, costs what it says, and comes in order, once. */
	for (uint64_t i = 0; i < result.n_solutions; i++) {
		const struct search_solution *const s = &result.solutions[i];
		const struct cube end = end_of(&request->cube, s);
		if (request->n_goals == 0 && !heuristic_is_reached(h, &end))
			cr_assert_fail("%s: solution %lu does not solve the cube", h->spec->name, i);
		if ((h->spec->goal == NULL && moves_cost(h->metric, s->moves, s->n_moves) != s->length)
		    || s->length < result.length || s->length > result.length + request->over_optimal)
			cr_assert_fail("%s: solution %lu says that its length is %u", h->spec->name, i, s->length);
		if (i > 0 && (s[-1].length > s->length
		              || (s[-1].length == s->length && memcmp(s[-1].moves, s->moves, s->n_moves) >= 0)))
			cr_assert_fail("%s: solution %lu is out of order or a duplicate", h->spec->name, i);
	}
	struct search_solution **const place = &kept[n_kept++ % 4096];
	free(*place);
	*place = result.solutions;
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

void expect_same_solutions(const struct search_result *is, const struct search_result *want, const char *what)
{
	cr_assert_eq(is->outcome, want->outcome, "%s: %d, not %d", what, is->outcome, want->outcome);
	cr_assert_eq(is->n_solutions, want->n_solutions, "%s: %lu solutions, not %lu", what, is->n_solutions,
	             want->n_solutions);
	for (uint64_t i = 0; i < want->n_solutions; i++)
		cr_assert_eq(memcmp(&is->solutions[i], &want->solutions[i], sizeof *want->solutions), 0,
		             "%s: solution %lu is another one", what, i);
}

void expect_same_counts(const struct search_result *is, const struct search_result *want,
                        unsigned lookups_within, const char *what, unsigned n_threads)
{
	cr_assert_eq(is->n_iterations, want->n_iterations, "%s, %u threads", what, n_threads);
	for (unsigned i = 0; i < want->n_iterations; i++) {
		const superflip_iteration *const x = &is->iterations[i], *const y = &want->iterations[i];
		cr_expect(x->threshold == y->threshold && x->is_complete == y->is_complete
		          && x->n_generated == y->n_generated && x->n_expanded == y->n_expanded
		          && x->n_solutions == y->n_solutions,
		          "%s, %u threads, %u moves: %lu generated and %lu expanded, not %lu and %lu", what,
		          n_threads, y->threshold, x->n_generated, x->n_expanded, y->n_generated, y->n_expanded);
		const uint64_t difference = x->n_lookups < y->n_lookups ? y->n_lookups - x->n_lookups
		                                                        : x->n_lookups - y->n_lookups;
		cr_expect(lookups_within == 0
		                  || difference <= (n_threads == 1 ? 0 : y->n_lookups / lookups_within),
		          "%s, %u threads: %lu and %lu lookups", what, n_threads, x->n_lookups, y->n_lookups);
	}
}
