/* The array readers of coset tables (pdb/coset_lines_read.h), one for each instruction set. */
#ifndef TESTS_PDB_READ_LINES_H
#define TESTS_PDB_READ_LINES_H
#include "pdb/coset_lines.h"

enum { READ_MAX = 1000 };

struct line_reader {
	const char *name;
	bool (*runs_here)(void);
	/* Values of n <= READ_MAX entries, each place << 32 | index within it. */
	void (*read)(const struct coset_reader *r, const uint64_t *entry, unsigned n, uint8_t *value);
};
extern const struct line_reader line_reader_portable, line_reader_avx2, line_reader_avx512;
#endif
