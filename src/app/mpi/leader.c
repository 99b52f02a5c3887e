/* Rank 0: the command, and beside the threads of its pool the one that gives work to the other ranks. */
#include "mpi/ranks.h"

#include "base/array.h"
#include "base/clock.h"
#include "base/words.h"
#include "cli/cli.h"

struct leader {
	struct ranks *ranks;
	bool solves_units;
	struct searcher_units units;
	struct peer {
		unsigned n_threads;
		unsigned n_cubes;                  /* that it has and has not answered */
		uint32_t n_chunk;                  /* units that it was given the last time, */
		double asked_s;                    /* and when */
	} *peer;                               /* as many as ranks */
	unsigned n_threads;                    /* of all */
	/* A run of the pool: */
	struct pool *pool;
	const struct search_stream *stream;
	_Atomic bool has_ended;
	bool is_stopping;                      /* the others know that they are to stop */
	struct search *search;                 /* whose iteration the others take part in; NULL: none */
};

static void send_all(const struct leader *r, int kind, const void *bytes, size_t size)
{
	for (int rank = 1; rank < r->ranks->n; rank++)
		MPI_Send(bytes, (int)size, MPI_BYTE, rank, kind, MPI_COMM_WORLD);
}

/* ---- what others report ---- */
/* A chunk lasts a while, so that threads seldom wait for the network, but is only a part of what is left, so
 * that all ranks end at about the same time. */
static void give_units(struct leader *r, int rank)
{
	enum { PARTS_OF_THREAD = 4 };
	static const double chunk_s = 0.2;
	struct peer *const peer = &r->peer[rank];
	struct stock *const stock = &r->units.dealer.stock;
	const uint64_t left = atomic_load(&stock->range), n_left = (left >> 32) - (uint32_t)left;
	const uint64_t most = n_left * peer->n_threads / (PARTS_OF_THREAD * r->n_threads);
	const double now_s = clock_monotonic_s();
	uint64_t n = now_s - peer->asked_s < chunk_s ? 2 * (uint64_t)peer->n_chunk : peer->n_chunk / 2;
	n = n < most ? n : most;
	peer->n_chunk = n > 0 ? (uint32_t)n : 1;
	peer->asked_s = now_s;
	const uint64_t range = stock_take(stock, peer->n_chunk);
	MPI_Send(&range, sizeof range, MPI_BYTE, rank, MESSAGE_RANGE, MPI_COMM_WORLD);
}

/* The end of a cube, or of a rank's part of an iteration. */
static void take_result(struct leader *r, int rank, const struct item_result *item)
{
	struct search_result result = item->result;
	if (r->search != NULL) {
		search_add_counts(r->search,
		                  &(struct node_counts){result.n_generated, result.n_expanded, result.n_lookups});
		if (result.outcome == SEARCH_NO_MEMORY || result.outcome == SEARCH_OVERFLOW
		    || result.outcome == SEARCH_BAD_TABLE)
			search_fail(r->search, result.outcome);
		if (dealer_leave(&r->units.dealer))
			r->search = NULL;
		return;
	}
	result.solutions = array_copy(item->solutions, result.n_solutions * sizeof *result.solutions);
	if (result.solutions == NULL)
		ranks_abort(r->ranks, "not enough memory for the solutions of other ranks");
	r->peer[rank].n_cubes--;
	pool_give_back(r->pool, item->tag, &result, true);
}

static void take_message(struct leader *r, const struct message *m)
{
	const struct unit_source *const source = &r->units.dealer.source;
	const struct done_unit *const done = m->bytes;
	if (m->kind == MESSAGE_ASK) {
		give_units(r, m->rank);
	} else if (m->kind == MESSAGE_DONE) {
		search_add_counts(r->search, &done->account.counts);
		source->done(source->context, &done->unit, &done->account);
	} else if (m->kind == MESSAGE_FOUND) {
		source->found(source->context, m->bytes, (unsigned)m->size);
		search_add_solution(r->search, 0, m->bytes, (unsigned)m->size);
	} else {
		take_result(r, m->rank, m->bytes);
	}
}

/* ---- what others are given ---- */
static void begin_iteration(struct leader *r)
{
	struct dealer *const d = &r->units.dealer;
	r->search = dealer_iteration(d);
	if (r->search == NULL)
		return;
	struct item item = {.request = r->search->request, .n_units = d->n_order};
	item.request.min_length = item.request.max_length = r->search->threshold;
	item.request.over_optimal = 0;
	item.request.node_limit = 0;
	item.request.time_limit_s = 0;
	send_all(r, MESSAGE_ITEM, &item, sizeof item);
	MPI_Bcast(d->order, (int)(d->n_order * sizeof *d->order), MPI_BYTE, 0, MPI_COMM_WORLD);
	for (int rank = 1; rank < r->ranks->n; rank++) {
		r->peer[rank].n_chunk = 2 * r->peer[rank].n_threads;
		r->peer[rank].asked_s = 0;
	}
	r->is_stopping = false;
}

