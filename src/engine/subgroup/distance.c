/* A move takes a whole row to a whole row: the class of its flipslice, moved and made canonical by a
 * symmetry, and the twists permuted by the move and that symmetry, whatever the row.  The inner loops stay in
 * the first-level cache: a list of twists, a permutation of twists, one row. */
#include "subgroup/distance.h"

#include "base/levels.h"
#include "base/parallel.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

enum { CHUNK_CLASSES = 85, N_CHUNKS = N_FLIPSLICE_CLASSES / CHUNK_CLASSES };
static_assert(N_CHUNKS * CHUNK_CLASSES == N_FLIPSLICE_CLASSES, "chunks hold all classes");

struct level_search {
	const struct distance_search *search;
	const struct phase1_tables *tables;
	unsigned level;               /* being found */
	_Atomic uint64_t n_new;
};

static uint8_t *row_of(const struct level_search *s, uint32_t flipslice_class)
{
	return s->search->distance + (size_t)flipslice_class * DISTANCE_ROW;
}

/* Give a coset its distance, under each number that it has.  @return how many were unknown */
static unsigned reach(const struct phase1_tables *t, uint8_t *row, unsigned stabiliser, unsigned twist,
                      unsigned level)
{
	if (levels_load(row + twist) != DISTANCE_UNKNOWN)
		return 0;
	levels_store(row + twist, level);
	unsigned n_new = 1;
	for (unsigned others = stabiliser & ~1u; others != 0; others &= others - 1) {
		uint8_t *const same = row + t->twist_conjugate[twist][__builtin_ctz(others)];
		if (levels_load(same) == DISTANCE_UNKNOWN) {
			levels_store(same, level);
			n_new++;
		}
	}
	return n_new;
}

/* From the cosets of the last level to their neighbours: cheap while the level is small. */
static void search_forward(void *context, uint32_t chunk)
{
	struct level_search *const s = context;
	const struct phase1_tables *const t = s->tables;
	uint64_t n_new = 0;
	for (uint32_t k = chunk * CHUNK_CLASSES; k < (chunk + 1) * CHUNK_CLASSES; k++) {
		uint16_t list[DISTANCE_ROW];
		const unsigned n = levels_list(row_of(s, k), DISTANCE_ROW, s->level - 1, list);
		for (uint32_t moves = n == 0 ? 0 : s->search->moves; moves != 0; moves &= moves - 1) {
			const unsigned m = (unsigned)__builtin_ctz(moves);
			const uint32_t after = phase1_class_after(t, k, m);
			uint8_t *const row = row_of(s, after >> 4);
			for (unsigned i = 0; i < n; i++)
				n_new += reach(t, row, t->stabiliser[after >> 4],
				               t->twist_conjugate[t->twist_after[list[i]][m]][after & 15], s->level);
		}
	}
	atomic_fetch_add_explicit(&s->n_new, n_new, memory_order_relaxed);
}

/* From the unknown cosets to a neighbour of the last level: cheap when few are unknown. */
static void search_backward(void *context, uint32_t chunk)
{
	struct level_search *const s = context;
	const struct phase1_tables *const t = s->tables;
	uint64_t n_new = 0;
	for (uint32_t k = chunk * CHUNK_CLASSES; k < (chunk + 1) * CHUNK_CLASSES; k++) {
		uint8_t *const row = row_of(s, k);
		uint16_t open[DISTANCE_ROW];
		unsigned n = levels_list(row, DISTANCE_ROW, DISTANCE_UNKNOWN, open);
		for (uint32_t moves = s->search->moves; n != 0 && moves != 0; moves &= moves - 1) {
			const unsigned m = (unsigned)__builtin_ctz(moves);
			const uint32_t after = phase1_class_after(t, k, m);
			const uint8_t *const neighbours = row_of(s, after >> 4);
			unsigned n_left = 0;
			for (unsigned i = 0; i < n; i++) {
				const unsigned twist = t->twist_conjugate[t->twist_after[open[i]][m]][after & 15];
				const bool found = levels_load(neighbours + twist) == s->level - 1;
				if (found)
					levels_store(row + open[i], s->level);
				open[n_left] = open[i];
				n_left += !found;
			}
			n_new += n - n_left;
			n = n_left;
		}
	}
	atomic_fetch_add_explicit(&s->n_new, n_new, memory_order_relaxed);
}

