/* coset_sixteen_pass() by vectors of 16 bytes, for AVX2, NEON and SIMD128, or by plain C (included by
 * read.h).  Loops over sixteen slots are vectorised by compilers. */
#pragma once

/* Columns examined first: more where an instruction counts bits. */
#if defined __POPCNT__ || defined __aarch64__ || defined __wasm__
enum { COSET_FIRST_COLUMNS = COSET_MAX_FIRST_COLUMNS };
#else
enum { COSET_FIRST_COLUMNS = 2 };
#endif

/* The equations of sixteen slots, and the columns examined for them. */
struct coset_sixteen {
	_Alignas(32) uint32_t coefficients[16];
	_Alignas(16) uint8_t bits[16], begin[16], columns[16];
	_Alignas(16) uint8_t first_byte[COSET_FIRST_COLUMNS][16];  /* of the equation's bytes in a column */
};

#ifdef VECTOR_LOOKS_UP_BYTES
/* @param at  sixteen indices into a table of COSET_WIDTHS bytes, by quarters of it; an index into another
 * quarter has its sign set */
static inline bytes16 coset_of_widths(const uint8_t *table, const bytes16 at[4])
{
	const bytes16 *const quarter = (const void *)table;
	return bytes_lookup(quarter[0], at[0]) | bytes_lookup(quarter[1], at[1])
	       | bytes_lookup(quarter[2], at[2]) | bytes_lookup(quarter[3], at[3]);
}

/* The equations of sixteen slots for a test; n_columns columns are examined first. */
static inline void coset_sixteen_equations(const struct coset_filter *r, unsigned test, const uint32_t *slot,
                                           const uint8_t *width, unsigned n_columns, struct coset_sixteen *s)
{
	static_assert(COSET_WIDTHS == 64, "four tables of sixteen bytes");
	words8 begins[2], bits[2];
	bytes16 all_widths, at[4];
	memcpy(&all_widths, width, sizeof all_widths);
	for (unsigned i = 0; i < 4; i++) {
		const bytes16 is_other = (bytes16)((all_widths >> 4 & 3) != (uint8_t)i);
		at[i] = (all_widths & 15) | (is_other & 0x80);
	}
	*(bytes16 *)s->begin = coset_of_widths(r->widths->n_begins, at);
	for (unsigned half = 0; half < 2; half++) {  /* coset_equation() */
		words8 x;
		bytes8 n;
		memcpy(&x, slot + 8 * half, sizeof x);
		memcpy(&n, s->begin + 8 * half, sizeof n);
		const words8 n_begins = __builtin_convertvector(n, words8);
		x = ((x & UINT16_MAX) + ((test << 16) + 0x7F4A7C15)) * 0x9E3779B1u;
		x = (x ^ x >> 15) * 0x85EBCA77u;
		x ^= x >> 13;
		const words8 y = x * 0xC2B2AE3Du;
		((words8 *)s->coefficients)[half] = x;
		begins[half] = (y >> 16) * n_begins >> 16;
		bits[half] = y >> 8 & 255;
	}
	const bytes16 begin = bytes_of_words(begins),
				  is_late = (bytes16)(begin >= coset_of_widths(r->widths->next, at));
	bytes16 columns =
		(coset_of_widths(r->widths->columns[1], at) & is_late)
		| (coset_of_widths(r->widths->columns[0], at) & ~is_late);
	if (test == 0)
		columns &= (bytes16)((all_widths & COSET_DEEPER_ONLY) == 0);
	*(bytes16 *)s->bits = bytes_of_words(bits);
	*(bytes16 *)s->begin = begin;
	*(bytes16 *)s->columns = columns;
	*(bytes16 *)s->first_byte[0] = begin;
	for (unsigned p = 1; p < n_columns; p++)
		*(bytes16 *)s->first_byte[p] = begin + coset_of_widths(r->widths->first_byte[p], at);
}
#else
static inline void coset_sixteen_equations(const struct coset_filter *r, unsigned test, const uint32_t *slot,
                                           const uint8_t *width, unsigned n_columns, struct coset_sixteen *s)
{
	for (unsigned i = 0; i < 16; i++) {
		const struct coset_examined e = coset_examine(r->widths, width[i], slot[i] & UINT16_MAX, test);
		s->coefficients[i] = e.coefficients;
		s->bits[i] = (uint8_t)e.bits;
		s->begin[i] = (uint8_t)e.begin;
		s->columns[i] = (uint8_t)e.columns;
		for (unsigned p = 0; p < n_columns; p++)
			s->first_byte[p][i] = (uint8_t)(e.begin + r->widths->first_byte[p][e.width]);
	}
}
#endif

/* Which of up to sixteen slots pass a test, as bits; with subcosets in any, and in which each does.  The
 * first columns are examined without branches, which would be mispredicted.  Label columns never fail a slot,
 * so all columns are examined for slots that pass in the others. */
static ALWAYS_INLINE unsigned coset_sixteen_pass(const struct coset_filter *r, unsigned test,
                                                 const uint64_t *where, const uint32_t *slot,
                                                 const uint8_t *width, unsigned n, bool has_subcosets,
                                                 uint32_t *subcosets)
{
	const unsigned n_columns = has_subcosets ? COSET_LABEL_AT : COSET_FIRST_COLUMNS;
	_Alignas(16) uint8_t odd[COSET_FIRST_COLUMNS][16] = {0};
	struct coset_sixteen s;
	coset_sixteen_equations(r, test, slot, width, n_columns, &s);
	for (unsigned i = 0; i < 16 && i < n; i++) {
		const uint8_t *const filter_block = r->filter_block + where[i];
#pragma GCC unroll 4
		for (unsigned p = 0; p < n_columns; p++) {
			const uint32_t there =
				coset_coefficients_of_bytes(filter_block + s.first_byte[p][i]) & s.coefficients[i];
			odd[p][i] = (uint8_t)__builtin_parity(there);
		}
	}
	const uint8_t first = (uint8_t)((1u << n_columns) - 1);
	const bytes16 columns = *(const bytes16 *)s.columns;
	bytes16 first_misses = *(const bytes16 *)s.bits;
	for (unsigned p = 0; p < n_columns; p++)
		first_misses ^= *(const bytes16 *)odd[p] << (uint8_t)p;
	const unsigned more = has_subcosets ? 0xFFFF : bytes_signs((bytes16)(columns > first));
	unsigned pass =
		bytes_signs((bytes16)((first_misses & columns & first) == 0)) & (n < 16 ? (1u << n) - 1 : 0xFFFF);
	set_foreach(i, pass & more) {
		const unsigned all_odd = coset_odd_columns(r->widths, r->filter_block + where[i],
		                                           width[i] % COSET_WIDTHS, s.begin[i], s.coefficients[i]),
		               misses = (all_odd ^ s.bits[i]) & s.columns[i];
		if (has_subcosets)
			subcosets[i] = coset_subcosets_passing(r->widths, s.columns[i], misses);
		pass ^= (unsigned)(has_subcosets ? subcosets[i] == 0 : misses != 0) << i;
	}
	for (unsigned i = 0; i < 16 && has_subcosets; i++)
		subcosets[i] = pass >> i & 1 ? subcosets[i] : 0;
	return pass;
}
