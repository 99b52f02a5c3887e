#define FILTER_BLOCK_READER filter_block_reader_avx512
#include "coset/filter/read_filter_blocks_body.h"
