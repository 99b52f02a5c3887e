/* The ranks of an MPI job.  Rank 0 runs the command; the others search what it gives them:
 *
 *     rank 0                                   another rank
 *     OPEN   which tables             ->       opens them, starts its threads
 *                                     <-       READY
 *     ITEM   a cube of a list         ->       searches it
 *                                     <-       RESULT
 *     ITEM   an iteration, its units  ->
 *                                     <-       ASK, DONE, FOUND, at last RESULT
 *     RANGE  units to be searched     ->
 *     STOP   all done, or interrupted ->       ends what it has
 *     QUIT                            ->
 *
 * All are of one program on machines of one kind, so structures are sent as they are in memory.
 *
 * The units of an iteration have one order on all ranks; whoever asks gets the next ones.  One thread of each
 * rank looks for messages, since MPI over TCP does nothing while nobody calls it; MPI_Fetch_and_op would wait
 * for rank 0 just the same (doc/notebook.md).  One thread at a time uses MPI (MPI_THREAD_SERIALIZED).  Ranks
 * may wait for a message to be sent: rank 0 never waits for one to be received while it searches, and what it
 * sends then is small. */
#pragma once
#include "cli/searcher.h"

#include <mpi.h>

enum message_kind {
	MESSAGE_OPEN = 1, MESSAGE_READY, MESSAGE_ITEM, MESSAGE_RANGE, MESSAGE_STOP, MESSAGE_QUIT,
	MESSAGE_ASK, MESSAGE_DONE, MESSAGE_FOUND, MESSAGE_RESULT,
};

struct open_message {
	char version[32];                      /* of the program */
	uint64_t sizes;                        /* of structures that are sent: ITEM_SIZES */
	char heuristic[64];
	uint32_t metric, n_tables;
	uint64_t checksum[HEURISTIC_MAX_TABLES];
};

struct ready_message {
	uint32_t n_threads;                    /* 0: it is not ready */
	char host[MPI_MAX_PROCESSOR_NAME + 1], reason[400];
};

struct item {
	void *tag;                             /* of rank 0; NULL: an iteration */
	struct search_request request;         /* without pointers */
	uint32_t n_units;                      /* of an iteration, which follow by MPI_Bcast() */
};

struct done_unit {
	struct work_unit unit;
	struct unit_account account;
};

struct item_result {
	void *tag;
	struct search_result result;           /* of an iteration, without counts of units that are done */
	struct search_solution solutions[];
};

#define ITEM_SIZES \
	(sizeof(struct item) + 1000 * sizeof(struct done_unit) + 1000000 * sizeof(struct item_result))

struct message {
	int rank, kind;                        /* of the sender; enum message_kind */
	int size;
	const void *bytes;                     /* aligned; until the next message is received */
};

extern struct ranks {
	int rank, n;                           /* of this process; of the job */
	void *received;                        /* owned */
	size_t capacity;
	enum option_users user;                /* the command, and its options: on every rank, as each has its
	                                        * own */
	int argc;                              /* threads and directory of tables */
	char **argv;
	pthread_mutex_t lock;                  /* held by who calls MPI, where several threads do */
} ranks;

/** The next message, if one has arrived.  @return false, after a pause if `pauses`: there is none */
bool ranks_receive(struct message *out, bool pauses);

/** End the job: this rank cannot go on.  Any thread may. */
_Noreturn void ranks_abort(const char *why);

/** What a rank does: rank 0 the command, whose exit status it returns; the others what that one asks for. */
int leader_run(void);
void rank_run(void);
