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
 *                                   <-  OVER      the last message of an iteration
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
	MESSAGE_OPEN = 1,  /* struct open_message */
	MESSAGE_READY,     /* struct ready_message */
	MESSAGE_BEGIN,     /* struct search_request, of one length and without limits */
	MESSAGE_ASK,       /* uint32_t: how many units */
	MESSAGE_UNITS,     /* struct work_unit, any number of them */
	MESSAGE_DONE,      /* struct done_unit, any number of them */
	MESSAGE_FOUND,     /* moves of cost 1, a byte each */
	MESSAGE_END,
	MESSAGE_OVER,      /* struct over_message */
	MESSAGE_CUBE,      /* struct cube_message */
	MESSAGE_RESULT,    /* struct result_message and its solutions */
	MESSAGE_STOP,
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

struct done_unit {
	uint64_t unit;
	struct unit_account account;
};

struct over_message {
	struct node_counts rest;               /* of units that are not done */
	enum search_outcome outcome;
};

struct cube_message {
	uint64_t id;                           /* the tag that rank 0 has it by */
	struct search_request request;
};

struct result_message {
	uint64_t id;
	struct search_result result;
};

static inline uint64_t message_sizes(void)
{
	return sizeof(struct cube_message) + 1000 * sizeof(struct work_unit) + 1000000 * sizeof(struct done_unit)
	       + 1000000000 * sizeof(struct result_message);
}

/** A request as it is sent: pointers mean nothing elsewhere. */
static inline struct search_request message_request(struct search_request request)
{
	request.goals = NULL;
	request.goal = NULL;
	request.units = NULL;
	request.perimeter = NULL;
	request.watch = NULL;
	request.heuristic = NULL;
	request.stopped = NULL;
	request.context = NULL;
	return request;
}
#endif
