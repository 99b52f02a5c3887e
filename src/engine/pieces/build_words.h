/* Tables whose entries are found eight at a time, as bits. */
#pragma once
#include "pieces/block_moves.h"

/** Give entries that are all DEPTH_OPEN one value.
 * @param entries  eight of them, in four bytes
 * @param bits     which of the eight */
static inline void entries_settle(uint8_t *entries, unsigned bits, unsigned value)
{
	uint32_t nibbles = bits, eight;
	nibbles = (nibbles | nibbles << 12) & 0x000F000Fu;
	nibbles = (nibbles | nibbles << 6) & 0x03030303u;
	nibbles = (nibbles | nibbles << 3) & 0x11111111u;
	memcpy(&eight, entries, sizeof eight);
	eight ^= nibbles * (DEPTH_OPEN ^ value);
	memcpy(entries, &eight, sizeof eight);
}

/** Bit i: whether bit b of i is 0. */
static const uint64_t words_low_half[6] = {0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F,
                                           0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x00000000FFFFFFFF};

/** The bits of words, bit i moved to bit i ^ flips of its word. */
static inline void words_flip(uint64_t *words, size_t n, unsigned flips)
{
	set_foreach(b, flips & 63)
		for (size_t i = 0; i < n; i++)
			words[i] =
				(words[i] & words_low_half[b]) << (1u << b) | (words[i] >> (1u << b) & words_low_half[b]);
}

/** Whether build_words() builds such a table: of one metric; blocks of 1, of 16, 32 or 64 entries, which
 * moves permute by exclusive-or, or of the 2,048 flips of all edges; and not too many indices of corners. */
bool build_words_takes(const struct build *b, const struct block_moves *m);
enum status build_words(const struct build *b, const struct block_moves *m);
