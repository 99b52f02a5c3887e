#define COSET_SOLVER coset_solver_portable
#define COSET_SOLVER_NAME "portable"
#define COSET_SOLVER_RUNS_HERE true
#include "coset/filter/solve_body.h"

const struct coset_solver *const coset_solvers[COSET_N_SOLVERS] = {
	&coset_solver_avx512, &coset_solver_avx2, &coset_solver_portable,
};

const struct coset_solver *coset_solver_best(void)
{
	unsigned i = 0;
	while (!coset_solvers[i]->runs_here())
		i++;
	return coset_solvers[i];
}
