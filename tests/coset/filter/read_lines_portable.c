#define LINE_READER line_reader_portable
#define LINE_READER_NAME "portable"
#define LINE_READER_RUNS_HERE true
#include "coset/filter/read_lines_body.h"
