#include "coord/instructions.h"

#define COSET_MAPPER coset_mapper_avx2
#define COSET_MAPPER_NAME "AVX2"
#define COSET_MAPPER_RUNS_HERE instructions_have_avx2()
#include "coord/coset_map_body.h"
