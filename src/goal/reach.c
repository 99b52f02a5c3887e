#include "goal/goal.h"

/* Pieces of one kind: what a pattern wants, where they are, and what the moves do. */
struct kind {
	const uint8_t *wanted;
	const uint8_t *perm, *ori;
	const uint8_t *move_perm[N_MOVES], *move_ori[N_MOVES];
	unsigned n, modulus;
};

/* All places and orientations of the piece that is in a place, as bits place * 3 + orientation. */
static uint64_t reached_from(const struct kind *k, unsigned place, uint32_t moves)
{
	uint64_t reached = UINT64_C(1) << (place * 3 + k->ori[place]);
	for (uint64_t last = 0; last != reached;) {
		last = reached;
		for (uint32_t left = moves; left != 0; left &= left - 1) {
			const unsigned move = (unsigned)__builtin_ctz(left);
			for (unsigned to = 0; to < k->n; to++)
				for (unsigned ori = 0; ori < k->modulus; ori++)
					if ((last >> (k->move_perm[move][to] * 3 + ori) & 1) != 0)
						reached |= UINT64_C(1) << (to * 3 + (ori + k->move_ori[move][to]) % k->modulus);
		}
	}
	return reached;
}

/* Where the pieces of a class are to be. */
static uint64_t wanted_of(const struct kind *k, unsigned piece)
{
	uint64_t wanted = 0;
	for (unsigned place = 0; place < k->n; place++)
		if ((k->wanted[place] & PATTERN_CLASS) == (k->wanted[piece] & PATTERN_CLASS))
			wanted |= ((k->wanted[piece] & PATTERN_ORIENTED) != 0 ? UINT64_C(1) : UINT64_C(7)) << place * 3;
	return wanted;
}

static bool pieces_reach(const struct kind *k, uint32_t moves)
{
	for (unsigned place = 0; place < k->n; place++)
		if ((reached_from(k, place, moves) & wanted_of(k, k->perm[place])) == 0)
			return false;
	return true;
}

static bool view_is_in_reach(const struct goal_view *view, const struct cube *c, uint32_t permitted)
{
	const struct cube seen = cube_conjugate(c, view->symmetry);
	struct kind corners = {.wanted = view->pattern.corner, .perm = seen.corner_perm, .ori = seen.corner_ori, .n = N_CORNERS, .modulus = 3};
	struct kind edges = {.wanted = view->pattern.edge, .perm = seen.edge_perm, .ori = seen.edge_ori, .n = N_EDGES, .modulus = 2};
	uint32_t moves = view->pattern.free_face != 0 ? UINT32_C(7) << (view->pattern.free_face - 1) * 3 : 0;
	for (unsigned m = 0; m < N_MOVES; m++) {
		moves |= (permitted >> m & 1) << symmetry_move[view->symmetry][m];
		corners.move_perm[m] = move_cube[m].corner_perm;
		corners.move_ori[m] = move_cube[m].corner_ori;
		edges.move_perm[m] = move_cube[m].edge_perm;
		edges.move_ori[m] = move_cube[m].edge_ori;
	}
	return pieces_reach(&corners, moves) && pieces_reach(&edges, moves);
}

bool goal_is_in_reach(const struct goal *goal, const struct cube *c, uint32_t permitted)
{
	for (unsigned v = 0; v < goal->n_views; v++)
		if (view_is_in_reach(&goal->view[v], c, permitted))
			return true;
	return false;
}
