/* Pattern databases: exact distances in an abstraction of the cube, packed, checksummed, memory-mapped.
 * The file format is described in doc/pdb-format.md. */
#pragma once
#include "base/parallel.h"
#include "pdb/family.h"

enum { PDB_HEADER_BYTES = 4096 };

/** Number of entries by depth in moves, and the largest depth with any; some families count something else
 * (struct pdb_family's `counted`). */
struct pdb_histogram {
	uint64_t count[PDB_MAX_DEPTHS];
	unsigned max_depth;
};

/* 4 bits an entry: entry 2i is the low half of byte i. */
static inline unsigned pdb_nibble(const uint8_t *entries, uint64_t index)
{
	return (unsigned)entries[index >> 1] >> (index & 1) * 4 & 15u;
}

/* ---- What the family of a key says (struct pdb_family), or the default ---- */

uint64_t coordinate_size(struct coordinate_key key);
uint64_t coordinate_rank(struct coordinate_key key, const struct cube *c);
void coordinate_name(struct coordinate_key key, char name[COORDINATE_NAME_MAX]);
/** @return false, and *out is as it was, if no family knows the name */
bool coordinate_parse(const char *name, struct coordinate_key *out);

/** Whether a family builds tables with the turns of a key. */
bool pdb_is_served(struct pdb_key key);
unsigned pdb_base(struct pdb_key key);
uint64_t pdb_data_bytes(struct pdb_key key);
/** Memory that a build takes, at most, with so many threads, the entries among it. */
uint64_t pdb_generate_memory_bytes(struct pdb_key key, unsigned n_threads);
uint64_t pdb_n_counted(struct pdb_key key);

/** The known tables of all families, number i of them; NULL if there are no more. */
const struct pdb_known *pdb_known_at(unsigned i);
/** NULL if the table is not a known one; it may still be built and used. */
const struct pdb_known *pdb_known_find(struct coordinate_key coordinate);
/** The expected entries by depth; false if no source has them. */
bool pdb_known_histogram(struct pdb_key key, struct pdb_histogram *out);
/** Whether entries by depth are the expected ones, as far as these are known. */
bool pdb_known_agrees(struct pdb_key key, const struct pdb_histogram *histogram);

/* ---- Entries by depth ---- */

/** Add the entries that a piece of a table's data has, by depth, as its family counts them.
 * @param offset  of the piece in the data, a multiple of 512 */
void pdb_count(const struct pdb_key *key, const uint8_t *bytes, size_t size, uint64_t offset,
               uint64_t count[PDB_MAX_DEPTHS]);
/** Whether counts of all pieces are those of a histogram, as far as counting can tell the depths apart. */
bool pdb_count_agrees(const struct pdb_key *key, const uint64_t counted[PDB_MAX_DEPTHS],
                      const uint64_t stated[PDB_MAX_DEPTHS]);
/** Counts as a histogram: with the largest depth that has any. */
struct pdb_histogram pdb_histogram_of(const uint64_t count[PDB_MAX_DEPTHS]);
/** Average depth of all entries. */
double pdb_histogram_mean(const struct pdb_histogram *histogram);

/* ---- Tables in memory ---- */

struct pdb_check;

/** A mapped file: read-only, shared between threads and processes; or a table that was built in memory. */
struct pdb {
	const struct pdb_family *family;
	struct pdb_key key;
	uint8_t *entries;          /* of a file read-only */
	size_t size_bytes;
	uint64_t n_entries;
	unsigned base;
	struct pdb_histogram histogram;
	uint64_t checksum;         /* of everything that the file says, but not of which version built it; 0 of an
	                            * image */
	void *mapping;             /* what pdb_close() gives back */
	size_t mapping_bytes;
	bool is_preloaded;         /* a copy in memory of this process's own; the file is not mapped */
	struct pdb_check *check;   /* whether all bytes are sound (pdb/check.h); owned; NULL of an image */
};

/** The value of an entry. */
static inline unsigned pdb_get(const struct pdb *pdb, uint64_t index)
{
	return pdb->family->get == NULL ? pdb_nibble(pdb->entries, index) : pdb->family->get(pdb, index);
}

/** The value of a cube's entry. */
static inline unsigned pdb_value(const struct pdb *pdb, const struct cube *c)
{
	return pdb_get(pdb, pdb->family->rank(&pdb->key.coordinate, c));
}

/** Receives the progress of a long job; `done` of `total` in units of the job's own.  Returning false
 * interrupts it. */
struct pdb_progress {
	bool (*tell)(void *context, const char *stage, uint64_t done, uint64_t total);
	void *context;
};

/** Report progress; with NULL to nobody. @return false: stop */
static inline bool pdb_tell(const struct pdb_progress *progress, const char *stage, uint64_t done,
                            uint64_t total)
{
	return progress == NULL || progress->tell(progress->context, stage, done, total);
}

/** parallel_for() that reports how many chunks are begun. @return false if it was stopped; then chunks may be
 * missing */
bool pdb_parallel_for(const struct pdb_progress *progress, const char *stage, unsigned n_threads,
                      uint32_t n_chunks, parallel_chunk *chunk, void *context);

/* ---- Building ---- */

enum { DEPTH_OPEN = 15 };         /* nibble of an entry that is not reached yet */

/** The input of a family's build(), which fills image->entries, zero so far, and must not touch the other
 * members. */
struct build {
	struct pdb *image;
	uint32_t moves;               /* bit m: move m is one step of the metric, or has a cost of 1 */
	unsigned n_turns;             /* all turns, each with its cost by pdb_scale_of() */
	struct build_turn {
		uint8_t n_moves, moves[2], cost;
	} turn[N_AXIS_TURNS];
	unsigned largest_cost, levels;  /* of a turn; of an entry */
	unsigned n_threads;
	const struct pdb_progress *progress;
};

/** Report that n_found entries are known; false: stop. */
bool build_goes_on(const struct build *b, uint64_t n_found);

/** The entry for a cost; DEPTH_OPEN for all that is farther than entries tell, or not found. */
enum { BUILD_NOT_FOUND = 126, BUILD_MAX_COST = BUILD_NOT_FOUND - 1 };
static inline unsigned build_entry(const struct build *b, unsigned cost)
{
	return cost != BUILD_NOT_FOUND && cost / b->levels < DEPTH_OPEN ? cost / b->levels : DEPTH_OPEN;
}

/** Breadth-first search of a coordinate's whole space, by the builder of its family.
 * @param n_threads  threads to use, at least 1; the result is the same for every number
 * @param progress   may be NULL
 * @param out        on STATUS_OK filled, owned by the caller, released by pdb_close(); otherwise untouched
 * @return STATUS_OK, STATUS_NO_MEMORY, STATUS_INTERRUPTED
 */
enum status pdb_build(struct pdb_key key, unsigned n_threads, const struct pdb_progress *progress,
                      struct pdb *out);

/** Release a table; one that was never opened, all zero, is left alone. */
void pdb_close(struct pdb *pdb);
