/* Levels of cosets (coset/build/level.h) for tests. */
#ifndef SUPERFLIP_TESTS_COSET_BUILD_LEVELS_H
#define SUPERFLIP_TESTS_COSET_BUILD_LEVELS_H
#include "coset/build/level.h"
#include "coset/math/positions.h"

#include "support/test.h"

/* Depths 0 to `depth`; levels_free() releases them. */
static inline struct coset_level *levels_made(const struct coset_resolution *resolution, unsigned depth)
{
	static const struct coset_level none;
	struct coset_level *const level = calloc(depth + 1, sizeof *level);
	struct coset_workspace workspace;
	cr_assert(coset_workspace_make(resolution->flip_bits, &workspace)
	          && coset_level_first(resolution, &workspace, &level[0]));
	for (unsigned d = 1; d <= depth; d++)
		for (unsigned p = 0; p < coset_n_cells(resolution); p++) {
			const struct coset_level *const before = d < 2 ? &none : &level[d - 2];
			if (!coset_level_next(resolution, &level[d - 1], before, p, &workspace)
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

/* Equivalent index number s of a coset, and its cell. */
static inline uint32_t equivalent_of(const struct coset_resolution *resolution, unsigned p, uint32_t coset,
                                     unsigned s, unsigned *cell)
{
	const struct coset_transition transition =
		coset_stabilizer_transition(coset_cell(resolution, p).class, s);
	struct coset_map map;
	uint32_t equivalent;
	coset_map_fill(&map, &transition, resolution->flip_bits);
	coset_mapper_portable(&map, &coset, 1, &equivalent);
	*cell = coset_cell_after(resolution, transition.transform, p);
	return equivalent;
}

/* Indices with their depths, sorted; the caller frees them. */
struct known {
	uint64_t *index_and_depth;  /* index << 4 | depth */
	size_t n;
};

static inline struct known known_depths(const struct coset_resolution *resolution,
                                        const struct coset_level *level, unsigned last)
{
	struct known known = {NULL, 0};
	uint32_t coset;
	size_t n = 0;
	for (unsigned d = 0; d <= last; d++)
		for (unsigned p = 0; p < coset_n_cells(resolution); p++)
			known.n += level[d].cell[p].n;
	known.index_and_depth = malloc(known.n * sizeof *known.index_and_depth);
	for (unsigned d = 0; d <= last; d++)
		for (unsigned p = 0; p < coset_n_cells(resolution); p++)
			for (struct coset_set_reader r = coset_set_begin(&level[d].cell[p]);
			     coset_set_read(&r, 1, &coset) == 1;)
				known.index_and_depth[n++] = coset_index_of_cell(resolution, p, coset) << 4 | d;
	qsort(known.index_and_depth, known.n, sizeof *known.index_and_depth, compare_numbers);
	return known;
}

/* The depth of an index; `otherwise` if it is not known. */
static inline unsigned known_depth(const struct known *known, uint64_t index, unsigned otherwise)
{
	size_t begin = 0, end = known->n;
	while (begin < end) {
		const size_t middle = begin + (end - begin) / 2;
		if (known->index_and_depth[middle] < index << 4)
			begin = middle + 1;
		else
			end = middle;
	}
	const bool is_known = begin < known->n && known->index_and_depth[begin] >> 4 == index;
	return is_known ? (unsigned)(known->index_and_depth[begin] & 15) : otherwise;
}
#endif
