#include "pdb/coset_level.h"

#include <assert.h>
#include <endian.h>
#include <stdlib.h>
#include <string.h>

enum {
	BLOCK = 256,  /* cosets mapped at once */
	STRETCH = 512,  /* words looked at at once */
	AT_ONCE = 3,    /* bits of a word */
	PACKED_MASK = (1 << 8 * COSET_PACKED_BYTES) - 1,
	MIN_SORTED = COSET_SLICES / 16,  /* cosets for which it pays to sort them */
	WORDS_EACH = 8,                  /* with more words for each coset, a look at all of them is dearer than lists */
	DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS,
};

static_assert((uint64_t)COSET_SLICES << 11 <= (uint64_t)COSET_PAGES << 8 * COSET_PACKED_BYTES, "all indices are on a page");

/* ---- sets ---- */
void coset_set_read(const struct coset_set *set, uint32_t begin, unsigned n, uint32_t *out)
{
	const uint8_t *packed = set->packed + (size_t)begin * COSET_PACKED_BYTES;
	for (unsigned i = 0; i < n; i++, packed += COSET_PACKED_BYTES) {
		uint32_t word;
		memcpy(&word, packed, sizeof word);
		out[i] = le32toh(word) & PACKED_MASK;
	}
	for (unsigned page = 1; page < COSET_PAGES; page++)
		for (uint32_t i = set->page[page] < begin ? 0 : set->page[page] - begin; i < n; i++)
			out[i] += PACKED_MASK + 1;
}

/* The next block of a set. */
static unsigned read_block(const struct coset_set *set, uint32_t begin, uint32_t block[BLOCK])
{
	const unsigned n = set->n - begin < BLOCK ? set->n - begin : BLOCK;
	coset_set_read(set, begin, n, block);
	return n;
}

bool coset_level_keep(struct coset_level *level, unsigned p, const struct coset_desk *desk)
{
	struct coset_set *const set = &level->place[p];
	if (desk->n_found == 0)
		return true;
	set->packed = malloc((size_t)desk->n_found * COSET_PACKED_BYTES + 1);  /* the last one is read as four bytes, too */
	if (set->packed == NULL)
		return false;
	set->n = desk->n_found;
	memset(set->page, 0, sizeof set->page);
	for (uint32_t i = 0; i < set->n; i++)
		set->page[desk->found[i] >> 8 * COSET_PACKED_BYTES]++;
	size_t next[COSET_PAGES];
	for (uint32_t page = 0, n = 0; page < COSET_PAGES; page++) {
		const uint32_t n_here = set->page[page];
		next[page] = (size_t)n * COSET_PACKED_BYTES;
		set->page[page] = n;
		n += n_here;
	}
	for (uint32_t i = 0; i < set->n; i++) {
		size_t *const at = &next[desk->found[i] >> 8 * COSET_PACKED_BYTES];
		for (unsigned k = 0; k < COSET_PACKED_BYTES; k++)
			set->packed[(*at)++] = (uint8_t)(desk->found[i] >> 8 * k);
	}
	return true;
}

void coset_level_free(struct coset_level *level)
{
	for (unsigned p = 0; p < COSET_MAX_PLACES; p++)
		free(level->place[p].packed);
	memset(level, 0, sizeof *level);
}

/* ---- desks ---- */
static size_t bits_bytes(const struct coset_desk *desk)
{
	return desk->n_words * sizeof *desk->bits;
}

bool coset_desk_make(unsigned flip_bits, struct coset_desk *out)
{
	*out = (struct coset_desk){.n_words = ((uint32_t)COSET_SLICES << flip_bits) / 64};
	out->bits = aligned_alloc(64, bits_bytes(out));
	if (out->bits != NULL)
		memset(out->bits, 0, bits_bytes(out));
	return out->bits != NULL;
}

void coset_desk_free(struct coset_desk *desk)
{
	free(desk->bits);
	free(desk->found);
	free(desk->spare);
}

static void clear_bits(uint64_t *bits, const uint32_t *cosets, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		bits[cosets[i] / 64] &= ~(UINT64_C(1) << cosets[i] % 64);
}

void coset_desk_clear(struct coset_desk *desk)
{
	if (desk->n_found < desk->n_words / WORDS_EACH)
		clear_bits(desk->bits, desk->found, desk->n_found);
	else
		memset(desk->bits, 0, bits_bytes(desk));
	desk->n_found = 0;
}

