#define COSET_SOLVER coset_solver_avx512
#define COSET_SOLVER_NAME "AVX-512"
#ifdef __x86_64__
#define COSET_SOLVER_RUNS_HERE \
	(__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && \
	 __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") && \
	 __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("bmi2"))
#else
#define COSET_SOLVER_RUNS_HERE false
#endif
#include "pdb/coset_solve_body.h"
