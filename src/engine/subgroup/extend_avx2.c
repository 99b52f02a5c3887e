/* Elsewhere than on x86-64 it is the same as the portable one. */
#define EXTEND_PAGE extend_page_avx2
#include "subgroup/extend_body.h"
