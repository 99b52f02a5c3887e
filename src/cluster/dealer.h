/* Deals the units of work of hard cubes (search/units.h): to the threads of this process, as the unit source of their searches, and
 * to other processes.  Finished units are kept in a journal, and those that are in it are not dealt again.
 *
 * An iteration is over when every unit is done, wherever that was, or when the search stops.  Its node counts are those of one
 * process: what was searched elsewhere or before is added. */
#ifndef SUPERFLIP_CLUSTER_DEALER_H
#define SUPERFLIP_CLUSTER_DEALER_H
#include "cluster/unit_journal.h"
#include "search/units.h"

struct dealer;

/** @param h        of the pool; borrowed
 *  @param journal  borrowed; NULL: nothing is kept
 *  @param min_moves  of units, as unit_list_fill() has it; 0: by their number, or as the journal has it
 *  @return NULL without memory */
struct dealer *dealer_create(const struct heuristic *h, struct unit_journal *journal, unsigned min_moves);
void dealer_free(struct dealer *d);

/** Search everything that a stream gives, cube by cube, each by units; as pool_run() otherwise.  Writes the journal now and then.
 * A journal that cannot be written interrupts the stream: dealer_error().
 * @param expects_others  iterations end only after dealer_close() */
void dealer_run(struct dealer *d, struct pool *pool, const struct search_stream *stream, bool expects_others);

/** Afterwards: errno of the journal; 0: it is sound; ENOMEM: there was not enough memory for the units. */
int dealer_error(const struct dealer *d);

/* ---- other processes: called by one thread, beside dealer_run() ---- */

/** The iteration in progress, as a request of this length only and without limits.  @return false: there is none */
bool dealer_iteration(struct dealer *d, struct search_request *out);

/** Take up to max units, of those that nobody has begun not more than n_own of n_shares, but one at least.
 * @return how many; 0: all are dealt */
unsigned dealer_take(struct dealer *d, struct work_unit *units, unsigned max, unsigned n_shares, unsigned n_own);

/** A unit that was taken is done. */
void dealer_done(struct dealer *d, uint32_t unit, const struct unit_account *account);

/** A solution was found in one. */
void dealer_found(struct dealer *d, const uint8_t *path, unsigned n);

/** Whether the iteration is over: then others are to stop, and to tell what they found until then. */
bool dealer_is_over(struct dealer *d);

/** One of the others has stopped.
 * @param counts   of units that are not done
 * @param outcome  if it could not go on, the search ends with it */
void dealer_add_rest(struct dealer *d, const struct node_counts *counts, enum search_outcome outcome);

/** All others have ended the iteration. */
void dealer_close(struct dealer *d);
#endif
