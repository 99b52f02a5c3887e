#include "method/two_phase_subgroup.h"
#include "base/memory.h"
#include "coord/permutation.h"

#include <stdlib.h>
#include <string.h>

enum { NOT_MET = 255 };

const uint8_t subgroup_move[N_SUBGROUP_MOVES] = {0, 1, 2, 4, 7, 9, 10, 11, 13, 16};

/* ---- where four edges are ---- */

static void positions_of_edges(const struct cube *c, unsigned first_edge, unsigned n, uint8_t *positions)
{
	for (unsigned i = 0; i < N_EDGES; i++)
		if (c->edge_perm[i] >= first_edge && c->edge_perm[i] < first_edge + n)
			positions[c->edge_perm[i] - first_edge] = (uint8_t)i;
}

static uint16_t rank_places(const struct cube *c, unsigned first_edge)
{
	uint8_t positions[4];
	positions_of_edges(c, first_edge, 4, positions);
	return (uint16_t)permutation_rank(positions, N_EDGES, 4);
}

struct corner_places corner_places_of_cube(const struct cube *c)
{
	return (struct corner_places){(uint16_t)corners_rank_perm(c), rank_places(c, FR)};
}

struct edge_places edge_places_of_cube(const struct cube *c)
{
	return (struct edge_places){rank_places(c, UR), rank_places(c, DR)};
}

/* The rank of the order in which four different numbers stand, 0 if they ascend. */
static uint8_t rank_order(const uint8_t *numbers)
{
	uint8_t order[4] = {0};
	for (unsigned i = 0; i < 4; i++)
		for (unsigned j = 0; j < 4; j++)
			order[i] = (uint8_t)(order[i] + (numbers[j] < numbers[i]));
	return (uint8_t)permutation_rank(order, 4, 4);
}

static void fill_places(struct subgroup_tables *t)
{
	uint8_t goes_to[N_MOVES][N_EDGES];  /* the position where a move takes the edge at this one */
	for (unsigned m = 0; m < N_MOVES; m++)
		positions_of_edges(&move_cube[m], UR, N_EDGES, goes_to[m]);
	for (unsigned rank = 0; rank < N_PLACES; rank++) {
		uint8_t from[4], to[4];
		permutation_unrank(rank, N_EDGES, 4, from);
		const bool is_outside_slice = from[0] < FR && from[1] < FR && from[2] < FR && from[3] < FR;
		t->upper_rank[rank] = is_outside_slice ? (uint16_t)(permutation_rank(from, FR, 4) * 24) : 0;
		t->order_rank[rank] = rank_order(from);
		for (unsigned m = 0; m < N_MOVES; m++) {
			for (unsigned i = 0; i < 4; i++)
				to[i] = goes_to[m][from[i]];
			t->places_after[rank][m] = (uint16_t)permutation_rank(to, N_EDGES, 4);
		}
	}
}

static bool fill_corner_moves(struct subgroup_tables *t)
{
	uint16_t (*const padded)[MOVE_ROW] = malloc(N_CORNER_PERMS * sizeof *padded);
	if (padded == NULL)
		return false;
	corners_fill_perm_moves(padded);
	for (unsigned rank = 0; rank < N_CORNER_PERMS; rank++)
		memcpy(t->corner_after[rank], padded[rank], sizeof t->corner_after[rank]);
	free(padded);
	return true;
}

/* ---- positions in H ---- */

/* The rank of the eight edges outside the slice as subgroup_enter() computes it: the four upper ones, then the order of the
 * lower ones in the positions that are left. */
static void unrank_edges(unsigned rank, struct cube *c)
{
	uint8_t upper[4], order[4], n_passed = 0;
	permutation_unrank(rank / 24, FR, 4, upper);
	permutation_unrank(rank % 24, 4, 4, order);
	for (unsigned i = 0; i < FR; i++)
		c->edge_perm[i] = FR;  /* none yet */
	for (unsigned i = 0; i < 4; i++)
		c->edge_perm[upper[i]] = (uint8_t)(UR + i);
	for (unsigned i = 0; i < FR; i++) {
		if (c->edge_perm[i] != FR)
			continue;
		for (unsigned j = 0; j < 4; j++)
			if (order[j] == n_passed)
				c->edge_perm[i] = (uint8_t)(DR + j);
		n_passed++;
	}
}

static void unrank_slice(unsigned rank, struct cube *c)
{
	uint8_t positions[4];
	permutation_unrank(rank, 4, 4, positions);
	for (unsigned i = 0; i < 4; i++)
		c->edge_perm[FR + positions[i]] = (uint8_t)(FR + i);
}

static void fill_edge_moves(struct subgroup_tables *t)
{
	for (unsigned rank = 0; rank < N_EDGE_PERMS; rank++) {
		struct cube c = cube_solved;
		unrank_edges(rank, &c);
		if (rank < N_SLICE_PERMS)
			unrank_slice(rank, &c);
		const struct corner_places corners = corner_places_of_cube(&c);
		const struct edge_places edges = edge_places_of_cube(&c);
		for (unsigned i = 0; i < N_SUBGROUP_MOVES; i++) {
			const struct subgroup_state s = subgroup_enter(t, corner_places_after(t, corners, subgroup_move[i]),
			                                               edge_places_after(t, edges, subgroup_move[i]));
			t->edge_after[rank][i] = s.edge_perm;
			if (rank < N_SLICE_PERMS)
				t->slice_after[rank][i] = s.slice_perm;
		}
	}
}

