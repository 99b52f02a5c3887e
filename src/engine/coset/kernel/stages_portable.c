
#define STAGES stages_portable
#define STAGES_RUN_HERE true
#include "coset/kernel/stages_body.h"
