/* Turn sets: what is read and refused, canonical orders, and solutions as people turn them. */
#include "cube/canonical.h"
#include "cube/turn_automaton.h"

#include "support/read.h"
#include "support/support.h"

#include <xxhash.h>

static struct turn_automaton automaton_of(enum turn_metric metric, const char *turns, const char *costs)
{
	const struct turn_set set = turn_set_of(metric, turns, costs);
	struct turn_automaton a;
	cr_assert(turn_automaton_make(&set, &a));
	return a;
}

/* ---- the automaton ---- */

/* Paths of each cost below `n_costs` from a state. */
static void count_paths(const struct turn_automaton *a, unsigned state, unsigned cost, unsigned n_costs,
                        uint64_t *n)
{
	if (cost >= n_costs)
		return;
	n[cost]++;
	for (uint32_t i = a->first[state]; i < a->first[state + 1]; i++)
		count_paths(a, a->step[i].next, cost + a->step[i].cost, n_costs, n);
}

static void count_path(void *context, const struct cube *c, const uint8_t *path, unsigned n)
{
	((uint64_t *)context)[n]++;
}

enum { N_LENGTHS = 6 };

Test(turn_set, sequences_of_face_turns_are_those_of_the_tables_of_moves)
{
	metric_foreach(metric) {
		struct turn_automaton a = automaton_of((enum turn_metric)metric, NULL, NULL);
		uint64_t by_tables[N_LENGTHS] = {0}, derived[N_LENGTHS] = {0};
		each_path(metric, (1u << N_MOVES) - 1, &cube_solved, N_LENGTHS - 1, count_path, by_tables);
		count_paths(&a, 0, 0, N_LENGTHS, derived);
		for (unsigned n = 0; n < N_LENGTHS; n++)
			cr_expect_eq(derived[n], by_tables[n], "%s, %u: %lu, not %lu", metric_name[metric], n, derived[n],
			             by_tables[n]);
		cr_expect_eq(a.n_states, metric == METRIC_HTM ? 7u : 13u);
		cr_expect_eq(a.n_classes, 1u);
		turn_automaton_free(&a);
	}
}

Test(turn_set, classes_of_the_frame_and_strides_follow_from_the_turns)
{
	static const struct {
		enum turn_metric metric;
		const char *turns, *costs;
		unsigned n_classes, stride;
		bool has_parity;
	} known[] = {
		{TURNS_HTM, NULL, NULL, 1, 1, false},
		{TURNS_QTM, NULL, NULL, 1, 1, true},
		{TURNS_STM, NULL, NULL, 1, 1, false},
		{TURNS_ATM, NULL, NULL, 1, 1, false},
		{TURNS_STQM, NULL, NULL, 1, 1, false},
		{TURNS_ETM, NULL, NULL, 1, 1, false},
		{TURNS_STM, "M U", NULL, 4, 1, false},
		{TURNS_STM, "R U r", NULL, 4, 1, false},
		{TURNS_HTM, "R U", NULL, 1, 1, false},
		{TURNS_STM, "U R F D L B u r f d l b", NULL, 1, 1, false},
		{TURNS_QTM, "R U", "R=2 U=2 R2=4 U2=4", 1, 1, true},
		{TURNS_HTM, NULL, "U=10 U2=13", 1, 1, false},
		{TURNS_STM, "M2 U2", NULL, 2, 1, false},
	};
	array_foreach(row, known) {
		struct turn_automaton a = automaton_of(row->metric, row->turns, row->costs);
		cr_expect_eq(a.n_classes, row->n_classes, "%td: %u classes", row - known, a.n_classes);
		cr_expect_eq(a.stride, row->stride, "%td: stride %u", row - known, a.stride);
		cr_expect_eq(a.has_parity, row->has_parity, "%td", row - known);
		turn_automaton_free(&a);
	}
}

/* ---- positions ---- */

struct positions {
	struct cube *cube;
	size_t n, capacity;
};

