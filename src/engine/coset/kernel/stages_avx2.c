#define STAGES stages_avx2
#include "coset/kernel/stages_body.h"
