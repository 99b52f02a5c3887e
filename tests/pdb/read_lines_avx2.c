#define LINE_READER line_reader_avx2
#define LINE_READER_NAME "AVX2"
#ifdef __x86_64__
#define LINE_READER_RUNS_HERE (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
#else
#define LINE_READER_RUNS_HERE false
#endif
#include "read_lines_body.h"
