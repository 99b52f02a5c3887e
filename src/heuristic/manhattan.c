/* The three-dimensional Manhattan distance: the sum of the moves that each cubie needs alone, divided by the number of
 * cubies that a move turns. */
#include "heuristic/cubie.h"
#include "heuristic/heuristic.h"

static unsigned divide_up(unsigned a, unsigned b)
{
	return (a + b - 1) / b;
}

/* Source: R. Korf, "Finding Optimal Solutions to Rubik's Cube Using Pattern Databases", AAAI-97. */
unsigned heuristic_manhattan(const struct heuristic *h, const struct cube *c)
{
	const struct cubie_sums sums = cubie_sums(h->metric, c);
	const unsigned by_corners = divide_up(sums.corners, N_TURNED_CORNERS);
	const unsigned by_edges = divide_up(sums.edges, N_TURNED_EDGES);
	return by_corners > by_edges ? by_corners : by_edges;
}

/* "Manhattan" in the tables of Kevin Chen and Yuxiang Li; never more than Korf's. */
unsigned heuristic_manhattan_of_all(const struct heuristic *h, const struct cube *c)
{
	const struct cubie_sums sums = cubie_sums(h->metric, c);
	return divide_up(sums.corners + sums.edges, N_TURNED_CORNERS + N_TURNED_EDGES);
}
