/* Positions from a seed, and their entries in tables of every kind of coset. */
#ifndef SUPERFLIP_TESTS_COSET_MATH_POSITIONS_H
#define SUPERFLIP_TESTS_COSET_MATH_POSITIONS_H
#include "coset/math/map.h"
#include "coset/math/packed.h"

/** Chance of seed 27, from its beginning in each test. */
uint64_t seeded_below(uint64_t n);
struct cube seeded_cube(void);

/** All kinds; how many filter blocks a table has is of no account here. The last ones have subcosets. */
enum { WITH_SUBCOSETS = 2, N_KINDS = 4 };
extern const struct coset_shape kinds[N_KINDS];

/** The index that a frame transform gives the cube, whose axes are permuted there. */
uint64_t index_in_frame(const struct coset_resolution *resolution, unsigned class, unsigned corner_coset,
                        coset_edges edges, uint32_t transform, unsigned axes);

/** Whether a cube's coset has an index. */
bool has_index(struct coset_shape kind, const struct cube *c, uint64_t index);

/** The index of the coordinate of an index within a cell. */
static inline uint64_t coset_index_of_cell(const struct coset_resolution *resolution, unsigned cell,
                                           uint32_t index)
{
	const unsigned bits = resolution->subcoset_bits, low = index & ((1u << bits) - 1);
	const unsigned subcoset = cell % resolution->n_axes << bits | low;
	const uint64_t coset = (uint64_t)(cell / resolution->n_axes) * COSET_CELL_ENTRIES + (index >> bits);
	return coset * coset_n_subcosets(resolution->shape) + subcoset;
}

/** Of uint64_t, for qsort() and bsearch(). */
static inline int compare_numbers(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}
#endif
