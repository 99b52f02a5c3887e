#define FILTER_BLOCK_READER filter_block_reader_portable
#define FILTER_BLOCK_READER_NAME "portable"
#define FILTER_BLOCK_READER_RUNS_HERE true
#include "coset/filter/read_filter_blocks_body.h"
