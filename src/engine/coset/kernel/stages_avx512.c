#include "base/processor.h"

#define STAGES stages_avx512
#define STAGES_RUN_HERE processor_has_avx512()
#include "coset/kernel/stages_body.h"
