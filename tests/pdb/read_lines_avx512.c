#include "coord/instructions.h"

#define LINE_READER line_reader_avx512
#define LINE_READER_NAME "AVX-512"
#define LINE_READER_RUNS_HERE instructions_have_avx512()
#include "read_lines_body.h"