static bool make_room(struct coset_desk *desk, uint32_t n)
{
	if (n <= desk->max_found)
		return true;
	free(desk->found);
	free(desk->spare);
	desk->found = malloc((size_t)n * sizeof *desk->found);
	desk->spare = malloc((size_t)n * sizeof *desk->spare);
	desk->max_found = desk->found == NULL || desk->spare == NULL ? 0 : n;
	return desk->max_found != 0;
}

bool coset_level_list(const struct coset_set *set, struct coset_desk *desk)
{
	if (!make_room(desk, set->n))
		return false;
	coset_set_read(set, 0, set->n, desk->found);
	desk->n_found = set->n;
	return true;
}

/* ---- levels ---- */
static void set_bits(uint64_t *bits, const uint32_t *cosets, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		bits[cosets[i] / 64] |= UINT64_C(1) << cosets[i] % 64;
}

/* The same, and those whose bits were zero join the list. */
static void set_and_list(struct coset_desk *desk, const uint32_t *cosets, unsigned n)
{
	uint32_t n_found = desk->n_found;
	for (unsigned i = 0; i < n; i++) {
		uint64_t *const word = &desk->bits[cosets[i] / 64];
		const uint64_t old = *word;
		*word = old | UINT64_C(1) << cosets[i] % 64;
		desk->found[n_found] = cosets[i];
		n_found += !(old >> cosets[i] % 64 & 1);
	}
	desk->n_found = n_found;
}

/* The words of a stretch that are not zero. */
static unsigned find_words(const uint64_t *bits, uint32_t begin, uint32_t end, uint32_t words[STRETCH])
{
	unsigned n = 0;
	for (uint32_t w = begin; w < end; w++) {
		words[n] = w;
		n += bits[w] != 0;
	}
	return n;
}

/* The list by one digit of its cosets' patterns of slices, the lowest or the highest. */
static void sort_by_digit(struct coset_desk *desk, unsigned shift)
{
	uint32_t next[DIGITS] = {0}, *const from = desk->found;
	for (uint32_t i = 0; i < desk->n_found; i++)
		next[from[i] >> shift & (DIGITS - 1)]++;
	for (uint32_t digit = 0, n = 0; digit < DIGITS; digit++) {
		const uint32_t n_here = next[digit];
		next[digit] = n;
		n += n_here;
	}
	for (uint32_t i = 0; i < desk->n_found; i++)
		desk->spare[next[from[i] >> shift & (DIGITS - 1)]++] = from[i];
	desk->found = desk->spare;
	desk->spare = from;
}

/* Patterns in rising order: so maps read their tables from one end to the other, and find runs. */
static void sort_list(struct coset_desk *desk, unsigned flip_bits)
{
	static_assert(COSET_SLICES <= DIGITS * DIGITS, "a pattern has two digits");
	if (desk->n_found < MIN_SORTED)
		return;
	sort_by_digit(desk, flip_bits);
	sort_by_digit(desk, flip_bits + DIGIT_BITS);
}

/* The same from the bits.  How many bits a word has cannot be predicted: up to AT_ONCE are written in any case, and only
 * what counts is kept. */
static void list_bits(struct coset_desk *desk)
{
	const uint64_t *const bits = desk->bits;
	uint32_t *found = desk->found, words[STRETCH];
	for (uint32_t begin = 0; begin < desk->n_words; begin += STRETCH) {
		const uint32_t end = desk->n_words - begin < STRETCH ? desk->n_words : begin + STRETCH;
		const unsigned n = find_words(bits, begin, end, words);
		for (unsigned i = 0; i < n; i++) {
			uint64_t word = bits[words[i]];
			do {
				for (unsigned k = 0; k < AT_ONCE; k++, word &= word - 1) {
					*found = words[i] * 64 + (unsigned)__builtin_ctzll(word | UINT64_C(1) << 63);
					found += word != 0;
				}
			} while (word != 0);
		}
	}
	desk->n_found = (uint32_t)(found - desk->found);
}

static void add_known(struct coset_desk *desk, const struct coset_set *known)
{
	uint32_t block[BLOCK];
	for (uint32_t begin = 0; begin < known->n; begin += BLOCK)
		set_bits(desk->bits, block, read_block(known, begin, block));
}

