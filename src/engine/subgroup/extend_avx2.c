#include "base/processor.h"

#define EXTEND_KERNEL extend_avx2
#define EXTEND_NAME "AVX2"
#define EXTEND_RUNS_HERE processor_has_avx2()
#include "subgroup/extend_body.h"
