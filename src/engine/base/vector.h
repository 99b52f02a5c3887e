/* Vectors by GCC's vector extensions: one source for AVX2, NEON, SIMD128 and plain C.  Arithmetic is written
 * with operators; what has no operator stands here once for each instruction set, and all of these give the
 * same results. */
#pragma once
#include <stdint.h>
#include <string.h>
#if defined __SSE2__
#include <immintrin.h>
#elif defined __aarch64__
#include <arm_neon.h>
#elif defined __wasm_simd128__
#include <wasm_simd128.h>
#endif

typedef uint8_t bytes8 __attribute__((vector_size(8), may_alias));
typedef uint8_t bytes16 __attribute__((vector_size(16), may_alias));
typedef uint16_t shorts8 __attribute__((vector_size(16), may_alias));
typedef uint32_t words8 __attribute__((vector_size(32), may_alias));
typedef uint64_t longs2 __attribute__((vector_size(16), may_alias));

/* Whether an instruction packs the bits together where a mask has ones, and whether one looks up sixteen
 * bytes. */
#ifdef __BMI2__
#define VECTOR_EXTRACTS_BITS
#endif
#if defined __SSSE3__ || defined __aarch64__ || defined __wasm_simd128__
#define VECTOR_LOOKS_UP_BYTES
#endif

/* bytes_lookup(): table[index % 16], but 0 for indices from 128 on.  bytes_signs(): the highest bits of all
 * bytes.  bytes_min(): of two bytes the smaller. */
#if defined __SSSE3__
static inline bytes16 bytes_lookup(bytes16 table, bytes16 index)
{
	return (bytes16)_mm_shuffle_epi8((__m128i)table, (__m128i)index);
}
#elif defined __aarch64__
static inline bytes16 bytes_lookup(bytes16 table, bytes16 index) { return vqtbl1q_u8(table, index & 0x8F); }
#elif defined __wasm_simd128__
static inline bytes16 bytes_lookup(bytes16 table, bytes16 index)
{
	return (bytes16)wasm_i8x16_swizzle((v128_t)table, (v128_t)(index & 0x8F));
}
#else
static inline bytes16 bytes_lookup(bytes16 table, bytes16 index)
{
	uint64_t half[2] = {0};  /* a vector would wait for single bytes to be stored */
	for (unsigned i = 0; i < 16; i++) {
		const unsigned at = ((const uint8_t *)&index)[i];
		half[i / 8] |= (uint64_t)(at < 128 ? ((const uint8_t *)&table)[at % 16] : 0) << i % 8 * 8;
	}
	return (bytes16)(longs2){half[0], half[1]};
}
#endif

#if defined __SSE2__
static inline unsigned bytes_signs(bytes16 v) { return (unsigned)_mm_movemask_epi8((__m128i)v); }
static inline bytes16 bytes_min(bytes16 a, bytes16 b)
{
	return (bytes16)_mm_min_epu8((__m128i)a, (__m128i)b);
}
#elif defined __aarch64__
static inline bytes16 bytes_min(bytes16 a, bytes16 b) { return vminq_u8(a, b); }

static inline unsigned bytes_signs(bytes16 v)
{
	const bytes16 bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128},
	              bits = (bytes16)(v > 127) & bit;
	return vaddv_u8(vget_low_u8(bits)) | (unsigned)vaddv_u8(vget_high_u8(bits)) << 8;
}
#elif defined __wasm_simd128__
static inline unsigned bytes_signs(bytes16 v) { return wasm_i8x16_bitmask((v128_t)v); }
static inline bytes16 bytes_min(bytes16 a, bytes16 b)
{
	return (bytes16)wasm_u8x16_min((v128_t)a, (v128_t)b);
}
#else
static inline unsigned bytes_signs(bytes16 v)
{
	unsigned signs = 0;
	for (unsigned i = 0; i < 16; i++)
		signs |= (unsigned)(v[i] >> 7) << i;
	return signs;
}

static inline bytes16 bytes_min(bytes16 a, bytes16 b)
{
	const bytes16 is_less = (bytes16)(a < b);
	return (a & is_less) | (b & ~is_less);
}
#endif

/* Sixteen numbers below 256 as bytes. */
static inline bytes16 bytes_of_words(const words8 words[2])
{
#ifdef __AVX2__
	/* 0-3, 8-11, 4-7, 12-15 */
	const __m256i pairs = _mm256_packus_epi32((__m256i)words[0], (__m256i)words[1]);
	const __m256i bytes = _mm256_permute4x64_epi64(_mm256_packus_epi16(pairs, pairs), 0x08);
	return (bytes16)_mm_shuffle_epi32(_mm256_castsi256_si128(bytes), 0xD8);
#elif defined __wasm_simd128__
	v128_t part[4];
	memcpy(part, words, sizeof part);
	return (bytes16)wasm_u8x16_narrow_i16x8(wasm_i16x8_narrow_i32x4(part[0], part[1]),
	                                        wasm_i16x8_narrow_i32x4(part[2], part[3]));
#else
	union { bytes16 all; uint8_t byte[16]; } bytes;
	for (unsigned i = 0; i < 16; i++)
		bytes.byte[i] = (uint8_t)words[i / 8][i % 8];
	return bytes.all;
#endif
}

#ifdef __AVX2__
/* Two tables that are looked up with the same indices, and both their signs. */
typedef uint8_t bytes32 __attribute__((vector_size(32), may_alias));

static inline uint32_t bytes32_signs(bytes32 tables, bytes16 index)
{
	return (uint32_t)_mm256_movemask_epi8(
		_mm256_shuffle_epi8((__m256i)tables, _mm256_broadcastsi128_si256((__m128i)index)));
}
#endif
