/* How far a list is solved: a file beside the results that lets a run go on where another one was ended, however it was ended.
 * doc/json-lines.md describes it.  Nothing is believed of the results that does not match it byte for byte. */
#ifndef SUPERFLIP_REPORT_JOURNAL_H
#define SUPERFLIP_REPORT_JOURNAL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JOURNAL_SCHEMA "superflip-resume/1"

enum { JOURNAL_HEADER_BYTES = 4096, JOURNAL_OPTIONS_MAX = 1024, JOURNAL_DETAIL_MAX = 400 };

enum journal_status {
	JOURNAL_OK,
	JOURNAL_MISSING,      /* no such file */
	JOURNAL_IO,           /* errno is set */
	JOURNAL_BUSY,         /* another process is writing it */
	JOURNAL_FOREIGN,      /* no journal, or damaged at its beginning */
	JOURNAL_DIFFERENT,    /* of other options; the detail names the first one that differs */
	JOURNAL_CHANGED,      /* of another list; the detail tells nothing, n_compared which cube is the first that differs */
	JOURNAL_NO_MEMORY,
};

/** What became of a cube: its record counts as one of these. */
enum journal_kind { JOURNAL_SOLVED, JOURNAL_UNSOLVED, JOURNAL_INVALID, N_JOURNAL_KINDS };

/** One record of the results; little-endian on disk, 32 bytes. */
struct journal_entry {
	uint64_t cube;        /* checksum of the cube that was read */
	uint64_t end;         /* where the record ends in the results; it begins where the one before ends */
	uint64_t record;      /* XXH3-64 of its bytes */
	uint64_t kind;        /* enum journal_kind */
};

/** The cubes of a list, one after the other, for their checksums. */
struct journal_list {
	int (*next)(void *context, uint64_t *checksum);  /* 1: there is one; 0: the end; -1: no memory to tell */
	void *context;        /* NULL: the list cannot be read twice */
};

struct journal {
	int fd;
	uint64_t n_cubes;     /* of the list; UINT64_MAX: unknown */
	uint64_t entries_at;  /* where they begin */
	uint64_t n_entries;   /* on disk */
	bool is_complete;     /* the list was solved to its end */
	struct journal_entry *pending;  /* not on disk yet; owned */
	size_t n_pending;
};

/** Write a new journal, under a temporary name first.
 * @param options  what must be the same for records to belong together: words "name=value"; at most JOURNAL_OPTIONS_MAX bytes
 * @param list     is read to its end
 * @param out      on JOURNAL_OK filled, released by journal_close() */
enum journal_status journal_create(const char *path, const char *options, struct journal_list list, struct journal *out);

/** Open a journal and compare options and list with it.
 * @param n_compared  set to the number of the cube, from 1, that is not the one of before: JOURNAL_CHANGED
 * @param detail      words about JOURNAL_FOREIGN and JOURNAL_DIFFERENT, of JOURNAL_DETAIL_MAX bytes */
enum journal_status journal_open(const char *path, const char *options, struct journal_list list, struct journal *out,
                                 uint64_t *n_compared, char *detail);
void journal_close(struct journal *journal);

/** What of the results is whole and recorded. */
struct journal_progress {
	uint64_t n_records, bytes;
	uint64_t n_of_kind[N_JOURNAL_KINDS];
};

/** Compare the results with the journal, from their beginning, and cut both back to what matches.
 * @param results_fd  open for reading and writing
 * @return JOURNAL_OK, JOURNAL_IO, JOURNAL_NO_MEMORY */
enum journal_status journal_recover(struct journal *journal, int results_fd, struct journal_progress *out);

/** The checksum of the cube of record i, from 1, that is there. */
enum journal_status journal_cube(const struct journal *journal, uint64_t i, uint64_t *checksum);

/** What is there of record i, from 1; false: it cannot be read. */
bool journal_read_entry(const struct journal *journal, uint64_t i, struct journal_entry *out);

/** Note a record that is in the results; it reaches the disk with journal_flush(). */
enum journal_status journal_append(struct journal *journal, const struct journal_entry *entry);
enum journal_status journal_flush(struct journal *journal);

/** All cubes are solved: only the header is left. */
enum journal_status journal_complete(struct journal *journal, const char *options, const struct journal_progress *progress);

/** Read the header of a journal; a function of its own for the fuzzer.
 * @param text     JOURNAL_HEADER_BYTES of it
 * @param options  set to its options, of JOURNAL_OPTIONS_MAX bytes
 * @param progress set if it is complete
 * @return false: it is none */
bool journal_read_header(const char *text, char *options, uint64_t *n_cubes, bool *is_complete, struct journal_progress *progress);
#endif
