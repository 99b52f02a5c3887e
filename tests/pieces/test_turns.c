/* Searches with turn sets: tables against numbers that others computed, and the kernel against the plain
 * one. */
#include "pieces/fixture.h"

static void prepare(const char *goal_name, enum turn_metric metric, const char *turns, const char *costs,
                    struct prepared *p)
{
	p->set = turn_set_of(metric, turns, costs);
	cr_assert(turn_automaton_make(&p->set, &p->automaton));
	prepare_tables(goal_name, &p->automaton, METRIC_HTM, 1 << 21, p);
}

/* States at each distance, by the breadth-first search of another program. */
Test(turns, tables_have_the_states_that_others_counted)
{
	static const struct { const char *goal; enum turn_metric metric; uint64_t count[12]; } known[] = {
		{"cross", TURNS_STM, {1, 21, 275, 2815, 21136, 88454, 76592, 786}},
		{"cross", TURNS_ETM, {1, 21, 275, 2815, 21136, 88454, 76592, 786}},
		{"cross", TURNS_ATM, {1, 33, 747, 11411, 86792, 90976, 120}},
		{"eo:FB", TURNS_STM, {1, 3, 40, 384, 1218, 401, 1}},
		{"eo:FB", TURNS_ATM, {1, 3, 64, 544, 1238, 198}},
	};
	array_foreach(row, known) {
		struct prepared p;
		prepare(row->goal, row->metric, NULL, NULL, &p);
		for (unsigned d = 0; d < 12; d++)
			cr_expect_eq(p.heuristic.table[0].histogram.count[d], row->count[d], "%s, %s, %u: %lu", row->goal,
			             turn_metric_name[row->metric], d, p.heuristic.table[0].histogram.count[d]);
		discard(&p);
		turn_automaton_free(&p.automaton);
	}
}

/* The same solutions from the same nodes, at the least cost and above it. */
static void expect_same_search(const struct search_result *is, const struct search_result *want,
                               bool has_same_nodes, const char *what)
{
	cr_expect(!has_same_nodes || (is->n_generated == want->n_generated && is->n_expanded == want->n_expanded),
	          "%s: %lu and %lu nodes, not %lu and %lu", what, is->n_generated, is->n_expanded,
	          want->n_generated, want->n_expanded);
	expect_same_solutions(is, want, what);
}

/* Sets that turn the frame have several classes of orientations; the same turns of pieces may end in more
 * than one of them. */
