#include "coord/instructions.h"

#define KORF_KERNEL kernel_korf_avx2
#define KORF_NAME "korf, AVX2"
#define KORF_RUNS_HERE instructions_have_avx2()
#include "search/korf_body.h"