static void add_positions(const struct turn_automaton *a, unsigned state, const struct cube *c, unsigned left,
                          struct positions *out)
{
	if (left == 0) {
		cr_assert(out->n < out->capacity);
		out->cube[out->n++] = *c;
	}
	for (uint32_t i = a->first[state]; i < a->first[state + 1]; i++) {
		const struct cube after = cube_after_element(c, a->step[i].element);
		if (a->step[i].cost <= left)
			add_positions(a, a->step[i].next, &after, left - a->step[i].cost, out);
	}
}

static size_t sort_and_join(struct positions *p)
{
	size_t n = 0;
	qsort(p->cube, p->n, sizeof *p->cube, compare_cubes);
	for (size_t i = 0; i < p->n; i++)
		if (n == 0 || compare_cubes(&p->cube[i], &p->cube[n - 1]) != 0)
			p->cube[n++] = p->cube[i];
	return n;
}

/* The positions at each distance, found again from the nearer ones, in quarter turns by two turns more.
 * Rokicki, Kociemba, Davidson & Dethridge 2013, table 5.1 (htm), Scheunemann 2010 (qtm), T. Rokicki (stm),
 * and a breadth-first search by another program. */
Test(turn_set, canonical_paths_reach_every_position_at_each_distance)
{
	static const struct { enum turn_metric metric; unsigned n; size_t known[6]; } rows[] = {
		{TURNS_HTM, 6, {1, 18, 243, 3240, 43239, 574908}}, {TURNS_QTM, 6, {1, 12, 114, 1068, 10011, 93840}},
		{TURNS_STM, 5, {1, 27, 501, 9175, 164900}}, {TURNS_ATM, 4, {1, 45, 1347, 39631}},
	};
	array_foreach(row, rows) {
		struct turn_automaton a = automaton_of(row->metric, NULL, NULL);
		struct positions p = {.cube = malloc(700000 * sizeof *p.cube), .capacity = 700000};
		size_t n_nearer = 0;
		cr_assert_not_null(p.cube);
		for (unsigned d = 0; d < row->n; d++) {
			p.n = n_nearer;
			add_positions(&a, 0, &cube_solved, d, &p);
			const size_t n_all = sort_and_join(&p);
			cr_expect_eq(n_all - n_nearer, row->known[d], "%s, %u: %zu", turn_metric_name[row->metric], d,
			             n_all - n_nearer);
			n_nearer = n_all;
		}
		free(p.cube);
		turn_automaton_free(&a);
	}
}

/* ---- classes of positions ---- */

/* All classes that were met, by symmetries and inversion: a hash of each, in open addressing. */
struct met {
	uint64_t *slot;
	size_t n_slots;
	struct cube *cube;          /* of the classes at the last distance, and at this one */
	size_t n_last, n, capacity;
};

/* @return how many positions a class has that was not met; 0: it was */
static unsigned meet(struct met *m, const struct cube *c, bool is_last)
{
	struct cube canonical;
	struct cube_transform ways[MAX_CUBE_TRANSFORMS];
	const unsigned size = MAX_CUBE_TRANSFORMS / cube_canonical_ways(c, &canonical, ways);
	const uint64_t hash = XXH3_64bits(&canonical, sizeof canonical) | 1;
	size_t at = hash % m->n_slots;
	for (; m->slot[at] != 0; at = (at + 1) % m->n_slots)
		if (m->slot[at] == hash)
			return 0;
	m->slot[at] = hash;
	if (!is_last) {
		cr_assert(m->n < m->capacity);
		m->cube[m->n++] = canonical;
	}
	return size;
}

/* From a class those of all neighbours: after a turn, and of the inverse after a turn. */
static uint64_t meet_neighbours(struct met *m, const struct turn_automaton *a, const struct cube *c,
                                bool is_last)
{
	const struct cube from[2] = {*c, cube_inverse(c)};
	uint64_t n = 0;
	for (unsigned inverted = 0; inverted < 2; inverted++)
		for (uint32_t i = a->first[0]; i < a->first[1]; i++) {
			const struct cube after = cube_after_element(&from[inverted], a->step[i].element);
			n += meet(m, &after, is_last);
		}
	return n;
}

