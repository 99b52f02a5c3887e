#include "subgroup/element.h"

#include "base/once.h"
#include "coord/edges.h"
#include "coord/permutation.h"

const uint8_t h_moves[N_H_MOVES] = {0, 1, 2, 9, 10, 11, 4, 7, 13, 16};

enum { FOUR = 4, N_SQUARE = 8 };

static struct element_tables tables;

/* Back from the byte: the order of a four by what it adds, and one of the two orders of the slice by row. */
static uint16_t up_of[N_TILES / N_ROWS][N_SQUARE];  /* set * 24 + order, sets counted from FIRST_LAYER_SET */
static uint8_t order_of_row[N_ROWS][2];

/* The set of four positions, then their order: who is the smallest, and so on, as the rank of a
 * permutation. */
static unsigned rank_four(const uint8_t position[FOUR])
{
	uint8_t order[FOUR] = {0};
	unsigned set = 0;
	for (unsigned i = 0; i < FOUR; i++) {
		set |= 1u << position[i];
		for (unsigned k = 0; k < FOUR; k++)
			order[i] = (uint8_t)(order[i] + (position[k] < position[i]));
	}
	return phase1_rank_positions(set) * N_ORDERS + permutation_rank(order, FOUR, FOUR);
}

static void unrank_four(unsigned four, uint8_t position[FOUR])
{
	uint8_t order[FOUR], sorted[FOUR];
	unsigned n = 0;
	set_foreach(edge, phase1_unrank_positions(four / N_ORDERS))
		sorted[n++] = (uint8_t)edge;
	permutation_unrank(four % N_ORDERS, FOUR, FOUR, order);
	for (unsigned i = 0; i < FOUR; i++)
		position[i] = sorted[order[i]];
}

static void fill_four_moves(void)
{
	edge_ranker();
	for (unsigned four = 0; four < N_FOURS; four++) {
		uint8_t position[FOUR], after[FOUR];
		unrank_four(four, position);
		for (unsigned m = 0; m < N_MOVES; m++) {
			for (unsigned k = 0; k < FOUR; k++)
				after[k] = edge_place_after[m][position[k]] & 15;
			tables.four_after[four][m] = (uint16_t)rank_four(after);
		}
	}
}

/* Pages are numbered in the order of their first permutation; bit k says whether corner 2k stands after
 * corner 2k + 1. */
static void fill_corners(void)
{
	static uint16_t page_of[N_CORNER_PERMS];
	unsigned n_pages = 0;
	memset(page_of, 0xFF, sizeof page_of);
	for (unsigned p = 0; p < N_CORNER_PERMS; p++) {
		struct cube c = cube_solved;
		uint8_t position[N_CORNERS];
		corners_unrank_perm(p, &c);
		for (unsigned i = 0; i < N_CORNERS; i++)
			position[c.corner_perm[i]] = (uint8_t)i;
		unsigned bit = 0;
		for (unsigned k = 0; k < 3; k++)
			if (position[2 * k] > position[2 * k + 1]) {
				bit |= 1u << k;
				c.corner_perm[position[2 * k]] = (uint8_t)(2 * k + 1);
				c.corner_perm[position[2 * k + 1]] = (uint8_t)(2 * k);
			}
		/* With the pairs in order the permutation is the first of its page. */
		const unsigned first = corners_rank_perm(&c);
		if (bit == 0)
			page_of[first] = (uint16_t)n_pages++;
		tables.corners_of_perm[p] = (uint16_t)(page_of[first] * N_CORNER_BITS + bit);
		tables.perm_of_corners[tables.corners_of_perm[p]] = (uint16_t)p;
	}
}

/* Rows of the slice, and as such the D edges: orders but for an exchange of the first two edges. */
static void fill_rows(void)
{
	unsigned n_rows = 0;
	for (unsigned order = 0; order < N_ORDERS; order++) {
		uint8_t at[FOUR], exchanged[FOUR];
		permutation_unrank(order, FOUR, FOUR, at);
		if (at[0] > at[1])
			continue;
		memcpy(exchanged, at, FOUR);
		exchanged[0] = at[1];
		exchanged[1] = at[0];
		order_of_row[n_rows][0] = (uint8_t)order;
		order_of_row[n_rows][1] = (uint8_t)permutation_rank(exchanged, FOUR, FOUR);
		for (unsigned k = 0; k < 2; k++) {
			tables.slice_bytes[order_of_row[n_rows][k]] = (uint8_t)(n_rows * N_LANES);
			for (unsigned set = 0; set < N_LAYER_SETS; set++)
				tables.down_bytes[set * N_ORDERS + order_of_row[n_rows][k]] = n_rows * TILE_BYTES + k;
		}
		n_rows++;
	}
}

