#define STAGES stages_avx512
#include "coset/kernel/stages_body.h"
