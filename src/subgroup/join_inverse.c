/* Joining a set of members to its inverses, in a few seconds.
 *
 * Moves reach members from the right, and the eight corner permutations of a page are those that a group K of exchanges makes
 * of each other from the left.  So the inverses of a page are in eight pages; but the inverses of the eight pages of K p K
 * are the eight pages of K p^-1 K.  Such a pair of groups of pages is a unit of work that nothing else touches.  The eight
 * pages of a group are laid side by side, so that a 64-bit word has what they hold in a byte.  Then a word of one group comes
 * from two words of the other one, for even and for odd permutations, by a permutation of bits that is the same for all words. */
#include "subgroup/image.h"

#include "base/parallel.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { GROUP = 8, WORD_BITS = 64, N_BYTE_VALUES = 256 };

/* At most eight pages. */
struct group {
	unsigned n_pages;
	uint16_t page[GROUP];
};

/* Two groups, each other's inverses; they may be the same. */
struct unit {
	struct group group[2];
};

/* What a thread needs for a unit: its groups, laid side by side. */
struct workspace {
	_Atomic bool is_taken;
	uint64_t *words[2];                           /* PAGE_BYTES each */
};

struct joining {
	struct bitmap *bitmap;
	const struct image_map *map;
	unsigned n_units;
	struct unit unit[N_PAGES];
	struct workspace *workspace;                  /* one for each thread */
	bitmap_watcher *watcher;
	void *context;
	_Atomic uint64_t n_members;
};

/* The word of one group from that of the other one. */
struct bit_permutation {
	uint64_t of_parity[2];                        /* bits of the source, by the parity of their permutations */
	uint64_t to[GROUP][N_BYTE_VALUES];            /* [byte of the source] */
};

static bool has_page(const struct group *g, unsigned page)
{
	for (unsigned i = 0; i < g->n_pages; i++)
		if (g->page[i] == page)
			return true;
	return false;
}

static void add_page(struct group *g, unsigned page)
{
	if (has_page(g, page))
		return;
	assert(g->n_pages < GROUP);
	g->page[g->n_pages++] = (uint16_t)page;
}

static unsigned index_in(const struct group *g, unsigned page)
{
	unsigned i = 0;
	while (g->page[i] != page)
		i++;
	return i;
}

static void list_units(struct joining *j)
{
	bool is_listed[N_PAGES] = {false};
	for (unsigned first = 0; first < N_PAGES; first++) {
		if (is_listed[first])
			continue;
		struct unit *const u = &j->unit[j->n_units++];
		u->group[0] = (struct group){.n_pages = 1, .page = {(uint16_t)first}};
		u->group[1].n_pages = 0;
		/* What pages of the one have their inverses in belongs to the other, until there is nothing to add. */
		for (unsigned n_before = 0; n_before != u->group[0].n_pages + u->group[1].n_pages;) {
			n_before = u->group[0].n_pages + u->group[1].n_pages;
			for (unsigned side = 0; side < 2; side++)
				for (unsigned i = 0; i < u->group[side].n_pages; i++)
					for (unsigned bit = 0; bit < N_CORNER_BITS; bit++)
						add_page(&u->group[1 - side], j->map->corners_to[u->group[side].page[i] * N_CORNER_BITS + bit] / N_CORNER_BITS);
		}
		for (unsigned side = 0; side < 2; side++)
			for (unsigned i = 0; i < u->group[side].n_pages; i++)
				is_listed[u->group[side].page[i]] = true;
	}
}

static void fill_permutation(const struct joining *j, const struct group *from, const struct group *to, struct bit_permutation *p)
{
	uint64_t bit_to[WORD_BITS] = {0};
	p->of_parity[0] = p->of_parity[1] = 0;
	for (unsigned i = 0; i < from->n_pages; i++)
		for (unsigned bit = 0; bit < N_CORNER_BITS; bit++) {
			const unsigned corners = from->page[i] * N_CORNER_BITS + bit, image = j->map->corners_to[corners];
			p->of_parity[j->map->is_odd[corners]] |= UINT64_C(1) << (i * N_CORNER_BITS + bit);
			bit_to[i * N_CORNER_BITS + bit] =
				UINT64_C(1) << (index_in(to, image / N_CORNER_BITS) * N_CORNER_BITS + image % N_CORNER_BITS);
		}
	for (unsigned i = 0; i < GROUP; i++) {
		p->to[i][0] = 0;
		for (unsigned value = 1; value < N_BYTE_VALUES; value++)
			p->to[i][value] = p->to[i][value & (value - 1)] | bit_to[i * N_CORNER_BITS + (unsigned)__builtin_ctz(value)];
	}
}

