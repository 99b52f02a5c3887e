/* Results are their own journal: a record in a file ends with a seal, from which a later run knows that it is
 * whole, what it is of, and what it counts as.
 *
 * The seal of every format is the text "KIND NUMBER CUBE PROBLEM SUM": what the record counts as, its number
 * in the list, the checksum of the cube that was read, the identifying options that are not the default, and
 * the XXH3-64 of all bytes of the record before it. doc/record-log.md describes it. */
#pragma once
#include "base/record_log.h"
#include "report/record.h"

/** What a record counts as: one of the kinds of its work, or RESULT_INTERRUPTED: it is to be made again, with
 * all after it. */
enum result_kind { RESULT_SOLVED, RESULT_UNSOLVED, RESULT_INVALID, RESULT_INTERRUPTED = 15, N_RESULT_KINDS };

/** The problem of a run with the usual options. */
#define RESULTS_USUAL "usual"

/** What a seal says. */
struct seal {
	unsigned kind;
	uint64_t number;          /* from 1 */
	uint64_t cube;
	const char *problem;
};

/** End a record by its seal.
 * @param record   a memory stream, flushed: text and size are its
 * @return false without memory */
bool results_seal(FILE *record, char *const *text, const size_t *size, enum record_format format,
                  const struct seal *seal);

/** Reading sealed records.  All zero but for the stream: nothing was read. */
struct results {
	FILE *in;                 /* owned */
	uint64_t end;             /* of the whole records that were read; at first where the stream stands */
	char *text;               /* the last one, until the next one is read; owned */
	size_t size, capacity;
	size_t plain_size;        /* of text: without its seal and the line's end */
	struct seal seal;         /* its problem is in the text, of problem_size characters */
	size_t problem_size;
	char *line;               /* owned */
	size_t line_capacity;
};

/** Read the next record.
 * @return STATUS_OK; STATUS_END: no whole one follows; STATUS_IO, STATUS_NO_MEMORY */
enum status results_next(struct results *r);
void results_close(struct results *r);
