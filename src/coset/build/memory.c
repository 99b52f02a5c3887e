#include "coset/build/memory.h"

#include "coset/filter/filter.h"

static const uint64_t mebibyte = 1 << 20;

bool coset_builder_is_short_of_memory(struct coset_shape shape, enum metric metric)
{
	return coset_table_bytes(shape, metric) / 4 < (shape.has_subcosets ? 256 : 64) * mebibyte;
}

uint64_t coset_builder_bytes(struct coset_shape shape, enum metric metric, unsigned n_threads)
{
	/* Move tables and lists; the tiles of one group; a workspace for each thread. */
	enum { USUAL_THREADS = 2 };
	const uint64_t least = (shape.has_subcosets ? 352 : 88) * mebibyte, of_a_thread = (shape.has_subcosets ? 24 : 10) * mebibyte;
	const uint64_t usual = coset_builder_is_short_of_memory(shape, metric) ? least : coset_table_bytes(shape, metric) / 4;
	return usual + (n_threads > USUAL_THREADS ? n_threads - USUAL_THREADS : 0) * of_a_thread;
}
