#include "coord/coset_map.h"

#include "coord/coset_packed.h"
#include "coord/coset_map_tables.h"

#include <assert.h>
#include <pthread.h>

struct coset_ways coset_ways;
struct coset_map_tables coset_map_tables;

static uint64_t word_of_bytes(const uint8_t bytes[8])
{
	uint64_t word = 0;
	for (unsigned i = 0; i < 8; i++)
		word |= (uint64_t)bytes[i] << 8 * i;
	return word;
}

/* ---- ways ---- */
static struct coset_way way_of(unsigned class, unsigned move, unsigned stabilizer)
{
	const uint32_t word = coset_word_copy(coset_tables.step[class][move], stabilizer);
	return (struct coset_way){
		.from = (uint16_t)class, .to = (uint16_t)coset_word_class(word), .move = (uint8_t)move,
		.right = (uint8_t)coset_word_right(word), .left = (uint8_t)coset_word_left(word),
		.map = (uint8_t)coset_word_map(word),
	};
}

/* If (l, r) leaves the class's frame alone, then l c r m = l (c n) r with n = r m r^-1: another move of the copy. */
static uint32_t moves_like(unsigned class, unsigned move)
{
	uint32_t moves = 0;
	for (unsigned s = 0; s < coset_tables.n_stabilizers[class]; s++)
		moves |= 1u << coset_tables.seen_move[coset_tables.stabilizer[class][s].right][move];
	return moves;
}

static void fill_ways(void)
{
	unsigned n = 0;
	for (unsigned class = 0; class < COSET_CLASSES; class++) {
		uint32_t done = 0;
		coset_ways.begin_from[class] = (uint16_t)n;
		for (unsigned move = 0; move < N_MOVES; move++) {
			const unsigned to = coset_word_class(coset_tables.step[class][move]);
			for (unsigned s = 0; s < coset_tables.n_stabilizers[to] && !(done >> move & 1); s++) {
				assert(n < COSET_N_WAYS);
				coset_ways.by_from[n++] = way_of(class, move, s);
				coset_ways.begin_to[to]++;  /* a count, so far */
			}
			done |= moves_like(class, move);
		}
	}
	assert(n == COSET_N_WAYS);
	coset_ways.begin_from[COSET_CLASSES] = (uint16_t)n;
	/* Sorted by counting, from the last. */
	for (unsigned class = 1; class <= COSET_CLASSES; class++)
		coset_ways.begin_to[class] = (uint16_t)(coset_ways.begin_to[class] + coset_ways.begin_to[class - 1]);
	while (n-- > 0)
		coset_ways.by_to[--coset_ways.begin_to[coset_ways.by_from[n].to]] = coset_ways.by_from[n];
	for (unsigned map = 0; map < COSET_MAPS; map++)
		while (coset_tables.part_map_after[map][coset_ways.map_back[map]] != 0)
			coset_ways.map_back[map]++;
}

struct coset_way coset_copy(unsigned class, unsigned s)
{
	return (struct coset_way){
		.from = (uint16_t)class, .to = (uint16_t)class, .move = N_MOVES,
		.right = coset_tables.stabilizer[class][s].right, .left = coset_tables.stabilizer[class][s].left,
		.map = coset_tables.stabilizer[class][s].map,
	};
}

/* ---- maps ---- */
static void fill_moved(struct coset_map *map, const uint8_t to[N_EDGES])
{
	uint16_t *const moved = map->moved;
	moved[0] = 0;
	for (unsigned set = 1; set < 64; set++)
		moved[set] = moved[set & (set - 1)] | (uint16_t)(1u << to[__builtin_ctz(set)]);
	for (unsigned high = 1; high < 64; high++) {
		const uint16_t moved_high = moved[(high & (high - 1)) * 64] | (uint16_t)(1u << to[6 + __builtin_ctz(high)]);
		for (unsigned low = 0; low < 64; low++)
			moved[high * 64 + low] = moved_high | moved[low];
	}
}

void coset_map_fill(struct coset_map *map, const struct coset_way *way, unsigned flip_bits)
{
	uint8_t to[N_EDGES];  /* the position after of each before */
	*map = (struct coset_map){.flip_bits = (uint8_t)flip_bits};
	for (unsigned i = 0; i < N_EDGES; i++) {
		const unsigned between = coset_tables.edge_right[way->right].from[i];
		unsigned from = between, flip = coset_tables.edge_right[way->right].flip[i];
		if (way->move < N_MOVES) {
			from = coset_tables.turn[way->move].from[between];
			flip ^= coset_tables.turn[way->move].flip[between];
		}
		to[from] = (uint8_t)i;
		map->flip |= (uint16_t)((flip >> 4) << i);
	}
	/* A slice is flipped from the left as a whole.  Two of them make no difference to a coset, so three are as one. */
	for (unsigned slice = 0; slice < COSET_AXES; slice++) {
		const unsigned code = coset_tables.edge_left[way->left][32 + 4 * slice], after = code >> 1 & 3;
		map->flip_m ^= code >> 3 != 0 ? 0xFFF : 0;
		if (after == 1)
			map->m_shift = (uint8_t)(16 * slice);
		if (after == 2)
			map->e_shift = (uint8_t)(16 * slice);
	}
	fill_moved(map, to);
}

static void fill_masks(void)
{
	for (unsigned m = 0; m < 4096; m++)
		for (unsigned e = 0; e < 256 && __builtin_popcount(m) == 4; e++)
			if (__builtin_popcount(e) == 4) {
				const uint64_t e_mask = coset_deposit(e, m ^ 0xFFF);
				coset_map_tables.masks[coset_slices(m, e)] = (m ^ e_mask ^ 0xFFF) | (uint64_t)m << 16 | e_mask << 32;
			}
}

static void fill_flips(unsigned flip_bits)
{
	const unsigned kept = coset_tables.flips[flip_bits - 8].kept, last = flip_bits == 9 ? 4 : 11;
	for (unsigned flips = 0; flips < 1u << flip_bits; flips++)
		coset_map_tables.flips[flip_bits - 8][flips] =
			(uint16_t)(coset_deposit(flips, kept) | (uint64_t)(__builtin_popcount(flips) & 1) << last);
}

uint32_t coset_solved_index(const struct coset_parts *parts, unsigned *place)
{
	struct coset_cube solved = {.edges = {0}};
	coset_pack(&cube_solved, solved.edges, solved.corners);
	const uint64_t corners = word_of_bytes(solved.corners);
	const uint32_t word = coset_tables.corner[coset_corner_state(corners)];
	*place = coset_word_class(word) * parts->n_parts + parts->part_map[coset_word_map(word)][coset_raw_part(corners)];
	const struct coset_edge_index i = coset_edge_index(coset_edges_load(solved.edges), word, parts->flip_bits);
	return i.slices << parts->flip_bits | i.flips;
}

static void fill_tables(void)
{
	coset_init();
	fill_ways();
	fill_masks();
	fill_flips(8);
	fill_flips(9);
}

void coset_ways_init(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, fill_tables);
}

const struct coset_mapper *const coset_mappers[COSET_N_MAPPERS] = {&coset_mapper_avx2, &coset_mapper_portable};

const struct coset_mapper *coset_mapper_best(void)
{
	unsigned i = 0;
	while (!coset_mappers[i]->runs_here())
		i++;
	return coset_mappers[i];
}
