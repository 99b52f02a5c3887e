#include "subgroup/guide.h"

#include "base/parallel.h"
#include "subgroup/distance.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { CHUNK_CLASSES = 10, N_CHUNKS = N_FLIPSLICE_CLASSES / CHUNK_CLASSES, BITS_PER_FACE = 4 };

size_t guide_bytes(void)
{
	return sizeof(uint32_t) * N_COSET_NUMBERS + sizeof(struct guide);
}

size_t guide_building_bytes(void)
{
	return DISTANCE_BYTES;
}

static void *map(size_t size_bytes)
{
	void *const memory = mmap(NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (memory == MAP_FAILED)
		return NULL;
	madvise(memory, size_bytes, MADV_HUGEPAGE);
	return memory;
}

struct filling {
	struct guide *guide;
	const uint8_t *distance;
};

/* A row of entries: add what one move does. */
static void add_move(const struct filling *f, uint32_t flipslice_class, unsigned move)
{
	const struct phase1_tables *const t = phase1_tables();
	const uint32_t flipslice = t->representative[flipslice_class];
	const uint32_t after = t->class_of[phase1_flipslice(t->slice_after[flipslice / N_FLIPS][move],
	                                                    t->flip_after[flipslice % N_FLIPS][move])];
	const uint8_t *const here = f->distance + (size_t)flipslice_class * DISTANCE_ROW;
	const uint8_t *const there = f->distance + (size_t)(after >> 4) * DISTANCE_ROW;
	uint32_t *const entry = f->guide->entry + (size_t)flipslice_class * N_TWISTS;
	const unsigned shift = move_face(move) * BITS_PER_FACE;
	/* By the difference, from -1 to 1. */
	const uint32_t bits[3] = {(GUIDE_NEARER | 1u << (move_turns(move) - 1)) << shift, 0, 1u << (move_turns(move) - 1) << shift};
	for (unsigned twist = 0; twist < N_TWISTS; twist++)
		entry[twist] |= bits[there[t->twist_conjugate[t->twist_after[twist][move]][after & 15]] + 1 - here[twist]];
}

static void fill_rows(void *context, uint32_t chunk)
{
	const struct filling *const f = context;
	for (uint32_t k = chunk * CHUNK_CLASSES; k < (chunk + 1) * CHUNK_CLASSES; k++) {
		for (unsigned twist = 0; twist < N_TWISTS; twist++)
			f->guide->entry[(size_t)k * N_TWISTS + twist] =
				(uint32_t)f->distance[(size_t)k * DISTANCE_ROW + twist] << GUIDE_DISTANCE_SHIFT;
		for (unsigned m = 0; m < N_MOVES; m++)
			add_move(f, k, m);
	}
}

/* The move m of a cube c is the move S m S^-1 of S c S^-1, to which the entry belongs. */
static void fill_decode(struct guide *g)
{
	for (unsigned s = 0; s < N_AXIS_SYMMETRIES; s++)
		for (unsigned m = 0; m < N_MOVES; m++) {
			const unsigned seen = symmetry_move[s][m], face = move_face(seen);
			for (unsigned byte = 0; byte < 256; byte++) {
				const unsigned bits = byte >> face % 2 * BITS_PER_FACE;
				const bool differs = (bits >> (move_turns(seen) - 1) & 1) != 0;
				struct guide_moves *const moves = &g->decode[s][face / 2][byte];
				if (differs && (bits & GUIDE_NEARER) != 0)
					moves->nearer |= 1u << m;
				if (!differs || (bits & GUIDE_NEARER) != 0)
					moves->not_further |= 1u << m;
			}
		}
}

static bool fill(struct guide *g, unsigned n_threads, bool (*goes_on)(void *, uint64_t), void *context)
{
	const struct distance_search search = {
		.moves = (1u << N_MOVES) - 1, .n_threads = n_threads, .distance = map(DISTANCE_BYTES), .goes_on = goes_on, .context = context,
	};
	if (search.distance == NULL) {
		errno = ENOMEM;
		return false;
	}
	const bool is_complete = distance_search_run(&search);
	if (is_complete) {
		struct filling f = {g, search.distance};
		parallel_for(n_threads, N_CHUNKS, fill_rows, &f);
	}
	munmap(search.distance, DISTANCE_BYTES);
	errno = 0;
	return is_complete;
}

bool guide_open(unsigned n_threads, bool (*goes_on)(void *context, uint64_t n_found), void *context, struct guide **out)
{
	struct guide *const g = calloc(1, sizeof *g);
	const size_t entry_bytes = sizeof(uint32_t) * N_COSET_NUMBERS;
	uint32_t *const entry = map(entry_bytes);
	if (g == NULL || entry == NULL) {
		free(g);
		if (entry != NULL)
			munmap(entry, entry_bytes);
		errno = ENOMEM;
		return false;
	}
	g->entry = entry;
	g->entry_bytes = entry_bytes;
	fill_decode(g);
	if (!fill(g, n_threads, goes_on, context)) {
		const int error = errno;
		guide_close(g);
		errno = error;
		return false;
	}
	*out = g;
	return true;
}

void guide_close(struct guide *g)
{
	munmap(g->entry, g->entry_bytes);
	free(g);
}
