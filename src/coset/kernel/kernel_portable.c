#define COSET_KERNEL kernel_coset_portable
#define COSET_NAME "coset, portable"
#define COSET_RUNS_HERE true
#include "coset/kernel/kernel_body.h"
