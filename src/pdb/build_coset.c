/* The table of the slice-free cosets: cut off at a cap, so only what is nearer than the cap is looked for.
 *
 * Breadth-first search over the cosets themselves, before folding: those of one class and part are a set of indices, and
 * all of a set goes one way by one map.  The sets up to depth cap - 3 are kept; of depth cap - 2 each exists only for a
 * moment, in which its children, some of depth cap - 1, are marked in the table.  An entry is the minimum of what is
 * marked there, so the order is of no account, whatever the threads do. */
#include "coord/coset.h"
#include "pdb/build.h"
#include "pdb/coset_level.h"
#include "pdb/coset_marker.h"
#include "pdb/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
	SCAN_CHUNKS = 256,
	MAX_LISTED_A_ROW = 4,           /* more cosets that may be found, or three that are, are marked row by row */
	BLOCK = 256,                    /* cosets mapped at once */
	AHEAD = 16,                     /* places of the side table on their way */
};

struct desk {
	struct coset_desk coset;
	atomic_flag is_taken;
};

struct marking {
	const struct build *build;
	uint8_t *entries, *side;
	unsigned base;
	struct coset_fold fold;
	struct coset_space space;           /* of this fold */
	unsigned n_locks;
	pthread_mutex_t *locks;             /* one for each part of the table: what one place or several folded ones have */
	struct desk *desks;                 /* one for each thread */
	unsigned depth;                     /* of the cosets that are looked for, */
	const struct coset_level *newest, *before;
	struct coset_level *next;           /* and kept here; or NULL, and their children are marked */
	double share_done, share;           /* of the whole work: before this depth and in it */
	_Atomic bool has_no_memory;
	_Atomic uint64_t count[PDB_MAX_DEPTHS];  /* of the values in the end */
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

/* ---- parts of the table ---- */
static uint64_t place_begin(const struct marking *m, unsigned p)
{
	return (uint64_t)m->fold.begin[p] << m->fold.flip_bits;
}

static pthread_mutex_t *place_lock(const struct marking *m, unsigned p)
{
	return &m->locks[m->fold.begin[p] / COSET_SLICES];
}

/* Mark what was found. */
static void mark_found(const struct marking *m, unsigned p, const struct coset_desk *desk)
{
	const struct coset_way stay = coset_copy(p / m->fold.n_parts, 0);
	const uint64_t begin = place_begin(m, p);
	const unsigned code = m->depth <= m->base ? 0 : m->depth - m->base;
	uint8_t *const entries = m->entries + begin / 4;
	pthread_mutex_lock(place_lock(m, p));
	if (!desk->is_listed)
		coset_marker_best()->mark(&stay, m->fold.flip_bits, desk->bits, entries, code);
	for (uint32_t i = 0; i < desk->n_found; i++) {
		const uint32_t coset = desk->found[i];
		if (code == 0 && i + AHEAD < desk->n_found)
			__builtin_prefetch(&m->side[pdb_side_slot(m->base, begin + desk->found[i + AHEAD]) >> 1], 1);
		const unsigned shift = (coset & 3) * 2, old = entries[coset >> 2] >> shift & 3u;
		if (old > code)
			entries[coset >> 2] ^= (uint8_t)((old ^ code) << shift);
		if (code == 0)
			lower_side_value(m, begin + coset);
	}
	pthread_mutex_unlock(place_lock(m, p));
}

/* ---- the last depth ---- */
/* Mark code 2. */
static void mark_last(uint8_t *entries, const uint32_t *cosets, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		uint8_t *const byte = &entries[cosets[i] >> 2];
		*byte &= (uint8_t)~(*byte >> 1 & 1u << (cosets[i] & 3) * 2);  /* 3 becomes 2, what is less stays */
	}
}

static void mark_children_listed(uint8_t *entries, const struct coset_desk *desk, const struct coset_way *way,
                                 unsigned flip_bits)
{
	const struct coset_mapper *const mapper = coset_mapper_best();
	uint32_t block[2][BLOCK];
	struct coset_map map;
	coset_map_fill(&map, way, flip_bits);
	unsigned newest = 0, n_before = 0;
	for (uint32_t begin = 0; begin < desk->n_found; begin += BLOCK) {
		const unsigned n = desk->n_found - begin < BLOCK ? desk->n_found - begin : BLOCK;
		mapper->map(&map, desk->found + begin, n, block[newest]);
		for (unsigned i = 0; i < n; i++)  /* towards the second level, which has more room for misses */
			__builtin_prefetch(&entries[block[newest][i] >> 2], 0, 2);
		newest ^= 1;
		mark_last(entries, block[newest], n_before);  /* while those are on their way */
		n_before = n;
	}
	mark_last(entries, block[newest ^ 1], n_before);
}

