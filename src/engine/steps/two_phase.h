/* The tables of Kociemba's two-phase method. */
#pragma once
#include "subgroup/element.h"

/* Phase 1's lower bound: how far each coset of H = <U,D,R2,L2,F2,B2> is from H, two bits a coset number.
 *
 * A coset is seen in the frame of its flipslice class (coord/phase1.h): a class, the twist there, and the
 * symmetry that leads there.  Distances up to COSETS_KNOWN are exact; their two bits hold the distance modulo
 * 3.  One in fifteen cosets is that near; all others are COSETS_FAR, "at least nine".  Distances of
 * neighbours differ by one at most, so whoever knows the distance of a coset reads that of a neighbour from
 * its bits; the first one is found by walking down to H.
 *
 * A search asks most often whether few moves are left enough.  The exact distances of far cosets would save a
 * sixth of the reads; they take thirty times as long to find.
 *
 * Near H phase 1 need not look at 13 neighbours to find the one or two that are nearer: for cosets of up to
 * NEAR_DISTANCE moves a small hash table says which moves lead nearer.  Most nodes of phase 1 are such; a
 * search visits as many with it, but looks up a fraction. */
enum {
	COSETS_KNOWN = 8,
	COSETS_FAR = COSETS_KNOWN + 1,
	COSETS_CODE_FAR = 3,
	COSETS_MAX_DISTANCE = 12,
	COSETS_ROW_BYTES = (N_TWISTS + 3) / 4,  /* the codes of a class, twist t in byte t / 4, lowest bits
	                                         * first */
	COSETS_CODE_BYTES = N_FLIPSLICE_CLASSES * COSETS_ROW_BYTES,
	NEAR_DISTANCE = 6,
	NEAR_SLOT_BITS = 17,          /* for 75,000 coset numbers: 1 MB */
	NEAR_MOVES_BITS = 18,
};

struct coset_distances {
	const struct phase1_tables *coordinates;
	/* [class][move in the frame]: class after it * 16 + the symmetry from this frame to that one */
	uint32_t (*class_after)[N_MOVES];
	uint8_t *codes;               /* COSETS_CODE_BYTES */
	/* Open addressing; a slot is a coset number * 2^18 + the moves in the frame of its class that lead nearer
	 * (bit m for move m).  No slot in use is 0: only H itself, which is not in the table, has no such
	 * move. */
	uint64_t *near;
};

/** A coset in the frame of its class. */
struct coset_node {
	uint32_t flipslice_class;
	uint16_t twist;               /* of S c S^-1 */
	uint8_t symmetry;             /* S, one of the first 16 */
};

/** A coset number (coord/phase1.h), and the coset in its frame. */
static inline uint32_t coset_number(struct coset_node node)
{
	return node.flipslice_class * N_TWISTS + node.twist;
}
static inline struct coset_node coset_of_number(uint32_t number)
{
	return (struct coset_node){.flipslice_class = number / N_TWISTS, .twist = (uint16_t)(number % N_TWISTS)};
}

/** Find the cosets that are near H, in about 0.1 s; valid after cube_init().  Arrays are owned by the caller,
 * also after a failure.
 * @return false without memory */
bool coset_distances_fill(struct coset_distances *d);

/** The coset of a cube. */
struct coset_node coset_of_cube(const struct coset_distances *d, const struct cube *c);

/** Moves of a shortest way from the coset into H; COSETS_FAR: that or more. */
unsigned coset_distance(const struct coset_distances *d, struct coset_node node);

/** The coset after a move of the cube (as the cube stands, not as the frame does). */
static inline struct coset_node coset_after(const struct coset_distances *d, struct coset_node node,
                                            unsigned move)
{
	const unsigned seen = symmetry_move[node.symmetry][move];
	const uint32_t entry = d->class_after[node.flipslice_class][seen];
	const struct phase1_tables *const t = d->coordinates;
	return (struct coset_node){
		.flipslice_class = entry >> 4,
		.twist = t->twist_conjugate[t->twist_after[node.twist][seen]][entry & 15],
		.symmetry = symmetry_product[entry & 15][node.symmetry],
	};
}

/** The byte that holds a coset's code, and the code. */
static inline uint8_t *coset_byte(const struct coset_distances *d, struct coset_node node)
{
	return &d->codes[(size_t)node.flipslice_class * COSETS_ROW_BYTES + node.twist / 4];
}
static inline unsigned coset_code(const struct coset_distances *d, struct coset_node node)
{
	return *coset_byte(d, node) >> node.twist % 4 * 2 & 3;
}

