/* Tables of the states that a small set makes: against a search that knows no ranks, and against published
 * numbers. */
#include "cube/turn_automaton.h"
#include "pieces/closure.h"
#include "pieces/families.h"
#include "support/read.h"
#include "support/support.h"

#include <xxhash.h>

static struct pdb build(const struct turn_set *set, unsigned n_threads)
{
	struct pdb image;
	struct pdb_key key = {.metric = METRIC_OF_TURNS};
	cr_assert(closure_coordinate(set, &key.coordinate, &key.costs));
	cr_assert_eq(pdb_build(key, n_threads, NULL, &image), STATUS_OK);
	return image;
}

/* ---- all ways to hold all cubes that a set solves, by what that costs ---- */

enum { N_SLOTS = 1 << 20 };

struct state { struct cube cube; uint16_t orientation; };  /* without padding: it is hashed */

struct states {
	struct state *state;                /* by slot; open addressing */
	uint8_t *cost;                      /* 255: nothing is there */
};

static uint8_t *cost_of(struct states *s, const struct state *state)
{
	size_t i = XXH3_64bits(state, sizeof *state) % N_SLOTS;
	while (s->cost[i] != 255 && memcmp(&s->state[i], state, sizeof *state) != 0)
		i = (i + 1) % N_SLOTS;
	s->state[i] = *state;
	return &s->cost[i];
}

/* The states from which a step leads to one get at most its cost more. */
static void undo_steps(struct states *s, const struct frame_step *steps, unsigned n_steps,
                       const struct state *end, unsigned cost, unsigned *farthest)
{
	for (unsigned i = 0; i < n_steps; i++) {
		const struct cube turned = cube_after_element(&cube_solved, steps[i].element),
		                  back = cube_inverse(&turned);
		const struct state before = {cube_product(&end->cube, &back), steps[i].from};
		if (steps[i].to != end->orientation)
			continue;
		uint8_t *const known = cost_of(s, &before);
		*known = *known > cost + steps[i].cost ? (uint8_t)(cost + steps[i].cost) : *known;
		*farthest = *known > *farthest ? *known : *farthest;
	}
}

static struct states find_states(const struct turn_set *set)
{
	struct frame_step steps[N_ORIENTATIONS * TURN_SET_MAX];
	unsigned n_from[N_ORIENTATIONS + 1], farthest = 0;
	struct states s = {malloc(N_SLOTS * sizeof *s.state), malloc(N_SLOTS)};
	turn_set_frame_steps(set, steps, n_from);
	memset(s.cost, 255, N_SLOTS);
	for (uint8_t o = 0; o < N_ORIENTATIONS; o++)
		if (n_from[o] != n_from[o + 1])
			*cost_of(&s, &(struct state){cube_solved, o}) = 0;
	for (unsigned cost = 0; cost <= farthest; cost++)
		for (size_t i = 0; i < N_SLOTS; i++)
			if (s.cost[i] == cost) {
				const struct state state = s.state[i];
				undo_steps(&s, steps, n_from[N_ORIENTATIONS], &state, cost, &farthest);
			}
	return s;
}

Test(closure, tables_have_the_costs_that_a_plain_search_finds)
{
	static const struct { enum turn_metric metric; const char *turns, *costs; uint64_t n_states;
	} cases[] = {
		{TURNS_HTM, "R2 U2", NULL, 12},
		{TURNS_HTM, "U D", NULL, 16},
		{TURNS_ATM, "U D (U D) (U D')", NULL, 16},
		{TURNS_HTM, "U R2", NULL, 14400},
		{TURNS_QTM, "U R2", NULL, 14400},
		{TURNS_HTM, "U R2", "U=1 U'=3 R2=1.5", 14400},
		{TURNS_STM, "M E S", NULL, 768},
		{TURNS_STM, "M U", NULL, 184320},
		{TURNS_STQM, "M U2", NULL, 96},
		{TURNS_STM, "(R L') U2", NULL, 768},
	};
	array_foreach(row, cases) {
		if (row->n_states > 100000 && !are_slow_wanted())
			continue;
		const struct turn_set set = turn_set_of(row->metric, row->turns, row->costs);
		struct states s = find_states(&set);
		struct pdb image = build(&set, 2);
		struct closure *const c = closure_make(image.key.coordinate.parameter);
		uint64_t n_states = 0;
		uint8_t *const is_ranked = calloc(image.n_entries, 1);
		for (size_t slot = 0; slot < N_SLOTS; slot++) {
			const bool is_counted = s.cost[slot] != 255 && s.state[slot].orientation == 0;
			const uint64_t index = is_counted ? closure_rank(c, &s.state[slot].cube) : 0;
			n_states += is_counted;
			if (is_counted && (is_ranked[index]++ > 0 || pdb_get(&image, index) != s.cost[slot]))
				cr_assert_fail("%s: index %lu, %u, not %u", row->turns, index, pdb_get(&image, index),
				               s.cost[slot]);
		}
		cr_expect_eq(n_states, row->n_states, "%s: %lu states", row->turns, n_states);
		cr_expect_eq(image.n_entries, n_states, "%s: %lu entries", row->turns, image.n_entries);
		closure_free(c);
		pdb_close(&image);
		free(is_ranked);
		free(s.state);
		free(s.cost);
	}
}

Test(closure, sets_that_make_too_much_have_no_table_of_their_own)
{
	static const struct { enum turn_metric metric; const char *turns;
	} cases[] = {
		{TURNS_HTM, NULL},    {TURNS_STM, NULL},         {TURNS_ATM, NULL},  {TURNS_STM, "M U R"},
		{TURNS_HTM, "R U F"}, {TURNS_STM, "M (R L') U"}, {TURNS_ETM, "x R"},
	};
	array_foreach(row, cases) {
		const struct turn_set set = turn_set_of(row->metric, row->turns, NULL);
		struct coordinate_key key;
		struct turn_costs costs;
		cr_expect_not(closure_coordinate(&set, &key, &costs), "%td", row - cases);
	}
}

/* <R, U>: D. Singmaster's order, and the distances that H. Kociemba's and others' programs count: 20 in half
 * turns, 25 in quarter turns. */
Test(closure, two_neighbouring_faces_make_73483200_states_within_20_half_turns)
{
	static const struct {
		enum turn_metric metric;
		unsigned largest;
		uint64_t last;
	} cases[] = {{TURNS_HTM, 20, 54}, {TURNS_QTM, 25, 87}};
	skip_unless_slow();
	for (unsigned i = 0; i < 2; i++) {
		const struct turn_set set = turn_set_of(cases[i].metric, "R U", NULL);
		struct pdb image = build(&set, 2);
		cr_expect_eq(image.n_entries, 73483200u);
		cr_expect_eq(image.histogram.max_depth, cases[i].largest);
		cr_expect_eq(image.histogram.count[cases[i].largest], cases[i].last);
		pdb_close(&image);
	}
}
