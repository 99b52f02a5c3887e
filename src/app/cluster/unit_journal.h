/* What has been searched of hard cubes: a record log (base/record_log.h) to which each finished unit of work
 * (search/units.h) is appended, so that a search that was ended, however it was ended, goes on without
 * repeating one.  doc/record-log.md describes it. */
#pragma once
#include "base/record_log.h"
#include "search/unit_source.h"

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
	struct record_log log;
	const struct heuristic *tables_of;  /* of unit_journal_open(): what the units rest on; borrowed */
	size_t n_cubes, cubes_capacity;
	struct unit_journal_cube *cube;
	size_t n_entries, entries_capacity;
	struct unit_entry *entry;         /* those that were there when it was opened, in the order of the file */
	size_t n_solutions, solutions_capacity;
	struct unit_solution *solution;   /* the same, each once */
	uint64_t n_torn_bytes;    /* at the end, given up */
	uint64_t n_pending;       /* records that are not on disk */
	uint64_t n_dropped;       /* records that were never written: unit_journal_flush() */
};

/** Open a journal for appending, or begin one.
 * @param h       its name, metric and the checksums of its tables identify the journal; borrowed until
 *   unit_journal_close()
 * @param out     on STATUS_OK filled, released by unit_journal_close()
 * @param detail  words about STATUS_FOREIGN and STATUS_DIFFERENT, of RECORD_LOG_DETAIL_MAX bytes */
enum status unit_journal_open(const char *path, const struct heuristic *h, struct unit_journal *out,
                              char *detail);

/** Read one, also while another process writes it. */
enum status unit_journal_read(const char *path, struct unit_journal *out, char *detail);
void unit_journal_close(struct unit_journal *journal);

/** The number of a cube; it is entered if it is not there.  @return UINT32_MAX without memory */
uint32_t unit_journal_cube(struct unit_journal *journal, const struct cube *c, unsigned min_moves);

/** The fewest moves that units of a cube have; 0: it is not there. */
unsigned unit_journal_min_moves(const struct unit_journal *journal, const struct cube *c);

/** Append a unit, or a solution, which is worth keeping before its unit is done.  They reach the disk with
 * unit_journal_flush().
 * @return false without memory */
bool unit_journal_add(struct unit_journal *journal, const struct unit_entry *entry);
bool unit_journal_add_solution(struct unit_journal *journal, const struct unit_solution *solution);

/** Write and sync what was appended.  A record is written only if, after the search of its unit, all bytes of
 * the tables had been compared with their checksums and the files were found as they were opened: a later run
 * trusts what is on disk, whatever happened to the tables meanwhile.  Until the check of the bytes is over
 * nothing is written.
 * @return STATUS_OK; STATUS_IO: journal->log.error says why; STATUS_DAMAGED: heuristic_fault(); what was to
 *         be written may
 *         be wrong, and is dropped */
enum status unit_journal_flush(struct unit_journal *journal);
