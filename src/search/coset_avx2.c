#define COSET_KERNEL kernel_coset_avx2
#define COSET_NAME "coset, AVX2"
#ifdef __x86_64__
#define COSET_RUNS_HERE (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
#else
#define COSET_RUNS_HERE false
#endif
#include "search/coset_body.h"
