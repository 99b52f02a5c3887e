#include "base/processor.h"

#define FILTER_BLOCK_READER filter_block_reader_avx512
#define FILTER_BLOCK_READER_NAME "AVX-512"
#define FILTER_BLOCK_READER_RUNS_HERE processor_has_avx512()
#include "coset/filter/read_filter_blocks_body.h"
