#include "base/processor.h"

#define STAGES stages_avx2
#define STAGES_RUN_HERE processor_has_avx2()
#include "coset/kernel/stages_body.h"
