#define COSET_SOLVER coset_solver_portable
#define COSET_SOLVER_NAME "portable"
#define COSET_SOLVER_RUNS_HERE true
#include "coset/filter/solve_body.h"
