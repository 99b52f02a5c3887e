#define KORF_KERNEL kernel_korf_avx2
#define KORF_NAME "korf, AVX2"
#define KORF_LEVEL PROCESSOR_AVX2
#include "pieces/kernel_body.h"
