#include "goal/goal.h"

enum { N_SLOTS = 2 * GOAL_MAX_LOOKS };

struct spread {
	const struct goal *goal;
	struct goal_look *look;      /* open addressing */
	uint8_t *distance;           /* 1 + that of the look in a slot; 0: the slot is free */
	struct cubes {
		struct cube *of;
		size_t n, capacity;
	} found, level[GOAL_MAX_DISTANCE + 1];  /* one of each look; those at a distance, to be expanded */
};

static bool append(struct cubes *cubes, const struct cube *c)
{
	return array_append(&cubes->of, &cubes->n, &cubes->capacity, c, sizeof *c);
}

/* A cube is at most so far away.  @param nearest  lowered to its distance if that is new
 * @return false as goal_spread() */
static bool add(struct spread *s, const struct cube *c, unsigned distance, unsigned *nearest)
{
	const struct goal_look look = goal_look(s->goal, c, 0);
	size_t slot = look.words[0] % N_SLOTS;
	while (s->distance[slot] != 0 && memcmp(&s->look[slot], &look, sizeof look) != 0)
		slot = (slot + 1) % N_SLOTS;
	if (s->distance[slot] != 0 && s->distance[slot] <= distance + 1)
		return true;
	if (s->distance[slot] == 0) {
		/* Several looks may be at the goal, as before a turn that is free. */
		distance = goal_holds(s->goal, c) ? 0 : distance;
		if (s->found.n == GOAL_MAX_LOOKS || distance > GOAL_MAX_DISTANCE || !append(&s->found, c))
			return false;
		s->look[slot] = look;
	}
	s->distance[slot] = (uint8_t)(distance + 1);
	*nearest = distance < *nearest ? distance : *nearest;
	return append(&s->level[distance], c);
}

bool goal_spread(const struct goal *goal, const struct goal_step *steps, unsigned n_steps,
                 uint64_t n_looks[GOAL_MAX_DISTANCE + 1], struct cube **cubes)
{
	struct spread s = {
		.goal = goal, .look = malloc(N_SLOTS * sizeof *s.look), .distance = calloc(N_SLOTS, 1),
	};
	unsigned distance = 0;
	bool is_known = s.look != NULL && s.distance != NULL && add(&s, &cube_solved, 0, &distance);
	while (is_known && distance <= GOAL_MAX_DISTANCE) {
		struct cubes *const level = &s.level[distance];
		if (level->n == 0) {
			distance++;
			continue;
		}
		/* If a nearer way was found meanwhile, this adds nothing new. */
		const struct cube c = level->of[--level->n];
		const unsigned from = distance;
		items_foreach(step, steps, is_known ? n_steps : 0) {
			const struct cube before = cube_product(&c, &step->cube);
			is_known = add(&s, &before, from + step->cost, &distance);
		}
	}
	memset(n_looks, 0, (GOAL_MAX_DISTANCE + 1) * sizeof *n_looks);
	items_foreach(entry, s.distance, is_known ? N_SLOTS : 0)
		if (*entry != 0)
			n_looks[*entry - 1]++;
	array_foreach(level, s.level)
		free(level->of);
	free(s.look);
	free(s.distance);
	if (is_known && cubes != NULL)
		*cubes = s.found.of;
	else
		free(s.found.of);
	return is_known;
}
