#define COSET_MARKER coset_marker_avx2
#define COSET_MARKER_NAME "AVX2"
#ifdef __x86_64__
#define COSET_MARKER_RUNS_HERE (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
#else
#define COSET_MARKER_RUNS_HERE false
#endif
#include "pdb/coset_marker_body.h"
