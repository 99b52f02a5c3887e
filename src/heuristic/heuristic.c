#include "heuristic/heuristic.h"

#include "pdb/check.h"
#include "pdb/directory.h"
#include "pdb/file.h"

#include <errno.h>
#include <string.h>

/* Korf's two sets (AAAI-97): four edges of a face and the two middle edges next to one adjacent face; and the other six. */
#define KORF_UPPER (1u << UR | 1u << UF | 1u << UL | 1u << UB | 1u << FR | 1u << FL)
#define KORF_LOWER (1u << DR | 1u << DF | 1u << DL | 1u << DB | 1u << BL | 1u << BR)
#define CORNERS {.kind = COORDINATE_CORNERS}
#define EDGES(set) {.kind = COORDINATE_EDGES, .edges = (set)}
#define COSET(...) {.kind = COORDINATE_COSET, .coset = {__VA_ARGS__}}

#define KORF CORNERS, EDGES(KORF_UPPER), EDGES(KORF_LOWER)
#define KORF_7 CORNERS, EDGES(KORF_UPPER | 1u << BL), EDGES(KORF_LOWER | 1u << FR)

const struct heuristic_design heuristic_designs[] = {
	{"simple", "the cubie farthest from its solved place (no tables)", 0, {{0}}, heuristic_furthest_cubie, 0, true},
	{"manhattan8", "moves of all cubies, a move turns 8 (no tables)", 0, {{0}}, heuristic_manhattan_of_all, 0, true},
	{"orientation", "corner twists and edge flips alone (tiny tables)", 2,
	 {{.kind = COORDINATE_TWIST}, {.kind = COORDINATE_FLIP}}, heuristic_largest_entry, 2, false},
	{"manhattan", "moves of all corners or all edges, a move turns 4 (no tables)", 0, {{0}}, heuristic_manhattan, 0, true},
	{"edges-upper", "Korf's first set of six edges", 1, {EDGES(KORF_UPPER)}, heuristic_largest_entry, 1, true},
	{"edges-lower", "the other six edges", 1, {EDGES(KORF_LOWER)}, heuristic_largest_entry, 1, true},
	{"edges", "the two sets of six edges", 2, {EDGES(KORF_UPPER), EDGES(KORF_LOWER)}, heuristic_largest_entry, 2, false},
	{"corners", "all eight corners", 1, {CORNERS}, heuristic_largest_entry, 1, false},
	{"korf", "corners and two sets of six edges (Korf 1997)", 3, {KORF}, heuristic_largest_entry, 3, false},
	{"korf-dual", "the same, of the cube and of its inverse", 3, {KORF}, heuristic_largest_entry_dual, 5, true},
	{"korf7", "corners and two sets of seven edges", 3, {KORF_7}, heuristic_largest_entry, 3, false},
	{"korf7-dual", "the same, of the cube and of its inverse", 3, {KORF_7}, heuristic_largest_entry_dual, 5, true},
	{"coset-30m", "slice-free cosets, 32 MB", 1, {COSET(6973, COSET_PARITY, 9)}, heuristic_largest_entry_dual, 2, false},
	{"coset-125m", "slice-free cosets, 129 MB", 1, {COSET(27965, COSET_PARITY, 9)}, heuristic_largest_entry_dual, 2, false},
	{"coset-300m", "slice-free cosets, 318 MB", 1, {COSET(69949, COSET_PARITY, 9)}, heuristic_largest_entry_dual, 2, false},
	{"coset-1g", "slice-free cosets, 1.3 GB", 1, {COSET(95549, COSET_HTR, 9)}, heuristic_largest_entry_dual, 2, false},
	{"coset-2.6g", "slice-free cosets, 2.7 GB", 1, {COSET(195389, COSET_HTR, 9)}, heuristic_largest_entry_dual, 2, false},
	{"coset-5g", "slice-free cosets, 5.1 GB", 1, {COSET(374589, COSET_HTR, 9)}, heuristic_largest_entry_dual, 2, false},
	{"coset-8g", "slice-free cosets, 8.0 GB", 1, {COSET(586557, COSET_HTR, 9, true)}, heuristic_largest_entry_dual, 2, false},
	{"coset-16g", "slice-free cosets, 16 GB", 1, {COSET(1176381, COSET_HTR, 9, true)}, heuristic_largest_entry_dual, 2, false},
};
const unsigned n_heuristic_designs = sizeof heuristic_designs / sizeof *heuristic_designs;

const struct heuristic_design *heuristic_find(const char *name)
{
	for (unsigned i = 0; i < n_heuristic_designs; i++)
		if (strcmp(heuristic_designs[i].name, name) == 0)
			return &heuristic_designs[i];
	return NULL;
}

unsigned heuristic_largest_value(const struct heuristic *h)
{
	unsigned largest = 0;
	for (unsigned i = 0; i < h->design->n_tables; i++)
		if (h->table[i].histogram.max_depth > largest)
			largest = h->table[i].histogram.max_depth;
	return h->design->n_tables == 0 ? UINT8_MAX : largest;
}

enum pdb_status heuristic_open_tables_of(enum metric table_metric, const struct heuristic_design *design,
                                         enum metric metric, const char *directory, struct heuristic *out,
                                         struct pdb_key *failed)
{
	struct heuristic h = {.design = design, .metric = metric};
	for (unsigned i = 0; i < design->n_tables; i++) {
		const struct pdb_key key = {.coordinate = design->table[i], .metric = table_metric};
		char path[PATH_MAX];
		enum pdb_status status = pdb_find(directory, key, path);
		if (status == PDB_OK)
			status = pdb_open_before_check(path, key, &h.table[i]);
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

enum pdb_status heuristic_open(const struct heuristic_design *design, enum metric metric, const char *directory,
                               struct heuristic *out, struct pdb_key *failed)
{
	return heuristic_open_tables_of(metric, design, metric, directory, out, failed);
}

enum pdb_status heuristic_await_check(const struct heuristic *h, const struct pdb_progress *progress, unsigned *failed)
{
	for (unsigned i = 0; i < h->design->n_tables; i++) {
		const enum pdb_status status = h->table[i].check != NULL ? pdb_check_await(h->table[i].check, progress) : PDB_OK;
		if (status == PDB_OK)
			continue;
		if (failed != NULL)
			*failed = i;
		return status;
	}
	return PDB_OK;
}

enum pdb_status heuristic_fault(const struct heuristic *h, unsigned *failed)
{
	for (unsigned i = 0; i < h->design->n_tables; i++) {
		const enum pdb_status status = h->table[i].check != NULL ? pdb_check_fault(h->table[i].check) : PDB_OK;
		if (status == PDB_OK)
			continue;
		if (failed != NULL)
			*failed = i;
		return status;
	}
	return PDB_OK;
}

double heuristic_checked_share(const struct heuristic *h)
{
	uint64_t done = 0, all = 0, total;
	for (unsigned i = 0; i < h->design->n_tables; i++)
		if (h->table[i].check != NULL) {
			done += pdb_check_done_bytes(h->table[i].check, &total);
			all += total;
		}
	return all > 0 ? (double)done / (double)all : 1;
}

void heuristic_close(struct heuristic *h)
{
	for (unsigned i = 0; i < h->design->n_tables; i++)
		pdb_close(&h->table[i]);
}
