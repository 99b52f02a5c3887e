/* The solver of coset/filter/solve.h; compiled once for every instruction set by solve_*.c, which define
 * COSET_SOLVER. */
#include "coset/filter/solve.h"

#if defined __AVX512VBMI2__ && defined __AVX512VPOPCNTDQ__
#define HAS_AVX512
#include <immintrin.h>
#elif defined __AVX2__
#include <immintrin.h>
#endif

enum {
	MAX_BITS = 8 * COSET_MAX_WIDTH,
	EQUATION_BITS = 8 * COSET_EQUATION_BYTES,
	N_BEGINS = COSET_WIDTHS,
	NO_FILTER_BLOCK = UINT16_MAX,
#ifdef HAS_AVX512
	SIDE_BY_SIDE = 8,                 /* filter blocks solved side by side, enough to hide the latency of a
	                                   * step */
#else
	SIDE_BY_SIDE = 1,
#endif
};

/* The equations of one filter block. */
struct equations {
	unsigned n;
	/* By the byte that they begin at: those of byte i from i * EQUATION_BITS on.  At most EQUATION_BITS of
	 * them are independent; excess ones are lost. */
	uint16_t end[N_BEGINS];
	_Alignas(64) uint32_t coefficients[N_BEGINS * EQUATION_BITS];
	_Alignas(32) uint8_t bits[N_BEGINS * EQUATION_BITS];
	/* Once solved: the pivots by their first bit; coefficients from the byte of this bit on; 8 bits are
	 * used. */
	_Alignas(64) struct pivot { uint32_t coefficients, bits; } pivot[MAX_BITS];
	uint8_t solution[COSET_MAX_WIDTH][COSET_MAX_COLUMNS];  /* bits of all columns, by byte */
};

static void write_equations(const uint32_t *member, unsigned n, unsigned width, struct equations *e)
{
	uint32_t coefficients[COSET_MAX_MEMBERS];
	uint16_t at[COSET_MAX_MEMBERS];
	uint8_t begin[COSET_MAX_MEMBERS], bits[COSET_MAX_MEMBERS];
	/* Separate loops: the first vectorises, and no load waits for a store to the same address. */
	for (unsigned i = 0; i < n; i++) {
		const struct coset_equation equation = coset_equation(member[i] & UINT16_MAX, member[i] >> 16 & 255);
		coefficients[i] = equation.coefficients;
		bits[i] = equation.bits ^ (uint8_t)(member[i] >> 24 << COSET_LABEL_AT);
		begin[i] = (uint8_t)coset_equation_begin(&equation, width);
	}
	e->n = n;
	for (unsigned byte = 0; byte < N_BEGINS; byte++)
		e->end[byte] = (uint16_t)(byte * EQUATION_BITS);
	for (unsigned i = 0; i < n; i++)
		at[i] = e->end[begin[i]]++ % (N_BEGINS * EQUATION_BITS);
	for (unsigned i = 0; i < n; i++) {
		e->coefficients[at[i]] = coefficients[i];
		e->bits[at[i]] = bits[i];
	}
}

/* If these are too many, some are missing or are others. */
static inline unsigned n_equations_at(const struct equations *e, unsigned byte)
{
	return e->end[byte] - byte * EQUATION_BITS;
}

#ifdef HAS_AVX512
/* Equations not yet pivots, or zero; coefficients from the current byte on. */
struct open_equations {
	__m512i low, high;                  /* the first 16, and the others */
	__m256i bits;
};

/* Advance to the next byte; equations that begin there replace zero ones.  If there are too many, they are
 * dependent, and the count of pivots will tell. */
static inline void advance(struct open_equations *r, const struct equations *e, unsigned byte)
{
	r->low = _mm512_srli_epi32(r->low, 8);
	r->high = _mm512_srli_epi32(r->high, 8);
	const __mmask16 zero_low = _mm512_testn_epi32_mask(r->low, r->low);
	const uint32_t zero = _mm512_kunpackw(_mm512_testn_epi32_mask(r->high, r->high), zero_low);
	const uint32_t new = _pdep_u32(_bzhi_u32(UINT32_MAX, n_equations_at(e, byte)), zero);
	const uint32_t *const from = e->coefficients + byte * EQUATION_BITS;
	const int n_low = _mm_popcnt_u32(new & UINT16_MAX);
	r->low = _mm512_mask_expand_epi32(r->low, (__mmask16)new, _mm512_load_si512(from));
	r->high = _mm512_mask_expand_epi32(r->high, (__mmask16)(new >> 16), _mm512_loadu_si512(from + n_low));
	r->bits = _mm256_mask_expand_epi8(r->bits, new,
	                                  _mm256_load_si256((const void *)(e->bits + byte * EQUATION_BITS)));
}

