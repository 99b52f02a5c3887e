#include "base/processor.h"

#define COSET_SOLVER coset_solver_avx2
#define COSET_SOLVER_NAME "AVX2"
#define COSET_SOLVER_RUNS_HERE processor_has_avx2()
#include "coset/filter/solve_body.h"