static void lay_side_by_side(const struct bitmap *b, const struct group *g, uint64_t *words)
{
	static const uint8_t nothing[PAGE_BYTES];
	const uint8_t *page[GROUP];
	for (unsigned i = 0; i < GROUP; i++)
		page[i] = i < g->n_pages ? b->page[g->page[i]] : nothing;
	for (uint32_t k = 0; k < PAGE_BYTES; k++) {
		uint64_t word = 0;
		for (unsigned i = 0; i < GROUP; i++)
			word |= (uint64_t)page[i][k] << (8 * i);
		words[k] = word;
	}
}

static inline uint64_t permuted(const struct bit_permutation *p, uint64_t word)
{
	uint64_t to = 0;
	for (unsigned i = 0; i < GROUP; i++)
		to |= p->to[i][word >> (8 * i) & 255];
	return to;
}

/* The map is its own inverse: it says where a word comes from, too. */
static uint64_t join_words(const struct joining *j, const struct group *to, const uint64_t *old, const uint64_t *from,
                           const struct bit_permutation *p)
{
	const uint32_t *const even = j->map->byte_to[0], *const odd = j->map->byte_to[1];
	uint64_t n_members = 0;
	for (uint32_t k = 0; k < PAGE_BYTES; k++) {
		const uint64_t source = (from[even[k]] & p->of_parity[0]) | (from[odd[k]] & p->of_parity[1]);
		const uint64_t word = old[k] | permuted(p, source);
		for (unsigned i = 0; i < to->n_pages; i++)
			j->bitmap->page[to->page[i]][k] = (uint8_t)(word >> (8 * i));
		n_members += (unsigned)__builtin_popcountll(word);
	}
	return n_members;
}

/* There are as many as threads. */
static struct workspace *take_workspace(const struct joining *j)
{
	struct workspace *w = j->workspace;
	/* Acquire: the thread that had it before has read all that it wrote. */
	while (atomic_exchange_explicit(&w->is_taken, true, memory_order_acquire))
		w++;
	return w;
}

static void join_unit(void *context, uint32_t number)
{
	struct joining *const j = context;
	const struct group *const group = j->unit[number].group;
	struct workspace *const w = take_workspace(j);
	struct bit_permutation p;
	for (unsigned side = 0; side < 2; side++)
		lay_side_by_side(j->bitmap, &group[side], w->words[side]);
	fill_permutation(j, &group[1], &group[0], &p);
	uint64_t n_members = join_words(j, &group[0], w->words[0], w->words[1], &p);
	if (!has_page(&group[1], group[0].page[0])) {
		fill_permutation(j, &group[0], &group[1], &p);
		n_members += join_words(j, &group[1], w->words[1], w->words[0], &p);
	}
	atomic_store_explicit(&w->is_taken, false, memory_order_release);
	atomic_fetch_add_explicit(&j->n_members, n_members, memory_order_relaxed);
}

static bool goes_on(void *context, uint32_t n_begun)
{
	const struct joining *const j = context;
	/* Units are of about the same size. */
	return j->watcher == NULL || j->watcher(j->context, (unsigned)((uint64_t)n_begun * N_PAGES / j->n_units));
}

static unsigned n_workspaces(unsigned n_threads)
{
	return n_threads < PARALLEL_MAX_THREADS ? n_threads : PARALLEL_MAX_THREADS;
}

size_t bitmap_joining_bytes(unsigned n_threads)
{
	return n_workspaces(n_threads) * (sizeof(struct workspace) + 2 * PAGE_BYTES * sizeof(uint64_t)) + sizeof(struct joining);
}

static enum bitmap_join join_units(struct joining *j, unsigned n_threads, uint64_t *n_members)
{
	const unsigned n = n_workspaces(n_threads);
	uint64_t *const words = malloc(n * 2 * PAGE_BYTES * sizeof *words);
	j->workspace = calloc(n, sizeof *j->workspace);
	enum bitmap_join status = BITMAP_JOIN_NO_MEMORY;
	if (words != NULL && j->workspace != NULL) {
		for (unsigned i = 0; i < 2 * n; i++)
			j->workspace[i / 2].words[i % 2] = words + (size_t)i * PAGE_BYTES;
		list_units(j);
		status = parallel_for_watched(n_threads, j->n_units, join_unit, goes_on, j) ? BITMAP_JOINED : BITMAP_JOIN_INTERRUPTED;
		*n_members = status == BITMAP_JOINED ? atomic_load_explicit(&j->n_members, memory_order_relaxed) : *n_members;
	}
	free(words);
	free(j->workspace);
	return status;
}

enum bitmap_join bitmap_join_inverse(struct bitmap *b, const struct image_map *inverse, unsigned n_threads,
                                     bitmap_watcher *watcher, void *context, uint64_t *n_members)
{
	struct joining *const j = calloc(1, sizeof *j);
	if (j == NULL)
		return BITMAP_JOIN_NO_MEMORY;
	j->bitmap = b;
	j->map = inverse;
	j->watcher = watcher;
	j->context = context;
	const enum bitmap_join status = join_units(j, n_threads, n_members);
	free(j);
	return status;
}
