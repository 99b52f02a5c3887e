/* The Korf family's tables: all corners, and sets of edges. */
#ifndef SUPERFLIP_PIECES_FAMILIES_H
#define SUPERFLIP_PIECES_FAMILIES_H
#include "coord/edges.h"
#include "pdb/pdb.h"
#include "pdb/family.h"

enum { COORDINATE_CORNERS = 1, COORDINATE_EDGES = 2 };

/** All corners: 8! * 3^7 = 88,179,840 entries. */
extern const struct pdb_family pdb_family_corners;
/** Positions and flips of a set of k edges: 12! / (12 - k)! * 2^k entries; k is 1 to EDGES_MAX. */
extern const struct pdb_family pdb_family_edges;

/* Initialisers of a struct coordinate_key; bit e of a set is edge e (Kociemba's order). */
#define CORNERS_COORDINATE {.family = COORDINATE_CORNERS}
#define EDGES_COORDINATE(set) {.family = COORDINATE_EDGES, .parameter = {(set)}}

/** The set of a coordinate of edges. */
static inline uint16_t edges_set_of(const struct coordinate_key *coordinate)
{
	return (uint16_t)coordinate->parameter[0];
}

/* Korf's two sets (AAAI-97): four edges of a face and the two middle edges next to one adjacent face; and the other six. */
enum {
	KORF_UPPER = 1 << UR | 1 << UF | 1 << UL | 1 << UB | 1 << FR | 1 << FL,
	KORF_LOWER = 1 << DR | 1 << DF | 1 << DL | 1 << DB | 1 << BL | 1 << BR,
};

/** The families' builders. */
enum pdb_status build_corners(const struct build *b);
enum pdb_status build_edges(const struct build *b);
#endif
