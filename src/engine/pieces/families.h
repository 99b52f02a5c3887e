/* Piece tables: all corners, sets of edges (Korf's three), and any other pattern. */
#pragma once
#include "coord/edges.h"
#include "coord/orbit.h"
#include "pdb/pdb.h"

enum {
	COORDINATE_CORNERS = 1, COORDINATE_EDGES = 2, COORDINATE_TWIST = 3, COORDINATE_FLIP = 4,
	COORDINATE_CORNER_PERM = 5, COORDINATE_FLIPSLICE_TWIST = 7, COORDINATE_PIECES = 8, COORDINATE_CLOSURE = 9,
};

/** The largest tables, and the most indices that corners may have beside edges. */
#define PIECES_MAX_STATES (UINT64_C(1) << 30)
enum { PIECES_MAX_CORNERS = 1 << 22 };

/** How their records begin. */
#define PIECES_FAMILY(number) .id = (number), .format_version = 1, .bits_per_entry = 4

/** All corners: 8! * 3^7 = 88,179,840 entries. */
extern const struct pdb_family pdb_family_corners;
/** Positions and flips of a set of k edges: 12! / (12 - k)! * 2^k entries; k is 1 to EDGES_MAX. */
extern const struct pdb_family pdb_family_edges;
/** The orientations of all corners, 3^7, and of all edges, 2^11; and the places of all corners, 8! =
 * 40,320. */
extern const struct pdb_family pdb_family_twist, pdb_family_flip, pdb_family_corner_perm;

/** Patterns (goal/pattern.h) without a family of their own. */
extern const struct pdb_family pdb_family_pieces;
/** The states of a small set of turns (pieces/closure.h). */
extern const struct pdb_family pdb_family_closure;

/** The states that a pattern tells apart; UINT64_MAX: far too many for a table. */
uint64_t pieces_n_states(const struct pattern *pattern);

/** The table of a pattern.  @return false, and *out is as it was, if it would be too large */
bool pieces_coordinate(const struct pattern *pattern, struct coordinate_key *out);

/** The pattern of a table that pieces_coordinate() gives. */
struct pattern pieces_pattern(struct coordinate_key coordinate);

/** Of such a table, but for the ranks of all corners. */
uint64_t pieces_size(const struct coordinate_key *coordinate);
uint64_t pieces_rank(const struct coordinate_key *coordinate, const struct cube *c);

/* Initialisers of a struct coordinate_key; bit e of a set is edge e (Kociemba's order). */
#define CORNERS_COORDINATE {.family = COORDINATE_CORNERS}
#define EDGES_COORDINATE(set) {.family = COORDINATE_EDGES, .parameter = {(set)}}

/** The set of a coordinate of edges. */
static inline uint16_t edges_set_of(const struct coordinate_key *coordinate)
{
	return (uint16_t)coordinate->parameter[0];
}

/* Korf's two sets (AAAI-97): four edges of a face and the two middle edges next to one adjacent face; and the
 * other six. */
enum {
	KORF_UPPER = 1 << UR | 1 << UF | 1 << UL | 1 << UB | 1 << FR | 1 << FL,
	KORF_LOWER = 1 << DR | 1 << DF | 1 << DL | 1 << DB | 1 << BL | 1 << BR,
};

/** The families' builders: all corners, patterns, and the cosets of H; sets of edges. */
enum status build_blocks(const struct build *b);
enum status build_closure(const struct build *b);
uint64_t blocks_builder_bytes(const struct pdb_key *key, unsigned n_threads);
enum status build_edges(const struct build *b);
