/* The table of the slice-free cosets: cut off at a cap, so only what is nearer than the cap is looked for.
 *
 * Breadth-first search over the cosets themselves, before folding: those of one class and part are a set of indices, and
 * all of a set goes one way by one map.  The sets up to depth cap - 3 are kept; of depth cap - 2 each exists only for a
 * moment, in which its children, some of depth cap - 1, are marked in the table.  An entry is the minimum of what is
 * marked there, so the order is of no account, whatever the threads do.
 *
 * Marking wants two bits for every entry, and the finished table has fewer (pdb/coset_lines.h).  So that both never need
 * to be there at once, as many places as there is room for are marked and compressed where they stand; the room behind
 * them is for the next ones, for which the cosets are searched again. */
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
	uint8_t *lines, *side;              /* of the table */
	uint32_t *begin;                    /* of its places, in lines; in work, how many each has */
	uint32_t n_places, n_lines;         /* of the table; so far */
	uint32_t first_place, n_window;     /* the places in work, */
	uint8_t *codes;                     /* here, two bits an entry */
	size_t codes_bytes;                 /* of a place */
	unsigned base, side_log2;
	struct coset_fold fold;
	struct coset_space space;           /* of this fold */
	pthread_mutex_t *locks;             /* one for each place in work */
	struct desk *desks;                 /* one for each thread */
	unsigned depth;                     /* of the cosets that are looked for, */
	const struct coset_level *newest, *before;
	struct coset_level *next;           /* and kept here; or NULL, and their children are marked */
	double share_done, share;           /* of the whole work: before this loop and in it */
	uint32_t n_steps;                   /* of the loop */
	_Atomic bool has_no_memory;
	_Atomic uint64_t count[PDB_MAX_DEPTHS];  /* of the values in the end */
};

