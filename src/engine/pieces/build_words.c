/* Breadth-first search of piece tables whose blocks are words: four to six edges with their flips, edges
 * whose flips do not count, or the flips of all edges, beside some corners.
 *
 * The flips of one arrangement of the edges, with one index of the corners, are the bits of a word.  A move
 * takes an arrangement to an arrangement, permutes the corners' indices by a row of its own, and
 * exclusive-ors the flips with a number that arrangement and move tell.  The words of an arrangement lie side
 * by side: what a level adds to them comes from 18 such pieces of the level before, each read in the
 * first-level cache by the row of the corners.
 *
 * Flips of all edges are those of places, without the last: a move also permutes the bits of their number. */
#include "pieces/build_words.h"

#include "base/memory.h"
#include "pieces/families.h"

#include <stdatomic.h>

enum { MAX_LANES = 1024, CHUNKS = 512, ALL_FLIPS = 1 << (N_EDGES - 1) };

struct word_search {
	const struct build *build;
	const struct block_moves *moves;
	unsigned word_bytes;                /* 2, 4, 8 or 256; 1: a single bit is used */
	uint32_t n_corners;                 /* indices of theirs */
	size_t n_lanes;                     /* of 64 bits, that the words of an arrangement take */
	uint64_t *known, *last, *next;      /* [arrangement][n_lanes]; last: the level before */
	uint8_t *in_last, *in_next;         /* [arrangement]: whether it has any there; if not, its words there
	                                     * mean nothing */
	uint16_t *after;                    /* [move][the corners' index] */
	unsigned level;
	_Atomic uint64_t n_new;
};

static uint32_t n_corners_of(const struct block_moves *m)
{
	return m->outer == NULL ? 1 : (uint32_t)(block_shape_of(m->coordinate).n_blocks / m->n_arrangements);
}

static unsigned word_bytes_of(const struct block_moves *m)
{
	return m->n_orientations == 1 ? 1 : m->n_orientations / 8;
}

bool build_words_takes(const struct build *b, const struct block_moves *m)
{
	const unsigned n = m->n_orientations;
	if (b->image->key.metric == METRIC_OF_TURNS || m->closure != NULL || m->cosets != NULL
	    || (n != 1 && n != 16 && n != 32 && n != 64 && n != ALL_FLIPS) || m->n_arrangements % 2 != 0
	    || n_corners_of(m) * word_bytes_of(m) > MAX_LANES * sizeof(uint64_t))
		return false;
	const struct pattern pattern = pieces_pattern(m->coordinate);
	struct orbit edges;
	orbit_fill(&pattern, true, &edges);
	/* Moves permute the flips of pieces that are interchangeable. */
	for (unsigned class = 0; class < edges.n_classes && !edges.is_by_place; class++)
		if (edges.digit[edges.begin[class]] < ORBIT_MAX && edges.begin[class + 1] > edges.begin[class] + 1)
			return false;
	return edges.is_by_place == (n == ALL_FLIPS);
}

static inline void gather_words(const char *words, const uint16_t *after, uint32_t n, size_t word_bytes,
                                char *out)
{
	for (uint32_t i = 0; i < n; i++)
		memcpy(out + i * word_bytes, words + after[i] * word_bytes, word_bytes);
}

/* Exchange two places of flips, which are bits of a bit's number. The last place has none: it is flipped if
 * an odd number of the others are. */
static void exchange_places(uint64_t *words, size_t n, unsigned low, unsigned high)
{
	const bool is_last = high == N_EDGES - 1;
	const unsigned a = 1u << low, b = is_last ? 0 : 1u << high, lanes = (a | b) / 64;
	const unsigned shift = (unsigned)abs((int)(a % 64) - (int)(b % 64));
	const uint64_t mask = (high < 6 ? words_low_half[high] : UINT64_MAX)
	                      & (low >= 6 ? UINT64_MAX : high < 6 ? ~words_low_half[low] : words_low_half[low]);
	for (size_t i = a / 64; i < n; i = (((i | lanes) + 1) & ~(size_t)lanes) | a / 64) {
		uint64_t differ = (words[i] >> shift ^ words[i ^ lanes]) & mask;
		if (is_last)
			differ &=
				UINT64_C(0x6996966996696996) ^ (0 - (uint64_t)(0x6996966996696996 >> (i ^ lanes) % 32 & 1));
		words[i] ^= differ << shift;
		words[i ^ lanes] ^= differ;
	}
}

