#define COSET_MARKER coset_marker_portable
#define COSET_MARKER_NAME "portable"
#define COSET_MARKER_RUNS_HERE true
#include "pdb/coset_marker_body.h"
