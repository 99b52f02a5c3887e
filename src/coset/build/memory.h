/* Memory that the builder of coset tables takes. */
#ifndef SUPERFLIP_COSET_BUILD_MEMORY_H
#define SUPERFLIP_COSET_BUILD_MEMORY_H
#include "coset/math/shape.h"

/** Bytes beside the table, at most, with so many threads. */
uint64_t coset_builder_bytes(struct coset_shape shape, enum metric metric, unsigned n_threads);

/** Whether they are what any table takes: more than a quarter of it, and yet little. */
bool coset_builder_is_short_of_memory(struct coset_shape shape, enum metric metric);
#endif