/* The words of an arrangement after a move, each where the corners are before it.
 * @param flips  that the move makes */
static void gather(const struct word_search *s, const uint64_t *words, unsigned move, unsigned flips,
                   uint64_t *out)
{
	const uint16_t *const after = s->after + (size_t)move * s->n_corners;
	const char *const from = (const char *)words;
	if (s->word_bytes == 1)
		gather_words(from, after, s->n_corners, 1, (char *)out);
	else if (s->word_bytes == 2)
		gather_words(from, after, s->n_corners, 2, (char *)out);
	else if (s->word_bytes == 4)
		gather_words(from, after, s->n_corners, 4, (char *)out);
	else if (s->word_bytes == 8)
		gather_words(from, after, s->n_corners, 8, (char *)out);
	else
		for (size_t i = 0; i < s->n_lanes; i++)
			out[i] = words[after[i / 32] * 32 + (i % 32 ^ flips / 64)];
	words_flip(out, s->n_lanes, flips);
	struct cube turn = move_cube[move];
	for (unsigned place = 0; place < N_EDGES && s->word_bytes == ALL_FLIPS / 8; place++)
		while (turn.edge_perm[place] != place) {
			const uint8_t other = turn.edge_perm[place];
			exchange_places(out, s->n_lanes, place, other);
			turn.edge_perm[place] = turn.edge_perm[other];
			turn.edge_perm[other] = other;
		}
}

/* Enter states in the table: bits of one byte of a block's word. */
static void enter(const struct word_search *s, uint64_t block, size_t byte, unsigned bits)
{
	uint8_t *const entries = s->build->image->entries;
	const unsigned entry = build_entry(s->build, s->level);
	if (s->word_bytes == 1)
		entries[block / 2] ^= (uint8_t)((DEPTH_OPEN ^ entry) << 4 * (block % 2));
	else
		entries_settle(entries + 4 * (block * s->word_bytes + byte), bits, entry);
}

/* Enter what is new of an arrangement: known, next level, table. */
static uint64_t settle(struct word_search *s, uint32_t arrangement, const uint64_t *found)
{
	uint64_t *const known = s->known + arrangement * s->n_lanes;
	uint64_t *const next = s->next + arrangement * s->n_lanes;
	uint64_t n_new = 0;
	for (size_t i = 0; i < s->n_lanes; i++) {
		next[i] = found[i] & ~known[i];
		known[i] |= found[i];
		n_new += (unsigned)__builtin_popcountll(next[i]);
		for (unsigned b = 0; b < 8 && next[i] != 0; b++) {
			const size_t byte = i * 8 + b, word = byte / s->word_bytes;
			const unsigned bits = next[i] >> 8 * b & 255;
			if (bits != 0)
				enter(s, word * s->moves->n_arrangements + arrangement, byte % s->word_bytes, bits);
		}
	}
	s->in_next[arrangement] = n_new != 0;
	return n_new;
}

static void search_chunk(void *context, uint32_t chunk)
{
	struct word_search *const s = context;
	const struct orbit_moves *const inner = &s->moves->inner;
	const uint64_t n = s->moves->n_arrangements;
	uint64_t n_new = 0;
	/* By pairs, since two single entries share a byte. */
	for (uint32_t a = (uint32_t)(n / 2 * chunk / CHUNKS * 2); a < n / 2 * (chunk + 1) / CHUNKS * 2; a++) {
		const uint64_t *const known = s->known + a * s->n_lanes;
		uint64_t found[MAX_LANES], there[MAX_LANES], open = 0;
		for (size_t i = 0; i < s->n_lanes; i++)
			open |= ~known[i];
		s->in_next[a] = false;
		if (open == 0)
			continue;
		memset(found, 0, s->n_lanes * sizeof *found);
		there[s->n_lanes - 1] = 0;
		set_foreach(move, s->build->moves) {
			const uint32_t after = inner->after[a][move];
			if (!s->in_last[after])
				continue;
			gather(s, s->last + after * s->n_lanes, move, block_moves_row(s->moves, a, move)[0], there);
			for (size_t i = 0; i < s->n_lanes; i++)
				found[i] |= there[i];
		}
		n_new += settle(s, a, found);
	}
	atomic_fetch_add_explicit(&s->n_new, n_new, memory_order_relaxed);
}