static void lower_side_value(const struct marking *m, uint64_t entry)
{
	const uint64_t slot = coset_side_slot(m->side_log2, entry);
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

static uint32_t place_in_window(const struct marking *m, unsigned p)
{
	return m->fold.begin[p] / COSET_SLICES - m->first_place;
}

static bool is_in_window(const struct marking *m, unsigned p)
{
	return place_in_window(m, p) < m->n_window;  /* unsigned: those before are beyond, too */
}

static uint8_t *place_codes(const struct marking *m, unsigned p)
{
	return m->codes + place_in_window(m, p) * m->codes_bytes;
}

static pthread_mutex_t *place_lock(const struct marking *m, unsigned p)
{
	return &m->locks[place_in_window(m, p)];
}

/* Mark what was found. */
static void mark_found(const struct marking *m, unsigned p, const struct coset_desk *desk)
{
	const struct coset_way stay = coset_copy(p / m->fold.n_parts, 0);
	const uint64_t begin = place_begin(m, p);
	const unsigned code = m->depth <= m->base ? 0 : m->depth - m->base;
	if (!is_in_window(m, p))
		return;
	uint8_t *const entries = place_codes(m, p);
	pthread_mutex_lock(place_lock(m, p));
	if (!desk->is_listed)
		coset_marker_best()->mark(&stay, m->fold.flip_bits, desk->bits, entries, code);
	for (uint32_t i = 0; i < desk->n_found; i++) {
		const uint32_t coset = desk->found[i];
		if (code == 0 && i + AHEAD < desk->n_found)
			__builtin_prefetch(&m->side[coset_side_slot(m->side_log2, begin + desk->found[i + AHEAD]) >> 1], 1);
		const unsigned shift = (coset & 3) * 2, old = (unsigned)entries[coset >> 2] >> shift & 3u;
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
		if (!is_in_window(m, to))
			continue;
		uint8_t *const entries = place_codes(m, to);
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

static bool goes_on(void *context, uint32_t n_begun)
{
	const struct marking *const m = context;
	const double share = m->share_done + m->share * n_begun / m->n_steps;
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

/* A loop over chunks that is a share of the whole work. */
static enum pdb_status run_loop(struct marking *m, uint32_t n_chunks, void (*chunk)(void *context, uint32_t i), double share)
{
	m->n_steps = n_chunks;
	m->share = share;
	const bool is_done = parallel_for_watched(m->build->n_threads, n_chunks, chunk, goes_on, m);
	m->share_done += share;
	return atomic_load(&m->has_no_memory) ? PDB_NO_MEMORY : is_done ? PDB_OK : PDB_INTERRUPTED;
}

static enum pdb_status mark_depths(struct marking *m, struct coset_level level[3], double share_of_all)
{
	const unsigned n_depths = m->base + 1;
	double share[PDB_MAX_DEPTHS] = {0};
	fill_shares(m->build->image->key.metric, share, n_depths);
	enum pdb_status status = PDB_OK;
	for (m->depth = 1; m->depth <= n_depths && status == PDB_OK; m->depth++) {
		m->before = &level[(m->depth + 1) % 3];
		m->newest = &level[(m->depth + 2) % 3];
		coset_level_free(&level[m->depth % 3]);
		m->next = m->depth == n_depths ? NULL : &level[m->depth % 3];
		status = run_loop(m, coset_n_places(&m->space), mark_place, share_of_all * share[m->depth]);
	}
	return status;
}

/* The solved cube's entries. */
static void mark_solved(struct marking *m, const struct coset_level *first)
{
	m->depth = 0;
	for (unsigned p = 0; p < coset_n_places(&m->space); p++)
		for (uint32_t i = 0; i < first->place[p].n && is_in_window(m, p); i++) {
			uint32_t coset;
			coset_set_read(&first->place[p], i, 1, &coset);
			place_codes(m, p)[coset >> 2] &= (uint8_t)~(3u << (coset & 3) * 2);
			lower_side_value(m, place_begin(m, p) + coset);
		}
}

static bool make_desks(struct marking *m)
{
	const unsigned n_threads = m->build->n_threads;
	m->locks = malloc(m->n_window * sizeof *m->locks);
	m->desks = calloc(n_threads, sizeof *m->desks);
	bool has_memory = m->locks != NULL && m->desks != NULL;
	for (unsigned i = 0; i < m->n_window && has_memory; i++)
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

/* Mark the places in work. */
static enum pdb_status mark_window(struct marking *m, double share_of_all)
{
	struct coset_level *const level = calloc(3, sizeof *level);
	enum pdb_status status = PDB_NO_MEMORY;
	if (make_desks(m) && level != NULL && coset_level_first(&m->space, &level[0])) {
		mark_solved(m, &level[0]);
		status = mark_depths(m, level, share_of_all);
	}
	for (unsigned i = 0; i < 3 && level != NULL; i++)
		coset_level_free(&level[i]);
	free(level);
	free_desks(m);
	return status;
}

/* ---- before and after ---- */
static void open_place(void *context, uint32_t i)
{
	const struct marking *const m = context;
	memset(m->codes + i * m->codes_bytes, 0xFF, m->codes_bytes);
}

/* Compress a place where it stands. */
static void compress_place(void *context, uint32_t i)
{
	struct marking *const m = context;
	const size_t room = coset_place_codes_bytes(m->fold.flip_bits);
	uint8_t *const place = m->codes + i * m->codes_bytes, *const codes = malloc(room);
	if (codes == NULL) {
		atomic_store(&m->has_no_memory, true);
		return;
	}
	memcpy(codes, place, m->codes_bytes);
	memset(codes + m->codes_bytes, 0xFF, room - m->codes_bytes);
	m->begin[m->first_place + i + 1] = coset_place_encode(codes, m->fold.flip_bits, place);
	free(codes);
}

static void close_gaps(struct marking *m)
{
	for (uint32_t i = 0; i < m->n_window; i++) {
		uint32_t *const end = &m->begin[m->first_place + i + 1], n_lines = *end;
		memmove(m->lines + (size_t)m->n_lines * COSET_LINE_BYTES, m->codes + i * m->codes_bytes,
		        (size_t)n_lines * COSET_LINE_BYTES);
		m->n_lines += n_lines;
		*end = htole32(m->n_lines);
	}
}

/* As many places as there is room for, or one. */
static uint32_t window_size(const struct marking *m)
{
	const uint64_t room = m->build->room_bytes;
	const uint64_t used = (uint64_t)(m->lines - m->build->image->entries) + (uint64_t)m->n_lines * COSET_LINE_BYTES;
	const uint64_t n = used < room ? (room - used) / m->codes_bytes : 0;
	const uint32_t n_left = m->n_places - m->first_place;
	return n < 1 ? 1 : n < n_left ? (uint32_t)n : n_left;
}

enum { OPENING, MARKING, COMPRESSING, COUNTING };
static const double work_share[] = {[OPENING] = 0.02, [MARKING] = 0.78, [COMPRESSING] = 0.17, [COUNTING] = 0.03};

static enum pdb_status build_window(struct marking *m)
{
	const double share = (double)m->n_window / m->n_places;
	enum pdb_status status = run_loop(m, m->n_window, open_place, share * work_share[OPENING]);
	if (status == PDB_OK)
		status = mark_window(m, share * work_share[MARKING]);
	if (status == PDB_OK)
		status = run_loop(m, m->n_window, compress_place, share * work_share[COMPRESSING]);
	if (status == PDB_OK)
		close_gaps(m);
	return status;
}

/* Count the values of a place as they will be read. */
static void count_place(void *context, uint32_t place)
{
	struct marking *const m = context;
	const struct coset_lines t = pdb_lines(m->build->image->entries, m->build->image->key);
	const uint32_t n_lines = coset_place_lines(&t, place);
	const unsigned slots = coset_place_slots(&t, n_lines);
	const uint8_t *line = t.line + (size_t)coset_place_line(&t, place) * COSET_LINE_BYTES;
	uint64_t of_code[COSET_LEVELS + 1] = {0}, count[PDB_MAX_DEPTHS] = {0};
	uint64_t side_slots[AHEAD] = {0}, n_low = 0;  /* the last ones */
	for (uint32_t l = 0; l < n_lines; l++, line += COSET_LINE_BYTES) {
		const struct coset_line_counts here = coset_line_count(line, slots);
		for (unsigned code = 1; code <= COSET_LEVELS; code++)
			of_code[code] += here.of[code];
		for (unsigned i = 0; i < here.of[0]; i++, n_low++) {
			const uint64_t slot = coset_line_low_slot(line, slots, &here, i);
			const uint64_t side_slot = coset_side_slot(t.side_log2, (uint64_t)place * t.place_entries + slot * n_lines + l);
			__builtin_prefetch(&t.side[side_slot >> 1]);
			if (n_low >= AHEAD)  /* asked for before */
				count[coset_low_value(&t, side_slots[n_low % AHEAD])]++;
			side_slots[n_low % AHEAD] = side_slot;
		}
	}
	for (uint64_t i = n_low < AHEAD ? 0 : n_low - AHEAD; i < n_low; i++)
		count[coset_low_value(&t, side_slots[i % AHEAD])]++;
	of_code[COSET_LEVELS] -= (uint64_t)slots * n_lines - t.place_entries;
	for (unsigned code = 1; code <= COSET_LEVELS; code++)
		count[m->base + code] += of_code[code];
	for (unsigned d = 0; d < PDB_MAX_DEPTHS; d++)
		atomic_fetch_add_explicit(&m->count[d], count[d], memory_order_relaxed);
}

static enum pdb_status count_values(struct marking *m)
{
	const enum pdb_status status = run_loop(m, m->n_places, count_place, work_share[COUNTING]);
	struct pdb_histogram *const h = &m->build->image->histogram;
	for (unsigned d = 0; d < PDB_MAX_DEPTHS; d++) {
		h->count[d] = atomic_load(&m->count[d]);
		if (h->count[d] != 0)
			h->max_depth = d;
	}
	return status;
}

enum pdb_status build_coset(const struct build *b)
{
	struct pdb_image *const image = b->image;
	const struct coset_shape shape = image->key.coordinate.coset;
	const unsigned side_log2 = coset_side_log2(image->key.metric, image->base);
	const size_t lines_begin = coset_lines_begin(shape, side_log2);
	coset_ways_init();
	struct marking m = {
		.build = b, .lines = image->entries + lines_begin, .side = image->entries + coset_side_begin(shape),
		.begin = (uint32_t *)(void *)image->entries, .n_places = coset_table_places(shape), .base = image->base,
		.codes_bytes = coset_place_entries(shape) * COSET_CODE_BITS / 8, .side_log2 = side_log2, .space = {&m.fold, b->moves},
	};
	coset_fold_fill(&m.fold, shape);
	memset(m.side, 0xFF, lines_begin - coset_side_begin(shape));
	enum pdb_status status = PDB_OK;
	for (; m.first_place < m.n_places && status == PDB_OK; m.first_place += m.n_window) {
		m.codes = m.lines + (size_t)m.n_lines * COSET_LINE_BYTES;
		m.n_window = window_size(&m);
		status = build_window(&m);
	}
	image->size_bytes = lines_begin + (size_t)m.n_lines * COSET_LINE_BYTES;
	return status == PDB_OK ? count_values(&m) : status;
}
