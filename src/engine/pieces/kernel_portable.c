#define KORF_KERNEL kernel_korf_portable
#define KORF_NAME "korf, portable"
#define KORF_RUNS_HERE true
#include "pieces/kernel_body.h"
