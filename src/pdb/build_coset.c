/* The table of the slice-free cosets: cut off at a cap, so only what is nearer than the cap is looked for.
 *
 * All classes up to a small depth are listed; from the deepest of them all sequences of one to three moves lead to
 * every class of the next depths, most of them several times.  Every class reached is marked with the depth of that
 * walk.  Depths are marked in rising order, and what is marked stays as it is: the first mark is the distance,
 * whatever the threads do. */
#include "coord/coset.h"
#include "pdb/build.h"
#include "pdb/coset_list.h"
#include "pdb/parallel.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
	LAST_PLIES = 3,                 /* to the last depth; with two, a tenth fewer marks, but twelve times the list */
	SEGMENT_MARKS = 1 << 25,        /* between two looks at the watcher, some 0.3 s */
	SEGMENT_CHUNKS = 64,
	SCAN_CHUNKS = 256,
};

struct marking {
	uint8_t *entries, *side;
	unsigned base;
	const struct coset_indexer *indexer;
	struct coset_fold fold;
	unsigned depth;                 /* being marked, */
	unsigned n_plies;               /* so many moves from the listed cubes */
	const struct coset_cube *cubes;
	size_t n_cubes;                 /* of the segment */
};

/* One thread's batch: the entries of one are on their way while those of the one before are marked. */
struct batch {
	const struct marking *marking;
	struct coset_cube parents[COSET_MAX_PARENTS];
	unsigned n_parents;
	unsigned newest;
	struct coset_children children[2];
};

