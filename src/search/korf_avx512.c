#define KORF_KERNEL kernel_korf_avx512
#define KORF_NAME "korf, AVX-512"
#ifdef __x86_64__
/* All that the Makefile lets the compiler use: some processors have VBMI but not VBMI2 or the counting instructions. */
#define KORF_RUNS_HERE \
	(__builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bw") && \
	 __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") && \
	 __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512bitalg") && \
	 __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("bmi2"))
#else
#define KORF_RUNS_HERE false
#endif
#include "search/korf_body.h"