static void remove_known(struct coset_desk *desk, const struct coset_set *known)
{
	uint32_t block[BLOCK];
	for (uint32_t begin = 0; begin < known->n; begin += BLOCK)
		clear_bits(desk->bits, block, read_block(known, begin, block));
}

static void add_children(struct coset_desk *desk, const struct coset_set *parents, const struct coset_map *map, bool is_listed)
{
	const struct coset_mapper *const mapper = coset_mapper_best();
	uint32_t before[BLOCK], after[BLOCK];
	for (uint32_t begin = 0; begin < parents->n; begin += BLOCK) {
		const unsigned n = read_block(parents, begin, before);
		mapper->map(map, before, n, after);
		if (is_listed)
			set_and_list(desk, after, n);
		else
			set_bits(desk->bits, after, n);
	}
}

/* Where place p gets cosets from by a way; NULL if from nowhere. */
static const struct coset_set *parents_of(const struct coset_space *space, const struct coset_level *newest,
                                          const struct coset_way *way, unsigned p)
{
	const struct coset_set *const parents = &newest->place[coset_place_before(space->parts, way, p)];
	return coset_way_is_step(space, way) && parents->n != 0 ? parents : NULL;
}

bool coset_level_next(const struct coset_space *space, const struct coset_level *newest, const struct coset_level *before,
                      unsigned p, struct coset_desk *desk)
{
	const unsigned class = coset_place(space->parts, p).class;
	const struct coset_way *const begin = &coset_ways.by_to[coset_ways.begin_to[class]];
	const struct coset_way *const end = &coset_ways.by_to[coset_ways.begin_to[class + 1]];
	uint64_t n = 1;  /* the list takes no more, and one that does not count */
	for (const struct coset_way *way = begin; way < end; way++) {
		const struct coset_set *const parents = parents_of(space, newest, way, p);
		n += parents == NULL ? 0 : parents->n;
	}
	if (!make_room(desk, (uint32_t)n))
		return false;
	const bool is_listed = n < desk->n_words / WORDS_EACH;
	add_known(desk, &newest->place[p]);
	add_known(desk, &before->place[p]);
	for (const struct coset_way *way = begin; way < end; way++) {
		const struct coset_set *const parents = parents_of(space, newest, way, p);
		struct coset_map map;
		if (parents == NULL)
			continue;
		coset_map_fill(&map, way, space->parts->flip_bits);
		add_children(desk, parents, &map, is_listed);
	}
	remove_known(desk, &newest->place[p]);
	remove_known(desk, &before->place[p]);
	if (is_listed)
		sort_list(desk, space->parts->flip_bits);
	else
		list_bits(desk);
	return true;
}

/* The copies of the solved cube's coset that are in place p; itself it is in place `from`. */
static bool list_solved(const struct coset_space *space, unsigned from, uint32_t solved, unsigned p,
                        struct coset_desk *desk)
{
	const unsigned class = coset_place(space->parts, p).class;
	if (!make_room(desk, COSET_MAX_STABILIZERS + 1))
		return false;
	for (unsigned s = 0; s < coset_tables.n_stabilizers[class]; s++) {
		const struct coset_way copy = coset_copy(class, s);
		struct coset_map map;
		uint32_t index;
		if (coset_place_after(space->parts, &copy, from) != p)
			continue;
		coset_map_fill(&map, &copy, space->parts->flip_bits);
		coset_mapper_best()->map(&map, &solved, 1, &index);
		set_and_list(desk, &index, 1);
	}
	return true;
}

bool coset_level_first(const struct coset_space *space, struct coset_level *out)
{
	unsigned from;
	const uint32_t solved = coset_solved_index(space->parts, &from);
	const unsigned n = space->parts->n_parts * space->parts->n_axes, class_begin = from - from % n;
	memset(out, 0, sizeof *out);
	struct coset_desk desk;
	bool is_kept = coset_desk_make(space->parts->flip_bits, &desk);
	for (unsigned p = class_begin; p < class_begin + n && is_kept; p++) {
		is_kept = list_solved(space, from, solved, p, &desk) && coset_level_keep(out, p, &desk);
		coset_desk_clear(&desk);
	}
	coset_desk_free(&desk);
	return is_kept;
}
