/* Bounds without a table on disk, by how far single cubies are from their solved places. */
#include "heuristic/heuristic.h"

#include <pthread.h>

enum { UNSEEN = 0xFF };

static struct cubie_distances the_distances[N_METRICS];

static void fill_distances(void)
{
	cube_init();
	for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++)
		for (unsigned cubie = 0; cubie < N_CUBIES; cubie++) {
			/* Breadth first; moves can be undone, so distances from the solved place are distances to it. */
			uint8_t (*const distance)[3] = the_distances[metric].moves[cubie];
			struct { uint8_t place, ori; } queue[N_EDGES * 2] = {{(uint8_t)cubie, 0}};
			unsigned n_queued = 1;
			memset(distance, UNSEEN, sizeof the_distances[metric].moves[cubie]);
			distance[cubie][0] = 0;
			for (unsigned next = 0; next < n_queued; next++)
				for (unsigned move = 0; move < N_MOVES; move++) {
					unsigned place = 0;
					while (cube_cubie(&move_cube[move], place) != queue[next].place)
						place++;
					const unsigned turned = queue[next].ori + cube_ori(&move_cube[move], place);
					const unsigned ori = turned % cubie_n_stickers(cubie);
					if (move_cost(metric, move) != 1 || distance[place][ori] != UNSEEN)
						continue;
					distance[place][ori] = (uint8_t)(distance[queue[next].place][queue[next].ori] + 1);
					queue[n_queued].place = (uint8_t)place;
					queue[n_queued++].ori = (uint8_t)ori;
				}
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
	for (unsigned p = 0; p < N_CUBIES; p++)
		*(p < N_CORNERS ? &sums.corners : &sums.edges) += d->moves[cube_cubie(c, p)][p][cube_ori(c, p)];
	return sums;
}

/* "Simple" of Kevin Chen and Yuxiang Li: one move brings the farthest cubie at most one move nearer. */
unsigned heuristic_furthest_cubie(const struct heuristic *h, const struct cube *c)
{
	const struct cubie_distances *const d = cubie_distances(h->metric);
	unsigned bound = 0;
	for (unsigned p = 0; p < N_CUBIES; p++) {
		const unsigned distance = d->moves[cube_cubie(c, p)][p][cube_ori(c, p)];
		bound = distance > bound ? distance : bound;
	}
	return bound;
}

static unsigned divide_up(unsigned a, unsigned b)
{
	return (a + b - 1) / b;
}

/* The three-dimensional Manhattan distance: the sum of the moves that each cubie needs alone, divided by the
 * number of cubies that a move turns.
 * Source: R. Korf, "Finding Optimal Solutions to Rubik's Cube Using Pattern Databases", AAAI-97. */
unsigned heuristic_manhattan(const struct heuristic *h, const struct cube *c)
{
	const struct cubie_sums sums = cubie_sums(h->metric, c);
	const unsigned by_corners = divide_up(sums.corners, N_TURNED_CORNERS),
	               by_edges = divide_up(sums.edges, N_TURNED_EDGES);
	return by_corners > by_edges ? by_corners : by_edges;
}

/* "Manhattan" in the tables of Kevin Chen and Yuxiang Li; never more than Korf's. */
unsigned heuristic_manhattan_of_all(const struct heuristic *h, const struct cube *c)
{
	const struct cubie_sums sums = cubie_sums(h->metric, c);
	return divide_up(sums.corners + sums.edges, N_TURNED_CORNERS + N_TURNED_EDGES);
}
