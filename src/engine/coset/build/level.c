#include "coset/build/level.h"

#include <stdlib.h>
#include <string.h>

enum {
	AT_ONCE = 3,                     /* bits of a word */
	WORDS_EACH = 8,                  /* with fewer cosets than one in so many words, lists are cheaper than a
	                                  * scan */
	DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS,
};

/* ---- sets ---- */
static size_t words_of(uint32_t n, uint32_t n_high_words, unsigned low_bytes)
{
	return n_high_words + ((size_t)n * low_bytes + 7) / 8;
}

size_t coset_set_bytes(const struct coset_set *set)
{
	return set->words == NULL ? 0 : words_of(set->n, set->n_high_words, set->low_bytes) * sizeof *set->words;
}

bool coset_set_make(const struct coset_workspace *workspace, struct coset_set *out)
{
	const uint32_t n = workspace->n_found, last = n == 0 ? 0 : workspace->found[n - 1],
	               most = n == 0 ? 0 : n - 1;
	*out = (struct coset_set){.n = n, .n_high_words = ((last >> 8) + most) / 64 + 1, .low_bytes = 1};
	const struct coset_set pairs = {.n = n, .n_high_words = ((last >> 16) + most) / 64 + 1, .low_bytes = 2};
	if (words_of(n, out->n_high_words, 1) > words_of(n, pairs.n_high_words, 2))
		*out = pairs;
	out->words = calloc(words_of(out->n, out->n_high_words, out->low_bytes), sizeof *out->words);
	if (out->words == NULL)
		return false;
	for (uint32_t i = 0; i < out->n; i++) {
		const uint32_t position = (workspace->found[i] >> 8 * out->low_bytes) + i;
		out->words[position / 64] |= UINT64_C(1) << position % 64;
	}
	void *const low = out->words + out->n_high_words;
	for (uint32_t i = 0; i < out->n && out->low_bytes == 1; i++)
		((uint8_t *)low)[i] = (uint8_t)workspace->found[i];
	for (uint32_t i = 0; i < out->n && out->low_bytes == 2; i++)
		((uint16_t *)low)[i] = (uint16_t)workspace->found[i];
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

/* The high bits of the next n indices, shifted to their position. */
static inline __attribute__((always_inline))
void read_high_bits(struct coset_set_reader *r, unsigned n, unsigned shift, uint32_t *out)
{
	const uint64_t *const words = r->set->words;
	uint64_t word = r->word;
	uint32_t at = r->at, base = at * 64 - r->n_read;
	for (unsigned i = 0; i < n; i++, base--) {
		for (; word == 0; base += 64)
			word = words[++at];
		out[i] = (base + (uint32_t)__builtin_ctzll(word)) << shift;
		word &= word - 1;
	}
	r->at = at;
	r->word = word;
}

unsigned coset_set_read(struct coset_set_reader *r, unsigned max, uint32_t *out)
{
	const struct coset_set *const set = r->set;
	const uint32_t n_left = set->n - r->n_read;
	const unsigned n = n_left < max ? n_left : max;
	if (n == 0)
		return 0;
	const void *const low = set->words + set->n_high_words;
	if (set->low_bytes == 1) {
		const uint8_t *const bytes = (const uint8_t *)low + r->n_read;
		read_high_bits(r, n, 8, out);
		for (unsigned i = 0; i < n; i++)
			out[i] |= bytes[i];
	} else {
		const uint16_t *const pairs = (const uint16_t *)low + r->n_read;
		read_high_bits(r, n, 16, out);
		for (unsigned i = 0; i < n; i++)
			out[i] |= pairs[i];
	}
	r->n_read += n;
	return n;
}

void coset_level_free(struct coset_level *level)
{
	for (unsigned p = 0; p < COSET_MAX_CELLS; p++)
		coset_set_free(&level->cell[p]);
}

/* ---- workspaces ---- */
static size_t bits_bytes(const struct coset_workspace *workspace)
{
	return workspace->n_words * sizeof *workspace->bits;
}

bool coset_workspace_make(unsigned flip_bits, struct coset_workspace *out)
{
	*out = (struct coset_workspace){.n_words = ((uint32_t)COSET_SLICES << flip_bits) / 64};
	out->bits = aligned_alloc(64, bits_bytes(out));
	if (out->bits != NULL)
		memset(out->bits, 0, bits_bytes(out));
	return out->bits != NULL;
}

void coset_workspace_free(struct coset_workspace *workspace)
{
	free(workspace->bits);
	free(workspace->found);
	free(workspace->spare);
}

static void clear_bits(uint64_t *bits, const uint32_t *cosets, unsigned n)
{
	for (uint32_t i = 0; i < n; i++)
		bits[cosets[i] / 64] &= ~(UINT64_C(1) << cosets[i] % 64);
}

void coset_workspace_clear(struct coset_workspace *workspace)
{
	if (workspace->n_found < workspace->n_words / WORDS_EACH)
		clear_bits(workspace->bits, workspace->found, workspace->n_found);
	else
		memset(workspace->bits, 0, bits_bytes(workspace));
	workspace->n_found = 0;
}

static bool reserve_lists(struct coset_workspace *workspace, uint32_t n)
{
	if (n <= workspace->max_found)
		return true;
	free(workspace->found);
	free(workspace->spare);
	workspace->found = malloc((size_t)n * sizeof *workspace->found);
	workspace->spare = malloc((size_t)n * sizeof *workspace->spare);
	workspace->max_found = workspace->found == NULL || workspace->spare == NULL ? 0 : n;
	return workspace->max_found != 0;
}

/* ---- levels ---- */
/* Set bits; cosets whose bits were zero join the list. */
static void set_and_list(struct coset_workspace *workspace, const uint32_t *cosets, unsigned n)
{
	uint32_t n_found = workspace->n_found;
	for (unsigned i = 0; i < n; i++) {
		uint64_t *const word = &workspace->bits[cosets[i] / 64];
		const uint64_t old = *word;
		*word = old | UINT64_C(1) << cosets[i] % 64;
		workspace->found[n_found] = cosets[i];
		n_found += !(old >> cosets[i] % 64 & 1);
	}
	workspace->n_found = n_found;
}

/* Sort by all but the lowest byte: maps then read their tables sequentially and find runs, and sets take
 * little memory. */
static void sort_list(struct coset_workspace *workspace)
{
	for (unsigned shift = DIGIT_BITS; shift < 32; shift += DIGIT_BITS) {
		uint32_t next[DIGITS] = {0}, *const from = workspace->found;
		for (uint32_t i = 0; i < workspace->n_found; i++)
			next[from[i] >> shift & (DIGITS - 1)]++;
		for (uint32_t digit = 0, n = 0; digit < DIGITS; digit++) {
			const uint32_t n_here = next[digit];
			next[digit] = n;
			n += n_here;
		}
		for (uint32_t i = 0; i < workspace->n_found; i++)
			workspace->spare[next[from[i] >> shift & (DIGITS - 1)]++] = from[i];
		workspace->found = workspace->spare;
		workspace->spare = from;
	}
}

/* List the cosets from the bits.  The number of bits in a word cannot be predicted: up to AT_ONCE are written
 * unconditionally, and only the valid ones are kept. */
static void list_bits(struct coset_workspace *workspace)
{
	const uint64_t *const bits = workspace->bits;
	uint32_t *found = workspace->found, words[COSET_CHUNK_WORDS];
	for (uint32_t begin = 0; begin < workspace->n_words; begin += COSET_CHUNK_WORDS) {
		const unsigned n = coset_find_words(bits, begin, workspace->n_words, words);
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
	workspace->n_found = (uint32_t)(found - workspace->found);
}

/* Set or clear the bits of a set. */
static void change_bits(struct coset_workspace *workspace, const struct coset_set *set,
                        void (*change)(uint64_t *bits, const uint32_t *cosets, unsigned n))
{
	struct coset_set_reader reader = coset_set_begin(set);
	uint32_t cosets[COSET_MAPPED_AT_ONCE];
	for (unsigned n; (n = coset_set_read(&reader, COSET_MAPPED_AT_ONCE, cosets)) != 0;)
		change(workspace->bits, cosets, n);
}

static void add_children(struct coset_workspace *workspace, const struct coset_set *parents,
                         const struct coset_map *map, bool is_listed)
{
	coset_mapper *const mapper = coset_mappers[processor_level()];
	struct coset_set_reader reader = coset_set_begin(parents);
	uint32_t before[COSET_MAPPED_AT_ONCE], after[COSET_MAPPED_AT_ONCE];
	for (unsigned n; (n = coset_set_read(&reader, COSET_MAPPED_AT_ONCE, before)) != 0;) {
		mapper(map, before, n, after);
		if (is_listed)
			set_and_list(workspace, after, n);
		else
			coset_set_bits(workspace->bits, after, n);
	}
}

/* The set that reaches cell p by a transition; NULL if there is none. */
static const struct coset_set *parents_of(const struct coset_resolution *resolution,
                                          const struct coset_level *newest,
                                          const struct coset_transition *transition, unsigned p)
{
	const struct coset_set *const parents =
		&newest->cell[coset_cell_before(resolution, transition, p)];
	return coset_transition_is_step(resolution, transition) && parents->n != 0 ? parents : NULL;
}

bool coset_level_next(const struct coset_resolution *resolution, const struct coset_level *newest,
                      const struct coset_level *before, unsigned p, struct coset_workspace *workspace)
{
	const unsigned class = coset_cell(resolution, p).class;
	const struct coset_transition *const begin = &coset_transitions.by_to[coset_transitions.begin_to[class]];
	const struct coset_transition *const end =
		&coset_transitions.by_to[coset_transitions.begin_to[class + 1]];
	uint64_t n = 1;  /* one more than the list holds: the unconditional write */
	for (const struct coset_transition *transition = begin; transition < end; transition++) {
		const struct coset_set *const parents = parents_of(resolution, newest, transition, p);
		n += parents == NULL ? 0 : parents->n;
	}
	if (!reserve_lists(workspace, (uint32_t)n))
		return false;
	const bool is_listed = n < workspace->n_words / WORDS_EACH;
	change_bits(workspace, &newest->cell[p], coset_set_bits);
	change_bits(workspace, &before->cell[p], coset_set_bits);
	for (const struct coset_transition *transition = begin; transition < end; transition++) {
		const struct coset_set *const parents = parents_of(resolution, newest, transition, p);
		struct coset_map map;
		if (parents == NULL)
			continue;
		coset_map_fill(&map, transition, resolution->flip_bits);
		add_children(workspace, parents, &map, is_listed);
	}
	change_bits(workspace, &newest->cell[p], clear_bits);
	change_bits(workspace, &before->cell[p], clear_bits);
	if (is_listed)
		sort_list(workspace);
	else
		list_bits(workspace);
	return true;
}

bool coset_level_first(const struct coset_resolution *resolution, struct coset_level *out)
{
	uint64_t indices[COSET_MAX_STABILIZERS];
	const unsigned n = coset_indices(resolution->shape, &cube_solved, indices);
	struct coset_workspace workspace;
	memset(out, 0, sizeof *out);
	bool is_kept =
		coset_workspace_make(resolution->flip_bits, &workspace) && reserve_lists(&workspace, n + 1);
	for (unsigned p = 0; p < coset_n_cells(resolution) && is_kept; p++) {
		for (unsigned i = 0, cell; i < n; i++) {
			const uint32_t index = coset_index_in_cell(resolution, indices[i], &cell);
			set_and_list(&workspace, &index, cell == p);
		}
		sort_list(&workspace);
		is_kept = workspace.n_found == 0 || coset_set_make(&workspace, &out->cell[p]);
		coset_workspace_clear(&workspace);
	}
	coset_workspace_free(&workspace);
	return is_kept;
}