/* An equation that has the bit becomes its pivot.  Without one, some equation that lacks the bit is
 * stored. */
static inline void find_pivot(struct open_equations *r, __m512i bit, struct pivot *pivot)
{
	/* For each equation, the index vector that broadcasts it, 4 bytes or 1 byte wide. */
	static const uint32_t everywhere[EQUATION_BITS + 1] = {
#define FOUR(i) (i) * 0x01010101, (i + 1) * 0x01010101, (i + 2) * 0x01010101, (i + 3) * 0x01010101
		FOUR(0), FOUR(4), FOUR(8), FOUR(12), FOUR(16), FOUR(20), FOUR(24), FOUR(28), 0,
#undef FOUR
	};
	const __mmask16 in_low = _mm512_test_epi32_mask(r->low, bit),
		in_high = _mm512_test_epi32_mask(r->high, bit);
	const __mmask32 in = _mm512_kunpackw(in_high, in_low);
	const __m512i which = _mm512_set1_epi32((int)everywhere[_tzcnt_u32(in)]);
	const __m512i coefficients = _mm512_permutex2var_epi32(r->low, which, r->high);
	const __m256i bits = _mm256_permutexvar_epi8(_mm512_castsi512_si256(which), r->bits);
	_mm_storeu_si32(&pivot->coefficients, _mm512_castsi512_si128(coefficients));
	_mm_storeu_si32(&pivot->bits, _mm256_castsi256_si128(bits));
	r->low = _mm512_mask_xor_epi32(r->low, in_low, r->low, coefficients);
	r->high = _mm512_mask_xor_epi32(r->high, in_high, r->high, coefficients);
	r->bits = _mm256_xor_si256(r->bits, _mm256_maskz_mov_epi8(in, bits));
}

/* Zero what is no pivot among eight bits; returns the number of pivots. */
static inline unsigned clean_pivots(struct pivot *pivot)
{
	const __m512i own_bit = _mm512_set_epi64(128, 64, 32, 16, 8, 4, 2, 1), all = _mm512_load_si512(pivot);
	const __mmask8 are = _mm512_test_epi64_mask(all, own_bit);
	_mm512_store_si512(pivot, _mm512_maskz_mov_epi64(are, all));
	return (unsigned)_mm_popcnt_u32(are);
}

/* Find the pivots; returns a mask of the systems that have enough. */
static unsigned find_pivots(struct equations e[SIDE_BY_SIDE], unsigned width)
{
	const __m512i zero = _mm512_setzero_si512();
	struct open_equations r[SIDE_BY_SIDE];
	for (unsigned i = 0; i < SIDE_BY_SIDE; i++)
		r[i] = (struct open_equations){zero, zero, _mm256_setzero_si256()};
	for (unsigned byte = 0; byte < width; byte++) {
#pragma GCC unroll 8
		for (unsigned i = 0; i < SIDE_BY_SIDE; i++)
			advance(&r[i], &e[i], byte);
		__m512i bit = _mm512_set1_epi32(1);
		for (unsigned at = 8 * byte; at < 8 * byte + 8; at++) {
#pragma GCC unroll 8
			for (unsigned i = 0; i < SIDE_BY_SIDE; i++)
				find_pivot(&r[i], bit, &e[i].pivot[at]);
			bit = _mm512_add_epi32(bit, bit);
		}
	}
	unsigned solvable = 0;
	for (unsigned i = 0; i < SIDE_BY_SIDE; i++) {
		unsigned n = 0;
		for (unsigned byte = 0; byte < width; byte++)
			n += clean_pivots(&e[i].pivot[8 * byte]);
		solvable |= (unsigned)(n == e[i].n) << i;
	}
	return solvable;
}

