#include "coord/instructions.h"

#define COSET_KERNEL kernel_coset_avx512
#define COSET_NAME "coset, AVX-512"
#define COSET_RUNS_HERE instructions_have_avx512()
#include "search/coset_body.h"
