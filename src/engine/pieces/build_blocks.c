/* Breadth-first search of piece tables.
 *
 * A block holds all orientations of one arrangement, a byte each.  A move takes a whole block to a whole
 * block and permutes the orientations in a way that few blocks differ in (struct orbit_moves), so the inner
 * loops stay in the first-level cache: a list of orientations, one row, one block.  Of tables of corners and
 * edges a block has the edges' orientations, and the corners' index is a part of the arrangement. */
#include "base/memory.h"
#include "base/system.h"
#include "pieces/families.h"
#include "pieces/build_words.h"

#include <stdatomic.h>

/* Blocks are padded to whole 64-bit words; padding is neither open nor of any depth. */
enum { MAX_BLOCK = CLOSURE_MAX_CLASS, PADDING = 127, CHUNKS = 1260, SLABS = 42, PAGE = 4096 };
static_assert((int)MAX_BLOCK >= (int)ORBIT_MAX_ORIENTATIONS, "a list has room for all orientations");

struct block_search {
	const struct build *build;
	const struct block_moves *moves;
	uint8_t *depth;                           /* [block * stride + orientations] */
	uint64_t n_blocks, slab_blocks;
	size_t stride, depth_bytes;
	unsigned n_orientations;
	unsigned level;                           /* being found */
	unsigned cost;                            /* of the turns that lead there */
	uint8_t entry[128];                       /* for each depth */
	_Atomic uint64_t n_new;
	uint64_t n_found;                         /* at the levels before */
	bool is_stopped;
};

/* Relaxed: two threads may find the same state at the same time, but both write the same distance. */
static inline unsigned levels_load(const uint8_t *p)
{
	return __atomic_load_n(p, __ATOMIC_RELAXED);
}

static inline void levels_store(uint8_t *p, unsigned distance)
{
	__atomic_store_n(p, (uint8_t)distance, __ATOMIC_RELAXED);
}

/* The states of a row with that distance, below 128 as all are.
 * @param n  of the row: a multiple of 8, at an address that is one
 * @return how many there are in *list */
static inline unsigned levels_list(const uint8_t *row, size_t n, unsigned distance, uint16_t *list)
{
	const uint64_t ones = 0x0101010101010101;
	unsigned n_found = 0;
	for (size_t w = 0; w < n; w += 8) {
		const uint64_t differ =
			__atomic_load_n((const uint64_t *)(const void *)(row + w), __ATOMIC_RELAXED) ^ ones * distance;
		/* All bytes are below 128, so adding 127 sets the top bit of those that differ and carries
		 * nowhere. */
		set64_foreach(bit, ~(differ + ones * 127) & ones * 128)
			list[n_found++] = (uint16_t)(w + bit / 8);
	}
	return n_found;
}

/* Where a turn takes a block, and the listed orientations. @param joined  room for the row of two moves */
static struct block_step turn_step(const struct block_search *s, uint64_t block, const uint8_t *moves,
                                   unsigned n_moves, const uint16_t *list, unsigned n,
                                   uint16_t joined[MAX_BLOCK])
{
	const struct block_step first = block_moves_step(s->moves, block, moves[0]);
	if (n_moves == 1)
		return first;
	const struct block_step second = block_moves_step(s->moves, first.block, moves[1]);
	items_foreach(o, list, n)
		joined[*o] = second.row[first.row[*o]];
	return (struct block_step){second.block, joined};
}

/* Give a coset that was reached its level under each other index that it has, which is symmetric itself then.
 * @return how many these are */
static unsigned reach_others(const struct block_search *s, uint64_t block, unsigned orientations)
{
	const struct phase1_tables *const cosets = s->moves->cosets;
	unsigned n_new = 0;
	set_foreach(symmetry, cosets->stabiliser[block] & ~1u) {
		uint8_t *const same =
			s->depth + block * s->stride + cosets->twist_conjugate[orientations][symmetry];
		n_new += levels_load(same) == BUILD_NOT_FOUND;
		levels_store(same, s->level);
	}
	return n_new;
}

/* From the positions of the last level to their neighbours: cheap while the level is small. */
static void search_forward(void *context, uint32_t chunk)
{
	struct block_search *const s = context;
	const bool has_several = s->moves->cosets != NULL;
	const unsigned level = s->level;
	uint64_t n_new = 0;
	for (uint64_t b = s->n_blocks * chunk / CHUNKS; b < s->n_blocks * (chunk + 1) / CHUNKS; b++) {
		uint16_t list[MAX_BLOCK], joined[MAX_BLOCK];
		const unsigned n = levels_list(s->depth + b * s->stride, s->stride, s->level - s->cost, list);
		items_foreach(turn, s->build->turn, n > 0 ? s->build->n_turns : 0) {
			if (turn->cost != s->cost)
				continue;
			const struct block_step step = turn_step(s, b, turn->moves, turn->n_moves, list, n, joined);
			uint8_t *const block = s->depth + step.block * s->stride;
			for (unsigned i = 0; i < n; i++)
				if (levels_load(block + step.row[list[i]]) == BUILD_NOT_FOUND) {
					levels_store(block + step.row[list[i]], level);
					n_new++;
					if (has_several)
						n_new += reach_others(s, step.block, step.row[list[i]]);
				}
		}
	}
	atomic_fetch_add_explicit(&s->n_new, n_new, memory_order_relaxed);
}

