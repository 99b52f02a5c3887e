#define COSET_MAPPER coset_mapper_portable
#define COSET_MAPPER_NAME "portable"
#define COSET_MAPPER_RUNS_HERE true
#include "coset/math/map_body.h"
