/* Inside verify: what a line states, and what judges it. */
#pragma once
#include "cli/tables.h"
#include "input/csv.h"
#include "report/say.h"

#define SAY(text) say(problem->read_options, text)

/* What a line turns out to be; invalid: it cannot be read; without: a solution; other: a comment, a head, a
 * blank line. */
enum line_kind { LINE_RIGHT, LINE_WRONG, LINE_UNPROVED, LINE_INVALID, LINE_WITHOUT, LINE_OTHER,
	N_LINE_KINDS };

extern struct verify {
	struct line_reader reader;   /* of the input */
	const char *name;            /* of the input */
	struct csv_columns columns;  /* of a table; separator '\0': the lines are none */
	FILE *out;                   /* for what is said of the lines */
	uint64_t line;
	enum line_kind kind;         /* of the current line; wrong and unproved ones are already reported */
	bool is_unchecked;           /* it says that something does not exist, without --optimal */
	uint64_t n[N_LINE_KINDS], n_unchecked;
	int exit_status;             /* other than EXIT_SOLVED: stop */
} verify;

/* What the current line states of one cube. */
extern struct claim {
	superflip_problem problem;   /* of the command, with what the line states */
	superflip_cube *cube;        /* owned; NULL: not read */
	superflip_goal *pieces;      /* owned; problem_goal_of(); NULL: the goal is a position */
	bool has_solution, is_optimal;
	bool has_niss;               /* parentheses in solutions are turns on the inverse */
	unsigned length;             /* of the shortest solution */
	unsigned lower_bound;        /* no solution is shorter; 0: nothing is said */
	bool has_lengths;            /* no solution has min_length to max_length moves, or costs that */
	double min_length, max_length;
	bool is_none;                /* no solution was found, which is said to be proved: of has_lengths, if the
	                              * line tells which */
	bool is_unreachable;         /* no sequence of the permitted turns is a solution */
} claim;
extern superflip_problem *const claimed;  /* its member */

/** A length of the claim, the number alone and in words: the text lasts as long as the block. */
#define VERIFY_NUMBER(length) RECORD_LENGTH(claimed, (length))
#define VERIFY_WORDS(length) record_words(claimed, (length), (char[RECORD_WORDS_BYTES]){0})

/** Say that the line is wrong or invalid, and why.  @return false */
bool verify_refuse(enum line_kind kind, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/** "; 3 proofs not checked: see --optimal", or nothing if n is 0: arguments for "%s%s%s" at the end of a
 * summary. */
#define VERIFY_UNCHECKED(n) (n) > 0 ? "; " : "", (n) > 0 ? words_of((n), "proof") : "", \
	(n) > 0 ? " not checked: see --optimal" : ""

/** Prove the line again if that is asked for, and say that it is right if nothing was said against it. */
void verify_conclude(void);

/** Check a line of any form (verify_claims.c). @param text  cut up */
void verify_claim_line(char *text);

/** Whether a line is the header of a table of solve --csv or --tsv; then its columns are noted. */
bool verify_table_begins(const char *line);
