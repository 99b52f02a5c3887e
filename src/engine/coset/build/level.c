#include "coset/build/level.h"

enum {
	AT_ONCE = 3,                     /* bits of a word */
	LINE_WORDS = 8, LINE_BITS = 64 * LINE_WORDS,
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
	void *const low = out->words + out->n_high_words;
	for (uint32_t i = 0; i < out->n; i++) {
		const uint32_t coset = workspace->found[i], position = (coset >> 8 * out->low_bytes) + i;
		out->words[position / 64] |= UINT64_C(1) << position % 64;
		if (out->low_bytes == 1)
			((uint8_t *)low)[i] = (uint8_t)coset;
		else
			((uint16_t *)low)[i] = (uint16_t)coset;
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

/* The high bits of the next n indices, shifted to their position. */
static ALWAYS_INLINE void read_high_bits(struct coset_set_reader *r, unsigned n, unsigned shift,
                                         uint32_t *out)
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
	items_foreach(cell, level->cell, COSET_MAX_CELLS)
		coset_set_free(cell);
}

/* ---- workspaces ---- */
static uint32_t n_line_words(const struct coset_workspace *workspace)
{
	return workspace->n_words / LINE_BITS + 1;
}

bool coset_workspace_make(unsigned flip_bits, struct coset_workspace *out)
{
	*out = (struct coset_workspace){.n_words = ((uint32_t)COSET_SLICES << flip_bits) / 64};
	out->bits = aligned_alloc(64, out->n_words * sizeof *out->bits);
	out->lines = calloc(n_line_words(out), sizeof *out->lines);
	if (out->bits != NULL)
		memset(out->bits, 0, out->n_words * sizeof *out->bits);
	return out->bits != NULL && out->lines != NULL;
}

void coset_workspace_free(struct coset_workspace *workspace)
{
	free(workspace->bits);
	free(workspace->lines);
	free(workspace->found);
}

void coset_workspace_clear(struct coset_workspace *workspace)
{
	for (uint32_t i = 0; i < n_line_words(workspace); i++) {
		set64_foreach(line, workspace->lines[i])
			memset(workspace->bits + (64 * i + line) * LINE_WORDS, 0, LINE_WORDS * sizeof *workspace->bits);
		workspace->lines[i] = 0;
	}
	workspace->n_found = 0;
}

/* ---- levels ---- */
/* Set bits; how many more there are, n_found tells until they are listed. */
static void set_bits(struct coset_workspace *workspace, const uint32_t *cosets, unsigned n)
{
	uint32_t n_found = workspace->n_found;
	items_foreach(coset, cosets, n) {
		uint64_t *const word = &workspace->bits[*coset / 64], old = *word;
		*word = old | UINT64_C(1) << *coset % 64;
		workspace->lines[*coset / LINE_BITS / 64] |= UINT64_C(1) << *coset / LINE_BITS % 64;
		n_found += !(old >> *coset % 64 & 1);
	}
	workspace->n_found = n_found;
}

static void clear_bits(struct coset_workspace *workspace, const struct coset_set *set)
{
	uint32_t cosets[COSET_MAPPED_AT_ONCE];
	coset_set_foreach(set, cosets, n)
		items_foreach(coset, cosets, n)
			workspace->bits[*coset / 64] &= ~(UINT64_C(1) << *coset % 64);
}

/* List the cosets from the bits.  The number of bits in a word cannot be predicted: up to AT_ONCE are written
 * unconditionally, and only the valid ones are kept.  @return false without memory */
static bool list_bits(struct coset_workspace *workspace)
{
	const uint64_t *const bits = workspace->bits;
	uint32_t *found = array_reserve(workspace->found, workspace->n_found + AT_ONCE, &workspace->capacity,
	                                sizeof *found);
	if (found == NULL)
		return false;
	workspace->found = found;
	for (uint32_t i = 0; i < n_line_words(workspace); i++) {
		uint32_t words[LINE_BITS];
		unsigned n = 0;
		set64_foreach(line, workspace->lines[i])
			for (unsigned k = 0; k < LINE_WORDS; k++) {
				words[n] = (64 * i + (unsigned)line) * LINE_WORDS + k;
				n += bits[words[n]] != 0;
			}
		for (unsigned k = 0; k < n; k++) {
			uint64_t word = bits[words[k]];
			do {
				for (unsigned bit = 0; bit < AT_ONCE; bit++, word &= word - 1) {
					*found = words[k] * 64 + (unsigned)__builtin_ctzll(word | UINT64_C(1) << 63);
					found += word != 0;
				}
			} while (word != 0);
		}
	}
	workspace->n_found = (uint32_t)(found - workspace->found);
	return true;
}

bool coset_level_next(const struct coset_resolution *resolution, const struct coset_level *newest,
                      const struct coset_level *before, unsigned p, struct coset_workspace *workspace)
{
	coset_mapper *const mapper = coset_mappers[processor_level()];
	const uint16_t *const begin = &coset_transitions.begin_to[coset_cell(resolution, p).class];
	for (unsigned i = begin[0]; i < begin[1]; i++) {
		const struct coset_transition *const transition = &coset_transitions.by_to[i];
		const struct coset_set *const parents = &newest->cell[coset_cell_before(resolution, transition, p)];
		uint32_t cosets[COSET_MAPPED_AT_ONCE], after[COSET_MAPPED_AT_ONCE];
		struct coset_map map;
		if (!coset_transition_is_step(resolution, transition) || parents->n == 0)
			continue;
		coset_map_fill(&map, transition, resolution->flip_bits);
		coset_set_foreach(parents, cosets, n) {
			mapper(&map, cosets, n, after);
			set_bits(workspace, after, n);
		}
	}
	clear_bits(workspace, &newest->cell[p]);
	clear_bits(workspace, &before->cell[p]);
	return list_bits(workspace);
}

bool coset_level_first(const struct coset_resolution *resolution, struct coset_workspace *workspace,
                       struct coset_level *out)
{
	uint64_t indices[COSET_MAX_STABILIZERS];
	const unsigned n = coset_indices(resolution->shape, &cube_solved, indices);
	bool is_kept = true;
	memset(out, 0, sizeof *out);
	for (unsigned p = 0; p < coset_n_cells(resolution) && is_kept; p++) {
		for (unsigned i = 0, cell; i < n; i++) {
			const uint32_t index = coset_index_in_cell(resolution, indices[i], &cell);
			set_bits(workspace, &index, cell == p);
		}
		is_kept = workspace->n_found == 0
		          || (list_bits(workspace) && coset_set_make(workspace, &out->cell[p]));
		coset_workspace_clear(workspace);
	}
	return is_kept;
}
