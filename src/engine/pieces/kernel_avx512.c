#include "base/processor.h"

#define KORF_KERNEL kernel_korf_avx512
#define KORF_NAME "korf, AVX-512"
#define KORF_RUNS_HERE processor_has_avx512()
#include "pieces/kernel_body.h"
