#include "coord/instructions.h"

#define LINE_READER line_reader_avx2
#define LINE_READER_NAME "AVX2"
#define LINE_READER_RUNS_HERE instructions_have_avx2()
#include "read_lines_body.h"
