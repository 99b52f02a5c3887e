/* Bounds without a table on disk, by how far single cubies are from their solved places. */
#include "heuristic/heuristic.h"

#include "base/once.h"

enum { UNSEEN = 0xFF };

static struct cubie_distances the_distances[N_METRICS];

/* Level by level, until nothing is new; moves can be undone, so distances from the solved place are distances
 * to it. */
static void fill_distances(enum metric metric, unsigned cubie)
{
	uint8_t (*const distance)[3] = the_distances[metric].moves[cubie];
	memset(distance, UNSEEN, sizeof the_distances[metric].moves[cubie]);
	distance[cubie][0] = 0;
	for (unsigned level = 0, n_new = 1; n_new > 0; level++) {
		n_new = 0;
		for (unsigned i = 0; i < N_CUBIES * N_MOVES; i++) {
			const struct cube *const turn = &move_cube[i % N_MOVES];
			const unsigned to = i / N_MOVES, from = cube_cubie(turn, to);
			for (unsigned ori = 0; ori < cubie_n_stickers(cubie); ori++) {
				uint8_t *const there = &distance[to][(ori + cube_ori(turn, to)) % cubie_n_stickers(cubie)];
				if (distance[from][ori] != level || *there != UNSEEN || move_cost(metric, i % N_MOVES) != 1)
					continue;
				*there = (uint8_t)(level + 1);
				n_new++;
			}
		}
	}
}

static void fill_all(void)
{
	cube_init();
	for (unsigned cubie = 0; cubie < N_CUBIES; cubie++) {
		fill_distances(METRIC_HTM, cubie);
		fill_distances(METRIC_QTM, cubie);
	}
}

const struct cubie_distances *cubie_distances(enum metric metric)
{
	ONCE(fill_all);
	return &the_distances[metric];
}

struct cubie_sums cubie_sums(enum metric metric, const struct cube *c)
{
	const struct cubie_distances *const d = cubie_distances(metric);
	struct cubie_sums sums = {0};
	for (unsigned p = 0; p < N_CUBIES; p++) {
		const unsigned moves = d->moves[cube_cubie(c, p)][p][cube_ori(c, p)];
		*(p < N_CORNERS ? &sums.corners : &sums.edges) += moves;
		sums.furthest = moves > sums.furthest ? moves : sums.furthest;
	}
	return sums;
}

/* "Simple" of Kevin Chen and Yuxiang Li: one move brings the farthest cubie at most one move nearer. */
unsigned heuristic_furthest_cubie(const struct heuristic *h, const struct cube *c)
{
	return cubie_sums(h->metric, c).furthest;
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
