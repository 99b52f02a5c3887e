/* Rank 0: the command, and beside the threads of its pool the one that gives work to the other ranks. */
#include "mpi/ranks.h"

static struct leader {
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
} leader;

static void send_all(int kind, const void *bytes, size_t size)
{
	for (int rank = 1; rank < ranks.n; rank++)
		MPI_Send(bytes, (int)size, MPI_BYTE, rank, kind, MPI_COMM_WORLD);
}

/* ---- what others report ---- */
/* A chunk lasts a while, so that threads seldom wait for the network, but is only a part of what is left, so
 * that all ranks end at about the same time. */
static void give_units(int rank)
{
	enum { PARTS_OF_THREAD = 4 };
	static const double chunk_s = 0.2;
	struct peer *const peer = &leader.peer[rank];
	struct stock *const stock = &searcher.dealer.stock;
	const uint64_t left = atomic_load(&stock->range), n_left = (left >> 32) - (uint32_t)left;
	const uint64_t most = n_left * peer->n_threads / (PARTS_OF_THREAD * leader.n_threads);
	const double now_s = clock_monotonic_s();
	uint64_t n = now_s - peer->asked_s < chunk_s ? 2 * (uint64_t)peer->n_chunk : peer->n_chunk / 2;
	n = n < most ? n : most;
	peer->n_chunk = n > 0 ? (uint32_t)n : 1;
	peer->asked_s = now_s;
	const uint64_t range = stock_take(stock, peer->n_chunk);
	MPI_Send(&range, sizeof range, MPI_BYTE, rank, MESSAGE_RANGE, MPI_COMM_WORLD);
}

/* The end of a cube, or of a rank's part of an iteration. */
static void take_result(int rank, const struct item_result *item)
{
	struct search_result result = item->result;
	if (leader.search != NULL) {
		search_add_counts(leader.search,
		                  &(struct node_counts){result.n_generated, result.n_expanded, result.n_lookups});
		if (result.outcome == SEARCH_NO_MEMORY || result.outcome == SEARCH_OVERFLOW
		    || result.outcome == SEARCH_BAD_TABLE)
			search_fail(leader.search, result.outcome);
		if (dealer_leave(&searcher.dealer))
			leader.search = NULL;
		return;
	}
	result.solutions = array_copy(item->solutions, result.n_solutions * sizeof *result.solutions);
	if (result.solutions == NULL)
		ranks_abort("not enough memory for the solutions of other ranks");
	leader.peer[rank].n_cubes--;
	pool_give_back(leader.pool, item->tag, &result, true);
}

static void take_message(const struct message *m)
{
	const struct unit_source *const source = &searcher.dealer.source;
	const struct done_unit *const done = m->bytes;
	if (m->kind == MESSAGE_ASK) {
		give_units(m->rank);
	} else if (m->kind == MESSAGE_DONE) {
		search_add_counts(leader.search, &done->account.counts);
		source->done(source->context, &done->unit, &done->account);
	} else if (m->kind == MESSAGE_FOUND) {
		source->found(source->context, m->bytes, (unsigned)m->size);
		search_add_solution(leader.search, 0, m->bytes, (unsigned)m->size);
	} else {
		take_result(m->rank, m->bytes);
	}
}

/* ---- what others are given ---- */
static void begin_iteration(void)
{
	struct dealer *const d = &searcher.dealer;
	leader.search = dealer_iteration(d);
	if (leader.search == NULL)
		return;
	struct item item = {.request = leader.search->request, .n_units = d->n_order};
	item.request.min_length = item.request.max_length = leader.search->threshold;
	item.request.over_optimal = 0;
	item.request.node_limit = 0;
	item.request.time_limit_s = 0;
	send_all(MESSAGE_ITEM, &item, sizeof item);
	MPI_Bcast(d->order, (int)(d->n_order * sizeof *d->order), MPI_BYTE, 0, MPI_COMM_WORLD);
	for (int rank = 1; rank < ranks.n; rank++) {
		leader.peer[rank].n_chunk = 2 * leader.peer[rank].n_threads;
		leader.peer[rank].asked_s = 0;
	}
	leader.is_stopping = false;
}

