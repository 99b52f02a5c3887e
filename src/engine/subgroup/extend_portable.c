#define EXTEND_PAGE extend_page_portable
#include "subgroup/extend_body.h"
