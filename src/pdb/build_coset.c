/* The table of the slice-free cosets: cut off at a cap, so only what is nearer than the cap is looked for.
 *
 * Breadth-first search over the cosets themselves: those of one place are a set of indices, and all of a set goes one way
 * by one map.  The sets up to depth cap - 3 are kept; of depth cap - 2 each exists only for a moment, in which its
 * children, some of depth cap - 1, are marked.  Marks are ones in the filters of pdb/coset_lines.h, and the smallest
 * value counts in the side table, so the order is of no account, whatever the threads do. */
#include "coord/coset.h"
#include "pdb/build.h"
#include "pdb/coset_level.h"
#include "pdb/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
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
	struct coset_reader at;             /* where its entries stand */
	struct coset_parts parts;
	struct coset_space space;           /* of these parts */
	pthread_mutex_t *locks;             /* one for each group of places */
	struct desk *desks;                 /* one for each thread */
	unsigned depth;                     /* of the cosets that are looked for, */
	const struct coset_level *newest, *before;
	struct coset_level *next;           /* and kept here; or NULL, and their children are marked */
	double share_done, share;           /* of the whole work: before this loop and in it */
	uint32_t n_steps;                   /* of the loop */
	_Atomic bool has_no_memory;
};

static void lower_side_value(const struct marking *m, uint64_t entry)
{
	const uint64_t slot = coset_side_slot(m->at.side_log2, entry);
	uint8_t *const byte = &m->side[slot >> 1];
	const unsigned shift = (unsigned)(slot & 1) * 4;
	uint8_t old = __atomic_load_n(byte, __ATOMIC_RELAXED), new;
	do {
		if (((unsigned)old >> shift & 15u) <= m->depth)
			return;
		new = (uint8_t)((old & ~(15u << shift)) | m->depth << shift);
	} while (!__atomic_compare_exchange_n(byte, &old, new, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

/* ---- the filters ---- */
/* A place among those of its group. */
struct seat {
	unsigned group;
	uint32_t begin;                     /* of its entries */
	uint8_t *lines;                     /* of the group */
};

static struct seat seat_of(const struct marking *m, unsigned p)
{
	const unsigned n_parts = m->parts.n_parts, class = p / n_parts;
	const unsigned group = class % COSET_CLASS_GROUPS * n_parts + p % n_parts;
	return (struct seat){
		group, class / COSET_CLASS_GROUPS * ((uint32_t)COSET_SLICES << m->parts.flip_bits),
		m->lines + (size_t)group * m->at.group_lines * COSET_LINE_BYTES,
	};
}

/* Where some entries of a group stand. */
struct located {
	unsigned n;
	uint32_t line[BLOCK];               /* of the group, in bytes */
	uint16_t slot[BLOCK];
};

/* Lines are on their way when this returns. */
static void locate(const struct marking *m, const struct seat *seat, const uint32_t *cosets, unsigned n,
                   struct located *out)
{
	const uint64_t reciprocal = m->at.reciprocal;
	const uint32_t n_lines = m->at.group_lines;
	for (unsigned i = 0; i < n; i++) {
		const uint32_t entry = seat->begin + cosets[i];
		const uint32_t slot = (uint32_t)(entry * reciprocal >> m->at.shift);
		out->slot[i] = (uint16_t)slot;
		out->line[i] = (entry - slot * n_lines) * COSET_LINE_BYTES;
	}
	for (unsigned i = 0; i < n; i++)  /* towards the second level, which has more room for misses */
		__builtin_prefetch(seat->lines + out->line[i], 0, 2);
	out->n = n;
}

static void mark_filter(const struct coset_filter *f, uint8_t *lines, const struct located *l)
{
	for (unsigned h = 0; h < f->n_hashes; h++) {
		uint16_t bit[BLOCK];
		for (unsigned i = 0; i < l->n; i++)
			bit[i] = (uint16_t)coset_filter_bit(f, h, l->slot[i]);
		for (unsigned i = 0; i < l->n; i++)
			lines[l->line[i] + (bit[i] >> 3)] |= (uint8_t)(1u << (bit[i] & 7));
	}
}

/* Mark a list of cosets of a place in the first filters, or in so many. */
static void mark(const struct marking *m, unsigned p, const uint32_t *cosets, uint32_t n, const struct coset_map *map,
                 unsigned n_filters)
{
	const struct coset_mapper *const mapper = coset_mapper_best();
	const struct seat seat = seat_of(m, p);
	struct located block[2];
	unsigned newest = 0;
	block[1].n = 0;
	pthread_mutex_lock(&m->locks[seat.group]);
	for (uint32_t begin = 0; begin < n || block[newest ^ 1].n != 0; begin += BLOCK, newest ^= 1) {
		uint32_t mapped[BLOCK];
		const unsigned n_here = begin >= n ? 0 : n - begin < BLOCK ? n - begin : BLOCK;
		const uint32_t *here = n_here == 0 ? cosets : cosets + begin;
		if (map != NULL) {
			mapper->map(map, here, n_here, mapped);
			here = mapped;
		}
		locate(m, &seat, here, n_here, &block[newest]);
		for (unsigned f = 0; f < n_filters; f++)  /* while those are on their way */
			mark_filter(&m->at.filter[f], seat.lines, &block[newest ^ 1]);
	}
	pthread_mutex_unlock(&m->locks[seat.group]);
}

/* Mark what was found. */
static void mark_found(const struct marking *m, unsigned p, const struct coset_desk *desk)
{
	const struct seat seat = seat_of(m, p);
	const uint64_t begin = (uint64_t)seat.group << 32 | seat.begin;
	mark(m, p, desk->found, desk->n_found, NULL, m->depth <= m->at.base ? COSET_FILTERS : COSET_FILTERS - 1);
	for (uint32_t i = 0; i < desk->n_found && m->depth <= m->at.base; i++) {
		if (i + AHEAD < desk->n_found)
			__builtin_prefetch(&m->side[coset_side_slot(m->at.side_log2, begin + desk->found[i + AHEAD]) >> 1], 1);
		lower_side_value(m, begin + desk->found[i]);
	}
}

static void mark_children(const struct marking *m, unsigned p, const struct coset_desk *desk)
{
	const unsigned class = p / m->parts.n_parts;
	for (unsigned i = coset_ways.begin_from[class]; i < coset_ways.begin_from[class + 1]; i++) {
		const struct coset_way *const way = &coset_ways.by_from[i];
		struct coset_map map;
		if (!coset_way_is_step(&m->space, way))
			continue;
		coset_map_fill(&map, way, m->parts.flip_bits);
		mark(m, coset_place_after(&m->parts, way, p), desk->found, desk->n_found, &map, 1);
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
	bool has_memory = coset_level_next(&m->space, m->newest, m->before, p, desk);
	if (has_memory) {
		mark_found(m, p, desk);
		if (m->next == NULL)
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
	const unsigned n_depths = m->at.base + 1;
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
		for (uint32_t i = 0; i < first->place[p].n; i++) {
			uint32_t coset;
			coset_set_read(&first->place[p], i, 1, &coset);
			const struct seat seat = seat_of(m, p);
			mark(m, p, &coset, 1, NULL, COSET_FILTERS);
			lower_side_value(m, (uint64_t)seat.group << 32 | (seat.begin + coset));
		}
}

static bool make_desks(struct marking *m)
{
	const unsigned n_threads = m->build->n_threads, n_groups = COSET_CLASS_GROUPS * m->parts.n_parts;
	m->locks = malloc(n_groups * sizeof *m->locks);
	m->desks = calloc(n_threads, sizeof *m->desks);
	bool has_memory = m->locks != NULL && m->desks != NULL;
	for (unsigned i = 0; i < n_groups && has_memory; i++)
		pthread_mutex_init(&m->locks[i], NULL);  /* which cannot fail here, and need not be destroyed */
	for (unsigned i = 0; i < n_threads && has_memory; i++) {
		atomic_flag_clear(&m->desks[i].is_taken);
		has_memory = coset_desk_make(m->parts.flip_bits, &m->desks[i].coset);
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

static enum pdb_status mark_all(struct marking *m, double share_of_all)
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
static void clear_group(void *context, uint32_t group)
{
	const struct marking *const m = context;
	const size_t bytes = (size_t)m->at.group_lines * COSET_LINE_BYTES;
	memset(m->lines + group * bytes, 0, bytes);
}

/* Count the values of the sample as they are read. */
static void count_sample(const struct coset_lines *t, struct coset_shape shape, struct pdb_histogram *h)
{
	*h = (struct pdb_histogram){.max_depth = 0};
	for (uint64_t line = 0; line < coset_table_lines(shape); line += coset_sampled_one_in(shape)) {
		const uint64_t group = line / t->group_lines;
		for (unsigned slot = 0; slot < coset_line_entries(shape, line); slot++)
			h->count[coset_lines_value(t, group << 32 | (line % t->group_lines + slot * t->group_lines))]++;
	}
	for (unsigned d = 0; d < PDB_MAX_DEPTHS; d++)
		if (h->count[d] != 0)
			h->max_depth = d;
}

enum { CLEARING, MARKING };
static const double work_share[] = {[CLEARING] = 0.03, [MARKING] = 0.97};

enum pdb_status build_coset(const struct build *b)
{
	struct pdb_image *const image = b->image;
	const struct coset_shape shape = image->key.coordinate.coset;
	coset_divide(shape, image->key.metric, image->entries);
	const struct coset_lines lines = pdb_lines(image->entries, image->key);
	coset_ways_init();
	struct marking m = {
		.build = b, .lines = image->entries + (lines.line - image->entries),
		.side = image->entries + (lines.side - image->entries),
		.at = coset_reader_of(&lines), .space = {&m.parts, b->moves},
	};
	coset_parts_fill(&m.parts, shape);
	memset(m.side, 0xFF, (size_t)(m.lines - m.side));
	enum pdb_status status = run_loop(&m, lines.n_groups, clear_group, work_share[CLEARING]);
	if (status == PDB_OK)
		status = mark_all(&m, work_share[MARKING]);
	if (status == PDB_OK)
		count_sample(&lines, shape, &image->histogram);
	return status;
}
