/* Families of one small coordinate each: corner twists, edge flips, corner permutations. */
#include "coord/corners.h"
#include "coord/phase1.h"
#include "pdb/family.h"

/* The functions of a family whose rank and unrank take a cube alone. */
#define SMALL_COORDINATE(name, n_states, rank_cube, unrank_cube) \
	static uint64_t name##_size(const uint32_t *p) \
	{ \
		(void)p; \
		return n_states; \
	} \
	static uint64_t name##_rank(const uint32_t *p, const struct cube *c) \
	{ \
		(void)p; \
		return rank_cube(c); \
	} \
	static struct cube name##_unrank(const uint32_t *p, uint64_t index) \
	{ \
		(void)p; \
		struct cube c = cube_solved; \
		unrank_cube((unsigned)index, &c); \
		return c; \
	}

SMALL_COORDINATE(twist, N_TWISTS, corners_rank_twist, corners_unrank_twist)
SMALL_COORDINATE(flip, N_FLIPS, phase1_rank_flip, phase1_unrank_flip)
SMALL_COORDINATE(corner_perm, N_CORNER_PERMS, corners_rank_perm, corners_unrank_perm)

/* Computed independently of this program. */
static const struct pdb_known twist_known = {
	{.family = COORDINATE_TWIST}, "twists of all corners",
	{{1, 4, 34, 186, 816, 1018, 128}, {1, 4, 26, 110, 372, 684, 816, 150, 24}},
};
static const struct pdb_known flip_known = {
	{.family = COORDINATE_FLIP}, "flips of all edges",
	{{1, 2, 25, 202, 620, 900, 285, 13}, {1, 2, 17, 132, 444, 866, 546, 40}},
};
static const struct pdb_known corner_perm_known = {
	{.family = COORDINATE_CORNER_PERM}, "places of all corners",
	{{1, 18, 243, 2646, 12516, 17624, 7080, 192}, {1, 12, 114, 876, 4931, 12972, 15066, 6300, 48}},
};

const struct pdb_family pdb_family_twist = {
	.id = COORDINATE_TWIST, .format_version = 1, .bits_per_entry = 4, .only_name = "twist",
	.size = twist_size, .rank = twist_rank, .unrank = twist_unrank, .known = &twist_known, .n_known = 1,
};
const struct pdb_family pdb_family_flip = {
	.id = COORDINATE_FLIP, .format_version = 1, .bits_per_entry = 4, .only_name = "flip",
	.size = flip_size, .rank = flip_rank, .unrank = flip_unrank, .known = &flip_known, .n_known = 1,
};
const struct pdb_family pdb_family_corner_perm = {
	.id = COORDINATE_CORNER_PERM, .format_version = 1, .bits_per_entry = 4, .only_name = "corner-perm",
	.fixes_parity = true,
	.size = corner_perm_size, .rank = corner_perm_rank, .unrank = corner_perm_unrank,
	.known = &corner_perm_known, .n_known = 1,
};
