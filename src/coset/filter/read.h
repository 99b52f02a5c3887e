/* Many entries of a coset table read at once.  Compiled with the instructions of the including file; all versions give
 * the same results. */
#ifndef SUPERFLIP_COSET_FILTER_READ_H
#define SUPERFLIP_COSET_FILTER_READ_H
#include "coset/filter/locate.h"
#ifdef COSET_AVX512
#include "coset/filter/thresholds_avx512.h"
#else
#include "coset/filter/thresholds_portable.h"
#endif

/* Entries whose value is in the side table. */
struct coset_low {
	unsigned n;
	uint16_t number[COSET_READ_MAX];
	uint64_t slot[COSET_READ_MAX];      /* in the side table */
	uint16_t subcosets[COSET_READ_MAX];    /* with subcosets, those whose value it is */
};

/** Begin to read entries that were located and prefetched.  All values but those in `low` are complete then; the side
 * table is prefetched for these.
 * @param value  aligned to a cache line
 * @param n      at most COSET_READ_MAX */
static inline void coset_read_begin(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                    uint8_t *restrict value, unsigned n, struct coset_scratch *s, struct coset_low *low)
{
	unsigned n_open = coset_pass_first(r, where, slot, value, n, s);
	const unsigned n_equations = r->n_equations;
	for (unsigned test = 1; test <= n_equations * (COSET_THRESHOLD_SETS - 1); test++)
		n_open = coset_pass_next(r, test, test % n_equations == 0, value, n_open, s);
	low->n = n_open;
	for (unsigned i = 0; i < n_open; i++) {
		low->number[i] = s->number[i];
		low->slot[i] = coset_side_slot(r->side_log2, coset_entry_of(r, s->where[i], s->slot[i]));
		__builtin_prefetch(&r->side[low->slot[i] >> 1]);
	}
}

/** The same for a table with subcosets.
 * @param subcosets  of each entry, as coset_two_subcosets() packs them; the second may be COSET_NO_SUBCOSET
 * @param value      of the first subcosets, `second` of the second ones, both aligned to a cache line
 * @param near       all subcosets in which an entry is below the cap, with room for a block more */
static inline void coset_subcosets_read_begin(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                              const uint16_t *subcosets, uint8_t *restrict value, uint8_t *restrict second,
                                              uint32_t *restrict near, unsigned n, struct coset_scratch *s,
                                              struct coset_low *low)
{
	unsigned n_open = coset_subcosets_pass_first(r, where, slot, subcosets, value, second, near, n, s);
	const unsigned n_equations = r->n_equations;
	for (unsigned test = 1; test <= n_equations * (COSET_THRESHOLD_SETS - 1); test++) {
		n_open = coset_subcosets_pass_next(r, test, n_open, s);
		for (unsigned i = 0; i < n_open && test % n_equations == 0; i++) {
			value[s->number[i]] = (uint8_t)(value[s->number[i]] - ((s->subcosets[i] & 255) != COSET_NO_SUBCOSET));
			second[s->number[i]] = (uint8_t)(second[s->number[i]] - (s->subcosets[i] >> 8 != COSET_NO_SUBCOSET));
		}
	}
	low->n = n_open;
	for (unsigned i = 0; i < n_open; i++) {
		low->number[i] = s->number[i];
		low->subcosets[i] = s->subcosets[i];
		low->slot[i] = coset_side_slot(r->side_log2, coset_entry_of(r, s->where[i], s->slot[i]));
		__builtin_prefetch(&r->side[low->slot[i] >> 1]);
	}
}

static inline void coset_subcosets_read_end(const struct coset_reader *r, const struct coset_low *low,
                                            uint8_t *restrict value, uint8_t *restrict second)
{
	for (unsigned j = 0; j < low->n; j++) {
		const unsigned x = coset_side_value(r->side, low->slot[j]), low_value = x <= r->base ? x : r->base + 1;
		if ((low->subcosets[j] & 255) != COSET_NO_SUBCOSET)
			value[low->number[j]] = (uint8_t)low_value;
		if (low->subcosets[j] >> 8 != COSET_NO_SUBCOSET)
			second[low->number[j]] = (uint8_t)low_value;
	}
}

/** Complete the values, as coset_filter_get() gives them. */
static inline void coset_read_end(const struct coset_reader *r, const struct coset_low *low, uint8_t *restrict value)
{
	for (unsigned j = 0; j < low->n; j++) {
		const unsigned x = coset_side_value(r->side, low->slot[j]);
		value[low->number[j]] = (uint8_t)(x <= r->base ? x : r->base + 1);
	}
}
#endif
