#define STAGES stages_portable
#include "coset/kernel/stages_body.h"
