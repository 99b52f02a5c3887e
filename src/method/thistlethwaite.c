#include "method/thistlethwaite.h"

#include "coord/permutation.h"
#include "coord/phase1.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Stage 3 turns corners into the 96 arrangements of half turns, of which S_8 has 420 cosets, and the edges of the upper
 * and lower layer into their two slices.  Stage 4 permutes those 96 arrangements and the edges within three slices; all of
 * its positions are even, so that the third slice has 12 arrangements only. */
enum {
	N_HALF_TURN_CORNERS = 96, N_CORNER_COSETS = N_CORNER_PERMS / N_HALF_TURN_CORNERS, N_EDGE_SPLITS = 70, N_SLICE_PERMS = 24,
	SLICE_EDGES = 4, N_EDGE_SLICES = 3, UNSEEN = 0xFF
};
static const uint32_t n_cosets[N_THISTLETHWAITE_STAGES] = {
	N_FLIPS, N_SLICES * N_TWISTS, N_CORNER_COSETS * N_EDGE_SPLITS,
	N_HALF_TURN_CORNERS * N_SLICE_PERMS * N_SLICE_PERMS * N_SLICE_PERMS / 2,
};

enum { HALF_TURNS = 0x12492, ALL_TURNS = 0x3FFFF };
const uint32_t thistlethwaite_moves[N_THISTLETHWAITE_STAGES] = {
	ALL_TURNS,
	HALF_TURNS | 7 | 7 << 3 * FACE_R | 7 << 3 * FACE_D | 7 << 3 * FACE_L,
	HALF_TURNS | 7 | 7 << 3 * FACE_D,
	HALF_TURNS,
};
static const char *const stage_name[N_THISTLETHWAITE_STAGES] = {
	"edges oriented", "corners oriented, middle slice filled", "half turns suffice", "solved",
};

/* The positions of each slice, and by position the slice that it is in. */
static const uint8_t slice_edge[N_EDGE_SLICES][SLICE_EDGES] = {{FR, FL, BL, BR}, {UF, UB, DF, DB}, {UR, UL, DR, DL}};

struct thistlethwaite {
	const struct phase1_tables *phase1;
	uint16_t corner_coset[N_CORNER_PERMS];          /* by corners_rank_perm() */
	uint8_t half_turn_corners[N_CORNER_PERMS];      /* which of the 96; UNSEEN: none of them */
	uint8_t edge_split[256];                        /* bit p: position p < 8 holds one of UR UL DR DL; UNSEEN: not four */
	uint16_t corner_coset_after[N_CORNER_COSETS][N_MOVES];
	uint8_t edge_split_after[N_EDGE_SPLITS][N_MOVES];
	uint8_t half_turn_corners_after[N_HALF_TURN_CORNERS][N_MOVES];
	uint8_t slice_perm_after[N_EDGE_SLICES][N_SLICE_PERMS][N_MOVES];
	bool slice_perm_is_odd[N_SLICE_PERMS];
	uint8_t *distance[N_THISTLETHWAITE_STAGES];
};

/* ---- coordinates ---- */
static unsigned split_of(const struct cube *c)
{
	unsigned mask = 0;
	for (unsigned p = 0; p < 8; p++)
		mask |= (c->edge_perm[p] % 2 == 0 && c->edge_perm[p] < 8 ? 1u : 0u) << p;
	return mask;
}

/* The arrangement of a slice's edges in their slice. */
static unsigned rank_slice(const struct cube *c, unsigned slice)
{
	uint8_t picked[SLICE_EDGES] = {0};
	for (unsigned i = 0; i < SLICE_EDGES; i++)
		while (picked[i] < SLICE_EDGES - 1 && slice_edge[slice][picked[i]] != c->edge_perm[slice_edge[slice][i]])
			picked[i]++;
	return permutation_rank(picked, SLICE_EDGES, SLICE_EDGES);
}

