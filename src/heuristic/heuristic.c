#include "heuristic/heuristic.h"

#include <string.h>

/* Korf's two sets (AAAI-97): four edges of a face and the two middle edges next to one adjacent face; and the other six. */
#define KORF_UPPER (1u << UR | 1u << UF | 1u << UL | 1u << UB | 1u << FR | 1u << FL)
#define KORF_LOWER (1u << DR | 1u << DF | 1u << DL | 1u << DB | 1u << BL | 1u << BR)
#define CORNERS {.kind = COORDINATE_CORNERS}
#define EDGES(set) {.kind = COORDINATE_EDGES, .edges = (set)}
#define COSET(n, with_parity) {.kind = COORDINATE_COSET, .classes = (n), .parity = (with_parity)}

const struct heuristic_design heuristic_designs[] = {
	{"orientation", "corner twists and edge flips alone (tiny tables)", 2, {{.kind = COORDINATE_TWIST}, {.kind = COORDINATE_FLIP}}},
	{"edges", "the two sets of six edges", 2, {EDGES(KORF_UPPER), EDGES(KORF_LOWER)}},
	{"corners", "all eight corners", 1, {CORNERS}},
	{"korf", "corners and two sets of six edges (Korf 1997)", 3, {CORNERS, EDGES(KORF_UPPER), EDGES(KORF_LOWER)}},
	{"korf7", "corners and two sets of seven edges", 3, {CORNERS, EDGES(KORF_UPPER | 1u << BL), EDGES(KORF_LOWER | 1u << FR)}},
	{"coset-30m", "slice-free cosets, 31 MB", 1, {COSET(14, false)}},
	{"coset-125m", "slice-free cosets, 128 MB", 1, {COSET(56, false)}},
	{"coset-300m", "slice-free cosets, 315 MB", 1, {COSET(140, false)}},
	{"coset-1g", "slice-free cosets, 1.1 GB", 1, {COSET(450, false)}},
	{"coset-2.6g", "slice-free cosets, 2.7 GB", 1, {COSET(585, true)}},
};
const unsigned n_heuristic_designs = sizeof heuristic_designs / sizeof *heuristic_designs;

const struct heuristic_design *heuristic_find(const char *name)
{
	for (unsigned i = 0; i < n_heuristic_designs; i++)
		if (strcmp(heuristic_designs[i].name, name) == 0)
			return &heuristic_designs[i];
	return NULL;
}

static unsigned value_in(const struct pdb *table, struct coordinate_key coordinate, const struct cube *c)
{
	return pdb_get(table, coordinate_rank(coordinate, c));
}

unsigned heuristic_evaluate(const struct heuristic *h, const struct cube *c)
{
	unsigned bound = 0;
	for (unsigned i = 0; i < h->design->n_tables; i++) {
		const unsigned entry = value_in(&h->table[i], h->design->table[i], c);
		bound = entry > bound ? entry : bound;
		if (h->design->table[i].kind == COORDINATE_COSET) {
			/* The inverse is as far from solved, but lies in another coset. */
			const struct cube inverse = cube_inverse(c);
			const unsigned dual = value_in(&h->table[i], h->design->table[i], &inverse);
			bound = dual > bound ? dual : bound;
		}
	}
	return bound;
}
