/* Coset tables of turn sets: searches against a search without tables, and against the plain kernel. */
#include "coset/kernel/fixture.h"
#include "support/read.h"
#include "support/tables.h"

struct prepared {
	struct turn_automaton automaton;
	struct heuristic_goal goal;
	struct heuristic_spec spec, without;
	struct heuristic h, no_tables;
};

static unsigned no_bound(const struct heuristic *h, const struct cube *c)
{
	return 0;
}

static void prepare(enum turn_metric metric, const struct heuristic_spec *spec, struct prepared *p)
{
	const struct turn_set set = turn_set_of(metric, NULL, NULL);
	cr_assert(turn_automaton_make(&set, &p->automaton));
	p->goal = (struct heuristic_goal){
		.goal = goal_of("solved"), .turns = &p->automaton, .costs = {p->automaton.costs}};
	p->spec = *spec;
	p->spec.goal = &p->goal;
	p->without = (struct heuristic_spec){.evaluate = no_bound, .goal = &p->goal};
	p->h = (struct heuristic){.spec = &p->spec,
	                          .table = {[0] = shared_table(heuristic_table_key(&p->spec, 0, METRIC_HTM))}};
	p->no_tables = (struct heuristic){.spec = &p->without};
}

/* As many solutions: slices may stand in other ways. */
static void expect_solutions(const struct heuristic *expected_by, const struct heuristic *h,
                             const struct search_request *request, unsigned n_threads)
{
	const struct search_result expected = fixture_solve(expected_by, &kernel_plain, 1, request);
	for (unsigned k = 0; k < N_KERNELS; k++) {
		if (!coset_kernels[k]->is_for(h))
			continue;
		const struct search_result result = fixture_solve(h, coset_kernels[k], n_threads, request);
		cr_assert(result.length == expected.length && result.n_solutions == expected.n_solutions,
		          "%s: %lu of %u, not %lu of %u", coset_kernels[k]->name, result.n_solutions, result.length,
		          expected.n_solutions, expected.length);
	}
}

static void expect_solutions_of_plain(enum turn_metric metric, const struct heuristic_spec *spec,
                                      unsigned n_moves)
{
	struct prepared p;
	struct dice dice = {n_moves};
	prepare(metric, spec, &p);
	for (unsigned n = 0; n <= n_moves; n++) {
		const struct cube c = scramble(&dice, n);
		const struct search_request request = all_solutions(&c, n + 1 < n_moves);
		expect_solutions(n < 4 ? &p.no_tables : &p.h, &p.h, &request, 1 + n % 3);
	}
	turn_automaton_free(&p.automaton);
}

Test(coset_turns, all_solutions_are_those_of_a_search_without_tables_and_of_the_plain_kernel)
{
	expect_solutions_of_plain(TURNS_STM, &with_parity, 7);
	expect_solutions_of_plain(TURNS_ATM, &with_parity, 7);
	expect_solutions_of_plain(TURNS_STM, &htr, 6);
	expect_solutions_of_plain(TURNS_ATM, &htr, 6);
}

Test(coset_turns, thresholds_beyond_a_nodes_room_are_searched)
{
	struct prepared p;
	struct dice dice = {1};
	prepare(TURNS_ATM, &with_parity, &p);
	const struct cube c = scramble(&dice, 3);
	struct search_request request = search_request_default(&c);
	request.min_length = 25;
	const struct search_result result = fixture_solve(&p.h, kernel_best(&p.h), 2, &request);
	cr_expect(result.outcome == SEARCH_SOLVED && result.length == 25);
	turn_automaton_free(&p.automaton);
}
