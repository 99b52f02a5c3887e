/* What has been searched of hard cubes: a file to which each finished unit of work (search/units.h) is appended, so that a search
 * that was ended, however it was ended, goes on without repeating one.  doc/cluster.md describes the file. */
#ifndef SUPERFLIP_CLUSTER_UNIT_JOURNAL_H
#define SUPERFLIP_CLUSTER_UNIT_JOURNAL_H
#include "search/unit_source.h"

#define UNIT_JOURNAL_SCHEMA "superflip-units/1"

enum { UNIT_JOURNAL_HEADER_BYTES = 1024, UNIT_JOURNAL_DETAIL_MAX = 600 };

enum unit_journal_status {
	UNIT_JOURNAL_OK,
	UNIT_JOURNAL_MISSING,
	UNIT_JOURNAL_IO,          /* errno is set */
	UNIT_JOURNAL_BUSY,        /* another process is writing it */
	UNIT_JOURNAL_FOREIGN,     /* no such journal, or damaged at its beginning */
	UNIT_JOURNAL_DIFFERENT,   /* of another heuristic, metric or table */
	UNIT_JOURNAL_NO_MEMORY,
	UNIT_JOURNAL_BAD_TABLE,   /* heuristic_fault(): what was to be written may be wrong, and is dropped */
};

/** A unit that was searched to its end. */
struct unit_entry {
	uint32_t cube;            /* number of the cube in the journal */
	uint32_t threshold, unit;
	struct unit_account account;
};

/** A solution: moves of cost 1, as many as the threshold. */
struct unit_solution {
	uint32_t cube, threshold;
	uint8_t path[SEARCH_MAX_LENGTH];
};

struct unit_journal_cube {
	struct cube cube;
	uint32_t min_moves;       /* of its units */
};

struct unit_journal {
	int fd;                   /* -1: closed, or read only */
	const struct heuristic *tables_of;           /* of unit_journal_open(): what the units rest on; borrowed */
	uint64_t seed;            /* of the checksums of records: XXH3-64 of the header */
	char heuristic[64], metric[8], tables[200];  /* of the header */
	uint32_t n_cubes, cubes_capacity;
	struct unit_journal_cube *cube;
	uint64_t n_entries, entries_capacity;
	struct unit_entry *entry;         /* those that were there when it was opened, in the order of the file */
	uint64_t n_solutions, solutions_capacity;
	struct unit_solution *solution;
	uint64_t n_torn_bytes;    /* at the end, given up */
	char *pending;            /* records that are not on disk; owned */
	size_t n_pending, pending_capacity;
	uint64_t n_dropped;       /* records that were never written: UNIT_JOURNAL_BAD_TABLE */
	int error;                /* errno of a write that failed; nothing is written any more */
};

/** Open a journal for appending, or begin one.
 * @param h       its name, metric and the checksums of its tables identify the journal; borrowed until unit_journal_close()
 * @param out     on UNIT_JOURNAL_OK filled, released by unit_journal_close()
 * @param detail  words about UNIT_JOURNAL_FOREIGN and UNIT_JOURNAL_DIFFERENT, of UNIT_JOURNAL_DETAIL_MAX bytes */
enum unit_journal_status unit_journal_open(const char *path, const struct heuristic *h, struct unit_journal *out, char *detail);

/** Read one, also while another process writes it. */
enum unit_journal_status unit_journal_read(const char *path, struct unit_journal *out, char *detail);
void unit_journal_close(struct unit_journal *journal);

/** The number of a cube; it is entered if it is not there.  @return UINT32_MAX without memory */
uint32_t unit_journal_cube(struct unit_journal *journal, const struct cube *c, unsigned min_moves);

/** The fewest moves that units of a cube have; 0: it is not there. */
unsigned unit_journal_min_moves(const struct unit_journal *journal, const struct cube *c);

/** Append a unit, or a solution, which is worth keeping before its unit is done.  They reach the disk with unit_journal_flush().
 * @return false without memory */
bool unit_journal_add(struct unit_journal *journal, const struct unit_entry *entry);
bool unit_journal_add_solution(struct unit_journal *journal, const struct unit_solution *solution);

/** Write and sync what was appended.  A record is written only if, after the search of its unit, all bytes of the tables had been
 * compared with their checksums and the files were found as they were opened: a later run trusts what is on disk, whatever
 * happened to the tables meanwhile.  Until the check of the bytes is over nothing is written.
 * @return UNIT_JOURNAL_OK; UNIT_JOURNAL_IO: journal->error says why; UNIT_JOURNAL_BAD_TABLE */
enum unit_journal_status unit_journal_flush(struct unit_journal *journal);
#endif