static void find_solutions(struct equations e[SIDE_BY_SIDE], unsigned width)
{
	/* Each column's solution from the current byte on: 32 bits, and above them a bit that meets the pivot's
	 * bit of this column. */
	const __m512i own_bit = _mm512_slli_epi64(_mm512_set_epi64(128, 64, 32, 16, 8, 4, 2, 1), 32);
	const __m512i is_bit = _mm512_set1_epi64(UINT32_MAX);
	__m512i solution[SIDE_BY_SIDE];
	for (unsigned i = 0; i < SIDE_BY_SIDE; i++)
		solution[i] = own_bit;
	for (unsigned byte = width; byte-- > 0;) {
#pragma GCC unroll 8
		for (unsigned i = 0; i < SIDE_BY_SIDE; i++)
			solution[i] =
				_mm512_or_si512(_mm512_and_si512(_mm512_slli_epi64(solution[i], 8), is_bit), own_bit);
#pragma GCC unroll 8
		for (unsigned bit = 8; bit-- > 0;) {
			const __m512i here = _mm512_set1_epi64(1ll << bit);
#pragma GCC unroll 8
			for (unsigned i = 0; i < SIDE_BY_SIDE; i++) {
				uint64_t pivot;
				memcpy(&pivot, &e[i].pivot[8 * byte + bit], sizeof pivot);
				const __m512i met = _mm512_and_si512(solution[i], _mm512_set1_epi64((long long)pivot));
				const __m512i sum = _mm512_slli_epi64(_mm512_popcnt_epi64(met), bit);
				solution[i] = _mm512_or_si512(solution[i], _mm512_and_si512(sum, here));
			}
		}
#pragma GCC unroll 8
		for (unsigned i = 0; i < SIDE_BY_SIDE; i++)
			_mm_storel_epi64((void *)e[i].solution[byte], _mm512_cvtepi64_epi8(solution[i]));
	}
}
#else
#ifdef __AVX2__
/* Equations not yet pivots, stored by column: bit i of a lane is equation i's coefficient there. */
enum { COLUMN_VECTORS = EQUATION_BITS / 8, VECTORS = COLUMN_VECTORS + 1 };  /* the last one holds the bits */

static unsigned find_pivots(struct equations e[SIDE_BY_SIDE], unsigned width)
{
	const __m256i zero = _mm256_setzero_si256(), bit_0 = _mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1);
	__m256i columns[VECTORS] = {zero, zero, zero, zero, zero};
	uint32_t in_use = 0;
	for (unsigned byte = 0; byte < width; byte++) {
		for (unsigned i = 0; i < n_equations_at(e, byte); i++) {
			const uint32_t free_bit = ~in_use & (in_use + 1);
			if (free_bit == 0)
				return 0;
			in_use |= free_bit;
			const __m256i equation = _mm256_set1_epi32((int)free_bit);
			const __m256i c = _mm256_set1_epi32((int)e->coefficients[byte * EQUATION_BITS + i]);
			const __m256i bits = _mm256_set1_epi32(e->bits[byte * EQUATION_BITS + i]);
#pragma GCC unroll 5
			for (int v = 0; v < VECTORS; v++) {
				const __m256i bit = v == COLUMN_VECTORS ? bit_0 : _mm256_slli_epi32(bit_0, 8 * v);
				const __m256i has =
					_mm256_cmpeq_epi32(_mm256_and_si256(v == COLUMN_VECTORS ? bits : c, bit), bit);
				columns[v] = _mm256_or_si256(columns[v], _mm256_and_si256(has, equation));
			}
		}
		for (unsigned at = 8 * byte; at < 8 * byte + 8; at++) {
			const __m256i column = _mm256_permutevar8x32_epi32(columns[0], _mm256_set1_epi32((int)at));
			/* zero if there is none */
			const __m256i equation = _mm256_and_si256(column, _mm256_sub_epi32(zero, column));
			uint8_t lacks[VECTORS];
#pragma GCC unroll 5
			for (int v = 0; v < VECTORS; v++) {
				const __m256i lack = _mm256_cmpeq_epi32(_mm256_and_si256(columns[v], equation), zero);
				lacks[v] = (uint8_t)_mm256_movemask_ps(_mm256_castsi256_ps(lack));
				columns[v] = _mm256_xor_si256(columns[v], _mm256_andnot_si256(lack, column));
			}
			e->pivot[at].coefficients = ~coset_coefficients_of_bytes(lacks);
			e->pivot[at].bits = (uint8_t)~lacks[COLUMN_VECTORS];
			in_use &= ~(uint32_t)_mm256_cvtsi256_si32(equation);
		}
		for (int v = 0; v < COLUMN_VECTORS; v++)
			columns[v] = v + 1 < COLUMN_VECTORS ? columns[v + 1] : zero;
	}
	return in_use == 0;
}
#else
static unsigned find_pivots(struct equations e[SIDE_BY_SIDE], unsigned width)
{
	struct pivot *const pivot = e->pivot;  /* coefficients from its own bit on, until all are found */
	memset(pivot, 0, sizeof e->pivot);
	for (unsigned byte = 0; byte < width; byte++) {
		if (n_equations_at(e, byte) > EQUATION_BITS)
			return 0;
		for (unsigned i = 0; i < n_equations_at(e, byte); i++) {
			uint32_t c = e->coefficients[byte * EQUATION_BITS + i], bits = e->bits[byte * EQUATION_BITS + i];
			unsigned at = 8 * byte;
			for (; c != 0; c ^= pivot[at].coefficients, bits ^= pivot[at].bits) {
				at += (unsigned)__builtin_ctz(c);
				c >>= __builtin_ctz(c);
				if (pivot[at].coefficients == 0)
					break;
			}
			if (c == 0)
				return 0;
			pivot[at] = (struct pivot){c, bits};
		}
	}
	for (unsigned at = 0; at < 8 * width; at++)
		pivot[at].coefficients <<= at % 8;
	return 1;
}
#endif

