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
	const uint32_t word = coset_tables.step[class][move];
	const unsigned to = coset_word_class(word);
	return (struct coset_way){
		.from = (uint16_t)class, .to = (uint16_t)to, .move = (uint8_t)move,
		.right = symmetry_product[coset_word_right(word)][coset_tables.stabilizer[to][stabilizer].right],
		.left = symmetry_product[coset_tables.stabilizer[to][stabilizer].left][coset_word_left(word)],
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
}

struct coset_way coset_copy(unsigned class, unsigned s)
{
	return (struct coset_way){
		.from = (uint16_t)class, .to = (uint16_t)class, .move = N_MOVES,
		.right = coset_tables.stabilizer[class][s].right, .left = coset_tables.stabilizer[class][s].left,
	};
}

/* ---- maps ---- */
static void fill_moved(struct coset_map *map)
{
	uint16_t *const moved = map->moved;
	moved[0] = 0;
	for (unsigned set = 1; set < 64; set++)
		moved[set] = moved[set & (set - 1)] | (uint16_t)(1u << map->to[__builtin_ctz(set)]);
	for (unsigned high = 1; high < 64; high++) {
		const uint16_t moved_high = moved[(high & (high - 1)) * 64] | (uint16_t)(1u << map->to[6 + __builtin_ctz(high)]);
		for (unsigned low = 0; low < 64; low++)
			moved[high * 64 + low] = moved_high | moved[low];
	}
}

static void fill_map(struct coset_map *map, const struct coset_way *way, bool is_back)
{
	*map = (struct coset_map){.flip = 0};
	for (unsigned i = 0; i < N_EDGES; i++) {
		const unsigned between = coset_tables.edge_right[way->right].from[i];
		unsigned from = between, flip = coset_tables.edge_right[way->right].flip[i];
		if (way->move < N_MOVES) {
			from = coset_tables.turn[way->move].from[between];
			flip ^= coset_tables.turn[way->move].flip[between];
		}
		map->to[is_back ? i : from] = (uint8_t)(is_back ? from : i);
		map->flip |= (uint16_t)((flip >> 4) << (is_back ? from : i));
	}
	/* A slice is flipped from the left as a whole, which makes no difference to a coset. */
	for (unsigned slice = 0; slice < COSET_AXES; slice++) {
		const unsigned code = coset_tables.edge_left[way->left][32 + 4 * slice];
		const unsigned after = code >> 1 & 3, to = is_back ? slice : after, from = is_back ? after : slice;
		if (to == 1)
			map->m_shift = (uint8_t)(16 * from);
		if (to == 2)
			map->e_shift = (uint8_t)(16 * from);
	}
	fill_moved(map);
}

void coset_map_fill(struct coset_map *map, const struct coset_way *way)
{
	fill_map(map, way, false);
}

void coset_map_fill_back(struct coset_map *map, const struct coset_way *way)
{
	fill_map(map, way, true);
}

static void fill_map_tables(void)
{
	for (unsigned m = 0; m < 4096; m++)
		for (unsigned e = 0; e < 256 && __builtin_popcount(m) == 4; e++)
			if (__builtin_popcount(e) == 4) {
				const uint64_t e_mask = coset_deposit(e, m ^ 0xFFF);
				coset_map_tables.masks[coset_tables.slice_rank_m[m] + coset_tables.slice_rank_e[e]] =
					(m ^ e_mask ^ 0xFFF) | (uint64_t)m << 16 | e_mask << 32;
			}
	for (unsigned flips = 0; flips < 256; flips++)
		coset_map_tables.flips[flips] =
			(uint16_t)(coset_deposit(flips, 0x6EE) | (uint64_t)(__builtin_popcount(flips) & 1) << 11);
}

static void fill_flip_tables(void)
{
	for (unsigned slices = 0; slices < COSET_SLICES; slices++) {
		uint8_t *const adds = coset_map_tables.flip[slices].adds, *const position = coset_map_tables.bit[slices].position;
		for (unsigned i = 0; i < N_EDGES; i++) {
			adds[i] = (uint8_t)coset_masks_flips(coset_map_tables.masks[slices] | UINT64_C(1) << (48 + i));
			if (adds[i] == 0)
				memset(position + 8, (int)i, 8);
			else if ((adds[i] & (adds[i] - 1)) == 0)
				position[__builtin_ctz(adds[i])] = (uint8_t)i;
		}
	}
	for (unsigned bits = 0; bits < 256; bits++)
		for (unsigned i = 0; i < 8; i++)
			coset_map_tables.bytes_of_bits[bits] |= (uint64_t)(bits >> i & 1) * 255 << 8 * i;
}

uint32_t coset_solved_index(unsigned *class)
{
	struct coset_cube solved = {.edges = {0}};
	coset_pack(&cube_solved, solved.edges, solved.corners);
	const uint32_t word = coset_tables.corner[coset_corner_state(word_of_bytes(solved.corners))];
	*class = coset_word_class(word);
	return coset_edge_index(coset_edges_load(solved.edges), word);
}

static void fill_tables(void)
{
	coset_init();
	fill_ways();
	fill_map_tables();
	fill_flip_tables();
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
