#define COSET_SOLVER coset_solver_portable
#include "coset/filter/solve_body.h"

coset_solver *const coset_solvers[PROCESSOR_LEVELS] = {
	coset_solver_avx512, coset_solver_avx2, coset_solver_portable,
};
