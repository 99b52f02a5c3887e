#include "base/processor.h"

#define LINE_READER line_reader_avx2
#define LINE_READER_NAME "AVX2"
#define LINE_READER_RUNS_HERE processor_has_avx2()
#include "coset/filter/read_lines_body.h"