/** A coset's distance, from that of a neighbour. */
static inline unsigned coset_distance_near(const struct coset_distances *d, struct coset_node node,
                                           unsigned neighbour_distance)
{
	/* [neighbour's distance mod 3][this one's code]: the difference.  Far cosets are beside those of 8 and 9
	 * moves only. */
	static const int8_t difference[3][4] = {{0, 1, -1, 0}, {-1, 0, 1, 0}, {1, -1, 0, 1}};
	return neighbour_distance + (unsigned)difference[neighbour_distance % 3][coset_code(d, node)];
}

static inline uint32_t near_slot(uint32_t coset_number)
{
	return coset_number * 2654435769u >> (32 - NEAR_SLOT_BITS);  /* Fibonacci hashing: Knuth, TAOCP 3, 6.4 */
}

/** The moves in the frame that lead nearer to H; the node's distance is 1 to NEAR_DISTANCE. */
static inline uint32_t near_moves(const struct coset_distances *d, struct coset_node node)
{
	const uint32_t number = coset_number(node);
	uint32_t slot = near_slot(number);
	while (d->near[slot] >> NEAR_MOVES_BITS != number)
		slot = (slot + 1) & ((1u << NEAR_SLOT_BITS) - 1);
	return (uint32_t)d->near[slot] & ((1u << NEAR_MOVES_BITS) - 1);
}

/* Phase 2: positions in H = <U,D,R2,L2,F2,B2> by three permutations, and a lower bound for them.
 *
 * In H every corner and edge is oriented, and the four edges of the slice between U and D are in it.  What is
 * left are the permutations of eight corners, of eight edges outside the slice, and of four edges in it, half
 * of all combinations: 8! * 8! * 4! / 2 = 19,508,428,800.
 *
 * The bound is the largest of four exact distances, in moves of H: of corners and slice, of edges and slice
 * (967,680 states each), of corners and the places of the four upper edges, of edges and the places of the
 * four upper corners (2,822,400 each).  The last two make it seven times rarer that phase 2 is searched in
 * vain. */
enum {
	N_SUBGROUP_MOVES = N_H_MOVES,
	SUBGROUP_MOVES = 07 << FACE_U * 3 | 02 << FACE_R * 3 | 02 << FACE_F * 3 | 07 << FACE_D * 3 | 02 << FACE_L * 3 | 02 << FACE_B * 3,
	N_EDGE_PERMS = 40320,         /* of the eight outside the slice */
	SUBGROUP_N_DISTANCES = 4,
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
	uint8_t upper_corners[N_CORNER_PERMS];               /* which places URF UFL ULB UBR have: one of 70
	                                                      * sets */
	/* Distances; [permutation * number of the others + other]. */
	uint8_t corner_slice[N_CORNER_PERMS * N_ORDERS], corner_edges[N_CORNER_PERMS * N_LAYER_SETS];
	uint8_t edge_slice[N_EDGE_PERMS * N_ORDERS], edge_corners[N_EDGE_PERMS * N_LAYER_SETS];
};

/** The ten moves in the order of the 18: U U2 U' R2 F2 D D2 D' L2 B2. */
extern const uint8_t subgroup_move[N_SUBGROUP_MOVES];

/** The tables of moves; distances are filled in afterwards.
 * @return NULL without memory (errno is set); else to be released by free(); valid after cube_init() */
struct subgroup_tables *subgroup_tables_create(void);

/** Fill one of the tables of distances; they do not depend on each other. */
void subgroup_fill_distances(struct subgroup_tables *t, unsigned number);

/** The eight edges: the four upper ones, then the order of the lower ones in the positions that are left. */
static inline unsigned subgroup_edge_perm(unsigned up, unsigned down)
{
	return (up - (unsigned)FIRST_LAYER_FOUR) * N_ORDERS + down % N_ORDERS;
}

/** The state of a position that is in H. */
static inline struct subgroup_state subgroup_enter(struct element e)
{
	return (struct subgroup_state){e.corners, (uint16_t)subgroup_edge_perm(e.up, e.down),
	                               (uint8_t)(e.slice % N_ORDERS)};
}

/** The state after the i-th of the ten moves. */
static inline struct subgroup_state subgroup_after(const struct subgroup_tables *t, struct subgroup_state s,
                                                   unsigned i)
{
	return (struct subgroup_state){
		t->elements->corners_after[s.corners][subgroup_move[i]],
		t->edge_after[s.edge_perm][i],
		t->slice_after[s.slice_perm][i],
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

struct two_phase_tables {
	struct coset_distances cosets;
	bool has_cosets;              /* there was memory for them */
	struct subgroup_tables *subgroup;
};
