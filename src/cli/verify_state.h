/* Inside verify: what a line states, and what judges it. */
#ifndef SUPERFLIP_CLI_VERIFY_STATE_H
#define SUPERFLIP_CLI_VERIFY_STATE_H
#include "cli/tables.h"
#include "cli/verify_table.h"
#include "superflip.h"

enum { N_VERIFY_METRICS = 2 };   /* SUPERFLIP_HTM, SUPERFLIP_QTM */

#include <stdio.h>
#include <sys/types.h>

/* Tables and threads that prove optimality in one metric; opened when they are first needed. */
struct prover {
	superflip_tables *tables;
	superflip_solver *solver;
	uint32_t permitted;          /* turns of the other solver, which is made anew for other turns */
	superflip_solver *restricted;
	superflip_solver *pocket;    /* for the 2x2x2 */
};

struct verify {
	const struct solve_options *options;
	struct prover prover[N_VERIFY_METRICS];
	struct verify_table table;   /* of the lines that follow its header */
	const char *name;            /* of the input */
	FILE *out;                   /* for what is said of the lines */
	uint64_t line, n_right, n_wrong, n_unproved, n_without;
	uint64_t n_unchecked;        /* lines that say that something does not exist, without --optimal */
	bool is_wrong, is_unproved;  /* the current line; already reported */
	int exit_status;             /* other than EXIT_SOLVED: stop */
};

/* What a line states of one cube. */
struct claim {
	superflip_puzzle puzzle;
	unsigned scramble_options, solution_options;  /* to read them with */
	superflip_cube *cube, *goal; /* owned; NULL: not read, or the solved cube */
	uint32_t permitted;          /* turns, bit m for move m */
	superflip_metric metric;
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

/** Say that the line is wrong, and why. */
void verify_say_wrong(struct verify *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
void verify_say_input_error(struct verify *v, const char *what, const superflip_error *error);

/** "; 3 proofs not checked: see --optimal", or nothing if n is 0: the end of a summary. */
enum { VERIFY_UNCHECKED_BYTES = 100 };
void verify_describe_unchecked(uint64_t n, char text[VERIFY_UNCHECKED_BYTES]);

/** Say that what the line claims could not be proved. */
void verify_say_unproved(struct verify *v, const struct claim *claim, const char *reason, unsigned lower_bound);

/** What the command line says of a line that says nothing itself.  Ended by verify_claim_end(). */
struct claim verify_claim_of(const struct verify *v, superflip_metric metric);
void verify_claim_end(struct claim *claim);

/** Read the scramble into the claim. @return false, having said so, if it is none */
bool verify_read_scramble(struct verify *v, struct claim *claim, const char *text);

/** Check one solution; its length goes to *length. @return false, having said so, if it is wrong */
bool verify_check_solution(struct verify *v, const struct claim *claim, const char *text, unsigned *length);

/** Search again for every solution that the line says does not exist (verify_prove.c). */
void verify_prove_again(struct verify *v, const struct claim *claim);
void verify_close_provers(struct verify *v);

/** Say that the line is wrong if its lower bound and its solution contradict each other. */
void verify_check_bound(struct verify *v, const struct claim *claim);

/** Count the line, prove it again if that is asked for, and say that it is right if nothing was said against it. */
void verify_conclude(struct verify *v, const struct claim *claim);

/** A line, or a row whose quoted fields hold line ends. @return as getline() */
ssize_t verify_read_row(struct verify *v, char **text, size_t *capacity, FILE *in);

/** Check a row and say what is to be said of it.
 * @param only_looks  whether it is the head of a table; nothing is said or counted */
void verify_check_line(struct verify *v, char *text, size_t size, bool only_looks);

/** Complain, and set v->exit_status, if reading ended for another reason than the end of the file. */
void verify_check_end(struct verify *v, FILE *in);

/** --shard: check a part of the lines into a file of its own (verify_shard.c); closes the file. @return the exit status */
int verify_shard(struct verify *v, FILE *in);

/** Check a record in JSON (verify_record.c). */
void verify_check_json_line(struct verify *v, const char *text, size_t size);
#endif
