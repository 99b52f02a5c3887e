/* Inside the solving of a source: what reading, solving, writing and progress share. */
#pragma once
#include "cli/searcher.h"
#include "cli/solving.h"

/* How many cubes may be read before the oldest of them is written.  Results come in the order of the input; a
 * hard cube at the head lets the others run this far ahead, then all threads help with it. */
enum { WINDOW = 1024 };

/* A cube between its line and its record. */
struct job {
	uint64_t id, line;             /* id counts what is solved here, */
	uint64_t number;               /* this one all cubes of the input, also those of other shards */
	uint64_t checksum;             /* of what was read */
	char *label, *scramble;        /* owned */
	char *setup;                   /* owned; as in struct record */
	superflip_cube *cube;          /* owned; NULL: nobody needs it any more */
	unsigned held;                 /* as in struct record */
	superflip_goal *goal;          /* owned; what of it is solved, if not all of its stickers matter; NULL:
	                                * the problem's goal */
	char facelets[56];             /* as it was read, if its text does not show all of them; else "" */
	superflip_error *error;        /* owned; why the line is no cube; NULL: it is one, and a result comes */
	superflip_result *result;      /* owned; NULL: not yet */
	double progress;               /* of the source, as in struct list_entry */
};

/* Where the search of a cube is.  All zero: nowhere yet. */
struct solving_iteration {
	uint64_t id, n_before;         /* n_before: nodes of the stream when it began */
	unsigned threshold;            /* 0: not known */
	double start_s;
};

struct prediction;

/* Cubes n_written + 1 .. n_read are in the window; cube i in slot (i - 1) % WINDOW. */
extern struct solving {
	struct list *list;             /* of the source */
	struct solver *solver; /* borrowed; NULL: none yet */
	superflip_job *stream;      /* of the cubes of one goal; NULL: none was read yet */
	char goal_name[96];            /* of pieces, that the tables are for; "": whole cubes */
	struct job *waiting;           /* the cube read last, if its goal is another one: it waits for the
	                                * others */
	bool is_searching;             /* the searcher is open */
	unsigned n_threads;
	char turns[3 * SUPERFLIP_N_MOVES + 1], group_order[32];  /* of --moves and --exclude, as in struct record;
	                                                          * "": all turns */
	bool keeps_cubes;              /* the stages of solutions are told */
	bool is_typed;                 /* the source is a terminal */
	struct solving_iteration iteration;
	uint64_t n_iterations;         /* of the stream, that were told */
	struct prediction *prediction;     /* of the nodes of an iteration; NULL: not needed so far */
	superflip_cube *last_cube;     /* given to the stream, unless its job keeps it; owned */
	bool ran_out_of_memory;        /* on one cube; the others are solved all the same */
	bool has_ended;                /* the source was read to its end */
	bool waits_for_input;          /* the source gave nothing, and has not ended */
	bool is_cancelled;             /* the stream */
	struct job *window;
	uint64_t n_read, n_written;
	uint64_t n_few;                /* cubes with fewer solutions than --solutions */
	uint64_t n_turned;             /* scrambles that move the centres */
	superflip_error error;         /* of the call in progress */
	double progress;               /* of the last record written */
	double start_s;
	int exit_status;               /* other than EXIT_SOLVED: stop */
} solving;

static inline struct job *job_of(uint64_t id)
{
	return &solving.window[(id - 1) % WINDOW];
}

/** Say how far it is, where that is due. */
void solving_show_progress(void);

/** Complain, and stop with this status unless there is one already. */
#define solving_fail(exit_status, ...) \
	(tell_hide(), solving_stop(complain_and((exit_status), __VA_ARGS__)))
void solving_stop(int exit_status);

/** Whether there is a reason to stop: a fault, or a signal. */
bool solving_must_stop(void);

/** Borrow a solver and open a stream for a goal of pieces, NULL for whole cubes, in place of those for
 * another one.
 * @param cube  the first that is to be solved; NULL: not known
 * @return EXIT_SOLVED; else another status, having complained, also in solving.exit_status */
int solving_open(const superflip_goal *goal, const superflip_cube *cube);

/** Read cubes into the window, and give them to the stream, until the window is full or the source gives
 * nothing. If nothing is in work, wait for the source a while. */
void solving_read(void);

/** Write the records that nothing older holds back. */
void solving_write_finished(void);

/** Whoever reads the output has what was written. */
void solving_flush(void);
