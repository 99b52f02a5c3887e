/* Pattern databases: exact distances in an abstraction of the cube, packed, checksummed, memory-mapped.
 * The file format is described in doc/pdb-format.md. */
#ifndef SUPERFLIP_PDB_PDB_H
#define SUPERFLIP_PDB_PDB_H
#include "coord/coordinate.h"
#include "cube/move.h"

#include <stddef.h>

enum { PDB_HEADER_BYTES = 4096, PDB_FORMAT_VERSION = 1, PDB_MAX_DEPTHS = 32 };

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
	PDB_WRONG_DEPTHS,    /* the entries by depth are not those that the header states or that were published */
	PDB_LOCKED,          /* another process is building it */
	PDB_NO_SPACE,        /* not enough room on the disk */
	PDB_NO_MEMORY,
	PDB_INTERRUPTED,
	N_PDB_STATUS
};

/** Which table: an abstraction of the cube and the metric in which it was searched. */
struct pdb_key {
	struct coordinate_key coordinate;
	enum metric metric;
};

/** Number of entries by depth in moves, and the largest depth with any; of 2-bit tables by the value that pdb_get()
 * reads. */
struct pdb_histogram {
	uint64_t count[PDB_MAX_DEPTHS];
	unsigned max_depth;
};

/* How entries are packed; coordinate and metric determine it (pdb_bits(), pdb_base()).
 *   4 bits: entry 2i in the low half of byte i.
 *   2 bits: entry 4i in the low bits of byte i.  Codes 1 to 3 are base + code, where base + 3 also stands for all that
 *     is deeper.  Code 0 is at most base: the value is in the side table behind the entries, which has 4 bits for
 *     every hash of an index, the smallest value of all that share it. */
static inline unsigned pdb_side_log2(unsigned base)
{
	/* Three times as many as there are values to hold, in the half-turn metric up to 9 and in the other one from 10 on. */
	return base <= 6 ? 17 : base == 7 ? 20 : base == 8 ? 23 : base <= 10 ? 27 : 30;
}

static inline uint64_t pdb_side_slot(unsigned base, uint64_t index)
{
	return index * 0x9E3779B97F4A7C15 >> (64 - pdb_side_log2(base));
}

static inline unsigned pdb_nibble(const uint8_t *entries, uint64_t index)
{
	return (unsigned)entries[index >> 1] >> (index & 1) * 4 & 15u;
}

static inline unsigned pdb_value(const uint8_t *entries, uint64_t n_entries, unsigned bits, unsigned base,
                                 uint64_t index)
{
	if (bits != 2)
		return pdb_nibble(entries, index);
	const unsigned code = (unsigned)entries[index >> 2] >> (index & 3) * 2 & 3u;
	return code != 0 ? base + code : pdb_nibble(entries + n_entries / 4, pdb_side_slot(base, index));
}

/** Bits of an entry and base of a table (base is 0 with 4 bits), and the bytes of its entries and side table. */
unsigned pdb_bits(struct coordinate_key key);
unsigned pdb_base(struct pdb_key key);
uint64_t pdb_size_bytes(struct pdb_key key);

/** A table in memory, built but not yet written. */
struct pdb_image {
	struct pdb_key key;
	uint8_t *entries;          /* owned; released by pdb_image_free() */
	size_t size_bytes;         /* pdb_size_bytes() */
	uint64_t n_entries;
	unsigned bits, base;
	struct pdb_histogram histogram;
};

/** A mapped file: read-only, shared between threads and processes. */
struct pdb {
	struct pdb_key key;
	const uint8_t *entries;
	size_t size_bytes;
	uint64_t n_entries;
	unsigned bits, base;
	struct pdb_histogram histogram;
	void *mapping;             /* what pdb_close() gives back */
	size_t mapping_bytes;
	bool is_preloaded;         /* a copy in memory of this process's own; the file is not mapped */
};

static inline unsigned pdb_get(const struct pdb *pdb, uint64_t index)
{
	return pdb_value(pdb->entries, pdb->n_entries, pdb->bits, pdb->base, index);
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
#endif
