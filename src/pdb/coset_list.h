/* Every slice-free coset class near the solved cube, one cube for each: where the marking of a coset table starts. */
#ifndef SUPERFLIP_PDB_COSET_LIST_H
#define SUPERFLIP_PDB_COSET_LIST_H
#include "coord/coset.h"
#include "pdb/pdb.h"

enum { COSET_LIST_MAX_DEPTH = 9 };

struct coset_list {
	struct coset_cube *cubes;                     /* depth d: cubes[begin[d]] to before cubes[begin[d + 1]] */
	size_t begin[COSET_LIST_MAX_DEPTH + 2];
};

/** Moves that may lead on from a listed cube: all but those of its last face. */
uint32_t coset_list_moves(const struct coset_cube *c);

/** List the classes up to a depth, told apart as a table of the shape could do without folding, or more finely.
 * Which cube stands for a class follows from the order of moves alone.
 * @return PDB_OK or PDB_NO_MEMORY */
enum pdb_status coset_list_fill(struct coset_shape shape, unsigned depth, struct coset_list *out);
void coset_list_free(struct coset_list *list);
#endif
