#include "coord/instructions.h"

#define COSET_SOLVER coset_solver_avx2
#define COSET_SOLVER_NAME "AVX2"
#define COSET_SOLVER_RUNS_HERE instructions_have_avx2()
#include "pdb/coset_solve_body.h"
