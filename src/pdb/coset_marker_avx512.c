#define COSET_MARKER coset_marker_avx512
#define COSET_MARKER_NAME "AVX-512"
#ifdef __x86_64__
#define COSET_MARKER_RUNS_HERE \
	(__builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bw") && \
	 __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2"))
#else
#define COSET_MARKER_RUNS_HERE false
#endif
#include "pdb/coset_marker_body.h"
