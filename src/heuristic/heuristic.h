/* Lower bounds: which databases they consult, how a cube is evaluated, and which kernel searches with them. */
#ifndef SUPERFLIP_HEURISTIC_HEURISTIC_H
#define SUPERFLIP_HEURISTIC_HEURISTIC_H
#include "pdb/pdb.h"

struct kernel;

enum { HEURISTIC_MAX_TABLES = 4 };

/** A heuristic that exists, whether or not its tables are installed. */
struct heuristic_design {
	const char *name;                          /* as in --heuristic */
	const char *summary;                       /* one line for --help and lists */
	unsigned n_tables;
	struct coordinate_key table[HEURISTIC_MAX_TABLES];
};

/** All designs, weakest first; heuristic_designs[n_heuristic_designs]. */
extern const struct heuristic_design heuristic_designs[];
extern const unsigned n_heuristic_designs;

const struct heuristic_design *heuristic_find(const char *name);   /* NULL if there is none */

/** A heuristic with its tables mapped, for one metric. */
struct heuristic {
	const struct heuristic_design *design;
	enum metric metric;
	struct pdb table[HEURISTIC_MAX_TABLES];    /* of that metric, in the design's order */
};

/** Open the tables of a design.
 * @param directory  where they are installed
 * @param out        on PDB_OK filled, released by heuristic_close(); otherwise untouched
 * @param failed     on failure the key of the table that could not be opened; may be NULL
 */
enum pdb_status heuristic_open(const struct heuristic_design *design, enum metric metric, const char *directory,
                               struct heuristic *out, struct pdb_key *failed);
void heuristic_close(struct heuristic *h);

/** A lower bound on the moves that solve c: the largest entry of all tables (of coset
 * tables also that of the inverse).  Simple and exact, for roots, tests, reports. */
unsigned heuristic_evaluate(const struct heuristic *h, const struct cube *c);
#endif