/* From the open positions to a neighbour of the last level: cheap when few are open. */
static void search_backward(void *context, uint32_t chunk)
{
	struct block_search *const s = context;
	uint64_t n_new = 0;
	for (uint64_t b = s->n_blocks * chunk / CHUNKS; b < s->n_blocks * (chunk + 1) / CHUNKS; b++) {
		uint8_t *const block = s->depth + b * s->stride;
		uint16_t open[MAX_BLOCK], joined[MAX_BLOCK];
		unsigned n = levels_list(block, s->stride, BUILD_NOT_FOUND, open);
		items_foreach(turn, s->build->turn, n > 0 ? s->build->n_turns : 0) {
			const uint8_t back[2] = {(uint8_t)move_inverse(turn->moves[0]),
			                         (uint8_t)move_inverse(turn->moves[1])};
			if (turn->cost != s->cost)
				continue;
			const struct block_step step = turn_step(s, b, back, turn->n_moves, open, n, joined);
			const uint8_t *const neighbours = s->depth + step.block * s->stride;
			unsigned n_left = 0;
			for (unsigned i = 0; i < n; i++) {
				const bool found = levels_load(neighbours + step.row[open[i]]) == s->level - s->cost;
				if (found)
					levels_store(block + open[i], s->level);
				open[n_left] = open[i];
				n_left += !found;
			}
			n_new += n - n_left;
			n = n_left;
		}
	}
	atomic_fetch_add_explicit(&s->n_new, n_new, memory_order_relaxed);
}

/* Pack two blocks, which begin on a whole byte; `odd` may be NULL. */
static uint8_t *pack_blocks(const uint8_t entry[128], uint8_t *out, const uint8_t *even, const uint8_t *odd,
                            unsigned n)
{
	for (unsigned i = 0; i + 1 < n; i += 2)
		*out++ = (uint8_t)(entry[even[i]] | entry[even[i + 1]] << 4);
	if (n % 2 == 0)
		return odd != NULL ? pack_blocks(entry, out, odd, NULL, n) : out;
	*out++ = (uint8_t)(entry[even[n - 1]] | (odd != NULL ? entry[odd[0]] << 4 : 0));
	for (unsigned i = 1; odd != NULL && i < n; i += 2)
		*out++ = (uint8_t)(entry[odd[i]] | entry[odd[i + 1]] << 4);
	return out;
}

/* Pack a slab and give its bytes back, so that the two forms of the table are never in memory together.
 * Slabs have an even number of blocks. */
static void pack_slab(void *context, uint32_t slab)
{
	const struct block_search *const s = context;
	const bool is_wide = s->build->image->size_bytes == s->build->image->n_entries;
	const uint64_t begin = slab * s->slab_blocks, left = s->n_blocks > begin ? s->n_blocks - begin : 0;
	const uint64_t end = begin + (left < s->slab_blocks ? left : s->slab_blocks);
	uint8_t *out = s->build->image->entries + begin * s->n_orientations / 2;
	for (uint64_t b = begin; b < end && is_wide; b++)
		memcpy(s->build->image->entries + b * s->n_orientations, s->depth + b * s->stride, s->n_orientations);
	for (uint64_t b = begin; b < end && !is_wide; b += 2) {
		const uint8_t *const even = s->depth + b * s->stride;
		out = pack_blocks(s->entry, out, even, b + 1 < end ? even + s->stride : NULL, s->n_orientations);
	}
	const size_t first_page = (begin * s->stride + PAGE - 1) / PAGE * PAGE,
	             end_page = end * s->stride / PAGE * PAGE;
	if (first_page < end_page)
		system_forget(s->depth + first_page, end_page - first_page);
}

/* Also within a level, since one may take minutes. */
static bool goes_on(void *context, uint32_t n_begun)
{
	struct block_search *const s = context;
	return build_goes_on(s->build, s->n_found);
}

