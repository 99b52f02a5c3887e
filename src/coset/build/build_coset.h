/* The builder of coset tables, as the family calls it. */
#ifndef SUPERFLIP_COSET_BUILD_BUILD_COSET_H
#define SUPERFLIP_COSET_BUILD_BUILD_COSET_H
#include "coset/math/shape.h"
#include "pdb/pdb.h"

/** Fill b->image->entries with the table of that shape. */
enum pdb_status build_coset(const struct build *b, struct coset_shape shape);
#endif