static void expect_classes(enum turn_metric metric, const uint64_t *known, unsigned n_known)
{
	struct turn_automaton a = automaton_of(metric, NULL, NULL);
	struct met m = {.n_slots = 24000001, .capacity = 1500000};
	m.slot = calloc(m.n_slots, sizeof *m.slot);
	m.cube = malloc(m.capacity * sizeof *m.cube);
	cr_assert(m.slot != NULL && m.cube != NULL);
	cr_assert_eq(meet(&m, &cube_solved, false), 1);
	for (unsigned d = 1; d < n_known; d++) {
		const size_t end = m.n;
		uint64_t n = 0;
		for (size_t i = m.n_last; i < end; i++)
			n += meet_neighbours(&m, &a, &m.cube[i], d + 1 == n_known);
		m.n_last = end;
		cr_expect_eq(n, known[d], "%s, %u: %lu", turn_metric_name[metric], d, n);
	}
	free(m.slot);
	free(m.cube);
	turn_automaton_free(&a);
}

/* Numbers of T. Rokicki (stm), those of doc/results.md (htm), and of another program (atm), but
 * for the last one, which only this search has found. */
Test(turn_set, classes_of_positions_at_each_distance, .timeout = 3000)
{
	static const uint64_t htm[] = {1, 18, 243, 3240, 43239, 574908, 7618438, 100803036},
	                      atm[] = {1, 45, 1347, 39631, 1152290, 32717804},
	                      stm[] = {1, 27, 501, 9175, 164900, 2912447, 50839041, 879457304};
	skip_unless_slow();
	expect_classes(TURNS_HTM, htm, sizeof htm / sizeof *htm);
	expect_classes(TURNS_ATM, atm, sizeof atm / sizeof *atm);
	expect_classes(TURNS_STM, stm, sizeof stm / sizeof *stm);
}

/* ---- writing ---- */

Test(turn_set, face_turns_are_written_by_hand_at_the_least_cost)
{
	static const struct {
		enum turn_metric metric;
		const char *turns, *costs, *faces, *by_hand;
		unsigned cost;
	} known[] = {
		{TURNS_HTM, NULL, NULL, "R L' U2", "R L' U2", 3},
		{TURNS_QTM, NULL, NULL, "U U R2", "U2 R2", 4},
		{TURNS_STM, NULL, NULL, "R L' U", "M F", 2},
		{TURNS_STM, "M U", NULL, "R L' B U' D2 L' R", NULL, 0},
		{TURNS_STM, "M U", NULL, "R' L F2 R L' U2", "M' U2 M U2", 4},
		{TURNS_STM, "R U r", NULL, "L F R", "Rw U R", 3},
		{TURNS_ATM, NULL, NULL, "R L2 U D F2", "R L2 U D F2", 3},
		{TURNS_STM, "U R F", NULL, "D", NULL, 0},
		{TURNS_HTM, "U", NULL, "U'", "U'", 1},
		{TURNS_HTM, "U1 R", NULL, "U' R", "U U U R", 4},
		{TURNS_HTM, NULL, "U2=3 (U D)=1.5", "U2 R U D R", "U U R U D R", 11},
		{TURNS_STM, NULL, NULL, "", "", 0},
		{TURNS_ETM, "x R U", NULL, "F'", "x U'", 2},
		{TURNS_ETM, "R y", NULL, "R B R", "R y R y' R", 5},
	};
	array_foreach(row, known) {
		const struct turn_set set = turn_set_of(row->metric, row->turns, row->costs);
		struct maneuver m = maneuver_of(row->faces, 0);
		char text[256];
		unsigned cost = 0;
		const bool is_written =
			turn_set_write(&set, m.moves, (unsigned)m.n_moves, ANY_ORIENTATION, &cost, text, sizeof text);
		cr_expect_eq(is_written, row->by_hand != NULL, "%td", row - known);
		if (is_written && row->by_hand != NULL) {
			cr_expect_str_eq(text, row->by_hand, "%td: %s", row - known, text);
			cr_expect_eq(cost, row->cost, "%td: %u", row - known, cost);
			struct maneuver read = maneuver_of(text, 0);
			const struct cube seen = cube_conjugate(&read.cube, read.rotation);
			cr_expect(cube_equal(&seen, &m.cube), "%td: %s", row - known, text);
			maneuver_free(&read);
		}
		maneuver_free(&m);
	}
}