/* Give each rank another cube, up to two a thread: the next is there when one is done.  @return whether there
 * was one */
static bool give_cubes(void)
{
	bool has_given = false;
	for (int rank = 1; rank < ranks.n; rank++) {
		struct item item = {.tag = NULL};
		struct peer *const peer = &leader.peer[rank];
		if (peer->n_cubes >= 2 * peer->n_threads || !pool_take(leader.pool, &item.request, &item.tag))
			continue;
		peer->n_cubes++;
		MPI_Send(&item, sizeof item, MPI_BYTE, rank, MESSAGE_ITEM, MPI_COMM_WORLD);
		has_given = true;
	}
	return has_given;
}

static void *run_pool(void *argument)
{
	if (searcher.has_units)
		dealer_run(&searcher.dealer, leader.pool, leader.stream, (unsigned)ranks.n - 1);
	else
		pool_run(leader.pool, leader.stream);  /* it ends when the others have given back what they have */
	atomic_store(&leader.has_ended, true);
	return NULL;
}

static void run(void *context, struct pool *pool, const struct search_stream *stream)
{
	pthread_t thread;
	leader.pool = pool;
	leader.stream = stream;
	leader.is_stopping = false;
	atomic_store(&leader.has_ended, false);
	if (pthread_create(&thread, NULL, run_pool, NULL) != 0)
		ranks_abort("cannot start a thread");
	for (bool is_busy = true; !atomic_load(&leader.has_ended);) {
		struct message m;
		is_busy = ranks_receive(&m, !is_busy);
		if (is_busy)
			take_message(&m);
		if (searcher.has_units && leader.search == NULL)
			begin_iteration();
		const bool must_stop = leader.search == NULL ? pool_is_interrupted(pool)
			: atomic_load(&searcher.dealer.stock.is_over) || search_must_stop(leader.search);
		if (must_stop && !leader.is_stopping)
			send_all(MESSAGE_STOP, NULL, 0);
		leader.is_stopping |= must_stop;
		is_busy |= !searcher.has_units && give_cubes();
	}
	pthread_join(thread, NULL);
}

/* ---- the command ---- */
/* All ranks open the same tables before anything is searched. */
static int open_ranks(struct solver *solver, unsigned *n_threads)
{
	const struct heuristic *const h = solver_heuristic(solver);
	struct open_message open = {
		.version = SUPERFLIP_VERSION, .sizes = ITEM_SIZES,
		.metric = (uint32_t)h->metric, .n_tables = h->spec->n_tables,
	};
	snprintf(open.heuristic, sizeof open.heuristic, "%s", h->spec->name);
	for (unsigned i = 0; i < h->spec->n_tables; i++)
		open.checksum[i] = h->table[i].checksum;
	send_all(MESSAGE_OPEN, &open, sizeof open);
	leader.n_threads = *n_threads;
	bool are_ready = true;
	for (int n_ready = 1; n_ready < ranks.n;) {
		struct message m;
		if (!ranks_receive(&m, true))
			continue;
		const struct ready_message *const ready = m.bytes;
		if (ready->n_threads == 0)
			complain("rank %d: host %s: %s", m.rank, ready->host, ready->reason);
		are_ready &= ready->n_threads != 0;
		leader.n_threads += leader.peer[m.rank].n_threads = ready->n_threads;
		n_ready++;
	}
	if (!are_ready)
		return EXIT_TABLE;
	*n_threads = leader.n_threads;
	if (solve_options.is_verbose)
		complain("%s, %s", words_of((uint64_t)ranks.n, "rank"), words_of(leader.n_threads, "thread"));
	solver->backend = (struct solver_backend){.run = run};
	return EXIT_SOLVED;
}

int leader_run(void)
{
	searcher.has_units = ranks.user == FOR_SOLVE;
	searcher.open = open_ranks;
	leader.peer = allocate((size_t)ranks.n, sizeof *leader.peer);
	const int status = (searcher.has_units ? &command_solve : &command_batch)->run(ranks.argc, ranks.argv);
	send_all(MESSAGE_QUIT, NULL, 0);
	return status;
}
