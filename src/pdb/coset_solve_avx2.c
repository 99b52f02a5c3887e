#define COSET_SOLVER coset_solver_avx2
#define COSET_SOLVER_NAME "AVX2"
#ifdef __x86_64__
#define COSET_SOLVER_RUNS_HERE \
	(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && \
	 __builtin_cpu_supports("popcnt"))
#else
#define COSET_SOLVER_RUNS_HERE false
#endif
#include "pdb/coset_solve_body.h"
