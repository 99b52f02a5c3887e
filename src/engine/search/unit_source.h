/* Units of work from elsewhere: a journal that remembers which are searched, or another host that hands them
 * out. */
#pragma once
#include "search/services.h"

enum unit_next { UNIT_NEXT, UNIT_WAIT, UNIT_END };

/** What a unit took, all threads together. */
struct unit_account {
	struct node_counts counts;
	uint64_t cpu_ns;                       /* processor time of the threads that searched it */
};

/** A search asks its request's source (search_request.units) for each iteration.  All functions get
 * `context`, may be called by any thread of the pool, several at a time, and see one search at a time. */
struct unit_source {
	void *context;
	/** An iteration begins.  What is searched elsewhere or was searched before is added with
	 * search_add_counts() and search_add_solution(), at any time until end() returns.
	 * @return false: it has no units; it is searched as without a source, and end() is not called */
	bool (*begin)(void *context, struct search *s);
	/** The next unit that nobody has begun.  UNIT_WAIT: none now; UNIT_END: there will be none, and all are
	 * done. */
	enum unit_next (*next)(void *context, struct work_unit *unit);
	/** Whether next() would return UNIT_WAIT; cheap. */
	bool (*waits)(void *context);
	/** A unit was searched to its end.  Not called for those that are unfinished when the search stops. */
	void (*done)(void *context, const struct work_unit *unit, const struct unit_account *account);
	/** A solution, whether or not it is wanted any more: n moves of cost 1. */
	void (*found)(void *context, const uint8_t *path, unsigned n);
	/** No thread of the pool is in the iteration any more. */
	void (*end)(void *context, struct search *s);
};

/** Search an iteration by the units of the request's source.  @return false: there is none, or it has none
 * for this iteration */
bool search_iterate_units(struct worker *w, struct search *s);

/** Add what others have searched to the search's counts, and check the limits. */
void search_add_counts(struct search *s, const struct node_counts *counts);

/** search_found() without telling the source. */
void search_add_solution(struct search *s, unsigned start, const uint8_t *path, unsigned n);
