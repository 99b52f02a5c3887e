/* Edge-set coordinates: where the k edges of a set are (a partial permutation) and how each is flipped.
 *
 * index = rank of (p_0 .. p_{k-1}) among k of 12 positions * 2^k + flips,
 * where p_i is the position of the set's i-th cubie in Kociemba order and bit i of flips is its flip. */
#pragma once
#include "cube/move.h"

enum { EDGES_MAX = 7 };  /* cubies in a set: 8 would need 32-bit halves of an index and 2.5 GB */

static inline unsigned edges_count(uint16_t set) { return (unsigned)__builtin_popcount(set); }
static inline bool edges_set_is_usable(uint16_t set)
{
	return set >> N_EDGES == 0 && set != 0 && edges_count(set) <= EDGES_MAX;
}


/** The set's members in Kociemba order. @return how many */
unsigned edges_members(uint16_t set, uint8_t members[N_EDGES]);

/* Where a cubie is, in a byte: position in bits 0-3, flip in bit 4. */
enum { EDGE_FLIP_BIT = 16 };

/** What a move does to such a byte: position p goes to [p] & 15 and is flipped if [p] & 16.  Valid after
 * edge_ranker(). */
extern uint8_t edge_place_after[N_MOVES][16];

/* Ranks by two table lookups: the first three cubies by their positions, the others by their positions among
 * those left. */
struct edge_ranker {
	uint32_t first[1 << 12];        /* [p0 | p1 << 4 | p2 << 8]: rank * 504 | number of the free set << 20 */
	uint8_t squeeze[220][16];       /* [free set][position]: position counted without the three */
	uint16_t second[1 << 12];       /* [q3 | q4 << 4 | q5 << 8]: rank among 9 * 8 * 7 */
	uint8_t free_below[1 << 12];    /* bits set in a mask: for a seventh cubie */
};
const struct edge_ranker *edge_ranker(void);  /* made at first use, thread-safe */

/** Rank of the positions in the low nibbles of six bytes, cubie 0 in the lowest byte. */
static inline uint32_t edges_rank_six(const struct edge_ranker *r, uint64_t places)
{
	const uint32_t first = r->first[(places & 15) | (places >> 4 & 0xF0) | (places >> 8 & 0xF00)];
	const uint8_t *const squeeze = r->squeeze[first >> 20];
	const unsigned q3 = squeeze[places >> 24 & 15], q4 = squeeze[places >> 32 & 15],
	               q5 = squeeze[places >> 40 & 15];
	return (first & 0xFFFFF) + r->second[q3 | q4 << 4 | q5 << 8];
}

/** The same of seven bytes; *six is the rank of the first six times 6. */
static inline uint32_t edges_rank_seven(const struct edge_ranker *r, uint64_t places)
{
	unsigned used = 0;
	for (unsigned i = 0; i < 6; i++)
		used |= 1u << (places >> 8 * i & 15);
	const unsigned p6 = places >> 48 & 15;
	return edges_rank_six(r, places) * 6 + p6 - r->free_below[used & ((1u << p6) - 1)];
}

/** The flips of the first k bytes as k bits. */
static inline uint32_t edges_flips(uint64_t places, unsigned k)
{
	/* Multiplication gathers bit 8 * i at 56 + i; no two terms meet. */
	return (uint32_t)(((places >> 4 & 0x0101010101010101) * 0x0102040810204080) >> 56) & ((1u << k) - 1);
}
