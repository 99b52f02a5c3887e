/* Breadth-first search of the 8! * 3^7 corner positions.
 *
 * A block holds the 2187 twists of one permutation, a byte each.  A move takes a whole block to a whole block and permutes
 * the twists in a way that does not depend on the block, so the inner loops stay in the first-level cache: a list of
 * twists, one row of the twist move table, one block. */
#include "coord/corners.h"
#include "pieces/families.h"
#include "base/parallel.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Blocks are padded to whole 64-bit words; padding is neither open nor of any depth. */
enum { BLOCK = 2192, PADDING = 127, CHUNKS = 1260, CHUNK_BLOCKS = N_CORNER_PERMS / CHUNKS,
       SLABS = 42, SLAB_BLOCKS = N_CORNER_PERMS / SLABS, PAGE = 4096 };

struct corner_search {
	const struct build *build;
	uint8_t *depth;                           /* [permutation * BLOCK + twist] */
	uint16_t (*perm_after)[MOVE_ROW];
	uint16_t twist_after[N_MOVES][N_TWISTS];
	unsigned level;                           /* being found */
	_Atomic uint64_t n_new;
};

/* Relaxed: two threads may find the same position at the same time, but both write the same depth. */
static unsigned load(const uint8_t *p)
{
	return __atomic_load_n(p, __ATOMIC_RELAXED);
}

static void store(uint8_t *p, unsigned depth)
{
	__atomic_store_n(p, (uint8_t)depth, __ATOMIC_RELAXED);
}

/* The twists of a block with the given depth. */
static unsigned list_twists(const uint8_t *block, unsigned depth, uint16_t list[BLOCK])
{
	const uint64_t ones = 0x0101010101010101;
	unsigned n = 0;
	for (unsigned w = 0; w < BLOCK; w += 8) {
		const uint64_t differ = __atomic_load_n((const uint64_t *)(const void *)(block + w), __ATOMIC_RELAXED) ^ ones * depth;
		/* All bytes are below 128, so adding 127 sets the top bit of those that differ and carries nowhere. */
		for (uint64_t equal = ~(differ + ones * 127) & ones * 128; equal != 0; equal &= equal - 1)
			list[n++] = (uint16_t)(w + (unsigned)__builtin_ctzll(equal) / 8);
	}
	return n;
}

/* From the positions of the last level to their neighbours: cheap while the level is small. */
static void search_forward(void *context, uint32_t chunk)
{
	struct corner_search *const s = context;
	uint64_t n_new = 0;
	for (uint32_t perm = chunk * CHUNK_BLOCKS; perm < (chunk + 1) * CHUNK_BLOCKS; perm++) {
		uint16_t list[BLOCK];
		const unsigned n = list_twists(s->depth + (size_t)perm * BLOCK, s->level - 1, list);
		for (unsigned m = 0; m < N_MOVES && n != 0; m++) {
			if (!(s->build->moves >> m & 1))
				continue;
			uint8_t *const block = s->depth + (size_t)s->perm_after[perm][m] * BLOCK;
			const uint16_t *const after = s->twist_after[m];
			for (unsigned i = 0; i < n; i++)
				if (load(block + after[list[i]]) == DEPTH_OPEN) {
					store(block + after[list[i]], s->level);
					n_new++;
				}
		}
	}
	atomic_fetch_add_explicit(&s->n_new, n_new, memory_order_relaxed);
}

/* From the open positions to a neighbour of the last level: cheap when few are open. */
static void search_backward(void *context, uint32_t chunk)
{
	struct corner_search *const s = context;
	uint64_t n_new = 0;
	for (uint32_t perm = chunk * CHUNK_BLOCKS; perm < (chunk + 1) * CHUNK_BLOCKS; perm++) {
		uint8_t *const block = s->depth + (size_t)perm * BLOCK;
		uint16_t open[BLOCK];
		unsigned n = list_twists(block, DEPTH_OPEN, open);
		for (unsigned m = 0; m < N_MOVES && n != 0; m++) {
			if (!(s->build->moves >> m & 1))
				continue;
			const uint8_t *const neighbours = s->depth + (size_t)s->perm_after[perm][m] * BLOCK;
			const uint16_t *const after = s->twist_after[m];
			unsigned n_left = 0;
			for (unsigned i = 0; i < n; i++) {
				const bool found = load(neighbours + after[open[i]]) == s->level - 1;
				if (found)
					store(block + open[i], s->level);
				open[n_left] = open[i];
				n_left += !found;
			}
			n_new += n - n_left;
			n = n_left;
		}
	}
	atomic_fetch_add_explicit(&s->n_new, n_new, memory_order_relaxed);
}