Test(turn_set, rotations_at_the_end_leave_the_frame_where_it_is_wanted)
{
	static const struct { const char *moves, *by_hand;
	} known[] = {
		{"R L' x'", "M"}, {"R L'", "M x"},       {"R L' x", "M x2"},
		{"x y", "y z"},   {"R z y2", "R y2 z'"}, {"M E S", "M E S"},
	};
	const struct turn_set set = turn_set_of(TURNS_STM, NULL, NULL);
	char text[256];
	array_foreach(row, known) {
		struct maneuver m = maneuver_of(row->moves, 0);
		for (size_t k = 0; k < m.n_moves; k++)
			m.moves[k] = symmetry_move[m.rotation][m.moves[k]];
		cr_assert(
			turn_set_write(&set, m.moves, (unsigned)m.n_moves, m.rotation / 2, NULL, text, sizeof text));
		cr_expect_str_eq(text, row->by_hand, "%s: %s", row->moves, text);
		maneuver_free(&m);
	}
}

Test(turn_set, what_is_no_set_is_refused_with_the_reason)
{
	static const struct { enum turn_metric metric; const char *turns, *costs, *message;
	} bad[] = {
		{TURNS_STM, "M U M", NULL, "'M' is there twice"},
		{TURNS_STM, "R2 R", NULL, "'R' is there twice"},
		{TURNS_STM, "", NULL, "expected turns, such as \"M U\" or \"R U r\""},
		{TURNS_STM, "(R U)", NULL, "'U' is about another axis; turns in parentheses are done at once"},
		{TURNS_STM, "(R L", NULL, "'(' is never closed by ')'"},
		{TURNS_STM, "(R R')", NULL, "'(R R')' turns nothing"},
		{TURNS_HTM, "x U", NULL, "a rotation costs nothing in htm; give it a cost, or count in etm"},
		{TURNS_HTM, NULL, "U=0",
	     "'0' is no cost; expected a number above 0, at most 1000, with up to three decimals"},
		{TURNS_HTM, NULL, "U=-1",
	     "'-1' is no cost; expected a number above 0, at most 1000, with up to three decimals"},
		{TURNS_HTM, NULL, "U=99999999999999",
	     "'99999999999999' is no cost; expected a number above 0, at most 1000, with up to three decimals"},
		{TURNS_HTM, NULL, "U=1.2345",
	     "'1.2345' is no cost; expected a number above 0, at most 1000, with up to three decimals"},
		{TURNS_HTM, NULL, "U2=1 U2=2", "'U2' is there twice"},
		{TURNS_HTM, NULL, "U", "'U' has no cost; expected U=1.5"},
		{TURNS_STM, "M U", "R=2", "'R' is not one of the turns that are permitted"},
		{TURNS_HTM, NULL, "U=1 R=61.5",
	     "the costs are too different: the largest may be 60 times their common divisor"},
	};
	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct turn_set set;
		struct input_error error = {.row = 0};
		cr_expect_not(turn_set_read(bad[i].metric, bad[i].turns, bad[i].costs, 0, &set, &error), "%u", i);
		cr_expect_str_eq(error.message, bad[i].message, "%u: %s", i, error.message);
	}
}

Test(turn_set, a_set_is_read_from_its_identity)
{
	static const struct { const char *turns, *costs, *identity;
	} known[] = {
		{"M U", NULL, "U=1 U2=1 U'=1 M'=1 M2=1 M=1"},
		{"U", "U=1 U2=1.5", "U=1 U2=1.5 U'=1"},
		{"(R L') F2", NULL, "(R L')=1 F2=1"},
	};
	array_foreach(row, known) {
		const struct turn_set set = turn_set_of(TURNS_STM, row->turns, row->costs);
		char text[TURN_SET_TEXT_SIZE];
		turn_set_identity(&set, text);
		cr_expect_str_eq(text, row->identity, "%s", text);
	}
}
