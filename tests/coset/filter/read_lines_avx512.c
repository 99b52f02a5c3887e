#include "base/processor.h"

#define LINE_READER line_reader_avx512
#define LINE_READER_NAME "AVX-512"
#define LINE_READER_RUNS_HERE processor_has_avx512()
#include "coset/filter/read_lines_body.h"
