/* A family of tables: all that the other files of src/engine/pdb know about one. What files, locks, checks
 * and lists need to know about a family is in this record; src/engine/families.c has the list of all
 * records. */
#pragma once
#include "base/processor.h"
#include "base/status.h"
#include "cube/symmetry.h"

enum { COORDINATE_NAME_MAX = 32, COORDINATE_N_PARAMETERS = 5, PDB_MAX_DEPTHS = 32, PDB_CODING_MAX = 64 };

/** A coordinate ranks an abstraction of the cube: what is left when some properties are forgotten. */
struct coordinate_key {
	uint32_t family;                              /* struct pdb_family's id */
	uint32_t parameter[COORDINATE_N_PARAMETERS];  /* only the family knows what they mean; unused ones are
	                                               * 0 */
};

/** Which table: a coordinate and a metric. */
struct pdb_key {
	struct coordinate_key coordinate;
	enum metric metric;             /* or METRIC_OF_TURNS: of a turn set with these costs, which are 0 in a
	                                 * metric */
	struct turn_costs costs;
};
#define METRIC_OF_TURNS ((enum metric)N_METRICS)

static inline struct pdb_key pdb_key_in(struct coordinate_key coordinate, enum metric metric)
{
	return (struct pdb_key){.coordinate = coordinate, .metric = metric};
}

static inline bool coordinate_equal(struct coordinate_key a, struct coordinate_key b)
{
	return memcmp(&a, &b, sizeof a) == 0;
}

static inline bool pdb_key_equal(struct pdb_key a, struct pdb_key b)
{
	return coordinate_equal(a.coordinate, b.coordinate) && a.metric == b.metric
	       && memcmp(&a.costs, &b.costs, sizeof a.costs) == 0;
}

/** How costs of a turn set become entries of four bits, rounded down, which keeps them admissible: turns
 * count cost / divisor, at least 1 and at most PDB_MAX_COST, and an entry `levels` of these.  The largest
 * entry is a bound for all that is farther.  In a metric both are 1. */
enum { PDB_MAX_COST = 9 };
struct pdb_scale {
	unsigned divisor, levels;
	bool is_exact;                  /* turns count what they cost */
};
struct pdb_scale pdb_scale_of(const struct turn_costs *costs);

struct build;
struct pdb;

/** A table that lists name, and the entries by depth that were published or computed before. */
struct pdb_known {
	struct coordinate_key coordinate;
	const char *summary;                        /* one line for lists */
	uint64_t count[N_METRICS][PDB_MAX_DEPTHS];  /* entries by depth, as `count` counts them; all 0 where no
	                                             * source has them */
};

/** In the members that are functions, p are the parameters of a key of the family, COORDINATE_N_PARAMETERS of
 * them. Members that may be NULL say what is done then. */
struct pdb_family {
	uint32_t id;                  /* in keys and files: never reused or renumbered; pdb_families[id] is this
	                               * record */
	uint32_t format_version;      /* of its files */
	uint32_t bits_per_entry;      /* in their headers: 4; 0 if the family codes entries otherwise */
	bool fixes_parity;            /* states of one index all have the same parity */
	bool is_same_for_inverse;     /* a cube's entry and its inverse's are always equal */
	bool serves_quarter_turns;    /* where none is installed, a table of half turns is a good bound in quarter
	                               * turns, too */

	/* ---- The coordinate ---- */
	/** Whether there is such a coordinate.  NULL: if all parameters are 0. */
	bool (*is_valid)(const uint32_t *p);
	const char *only_name;        /* of a family of one coordinate; NULL: name() and parse() tell */
	void (*name)(const uint32_t *p, char name[COORDINATE_NAME_MAX]);
	/** Set the parameters, which are 0, if the name is the family's.  @return whether it is; if not, they
	 * mean nothing.  NULL: a name does not tell the table. */
	bool (*parse)(const char *name, uint32_t *p);
	/** The number of states; the index of a cube. */
	uint64_t (*size)(const struct coordinate_key *coordinate);
	uint64_t (*rank)(const struct coordinate_key *coordinate, const struct cube *c);

	/* ---- Its tables ---- */
	/** Whether there are tables with the turns of a key.  NULL: with any. */
	bool (*serves)(const struct pdb_key *key);
	/** Build one (struct build in pdb/pdb.h). */
	enum status (*build)(const struct build *b);
	/** Memory that build() takes beside the entries, at most.  NULL: a quarter of these and 16 MiB. */
	uint64_t (*builder_bytes)(const struct pdb_key *key, unsigned n_threads);
	/** Size of the entries and what belongs to them in a file.  NULL: 4 bits an entry. */
	uint64_t (*data_bytes)(const struct pdb_key *key);
	/** A number of the family's own in headers and struct pdb.  NULL: 0. */
	unsigned (*base)(const struct pdb_key *key);
	/** The value of an entry; called by many threads.  NULL: entry 2i is the low half of byte i. */
	unsigned (*get)(const struct pdb *pdb, uint64_t index);
	/** How entries are coded, in a few words, e.g. "1048576 blocks of 64 bytes".  NULL: `bits_per_entry`
	 * tells. */
	void (*coding)(const struct pdb_key *key, char text[PDB_CODING_MAX]);

	/* ---- Entries by depth ---- */
	/** Add what a piece of a table's data has.  Pieces begin at multiples of 512 bytes.  NULL: each entry
	 * counts one. */
	void (*count)(const struct pdb_key *key, const uint8_t *bytes, size_t size, uint64_t offset,
	              uint64_t count[PDB_MAX_DEPTHS]);
	/** count() cannot tell this depth and all below it apart, and gives it the sum.  NULL: it tells all
	 * apart. */
	unsigned (*merged_depth)(const struct pdb_key *key);
	/** The same of a table that was just built.  NULL: by count(). */
	void (*summarize)(const struct pdb *image, uint64_t count[PDB_MAX_DEPTHS]);
	/** The sum of a histogram's counts.  NULL: the number of entries. */
	uint64_t (*n_counted)(const struct pdb_key *key);
	const char *counted;          /* for people: what is counted, if not entries, e.g. "of a sample"; else
	                               * NULL */

	/* ---- What to expect ---- */
	/** Random reads of memory that building takes about as long as, in one thread.  NULL: seven for each
	 * entry. */
	double (*building_reads)(const struct pdb_key *key);
	/** Seconds in which one thread solves a random state with one table of half turns, on average.
	 * NULL: they follow from the entries by depth. */
	double (*solving_s)(const struct pdb_key *key, const struct machine *machine);

	const struct pdb_known *known;
	unsigned n_known;
};

/** All families, by id; NULL where an id is not in use (src/engine/families.c). */
extern const struct pdb_family *const pdb_families[];
extern const uint32_t pdb_n_families;

/** NULL if this build has no such family. */
static inline const struct pdb_family *pdb_family_of(uint32_t id)
{
	return id < pdb_n_families ? pdb_families[id] : NULL;
}