static struct cube unrank_slice(unsigned slice, unsigned rank)
{
	struct cube c = cube_solved;
	uint8_t picked[SLICE_EDGES];
	permutation_unrank(rank, SLICE_EDGES, SLICE_EDGES, picked);
	for (unsigned i = 0; i < SLICE_EDGES; i++)
		c.edge_perm[slice_edge[slice][i]] = slice_edge[slice][picked[i]];
	return c;
}

/* Neighbours in the order of ranks differ by a transposition, so the parity says which one of a pair is meant. */
static uint32_t index_in_g3(unsigned corners, unsigned first, unsigned second, unsigned third)
{
	return ((corners * N_SLICE_PERMS + first) * N_SLICE_PERMS + second) * (N_SLICE_PERMS / 2) + third / 2;
}

uint32_t thistlethwaite_rank(const struct thistlethwaite *t, unsigned stage, const struct cube *c)
{
	switch (stage) {
	case 0:
		return phase1_rank_flip(c);
	case 1:
		return phase1_rank_slice(c) * N_TWISTS + corners_rank_twist(c);
	case 2:
		return t->corner_coset[corners_rank_perm(c)] * (uint32_t)N_EDGE_SPLITS + t->edge_split[split_of(c)];
	default:
		return index_in_g3(t->half_turn_corners[corners_rank_perm(c)], rank_slice(c, 0), rank_slice(c, 1), rank_slice(c, 2));
	}
}

static uint32_t in_g3_after(const struct thistlethwaite *t, uint32_t index, unsigned move)
{
	const unsigned pair = index % (N_SLICE_PERMS / 2), second = index / (N_SLICE_PERMS / 2) % N_SLICE_PERMS;
	const unsigned first = index / (N_SLICE_PERMS / 2 * N_SLICE_PERMS) % N_SLICE_PERMS;
	const unsigned corners = index / (N_SLICE_PERMS / 2 * N_SLICE_PERMS * N_SLICE_PERMS);
	const bool is_odd = t->slice_perm_is_odd[first] != t->slice_perm_is_odd[second];
	const unsigned third = 2 * pair + (t->slice_perm_is_odd[2 * pair] != is_odd);
	return index_in_g3(t->half_turn_corners_after[corners][move], t->slice_perm_after[0][first][move],
	                   t->slice_perm_after[1][second][move], t->slice_perm_after[2][third][move]);
}

static uint32_t coset_after(const struct thistlethwaite *t, unsigned stage, uint32_t index, unsigned move)
{
	switch (stage) {
	case 0:
		return t->phase1->flip_after[index][move];
	case 1:
		return t->phase1->slice_after[index / N_TWISTS][move] * (uint32_t)N_TWISTS + t->phase1->twist_after[index % N_TWISTS][move];
	case 2:
		return t->corner_coset_after[index / N_EDGE_SPLITS][move] * (uint32_t)N_EDGE_SPLITS +
		       t->edge_split_after[index % N_EDGE_SPLITS][move];
	default:
		return in_g3_after(t, index, move);
	}
}

/* ---- tables ---- */

/* The corner arrangements of half turns, found by breadth-first search; and what half turns do to them. */
static void fill_half_turn_corners(struct thistlethwaite *t, struct cube members[N_HALF_TURN_CORNERS])
{
	unsigned n = 0;
	memset(t->half_turn_corners, UNSEEN, sizeof t->half_turn_corners);
	members[n] = cube_solved;
	t->half_turn_corners[corners_rank_perm(&cube_solved)] = (uint8_t)n++;
	for (unsigned next = 0; next < n; next++)
		for (uint32_t moves = HALF_TURNS; moves != 0; moves &= moves - 1) {
			const unsigned move = (unsigned)__builtin_ctz(moves);
			const struct cube after = cube_after(&members[next], move);
			uint8_t *const number = &t->half_turn_corners[corners_rank_perm(&after)];
			if (*number == UNSEEN) {
				members[n] = after;
				*number = (uint8_t)n++;
			}
			t->half_turn_corners_after[next][move] = *number;
		}
	assert(n == N_HALF_TURN_CORNERS);
}

