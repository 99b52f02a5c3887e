#define LINE_READER line_reader_avx512
#define LINE_READER_NAME "AVX-512"
#ifdef __x86_64__
#define LINE_READER_RUNS_HERE \
	(__builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") && \
	 __builtin_cpu_supports("avx512vpopcntdq") && \
	 __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2"))
#else
#define LINE_READER_RUNS_HERE false
#endif
#include "read_lines_body.h"
