/* Compiled once for every instruction set by read_lines_*.c, which define LINE_READER, LINE_READER_NAME and
 * LINE_READER_RUNS_HERE. */
#include "pdb/coset_lines_read.h"
#include "read_lines.h"

#include <assert.h>

static_assert((int)READ_MAX == (int)COSET_READ_MAX, "as many as can be read");

static bool runs_here(void)
{
	return LINE_READER_RUNS_HERE;
}

static _Alignas(64) uint64_t where_read[COSET_READ_ROOM];
static _Alignas(64) uint32_t slot_read[COSET_READ_ROOM];

static void locate_lines(const struct coset_reader *r, const uint64_t *entry, unsigned n, uint64_t *where, uint32_t *slot)
{
	memcpy(where_read, entry, n * sizeof *entry);
	coset_locate(r, where_read, slot_read, n);
	memcpy(where, where_read, n * sizeof *where);
	memcpy(slot, slot_read, n * sizeof *slot);
}

static bool read_lines(const struct coset_reader *r, const uint64_t *entry, unsigned n, unsigned n_ahead, uint8_t *value)
{
	enum { UNTOUCHED = 0xA5 };
	static struct coset_scratch scratch;
	static struct coset_low low;
	static _Alignas(64) uint8_t values[COSET_READ_ROOM];
	static uint64_t others[READ_MAX];
	static struct coset_reader last;
	if (last.line != r->line || last.group_lines != r->group_lines)  /* what is left in it must be of this table */
		memset(&scratch, 0, sizeof scratch);
	last = *r;
	memset(values, UNTOUCHED, sizeof values);
	memcpy(where_read, entry, n * sizeof *entry);
	coset_locate(r, where_read, slot_read, n);
	for (unsigned i = 0; i < n_ahead; i++)
		others[i] = n == 0 ? 0 : where_read[i * 7 % n];
	struct coset_ahead ahead = {others, n_ahead};
	coset_read_begin(r, where_read, slot_read, values, n, &scratch, &low, &ahead);
	coset_read_end(r, &low, values);
	memcpy(value, values, n);
	bool is_clean = ahead.n == 0 && ahead.where == others + n_ahead;
	for (unsigned i = (n + COSET_READ_BLOCK - 1) / COSET_READ_BLOCK * COSET_READ_BLOCK; i < sizeof values; i++)
		is_clean &= values[i] == UNTOUCHED;
	return is_clean;
}

static uint64_t entry_of(const struct coset_reader *r, uint64_t where, uint32_t slot)
{
	return coset_entry_of(r, where, slot);
}

const struct line_reader LINE_READER = {LINE_READER_NAME, runs_here, read_lines, locate_lines, entry_of};
