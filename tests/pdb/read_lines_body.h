/* Compiled once for every instruction set by read_lines_*.c, which define LINE_READER, LINE_READER_NAME and
 * LINE_READER_RUNS_HERE. */
#include "pdb/coset_lines_read.h"
#include "read_lines.h"

static bool runs_here(void)
{
	return LINE_READER_RUNS_HERE;
}

static void read_lines(const struct coset_reader *r, const uint64_t *entry, unsigned n, uint8_t *value)
{
	static uint64_t where[READ_MAX + COSET_READ_BLOCK];
	static uint32_t slot[READ_MAX + COSET_READ_BLOCK];
	static struct coset_scratch scratch;
	static struct coset_low low;
	static _Alignas(64) uint8_t values[READ_MAX + COSET_READ_BLOCK];
	memcpy(where, entry, n * sizeof *where);
	coset_locate(r, where, slot, n);
	coset_prefetch(r, where, n);
	coset_read_begin(r, where, slot, values, n, &scratch, &low);
	coset_read_end(r, &low, values);
	memcpy(value, values, n);
}

const struct line_reader LINE_READER = {LINE_READER_NAME, runs_here, read_lines};
