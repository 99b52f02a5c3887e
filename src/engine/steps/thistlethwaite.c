#include "steps/thistlethwaite.h"

#include "base/once.h"
#include "coord/permutation.h"
#include "subgroup/element.h"

/* Stage 3 turns corners into the 96 arrangements of half turns, of which S_8 has 420 cosets, and the edges of
 * the upper and lower layer into their two slices.  Stage 4 permutes those 96 arrangements and the edges
 * within three slices; all of its positions are even, so that the third slice has 12 arrangements only. */
enum { N_HALF_TURN_CORNERS = 96, N_CORNER_COSETS = N_CORNER_PERMS / N_HALF_TURN_CORNERS, N_EDGE_SLICES = 3,
	UNSEEN = 0xFF };
enum { HALF_TURNS = 0x12492, ALL_TURNS = 0x3FFFF };

const uint32_t thistlethwaite_moves[N_THISTLETHWAITE_STAGES] = {
	ALL_TURNS,
	HALF_TURNS | 7 | 7 << 3 * FACE_R | 7 << 3 * FACE_D | 7 << 3 * FACE_L,
	HALF_TURNS | 7 | 7 << 3 * FACE_D,
	HALF_TURNS,
};

/* The edges of each slice, which have the positions of the same numbers when it is solved. */
static const uint8_t slice_edges[N_EDGE_SLICES][4] = {{FR, FL, BL, BR}, {UF, UB, DF, DB}, {UR, UL, DR, DL}};

/* Filled by thistlethwaite_make_tables(). */
static struct {
	const struct phase1_tables *phase1;
	const struct element_tables *elements;
	uint16_t corner_coset[N_CORNER_PERMS];          /* by corners_rank_perm() */
	uint8_t half_turn_corners[N_CORNER_PERMS];      /* which of the 96; UNSEEN: none of them */
	uint16_t corner_coset_after[N_CORNER_COSETS][N_MOVES];
	uint8_t half_turn_corners_after[N_HALF_TURN_CORNERS][N_MOVES];
	uint16_t solved_slice[N_EDGE_SLICES];           /* fours (subgroup/element.h) */
	bool order_is_odd[N_ORDERS];                    /* of a slice's edges in their slice */
	/* Distances of the cosets of each stage. */
	uint8_t to_g1[N_FLIPS], to_g2[N_SLICES * N_TWISTS], to_g3[N_CORNER_COSETS * N_LAYER_SETS];
	uint8_t to_solved[N_HALF_TURN_CORNERS * N_ORDERS * N_ORDERS * N_ORDERS / 2];
} tables;

static const struct stage {
	const char *name, *goal;     /* goal_identity() */
	uint8_t *distance;
	uint32_t n_cosets;
} stages[N_THISTLETHWAITE_STAGES] = {
	{"edges oriented", "________-oooooooooooo@0", tables.to_g1, sizeof tables.to_g1},
	{"corners oriented, middle slice filled", "oooooooo-ooooooooAAAA@0", tables.to_g2, sizeof tables.to_g2},
	{"half turns suffice", "oAoAAoAo-oAoAoAoABBBB-H@0", tables.to_g3, sizeof tables.to_g3},
	{"solved", "xxxxxxxx-xxxxxxxxxxxx@0", tables.to_solved, sizeof tables.to_solved},
};

/* ---- coordinates ---- */

/* Neighbours in the order of ranks differ by a transposition, so the parity says which one of a pair is
 * meant. */
static uint32_t index_in_g3(unsigned corners, const unsigned order[N_EDGE_SLICES])
{
	return ((corners * N_ORDERS + order[0]) * N_ORDERS + order[1]) * (N_ORDERS / 2) + order[2] / 2;
}

