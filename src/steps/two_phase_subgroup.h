/* Phase 2: positions in H = <U,D,R2,L2,F2,B2> by three permutations, and a lower bound for them.
 *
 * In H every corner and edge is oriented, and the four edges of the slice between U and D are in it.  What is left are the
 * permutations of eight corners, of eight edges outside the slice, and of four edges in it, half of all combinations:
 * 8! * 8! * 4! / 2 = 19,508,428,800.
 *
 * The bound is the largest of four exact distances, in moves of H: of corners and slice, of edges and slice (967,680 states
 * each), of corners and the places of the four upper edges, of edges and the places of the four upper corners (2,822,400
 * each).  The last two make it seven times rarer that phase 2 is searched in vain. */
#ifndef SUPERFLIP_STEPS_TWO_PHASE_SUBGROUP_H
#define SUPERFLIP_STEPS_TWO_PHASE_SUBGROUP_H
#include "subgroup/element.h"

enum {
	N_SUBGROUP_MOVES = N_H_MOVES,
	SUBGROUP_MOVES = 07 << FACE_U * 3 | 02 << FACE_R * 3 | 02 << FACE_F * 3 | 07 << FACE_D * 3 | 02 << FACE_L * 3 | 02 << FACE_B * 3,
	N_EDGE_PERMS = 40320,         /* of the eight outside the slice */
	SUBGROUP_N_DISTANCES = 4,
};

/** What phase 1 carries along so that phase 2 can start: the halves of an element (subgroup/element.h), in H or not. */
struct corner_places {
	uint16_t corners, slice;
};
struct edge_places {
	uint16_t up, down;
};

/** A position in H. */
struct subgroup_state {
	uint16_t corners, edge_perm;
	uint8_t slice_perm;
};

struct subgroup_tables {
	const struct element_tables *elements;
	uint16_t edge_after[N_EDGE_PERMS][16];               /* column i: the i-th of the ten moves */
	uint8_t slice_after[N_ORDERS][16];
	uint8_t upper_edges_after[N_LAYER_SETS][16], upper_corners_after[N_LAYER_SETS][16];
	uint8_t upper_corners[N_CORNER_PERMS];               /* which places URF UFL ULB UBR have: one of 70 sets */
	/* Distances; [permutation * number of the others + other]. */
	uint8_t corner_slice[N_CORNER_PERMS * N_ORDERS], corner_edges[N_CORNER_PERMS * N_LAYER_SETS];
	uint8_t edge_slice[N_EDGE_PERMS * N_ORDERS], edge_corners[N_EDGE_PERMS * N_LAYER_SETS];
};

/** The ten moves in the order of the 18: U U2 U' R2 F2 D D2 D' L2 B2. */
extern const uint8_t subgroup_move[N_SUBGROUP_MOVES];

/** The tables of moves; distances are filled in afterwards.
 * @return NULL without memory (errno is set); else to be released by free(); valid after cube_init() */
struct subgroup_tables *subgroup_tables_create(void);

/** Fill one of the tables of distances; they do not depend on each other.  @return false without memory */
bool subgroup_fill_distances(struct subgroup_tables *t, unsigned number);

static inline struct corner_places corner_places_after(const struct subgroup_tables *t, struct corner_places p, unsigned move)
{
	return (struct corner_places){t->elements->corners_after[p.corners][move], t->elements->four_after[p.slice][move]};
}

static inline struct edge_places edge_places_after(const struct subgroup_tables *t, struct edge_places p, unsigned move)
{
	return (struct edge_places){t->elements->four_after[p.up][move], t->elements->four_after[p.down][move]};
}

/** The eight edges: the four upper ones, then the order of the lower ones in the positions that are left. */
static inline unsigned subgroup_edge_perm(struct edge_places e)
{
	return (e.up - (unsigned)FIRST_LAYER_FOUR) * N_ORDERS + e.down % N_ORDERS;
}

/** The state of a position that is in H. */
static inline struct subgroup_state subgroup_enter(struct corner_places c, struct edge_places e)
{
	return (struct subgroup_state){c.corners, (uint16_t)subgroup_edge_perm(e), (uint8_t)(c.slice % N_ORDERS)};
}

/** The bound of corners and slice alone of a position that is in H. */
static inline unsigned subgroup_corner_bound(const struct subgroup_tables *t, struct corner_places c)
{
	return t->corner_slice[c.corners * N_ORDERS + c.slice % N_ORDERS];
}

/** The state after the i-th of the ten moves. */
static inline struct subgroup_state subgroup_after(const struct subgroup_tables *t, struct subgroup_state s, unsigned i)
{
	return (struct subgroup_state){
		t->elements->corners_after[s.corners][subgroup_move[i]], t->edge_after[s.edge_perm][i], t->slice_after[s.slice_perm][i],
	};
}

/** Whether a solution needs more than `left` moves of H, by the first table that says so. */
static inline bool subgroup_is_beyond(const struct subgroup_tables *t, struct subgroup_state s, unsigned left)
{
	return t->corner_slice[s.corners * N_ORDERS + s.slice_perm] > left ||
	       t->edge_slice[s.edge_perm * N_ORDERS + s.slice_perm] > left ||
	       t->corner_edges[s.corners * N_LAYER_SETS + s.edge_perm / (N_ORDERS * N_ORDERS)] > left ||
	       t->edge_corners[s.edge_perm * N_LAYER_SETS + t->upper_corners[s.corners]] > left;
}
#endif
