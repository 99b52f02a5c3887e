/* Families of one small coordinate each: corner twists, edge flips, corner permutations. */
#include "coord/corners.h"
#include "coord/phase1.h"
#include "pdb/family.h"

static uint64_t twist_size(const uint32_t *p)
{
	(void)p;
	return N_TWISTS;
}

static uint64_t twist_rank(const uint32_t *p, const struct cube *c)
{
	(void)p;
	return corners_rank_twist(c);
}

static struct cube twist_unrank(const uint32_t *p, uint64_t index)
{
	(void)p;
	struct cube c = cube_solved;
	corners_unrank_twist((unsigned)index, &c);
	return c;
}

static uint64_t flip_size(const uint32_t *p)
{
	(void)p;
	return N_FLIPS;
}

static uint64_t flip_rank(const uint32_t *p, const struct cube *c)
{
	(void)p;
	return phase1_rank_flip(c);
}

static struct cube flip_unrank(const uint32_t *p, uint64_t index)
{
	(void)p;
	struct cube c = cube_solved;
	phase1_unrank_flip((unsigned)index, &c);
	return c;
}

static uint64_t corner_perm_size(const uint32_t *p)
{
	(void)p;
	return N_CORNER_PERMS;
}

static uint64_t corner_perm_rank(const uint32_t *p, const struct cube *c)
{
	(void)p;
	return corners_rank_perm(c);
}

static struct cube corner_perm_unrank(const uint32_t *p, uint64_t index)
{
	(void)p;
	struct cube c = cube_solved;
	corners_unrank_perm((unsigned)index, &c);
	return c;
}

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
