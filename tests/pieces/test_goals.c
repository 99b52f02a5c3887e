/* Searches for goals: lengths against searches without tables, and the kernel against the plain one. */
#include "pieces/fixture.h"

/* Whether at most `left` quarter or half turns reach the goal: no table, no order of moves. */
static bool is_within(const struct goal *goal, enum metric metric, const struct cube *c, unsigned left)
{
	if (goal_holds(goal, c))
		return true;
	for (unsigned m = 0; m < N_MOVES && left > 0; m++) {
		const struct cube after = cube_after(c, m);
		if (move_cost(metric, m) <= left && is_within(goal, metric, &after, left - move_cost(metric, m)))
			return true;
	}
	return false;
}

static unsigned slow_length(const struct goal *goal, enum metric metric, const struct cube *c)
{
	unsigned length = 0;
	while (!is_within(goal, metric, c, length))
		length++;
	return length;
}

Test(goals, lengths_are_those_of_a_search_without_tables)
{
	static const struct { const char *name; enum metric metric; unsigned n_moves, log2_states;
	} rows[] = {
		{"cross", METRIC_HTM, 4, 28},
		{"cross:F", METRIC_QTM, 4, 28},
		{"cross+neutral", METRIC_HTM, 6, 28},
		{"eo:RL", METRIC_HTM, 9, 28},
		{"eo+neutral", METRIC_QTM, 9, 28},
		{"2x2x2:URF", METRIC_HTM, 4, 28},
		{"FR+BL", METRIC_HTM, 4, 28},
		{"2x2x2+neutral", METRIC_HTM, 5, 28},
		{"eoline:UL", METRIC_QTM, 4, 28},
		{"htr", METRIC_HTM, 4, 20},
		{"htr", METRIC_QTM, 4, 20},
		{"dr:FB", METRIC_HTM, 4, 20},
		{"cross+auf:F", METRIC_HTM, 4, 28},
		{"auf:R+FR", METRIC_QTM, 4, 28},
		/* By tables of parts: of a corner and edges, of two corners and edges, of edges, of corners. */
		{"cross+FR", METRIC_HTM, 4, 18},
		{"cross+FR+BR", METRIC_QTM, 4, 18},
		{"fb:UR", METRIC_HTM, 4, 14},
		{"xxcross+neutral", METRIC_HTM, 3, 18},
		{"oll", METRIC_HTM, 4, 18},
	};
	struct dice dice = {91};
	array_foreach(row, rows) {
		struct prepared p;
		prepare_tables(row->name, NULL, row->metric, UINT64_C(1) << row->log2_states, &p);
		for (unsigned n = 0; n < 4; n++) {
			const struct cube c = dice_walked(&dice, row->metric, row->n_moves);
			const struct search_request request = search_request_default(&c);
			const struct search_result r = fixture_solve(&p.heuristic, &kernel_goal, 1, &request);
			cr_expect(r.is_optimal && r.length == slow_length(&p.cover.goal.goal, row->metric, &c),
			          "%s, seed 91: %u", row->name, r.length);
		}
		discard(&p);
	}
}

/* The goal kernel's solutions and nodes are those of the plain one. */
static void expect_same(const struct prepared *p, const struct search_request *request, unsigned n_threads,
                        const char *name)
{
	const struct search_result want = fixture_solve(&p->heuristic, &kernel_plain, 1, request),
	                           got = fixture_solve(&p->heuristic, &kernel_goal, n_threads, request);
	cr_expect(got.is_optimal && got.n_generated == want.n_generated && got.n_expanded == want.n_expanded,
	          "%s: %lu, not %lu nodes", name, got.n_generated, want.n_generated);
	expect_same_solutions(&got, &want, name);
}

/* As far as `over` moves beyond the shortest. */
Test(goals, the_kernel_visits_what_the_plain_one_does)
{
	static const struct { const char *name; enum metric metric; unsigned over, log2_states;
	} rows[] = {
		{"cross", METRIC_HTM, 3, 28},        {"cross:U+neutral", METRIC_HTM, 1, 28},
		{"2x2x2:DRB", METRIC_HTM, 2, 28},    {"eo", METRIC_QTM, 2, 28},
		{"cross", METRIC_QTM, 2, 28},        {"2x2x2", METRIC_QTM, 2, 28},
		{"eoline+auf:U", METRIC_HTM, 0, 28}, {"dr:RL", METRIC_HTM, 0, 20},
		{"fb+neutral", METRIC_HTM, 0, 28},   {"fb+neutral", METRIC_HTM, 1, 15},
		{"f2b", METRIC_QTM, 0, 18},          {"xcross", METRIC_HTM, 0, 18},
	};
	static const unsigned n_threads[] = {1, 3, 8};
	struct dice dice = {92};
	array_foreach(row, rows) {
		struct prepared p;
		prepare_tables(row->name, NULL, row->metric, UINT64_C(1) << row->log2_states, &p);
		for (unsigned n = 0; n < 3; n++) {
			/* A random state, or, for the plain kernel's sake, one after a few moves. */
			const struct cube c = are_slow_wanted() ? dice_cube(&dice) : dice_walked(&dice, row->metric, 6);
			const struct search_request request = all_solutions(&c, row->over);
			expect_same(&p, &request, n_threads[n], row->name);
		}
		discard(&p);
	}
}

/* A goal with a table of its own is read off: one iteration, which expands only the positions on the way of
 * solutions. */
