#include "pdb/coset_level.h"

#include <assert.h>
#include <endian.h>
#include <stdlib.h>
#include <string.h>

enum {
	BLOCK = 256,  /* cosets mapped at once */
	STRETCH = 512,  /* words looked at at once */
	AT_ONCE = 3,    /* bits of a word */
	MAX_LOW_BITS = 27,  /* of an index */
	MIN_SORTED = COSET_SLICES / 16,  /* cosets for which it pays to sort them */
	WORDS_EACH = 8,                  /* with more words for each coset, a look at all of them is dearer than lists */
	DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS,
};

static_assert((uint64_t)COSET_SLICES << 11 <= UINT64_C(1) << MAX_LOW_BITS, "indices have no more bits");

/* ---- sets ---- */
static size_t low_words(const struct coset_set *set)
{
	return ((size_t)set->n * set->low_bits + 63) / 64 + 1;  /* the last ones are read as eight bytes, too */
}

size_t coset_set_bytes(const struct coset_set *set)
{
	return set->words == NULL ? 0 : (set->n_rising + low_words(set)) * sizeof *set->words;
}

/* As few as make the least of both parts, but enough that without them the indices rise. */
static unsigned low_bits_of(const struct coset_desk *desk)
{
	const uint64_t n_possible = (uint64_t)desk->n_words * 64;
	unsigned low_bits = 0;
	while ((uint64_t)desk->n_found << (low_bits + 1) <= n_possible && low_bits < MAX_LOW_BITS)
		low_bits++;
	for (uint32_t i = 1; i < desk->n_found; i++)
		while (desk->found[i] >> low_bits < desk->found[i - 1] >> low_bits)
			low_bits++;
	return low_bits;
}

/* Eight bytes from where some bit is. */
static inline uint64_t load_bits(const uint8_t *low, uint64_t bit)
{
	uint64_t bits;
	memcpy(&bits, low + bit / 8, sizeof bits);
	return le64toh(bits) >> bit % 8;
}

static inline void add_bits(uint8_t *low, uint64_t bit, uint64_t value)
{
	uint64_t bits;
	memcpy(&bits, low + bit / 8, sizeof bits);
	bits |= htole64(value << bit % 8);
	memcpy(low + bit / 8, &bits, sizeof bits);
}

bool coset_set_make(const struct coset_desk *desk, struct coset_set *out)
{
	*out = (struct coset_set){.n = desk->n_found, .low_bits = low_bits_of(desk)};
	out->n_rising = out->n == 0 ? 1 : ((desk->found[out->n - 1] >> out->low_bits) + out->n - 1) / 64 + 1;
	out->words = calloc(out->n_rising + low_words(out), sizeof *out->words);
	if (out->words == NULL)
		return false;
	uint8_t *const low = (uint8_t *)(out->words + out->n_rising);
	const uint32_t low_mask = (1u << out->low_bits) - 1;
	for (uint32_t i = 0; i < out->n; i++) {
		const uint32_t rising = (desk->found[i] >> out->low_bits) + i;
		out->words[rising / 64] |= UINT64_C(1) << rising % 64;
		add_bits(low, (uint64_t)i * out->low_bits, desk->found[i] & low_mask);
	}
	return true;
}

void coset_set_free(struct coset_set *set)
{
	free(set->words);
	*set = (struct coset_set){.words = NULL};
}

struct coset_set_reader coset_set_begin(const struct coset_set *set)
{
	return (struct coset_set_reader){set, 0, 0, set->n == 0 ? 0 : set->words[0]};
}

unsigned coset_set_read(struct coset_set_reader *r, unsigned max, uint32_t *out)
{
	const struct coset_set *const set = r->set;
	const uint8_t *const low = (const uint8_t *)(set->words + set->n_rising);
	const uint32_t n_left = set->n - r->n_read, low_mask = (1u << set->low_bits) - 1;
	const unsigned n = n_left < max ? n_left : max, low_bits = set->low_bits;
	uint64_t word = r->word, bit = (uint64_t)r->n_read * low_bits;
	uint32_t at = r->at;
	for (unsigned i = 0; i < n; i++, bit += low_bits) {
		while (word == 0)
			word = set->words[++at];
		const uint32_t rising = at * 64 + (uint32_t)__builtin_ctzll(word) - (r->n_read + i);
		word &= word - 1;
		out[i] = rising << low_bits | ((uint32_t)load_bits(low, bit) & low_mask);
	}
	r->n_read += n;
	r->at = at;
	r->word = word;
	return n;
}

void coset_level_free(struct coset_level *level)
{
	for (unsigned p = 0; p < COSET_MAX_PLACES; p++)
		coset_set_free(&level->place[p]);
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
	struct coset_set_reader reader = coset_set_begin(known);
	uint32_t block[BLOCK];
	for (unsigned n; (n = coset_set_read(&reader, BLOCK, block)) != 0;)
		set_bits(desk->bits, block, n);
}

static void remove_known(struct coset_desk *desk, const struct coset_set *known)
{
	struct coset_set_reader reader = coset_set_begin(known);
	uint32_t block[BLOCK];
	for (unsigned n; (n = coset_set_read(&reader, BLOCK, block)) != 0;)
		clear_bits(desk->bits, block, n);
}

static void add_children(struct coset_desk *desk, const struct coset_set *parents, const struct coset_map *map, bool is_listed)
{
	const struct coset_mapper *const mapper = coset_mapper_best();
	struct coset_set_reader reader = coset_set_begin(parents);
	uint32_t before[BLOCK], after[BLOCK];
	for (unsigned n; (n = coset_set_read(&reader, BLOCK, before)) != 0;) {
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
		is_kept = list_solved(space, from, solved, p, &desk) && coset_set_make(&desk, &out->place[p]);
		coset_desk_clear(&desk);
	}
	coset_desk_free(&desk);
	return is_kept;
}
