/* Inside tables: what they are filled with, and what is written. */
#ifndef SUPERFLIP_REPORT_TABLE_STATE_H
#define SUPERFLIP_REPORT_TABLE_STATE_H
#include "report/table.h"

#include <stddef.h>

enum { NUMBER_BYTES = 96, EXACT_DIGITS = 9 };

enum cell_kind { CELL_NONE, CELL_TEXT, CELL_COUNT, CELL_REAL };

struct cell {
	enum cell_kind kind;
	unsigned decimals;
	char *text;           /* owned */
	uint64_t count;
	double real;
};

struct fact {
	char *key, *text;     /* owned */
	json_t *value;        /* owned */
};

struct table {
	const char *const *columns;
	unsigned n_columns;
	size_t n_cells, cell_capacity, n_facts;
	struct cell *cells;
	struct fact *facts;
	bool ran_out_of_memory;
};
#endif