/* Up to the symmetries of a square with corners 0 1 2 3 in turn. */
static void fill_up(void)
{
	bool is_done[N_LAYER_SETS * N_ORDERS] = {false};
	unsigned n = 0;
	for (unsigned up = 0; up < N_LAYER_SETS * N_ORDERS; up++) {
		if (is_done[up])
			continue;
		uint8_t position[FOUR], renamed[FOUR];
		unrank_four(FIRST_LAYER_FOUR + up, position);
		for (unsigned k = 0; k < N_SQUARE; k++) {
			for (unsigned i = 0; i < FOUR; i++)
				renamed[i] = position[(k < FOUR ? k + i : N_SQUARE - 1 - k - i) % FOUR];
			const unsigned other = rank_four(renamed) - FIRST_LAYER_FOUR;
			is_done[other] = true;
			up_of[n][k] = (uint16_t)other;
			tables.up_bytes[other] = n * N_ROWS * TILE_BYTES + 2 * k;
		}
		n++;
	}
}

static void fill_tables(void)
{
	static uint16_t perm_after[N_CORNER_PERMS][MOVE_ROW];
	fill_four_moves();
	fill_corners();
	corners_fill_perm_moves(perm_after);
	for (unsigned p = 0; p < N_CORNER_PERMS; p++)
		for (unsigned m = 0; m < N_MOVES; m++)
			tables.corners_after[tables.corners_of_perm[p]][m] = tables.corners_of_perm[perm_after[p][m]];
	fill_rows();
	fill_up();
}

const struct element_tables *element_tables(void)
{
	ONCE(fill_tables);
	return &tables;
}

unsigned element_four(const struct cube *c, const uint8_t edges[FOUR])
{
	uint8_t position[N_EDGES], of_edges[FOUR];
	for (unsigned i = 0; i < N_EDGES; i++)
		position[c->edge_perm[i]] = (uint8_t)i;
	for (unsigned i = 0; i < FOUR; i++)
		of_edges[i] = position[edges[i]];
	return rank_four(of_edges);
}

struct element element_of_cube(const struct cube *c)
{
	static const uint8_t up[] = {UR, UF, UL, UB}, down[] = {DR, DF, DL, DB}, slice[] = {FR, FL, BL, BR};
	return (struct element){
		.corners = element_tables()->corners_of_perm[corners_rank_perm(c)],
		.up = (uint16_t)element_four(c, up),
		.down = (uint16_t)element_four(c, down),
		.slice = (uint16_t)element_four(c, slice),
	};
}

struct bit_position bit_position_of_cube(const struct cube *c)
{
	return bit_position_of(&tables, element_of_cube(c));
}

/* Put the edges first .. first + 3 where a four has them. */
static void put_four(struct cube *c, unsigned first, unsigned four)
{
	uint8_t position[FOUR];
	unrank_four(four, position);
	for (unsigned i = 0; i < FOUR; i++)
		c->edge_perm[position[i]] = (uint8_t)(first + i);
}

struct cube element_cube(struct bit_position at)
{
	const struct element_tables *const t = element_tables();
	const unsigned tile = at.byte / TILE_BYTES, row = at.byte / N_LANES % N_ROWS, lane = at.byte % N_LANES;
	const unsigned up = FIRST_LAYER_FOUR + up_of[tile / N_ROWS][lane / 2];
	const unsigned layers = (1u << FR) - 1;
	const unsigned down_set = phase1_rank_positions(layers & ~phase1_unrank_positions(up / N_ORDERS));
	struct cube c = cube_solved;
	corners_unrank_perm(t->perm_of_corners[at.page * N_CORNER_BITS + at.bit], &c);
	put_four(&c, UR, up);
	put_four(&c, DR, down_set * N_ORDERS + order_of_row[tile % N_ROWS][lane % 2]);
	put_four(&c, FR, order_of_row[row][0]);
	if (cube_is_odd(&c) != permutation_is_odd(c.edge_perm, N_EDGES))
		put_four(&c, FR, order_of_row[row][1]);
	return c;
}
