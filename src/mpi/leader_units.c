/* The units of one cube: rank 0 deals them to ranks that ask. */
#include "mpi/leader_state.h"

#include <string.h>

/* A grant is a part of what is left, so that all ranks end at about the same time, and not so much that a rank that is lost takes
 * a lot with it. */
enum { SHARES_OF_THREAD = 4, MAX_GRANT = 256 };

void leader_run_units(void *context, struct dealer *d, struct pool *pool, const struct search_stream *stream)
{
	struct leader *const r = context;
	if (r->n_ranks > 1)
		dealer_expect_others(d);
	pthread_mutex_lock(&r->lock);
	r->dealer = d;
	r->stage = LEADER_UNITS;
	pthread_mutex_unlock(&r->lock);
	dealer_run(d, pool, stream);  /* its iterations end only after all ranks have ended them */
	pthread_mutex_lock(&r->lock);
	r->stage = LEADER_READY;
	r->dealer = NULL;
	pthread_mutex_unlock(&r->lock);
}

static void begin_iteration(struct leader *r, const struct dealer_iteration *it)
{
	struct begin_message begin = {.iteration = it->number, .request = it->request};
	begin.request.min_length = begin.request.max_length = it->threshold;
	begin.request.over_optimal = 0;
	begin.request.node_limit = 0;    /* rank 0 counts for all */
	begin.request.time_limit_s = 0;
	begin.request.units = NULL;      /* pointers mean nothing elsewhere */
	begin.request.perimeter = NULL;
	begin.request.watch = NULL;
	r->iteration = it->number;
	r->is_ending = false;
	r->n_over = 0;
	for (int rank = 1; rank < r->n_ranks; rank++)
		r->peer[rank].is_over = false;
	leader_send_all(r, MESSAGE_BEGIN, &begin, sizeof begin);
}

void leader_serve_units(struct leader *r)
{
	/* The dealer is constant at this stage, but for its end: then no iteration is in progress. */
	pthread_mutex_lock(&r->lock);
	struct dealer *const d = r->stage == LEADER_UNITS ? r->dealer : NULL;
	struct dealer_iteration it;
	if (d != NULL && r->iteration == 0 && dealer_iteration(d, &it))
		begin_iteration(r, &it);
	if (d != NULL && r->iteration != 0 && !r->is_ending && dealer_is_over(d)) {
		const struct end_message end = {r->iteration};
		leader_send_all(r, MESSAGE_END, &end, sizeof end);
		r->is_ending = true;
	}
	pthread_mutex_unlock(&r->lock);
}

static void grant(struct leader *r, int rank, uint32_t n_wanted)
{
	struct work_unit units[MAX_GRANT];
	const uint32_t share = dealer_left(r->dealer) / (SHARES_OF_THREAD * r->n_threads) * r->peer[rank].n_threads;
	uint32_t n = n_wanted < MAX_GRANT ? n_wanted : MAX_GRANT;
	n = n < share ? n : share > 0 ? share : 1;
	n = dealer_take(r->dealer, units, n);
	const struct units_message head = {r->iteration};
	leader_send(r, rank, MESSAGE_UNITS, &head, sizeof head, units, n * sizeof *units);
}

static void take_done(struct leader *r, const struct message *m)
{
	const size_t n = (m->size - sizeof(struct done_message)) / sizeof(struct done_unit);
	for (size_t i = 0; i < n; i++) {
		struct done_unit done;
		memcpy(&done, (const char *)m->bytes + sizeof(struct done_message) + i * sizeof done, sizeof done);
		dealer_done(r->dealer, (uint32_t)done.unit, &done.account);
	}
}

static void take_over(struct leader *r, const struct message *m)
{
	const struct over_message *const over = m->bytes;
	dealer_add(r->dealer, &over->rest);
	const enum search_outcome outcome = (enum search_outcome)over->outcome;
	if (outcome == SEARCH_NO_MEMORY || outcome == SEARCH_OVERFLOW || outcome == SEARCH_BAD_TABLE)
		dealer_fail(r->dealer, outcome);
	r->peer[m->rank].is_over = true;
	if (++r->n_over < (unsigned)r->n_ranks - 1)
		return;
	r->iteration = 0;
	dealer_close(r->dealer);
}

/* An iteration's messages all come before its OVER. */
void leader_take_of_units(struct leader *r, const struct message *m)
{
	switch ((enum message_kind)m->kind) {
	case MESSAGE_ASK:
		grant(r, m->rank, ((const struct ask_message *)m->bytes)->n_units);
		break;
	case MESSAGE_DONE:
		take_done(r, m);
		break;
	case MESSAGE_FOUND: {
		const struct found_message *const found = m->bytes;
		dealer_found(r->dealer, found->path, found->n);
		break;
	}
	case MESSAGE_OVER:
		take_over(r, m);
		break;
	default:
		break;
	}
}
