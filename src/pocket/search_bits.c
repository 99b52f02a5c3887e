/* Breadth-first search with sets of states as bits (L. Théry, "Mini-Rubik"): each level is one set, 459,270 bytes whatever is
 * in it, and all of them together take less than a queue. */
#include "pocket/search.h"

#include <stdlib.h>
#include <string.h>

enum { SET_WORDS = (POCKET_STATES + 63) / 64, SET_BYTES = SET_WORDS * 8 };

static bool has(const uint64_t *set, uint32_t index)
{
	return (set[index / 64] >> index % 64 & 1) != 0;
}

static void insert(uint64_t *set, uint32_t index)
{
	set[index / 64] |= UINT64_C(1) << index % 64;
}

/* The states one step from those of a level that are not seen yet. */
static void next_level(enum metric metric, const uint64_t *level, uint64_t *seen, uint64_t *next, uint64_t *n_generated)
{
	for (uint32_t word = 0; word < SET_WORDS; word++)
		for (uint64_t bits = level[word]; bits != 0; bits &= bits - 1) {
			const uint32_t index = word * 64 + (uint32_t)__builtin_ctzll(bits);
			for (unsigned i = 0; i < pocket_n_steps[metric]; i++) {
				const uint32_t child = pocket_state_after(index, pocket_steps[metric][i]);
				if (!has(seen, child))
					insert(next, child);
			}
			*n_generated += pocket_n_steps[metric];
		}
	for (uint32_t word = 0; word < SET_WORDS; word++)
		seen[word] |= next[word];
}

/* From the solved state back through the levels: some neighbour is in each. */
static void walk_back(enum metric metric, uint64_t *const *levels, struct pocket_found *out)
{
	uint32_t index = POCKET_SOLVED;
	for (unsigned depth = out->length; depth > 0; depth--)
		for (unsigned i = 0; i < pocket_n_steps[metric]; i++) {
			const unsigned step = pocket_steps[metric][i];
			const uint32_t before = pocket_state_after(index, pocket_inverse(step));
			if (!has(levels[depth - 1], before))
				continue;
			out->steps[depth - 1] = (uint8_t)step;
			index = before;
			break;
		}
}

bool pocket_breadth_first_bits(const struct pocket_bounds *bounds, unsigned used, uint32_t index, struct pocket_found *out)
{
	const enum metric metric = bounds->metric;
	uint64_t *levels[POCKET_MAX_LENGTH + 1] = {calloc(1, SET_BYTES)}, *const seen = calloc(1, SET_BYTES);
	bool has_memory = levels[0] != NULL && seen != NULL;
	*out = (struct pocket_found){.n_generated = 1, .peak_bytes = 2 * SET_BYTES};
	(void)used;
	if (has_memory) {
		insert(levels[0], index);
		insert(seen, index);
	}
	while (has_memory && !has(levels[out->length], POCKET_SOLVED)) {
		uint64_t *const next = levels[out->length + 1] = calloc(1, SET_BYTES);
		has_memory = next != NULL;
		if (has_memory)
			next_level(metric, levels[out->length++], seen, next, &out->n_generated);
		out->peak_bytes += SET_BYTES;
	}
	if (has_memory)
		walk_back(metric, levels, out);
	for (unsigned i = 0; i <= POCKET_MAX_LENGTH; i++)
		free(levels[i]);
	free(seen);
	return has_memory;
}