bool distance_search_run(const struct distance_search *search)
{
	struct level_search s = {.search = search, .tables = phase1_tables()};
	memset(search->distance, DISTANCE_UNKNOWN, DISTANCE_BYTES);
	for (unsigned k = 0; k < N_FLIPSLICE_CLASSES; k++)
		memset(row_of(&s, k) + N_TWISTS, DISTANCE_PADDING, DISTANCE_ROW - N_TWISTS);
	*row_of(&s, 0) = 0;
	uint64_t n_found = 1, n_new = 1;
	for (s.level = 1; n_new != 0; s.level++) {
		/* The last few levels hold most of the cosets: the search turns round when a fifth is found. */
		const bool forward = n_found < N_COSET_NUMBERS / 5;
		atomic_store_explicit(&s.n_new, 0, memory_order_relaxed);
		parallel_for(search->n_threads, N_CHUNKS, forward ? search_forward : search_backward, &s);
		/* Two threads may have counted one coset twice, so the count only steers. */
		n_new = atomic_load_explicit(&s.n_new, memory_order_relaxed);
		n_found = n_found + n_new < N_COSET_NUMBERS ? n_found + n_new : N_COSET_NUMBERS;
		if (!pdb_tell(search->progress, search->stage, n_found, N_COSET_NUMBERS))
			return false;
	}
	return true;
}

void distance_count_cosets(const uint8_t *distance, uint64_t n_cosets[DISTANCE_MAX_LEVELS])
{
	const struct phase1_tables *const t = phase1_tables();
	memset(n_cosets, 0, DISTANCE_MAX_LEVELS * sizeof *n_cosets);
	for (unsigned k = 0; k < N_FLIPSLICE_CLASSES; k++) {
		uint32_t in_row[DISTANCE_MAX_LEVELS] = {0};
		for (unsigned twist = 0; twist < N_TWISTS; twist++)
			in_row[distance[(size_t)k * DISTANCE_ROW + twist] & 15]++;
		for (unsigned d = 0; d < DISTANCE_MAX_LEVELS; d++)
			n_cosets[d] += (uint64_t)in_row[d] * phase1_class_size(t, k);
	}
}

void distance_count_classes(const uint8_t *distance, uint64_t n_classes[DISTANCE_MAX_LEVELS])
{
	const struct phase1_tables *const t = phase1_tables();
	memset(n_classes, 0, DISTANCE_MAX_LEVELS * sizeof *n_classes);
	for (unsigned k = 0; k < N_FLIPSLICE_CLASSES; k++)
		for (unsigned twist = 0; twist < N_TWISTS; twist++) {
			/* Numbers of one class that its stabiliser turns into each other are the same coset: the smallest
			 * one is counted. */
			bool is_smallest = true;
			for (unsigned others = t->stabiliser[k] & ~1u; others != 0; others &= others - 1)
				is_smallest &= t->twist_conjugate[twist][__builtin_ctz(others)] >= twist;
			n_classes[distance[(size_t)k * DISTANCE_ROW + twist] & 15] += is_smallest;
		}
}

unsigned distance_descend(const uint8_t *distance, uint32_t moves, const struct cube *c,
                          uint8_t out[DISTANCE_MAX_LEVELS])
{
	struct phase1_coset coset = phase1_rank(c);
	const unsigned length = distance_of_coset(distance, coset);
	for (unsigned n = 0; n < length; n++) {
		uint32_t left = moves;
		struct phase1_coset after = coset;
		for (; left != 0; left &= left - 1) {
			after = phase1_after(phase1_tables(), coset, (unsigned)__builtin_ctz(left));
			if (distance_of_coset(distance, after) + n + 1 == length)
				break;
		}
		out[n] = (uint8_t)__builtin_ctz(left);
		coset = after;
	}
	return length;
}
