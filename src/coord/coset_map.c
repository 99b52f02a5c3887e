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

static void fill_map(struct coset_map *map, const struct coset_way *way, unsigned flip_bits, bool is_back)
{
	*map = (struct coset_map){.flip_bits = (uint8_t)flip_bits};
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
	/* A slice is flipped from the left as a whole.  Two of them make no difference to a coset, so three are as one. */
	for (unsigned slice = 0; slice < COSET_AXES; slice++) {
		const unsigned code = coset_tables.edge_left[way->left][32 + 4 * slice];
		const unsigned after = code >> 1 & 3, to = is_back ? slice : after, from = is_back ? after : slice;
		map->flip_m ^= code >> 3 != 0 ? 0xFFF : 0;
		if (to == 1)
			map->m_shift = (uint8_t)(16 * from);
		if (to == 2)
			map->e_shift = (uint8_t)(16 * from);
	}
	fill_moved(map);
}

void coset_map_fill(struct coset_map *map, const struct coset_way *way, unsigned flip_bits)
{
	fill_map(map, way, flip_bits, false);
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

/* What the flip of each position adds, by its slice and its number there, is the same for all patterns. */
static void fill_flips(unsigned flip_bits)
{
	const unsigned kept = coset_tables.flips[flip_bits - 8].kept, last = flip_bits == 9 ? 4 : 11;
	for (unsigned flips = 0; flips < 1u << flip_bits; flips++)
		coset_map_tables.flips[flip_bits - 8][flips] =
			(uint16_t)(coset_deposit(flips, kept) | (uint64_t)(__builtin_popcount(flips) & 1) << last);
	uint16_t adds[N_EDGES];
	uint8_t number[16];  /* of the position for each bit, and from there on of that which adds nothing */
	memset(number, (int)last, sizeof number);
	for (unsigned i = 0; i < N_EDGES; i++) {
		adds[i] = (uint16_t)coset_masks_flips(UINT64_C(0x0F0000F0000F), coset_flips_thrice(1u << i), flip_bits);
		if (adds[i] != 0 && (adds[i] & (adds[i] - 1)) == 0)
			number[__builtin_ctz(adds[i])] = (uint8_t)i;
	}
	for (unsigned slices = 0; slices < COSET_SLICES; slices++) {
		const uint64_t masks = coset_map_tables.masks[slices];
		uint8_t position[N_EDGES];
		for (unsigned i = 0; i < N_EDGES; i++) {
			position[i] = (uint8_t)(__builtin_ctzll(coset_deposit(UINT64_C(1) << i, masks)) % 16);
			coset_map_tables.flip[flip_bits - 8][slices].adds[position[i]] = (uint8_t)adds[i];
			if (flip_bits == 9)
				coset_map_tables.flip_high[slices].adds[position[i]] = (uint8_t)(adds[i] >> 3);
		}
		for (unsigned i = 0; i < 16; i++)
			coset_map_tables.bit[flip_bits - 8][slices].position[i] = position[number[i]];
	}
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