static uint32_t rank(unsigned stage, const struct cube *c)
{
	unsigned set = 0, order[N_EDGE_SLICES];
	switch (stage) {
	case 0:
		return phase1_rank_flip(c);
	case 1:
		return phase1_rank_slice(c) * N_TWISTS + corners_rank_twist(c);
	case 2:
		/* The coset of the corners, and the positions that the edges of one slice have in the two layers. */
		for (unsigned i = 0; i < FR; i++)
			set |= (c->edge_perm[i] % 2 == UR % 2 ? 1u : 0u) << i;
		return tables.corner_coset[corners_rank_perm(c)] * (uint32_t)N_LAYER_SETS
		       + phase1_rank_positions(set) - FIRST_LAYER_SET;
	default:
		for (unsigned i = 0; i < N_EDGE_SLICES; i++)
			order[i] = element_four(c, slice_edges[i]) % N_ORDERS;
		return index_in_g3(tables.half_turn_corners[corners_rank_perm(c)], order);
	}
}

static uint32_t after_move(unsigned stage, uint32_t index, unsigned move)
{
	const struct phase1_tables *const phase1 = tables.phase1;
	if (stage == 0)
		return phase1->flip_after[index][move];
	if (stage == 1)
		return phase1->slice_after[index / N_TWISTS][move] * (uint32_t)N_TWISTS
		       + phase1->twist_after[index % N_TWISTS][move];
	if (stage == 2)
		return tables.corner_coset_after[index / N_LAYER_SETS][move] * (uint32_t)N_LAYER_SETS
		    + phase1->slice_after[FIRST_LAYER_SET + index % N_LAYER_SETS][move] - FIRST_LAYER_SET;
	const unsigned pair = index % (N_ORDERS / 2), second = index / (N_ORDERS / 2) % N_ORDERS;
	const unsigned first = index / (N_ORDERS / 2 * N_ORDERS) % N_ORDERS,
	               corners = index / (N_ORDERS / 2 * N_ORDERS * N_ORDERS);
	const bool is_odd = tables.order_is_odd[first] != tables.order_is_odd[second];
	unsigned order[N_EDGE_SLICES] = {first, second, 2 * pair + (tables.order_is_odd[2 * pair] != is_odd)};
	for (unsigned i = 0; i < N_EDGE_SLICES; i++)
		order[i] = tables.elements->four_after[tables.solved_slice[i] + order[i]][move] % N_ORDERS;
	return index_in_g3(tables.half_turn_corners_after[corners][move], order);
}

/* ---- tables ---- */

/* The corner arrangements of half turns, found by breadth-first search; and what half turns do to them. */
static void fill_half_turn_corners(struct cube members[N_HALF_TURN_CORNERS])
{
	unsigned n = 0;
	memset(tables.half_turn_corners, UNSEEN, sizeof tables.half_turn_corners);
	members[n] = cube_solved;
	tables.half_turn_corners[corners_rank_perm(&cube_solved)] = (uint8_t)n++;
	for (unsigned next = 0; next < n; next++)
		set_foreach(move, HALF_TURNS) {
			const struct cube after = cube_after(&members[next], move);
			uint8_t *const number = &tables.half_turn_corners[corners_rank_perm(&after)];
			if (*number == UNSEEN) {
				members[n] = after;
				*number = (uint8_t)n++;
			}
			tables.half_turn_corners_after[next][move] = *number;
		}
	assert(n == N_HALF_TURN_CORNERS);
}

/* A coset is what the 96 arrangements, done before, make of one arrangement. */
static void fill_corner_cosets(const struct cube members[N_HALF_TURN_CORNERS])
{
	struct cube representative[N_CORNER_COSETS];
	unsigned n = 0;
	memset(tables.corner_coset, 0xFF, sizeof tables.corner_coset);
	for (unsigned rank = 0; rank < N_CORNER_PERMS; rank++) {
		if (tables.corner_coset[rank] != UINT16_MAX)
			continue;
		representative[n] = cube_solved;
		corners_unrank_perm(rank, &representative[n]);
		items_foreach(member, members, N_HALF_TURN_CORNERS) {
			const struct cube c = cube_product(member, &representative[n]);
			tables.corner_coset[corners_rank_perm(&c)] = (uint16_t)n;
		}
		n++;
	}
	for (unsigned coset = 0; coset < N_CORNER_COSETS; coset++)
		for (unsigned move = 0; move < N_MOVES; move++) {
			const struct cube after = cube_after(&representative[coset], move);
			tables.corner_coset_after[coset][move] = tables.corner_coset[corners_rank_perm(&after)];
		}
}

