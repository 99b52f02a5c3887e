#include "base/processor.h"

#define COSET_KERNEL kernel_coset_avx2
#define COSET_NAME "coset, AVX2"
#define COSET_RUNS_HERE processor_has_avx2()
#include "coset/kernel/kernel_body.h"
