/* Lines of coset tables made from their members: the equations of coset/filter/filter.h solved.
 *
 * Rows are taken in the order of their first coefficients.  For each bit of the width, a row that has a coefficient
 * there is its pivot and is added to all others that have one, too; at the end each bit follows from those behind it,
 * and one without a pivot is zero.  Every row must have become a pivot, or the width is too small, and one more is
 * tried.  So a line follows from the set of its members: all versions give the same lines, whatever the order.
 *
 * One line alone is a chain of steps that wait for each other, so many lines are given at once, and those of one width
 * are solved side by side. */
#ifndef SUPERFLIP_COSET_FILTER_SOLVE_H
#define SUPERFLIP_COSET_FILTER_SOLVE_H
#include "coset/filter/filter.h"

enum {
	COSET_MAX_MEMBERS = 8 * COSET_MAX_WIDTH,
	COSET_BATCH_FILTER_BLOCKS = 512,          /* given at once, at most */
};

/* What passes a test, and its label, without subcosets 0. */
static inline uint32_t coset_member(unsigned slot, unsigned test, unsigned label)
{
	return label << 24 | test << 16 | slot;
}

/* The members of some lines: those of line i are n[i], all different, from member[i * stride] on. */
struct coset_batch {
	unsigned n_filter_blocks;
	size_t stride;
	const uint32_t *member, *n;
};

struct coset_solver {
	const char *name;
	bool (*runs_here)(void);
	/** Make the lines of a batch, one behind the other.  With more than COSET_MAX_MEMBERS, which are not read then, all
	 * pass, and where no width is enough. */
	void (*solve)(const struct coset_batch *batch, uint8_t *filter_blocks);
};
extern const struct coset_solver coset_solver_avx512, coset_solver_avx2, coset_solver_portable;
enum { COSET_N_SOLVERS = 3 };
extern const struct coset_solver *const coset_solvers[COSET_N_SOLVERS];  /* the fastest first */
const struct coset_solver *coset_solver_best(void);
#endif
