#define COSET_INDEXER coset_indexer_portable
#define COSET_INDEXER_NAME "portable"
#define COSET_INDEXER_RUNS_HERE true
#include "coord/coset_indexer_body.h"
