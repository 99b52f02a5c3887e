/* Inside the writing of records: what is told of a cube, whichever form it is told in. */
#ifndef SUPERFLIP_REPORT_RECORD_PARTS_H
#define SUPERFLIP_REPORT_RECORD_PARTS_H
#include "report/record.h"

enum { MOVES_TEXT_BYTES = 3 * SUPERFLIP_MAX_MOVES + 1, FREE_TEXT_BYTES = 4, RECORD_CHAIN_BYTES = 1024, REACHED_BYTES = 200, LINK_BYTES = 16384,
       SETUP_LINK_BYTES = 2048 };

/* One solution. */
struct solution {
	uint64_t number;                     /* of it, from 0 */
	unsigned n_moves, length;
	const uint8_t *moves;                /* that count */
	unsigned n_whole;                    /* moves with free turns of the goal before and after them; "":
	                                      * none */
	const uint8_t *whole;
	char before[FREE_TEXT_BYTES], after[FREE_TEXT_BYTES];
	char reached[REACHED_BYTES];         /* the goal from the side that is reached, "cross:L"; "": it has only
	                                      * one */
	unsigned n_images;                   /* how many solutions it stands for */
};

/** Solution i of n_solutions. */
struct solution record_solution_of(const struct record *r, uint64_t i);
bool record_is_optimal_solution(const struct record *r, const struct solution *s);

/** Moves as the problem's turns, or in the letters of the options. */
void record_format_moves(const superflip_problem *problem, const uint8_t *moves, unsigned n, unsigned read_options,
                         char text[MOVES_TEXT_BYTES]);

/** The moves of a solution and its free turns, these in parentheses or not. */
void record_format_whole(const struct record *r, const struct solution *s, bool marks_free,
                         char text[MOVES_TEXT_BYTES]);

/** A page that shows the scramble and plays the solution. */
void record_format_link(const struct record *r, const struct solution *s, char link[LINK_BYTES]);

/** Write a record as lines of text, as rows of CSV or TSV. */
void record_write_text(const struct record *r, bool with_links, FILE *out);
void record_write_rows(const struct record *r, char separator, bool with_links, FILE *out);
#endif
