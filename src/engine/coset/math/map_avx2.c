#define COSET_MAPPER coset_mapper_avx2
#include "coset/math/map_body.h"
