#include "search/by_hand.h"

#include "support/test.h"

enum { MAX_KEYS = 4096, KEY_BYTES = 24 };

/* A solution is known by its runs: the product of each, without those that do nothing. */
struct solution_key {
	uint8_t run[KEY_BYTES], n;
};

static struct {
	const struct heuristic *h;
	struct frame_step steps[N_ORIENTATIONS * TURN_SET_MAX];
	unsigned n_from[N_ORIENTATIONS + 1], n;
	struct solution_key key[MAX_KEYS];
	unsigned cost[MAX_KEYS];
} b;

static struct solution_key key_after(struct solution_key key, unsigned element)
{
	const unsigned axis = axis_turns_axis(element);
	unsigned first = axis_turns_first(element), second = axis_turns_second(element);
	if (key.n > 0 && axis_turns_axis(key.run[key.n - 1]) == axis) {
		const unsigned last = key.run[--key.n];
		first = (first + axis_turns_first(last)) % 4;
		second = (second + axis_turns_second(last)) % 4;
		key.run[key.n] = 0;
	}
	if (first != 0 || second != 0)
		key.run[key.n++] = (uint8_t)axis_turns_number(axis, first, second);
	return key;
}

/* The number of a key, b.n if it is new. */
static unsigned find(const struct solution_key *key)
{
	unsigned i = 0;
	while (i < b.n && memcmp(&b.key[i], key, sizeof *key) != 0)
		i++;
	return i;
}

static void turn_by_hand(const struct cube *c, unsigned orientation, struct solution_key key, unsigned cost,
                         unsigned most)
{
	if (heuristic_is_reached(b.h, c)) {
		const unsigned i = find(&key);
		cr_assert_lt(i, MAX_KEYS);
		b.cost[i] = i < b.n && b.cost[i] < cost ? b.cost[i] : cost;
		b.key[i] = key;
		b.n += i == b.n;
	}
	for (unsigned i = b.n_from[orientation]; i < b.n_from[orientation + 1]; i++) {
		const struct cube after = cube_after_element(c, b.steps[i].element);
		if (cost + b.steps[i].cost <= most)
			turn_by_hand(&after, b.steps[i].to, key_after(key, b.steps[i].element),
			             cost + b.steps[i].cost, most);
	}
}

void expect_turned_by_hand(const struct heuristic *h, const struct turn_set *set, const struct cube *c,
                           const struct search_result *found, unsigned over, const char *what)
{
	b.h = h;
	b.n = 0;
	turn_set_frame_steps(set, b.steps, b.n_from);
	cr_assert_eq(found->outcome, SEARCH_SOLVED, "%s", what);
	turn_by_hand(c, 0, (struct solution_key){.n = 0}, 0, found->length + over);
	cr_expect_eq(found->n_solutions, b.n, "%s: %lu, %u by hand", what, found->n_solutions, b.n);
	for (uint64_t n = 0; n < found->n_solutions; n++) {
		const struct search_solution *const s = &found->solutions[n];
		struct solution_key key = {.n = 0};
		for (unsigned i = 0; i < s->n_moves; i++) {
			const unsigned face = move_face(s->moves[i]), turns = move_turns(s->moves[i]);
			key = key_after(key, axis_turns_number(face % 3, face < 3 ? turns : 0, face < 3 ? 0 : turns));
		}
		const unsigned k = find(&key);
		cr_expect(k < b.n && b.cost[k] == s->length, "%s: solution %lu, %u", what, n, s->length);
		b.cost[k] = UINT_MAX;  /* not twice */
	}
}
