/* Filter blocks made from their members: the equations of coset/filter/filter.h solved by Gaussian
 * elimination.
 *
 * Equations are taken in the order of their first coefficients.  For each bit of the width, an equation with
 * a coefficient there becomes its pivot and is added to all others that have one.  At the end each bit
 * follows from those after it, and bits without a pivot are zero.  If an equation did not become a pivot, the
 * width is too small and the next one is tried.  So a filter block follows from the set of its members alone:
 * all versions give the same bytes, in whatever order members come.
 *
 * One system alone is a chain of dependent steps, so callers pass many at once, and those of one width are
 * solved side by side. */
#pragma once
#include "base/processor.h"
#include "coset/filter/filter.h"

enum {
	COSET_MAX_MEMBERS = 8 * COSET_MAX_WIDTH,
	COSET_BATCH_FILTER_BLOCKS = 512,          /* passed at once, at most */
};

/* A member: slot, test and label (0 without subcosets). */
static inline uint32_t coset_member(unsigned slot, unsigned test, unsigned label)
{
	return label << 24 | test << 16 | slot;
}

/* The members of several filter blocks: those of number i are n[i], all different, from member[i * stride]
 * on. */
struct coset_batch {
	unsigned n_filter_blocks;
	size_t stride;
	const uint32_t *member, *n;
};

/** Make the filter blocks of a batch, contiguously.  All slots pass where there are more than
 * COSET_MAX_MEMBERS, which are not read then, and where no width suffices. */
typedef void coset_solver(const struct coset_batch *batch, uint8_t *filter_blocks);
extern coset_solver coset_solver_avx512, coset_solver_avx2, coset_solver_portable;
extern coset_solver *const coset_solvers[PROCESSOR_LEVELS];  /* by processor_level() */
