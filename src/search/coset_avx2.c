#include "coord/instructions.h"

#define COSET_KERNEL kernel_coset_avx2
#define COSET_NAME "coset, AVX2"
#define COSET_RUNS_HERE instructions_have_avx2()
#include "search/coset_body.h"
