/* The builder of coset tables, as the family calls it, and the memory that it needs. */
#pragma once
#include "coset/math/shape.h"
#include "pdb/pdb.h"

/** Fill b->image->entries with the table of that shape. @param metric  enum coset_metric, whose turns those
 * of b are */
enum status build_coset(const struct build *b, struct coset_shape shape, unsigned metric);

/** Bytes beside the table, at most, with that many threads. */
uint64_t coset_builder_bytes(struct coset_shape shape, unsigned metric, unsigned n_threads);

/** Whether the builder gets only the fixed minimum, which is more than a quarter of the table yet scarce. */
bool coset_builder_is_short_of_memory(struct coset_shape shape, unsigned metric);
