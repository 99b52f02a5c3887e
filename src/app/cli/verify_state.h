/* Inside verify: what a line states, and what judges it. */
#ifndef SUPERFLIP_CLI_VERIFY_STATE_H
#define SUPERFLIP_CLI_VERIFY_STATE_H
#include "cli/tables.h"
#include "superflip.h"

#include <jansson.h>
#include <stdio.h>

/* What a line turns out to be; invalid: it cannot be read; without: a solution; other: a comment, a head, a blank
 * line. */
enum line_kind { LINE_RIGHT, LINE_WRONG, LINE_UNPROVED, LINE_INVALID, LINE_WITHOUT, LINE_OTHER, N_LINE_KINDS };

enum verify_column { VERIFY_SCRAMBLE, VERIFY_SOLUTION, VERIFY_STATUS, VERIFY_METRIC, VERIFY_LENGTH, VERIFY_LOWER_BOUND, VERIFY_GOAL,
                     VERIFY_TURNS, VERIFY_COSTS, N_VERIFY_COLUMNS };

/* The columns of a table; separator '\0': the lines are none. */
struct verify_table {
	char separator;
	unsigned place[N_VERIFY_COLUMNS];
};

struct verify {
	const struct solve_options *options;
	superflip_session session;      /* of solvers that prove lines again */
	struct verify_table table;   /* of the lines that follow its header */
	const char *name;            /* of the input */
	FILE *out;                   /* for what is said of the lines */
	char *row;                   /* read last; owned */
	size_t row_capacity;
	uint64_t line;
	enum line_kind kind;         /* of the current line; wrong and unproved ones are already reported */
	bool is_unchecked;           /* it says that something does not exist, without --optimal */
	uint64_t n[N_LINE_KINDS], n_unchecked;
	int exit_status;             /* other than EXIT_SOLVED: stop */
};

/* What a line states of one cube. */
struct claim {
	struct superflip_problem problem;  /* of the command, with what the line states */
	unsigned scramble_options, solution_options;  /* to read them with */
	superflip_cube *cube;        /* owned; NULL: not read */
	superflip_goal *seen;        /* owned; of a cube not all of whose stickers matter those that do; NULL: the problem's goal */
	const superflip_goal *pieces;  /* that or the problem's; NULL: the goal is a position */
	bool has_solution, is_optimal;
	unsigned length;             /* of the shortest solution */
	unsigned lower_bound;        /* no solution is shorter; 0: nothing is said */
	bool has_lengths;            /* no solution has min_length to max_length moves */
	unsigned min_length, max_length;
	bool is_none;                /* no solution was found, which is said to be proved: of has_lengths, if the line tells which */
	bool is_unreachable;         /* no sequence of the permitted turns is a solution */
};

/** The solutions that a line says do not exist are all those with fewer moves; 0: it says nothing of this kind. */
static inline unsigned verify_claimed_bound(const struct claim *claim)
{
	return claim->is_optimal && claim->length > claim->lower_bound ? claim->length : claim->lower_bound;
}

/** A length of the claim as people have it, the number alone: record_words() has words. */
enum { VERIFY_LENGTH_BYTES = RECORD_WORDS_BYTES };
const char *verify_number(const struct claim *claim, unsigned length, char text[VERIFY_LENGTH_BYTES]);
/** The same, and in words, where a message is put together: the text lasts as long as the block. */
#define VERIFY_NUMBER(claim, length) verify_number((claim), (length), (char[VERIFY_LENGTH_BYTES]){0})
#define VERIFY_WORDS(claim, length) \
	record_words(problem_units(&(claim)->problem), (length), (char[VERIFY_LENGTH_BYTES]){0})

/** Say that the line is wrong or invalid, and why. */
void verify_refuse(struct verify *v, enum line_kind kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void verify_say_input_error(struct verify *v, const char *what, const superflip_error *error);

/** Say that what the line claims could not be proved. */
void verify_say_unproved(struct verify *v, const struct claim *claim, const char *reason, unsigned lower_bound);

/** "; 3 proofs not checked: see --optimal", or nothing if n is 0: the end of a summary. */
enum { VERIFY_UNCHECKED_BYTES = 100 };
void verify_describe_unchecked(uint64_t n, char text[VERIFY_UNCHECKED_BYTES]);

/** Search again for every solution that the line says does not exist (verify_prove.c). */
void verify_prove_again(struct verify *v, const struct claim *claim);

/** Prove the line again if that is asked for, and say that it is right if nothing was said against it.  Ends the claim. */
void verify_conclude(struct verify *v, struct claim *claim);

/** A number of moves, or the units of a cost; what is none is more than there can be (verify_solution.c). */
unsigned verify_length_of(const struct claim *claim, double stated);

/** Check the solution of a line of text or a table, and those of a record.
 * @param text    cut up; turns that the goal has for nothing are in parentheses: "(U) R U R' (U2)"
 * @param length  set to how long it is
 * @return false, having said what is wrong */
bool verify_solution(struct verify *v, const struct claim *claim, char *text, unsigned *length);
bool verify_solutions(struct verify *v, const struct claim *claim, json_t *solutions);

/** Check a line of any form (verify_claims.c). @param text  cut up */
void verify_claim_line(struct verify *v, char *text, size_t size);

/** Whether a line is the header of a table of solve --csv or --tsv; then *out is set. */
bool verify_table_begins(const char *line, struct verify_table *out);
#endif