/* Give each rank another cube, up to two a thread: the next is there when one is done.  @return whether there
 * was one */
static bool give_cubes(struct leader *r)
{
	bool has_given = false;
	for (int rank = 1; rank < r->ranks->n; rank++) {
		struct item item = {.tag = NULL};
		struct peer *const peer = &r->peer[rank];
		if (peer->n_cubes >= 2 * peer->n_threads || !pool_take(r->pool, &item.request, &item.tag))
			continue;
		peer->n_cubes++;
		MPI_Send(&item, sizeof item, MPI_BYTE, rank, MESSAGE_ITEM, MPI_COMM_WORLD);
		has_given = true;
	}
	return has_given;
}

static void *run_pool(void *leader)
{
	struct leader *const r = leader;
	if (r->solves_units)
		dealer_run(&r->units.dealer, r->pool, r->stream, (unsigned)r->ranks->n - 1);
	else
		pool_run(r->pool, r->stream);  /* it ends when the others have given back what they have */
	atomic_store(&r->has_ended, true);
	return NULL;
}

static void run(void *leader, struct pool *pool, const struct search_stream *stream)
{
	struct leader *const r = leader;
	pthread_t thread;
	r->pool = pool;
	r->stream = stream;
	r->is_stopping = false;
	atomic_store(&r->has_ended, false);
	if (pthread_create(&thread, NULL, run_pool, r) != 0)
		ranks_abort(r->ranks, "cannot start a thread");
	for (bool is_busy = true; !atomic_load(&r->has_ended);) {
		struct message m;
		is_busy = ranks_receive(r->ranks, &m, !is_busy);
		if (is_busy)
			take_message(r, &m);
		if (r->solves_units && r->search == NULL)
			begin_iteration(r);
		const bool must_stop = r->search == NULL ? pool_is_interrupted(pool)
			: atomic_load(&r->units.dealer.stock.is_over) || search_must_stop(r->search);
		if (must_stop && !r->is_stopping)
			send_all(r, MESSAGE_STOP, NULL, 0);
		r->is_stopping |= must_stop;
		is_busy |= !r->solves_units && give_cubes(r);
	}
	pthread_join(thread, NULL);
}

/* ---- the command ---- */
static int close_ranks(void *leader, const struct solve_options *o)
{
	struct leader *const r = leader;
	return r->solves_units ? searcher_units_close(&r->units, o) : EXIT_SOLVED;
}

/* All ranks open the same tables before anything is searched. */
static int open_ranks(void *leader, const struct solve_options *o, struct solver *solver,
                      unsigned *n_threads)
{
	struct leader *const r = leader;
	const struct heuristic *const h = solver_heuristic(solver);
	struct open_message open = {
		.version = SUPERFLIP_VERSION, .sizes = ITEM_SIZES,
		.metric = (uint32_t)h->metric, .n_tables = h->spec->n_tables,
	};
	snprintf(open.heuristic, sizeof open.heuristic, "%s", h->spec->name);
	for (unsigned i = 0; i < h->spec->n_tables; i++)
		open.checksum[i] = h->table[i].checksum;
	send_all(r, MESSAGE_OPEN, &open, sizeof open);
	r->n_threads = *n_threads;
	bool are_ready = true;
	for (int n_ready = 1; n_ready < r->ranks->n;) {
		struct message m;
		if (!ranks_receive(r->ranks, &m, true))
			continue;
		const struct ready_message *const ready = m.bytes;
		if (ready->n_threads == 0)
			complain("rank %d: host %s: %s", m.rank, ready->host, ready->reason);
		are_ready &= ready->n_threads != 0;
		r->n_threads += r->peer[m.rank].n_threads = ready->n_threads;
		n_ready++;
	}
	if (!are_ready)
		return EXIT_TABLE;
	*n_threads = r->n_threads;
	if (o->is_verbose)
		complain("%s, %s", words_of((uint64_t)r->ranks->n, "rank"), words_of(r->n_threads, "thread"));
	solver->backend = (struct solver_backend){.context = r, .run = run};
	return r->solves_units ? searcher_units_open(&r->units, o, h) : EXIT_SOLVED;
}

int leader_run(struct ranks *ranks, enum option_users user, int argc, char **argv)
{
	struct leader leader = {.ranks = ranks, .solves_units = user == FOR_SOLVE};
	const struct searcher searcher = {&leader, open_ranks, close_ranks};
	leader.peer = calloc((size_t)ranks->n, sizeof *leader.peer);
	if (leader.peer == NULL)
		ranks_abort(ranks, "not enough memory");
	const int status = (user == FOR_SOLVE ? solve_with : batch_with)(&searcher, argc, argv);
	send_all(&leader, MESSAGE_QUIT, NULL, 0);
	free(leader.peer);
	return status;
}