/* Pack a slab and give its bytes back, so that the two forms of the table are never in memory together.
 * An even number of blocks begins on a whole byte of the image. */
static void pack_slab(void *context, uint32_t slab)
{
	static_assert(SLAB_BLOCKS % 2 == 0, "slabs begin on a whole byte");
	const struct corner_search *const s = context;
	const size_t slab_bytes = (size_t)SLAB_BLOCKS * BLOCK, begin = slab * slab_bytes;
	uint8_t *out = s->build->image->entries + (size_t)slab * SLAB_BLOCKS * N_TWISTS / 2;
	for (const uint8_t *even = s->depth + begin; even < s->depth + begin + slab_bytes; even += 2 * BLOCK) {
		const uint8_t *const odd = even + BLOCK;
		for (unsigned t = 0; t + 1 < N_TWISTS; t += 2)
			*out++ = (uint8_t)(even[t] | even[t + 1] << 4);
		*out++ = (uint8_t)(even[N_TWISTS - 1] | odd[0] << 4);
		for (unsigned t = 1; t < N_TWISTS; t += 2)
			*out++ = (uint8_t)(odd[t] | odd[t + 1] << 4);
	}
	const size_t first_page = (begin + PAGE - 1) / PAGE * PAGE, end_page = (begin + slab_bytes) / PAGE * PAGE;
	madvise(s->depth + first_page, end_page - first_page, MADV_DONTNEED);
}

static enum pdb_status search_levels(struct corner_search *s)
{
	const struct build *const b = s->build;
	for (uint32_t perm = 0; perm < N_CORNER_PERMS; perm++) {
		memset(s->depth + (size_t)perm * BLOCK, DEPTH_OPEN, N_TWISTS);
		memset(s->depth + (size_t)perm * BLOCK + N_TWISTS, PADDING, BLOCK - N_TWISTS);
	}
	s->depth[0] = 0;
	uint64_t n_found = 1, n_last = 1;
	for (s->level = 1; n_last != 0; s->level++) {
		/* An open position takes about 8 lookups to find its way back, a known one 18 (or 12) to go on. */
		const uint64_t n_open = b->image->n_entries - n_found;
		const bool forward = n_last * (unsigned)__builtin_popcount(b->moves) < n_open * 8;
		atomic_store_explicit(&s->n_new, 0, memory_order_relaxed);
		parallel_for(b->n_threads, CHUNKS, forward ? search_forward : search_backward, s);
		n_last = atomic_load_explicit(&s->n_new, memory_order_relaxed);
		/* Two threads may count one position: enough for choosing the direction, and the loop ends by n_last alone. */
		n_found = n_found + n_last < b->image->n_entries ? n_found + n_last : b->image->n_entries;
		if (!build_goes_on(b, n_found))
			return PDB_INTERRUPTED;
	}
	parallel_for(b->n_threads, SLABS, pack_slab, s);
	return PDB_OK;
}

enum pdb_status build_corners(const struct build *b)
{
	const size_t depth_bytes = (size_t)N_CORNER_PERMS * BLOCK;
	struct corner_search *const s = calloc(1, sizeof *s);
	uint16_t (*const twist_after)[MOVE_ROW] = malloc(N_TWISTS * sizeof *twist_after);
	uint16_t (*const perm_after)[MOVE_ROW] = malloc(N_CORNER_PERMS * sizeof *perm_after);
	void *const depth = mmap(NULL, depth_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	enum pdb_status status = PDB_NO_MEMORY;
	if (s != NULL && twist_after != NULL && perm_after != NULL && depth != MAP_FAILED) {
		madvise(depth, depth_bytes, MADV_HUGEPAGE);
		corners_fill_twist_moves(twist_after);
		corners_fill_perm_moves(perm_after);
		for (unsigned m = 0; m < N_MOVES; m++)
			for (unsigned t = 0; t < N_TWISTS; t++)
				s->twist_after[m][t] = twist_after[t][m];
		s->build = b;
		s->depth = depth;
		s->perm_after = perm_after;
		status = search_levels(s);
	}
	if (depth != MAP_FAILED)
		munmap(depth, depth_bytes);
	free(perm_after);
	free(twist_after);
	free(s);
	return status;
}
