/* Inside the solving of a source: what reading, solving, writing and progress share. */
#ifndef SUPERFLIP_CLI_SOLVING_STATE_H
#define SUPERFLIP_CLI_SOLVING_STATE_H
#include "search/duplicates.h"
#include "cli/goal.h"
#include "cli/method.h"
#include "cli/solving.h"
#include "cli/stand_in.h"
#include "pocket/solve.h"

/* How many cubes may be read before the oldest of them is written.  Results come in any order; a hard cube at the head
 * lets the others run this far ahead, then all threads help with it. */
enum { WINDOW = 1024, WAIT_MS = 100 };

/* A cube between its line and its record. */
struct job {
	uint64_t id, line;             /* id counts what is solved here, */
	uint64_t number;               /* this one all cubes of the input, also those of other shards */
	uint64_t checksum;             /* of what was read */
	char *label, *scramble;        /* owned */
	char *setup;                   /* owned; as in struct record */
	bool is_done, has_result;      /* done without a result: the line was invalid */
	struct search_result result;
	struct method_result *method_result;  /* owned; instead of result, if a method solved the cube */
	struct cube cube;              /* what the scramble makes; with --goal what is to be solved instead */
	bool is_unreachable;           /* the permitted turns do not solve it */
	enum duplicate_kind kind;
	struct duplicate duplicate;    /* if the list is searched for duplicates */
	bool waits;                    /* for the search of cube duplicate.searched_by */
	struct input_error error;
	double progress;               /* of the source, as in struct list_entry */
};

/* Cubes n_written + 1 .. n_read are in the window; cube i in slot (i - 1) % WINDOW. The pool calls one function at a
 * time, so nothing here needs a lock. */
struct solving {
	const struct solve_options *options;
	const struct source *source;
	const char *heuristic_name;
	const struct heuristic *heuristic;  /* NULL: there is none, or it is closed */
	unsigned n_threads;
	struct pocket_table *pocket_table;  /* NULL: the cubes are 3x3x3 */
	const struct goal_run *goal;        /* NULL: all turns are permitted */
	const struct method_run *method;    /* NULL: a search for shortest solutions */
	struct stand_in stand_in;
	struct duplicates *duplicates;      /* NULL: every cube is searched */
	struct output *output;
	bool shows_progress, is_progress_shown;
	bool ran_out_of_memory;        /* on one cube; the others are solved all the same */
	bool has_ended;                /* the source was read to its end */
	struct job *window;
	uint64_t n_read, n_written;
	double progress;               /* of the last record written */
	double start_s, last_progress_s;
	uint64_t n_generated;          /* nodes of this run, as last told */
	unsigned threshold;            /* of the latest iteration that was completed */
	uint64_t threshold_id;         /* of its cube; 0: there was none */
	struct totals totals;
	int exit_status;               /* other than EXIT_SOLVED: stop */
};

static inline struct job *job_of(const struct solving *s, uint64_t id)
{
	return &s->window[(id - 1) % WINDOW];
}

/** Take the line of progress off the terminal, or renew it; and answer SIGUSR1. */
void solving_hide_progress(struct solving *s);
void solving_show_progress(struct solving *s);

/** Complain, and stop with this status unless there is one already.
 * @param name  of what is at fault, as it was given; NULL: nothing that has a name */
void solving_fail(struct solving *s, int exit_status, const char *name, const char *reason);

/** "argument 2: column 5: ..." or "cubes.txt:14:5: ..."; column 0: the message is about the whole scramble. */
void solving_complain_of_input(struct solving *s, const struct job *job, unsigned column, const char *message);

/** Whether there is a reason to stop: a fault, or a signal. */
bool solving_must_stop(const struct solving *s);

/** Complain that the answer of a duplicate could not be made. */
void solving_fail_of_duplicate(struct solving *s);

/** The next cube to search, as struct search_stream has it; those that need no search are answered on the way.
 * @param context  struct solving
 * @param tag      set to its struct job */
enum search_next solving_next_request(void *context, struct search_request *request, void **tag);

/** Write the records that nothing older holds back. */
void solving_write_finished(struct solving *s);
#endif