Test(turns, all_solutions_within_a_cost_are_those_that_are_turned_by_hand_and_those_of_the_plain_kernel)
{
	static const struct {
		const char *goal;
		enum turn_metric metric;
		const char *turns, *costs, *scramble;
		unsigned over;
	} cases[] = {
		{"eo:FB", TURNS_STM, "M U", NULL, "M U M' U2 M", 2},
		{"cross", TURNS_STM, "R U r", NULL, "r U R'", 1},
		{"cross+neutral", TURNS_STM, "M U", "M=2", "M U", 3},
		{"eo:FB", TURNS_ETM, "R U x", NULL, "R x U", 1},
		{"cross", TURNS_STM, NULL, NULL, "R M", 1},
		{"dr", TURNS_HTM, "R U r2", "r2=3", "R U2", 2},
		{"2x2x2", TURNS_STM, "M U r", NULL, "M r U", 1},
		{"eo:FB", TURNS_QTM, "U1 R1 F1", NULL, "F R U", 1},
		{"xcross:FR", TURNS_HTM, "R U (F B')", "U2=1.5", "R U R'", 2},
		{"cross", TURNS_STM, "r u f", NULL, "r u' f", 2},
		{"eo:RL", TURNS_HTM, NULL, "R=2", "R F", 1},
		{"eo+neutral", TURNS_STM, "U R2 F M", "F'=2", "F M U", 1},
		{"solved", TURNS_STM, "r R M U u F", NULL, "r M' u", 1},
		{"cross", TURNS_ETM, "x R U", NULL, "F2 R", 2},
		{"solved", TURNS_ETM, "x R U", "x=2", "F R", 1},
		{"2x2x2", TURNS_ETM, "R y", NULL, "B R", 1},
		{"cross", TURNS_ATM, NULL, NULL, "R L2 F B", 1},
		{"eo:FB", TURNS_HTM, NULL, "U=1 U2=1.5 (F B')=1.5 R=1.5", "F U R F'", 1},
		{"2x2x2", TURNS_STQM, NULL, NULL, "M2 U R", 0},
		{"cross", TURNS_QTM, "R U F", "R=10 U=13 F=11.5", "R F U'", 2},
		{"eo:FB", TURNS_STM, NULL, "U=1 F=1 F'=3 R2=5", "F R", 1},
		{"cross", TURNS_STM, "(R L') U2", NULL, "R' L", 2},
		{"cross:U", TURNS_HTM, "U F", "F=20", "U", 2},
		{"eo:FB", TURNS_ETM, "R U F x y", NULL, "F x R y", 1},
		{"eo:UD", TURNS_STM, "U R2 F", NULL, "U F U'", 2},
		{"dr:RL", TURNS_HTM, NULL, "L=2", "F2 R F", 0},
		{"xcross:FR+neutral:R", TURNS_HTM, NULL, "D=2", "R U", 1},
		{"eoline+neutral", TURNS_HTM, NULL, "U=1 F'=3 R2=2 L=2.5", "R U F'", 0},
		{"2x2x2+neutral", TURNS_STM, "R U2 F'", NULL, "R F R", 2},
		{"solved", TURNS_STM, "M E S", NULL, "M E2 S", 1},
		{"solved", TURNS_HTM, "U R2", "U=1 U2=1.5 U'=1.5 R2=2.5", "U R2 U2 R2", 2},
		{"solved", TURNS_HTM, "U D", "U=20 D=7", "U D2", 2},
		{"solved", TURNS_STM, "r R M U u F", NULL, "r M' u R", 1},  /* the last: two million by hand */
	};
	array_foreach(row, cases) {
		if (row == &cases[sizeof cases / sizeof *cases - 1] && !are_slow_wanted())
			continue;
		struct prepared p;
		struct maneuver m = maneuver_of(row->scramble, 0);
		prepare(row->goal, row->metric, row->turns, row->costs, &p);
		struct search_request request = all_solutions(&m.cube, row->over);
		request.max_length = SEARCH_MAX_COST;
		const struct search_result found = fixture_solve(&p.heuristic, NULL, 2, &request);
		expect_turned_by_hand(&p.heuristic, &p.set, &m.cube, &found, row->over, row->scramble);
		for (uint64_t n = 0; n < found.n_solutions; n++) {
			char text[256];
			unsigned cost;
			cr_assert(turn_set_write(&p.set, found.solutions[n].moves, found.solutions[n].n_moves,
			                         ANY_ORIENTATION, &cost, text, sizeof text)
			              && cost == found.solutions[n].length,
			          "%s: %s", row->scramble, text);
		}
		/* Where it matters how the cube is held the plain kernel has no bounds.  A view that is out of reach
		 * stays so to the others; to the plain one it may come back where costs are rounded. */
		const struct search_result plain = fixture_solve(&p.heuristic, &kernel_plain, 1, &request),
		                           fast = fixture_solve(&p.heuristic, &kernel_goal, 2, &request);
		const bool has_one_class = p.automaton.n_classes == 1;
		expect_same_search(&fast, &plain, has_one_class && p.heuristic.spec->goal->goal.n_views == 1,
		                   row->scramble);
		cr_expect(!has_one_class || fast.n_generated <= plain.n_generated, "%s", row->scramble);
		expect_same_search(&found, &fast, true, row->scramble);
		/* A solution that is found is none of a greater cost, however the frame is left. */
		struct search_request longer = request;
		longer.min_length = found.length + 1;
		longer.max_length = found.length + row->over;
		longer.over_optimal = SEARCH_MAX_COST;
		const struct search_result rest = fixture_solve(&p.heuristic, NULL, 2, &longer);
		uint64_t n_longer = 0;
		for (uint64_t n = 0; n < found.n_solutions; n++)
			n_longer += found.solutions[n].length > found.length;
		cr_expect_eq(rest.n_solutions, n_longer, "%td: %lu, %lu longer ones", row - cases, rest.n_solutions,
		             n_longer);
		maneuver_free(&m);
		discard(&p);
		turn_automaton_free(&p.automaton);
	}
}
