#define COSET_INDEXER coset_indexer_avx512
#define COSET_INDEXER_NAME "AVX-512"
#ifdef __x86_64__
#define COSET_INDEXER_RUNS_HERE \
	(__builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bw") && \
	 __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2"))
#else
#define COSET_INDEXER_RUNS_HERE false
#endif
#include "coord/coset_indexer_body.h"
