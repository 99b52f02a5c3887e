/* Lower bounds: which databases they consult, how a cube is evaluated, and which kernel searches with
 * them. */
#pragma once
#include "cube/turn_automaton.h"
#include "goal/goal.h"
#include "pdb/pdb.h"

enum { HEURISTIC_MAX_TABLES = 6, HEURISTIC_MAX_LOOKS = 64 };

struct heuristic;

/** A lower bound on the moves of h->metric that solve c. */
typedef unsigned heuristic_evaluate_fn(const struct heuristic *h, const struct cube *c);

/** A heuristic that exists, whether or not its tables are installed. */
struct heuristic_spec {
	const char *name;                          /* as in --heuristic */
	const char *summary;                       /* one line for --help and lists */
	unsigned n_tables;
	struct coordinate_key table[HEURISTIC_MAX_TABLES];
	heuristic_evaluate_fn *evaluate;
	unsigned n_lookups;                        /* table entries that one evaluation reads */
	bool for_comparison;                       /* chosen only by name: too weak, or too slow for its
	                                            * strength */
	const struct heuristic_goal *goal;         /* what is to be reached; NULL: the solved cube */
};

/** A goal, and what bounds the moves that reach it: of each of its views the largest of some entries, of all
 * views the least. */
struct heuristic_goal {
	struct goal goal;
	bool is_exact;                             /* each view has a table of its own: nothing is searched in
	                                            * vain */
	const struct turn_automaton *turns;        /* borrowed; bounds are in its units of cost; NULL: in the
	                                            * metric */
	struct turn_costs costs[HEURISTIC_MAX_TABLES];  /* in the tables' keys, as seen from their sides */
	unsigned n_looks;
	struct heuristic_look {
		uint8_t table, symmetry;               /* the entry of the cube as it is seen from there */
		uint64_t views;                        /* bit v: it bounds view v of the goal */
	} look[HEURISTIC_MAX_LOOKS];
};

/** A cube as it is seen for look i. */
struct cube heuristic_look_see(const struct heuristic_goal *g, unsigned i, const struct cube *c);

/** The turn set of a spec; NULL: the turns of a metric. */
static inline const struct turn_automaton *heuristic_turns(const struct heuristic_spec *spec)
{
	return spec->goal != NULL ? spec->goal->turns : NULL;
}

/** The key of a table of a spec. */
struct pdb_key heuristic_table_key(const struct heuristic_spec *spec, unsigned i, enum metric metric);

/** Whether a coordinate of whole cubes has tables for the turns of a set, which must cost the same however
 * the frame stands: their kernel knows nothing of the frame. */
bool heuristic_serves_turns(struct coordinate_key table, const struct turn_automaton *turns);

/** What an entry of a spec's tables counts. */
static inline unsigned heuristic_entry_cost(const struct heuristic_spec *spec)
{
	if (heuristic_turns(spec) == NULL)
		return 1;
	const struct pdb_scale scale = pdb_scale_of(spec->goal->costs);
	const struct pdb_family *const family = pdb_family_of(spec->table[0].family);
	return family != NULL && family->bits_per_entry == 8 ? scale.divisor : scale.divisor * scale.levels;
}

/** All specs, weakest first; heuristic_specs[n_heuristic_specs] (src/engine/families.c). */
extern const struct heuristic_spec heuristic_specs[];
extern const unsigned n_heuristic_specs;
#define heuristic_foreach(spec) items_foreach(spec, heuristic_specs, n_heuristic_specs)

/** Names of two of them: the one built where none is installed, and the one that solves random states in
 * seconds (src/engine/families.c). */
extern const char heuristic_standard[], heuristic_strong[];

const struct heuristic_spec *heuristic_find(const char *name);   /* NULL if there is none */

/** A heuristic with its tables mapped, for one metric. */
struct heuristic {
	const struct heuristic_spec *spec;
	enum metric metric;
	struct pdb table[HEURISTIC_MAX_TABLES];    /* in the spec's order; of that metric, or of half turns, whose
	                                            * distances are lower bounds in quarter turns, too */
};

/** The largest value there is, by the tables; UINT8_MAX for a heuristic without tables. */
unsigned heuristic_largest_value(const struct heuristic *h);

/** Open the tables of a spec.
 * @param directory  where they are installed (--pdb-dir); NULL: the usual places, see pdb/directory.h
 * @param out        on STATUS_OK filled, released by heuristic_close(); otherwise untouched
 * @param failed     on failure the key of the table that could not be opened; may be NULL
 * The check of a large table goes on beside the caller.  A pool waits for it before it delivers a result; a
 * caller that evaluates directly calls heuristic_await_check() before it states anything.
 */
enum status heuristic_open(const struct heuristic_spec *spec, enum metric metric, const char *directory,
                               struct heuristic *out, struct pdb_key *failed);
void heuristic_close(struct heuristic *h);

/** Wait until every byte of all tables is checked (pdb_check_await()), taking part in it; costs a system call
 * a table after that.
 * @param progress  in bytes of one table; false interrupts; may be NULL
 * @param failed  set to the number of the table that is not sound; may be NULL
 * @return STATUS_OK, STATUS_INTERRUPTED, and those of pdb_check_await() */
enum status heuristic_await_check(const struct heuristic *h, const struct pdb_progress *progress,
                                  unsigned *failed);

/** A fault of a table that is known by now; STATUS_OK if there is none yet. */
enum status heuristic_fault(const struct heuristic *h, unsigned *failed);

/** How much of all tables has been checked, 0 to 1. */
double heuristic_checked_share(const struct heuristic *h);

/** The spec's bound for c.  Simple and exact, for roots, tests and reports; kernels evaluate in their own
 * ways. */
static inline unsigned heuristic_evaluate(const struct heuristic *h, const struct cube *c)
{
	return h->spec->evaluate(h, c);
}

/** The largest entry of all tables, and with those of the inverse cube. */
heuristic_evaluate_fn heuristic_largest_entry, heuristic_largest_entry_dual;

/** What h->spec->goal says. */
heuristic_evaluate_fn heuristic_goal_bound;

/** Whether a cube is what h bounds the distance to. */
bool heuristic_is_reached(const struct heuristic *h, const struct cube *c);

/** The symmetries of a cube that take solutions to solutions; with a goal the identity alone: it need not
 * have those of the cube. */
uint64_t heuristic_symmetries(const struct heuristic *h, const struct cube *c);

/** Without tables (cubies.c): the moves of the farthest cubie; corner sum / 4 or edge sum / 4, whichever is
 * more, and the sum of all / 8, rounded up. */
heuristic_evaluate_fn heuristic_furthest_cubie, heuristic_manhattan, heuristic_manhattan_of_all;

enum { N_TURNED_CORNERS = 4, N_TURNED_EDGES = 4 };  /* cubies that one move of either metric takes
                                                     * elsewhere */

/** Moves that place and orient one cubie, regardless of the others: [cubie][place][orientation]. */
struct cubie_distances {
	uint8_t moves[N_CUBIES][N_CUBIES][3];
};

/** Found by breadth-first search at first use; thread-safe. */
const struct cubie_distances *cubie_distances(enum metric metric);

/** The moves of all corners and of all edges of a cube, each cubie for itself, and the most of one. */
struct cubie_sums { unsigned corners, edges, furthest; };
struct cubie_sums cubie_sums(enum metric metric, const struct cube *c);