/* A coset is what the 96 arrangements, done before, make of one arrangement. */
static void fill_corner_cosets(struct thistlethwaite *t, const struct cube members[N_HALF_TURN_CORNERS])
{
	struct cube representative[N_CORNER_COSETS];
	unsigned n = 0;
	memset(t->corner_coset, 0xFF, sizeof t->corner_coset);
	for (unsigned rank = 0; rank < N_CORNER_PERMS; rank++) {
		if (t->corner_coset[rank] != UINT16_MAX)
			continue;
		representative[n] = cube_solved;
		corners_unrank_perm(rank, &representative[n]);
		for (unsigned i = 0; i < N_HALF_TURN_CORNERS; i++) {
			const struct cube c = cube_product(&members[i], &representative[n]);
			t->corner_coset[corners_rank_perm(&c)] = (uint16_t)n;
		}
		n++;
	}
	for (unsigned coset = 0; coset < N_CORNER_COSETS; coset++)
		for (unsigned move = 0; move < N_MOVES; move++) {
			const struct cube after = cube_after(&representative[coset], move);
			t->corner_coset_after[coset][move] = t->corner_coset[corners_rank_perm(&after)];
		}
}

/* A cube with four edges of their slice in the positions of a mask. */
static struct cube cube_of_split(unsigned mask)
{
	struct cube c = cube_solved;
	uint8_t in = 0, out = 1;
	for (unsigned p = 0; p < 8; p++) {
		uint8_t *const next = mask >> p & 1 ? &in : &out;
		c.edge_perm[p] = *next;
		*next = (uint8_t)(*next + 2);
	}
	return c;
}

static void fill_edge_splits(struct thistlethwaite *t)
{
	const unsigned solved = split_of(&cube_solved);
	unsigned n = 1;
	memset(t->edge_split, UNSEEN, sizeof t->edge_split);
	t->edge_split[solved] = 0;
	for (unsigned mask = 0; mask < 256; mask++)
		if (mask != solved && __builtin_popcount(mask) == SLICE_EDGES)
			t->edge_split[mask] = (uint8_t)n++;
	for (unsigned mask = 0; mask < 256; mask++)
		for (uint32_t moves = t->edge_split[mask] != UNSEEN ? thistlethwaite_moves[2] : 0; moves != 0; moves &= moves - 1) {
			const unsigned move = (unsigned)__builtin_ctz(moves);
			const struct cube c = cube_of_split(mask), after = cube_after(&c, move);
			t->edge_split_after[t->edge_split[mask]][move] = t->edge_split[split_of(&after)];
		}
}

static void fill_slice_perms(struct thistlethwaite *t)
{
	for (unsigned slice = 0; slice < N_EDGE_SLICES; slice++)
		for (unsigned rank = 0; rank < N_SLICE_PERMS; rank++) {
			const struct cube c = unrank_slice(slice, rank);
			t->slice_perm_is_odd[rank] = permutation_is_odd(c.edge_perm, N_EDGES);
			for (uint32_t moves = HALF_TURNS; moves != 0; moves &= moves - 1) {
				const unsigned move = (unsigned)__builtin_ctz(moves);
				const struct cube after = cube_after(&c, move);
				t->slice_perm_after[slice][rank][move] = (uint8_t)rank_slice(&after, slice);
			}
		}
}

/* Moves can be undone, so distances from the solved coset are those to it. */
static bool fill_distances(struct thistlethwaite *t, unsigned stage)
{
	uint8_t *const distance = malloc(n_cosets[stage]);
	uint32_t *const queue = malloc(n_cosets[stage] * sizeof *queue);
	t->distance[stage] = distance;
	if (distance == NULL || queue == NULL) {
		free(queue);
		return false;
	}
	uint32_t n = 0;
	memset(distance, UNSEEN, n_cosets[stage]);
	queue[n++] = thistlethwaite_rank(t, stage, &cube_solved);
	distance[queue[0]] = 0;
	for (uint32_t next = 0; next < n; next++)
		for (uint32_t moves = thistlethwaite_moves[stage]; moves != 0; moves &= moves - 1) {
			const uint32_t after = coset_after(t, stage, queue[next], (unsigned)__builtin_ctz(moves));
			if (distance[after] != UNSEEN)
				continue;
			distance[after] = (uint8_t)(distance[queue[next]] + 1);
			queue[n++] = after;
		}
	free(queue);
	return true;
}

