#include "heuristic/heuristic.h"

#include "pdb/directory.h"
#include "pdb/file.h"

#include <errno.h>
#include <string.h>

/* Korf's two sets (AAAI-97): four edges of a face and the two middle edges next to one adjacent face; and the other six. */
#define KORF_UPPER (1u << UR | 1u << UF | 1u << UL | 1u << UB | 1u << FR | 1u << FL)
#define KORF_LOWER (1u << DR | 1u << DF | 1u << DL | 1u << DB | 1u << BL | 1u << BR)
#define CORNERS {.kind = COORDINATE_CORNERS}
#define EDGES(set) {.kind = COORDINATE_EDGES, .edges = (set)}

const struct heuristic_design heuristic_designs[] = {
	{"orientation", "corner twists and edge flips alone (tiny tables)", 2,
	 {{.kind = COORDINATE_TWIST}, {.kind = COORDINATE_FLIP}}, heuristic_largest_entry},
	{"edges", "the two sets of six edges", 2, {EDGES(KORF_UPPER), EDGES(KORF_LOWER)}, heuristic_largest_entry},
	{"corners", "all eight corners", 1, {CORNERS}, heuristic_largest_entry},
	{"korf", "corners and two sets of six edges (Korf 1997)", 3,
	 {CORNERS, EDGES(KORF_UPPER), EDGES(KORF_LOWER)}, heuristic_largest_entry},
	{"korf7", "corners and two sets of seven edges", 3,
	 {CORNERS, EDGES(KORF_UPPER | 1u << BL), EDGES(KORF_LOWER | 1u << FR)}, heuristic_largest_entry},
};
const unsigned n_heuristic_designs = sizeof heuristic_designs / sizeof *heuristic_designs;

const struct heuristic_design *heuristic_find(const char *name)
{
	for (unsigned i = 0; i < n_heuristic_designs; i++)
		if (strcmp(heuristic_designs[i].name, name) == 0)
			return &heuristic_designs[i];
	return NULL;
}

enum pdb_status heuristic_open(const struct heuristic_design *design, enum metric metric, const char *directory,
                               struct heuristic *out, struct pdb_key *failed)
{
	struct heuristic h = {.design = design, .metric = metric};
	for (unsigned i = 0; i < design->n_tables; i++) {
		const struct pdb_key key = {.coordinate = design->table[i], .metric = metric};
		char path[PATH_MAX];
		enum pdb_status status = pdb_find(directory, key, path);
		if (status == PDB_OK)
			status = pdb_open(path, key, &h.table[i]);
		if (status == PDB_OK)
			continue;
		const int error = errno;
		heuristic_close(&h);
		errno = error;
		if (failed != NULL)
			*failed = key;
		return status;
	}
	*out = h;
	return PDB_OK;
}

void heuristic_close(struct heuristic *h)
{
	for (unsigned i = 0; i < h->design->n_tables; i++)
		pdb_close(&h->table[i]);
}
