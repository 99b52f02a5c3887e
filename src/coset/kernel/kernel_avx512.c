#include "base/processor.h"

#define COSET_KERNEL kernel_coset_avx512
#define COSET_NAME "coset, AVX-512"
#define COSET_RUNS_HERE processor_has_avx512()
#include "coset/kernel/kernel_body.h"
