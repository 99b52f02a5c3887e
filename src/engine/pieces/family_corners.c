/* The table of all corners, and move tables of corners. */
#include "coord/corners.h"
#include "pieces/families.h"
#include "pieces/kernels.h"

#include <pthread.h>

static uint64_t size(const uint32_t *p)
{
	(void)p;
	return (uint64_t)N_CORNER_PERMS * N_TWISTS;
}

static uint64_t rank(const uint32_t *p, const struct cube *c)
{
	(void)p;
	return (uint64_t)corners_rank_perm(c) * N_TWISTS + corners_rank_twist(c);
}

static struct cube unrank(const uint32_t *p, uint64_t index)
{
	(void)p;
	struct cube c = cube_solved;
	corners_unrank_perm((unsigned)(index / N_TWISTS), &c);
	corners_unrank_twist((unsigned)(index % N_TWISTS), &c);
	return c;
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
	.id = COORDINATE_CORNERS, .format_version = 1, .bits_per_entry = 4, .only_name = "corners",
	.fixes_parity = true, .is_same_for_inverse = true,  /* the corners' positions are a group */
	.size = size, .rank = rank, .unrank = unrank, .build = build_blocks, .known = &known, .n_known = 1,
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
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, fill_tables);
	return &the_tables;
}
