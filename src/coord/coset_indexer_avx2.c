#define COSET_INDEXER coset_indexer_avx2
#define COSET_INDEXER_NAME "AVX2"
#ifdef __x86_64__
#define COSET_INDEXER_RUNS_HERE (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
#else
#define COSET_INDEXER_RUNS_HERE false
#endif
#include "coord/coset_indexer_body.h"