struct thistlethwaite *thistlethwaite_create(void)
{
	struct thistlethwaite *const t = calloc(1, sizeof *t);
	struct cube members[N_HALF_TURN_CORNERS];
	if (t == NULL)
		return NULL;
	t->phase1 = phase1_tables();
	fill_half_turn_corners(t, members);
	fill_corner_cosets(t, members);
	fill_edge_splits(t);
	fill_slice_perms(t);
	for (unsigned stage = 0; stage < N_THISTLETHWAITE_STAGES; stage++)
		if (!fill_distances(t, stage)) {
			thistlethwaite_destroy(t);
			errno = ENOMEM;
			return NULL;
		}
	return t;
}

void thistlethwaite_destroy(struct thistlethwaite *t)
{
	if (t == NULL)
		return;
	for (unsigned stage = 0; stage < N_THISTLETHWAITE_STAGES; stage++)
		free(t->distance[stage]);
	free(t);
}

const uint8_t *thistlethwaite_distances(const struct thistlethwaite *t, unsigned stage, uint32_t *n)
{
	*n = n_cosets[stage];
	return t->distance[stage];
}

/* ---- the method ---- */

/* A move that leads one nearer; there is one unless the distance is 0. */
static unsigned nearer(const struct thistlethwaite *t, unsigned stage, uint32_t *index)
{
	for (uint32_t moves = thistlethwaite_moves[stage];; moves &= moves - 1) {
		const unsigned move = (unsigned)__builtin_ctz(moves);
		const uint32_t after = coset_after(t, stage, *index, move);
		if (t->distance[stage][after] >= t->distance[stage][*index])
			continue;
		*index = after;
		return move;
	}
}

static void solve(const struct method *method, const void *tables, const struct search_request *request, struct method_result *out)
{
	const struct thistlethwaite *const t = tables;
	struct cube c = request->cube;
	(void)method;
	*out = (struct method_result){.outcome = SEARCH_SOLVED, .n_stages = N_THISTLETHWAITE_STAGES, .merge = method_fold_moves};
	for (unsigned stage = 0; stage < N_THISTLETHWAITE_STAGES; stage++) {
		uint32_t index = thistlethwaite_rank(t, stage, &c);
		const unsigned begin = out->n_stage_moves;
		while (t->distance[stage][index] != 0)
			out->stage_moves[out->n_stage_moves++] = (uint8_t)nearer(t, stage, &index);
		out->stages[stage] = (struct method_stage){stage_name[stage], out->n_stage_moves - begin};
		c = cube_after_moves(c, &out->stage_moves[begin], out->n_stage_moves - begin);
	}
	memcpy(out->moves, out->stage_moves, out->n_stage_moves);
	out->n_moves = method_fold_moves(out->moves, out->n_stage_moves);
}

static bool create(unsigned n_threads, void **out)
{
	(void)n_threads;
	struct thistlethwaite *const t = thistlethwaite_create();
	if (t != NULL)
		*out = t;
	return t != NULL;
}

static void destroy(void *tables)
{
	thistlethwaite_destroy(tables);
}

static size_t table_bytes(const void *tables)
{
	(void)tables;
	size_t n_bytes = sizeof(struct thistlethwaite);
	for (unsigned stage = 0; stage < N_THISTLETHWAITE_STAGES; stage++)
		n_bytes += n_cosets[stage];
	return n_bytes;
}

const struct method thistlethwaite_method = {
	{"thistlethwaite", "through three groups down to half turns: at most 45 moves, 31 on average", .has_stages = true},
	.create = create, .destroy = destroy, .table_bytes = table_bytes, .solve = solve,
};
