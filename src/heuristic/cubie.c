#include "heuristic/cubie.h"

#include <pthread.h>
#include <string.h>

enum { UNSEEN = 0xFF, MAX_STATES = N_EDGES * 2 };

static struct cubie_distances the_distances[N_METRICS];

/* The permutation and orientation of one kind of cubie in a cube. */
struct kind {
	unsigned n_places, n_oris;
	const uint8_t *(*perm)(const struct cube *c), *(*ori)(const struct cube *c);
};

static const uint8_t *corner_perm(const struct cube *c) { return c->corner_perm; }
static const uint8_t *corner_ori(const struct cube *c) { return c->corner_ori; }
static const uint8_t *edge_perm(const struct cube *c) { return c->edge_perm; }
static const uint8_t *edge_ori(const struct cube *c) { return c->edge_ori; }

static const struct kind corners = {N_CORNERS, 3, corner_perm, corner_ori};
static const struct kind edges = {N_EDGES, 2, edge_perm, edge_ori};

/* Where a cubie is after a move; a state is place * n_oris + orientation. */
static unsigned state_after(const struct kind *k, unsigned state, unsigned move)
{
	const uint8_t *const perm = k->perm(&move_cube[move]), *const ori = k->ori(&move_cube[move]);
	unsigned place = 0;
	while (perm[place] != state / k->n_oris)
		place++;
	return place * k->n_oris + (state + ori[place]) % k->n_oris;
}

/* Moves can be undone, so distances from the solved place are distances to it. */
static void fill_from_home(const struct kind *k, enum metric metric, unsigned home, uint8_t *distance)
{
	uint8_t queue[MAX_STATES] = {(uint8_t)(home * k->n_oris)};
	unsigned n_queued = 1;
	memset(distance, UNSEEN, k->n_places * k->n_oris);
	distance[queue[0]] = 0;
	for (unsigned next = 0; next < n_queued; next++)
		for (unsigned move = 0; move < N_MOVES; move++) {
			const unsigned after = state_after(k, queue[next], move);
			if (move_cost(metric, move) != 1 || distance[after] != UNSEEN)
				continue;
			distance[after] = (uint8_t)(distance[queue[next]] + 1);
			queue[n_queued++] = (uint8_t)after;
		}
}

static void fill_distances(void)
{
	cube_init();
	for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
		for (unsigned c = 0; c < N_CORNERS; c++)
			fill_from_home(&corners, metric, c, the_distances[metric].corner[c][0]);
		for (unsigned e = 0; e < N_EDGES; e++)
			fill_from_home(&edges, metric, e, the_distances[metric].edge[e][0]);
	}
}

const struct cubie_distances *cubie_distances(enum metric metric)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, fill_distances);
	return &the_distances[metric];
}

struct cubie_sums cubie_sums(enum metric metric, const struct cube *c)
{
	const struct cubie_distances *const d = cubie_distances(metric);
	struct cubie_sums sums = {0, 0};
	for (unsigned p = 0; p < N_CORNERS; p++)
		sums.corners += d->corner[c->corner_perm[p]][p][c->corner_ori[p]];
	for (unsigned p = 0; p < N_EDGES; p++)
		sums.edges += d->edge[c->edge_perm[p]][p][c->edge_ori[p]];
	return sums;
}
