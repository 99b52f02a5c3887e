/* Inside the writing of records: what is told of a cube, whichever form it is told in. */
#ifndef SUPERFLIP_REPORT_RECORD_PARTS_H
#define SUPERFLIP_REPORT_RECORD_PARTS_H
#include "report/record.h"

#include <assert.h>

enum { MOVES_TEXT_BYTES = 3 * METHOD_MAX_MOVES + 1, LINK_BYTES = 16384, SETUP_LINK_BYTES = 2048 };
static_assert(MOVES_TEXT_BYTES > 3 * SEARCH_MAX_LENGTH, "solutions of a search fit, too");

/* What is told of a cube, whether a search or a method answers. */
struct answer {
	bool is_solved, is_optimal, is_none;
	unsigned length, lower_bound;        /* length: of the shortest solution, if there is one */
	uint64_t n_solutions, n_nodes;
	double seconds;
	const char *stop_reason;             /* NULL: it ended by itself */
};

/* One solution of it. */
struct solution {
	unsigned n_moves, length;
	const uint8_t *moves;
};

/** Whether there is an answer; if not, the input was no cube. */
bool record_has_answer(const struct record *r);
struct answer record_answer_of(const struct record *r);

/** Solution i of n_solutions. */
struct solution record_solution_of(const struct record *r, uint64_t i);
bool record_is_optimal_solution(const struct record *r, const struct solution *s);

/** How many solutions this one stands for. */
unsigned record_n_images(const struct record *r, const struct solution *s);

/** A page that shows the scramble and plays the solution. */
void record_format_link(const struct record *r, const struct solution *s, char link[LINK_BYTES]);

/** Write a record as lines of text, as a line of JSON, as rows of CSV or TSV.
 * @return false without memory */
void record_write_text(const struct record *r, bool with_links, FILE *out);
bool record_write_json(const struct record *r, bool with_links, FILE *out);
void record_write_rows(const struct record *r, char separator, bool with_links, FILE *out);
#endif
