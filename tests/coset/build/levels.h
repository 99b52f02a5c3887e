/* Levels of cosets (coset/build/level.h) for tests. */
#ifndef SUPERFLIP_TESTS_COSET_BUILD_LEVELS_H
#define SUPERFLIP_TESTS_COSET_BUILD_LEVELS_H
#include "coset/build/level.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { ALL_TURNS = (1u << N_MOVES) - 1 };

/* The finest kinds of cosets, without and with subcosets. */
static const struct coset_shape finest_shape[] = {{5000, COSET_PARITY, false}, {5000, COSET_HTR, false}};
static const struct coset_shape layered_parity = {5000, COSET_PARITY, true}, layered_htr = {5000, COSET_HTR, true};
enum { N_FINEST = sizeof finest_shape / sizeof *finest_shape };

/* Depths 0 to `depth`; levels_free() releases them. */
static inline struct coset_level *levels_made(const struct coset_space *space, unsigned depth)
{
	static const struct coset_level none;
	struct coset_level *const level = calloc(depth + 1, sizeof *level);
	struct coset_workspace workspace;
	cr_assert(coset_workspace_make(space->resolution->flip_bits, &workspace) && coset_level_first(space, &level[0]));
	for (unsigned d = 1; d <= depth; d++)
		for (unsigned p = 0; p < coset_n_cells(space->resolution); p++) {
			const struct coset_level *const before = d < 2 ? &none : &level[d - 2];
			if (!coset_level_next(space, &level[d - 1], before, p, &workspace)
			    || !coset_set_make(&workspace, &level[d].cell[p]))
				cr_assert_fail("no memory");
			coset_workspace_clear(&workspace);
		}
	coset_workspace_free(&workspace);
	return level;
}

static inline void levels_free(struct coset_level *level, unsigned depth)
{
	for (unsigned d = 0; d <= depth; d++)
		coset_level_free(&level[d]);
	free(level);
}

static inline struct coset_space space_of(struct coset_shape kind, uint32_t moves, struct coset_resolution *resolution)
{
	coset_resolution_fill(resolution, kind);
	return (struct coset_space){resolution, moves};
}

/* Equivalent index number s of a coset, and its cell. */
static inline uint32_t equivalent_of(const struct coset_space *space, unsigned p, uint32_t coset, unsigned s, unsigned *cell)
{
	const struct coset_transition transition = coset_stabilizer_transition(coset_cell(space->resolution, p).class, s);
	struct coset_map map;
	uint32_t equivalent;
	coset_map_fill(&map, &transition, space->resolution->flip_bits);
	coset_mapper_portable.map(&map, &coset, 1, &equivalent);
	*cell = coset_cell_after(space->resolution, &transition, p);
	return equivalent;
}
#endif
