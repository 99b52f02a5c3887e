/* All ranks open the same tables before anything is searched. */
#include "base/words.h"
#include "mpi/leader_state.h"

#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>

int leader_open_ranks(struct leader *r, const struct solve_options *o, const struct heuristic *h, unsigned *n_threads)
{
	pthread_mutex_lock(&r->lock);
	r->n_threads = r->peer[0].n_threads = *n_threads;
	r->heuristic = h;
	r->is_quiet = o->is_quiet;
	r->stage = LEADER_OPENING;
	while (r->stage != LEADER_READY && r->stage != LEADER_FAILED)
		pthread_cond_wait(&r->changed, &r->lock);
	const bool is_ready = r->stage == LEADER_READY;
	*n_threads = r->n_threads;
	pthread_mutex_unlock(&r->lock);
	if (is_ready && o->is_verbose)
		complain("%s, %s", words_of((uint64_t)r->n_ranks, "rank"), words_of(r->n_threads, "thread"));
	return is_ready ? EXIT_SOLVED : EXIT_TABLE;
}

static void end_opening(struct leader *r)
{
	r->stage = r->has_failed ? LEADER_FAILED : LEADER_READY;
	pthread_cond_signal(&r->changed);
}

/* Once. */
void leader_ask_to_open(struct leader *r)
{
	if (r->n_answers != 0)
		return;
	r->n_answers = 1;  /* this rank */
	const struct heuristic *const h = r->heuristic;
	struct open_message open = {
		.version = SUPERFLIP_VERSION, .sizes = message_sizes(), .metric = (uint32_t)h->metric, .n_tables = h->spec->n_tables,
	};
	snprintf(open.heuristic, sizeof open.heuristic, "%s", h->spec->name);
	for (unsigned i = 0; i < h->spec->n_tables; i++)
		open.checksum[i] = h->table[i].checksum;
	leader_send_all(r, MESSAGE_OPEN, &open, sizeof open);
	if (r->n_ranks == 1)
		end_opening(r);
}

void leader_take_ready(struct leader *r, const struct message *m)
{
	const struct ready_message *const ready = m->bytes;
	if (!ready->is_ready && ready->reason[0] != '\0')
		complain("rank %d: %s", m->rank, ready->reason);
	pthread_mutex_lock(&r->lock);
	r->has_failed |= !ready->is_ready;
	r->peer[m->rank].n_threads = ready->n_threads;
	r->n_threads += ready->n_threads;
	if (++r->n_answers == (unsigned)r->n_ranks)
		end_opening(r);
	pthread_mutex_unlock(&r->lock);
}