Test(goals, exact_tables_are_read_off)
{
	struct prepared p;
	struct dice dice = {93};
	prepare_tables("cross", NULL, METRIC_HTM, COVER_SMALL, &p);
	cr_expect(p.cover.goal.is_exact);
	for (unsigned n = 0; n < (are_slow_wanted() ? 1000 : 50); n++) {
		const struct cube c = dice_cube(&dice);
		const struct search_request request = search_request_default(&c);
		const struct search_result r = fixture_solve(&p.heuristic, &kernel_goal, 1, &request);
		cr_expect(r.is_optimal && r.length == heuristic_evaluate(&p.heuristic, &c) && r.n_iterations == 1
		          && r.n_expanded <= r.length, "%u moves, %lu nodes", r.length, r.n_expanded);
	}
	discard(&p);
}

/* Nodes and solutions by some turns: whole faces, half turns alone, quarter turns one way. */
Test(goals, by_some_turns_the_kernel_visits_what_the_plain_one_does)
{
	static const struct { const char *name; enum metric metric; uint32_t permitted;
	} rows[] = {
		{"cross", METRIC_HTM, 0777}, {"cross", METRIC_HTM, 0757},     {"2x2x2", METRIC_HTM, 01717},
		{"eo", METRIC_HTM, 0222777}, {"xcross:FR", METRIC_HTM, 0777}, {"cross", METRIC_HTM, 0111111},
		{"cross", METRIC_QTM, 0777}, {"cross", METRIC_QTM, 0272},     {"2x2x2", METRIC_QTM, 0222757},
		{"fb:DL", METRIC_HTM, 0775},
	};
	struct dice dice = {95};
	array_foreach(row, rows) {
		struct prepared p;
		struct turn_automaton turns = fixture_turns(row->metric, row->permitted);
		prepare_tables(row->name, NULL, row->metric, UINT64_C(1) << 20, &p);
		for (unsigned n = 0; n < 4; n++) {
			const struct cube away = dice_cube_after(&dice, row->permitted, 9), c = cube_inverse(&away);
			struct search_request request = all_solutions(&c, 1);
			request.turns = &turns;
			expect_same(&p, &request, n % 2 == 0 ? 1 : 3, row->name);
		}
		turn_automaton_free(&turns);
		discard(&p);
	}
}

/* ---- free turns, against all sequences of moves ---- */

struct plain {
	const struct goal *goal;
	unsigned before;                    /* a face that turns for nothing before the first move */
	bool past_goal;
	uint64_t n;
};

/* Whether a face is among the faces of one axis that `path` begins with. */
static bool begins_with(const uint8_t *path, unsigned n, unsigned face)
{
	bool has = false;
	for (unsigned i = 0; i < n && move_face(path[i]) % 3 == face % 3; i++)
		has |= move_face(path[i]) == face;
	return has;
}

/* Sequences of n moves, opposite faces in one order, that reach the goal, do not begin with a turn that is
 * free there, and do not reach the goal before their end, in either order of opposite faces.
 * @param earlier  the cube before the last of the n moves */
static void count_plainly(struct plain *p, const struct cube *earlier, const struct cube *c, uint8_t *path,
                          unsigned n, unsigned left)
{
	if (left == 0)
		p->n += goal_holds(p->goal, c) && !begins_with(path, n, p->before);
	for (uint8_t m = 0; m < N_MOVES && left > 0 && (p->past_goal || !goal_holds(p->goal, c)); m++) {
		const unsigned face = move_face(m), last = n > 0 ? move_face(path[n - 1]) : N_FACES;
		const struct cube after = cube_after(c, m), without_last = cube_after(earlier, m);
		path[n] = m;
		if (face == last || (last < N_FACES && last >= 3 && face == last - 3)
		    || (!p->past_goal && last < N_FACES && face % 3 == last % 3
		        && goal_holds(p->goal, &without_last)))
			continue;
		count_plainly(p, c, &after, path, n + 1, left - 1);
	}
}

Test(goals, solutions_with_free_turns_are_told_once_each)
{
	static const struct { const char *name; unsigned before, over; const char *moves;
	} rows[] = {
		{"cross+auf:D", N_FACES, 2, "R D2 F"}, {"cross+auf:D+preauf:D", FACE_D, 1, "D R D' F D"},
		{"2x2x2+auf:U", N_FACES, 2, "L U R"},  {"eoline+preauf:U", FACE_U, 1, "U F R"},
		{"cross+auf:L", N_FACES, 1, "R L F"},  {"eo:RL", N_FACES, 2, "R U L"},
		{"cross+neutral", N_FACES, 1, "R2 F"},
	};
	for (unsigned i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
		struct prepared p;
		const struct goal goal = goal_of(rows[i / 2].name);
		prepare_tables(rows[i / 2].name, NULL, METRIC_HTM, UINT64_C(1) << 20, &p);
		const struct cube c = cube_of_moves(rows[i / 2].moves);
		const unsigned over = are_slow_wanted() ? rows[i / 2].over : 1;
		struct search_request request = all_solutions(&c, over);
		request.goal = &goal;
		request.past_goal = i % 2 != 0;
		const struct search_result found = fixture_solve(&p.heuristic, NULL, 2, &request);
		struct plain plain = {.goal = &goal, .before = rows[i / 2].before, .past_goal = request.past_goal};
		for (unsigned length = 0; length <= found.length + over; length++)
			for (unsigned turns = 0; turns < (rows[i / 2].before < N_FACES ? 4 : 1); turns++) {
				uint8_t path[SEARCH_MAX_LENGTH];
				const struct cube begun = turns == 0 ? c : cube_after(&c, rows[i / 2].before * 3 + turns - 1);
				if (length > 0 || turns == 0)
					count_plainly(&plain, &begun, &begun, path, 0, length);
			}
		cr_expect_eq(found.n_solutions, plain.n, "%s, %u: %lu, %lu plainly", rows[i / 2].name, i % 2,
		             found.n_solutions, plain.n);
		discard(&p);
	}
}
