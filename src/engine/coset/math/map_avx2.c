#include "base/processor.h"

#define COSET_MAPPER coset_mapper_avx2
#define COSET_MAPPER_NAME "AVX2"
#define COSET_MAPPER_RUNS_HERE processor_has_avx2()
#include "coset/math/map_body.h"
