/* A whole set of cosets moved at once, and marked in a table of two bits an entry: for the last depths of a build.
 *
 * What shares its slices is a row: 256 or 512 bits of a set, one or two cache lines of a table.  A map takes rows to
 * rows, and within one it is affine: of the bits of the flips, before and after, each after is a sum modulo 2 of some
 * before. */
#ifndef SUPERFLIP_PDB_COSET_MARKER_H
#define SUPERFLIP_PDB_COSET_MARKER_H
#include "coord/coset_map.h"

/* By instruction set; all give the same results. */
struct coset_marker {
	const char *name;
	bool (*runs_here)(void);
	/** Lower to `code`, 1 or 2, what is larger of the entries of `part`, a part of the table, that `way` leads to from
	 * the cosets of a set, given as bits.  Both begin on a cache line. */
	void (*mark)(const struct coset_way *way, unsigned flip_bits, const uint64_t *bits, uint8_t *part, unsigned code);
};
extern const struct coset_marker coset_marker_avx512, coset_marker_avx2, coset_marker_portable;
enum { COSET_N_MARKERS = 3 };
extern const struct coset_marker *const coset_markers[COSET_N_MARKERS];  /* the fastest first */
const struct coset_marker *coset_marker_best(void);
#endif