/* Sets of four places, bit i for place i, numbered as they are met. */
struct numbering {
	uint8_t number_of[256];
	uint8_t n_sets;
};

static uint8_t number_of_set(struct numbering *n, unsigned set)
{
	if (n->number_of[set] == NOT_MET)
		n->number_of[set] = n->n_sets++;
	return n->number_of[set];
}

static void fill_sets(struct subgroup_tables *t)
{
	struct numbering edges = {.n_sets = 0}, corners = {.n_sets = 0};
	memset(edges.number_of, NOT_MET, sizeof edges.number_of);
	memset(corners.number_of, NOT_MET, sizeof corners.number_of);
	for (unsigned rank = 0; rank < N_EDGE_PERMS / 24; rank++) {
		uint8_t upper[4];
		permutation_unrank(rank, FR, 4, upper);
		t->upper_edges[rank] = number_of_set(&edges, 1u << upper[0] | 1u << upper[1] | 1u << upper[2] | 1u << upper[3]);
	}
	for (unsigned rank = 0; rank < N_CORNER_PERMS; rank++) {
		struct cube c;
		unsigned set = 0;
		corners_unrank_perm(rank, &c);
		for (unsigned i = 0; i < N_CORNERS; i++)
			set |= (unsigned)(c.corner_perm[i] <= UBR) << i;
		t->upper_corners[rank] = number_of_set(&corners, set);
	}
	for (unsigned rank = 0; rank < N_CORNER_PERMS; rank++)
		for (unsigned i = 0; i < N_SUBGROUP_MOVES; i++) {
			t->upper_edges_after[t->upper_edges[rank / 24]][i] = t->upper_edges[t->edge_after[rank][i] / 24];
			t->upper_corners_after[t->upper_corners[rank]][i] = t->upper_corners[t->corner_after[rank][subgroup_move[i]]];
		}
}

/* ---- distances ---- */

/* A table of distances: of the corners, or edges, together with something small, of which at most 128 are a set. */
struct projection {
	uint8_t *distance;
	bool has_corners;
	uint8_t (*other_after)[16];
	unsigned n_others;
};

struct set { uint64_t word[2]; };

/* Of each permutation those others with which it is met, so that a move takes a whole set to a set. */
struct sets {
	struct set met[N_CORNER_PERMS], frontier[N_CORNER_PERMS], next[N_CORNER_PERMS];
};

/* Add what a move makes of a frontier's set to the next one. */
static void add_image(const struct projection *p, const struct set *from, unsigned move, struct set *to)
{
	struct set image = *to;
	for (unsigned w = 0; w < 2; w++)
		for (uint64_t left = from->word[w]; left != 0; left &= left - 1) {
			const unsigned other = p->other_after[w * 64 + (unsigned)__builtin_ctzll(left)][move];
			image.word[other / 64] |= UINT64_C(1) << other % 64;
		}
	*to = image;
}

/* What is new becomes the frontier. @return whether anything is */
static bool close_level(const struct projection *p, struct sets *s, unsigned level)
{
	uint64_t any = 0;
	for (unsigned perm = 0; perm < N_CORNER_PERMS; perm++)
		for (unsigned w = 0; w < 2; w++) {
			const uint64_t new = s->next[perm].word[w] & ~s->met[perm].word[w];
			any |= new;
			s->met[perm].word[w] |= new;
			s->frontier[perm].word[w] = new;
			s->next[perm].word[w] = 0;
			for (uint64_t left = new; left != 0; left &= left - 1)
				p->distance[perm * p->n_others + w * 64 + (unsigned)__builtin_ctzll(left)] = (uint8_t)level;
		}
	return any != 0;
}

bool subgroup_fill_distances(struct subgroup_tables *t, unsigned number)
{
	const struct projection projections[SUBGROUP_N_DISTANCES] = {
		{t->corner_edges, true, t->upper_edges_after, N_SETS}, {t->edge_corners, false, t->upper_corners_after, N_SETS},
		{t->corner_slice, true, t->slice_after, N_SLICE_PERMS}, {t->edge_slice, false, t->slice_after, N_SLICE_PERMS},
	};
	const struct projection *const p = &projections[number];
	struct sets *const s = calloc(1, sizeof *s);
	if (s == NULL)
		return false;
	s->next[0].word[0] = 1;
	for (unsigned level = 0; close_level(p, s, level); level++)
		for (unsigned perm = 0; perm < N_CORNER_PERMS; perm++)
			for (unsigned i = 0; i < N_SUBGROUP_MOVES && (s->frontier[perm].word[0] | s->frontier[perm].word[1]) != 0; i++)
				add_image(p, &s->frontier[perm], i,
				          &s->next[p->has_corners ? t->corner_after[perm][subgroup_move[i]] : t->edge_after[perm][i]]);
	free(s);
	return true;
}

struct subgroup_tables *subgroup_tables_create(void)
{
	struct subgroup_tables *const t = memory_alloc_huge(sizeof *t);
	if (t == NULL || !fill_corner_moves(t)) {
		free(t);
		return NULL;
	}
	fill_places(t);
	fill_edge_moves(t);
	fill_sets(t);
	return t;
}
