/* Which table: an abstraction of the cube, by its family and what the family reads in its parameters, and a metric. */
#ifndef SUPERFLIP_PDB_KEY_H
#define SUPERFLIP_PDB_KEY_H
#include "cube/cube.h"
#include "cube/move.h"

#include <stddef.h>
#include <string.h>

enum { COORDINATE_NAME_MAX = 32, COORDINATE_N_PARAMETERS = 5 };

/** A coordinate ranks an abstraction of the cube: what is left when some properties are forgotten. */
struct coordinate_key {
	uint32_t family;                              /* struct pdb_family's id */
	uint32_t parameter[COORDINATE_N_PARAMETERS];  /* only the family knows what they mean; unused ones are 0 */
};

struct pdb_key {
	struct coordinate_key coordinate;
	enum metric metric;
};

/** The number of states. */
uint64_t coordinate_size(struct coordinate_key key);

/** The index of a cube, 0 .. coordinate_size(key) - 1. */
uint64_t coordinate_rank(struct coordinate_key key, const struct cube *c);

/** Some cube with that index.  What the coordinate does not see is arbitrary (the cube need not be solvable). */
struct cube coordinate_unrank(struct coordinate_key key, uint64_t index);

/** "corners", "edges-URUFULUBFRFL" etc.: what the family writes. */
void coordinate_name(struct coordinate_key key, char name[COORDINATE_NAME_MAX]);

/** @return false, and *out is as it was, if no family knows the name */
bool coordinate_parse(const char *name, struct coordinate_key *out);

static inline bool coordinate_equal(struct coordinate_key a, struct coordinate_key b)
{
	return memcmp(&a, &b, sizeof a) == 0;
}

static inline bool pdb_key_equal(struct pdb_key a, struct pdb_key b)
{
	return coordinate_equal(a.coordinate, b.coordinate) && a.metric == b.metric;
}
#endif
