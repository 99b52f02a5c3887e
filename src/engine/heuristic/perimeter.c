#include "heuristic/perimeter.h"

#include "cube/random.h"
#include "cube/turn_automaton.h"

static bool is_free(const struct perimeter_entry *e)
{
	return e->position.corners == 0 && e->position.edges == 0;
}

/* What tells a position from others. */
static struct position_bits position_of(const struct perimeter *p, const struct cube *c)
{
	if (p->goal == NULL)
		return bits_of_cube(c);
	const struct goal_look look = goal_look(p->goal, c, 0);
	return (struct position_bits){look.words[0], look.words[1]};
}

/* The slot of a position, or the free one where it would be. */
static struct perimeter_entry *find(const struct perimeter *p, struct position_bits position)
{
	uint64_t state = position.corners * UINT64_C(0x9E3779B97F4A7C15) ^ position.edges,
	         i = random_splitmix64(&state) & (p->n_slots - 1);
	while (!is_free(&p->slots[i]) && memcmp(&p->slots[i].position, &position, sizeof position) != 0)
		i = (i + 1) & (p->n_slots - 1);
	return &p->slots[i];
}

struct queue {
	struct perimeter_entry *entries;
	uint64_t n, capacity;
	uint64_t begin_of[UINT8_MAX + 1];  /* the first position of each distance */
};

/* Add a position unless it is known. @return false if the table is full */
static bool add(struct perimeter *p, struct queue *q, const struct cube *c, unsigned distance)
{
	const struct perimeter_entry e = {position_of(p, c), (uint8_t)distance};
	struct perimeter_entry *const slot = find(p, e.position);
	if (!is_free(slot))
		return true;
	if (q->n == q->capacity)
		return false;
	*slot = e;
	q->entries[q->n++] = (struct perimeter_entry){bits_of_cube(c), e.distance};
	return true;
}

/* What undone turns of this cost make of the positions at `distance` - cost. */
static bool add_neighbours(struct perimeter *p, struct queue *q, const struct turn_costs *costs,
                           unsigned cost, unsigned distance)
{
	for (uint64_t i = q->begin_of[distance - cost]; i < q->begin_of[distance - cost + 1]; i++) {
		const struct cube c = cube_of_bits(q->entries[i].position);
		for (unsigned element = 0; element < N_AXIS_TURNS; element++) {
			if (costs->of[element] != cost)
				continue;
			const struct cube next = cube_after_element(&c, element);
			if (!add(p, q, &next, distance))
				return false;
		}
	}
	return true;
}

bool perimeter_fill(const struct goal *goal, const struct cube *at_goal, size_t n_at_goal,
                    const struct turn_costs *costs, uint64_t n_positions, struct perimeter *out)
{
	struct perimeter p = {.goal = goal, .n_slots = 1024};
	while (p.n_slots < 2 * n_positions)
		p.n_slots *= 2;
	struct queue q = {.capacity = n_positions, .entries = malloc(n_positions * sizeof *q.entries)};
	p.slots = calloc(p.n_slots, sizeof *p.slots);
	if (p.slots == NULL || q.entries == NULL) {
		free(p.slots);
		free(q.entries);
		return false;
	}
	bool has_room = true;
	for (size_t i = 0; i < n_at_goal; i++)
		has_room = add(&p, &q, &at_goal[i], 0) && has_room;
	q.begin_of[1] = q.n;
	unsigned n_empty = 0, dearest = 0;
	items_foreach(cost, costs->of, N_AXIS_TURNS)
		dearest = *cost > dearest ? *cost : dearest;
	/* Level by level; the last, incomplete one stays out of p.depth, and what is in the table of it is no
	 * nearer than it says: the distances of a breadth-first search are exact as soon as they are given. */
	for (unsigned distance = 1; has_room && n_empty < dearest && distance < UINT8_MAX; distance++) {
		for (unsigned cost = 1; cost <= dearest && cost <= distance && has_room; cost++)
			has_room = memchr(costs->of, (int)cost, sizeof costs->of) == NULL
			           || add_neighbours(&p, &q, costs, cost, distance);
		q.begin_of[distance + 1] = q.n;
		n_empty = q.begin_of[distance] == q.n ? n_empty + 1 : 0;
		if (has_room)
			p.depth = distance;
	}
	p.is_whole = has_room && n_empty == dearest;
	p.n_positions = q.n;
	free(q.entries);
	*out = p;
	return true;
}

void perimeter_free(struct perimeter *p)
{
	free(p->slots);
	*p = (struct perimeter){0};
}

unsigned perimeter_bound(const struct perimeter *p, const struct cube *c)
{
	const struct perimeter_entry *const slot = find(p, position_of(p, c));
	return is_free(slot) ? p->depth + 1 : slot->distance;
}
