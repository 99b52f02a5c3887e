/* The one list of families of tables, heuristics and kernels.  Leaving one out, or adding one, is a line
 * here. */
#include "coset/family.h"
#include "coset/kernel/kernels.h"
#include "pieces/kernels.h"
#include "subgroup/reid.h"

const struct pdb_family *const pdb_families[] = {
	[COORDINATE_CORNERS] = &pdb_family_corners, [COORDINATE_EDGES] = &pdb_family_edges,
	[COORDINATE_TWIST] = &pdb_family_twist, [COORDINATE_FLIP] = &pdb_family_flip,
	[COORDINATE_CORNER_PERM] = &pdb_family_corner_perm, [COORDINATE_COSET] = &pdb_family_coset,
	[COORDINATE_FLIPSLICE_TWIST] = &pdb_family_flipslice_twist, [COORDINATE_PIECES] = &pdb_family_pieces,
	[COORDINATE_CLOSURE] = &pdb_family_closure,
};
const uint32_t pdb_n_families = sizeof pdb_families / sizeof *pdb_families;

/* ---- heuristics, weakest first ---- */
#define TWIST {.family = COORDINATE_TWIST}
#define FLIP {.family = COORDINATE_FLIP}
#define UPPER EDGES_COORDINATE(KORF_UPPER)
#define LOWER EDGES_COORDINATE(KORF_LOWER)
#define KORF CORNERS_COORDINATE, UPPER, LOWER
#define KORF_7 CORNERS_COORDINATE, EDGES_COORDINATE(KORF_UPPER | 1 << BL), EDGES_COORDINATE(KORF_LOWER | 1 << FR)
#define COSETS(name, size, ...) \
	{name, "slice-free cosets, " size, 1, {COSET_COORDINATE(__VA_ARGS__)}, heuristic_largest_entry_dual, 2, false, NULL},

const struct heuristic_spec heuristic_specs[] = {
	{"simple",
	 "the cubie farthest from its solved place (no tables)",
	 0,
	 {{0}},
	 heuristic_furthest_cubie,
	 0,
	 true,
	 NULL},
	{"manhattan8",
	 "the moves of all cubies, divided by 8 (no tables)",
	 0,
	 {{0}},
	 heuristic_manhattan_of_all,
	 0,
	 true,
	 NULL},
	{"orientation",
	 "corner twists and edge flips alone (tiny tables)",
	 2,
	 {TWIST, FLIP},
	 heuristic_largest_entry,
	 2,
	 false,
	 NULL},
	{"manhattan",
	 "the moves of all corners or all edges, divided by 4 (no tables)",
	 0,
	 {{0}},
	 heuristic_manhattan,
	 0,
	 true,
	 NULL},
	{"edges-upper", "Korf's first set of six edges", 1, {UPPER}, heuristic_largest_entry, 1, true, NULL},
	{"edges-lower", "the other six edges", 1, {LOWER}, heuristic_largest_entry, 1, true, NULL},
	{"edges", "the two sets of six edges", 2, {UPPER, LOWER}, heuristic_largest_entry, 2, false, NULL},
	{"corners", "all eight corners", 1, {CORNERS_COORDINATE}, heuristic_largest_entry, 1, false, NULL},
	{"korf",
	 "corners and two sets of six edges (Korf 1997)",
	 3,
	 {KORF},
	 heuristic_largest_entry,
	 3,
	 false,
	 NULL},
	{"korf-dual",
	 "the same, for the cube and its inverse",
	 3,
	 {KORF},
	 heuristic_largest_entry_dual,
	 5,
	 true,
	 NULL},
	{"korf7", "corners and two sets of seven edges", 3, {KORF_7}, heuristic_largest_entry, 3, false, NULL},
	{"korf7-dual",
	 "the same, for the cube and its inverse",
	 3,
	 {KORF_7},
	 heuristic_largest_entry_dual,
	 5,
	 true,
	 NULL},
	{"reid",
	 "cosets of <U,D,R2,L2,F2,B2> along three axes (Reid 1997)",
	 1,
	 {FLIPSLICE_TWIST_COORDINATE},
	 heuristic_reid,
	 3,
	 true,
	 NULL},
	COSET_NAMED_SIZES(COSETS)};
const unsigned n_heuristic_specs = sizeof heuristic_specs / sizeof *heuristic_specs;
const char heuristic_standard[] = "korf", heuristic_strong[] = "coset-300m";

/* ---- kernels ---- */
const struct kernel *const kernels[] = {
	COSET_INSTRUCTION_SETS(COSET_KERNEL)
	&kernel_korf_avx512, &kernel_korf_avx2, &kernel_korf_portable,
	&kernel_reid, &kernel_goal,
	&kernel_plain,
};
const unsigned n_kernels = sizeof kernels / sizeof *kernels;

const struct kernel *kernel_best(const struct heuristic *h)
{
	for (unsigned i = 0; i + 1 < n_kernels; i++)
		if (kernels[i]->is_for(h))
			return kernels[i];
	return kernels[n_kernels - 1];
}