static void lower_side_value(const struct marking *m, uint64_t entry)
{
	const uint64_t slot = pdb_side_slot(m->base, entry);
	uint8_t *const byte = &m->side[slot >> 1];
	const unsigned shift = (unsigned)(slot & 1) * 4;
	uint8_t old = __atomic_load_n(byte, __ATOMIC_RELAXED), new;
	do {
		if (((unsigned)old >> shift & 15u) <= m->depth)
			return;
		new = (uint8_t)((old & ~(15u << shift)) | m->depth << shift);
	} while (!__atomic_compare_exchange_n(byte, &old, new, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

/* Relaxed: all threads mark one depth at a time, and of the bits of one entry all clear the same. */
static void mark(const struct marking *m, const struct coset_children *c)
{
	uint8_t *const entries = m->entries;
	const unsigned n = c->n, code = m->depth <= m->base ? 0 : m->depth - m->base;
	for (unsigned i = 0; i < n && code == 0; i++)
		lower_side_value(m, c->entry[i]);
	for (unsigned i = 0; i < n; i++) {
		uint8_t *const byte = &entries[c->entry[i] >> 2];
		const unsigned shift = (unsigned)(c->entry[i] & 3) * 2;
		if (((unsigned)__atomic_load_n(byte, __ATOMIC_RELAXED) >> shift & 3) == 3)
			__atomic_fetch_and(byte, (uint8_t)~((3u & ~code) << shift), __ATOMIC_RELAXED);
	}
}

static void flush_batch(struct batch *b)
{
	struct coset_children *const newest = &b->children[b->newest ^= 1];
	b->marking->indexer->index_children(b->parents, b->n_parents, &b->marking->fold, newest);
	b->n_parents = 0;
	for (unsigned i = 0; i < newest->n; i++)  /* towards the second level, which has more room for misses */
		__builtin_prefetch(&b->marking->entries[newest->entry[i] >> 2], 0, 2);
	mark(b->marking, &b->children[b->newest ^ 1]);
}

static void add_parent(struct batch *b, const struct coset_cube *c)
{
	b->parents[b->n_parents++] = *c;
	if (b->n_parents == COSET_MAX_PARENTS)
		flush_batch(b);
}

/* What may follow a move: another face, and of two commuting turns the second in one order only. */
static uint32_t moves_after(unsigned move)
{
	const unsigned face = move / 3;
	const uint32_t same = 7u << 3 * face, before = face % 2 == 1 ? 7u << 3 * (face - 1) : 0;
	return ((1u << N_MOVES) - 1) & ~same & ~before;
}

static void visit(struct batch *b, const struct coset_cube *c, unsigned n_plies)
{
	if (n_plies == 1) {
		add_parent(b, c);
		return;
	}
	for (uint32_t moves = c->moves; moves != 0; moves &= moves - 1) {
		const unsigned move = (unsigned)__builtin_ctz(moves);
		struct coset_cube child = {.moves = moves_after(move)};
		b->marking->indexer->move(c, move, &child);
		visit(b, &child, n_plies - 1);
	}
}

static void mark_chunk(void *context, uint32_t chunk)
{
	const struct marking *const m = context;
	struct batch *const b = aligned_alloc(_Alignof(struct batch), sizeof *b);
	if (b == NULL)
		abort();  /* half a megabyte: nobody could go on */
	b->marking = m;
	b->n_parents = b->newest = 0;
	b->children[0].n = 0;
	const size_t end = m->n_cubes * (chunk + 1) / SEGMENT_CHUNKS;
	for (size_t i = m->n_cubes * chunk / SEGMENT_CHUNKS; i < end; i++)
		visit(b, &m->cubes[i], m->n_plies);
	flush_batch(b);
	flush_batch(b);  /* of nothing: marks the last one */
	free(b);
}

/* About as many marks as one listed cube causes. */
static uint64_t marks_each(unsigned n_plies)
{
	static const uint16_t marks[] = {0, 17, 230, 3100};
	return marks[n_plies];
}

static uint64_t count_marks(const struct coset_list *list, unsigned cap, unsigned list_depth)
{
	uint64_t n = 0;
	for (unsigned depth = 1; depth < cap; depth++) {
		const unsigned from = depth - 1 < list_depth ? depth - 1 : list_depth;
		n += (list->begin[from + 1] - list->begin[from]) * marks_each(depth - from);
	}
	return n;
}

static enum pdb_status mark_depths(const struct build *b, struct marking *m, const struct coset_list *list,
                                   unsigned list_depth)
{
	const unsigned cap = m->base + 3;
	const uint64_t n_total = count_marks(list, cap, list_depth);
	uint64_t n_done = 0;
	for (m->depth = 1; m->depth < cap; m->depth++) {
		const unsigned from = m->depth - 1 < list_depth ? m->depth - 1 : list_depth;
		m->n_plies = m->depth - from;
		const size_t segment = (size_t)(SEGMENT_MARKS / marks_each(m->n_plies)), end = list->begin[from + 1];
		for (size_t i = list->begin[from]; i < end; i += segment) {
			m->cubes = &list->cubes[i];
			m->n_cubes = end - i < segment ? end - i : segment;
			parallel_for(b->n_threads, SEGMENT_CHUNKS, mark_chunk, m);
			n_done += m->n_cubes * marks_each(m->n_plies);
			if (!build_goes_on(b, (uint64_t)((double)n_done / (double)n_total * (double)b->image->n_entries)))
				return PDB_INTERRUPTED;
		}
	}
	return PDB_OK;
}

/* The solved cube's entries, found as those of a child of its neighbour. */
static void mark_solved(struct marking *m, struct coset_children *children)
{
	struct coset_cube solved = {.moves = 0}, neighbour = {.moves = 1u << 2};
	coset_pack(&cube_solved, solved.edges, solved.corners);
	m->indexer->move(&solved, 0, &neighbour);
	m->indexer->index_children(&neighbour, 1, &m->fold, children);
	m->depth = 0;
	mark(m, children);
}

/* ---- before and after ---- */
static void open_chunk(void *context, uint32_t chunk)
{
	struct pdb_image *const image = context;
	const size_t begin = image->size_bytes / SCAN_CHUNKS * chunk;
	const size_t end = chunk == SCAN_CHUNKS - 1 ? image->size_bytes : begin + image->size_bytes / SCAN_CHUNKS;
	memset(image->entries + begin, 0xFF, end - begin);
}

struct scan {
	const struct pdb_image *image;
	_Atomic uint64_t count[PDB_MAX_DEPTHS];
};

static void count_chunk(void *context, uint32_t chunk)
{
	struct scan *const s = context;
	const struct pdb_image *const image = s->image;
	const uint64_t low_bits = 0x5555555555555555, n_words = image->n_entries / 32;
	uint64_t count[PDB_MAX_DEPTHS] = {0};
	for (uint64_t w = n_words * chunk / SCAN_CHUNKS; w < n_words * (chunk + 1) / SCAN_CHUNKS; w++) {
		uint64_t word;
		memcpy(&word, image->entries + w * sizeof word, sizeof word);
		const uint64_t low = word & low_bits, high = word >> 1 & low_bits;
		count[image->base + 1] += (unsigned)__builtin_popcountll(low & ~high);
		count[image->base + 2] += (unsigned)__builtin_popcountll(high & ~low);
		count[image->base + 3] += (unsigned)__builtin_popcountll(low & high);
		if ((low | high) == low_bits)
			continue;
		for (uint64_t i = w * 32; i < w * 32 + 32; i++) {
			const unsigned value = pdb_value(image->entries, image->n_entries, image->bits, image->base, i);
			count[value] += value <= image->base;
		}
	}
	for (unsigned d = 0; d < PDB_MAX_DEPTHS; d++)
		atomic_fetch_add_explicit(&s->count[d], count[d], memory_order_relaxed);
}

static void count_values(const struct build *b)
{
	struct scan s = {.image = b->image};
	parallel_for(b->n_threads, SCAN_CHUNKS, count_chunk, &s);
	struct pdb_histogram *const h = &b->image->histogram;
	for (unsigned d = 0; d < PDB_MAX_DEPTHS; d++) {
		h->count[d] = atomic_load(&s.count[d]);
		if (h->count[d] != 0)
			h->max_depth = d;
	}
}

enum pdb_status build_coset(const struct build *b)
{
	struct pdb_image *const image = b->image;
	const struct coset_shape shape = image->key.coordinate.coset;
	coset_init();
	struct marking m = {
		.entries = image->entries, .side = image->entries + image->n_entries / 4, .base = image->base,
		.indexer = coset_indexer_best(),
	};
	coset_fold_fill(&m.fold, shape);
	const unsigned list_depth = image->base + 3 - 1 - LAST_PLIES;
	struct coset_list list;
	struct coset_children *const children = malloc(sizeof *children);
	enum pdb_status status = children == NULL ? PDB_NO_MEMORY : coset_list_fill(shape, list_depth, &list);
	if (status == PDB_OK) {
		parallel_for(b->n_threads, SCAN_CHUNKS, open_chunk, image);
		mark_solved(&m, children);
		status = mark_depths(b, &m, &list, list_depth);
		coset_list_free(&list);
	}
	free(children);
	if (status == PDB_OK)
		count_values(b);
	return status;
}
