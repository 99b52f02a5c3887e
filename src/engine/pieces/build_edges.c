/* Breadth-first search of the positions of k edges, 12! / (12 - k)! * 2^k.
 *
 * The 2^k flips of one arrangement are bits of a word (two for k = 7), so one step handles all of them: a
 * move takes an arrangement to an arrangement and flips the same cubies whatever their state, which
 * exclusive-ors the bits' numbers.  Fewer than six edges are blocks (build_blocks.c). */
#include "coord/permutation.h"
#include "pieces/build_words.h"
#include "pieces/families.h"
#include "base/memory.h"

#include <stdatomic.h>

enum { MAX_WORDS = (1 << EDGES_MAX) / 64, CHUNK_ARRANGEMENTS = 2048 };

struct bits { uint64_t word[MAX_WORDS]; };

struct edge_search {
	const struct build *build;
	const struct edge_ranker *ranker;
	unsigned k, n_words;
	uint32_t n_arrangements;
	uint64_t *known, *last, *next;  /* n_words for each arrangement; last: the level before */
	unsigned level;
	bool is_forward;                /* how it is found */
	_Atomic uint64_t n_new;
};

/* Byte i: where cubie i is. */
static uint64_t unrank_places(const struct edge_search *s, uint32_t arrangement)
{
	uint8_t place[8] = {0};
	permutation_unrank(arrangement, N_EDGES, s->k, place);
	uint64_t places = 0;
	for (unsigned i = 0; i < s->k; i++)
		places |= (uint64_t)place[i] << 8 * i;
	return places;
}

static uint64_t places_after(const struct edge_search *s, uint64_t places, unsigned move)
{
	uint64_t after = 0;
	for (unsigned i = 0; i < s->k; i++)
		after |= (uint64_t)edge_place_after[move][places >> 8 * i & 15] << 8 * i;
	return after;
}

/* Bit i of the result is bit i ^ flips of the words. */
static struct bits flipped(const struct edge_search *s, const uint64_t *words, unsigned flips)
{
	struct bits out = {{0}};
	for (unsigned w = 0; w < s->n_words; w++)
		out.word[w] = words[w ^ flips >> 6];
	words_flip(out.word, s->n_words, flips);
	return out;
}

/* Enter the new flips of an arrangement: known, next level, depth. */
static unsigned settle(struct edge_search *s, uint32_t arrangement, const uint64_t *found)
{
	unsigned n_new = 0;
	for (unsigned w = 0; w < s->n_words; w++) {
		const size_t at = (size_t)arrangement * s->n_words + w;
		const uint64_t new = found[w] & ~s->known[at];
		s->known[at] |= new;
		s->next[at] = new;
		n_new += (unsigned)__builtin_popcountll(new);
		uint8_t *entries = s->build->image->entries + (((size_t)arrangement << s->k) + 64 * (size_t)w) / 2;
		for (uint64_t rest = new; rest != 0; rest >>= 8, entries += 4)
			entries_settle(entries, rest & 255, s->level);
	}
	return n_new;
}

/* Backward: for every arrangement that is not yet complete, what its neighbours of the last level reach; each
 * thread writes only to arrangements of its own.  Forward: from the few positions of the last level to their
 * neighbours, which other chunks may have as well; settle() comes later. */
static void search_chunk(void *context, uint32_t chunk)
{
	struct edge_search *const s = context;
	uint64_t n_new = 0;
	for (uint32_t a = chunk * CHUNK_ARRANGEMENTS;
	    a < (chunk + 1) * CHUNK_ARRANGEMENTS && a < s->n_arrangements; a++) {
		const size_t at = (size_t)a * s->n_words;
		struct bits found = {{0}};
		uint64_t any = 0;
		for (unsigned w = 0; w < s->n_words; w++)
			any |= s->is_forward ? s->last[at + w] : ~s->known[at + w];
		const uint64_t places = any != 0 ? unrank_places(s, a) : 0;
		set_foreach(move, any != 0 ? s->build->moves : 0) {
			const uint64_t after = places_after(s, places, move);
			const size_t neighbour = s->n_words * (size_t)(s->k == 6 ? edges_rank_six(s->ranker, after)
			                                                         : edges_rank_seven(s->ranker, after));
			const struct bits there =
				flipped(s, s->last + (s->is_forward ? at : neighbour), edges_flips(after, s->k));
			uint64_t *const to = s->is_forward ? s->next + neighbour : found.word;
			for (unsigned w = 0; w < s->n_words; w++)
				to[w] |= there.word[w];
		}
		if (!s->is_forward)
			n_new += settle(s, a, found.word);
	}
	atomic_fetch_add_explicit(&s->n_new, n_new, memory_order_relaxed);
}

static enum status search_levels(struct edge_search *s)
{
	const struct build *const b = s->build;
	const uint64_t root = coordinate_rank(b->image->key.coordinate, &cube_solved);
	const uint32_t n_chunks = (s->n_arrangements + CHUNK_ARRANGEMENTS - 1) / CHUNK_ARRANGEMENTS;
	memset(b->image->entries, DEPTH_OPEN * 0x11, b->image->size_bytes);
	settle(s, (uint32_t)(root >> s->k), (uint64_t[MAX_WORDS]){1});
	uint64_t n_found = 1, n_last = 1;
	for (s->level = 1; n_last != 0; s->level++) {
		uint64_t *const last = s->next;
		s->next = s->last;
		s->last = last;
		s->is_forward = n_last < s->n_arrangements / 8;
		if (s->is_forward)
			memset(s->next, 0, (size_t)s->n_arrangements * s->n_words * sizeof *s->next);
		atomic_store_explicit(&s->n_new, 0, memory_order_relaxed);
		parallel_for(s->is_forward ? 1 : b->n_threads, n_chunks, search_chunk, s);
		n_last = atomic_load_explicit(&s->n_new, memory_order_relaxed);
		for (uint32_t a = 0; a < s->n_arrangements && s->is_forward; a++)
			n_last += settle(s, a, s->next + (size_t)a * s->n_words);
		n_found += n_last;
		if (!build_goes_on(b, n_found))
			return STATUS_INTERRUPTED;
	}
	return STATUS_OK;
}

enum status build_edges(const struct build *b)
{
	const unsigned k = edges_count(edges_set_of(&b->image->key.coordinate));
	if (b->image->key.metric == METRIC_OF_TURNS || k < 6)
		return build_blocks(b);  /* bits of a word are for moves of one cost, and for whole words */
	struct edge_search s = {
		.build = b,
		.ranker = edge_ranker(),
		.k = k,
		.n_words = 1u << (k - 6),
		.n_arrangements = permutation_count(N_EDGES, k),
	};
	const size_t bytes = (size_t)s.n_arrangements * s.n_words * sizeof(uint64_t);
	uint64_t *const words = memory_map_huge(3 * bytes);
	if (words == NULL)
		return STATUS_NO_MEMORY;
	s.known = words;
	s.last = words + bytes / sizeof *words;
	s.next = words + 2 * (bytes / sizeof *words);
	const enum status status = search_levels(&s);
	memory_unmap(words, 3 * bytes);
	return status;
}
