#include "base/processor.h"

#define COSET_SOLVER coset_solver_avx512
#define COSET_SOLVER_NAME "AVX-512"
#define COSET_SOLVER_RUNS_HERE processor_has_avx512()
#include "coset/filter/solve_body.h"
