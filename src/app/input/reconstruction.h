/* Reconstructions: scrambles and solutions as people write them, in lines with comments or as links. */
#pragma once
#include "input/list_export.h"

struct reconstruction {
	char *rest;                /* of the text, cut up; NULL: it has ended */
	unsigned n_lines;          /* before that */
	char *given;               /* the scramble of the first, if it is not in the text; else NULL */
	char *scramble, *solution; /* in the text; a line of the solution is "MOVES // COMMENT" */
	unsigned line, solution_line;  /* where they begin; of an export the number of the solve */
	const char *fault;         /* why one of them is missing, or is none; NULL: they may be some */
	struct export export;      /* if the text is one of csTimer, and how many of its solves were read */
	unsigned n_exported;
};

/** The next one of a text.
 *     Scramble: MOVES                    or MOVES alone, whatever a line of a list is
 *     R U R' U' // first pair            words without turns are comments
 *     https://alg.cubing.net/?setup=MOVES&alg=MOVES     both at once
 *     {"session1":...                    an export of csTimer: its solves with turns
 * The next "Scramble:" ends it, or without this word a blank line after the solution.
 * @return false: there is no more */
bool reconstruction_next(struct reconstruction *r);

/** Whether a line begins with "Scramble:" or the like, or an export of csTimer. */
bool reconstruction_begins(const char *line);

/** The solution without comments, in one line.  @return owned by the caller; NULL without memory */
char *reconstruction_moves(const struct reconstruction *r);

/** How bare parentheses are read: as the options say (READ_GROUPS, READ_NISS), else as turns on the inverse
 * if that solves the scramble and groups do not. */
unsigned reconstruction_options(const struct reconstruction *r, unsigned options);

/** Where the comment of a line begins; its end if it has none. */
char *reconstruction_comment(char *line);
