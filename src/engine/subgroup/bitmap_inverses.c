/* Joining a set of elements to its inverses, in a few seconds.
 *
 * Moves reach elements from the right, and the eight corner permutations of a page are those that a group K
 * of exchanges makes of each other from the left.  So the inverses of a page are in eight pages; but the
 * inverses of the eight pages of K p K are the eight pages of K p^-1 K.  Such a pair of groups of pages is a
 * unit of work that nothing else touches.  The eight pages of a group are laid side by side, so that a 64-bit
 * word has what they hold in a byte.  Then a word of one group comes from two words of the other one, for
 * even and for odd permutations, by a permutation of bits that is the same for all words. */
#include "subgroup/symmetry.h"

#include <stdatomic.h>

enum { GROUP = 8, WORD_BITS = 64, N_BYTE_VALUES = 256 };

/* At most eight pages. */
struct group {
	unsigned n_pages;
	uint16_t page[GROUP];
};

/* What a thread needs for a unit: its groups, laid side by side. */
struct workspace {
	uint64_t words[2][PAGE_BYTES];
};

struct joining {
	struct bitmap *bitmap;
	const struct automorphism *inverse;
	unsigned n_units;
	struct group unit[N_PAGES][2];                /* each other's inverses; they may be the same */
	struct workspace *workspace;                  /* one for each thread (parallel_thread()) */
	_Atomic uint64_t n_elements;
};

/* The word of one group from that of the other one. */
struct bit_permutation {
	uint64_t of_parity[2];                        /* bits of the source, by the parity of their
	                                               * permutations */
	uint64_t to[GROUP][N_BYTE_VALUES];            /* [byte of the source] */
};

/* n_pages: it is not there. */
static unsigned index_in(const struct group *g, unsigned page)
{
	unsigned i = 0;
	while (i < g->n_pages && g->page[i] != page)
		i++;
	return i;
}

/* The pages of the inverses of a page: all that are in K p^-1 K. */
static void fill_group(const struct joining *j, unsigned page, struct group *out)
{
	for (unsigned bit = 0; bit < N_CORNER_BITS; bit++) {
		const unsigned inverse = j->inverse->corners_to[page * N_CORNER_BITS + bit] / N_CORNER_BITS;
		if (index_in(out, inverse) == out->n_pages)
			out->page[out->n_pages++] = (uint16_t)inverse;
	}
}

static void fill_permutation(const struct joining *j, const struct group *from, const struct group *to,
                             struct bit_permutation *p)
{
	uint64_t bit_to[WORD_BITS] = {0};
	p->of_parity[0] = p->of_parity[1] = 0;
	for (unsigned i = 0; i < from->n_pages; i++)
		for (unsigned bit = 0; bit < N_CORNER_BITS; bit++) {
			const unsigned corners = from->page[i] * N_CORNER_BITS + bit,
			               image = j->inverse->corners_to[corners];
			p->of_parity[j->inverse->is_odd[corners]] |= UINT64_C(1) << (i * N_CORNER_BITS + bit);
			bit_to[i * N_CORNER_BITS + bit] =
				UINT64_C(1) << (index_in(to, image / N_CORNER_BITS) * N_CORNER_BITS + image % N_CORNER_BITS);
		}
	for (unsigned i = 0; i < GROUP; i++) {
		p->to[i][0] = 0;
		for (unsigned value = 1; value < N_BYTE_VALUES; value++)
			p->to[i][value] =
				p->to[i][value & (value - 1)] | bit_to[i * N_CORNER_BITS + (unsigned)__builtin_ctz(value)];
	}
}

/* The map is its own inverse: it says where a word comes from, too. */
static uint64_t join_words(const struct joining *j, const struct group *to, const uint64_t *old,
                           const uint64_t *from, const struct bit_permutation *p)
{
	const uint32_t *const even = j->inverse->byte_to[0], *const odd = j->inverse->byte_to[1];
	uint64_t n_elements = 0;
	for (uint32_t k = 0; k < PAGE_BYTES; k++) {
		const uint64_t source = (from[even[k]] & p->of_parity[0]) | (from[odd[k]] & p->of_parity[1]);
		uint64_t word = old[k];
		for (unsigned i = 0; i < GROUP; i++)
			word |= p->to[i][source >> (8 * i) & 255];
		for (unsigned i = 0; i < to->n_pages; i++)
			j->bitmap->page[to->page[i]][k] = (uint8_t)(word >> (8 * i));
		n_elements += (unsigned)__builtin_popcountll(word);
	}
	return n_elements;
}

static void join_unit(void *context, uint32_t number)
{
	struct joining *const j = context;
	const struct group *const group = j->unit[number];
	struct workspace *const w = &j->workspace[parallel_thread()];
	struct bit_permutation p;
	const bool is_own_inverse = index_in(&group[1], group[0].page[0]) < group[1].n_pages;
	uint64_t n_elements = 0;
	for (unsigned side = 0; side < 2; side++) {
		static const uint8_t nothing[PAGE_BYTES];
		const uint8_t *page[GROUP];
		for (unsigned i = 0; i < GROUP; i++)
			page[i] = i < group[side].n_pages ? j->bitmap->page[group[side].page[i]] : nothing;
		for (uint32_t k = 0; k < PAGE_BYTES; k++) {
			uint64_t word = 0;
			for (unsigned i = 0; i < GROUP; i++)
				word |= (uint64_t)page[i][k] << (8 * i);
			w->words[side][k] = word;
		}
	}
	for (unsigned side = 0; side < (is_own_inverse ? 1 : 2); side++) {
		fill_permutation(j, &group[!side], &group[side], &p);
		n_elements += join_words(j, &group[side], w->words[side], w->words[!side], &p);
	}
	atomic_fetch_add_explicit(&j->n_elements, n_elements, memory_order_relaxed);
}

size_t bitmap_add_inverses_bytes(unsigned n_threads)
{
	return n_threads * sizeof(struct workspace) + sizeof(struct joining);
}

enum status bitmap_add_inverses(struct bitmap *b, const struct automorphism *inverse, unsigned n_threads,
                                         const struct pdb_progress *progress, uint64_t *n_elements)
{
	struct joining j = {.bitmap = b, .inverse = inverse};
	j.workspace = calloc(n_threads, sizeof *j.workspace);
	if (j.workspace == NULL)
		return STATUS_NO_MEMORY;
	bool is_listed[N_PAGES] = {false};
	for (unsigned first = 0; first < N_PAGES; first++) {
		if (is_listed[first])
			continue;
		struct group *const group = j.unit[j.n_units++];
		fill_group(&j, first, &group[1]);
		fill_group(&j, group[1].page[0], &group[0]);
		items_foreach(page, group[0].page, group[0].n_pages)
			is_listed[*page] = true;
		items_foreach(page, group[1].page, group[1].n_pages)
			is_listed[*page] = true;
	}
	const bool is_complete =
		pdb_parallel_for(progress, "joining inverses", n_threads, j.n_units, join_unit, &j);
	free(j.workspace);
	if (!is_complete)
		return STATUS_INTERRUPTED;
	*n_elements = atomic_load_explicit(&j.n_elements, memory_order_relaxed);
	return STATUS_OK;
}
