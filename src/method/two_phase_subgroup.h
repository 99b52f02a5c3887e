/* Phase 2: positions in H = <U,D,R2,L2,F2,B2> by three permutations, and a lower bound for them.
 *
 * In H every corner and edge is oriented, and the four edges of the slice between U and D are in it.  What is left are the
 * permutations of eight corners, of eight edges outside the slice, and of four edges in it, half of all combinations:
 * 8! * 8! * 4! / 2 = 19,508,428,800.
 *
 * The bound is the largest of four exact distances, in moves of H: of corners and slice, of edges and slice (967,680 states
 * each), of corners and the places of the four upper edges, of edges and the places of the four upper corners (2,822,400
 * each).  The last two make it seven times rarer that phase 2 is searched in vain. */
#ifndef SUPERFLIP_METHOD_TWO_PHASE_SUBGROUP_H
#define SUPERFLIP_METHOD_TWO_PHASE_SUBGROUP_H
#include "coord/corners.h"

#include <stddef.h>

enum {
	N_SUBGROUP_MOVES = 10,        /* U U2 U' R2 F2 D D2 D' L2 B2, in the order of the 18 */
	SUBGROUP_MOVES = 07 << FACE_U * 3 | 02 << FACE_R * 3 | 02 << FACE_F * 3 | 07 << FACE_D * 3 | 02 << FACE_L * 3 | 02 << FACE_B * 3,
	N_EDGE_PERMS = 40320,         /* of the eight outside the slice */
	N_SLICE_PERMS = 24,
	N_PLACES = 12 * 11 * 10 * 9,  /* where four edges are, in order */
	SUBGROUP_N_DISTANCES = 4,
	N_SETS = 8 * 7 * 6 * 5 / 24   /* where four of the eight are, in any order */
};

/** What phase 1 carries along so that phase 2 can start: nothing of it needs to be oriented or in the slice. */
struct corner_places {
	uint16_t corner_perm;         /* corners_rank_perm() */
	uint16_t slice;               /* rank of the positions of FR FL BL BR */
};
struct edge_places {
	uint16_t upper, lower;        /* ranks of the positions of UR UF UL UB, of DR DF DL DB */
};

/** A position in H; all zero: solved. */
struct subgroup_state {
	uint16_t corner_perm, edge_perm;
	uint8_t slice_perm;
};

struct subgroup_tables {
	uint16_t corner_after[N_CORNER_PERMS][N_MOVES];      /* packed: 1.5 MB */
	uint16_t places_after[N_PLACES][N_MOVES];
	uint16_t edge_after[N_EDGE_PERMS][16];               /* column i: the i-th of the ten moves */
	uint8_t slice_after[N_SLICE_PERMS][16];
	uint8_t upper_edges_after[N_SETS][16], upper_corners_after[N_SETS][16];
	uint16_t upper_rank[N_PLACES];                       /* of four edges outside the slice: 24 * their rank among eight */
	uint8_t order_rank[N_PLACES];                        /* of the order of four positions, whichever they are */
	uint8_t upper_edges[N_EDGE_PERMS / 24];              /* of an edge_perm / 24: which places UR UF UL UB have */
	uint8_t upper_corners[N_CORNER_PERMS];               /* of a corner_perm: which places URF UFL ULB UBR have */
	/* Distances; [permutation * number of the others + other]. */
	uint8_t corner_slice[N_CORNER_PERMS * N_SLICE_PERMS], corner_edges[N_CORNER_PERMS * N_SETS];
	uint8_t edge_slice[N_EDGE_PERMS * N_SLICE_PERMS], edge_corners[N_EDGE_PERMS * N_SETS];
};

/** The ten moves by their number among the 18. */
extern const uint8_t subgroup_move[N_SUBGROUP_MOVES];

/** The tables of moves; distances are filled in afterwards.
 * @return NULL without memory (errno is set); else to be released by free(); valid after cube_init() */
struct subgroup_tables *subgroup_tables_create(void);

/** Fill one of the tables of distances; they do not depend on each other.  @return false without memory */
bool subgroup_fill_distances(struct subgroup_tables *t, unsigned number);

struct corner_places corner_places_of_cube(const struct cube *c);
struct edge_places edge_places_of_cube(const struct cube *c);

static inline struct corner_places corner_places_after(const struct subgroup_tables *t, struct corner_places p, unsigned move)
{
	return (struct corner_places){t->corner_after[p.corner_perm][move], t->places_after[p.slice][move]};
}

static inline struct edge_places edge_places_after(const struct subgroup_tables *t, struct edge_places p, unsigned move)
{
	return (struct edge_places){t->places_after[p.upper][move], t->places_after[p.lower][move]};
}

/** The state of a position that is in H. */
static inline struct subgroup_state subgroup_enter(const struct subgroup_tables *t, struct corner_places c, struct edge_places e)
{
	return (struct subgroup_state){
		c.corner_perm, (uint16_t)(t->upper_rank[e.upper] + t->order_rank[e.lower]), t->order_rank[c.slice],
	};
}

/** The bound of corners and slice alone of a position that is in H. */
static inline unsigned subgroup_corner_bound(const struct subgroup_tables *t, struct corner_places c)
{
	return t->corner_slice[c.corner_perm * N_SLICE_PERMS + t->order_rank[c.slice]];
}

/** The state after the i-th of the ten moves. */
static inline struct subgroup_state subgroup_after(const struct subgroup_tables *t, struct subgroup_state s, unsigned i)
{
	return (struct subgroup_state){
		t->corner_after[s.corner_perm][subgroup_move[i]], t->edge_after[s.edge_perm][i], t->slice_after[s.slice_perm][i],
	};
}

/** Whether a solution needs more than `left` moves of H, by the first table that says so. */
static inline bool subgroup_is_beyond(const struct subgroup_tables *t, struct subgroup_state s, unsigned left)
{
	return t->corner_slice[s.corner_perm * N_SLICE_PERMS + s.slice_perm] > left ||
	       t->edge_slice[s.edge_perm * N_SLICE_PERMS + s.slice_perm] > left ||
	       t->corner_edges[s.corner_perm * N_SETS + t->upper_edges[s.edge_perm / 24]] > left ||
	       t->edge_corners[s.edge_perm * N_SETS + t->upper_corners[s.corner_perm]] > left;
}
#endif
