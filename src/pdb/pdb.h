/* Pattern databases: exact distances in an abstraction of the cube, packed, checksummed, memory-mapped.
 * The file format is described in doc/pdb-format.md. */
#ifndef SUPERFLIP_PDB_PDB_H
#define SUPERFLIP_PDB_PDB_H
#include "coord/coordinate.h"
#include "cube/move.h"
#include "coset/filter/filter.h"

#include <stddef.h>

enum { PDB_HEADER_BYTES = 4096, PDB_MAX_DEPTHS = 32 };

enum pdb_status {
	PDB_OK,
	PDB_MISSING,         /* no such file */
	PDB_IO,              /* errno is set */
	PDB_BAD_MAGIC,       /* not a pattern database */
	PDB_BAD_VERSION,     /* another format version */
	PDB_BAD_HEADER,      /* the header's checksum or a field in it is wrong */
	PDB_WRONG_TABLE,     /* a sound file, but of another coordinate or metric */
	PDB_TRUNCATED,       /* shorter (or longer) than the header says */
	PDB_UNFINISHED,      /* half written: zeros where the header or the end of a chunk should be */
	PDB_DAMAGED,         /* a chunk's checksum is wrong */
	PDB_CHANGED,         /* somebody wrote to the file while it was in use */
	PDB_WRONG_DEPTHS,    /* the entries by depth are not those that the header states or that were published */
	PDB_LOCKED,          /* another process is building it */
	PDB_NO_SPACE,        /* not enough disk space */
	PDB_NO_MEMORY,
	PDB_INTERRUPTED,
	N_PDB_STATUS
};

/** Which table: an abstraction of the cube and the metric in which it was searched. */
struct pdb_key {
	struct coordinate_key coordinate;
	enum metric metric;
};

/** Number of entries by depth in moves, and the largest depth with any; of cosets, of a sample (coset/filter/filter.h)
 * by the value that pdb_get() reads. */
struct pdb_histogram {
	uint64_t count[PDB_MAX_DEPTHS];
	unsigned max_depth;
};

/* How entries are packed.
 *   Cosets: in lines of equations (coset/filter/filter.h), whose base the key determines.
 *   All others: 4 bits, entry 2i in the low half of byte i. */
static inline unsigned pdb_nibble(const uint8_t *entries, uint64_t index)
{
	return (unsigned)entries[index >> 1] >> (index & 1) * 4 & 15u;
}

/** Base of a table: of cosets the cap - 3, of others 0. */
unsigned pdb_base(struct pdb_key key);

/** Bytes of a table's entries and what belongs to them. */
uint64_t pdb_data_bytes(struct pdb_key key);

/** Bytes of memory that its builder takes beside these, at most, with so many threads. */
uint64_t pdb_builder_bytes(struct pdb_key key, unsigned n_threads);

/** Whether they are what tables have in any case: more than a quarter, and yet little. */
bool pdb_builder_is_short_of_memory(struct pdb_key key);

/** A table in memory, built but not yet written. */
struct pdb_image {
	struct pdb_key key;
	uint8_t *entries;          /* owned; released by pdb_image_free() */
	size_t size_bytes;
	uint64_t n_entries;
	unsigned base;
	struct pdb_histogram histogram;
};

struct pdb_check;

/** A mapped file: read-only, shared between threads and processes. */
struct pdb {
	struct pdb_key key;
	const uint8_t *entries;
	size_t size_bytes;
	uint64_t n_entries;
	unsigned base;
	struct pdb_histogram histogram;
	void *mapping;             /* what pdb_close() gives back */
	size_t mapping_bytes;
	bool is_preloaded;         /* a copy in memory of this process's own; the file is not mapped */
	struct pdb_check *check;   /* whether all bytes are sound (pdb/check.h); owned; NULL of an image */
};

/** The lines of a coset table. */
static inline struct coset_lines pdb_lines(const uint8_t *entries, struct pdb_key key)
{
	return coset_lines_of(entries, key.coordinate.coset, key.metric, pdb_base(key));
}

static inline unsigned pdb_get(const struct pdb *pdb, uint64_t index)
{
	if (pdb->key.coordinate.kind != COORDINATE_COSET)
		return pdb_nibble(pdb->entries, index);
	const struct coset_lines lines = pdb_lines(pdb->entries, pdb->key);
	return coset_lines_get(&lines, index);
}

/** Told how far a long job is; `done` of `total` in units of the job's own.  Returning false interrupts it. */
struct pdb_progress {
	bool (*tell)(void *context, const char *stage, uint64_t done, uint64_t total);
	void *context;
};

/** Breadth-first search of a coordinate's whole space (builder in src/pdb/build.c).
 * @param n_threads  threads to use, at least 1; the result is the same for every number
 * @param progress   may be NULL
 * @param out        on PDB_OK filled, owned by the caller, released by pdb_image_free(); otherwise untouched
 * @return PDB_OK, PDB_NO_MEMORY, PDB_INTERRUPTED
 */
enum pdb_status pdb_build(struct pdb_key key, unsigned n_threads, const struct pdb_progress *progress, struct pdb_image *out);
void pdb_image_free(struct pdb_image *image);

/** The image as a table that was opened, for as long as it lives; pdb_close() leaves it alone. */
struct pdb pdb_of_image(const struct pdb_image *image);
#endif
