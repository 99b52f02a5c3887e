/* Memory that the builder of coset tables needs. */
#ifndef SUPERFLIP_COSET_BUILD_MEMORY_H
#define SUPERFLIP_COSET_BUILD_MEMORY_H
#include "coset/math/shape.h"

/** Bytes beside the table, at most, with that many threads. */
uint64_t coset_builder_bytes(struct coset_shape shape, enum metric metric, unsigned n_threads);

/** Whether the builder gets only the fixed minimum, which is more than a quarter of the table yet scarce. */
bool coset_builder_is_short_of_memory(struct coset_shape shape, enum metric metric);
#endif
