#define COSET_MAPPER coset_mapper_avx512
#include "coset/math/map_body.h"
