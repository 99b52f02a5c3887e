#define KORF_KERNEL kernel_korf_avx512
#define KORF_NAME "korf, AVX-512"
#define KORF_LEVEL PROCESSOR_AVX512
#include "pieces/kernel_body.h"
