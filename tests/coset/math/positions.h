/* Positions from a seed, and their entries in tables of every kind of coset. */
#ifndef SUPERFLIP_TESTS_COSET_MATH_POSITIONS_H
#define SUPERFLIP_TESTS_COSET_MATH_POSITIONS_H
#include "coset/math/packed.h"

/** Chance of seed 27, from its beginning in each test. */
uint64_t seeded_below(uint64_t n);
struct cube seeded_cube(void);

/** All kinds; how many filter blocks a table has is of no account here. */
enum { N_KINDS = 4 };
extern const struct coset_shape kinds[N_KINDS];

/** The index that a frame transform gives the cube, whose axes are permuted there. */
uint64_t index_in_frame(const struct coset_resolution *resolution, unsigned class, unsigned corner_coset, coset_edges edges,
                        uint32_t transform, unsigned axes);

/** All entries of a cube: by the transform into the frame of its class, and by the equivalents of that. @return how many */
unsigned entries_of(const struct cube *c, const struct coset_resolution *resolution, uint64_t entries[COSET_MAX_STABILIZERS]);
bool has_entry(const struct cube *c, const struct coset_resolution *resolution, uint64_t entry);
#endif
