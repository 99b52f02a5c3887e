#include "base/processor.h"

#define EXTEND_KERNEL extend_avx512
#define EXTEND_NAME "AVX-512"
#define EXTEND_RUNS_HERE processor_has_avx512()
#include "subgroup/extend_body.h"
