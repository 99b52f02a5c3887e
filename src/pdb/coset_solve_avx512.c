#include "coord/instructions.h"

#define COSET_SOLVER coset_solver_avx512
#define COSET_SOLVER_NAME "AVX-512"
#define COSET_SOLVER_RUNS_HERE instructions_have_avx512()
#include "pdb/coset_solve_body.h"
