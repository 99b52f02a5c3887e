#define KORF_KERNEL kernel_korf_portable
#define KORF_NAME "korf, portable"
#define KORF_RUNS_HERE true
#include "korf/kernel_body.h"