/* Find positions of s->level from those that are a turn of some cost nearer. @return how many */
static uint64_t search_level(struct block_search *s, const uint64_t *n_at, uint64_t n_open)
{
	uint64_t n_level = 0;
	for (s->cost = 1; s->cost <= s->build->largest_cost && s->cost <= s->level && !s->is_stopped; s->cost++) {
		unsigned n_turns = 0;
		items_foreach(turn, s->build->turn, s->build->n_turns)
			n_turns += turn->cost == s->cost;
		const uint64_t n_last = n_turns > 0 ? n_at[s->level - s->cost] : 0;
		if (n_last == 0)
			continue;
		/* An open position takes about 8 lookups to find its way back, a known one 18 (or 12) to go on. */
		const bool forward = n_last * n_turns < n_open * 8;
		atomic_store_explicit(&s->n_new, 0, memory_order_relaxed);
		s->is_stopped = !parallel_for_watched(s->build->n_threads, CHUNKS,
		                                      forward ? search_forward : search_backward, s, goes_on, s);
		n_level += atomic_load_explicit(&s->n_new, memory_order_relaxed);
	}
	return n_level;
}

static enum status search_levels(struct block_search *s)
{
	const struct build *const b = s->build;
	for (uint64_t block = 0; block < s->n_blocks; block++) {
		memset(s->depth + block * s->stride, BUILD_NOT_FOUND, s->n_orientations);
		memset(s->depth + block * s->stride + s->n_orientations, PADDING, s->stride - s->n_orientations);
	}
	uint64_t n_at[BUILD_MAX_COST + 1] = {0};
	unsigned n_idle = 0;
	uint64_t index;
	for (unsigned i = 0; (index = block_start(b->image->key.coordinate, i)) != UINT64_MAX; i++) {
		uint8_t *const depth = s->depth + index / s->n_orientations * s->stride + index % s->n_orientations;
		n_at[0] += *depth != 0;
		*depth = 0;
	}
	s->n_found = n_at[0];
	for (s->level = 1; n_idle < b->largest_cost && s->level <= BUILD_MAX_COST; s->level++) {
		/* Two threads may count one position: enough for choosing the direction, and the loop ends by levels
		 * without any. */
		n_at[s->level] = search_level(s, n_at, b->image->n_entries - s->n_found);
		s->n_found = s->n_found + n_at[s->level] < b->image->n_entries ? s->n_found + n_at[s->level]
		                                                               : b->image->n_entries;
		n_idle = n_at[s->level] == 0 ? n_idle + 1 : 0;
		if (s->is_stopped || !build_goes_on(b, s->n_found))
			return STATUS_INTERRUPTED;
	}
	for (unsigned depth = 0; depth < BUILD_NOT_FOUND + 1; depth++)
		s->entry[depth] = (uint8_t)build_entry(b, depth);
	parallel_for(b->n_threads, SLABS, pack_slab, s);
	return STATUS_OK;
}

static size_t stride_of(unsigned n_orientations)
{
	return (n_orientations + 7u) / 8 * 8;
}

uint64_t blocks_builder_bytes(const struct pdb_key *key, unsigned n_threads)
{
	const struct block_shape shape = block_shape_of(key->coordinate);
	return shape.n_blocks * stride_of(shape.n_orientations) + shape.moves_bytes + (UINT64_C(1) << 20);
}

enum status build_blocks(const struct build *b)
{
	const struct block_shape shape = block_shape_of(b->image->key.coordinate);
	struct block_search s = {
		.build = b, .n_blocks = shape.n_blocks, .slab_blocks = (shape.n_blocks / SLABS + 2) / 2 * 2,
		.stride = stride_of(shape.n_orientations), .n_orientations = shape.n_orientations,
	};
	s.moves = block_moves_acquire(b->image->key.coordinate);
	s.depth_bytes = s.n_blocks * s.stride;
	const bool is_of_words = s.moves != NULL && build_words_takes(b, s.moves);
	s.depth = is_of_words ? NULL : memory_map_huge(s.depth_bytes);
	enum status status = STATUS_NO_MEMORY;
	if (is_of_words)
		status = build_words(b, s.moves);
	else if (s.moves != NULL && s.depth != NULL)
		status = search_levels(&s);
	if (s.depth != NULL)
		memory_unmap(s.depth, s.depth_bytes);
	block_moves_release(s.moves);
	return status;
}

/* The moves of such a table are turns of its own, whose costs its key has. */
enum status build_closure(const struct build *b)
{
	const struct turn_costs *const costs = &b->image->key.costs;
	const unsigned divisor = pdb_scale_of(costs).divisor;
	struct build of_moves = *b;
	of_moves.n_turns = 0;
	for (unsigned move = 0; move < N_MOVES; move++) {
		const unsigned cost = costs->of[move] / divisor;
		if (cost != 0)
			of_moves.turn[of_moves.n_turns++] = (struct build_turn){
				.n_moves = 1, .moves = {(uint8_t)move_inverse(move)},
				.cost = (uint8_t)(cost < PDB_MAX_COST ? cost : PDB_MAX_COST),
			};
	}
	return build_blocks(&of_moves);
}
