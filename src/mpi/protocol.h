/* What rank 0 and the others tell each other.  All ranks run the same program on machines of the same kind, so that structures are
 * sent as they are in memory; MESSAGE_OPEN makes sure of the first.
 *
 *     rank 0                                      another rank
 *     OPEN  which tables            ->            opens them, starts its threads
 *                                   <-  READY
 *   one cube, an iteration:
 *     BEGIN                         ->
 *                                   <-  ASK       before its threads run out of units
 *     UNITS                         ->            none are left if there are none
 *                                   <-  DONE, FOUND
 *     END   all done, or to stop    ->            stops
 *                                   <-  OVER
 *   a list:
 *     CUBE                          ->
 *                                   <-  RESULT
 *     STOP  the job was interrupted ->            ends what it has
 *   at the end:
 *     QUIT                          ->
 */
#ifndef SUPERFLIP_MPI_PROTOCOL_H
#define SUPERFLIP_MPI_PROTOCOL_H
#include "search/unit_source.h"

enum message_kind {
	MESSAGE_OPEN = 1, MESSAGE_READY,
	MESSAGE_BEGIN, MESSAGE_ASK, MESSAGE_UNITS, MESSAGE_DONE, MESSAGE_FOUND, MESSAGE_END, MESSAGE_OVER,
	MESSAGE_CUBE, MESSAGE_RESULT, MESSAGE_STOP,
	MESSAGE_QUIT,
};

struct open_message {
	char version[32];                      /* of the program */
	uint64_t sizes;                        /* of structures that are sent: message_sizes() */
	char heuristic[64];
	uint32_t metric, n_tables;
	uint64_t checksum[HEURISTIC_MAX_TABLES];
};

struct ready_message {
	bool is_ready;
	uint32_t n_threads;
	char reason[400];                      /* if it is not ready; "": it has complained itself */
};

struct begin_message {
	uint64_t iteration;
	struct search_request request;         /* of this length only, without limits */
};

struct ask_message {
	uint64_t iteration;
	uint32_t n_units;
};

/* Followed by units. */
struct units_message {
	uint64_t iteration;
};

/* Followed by struct done_unit. */
struct done_message {
	uint64_t iteration;
};

struct done_unit {
	uint64_t unit;
	struct unit_account account;
};

struct found_message {
	uint64_t iteration;
	uint32_t n;
	uint8_t path[SEARCH_MAX_LENGTH];
};

struct end_message {
	uint64_t iteration;
};

struct over_message {
	uint64_t iteration;
	struct node_counts rest;               /* of units that are not done */
	uint32_t outcome;                      /* enum search_outcome */
};

struct cube_message {
	uint64_t id;
	struct search_request request;
};

/* Followed by the solutions. */
struct result_message {
	uint64_t id;
	struct search_result result;
};

static inline uint64_t message_sizes(void)
{
	return sizeof(struct begin_message) + 1000 * sizeof(struct work_unit) + 1000000 * sizeof(struct done_unit)
	       + 1000000000 * sizeof(struct result_message);
}
#endif
