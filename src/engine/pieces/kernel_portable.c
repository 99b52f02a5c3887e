#define KORF_KERNEL kernel_korf_portable
#define KORF_NAME "korf, portable"
#define KORF_LEVEL PROCESSOR_PORTABLE
#include "pieces/kernel_body.h"
