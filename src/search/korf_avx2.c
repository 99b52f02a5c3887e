#define KORF_KERNEL kernel_korf_avx2
#define KORF_NAME "korf, AVX2"
#ifdef __x86_64__
#define KORF_RUNS_HERE (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
#else
#define KORF_RUNS_HERE false
#endif
#include "search/korf_body.h"