static void find_solutions(struct equations e[SIDE_BY_SIDE], unsigned width)
{
	enum { COLUMNS = 4 };  /* side by side */
	for (unsigned first = 0; first < coset_equation_columns(width, width - 1); first += COLUMNS) {
		uint32_t solution[COLUMNS] = {0};  /* of each column, from the current byte on */
		for (unsigned byte = width; byte-- > 0;) {
#pragma GCC unroll 4
			for (unsigned i = 0; i < COLUMNS; i++)
				solution[i] <<= 8;
			for (unsigned bit = 8; bit-- > 0;) {
				const struct pivot p = e->pivot[8 * byte + bit];
#pragma GCC unroll 4
				for (unsigned i = 0; i < COLUMNS; i++) {
					const uint32_t sum = (uint32_t)__builtin_parity(solution[i] & p.coefficients);
					solution[i] |= ((sum ^ p.bits >> (first + i)) & 1) << bit;
				}
			}
#pragma GCC unroll 4
			for (unsigned i = 0; i < COLUMNS; i++)
				e->solution[byte][first + i] = (uint8_t)solution[i];
		}
	}
}
#endif

static void write_filter_block(const struct equations *e, unsigned width,
                               uint8_t filter_block[COSET_FILTER_BLOCK_BYTES])
{
	for (unsigned column = 0; column < coset_equation_columns(width, width - 1); column++) {
		uint8_t *const to = filter_block + coset_column_begin(width, column);
		for (unsigned i = column < coset_whole_columns(width) ? 0 : coset_next_begin(width); i < width; i++)
			to[i] = e->solution[i][column];
	}
	filter_block[COSET_WIDTH_AT] = (uint8_t)width;
}

/* The width tried first.  A smaller one seldom suffices, and trying it takes time.  With this one, 93 to 94 %
 * of the columns of a filter block have a pivot at the end, and with 180 members the false positive rate is
 * 0.184, where the information limit is 0.144. */
static unsigned first_width(unsigned n)
{
	const unsigned n_columns = n + n / 32 + 3, width = (n_columns + 7) / 8;
	return width < COSET_MIN_WIDTH ? COSET_MIN_WIDTH : width;
}

/* Filter blocks of a batch by the width to try next. */
struct queue {
	uint16_t first[COSET_WIDTHS + 1], next[COSET_BATCH_FILTER_BLOCKS];
};

static void add_to_queue(struct queue *q, unsigned width, unsigned filter_block)
{
	if (width < COSET_WIDTHS) {
		q->next[filter_block] = q->first[width];
		q->first[width] = (uint16_t)filter_block;
	}
}

/* Take some filter blocks and try a width; those it is too small for are queued for the next one. */
static void solve_some(const struct coset_batch *b, struct queue *q, unsigned width, uint8_t *filter_blocks)
{
	struct equations e[SIDE_BY_SIDE];
	unsigned filter_block[SIDE_BY_SIDE], n = 0;
	for (; n < SIDE_BY_SIDE && q->first[width] != NO_FILTER_BLOCK; n++) {
		filter_block[n] = q->first[width];
		q->first[width] = q->next[filter_block[n]];
		write_equations(b->member + filter_block[n] * b->stride, b->n[filter_block[n]], width, &e[n]);
	}
	for (unsigned i = n; i < SIDE_BY_SIDE; i++)
		write_equations(NULL, 0, width, &e[i]);
	const unsigned solvable = find_pivots(e, width);
	if (solvable != 0)
		find_solutions(e, width);
	for (unsigned i = 0; i < n; i++) {
		if (solvable >> i & 1)
			write_filter_block(&e[i], width, filter_blocks + filter_block[i] * COSET_FILTER_BLOCK_BYTES);
		else
			add_to_queue(q, width + 1, filter_block[i]);
	}
}

void COSET_SOLVER(const struct coset_batch *batch, uint8_t *filter_blocks)
{
	struct queue q;
	memset(q.first, 0xFF, sizeof q.first);
	memset(filter_blocks, 0, (size_t)batch->n_filter_blocks * COSET_FILTER_BLOCK_BYTES);
	for (unsigned i = 0; i < batch->n_filter_blocks; i++)
		add_to_queue(&q, first_width(batch->n[i]), i);
	for (unsigned width = COSET_MIN_WIDTH; width < COSET_WIDTHS; width++)
		while (q.first[width] != NO_FILTER_BLOCK)
			solve_some(batch, &q, width, filter_blocks);
}
