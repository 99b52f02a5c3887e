#define COSET_SOLVER coset_solver_portable
#define COSET_SOLVER_NAME "portable"
#define COSET_SOLVER_RUNS_HERE true
#include "pdb/coset_solve_body.h"
