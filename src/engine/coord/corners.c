#include "coord/corners.h"

#include "coord/permutation.h"

unsigned corners_rank_perm(const struct cube *c)
{
	return permutation_rank(c->corner_perm, N_CORNERS, N_CORNERS);
}

void corners_unrank_perm(unsigned rank, struct cube *c)
{
	permutation_unrank(rank, N_CORNERS, N_CORNERS, c->corner_perm);
}

unsigned corners_rank_twist(const struct cube *c)
{
	unsigned rank = 0;
	for (unsigned i = 0; i < N_CORNERS - 1; i++)
		rank = rank * 3 + c->corner_ori[i];
	return rank;
}

void corners_unrank_twist(unsigned rank, struct cube *c)
{
	unsigned sum = 0;
	for (unsigned i = N_CORNERS - 1; i-- > 0; rank /= 3) {
		c->corner_ori[i] = (uint8_t)(rank % 3);
		sum += rank % 3;
	}
	c->corner_ori[N_CORNERS - 1] = (uint8_t)((3 - sum % 3) % 3);
}

void coord_fill_moves(unsigned n, unsigned (*rank)(const struct cube *c),
                      void (*unrank)(unsigned rank, struct cube *c), uint16_t (*after)[MOVE_ROW])
{
	for (unsigned i = 0; i < n; i++) {
		struct cube c = cube_solved;
		unrank(i, &c);
		for (unsigned m = 0; m < N_MOVES; m++) {
			const struct cube moved = cube_after(&c, m);
			after[i][m] = (uint16_t)rank(&moved);
		}
	}
}

void corners_fill_twist_moves(uint16_t (*twist_after)[MOVE_ROW])
{
	coord_fill_moves(N_TWISTS, corners_rank_twist, corners_unrank_twist, twist_after);
}

static unsigned pair_bits(const uint8_t *four)
{
	return (unsigned)((four[0] > four[1]) | (four[0] > four[2]) << 1 | (four[0] > four[3]) << 2 |
	                  (four[1] > four[2]) << 3 | (four[1] > four[3]) << 4 | (four[2] > four[3]) << 5);
}

void corners_fill_perm_moves(uint16_t (*perm_after)[MOVE_ROW])
{
	/* Ranks of all permutations of eight, quickly: the first four by where they are among the 8 * 7 * 6 * 5,
	 * the order of the last four by who is smaller than whom. */
	uint16_t first[1 << 12];  /* [three bits each]: rank * 24 */
	uint8_t second[1 << 6], four[4];  /* [a bit for each pair] */
	for (unsigned rank = 0; rank < permutation_count(8, 4); rank++) {
		permutation_unrank(rank, 8, 4, four);
		first[four[0] | four[1] << 3 | four[2] << 6 | four[3] << 9] = (uint16_t)(rank * 24);
	}
	for (unsigned rank = 0; rank < 24; rank++) {
		permutation_unrank(rank, 4, 4, four);
		second[pair_bits(four)] = (uint8_t)rank;
	}
	for (unsigned p = 0; p < N_CORNER_PERMS; p++) {
		uint8_t perm[N_CORNERS], after[N_CORNERS];
		permutation_unrank(p, N_CORNERS, N_CORNERS, perm);
		for (unsigned m = 0; m < N_MOVES; m += 3) {
			for (unsigned i = 0; i < N_CORNERS; i++)
				after[i] = perm[move_cube[m].corner_perm[i]];
			perm_after[p][m] = (uint16_t)(first[after[0] | after[1] << 3 | after[2] << 6 | after[3] << 9]
			    + second[pair_bits(&after[4])]);
		}
	}
	/* Half turns and counter-clockwise turns are two and three clockwise ones. */
	for (unsigned p = 0; p < N_CORNER_PERMS; p++)
		for (unsigned m = 0; m < N_MOVES; m += 3) {
			perm_after[p][m + 1] = perm_after[perm_after[p][m]][m];
			perm_after[p][m + 2] = perm_after[perm_after[p][m + 1]][m];
		}
}