static void mark_children(const struct marking *m, unsigned p, const struct coset_desk *desk)
{
	const struct coset_marker *const marker = coset_marker_best();
	const unsigned class = p / m->fold.n_parts;
	for (unsigned i = coset_ways.begin_from[class]; i < coset_ways.begin_from[class + 1]; i++) {
		const struct coset_way *const way = &coset_ways.by_from[i];
		if (!coset_way_is_step(&m->space, way))
			continue;
		const unsigned to = coset_place_after(&m->fold, way, p);
		uint8_t *const entries = m->entries + place_begin(m, to) / 4;
		pthread_mutex_lock(place_lock(m, to));
		if (desk->is_listed)
			mark_children_listed(entries, desk, way, m->fold.flip_bits);
		else
			marker->mark(way, m->fold.flip_bits, desk->bits, entries, 2);
		pthread_mutex_unlock(place_lock(m, to));
	}
}

/* ---- all depths ---- */
static struct desk *take_desk(const struct marking *m)
{
	/* No more places are in work than there are threads.  Acquire meets the release of the thread before. */
	unsigned i = 0;
	while (atomic_flag_test_and_set_explicit(&m->desks[i].is_taken, memory_order_acquire))
		i = (i + 1) % m->build->n_threads;
	return &m->desks[i];
}

static void mark_place(void *context, uint32_t p)
{
	struct marking *const m = context;
	struct desk *const taken = take_desk(m);
	struct coset_desk *const desk = &taken->coset;
	const bool is_last = m->next == NULL;
	const uint32_t max_listed = is_last ? MAX_LISTED_A_ROW * COSET_SLICES : UINT32_MAX;
	bool has_memory = coset_level_next(&m->space, m->newest, m->before, p, max_listed, desk);
	if (has_memory) {
		mark_found(m, p, desk);
		if (is_last)
			mark_children(m, p, desk);
		else
			has_memory = coset_level_keep(m->next, p, desk);
	}
	coset_desk_clear(desk);
	atomic_flag_clear_explicit(&taken->is_taken, memory_order_release);
	if (!has_memory)
		atomic_store(&m->has_no_memory, true);
}

/* Before the first depth and after the last, share is 0. */
static bool goes_on(void *context, uint32_t n_begun)
{
	const struct marking *const m = context;
	const double share = m->share_done + m->share * n_begun / coset_n_places(&m->space);
	return !atomic_load(&m->has_no_memory) &&
	       build_goes_on(m->build, (uint64_t)(share * (double)m->build->image->n_entries));
}

/* The work of each depth, of all together: so many times as much as the one before.  The last one does two. */
static void fill_shares(enum metric metric, double share[], unsigned n_depths)
{
	const double growth = metric == METRIC_QTM ? 8.7 : 12.6;
	double all = 0, here = 1;
	for (unsigned d = 1; d <= n_depths; d++, here *= growth)
		all += share[d] = d == n_depths ? here + here * growth : here;
	for (unsigned d = 1; d <= n_depths; d++)
		share[d] /= all;
}

static enum pdb_status mark_depths(struct marking *m, struct coset_level level[3])
{
	const unsigned n_depths = m->base + 1;
	double share[PDB_MAX_DEPTHS] = {0};
	fill_shares(m->build->image->key.metric, share, n_depths);
	for (m->depth = 1; m->depth <= n_depths; m->depth++) {
		m->before = &level[(m->depth + 1) % 3];
		m->newest = &level[(m->depth + 2) % 3];
		coset_level_free(&level[m->depth % 3]);
		m->next = m->depth == n_depths ? NULL : &level[m->depth % 3];
		m->share = share[m->depth];
		const bool is_done = parallel_for_watched(m->build->n_threads, coset_n_places(&m->space), mark_place, goes_on, m);
		if (atomic_load(&m->has_no_memory))
			return PDB_NO_MEMORY;
		if (!is_done)
			return PDB_INTERRUPTED;
		m->share_done += m->share;
		m->share = 0;
	}
	return PDB_OK;
}

/* The solved cube's entries. */
static void mark_solved(struct marking *m, const struct coset_level *first)
{
	m->depth = 0;
	for (unsigned p = 0; p < coset_n_places(&m->space); p++)
		for (uint32_t i = 0; i < first->place[p].n; i++) {
			uint32_t coset;
			coset_set_read(&first->place[p], i, 1, &coset);
			const uint64_t entry = place_begin(m, p) + coset;
			m->entries[entry >> 2] &= (uint8_t)~(3u << (entry & 3) * 2);
			lower_side_value(m, entry);
		}
}

static bool make_desks(struct marking *m)
{
	const unsigned n_threads = m->build->n_threads;
	m->locks = malloc(m->n_locks * sizeof *m->locks);
	m->desks = calloc(n_threads, sizeof *m->desks);
	bool has_memory = m->locks != NULL && m->desks != NULL;
	for (unsigned i = 0; i < m->n_locks && has_memory; i++)
		pthread_mutex_init(&m->locks[i], NULL);  /* which cannot fail here, and need not be destroyed */
	for (unsigned i = 0; i < n_threads && has_memory; i++) {
		atomic_flag_clear(&m->desks[i].is_taken);
		has_memory = coset_desk_make(m->fold.flip_bits, &m->desks[i].coset);
	}
	return has_memory;
}

