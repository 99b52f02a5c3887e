/* The units of one cube: rank 0 deals them to ranks that ask. */
#include "mpi/leader.h"

#include <string.h>

/* A grant is a part of what is left, so that all ranks end at about the same time, and not so much that a rank that is lost takes
 * a lot with it. */
enum { SHARES_OF_THREAD = 4, MAX_GRANT = 256 };

void leader_run_units(void *leader, struct pool *pool, const struct search_stream *stream)
{
	struct leader *const r = leader;
	leader_set_stage(r, LEADER_UNITS);
	dealer_run(r->units.dealer, pool, stream, r->link.n_ranks > 1);  /* its iterations end only after all ranks have ended them */
	leader_set_stage(r, LEADER_READY);
}

void leader_serve_units(struct leader *r)
{
	struct search_request request;
	if (!r->has_begun && dealer_iteration(r->units.dealer, &request)) {
		request = message_request(request);
		link_send_all(&r->link, MESSAGE_BEGIN, &request, sizeof request);
		r->has_begun = true;
		r->is_ending = false;
		r->n_over = 0;
	}
	if (r->has_begun && !r->is_ending && dealer_is_over(r->units.dealer)) {
		link_send_all(&r->link, MESSAGE_END, NULL, 0);
		r->is_ending = true;
	}
}

static void grant(struct leader *r, int rank, uint32_t n_wanted)
{
	struct work_unit units[MAX_GRANT];
	const unsigned n = dealer_take(r->units.dealer, units, n_wanted < MAX_GRANT ? n_wanted : MAX_GRANT,
	                               SHARES_OF_THREAD * r->n_threads, r->peer[rank].n_threads);
	link_send(&r->link, rank, MESSAGE_UNITS, units, n * sizeof *units, NULL, 0);
}

static void take_done(struct leader *r, const struct message *m)
{
	const struct done_unit *const done = m->bytes;
	for (size_t i = 0; i < m->size / sizeof *done; i++)
		dealer_done(r->units.dealer, (uint32_t)done[i].unit, &done[i].account);
}

static void take_over(struct leader *r, const struct over_message *over)
{
	dealer_add_rest(r->units.dealer, &over->rest, over->outcome);
	if (++r->n_over < r->link.n_ranks - 1)
		return;
	r->has_begun = false;
	dealer_close(r->units.dealer);
}

void leader_take_of_units(struct leader *r, const struct message *m)
{
	switch ((enum message_kind)m->kind) {
	case MESSAGE_ASK:   grant(r, m->rank, *(const uint32_t *)m->bytes); break;
	case MESSAGE_DONE:  take_done(r, m); break;
	case MESSAGE_FOUND: dealer_found(r->units.dealer, m->bytes, (unsigned)m->size); break;
	case MESSAGE_OVER:  take_over(r, m->bytes); break;
	default:            break;
	}
}
