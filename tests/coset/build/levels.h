/* Levels of cosets (coset/build/level.h) for tests. */
#ifndef TESTS_PDB_LEVELS_H
#define TESTS_PDB_LEVELS_H
#include "coset/build/level.h"

#include <criterion/criterion.h>
#include <stdlib.h>

/* Depths 0 to `depth`; levels_free() releases them. */
static inline struct coset_level *levels_made(const struct coset_space *space, unsigned depth)
{
	static const struct coset_level none;
	struct coset_level *const level = calloc(depth + 1, sizeof *level);
	struct coset_workspace workspace;
	cr_assert(coset_workspace_make(space->resolution->flip_bits, &workspace) && coset_level_first(space, &level[0]));
	for (unsigned d = 1; d <= depth; d++)
		for (unsigned p = 0; p < coset_n_blocks(space->resolution); p++) {
			const struct coset_level *const before = d < 2 ? &none : &level[d - 2];
			if (!coset_level_next(space, &level[d - 1], before, p, &workspace)
			    || !coset_set_make(&workspace, &level[d].block[p]))
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
#endif
