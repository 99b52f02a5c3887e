#include "pdb/registry.h"

#include "pdb/header.h"

#include <string.h>

/* Sources: corners, J. Bryan, Cube-Lovers, 4 December 1993 (OEIS A080629).  The 6-edge set is the only one, but for
 * symmetry, with the mean that R. Korf gives (AAAI-97); a published count of another set was met by the same program.
 * That one's and the 7-edge set's depths, and those of the small tables, were computed independently of this one. */
#define CORNERS_HTM \
	1, 18, 243, 2874, 28000, 205416, 1168516, 5402628, 20776176, 45391616, 15139616, 64736
#define CORNERS_QTM \
	1, 12, 114, 924, 6539, 39528, 199926, 806136, 2761740, 8656152, 22334112, 32420448, 18780864, 2166720, \
	6624
#define EDGES_6_HTM \
	1, 15, 182, 2208, 25329, 258827, 2165560, 12222708, 24596752, 3305973, 365
#define EDGES_6_QTM \
	1, 10, 83, 688, 5566, 43540, 321819, 2129750, 10695605, 23399492, 5974788, 6578
#define EDGES_7_HTM \
	1, 15, 191, 2455, 30519, 356462, 3766700, 32719467, 186297009, 274719633, 13042507, 81

enum {
	KORF_1 = 1 << UR | 1 << UF | 1 << UL | 1 << UB | 1 << FR | 1 << FL,
	KORF_2 = 1 << DR | 1 << DF | 1 << DL | 1 << DB | 1 << BL | 1 << BR,
};

/* Symmetries of the cube take each first set to its second (half a turn about the axis through R and L; the mirror
 * between R and L as well for the seven): hence the same depths. */
const struct pdb_known pdb_known[] = {
	{{.kind = COORDINATE_CORNERS}, "all eight corners", {{CORNERS_HTM}, {CORNERS_QTM}}},
	{{.kind = COORDINATE_EDGES, .edges = KORF_1}, "six edges: Korf's first set", {{EDGES_6_HTM}, {EDGES_6_QTM}}},
	{{.kind = COORDINATE_EDGES, .edges = KORF_2}, "six edges: Korf's second set", {{EDGES_6_HTM}, {EDGES_6_QTM}}},
	{{.kind = COORDINATE_EDGES, .edges = KORF_1 | 1 << BL}, "seven edges: the first set and BL", {{EDGES_7_HTM}, {0}}},
	{{.kind = COORDINATE_EDGES, .edges = KORF_2 | 1 << FR}, "seven edges: the second set and FR", {{EDGES_7_HTM}, {0}}},
	{{.kind = COORDINATE_TWIST}, "twists of all corners",
	 {{1, 4, 34, 186, 816, 1018, 128}, {1, 4, 26, 110, 372, 684, 816, 150, 24}}},
	{{.kind = COORDINATE_FLIP}, "flips of all edges",
	 {{1, 2, 25, 202, 620, 900, 285, 13}, {1, 2, 17, 132, 444, 866, 546, 40}}},
	{{.kind = COORDINATE_CORNER_PERM}, "places of all corners",
	 {{1, 18, 243, 2646, 12516, 17624, 7080, 192}, {1, 12, 114, 876, 4931, 12972, 15066, 6300, 48}}},
	{{.kind = COORDINATE_COSET, .coset = {6973, COSET_PARITY, 9}}, "slice-free cosets, 32 MB", {{0}, {0}}},
	{{.kind = COORDINATE_COSET, .coset = {27965, COSET_PARITY, 9}}, "slice-free cosets, 129 MB", {{0}, {0}}},
	{{.kind = COORDINATE_COSET, .coset = {69949, COSET_PARITY, 9}}, "slice-free cosets, 318 MB", {{0}, {0}}},
	{{.kind = COORDINATE_COSET, .coset = {95549, COSET_HTR, 9}}, "slice-free cosets, 1.3 GB", {{0}, {0}}},
	{{.kind = COORDINATE_COSET, .coset = {195389, COSET_HTR, 9}}, "slice-free cosets, 2.7 GB", {{0}, {0}}},
	{{.kind = COORDINATE_COSET, .coset = {374589, COSET_HTR, 9}}, "slice-free cosets, 5.1 GB", {{0}, {0}}},
	{{.kind = COORDINATE_COSET, .coset = {586557, COSET_HTR, 9, true}}, "slice-free cosets, 8.0 GB", {{0}, {0}}},
	{{.kind = COORDINATE_COSET, .coset = {1176381, COSET_HTR, 9, true}}, "slice-free cosets, 16 GB", {{0}, {0}}},
};
const unsigned pdb_n_known = sizeof pdb_known / sizeof *pdb_known;

const struct pdb_known *pdb_known_find(struct coordinate_key coordinate)
{
	for (unsigned i = 0; i < pdb_n_known; i++)
		if (coordinate_equal(pdb_known[i].coordinate, coordinate))
			return &pdb_known[i];
	return NULL;
}

bool pdb_known_histogram(struct pdb_key key, struct pdb_histogram *out)
{
	const struct pdb_known *const known = pdb_known_find(key.coordinate);
	if (known == NULL || known->count[key.metric][0] == 0)
		return false;
	memcpy(out->count, known->count[key.metric], sizeof out->count);
	out->max_depth = 0;
	for (unsigned d = 0; d < PDB_MAX_DEPTHS; d++)
		if (out->count[d] != 0)
			out->max_depth = d;
	return true;
}

bool pdb_known_agrees(struct pdb_key key, const struct pdb_histogram *histogram)
{
	struct pdb_histogram expected;
	return !pdb_known_histogram(key, &expected) || pdb_histogram_equal(&expected, histogram);
}
