#include "coord/instructions.h"

#define KORF_KERNEL kernel_korf_avx512
#define KORF_NAME "korf, AVX-512"
#define KORF_RUNS_HERE instructions_have_avx512()
#include "search/korf_body.h"