/* The solved cube and, where turns of a face are free, what these make of it. @return how many */
static uint64_t settle_goal(struct word_search *s)
{
	const unsigned n_entries = s->moves->n_orientations;
	uint64_t n_new = 0, index;
	for (unsigned i = 0; (index = block_start(s->build->image->key.coordinate, i)) != UINT64_MAX; i++) {
		const uint64_t block = index / n_entries;
		const uint64_t arrangement = block % s->moves->n_arrangements;
		const size_t bit = block / s->moves->n_arrangements * s->word_bytes * 8 + index % n_entries;
		const size_t lane = arrangement * s->n_lanes + bit / 64;
		if (s->known[lane] >> bit % 64 & 1)
			continue;
		s->known[lane] |= UINT64_C(1) << bit % 64;
		s->next[lane] |= UINT64_C(1) << bit % 64;
		s->in_next[arrangement] = true;
		enter(s, block, index % n_entries / 8, 1u << index % 8);
		n_new++;
	}
	return n_new;
}

static enum status search_levels(struct word_search *s)
{
	const struct build *const b = s->build;
	const size_t used = s->n_corners * s->word_bytes, lane_bytes = s->n_lanes * sizeof(uint64_t);
	memset(b->image->entries, DEPTH_OPEN * 0x11, b->image->size_bytes);
	for (uint32_t a = 0; a < s->moves->n_arrangements; a++) {  /* bits that are no states are known */
		memset((char *)s->known + a * lane_bytes, s->word_bytes == 1 ? 0xFE : 0, used);
		memset((char *)s->known + a * lane_bytes + used, 0xFF, lane_bytes - used);
	}
	uint64_t n_new = settle_goal(s), n_found = n_new;
	for (s->level = 1; n_new != 0; s->level++) {
		uint64_t *const last = s->next;
		uint8_t *const in_last = s->in_next;
		s->next = s->last;
		s->in_next = s->in_last;
		s->last = last;
		s->in_last = in_last;
		atomic_store_explicit(&s->n_new, 0, memory_order_relaxed);
		parallel_for(b->n_threads, CHUNKS, search_chunk, s);
		n_new = atomic_load_explicit(&s->n_new, memory_order_relaxed);
		n_found += n_new;
		if (!build_goes_on(b, n_found))
			return STATUS_INTERRUPTED;
	}
	return STATUS_OK;
}

enum status build_words(const struct build *b, const struct block_moves *m)
{
	struct word_search s = {
		.build = b, .moves = m, .word_bytes = word_bytes_of(m), .n_corners = n_corners_of(m),
	};
	s.n_lanes = (s.n_corners * s.word_bytes + 7) / 8;
	const size_t n = m->n_arrangements * s.n_lanes, bytes = 3 * n * sizeof *s.known + 2 * m->n_arrangements;
	s.after = malloc(N_MOVES * s.n_corners * sizeof *s.after);
	s.known = memory_map_huge(bytes);
	enum status status = STATUS_NO_MEMORY;
	if (s.after != NULL && s.known != NULL) {
		s.last = s.known + n;
		s.next = s.last + n;
		s.in_last = (uint8_t *)(s.next + n);
		s.in_next = s.in_last + m->n_arrangements;
		for (unsigned move = 0; move < N_MOVES; move++)
			for (uint32_t i = 0; i < s.n_corners; i++)
				s.after[move * s.n_corners + i] = m->outer != NULL ? (uint16_t)m->outer[i][move] : 0;
		status = search_levels(&s);
	}
	if (s.known != NULL)
		memory_unmap(s.known, bytes);
	free(s.after);
	return status;
}
