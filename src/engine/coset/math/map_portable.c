#define COSET_MAPPER coset_mapper_portable
#include "coset/math/map_body.h"