static void free_desks(struct marking *m)
{
	for (unsigned i = 0; i < m->build->n_threads && m->desks != NULL; i++)
		coset_desk_free(&m->desks[i].coset);
	free(m->desks);
	free(m->locks);
}

static enum pdb_status mark_all(struct marking *m)
{
	struct coset_level *const level = calloc(3, sizeof *level);
	enum pdb_status status = PDB_NO_MEMORY;
	if (make_desks(m) && level != NULL && coset_level_first(&m->space, &level[0])) {
		mark_solved(m, &level[0]);
		status = mark_depths(m, level);
	}
	for (unsigned i = 0; i < 3 && level != NULL; i++)
		coset_level_free(&level[i]);
	free(level);
	free_desks(m);
	return status;
}

/* ---- before and after ---- */
static void open_chunk(void *context, uint32_t chunk)
{
	const struct marking *const m = context;
	const struct pdb_image *const image = m->build->image;
	const size_t begin = image->size_bytes / SCAN_CHUNKS * chunk;
	const size_t end = chunk == SCAN_CHUNKS - 1 ? image->size_bytes : begin + image->size_bytes / SCAN_CHUNKS;
	memset(image->entries + begin, 0xFF, end - begin);
}

/* Ones among the even bits, of which x has no others.  (The compiler's built-in is a call on older machines.) */
static unsigned count_even_bits(uint64_t x)
{
	x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
	x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F;
	return (unsigned)(x * 0x0101010101010101 >> 56);
}

static void count_chunk(void *context, uint32_t chunk)
{
	struct marking *const m = context;
	const struct pdb_image *const image = m->build->image;
	const uint64_t even_bits = 0x5555555555555555, n_words = image->n_entries / 32;
	uint64_t count[PDB_MAX_DEPTHS] = {0}, slots[AHEAD] = {0}, n_low = 0;  /* values in the side table, the last ones */
	for (uint64_t w = n_words * chunk / SCAN_CHUNKS; w < n_words * (chunk + 1) / SCAN_CHUNKS; w++) {
		uint64_t word;
		memcpy(&word, image->entries + w * sizeof word, sizeof word);
		const uint64_t low = word & even_bits, high = word >> 1 & even_bits;
		count[image->base + 1] += count_even_bits(low & ~high);
		count[image->base + 2] += count_even_bits(high & ~low);
		count[image->base + 3] += count_even_bits(low & high);
		for (uint64_t neither = even_bits & ~(low | high); neither != 0; neither &= neither - 1) {
			const uint64_t slot = pdb_side_slot(image->base, w * 32 + (unsigned)__builtin_ctzll(neither) / 2);
			__builtin_prefetch(&m->side[slot >> 1]);
			count[pdb_nibble(m->side, slots[n_low % AHEAD])] += n_low >= AHEAD;  /* asked for before */
			slots[n_low++ % AHEAD] = slot;
		}
	}
	for (uint64_t i = n_low < AHEAD ? 0 : n_low - AHEAD; i < n_low; i++)
		count[pdb_nibble(m->side, slots[i % AHEAD])]++;
	for (unsigned d = 0; d < PDB_MAX_DEPTHS; d++)
		atomic_fetch_add_explicit(&m->count[d], count[d], memory_order_relaxed);
}

static bool count_values(struct marking *m)
{
	if (!parallel_for_watched(m->build->n_threads, SCAN_CHUNKS, count_chunk, goes_on, m))
		return false;
	struct pdb_histogram *const h = &m->build->image->histogram;
	for (unsigned d = 0; d < PDB_MAX_DEPTHS; d++) {
		h->count[d] = atomic_load(&m->count[d]);
		if (h->count[d] != 0)
			h->max_depth = d;
	}
	return true;
}

enum pdb_status build_coset(const struct build *b)
{
	struct pdb_image *const image = b->image;
	coset_ways_init();
	struct marking m = {
		.build = b, .entries = image->entries, .side = image->entries + image->n_entries / 4, .base = image->base,
		.space = {&m.fold, b->moves},
	};
	coset_fold_fill(&m.fold, image->key.coordinate.coset);
	m.n_locks = (unsigned)((image->n_entries >> m.fold.flip_bits) / COSET_SLICES);
	if (!parallel_for_watched(b->n_threads, SCAN_CHUNKS, open_chunk, goes_on, &m))
		return PDB_INTERRUPTED;
	const enum pdb_status status = mark_all(&m);
	return status == PDB_OK && !count_values(&m) ? PDB_INTERRUPTED : status;
}