static void fill_tables(void)
{
	struct cube members[N_HALF_TURN_CORNERS];
	tables.phase1 = phase1_tables();
	tables.elements = element_tables();
	fill_half_turn_corners(members);
	fill_corner_cosets(members);
	for (unsigned i = 0; i < N_EDGE_SLICES; i++)
		tables.solved_slice[i] = (uint16_t)element_four(&cube_solved, slice_edges[i]);
	for (unsigned rank = 0; rank < N_ORDERS; rank++) {
		uint8_t order[4];
		permutation_unrank(rank, 4, 4, order);
		tables.order_is_odd[rank] = permutation_is_odd(order, 4);
	}
	/* Moves can be undone, so distances from the solved coset are those to it. */
	for (unsigned stage = 0; stage < N_THISTLETHWAITE_STAGES; stage++) {
		uint8_t *const distance = stages[stage].distance;
		bool has_new = true;
		memset(distance, UNSEEN, stages[stage].n_cosets);
		distance[rank(stage, &cube_solved)] = 0;
		for (unsigned depth = 0; has_new; depth++) {
			has_new = false;
			for (uint32_t i = 0; i < stages[stage].n_cosets; i++)
				set_foreach(move, distance[i] == depth ? thistlethwaite_moves[stage] : 0) {
					uint8_t *const after = &distance[after_move(stage, i, move)];
					if (*after == UNSEEN) {
						*after = (uint8_t)(depth + 1);
						has_new = true;
					}
				}
		}
	}
}

void thistlethwaite_make_tables(void)
{
	ONCE(fill_tables);
}

const uint8_t *thistlethwaite_distances(unsigned stage, uint32_t *n)
{
	*n = stages[stage].n_cosets;
	return stages[stage].distance;
}

unsigned thistlethwaite_stage_of(const struct goal *goal)
{
	char identity[GOAL_IDENTITY_SIZE];
	unsigned stage = 0;
	goal_identity(goal, identity);
	while (stage < N_THISTLETHWAITE_STAGES && strcmp(identity, stages[stage].goal) != 0)
		stage++;
	return stage;
}

unsigned thistlethwaite_distance(unsigned stage, const struct cube *c)
{
	return stages[stage].distance[rank(stage, c)];
}

/* ---- the method ---- */

static bool create(const struct method *method, const struct method_setup *setup, void **out)
{
	thistlethwaite_make_tables();
	return true;
}

static void solve(struct method_run *run)
{
	struct method_result *const out = run->result;
	struct cube c = run->request->cube;
	out->n_stages = N_THISTLETHWAITE_STAGES;
	out->merge = method_fold_moves;
	for (unsigned stage = 0; stage < N_THISTLETHWAITE_STAGES; stage++) {
		const uint8_t *const distance = stages[stage].distance;
		uint32_t index = rank(stage, &c);
		const unsigned begin = out->n_stage_moves;
		while (distance[index] != 0) {
			uint32_t moves = thistlethwaite_moves[stage], after;
			/* One of them leads nearer. */
			while (after = after_move(stage, index, (unsigned)__builtin_ctz(moves)),
			       distance[after] >= distance[index])
				moves &= moves - 1;
			index = after;
			out->stage_moves[out->n_stage_moves++] = (uint8_t)__builtin_ctz(moves);
		}
		out->stages[stage] =
			(struct method_stage){.name = stages[stage].name, .n_moves = out->n_stage_moves - begin};
		c = cube_after_moves(c, &out->stage_moves[begin], out->n_stage_moves - begin);
	}
	memcpy(out->moves, out->stage_moves, out->n_stage_moves);
	out->n_moves = method_fold_moves(out->moves, out->n_stage_moves);
}

const struct method thistlethwaite_method = {
	{"thistlethwaite", "through three groups down to half turns: at most 45 moves, 31 on average",
	 .has_stages = true},
	.create = create,
	.solve = solve,
};
