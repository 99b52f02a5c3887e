#define COSET_MAPPER coset_mapper_avx2
#define COSET_MAPPER_NAME "AVX2"
#ifdef __x86_64__
#define COSET_MAPPER_RUNS_HERE (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
#else
#define COSET_MAPPER_RUNS_HERE false
#endif
#include "coord/coset_map_body.h"
