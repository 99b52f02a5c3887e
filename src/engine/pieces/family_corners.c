/* The table of all corners, and move tables of corners; families of one small coordinate each: corner twists,
 * edge flips, corner permutations. */
#include "base/once.h"
#include "pieces/families.h"
#include "pieces/kernels.h"

static uint64_t rank(const struct coordinate_key *coordinate, const struct cube *c)
{
	return (uint64_t)corners_rank_perm(c) * N_TWISTS + corners_rank_twist(c);
}

/* Source: J. Bryan, Cube-Lovers, 4 December 1993 (OEIS A080629). */
static const struct pdb_known known = {
	CORNERS_COORDINATE,
	"all eight corners",
	{
		{1, 18, 243, 2874, 28000, 205416, 1168516, 5402628, 20776176, 45391616, 15139616, 64736},
		{1, 12, 114, 924, 6539, 39528, 199926, 806136, 2761740, 8656152, 22334112, 32420448, 18780864,
         2166720, 6624},
	},
};

const struct pdb_family pdb_family_corners = {
	PIECES_FAMILY(COORDINATE_CORNERS), .only_name = "corners",
	.fixes_parity = true, .is_same_for_inverse = true,  /* the corners' positions are a group */
	.size = pieces_size, .rank = rank, .build = build_blocks, .known = &known, .n_known = 1,
};

/* ---- small coordinates ---- */

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
	PIECES_FAMILY(COORDINATE_TWIST), .only_name = "twist",
	.size = pieces_size, .rank = pieces_rank, .build = build_blocks, .known = &twist_known, .n_known = 1,
};

const struct pdb_family pdb_family_flip = {
	PIECES_FAMILY(COORDINATE_FLIP), .only_name = "flip",
	.size = pieces_size, .rank = pieces_rank, .build = build_blocks, .known = &flip_known, .n_known = 1,
};

static uint64_t perm_size(const struct coordinate_key *coordinate)
{
	return N_CORNER_PERMS;
}

static uint64_t perm_rank(const struct coordinate_key *coordinate, const struct cube *c)
{
	return corners_rank_perm(c);
}

const struct pdb_family pdb_family_corner_perm = {
	PIECES_FAMILY(COORDINATE_CORNER_PERM), .only_name = "corner-perm",
	.fixes_parity = true,
	.size = perm_size, .rank = perm_rank, .build = build_blocks, .known = &corner_perm_known, .n_known = 1,
};

/* ---- moves ---- */

static struct korf_tables the_tables;

static void fill_tables(void)
{
	corners_fill_twist_moves(the_tables.twist_after);
	corners_fill_perm_moves(the_tables.perm_after);
}

const struct korf_tables *korf_tables(void)
{
	ONCE(fill_tables);
	return &the_tables;
}
