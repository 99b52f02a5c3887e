/* A rank other than 0: one thread talks to MPI; another runs the pool, whose stream is what rank 0 sends. */
#include "mpi/ranks.h"

#include "cli/tables.h"

static struct rank {
	struct stock stock;                  /* of the iteration; first: the source's context */
	superflip_tables *tables;            /* owned; NULL: not open */
	struct pool *pool;
	pthread_t runner;
	_Atomic bool quits;
	struct unit_source source;
	struct search_watch watch;           /* of all searches */
	struct work_unit *units;             /* of the iteration; owned */
	size_t units_capacity;
	bool has_asked;                      /* for units, and rank 0 has not answered, or has none */

	pthread_mutex_t lock;                /* guards what follows */
	struct item *items;                  /* not begun; owned */
	size_t n_items, items_capacity;
	struct node_counts counts_done;      /* of units of the iteration */
} rank = {
	.stock.is_over = true,
	.lock = PTHREAD_MUTEX_INITIALIZER,
};

/* To rank 0, from any thread. */
static void report(enum message_kind kind, const void *bytes, size_t size)
{
	pthread_mutex_lock(&ranks.lock);
	MPI_Send(bytes, (int)size, MPI_BYTE, 0, (int)kind, MPI_COMM_WORLD);
	pthread_mutex_unlock(&ranks.lock);
}

/* ---- for the pool's threads ---- */
static enum search_next next_item(void *context, struct search_request *request, void **tag)
{
	pthread_mutex_lock(&rank.lock);
	const bool has_one = rank.n_items != 0;
	if (has_one) {
		*request = rank.items[0].request;  /* with pointers of this rank */
		*tag = rank.items[0].tag;
		request->goal = rank.tables->goal != NULL ? &rank.tables->goal->goal : NULL;
		request->goals = rank.tables->completions;
		request->n_goals = rank.tables->n_completions;
		request->units = *tag == NULL ? &rank.source : NULL;
		request->watch = &rank.watch;
		request->turns = NULL;  /* of superflip-mpi: all */
		request->perimeter = NULL;
		request->heuristic = NULL;
		request->stopped = NULL;
		memmove(rank.items, rank.items + 1, --rank.n_items * sizeof *rank.items);
	}
	pthread_mutex_unlock(&rank.lock);
	return has_one ? STREAM_NEXT : atomic_load(&rank.quits) ? STREAM_END : STREAM_WAIT;
}

static void on_result(void *context, void *tag, struct search_result *result)
{
	const size_t n_bytes = result->n_solutions * sizeof *result->solutions,
	             size = sizeof(struct item_result) + n_bytes;
	struct item_result *const item = size <= INT_MAX ? malloc(size) : NULL;
	if (item == NULL)
		ranks_abort("not enough memory for a message");
	*item = (struct item_result){tag, *result};
	if (n_bytes > 0)
		memcpy(item->solutions, result->solutions, n_bytes);
	if (tag == NULL) {
		superflip_error error;
		if (result->outcome == SEARCH_BAD_TABLE && tables_fault(rank.tables, &error) != SUPERFLIP_OK)
			tables_complain(&error);  /* rank 0 has files of its own */
		item->result.n_generated -= rank.counts_done.n_generated;
		item->result.n_expanded -= rank.counts_done.n_expanded;
		item->result.n_lookups -= rank.counts_done.n_lookups;
	}
	report(MESSAGE_RESULT, item, size);
	free(item);
	search_result_free(result);
}

static bool begin(void *context, struct search *s)
{
	return true;
}

/* Units that were searched with tables that have changed do not count. */
static bool is_sound(void)
{
	return heuristic_fault(&rank.tables->heuristic, NULL) == STATUS_OK;
}

static void done(void *context, const struct work_unit *unit, const struct unit_account *account)
{
	const struct done_unit done = {*unit, *account};
	pthread_mutex_lock(&rank.lock);
	node_counts_add(&rank.counts_done, &account->counts);
	pthread_mutex_unlock(&rank.lock);
	if (is_sound())
		report(MESSAGE_DONE, &done, sizeof done);
}

static void found(void *context, const uint8_t *path, unsigned n)
{
	if (is_sound())
		report(MESSAGE_FOUND, path, n);
}

/* No more units are asked for: rank 0 may begin another iteration as soon as it has the result. */
static void end(void *context, struct search *s)
{
	atomic_store(&rank.stock.is_over, true);
}

/* A fault of a table ends a run, but its cubes, too, are answered. */
static void *run_pool(void *argument)
{
	while (!atomic_load(&rank.quits))
		pool_run(rank.pool, &(struct search_stream){.next = next_item, .done = on_result});
	return NULL;
}

/* ---- tables ---- */
/* Options: rank 0 has read the same ones, and would have complained. */
static void open_tables(const struct open_message *open, struct ready_message *ready)
{
	char *const why = ready->reason;
	const size_t size = sizeof ready->reason;
	if (!text_equal(open->version, SUPERFLIP_VERSION) || open->sizes != ITEM_SIZES) {
		snprintf(why, size, "this is another version of superflip-mpi (%s) than that of rank 0",
		         SUPERFLIP_VERSION);
		return;
	}
	if (solve_options_read(ranks.argc, ranks.argv, ranks.user, "") >= 0) {
		if (problem->pieces == NULL)
			problem->heuristic = open->heuristic;
		problem->metric = open->metric;
		solve_options.is_verbose = false;
		is_quiet = true;
		if (tables_open_shared(problem, &rank.tables) != EXIT_SOLVED)
			rank.tables = NULL;
		problem_free(problem);
	}
	if (rank.tables == NULL) {
		snprintf(why, size, "the tables of rank 0, %s, cannot be opened here", open->heuristic);
		return;
	}
	const struct heuristic *const h = &rank.tables->heuristic;
	bool are_same = h->spec->n_tables == open->n_tables;
	for (unsigned i = 0; i < h->spec->n_tables && are_same; i++)
		are_same = h->table[i].checksum == open->checksum[i];
	if (!are_same) {
		snprintf(why, size, "its tables of %s are not those of rank 0; build them again with one "
		         "version of superflip", open->heuristic);
		return;
	}
	rank.pool = pool_create(h, solve_options.tables.n_threads);
	if (rank.pool == NULL || (errno = pthread_create(&rank.runner, NULL, run_pool, NULL)) != 0) {
		snprintf(why, size, "cannot start the threads: %s; choose a smaller --threads",
		         strerror(errno));
		rank.pool = NULL;  /* rank 0 ends the job */
		return;
	}
	ready->n_threads = pool_threads(rank.pool);
}

/* ---- in the thread that talks to MPI ---- */
static void take_message(const struct message *m)
{
	if (m->kind == MESSAGE_OPEN) {
		struct ready_message ready = {.n_threads = 0};
		int n_host;
		MPI_Get_processor_name(ready.host, &n_host);
		open_tables(m->bytes, &ready);
		report(MESSAGE_READY, &ready, sizeof ready);
	} else if (m->kind == MESSAGE_RANGE) {
		const uint64_t range = *(const uint64_t *)m->bytes;
		atomic_store(&rank.stock.range, range);
		rank.has_asked = (uint32_t)range == range >> 32;  /* there are no more */
	} else if (m->kind == MESSAGE_STOP) {
		atomic_store(&rank.stock.is_over, true);
		atomic_store(&rank.watch.is_cancelled, true);
	} else if (m->kind == MESSAGE_ITEM) {
		const struct item *const item = m->bytes;
		atomic_store(&rank.watch.is_cancelled, false);
		if (item->tag == NULL) {  /* an iteration begins */
			const unsigned n = item->n_units;
			rank.units = array_reserve(rank.units, n + 1, &rank.units_capacity, sizeof *rank.units);
			if (rank.units == NULL)
				ranks_abort("not enough memory for the units of work");
			MPI_Bcast(rank.units, (int)(n * sizeof *rank.units), MPI_BYTE, 0, MPI_COMM_WORLD);
			rank.stock.unit = rank.units;
			atomic_store(&rank.stock.range, 0);
			rank.counts_done = (struct node_counts){0};
			rank.has_asked = false;
			atomic_store(&rank.stock.is_over, false);
		}
		pthread_mutex_lock(&rank.lock);
		if (!array_append(&rank.items, &rank.n_items, &rank.items_capacity, item, sizeof *item))
			ranks_abort("not enough memory");
		pthread_mutex_unlock(&rank.lock);
		pool_ask_again(rank.pool);
	}
}

void rank_run(void)
{
	rank.source = (struct unit_source){&rank, begin, stock_next, stock_waits, done, found, end};
	catch_interrupts();  /* rank 0 ends the job */
	struct message m = {.kind = MESSAGE_OPEN};
	for (bool is_busy = true; m.kind != MESSAGE_QUIT;) {
		is_busy = ranks_receive(&m, !is_busy);
		if (is_busy)
			take_message(&m);
		if (!rank.has_asked && stock_waits(&rank.stock)) {
			report(MESSAGE_ASK, NULL, 0);
			is_busy = rank.has_asked = true;
		}
	}
	if (rank.pool != NULL) {
		atomic_store(&rank.quits, true);
		pool_ask_again(rank.pool);
		pthread_join(rank.runner, NULL);
		pool_destroy(rank.pool);
	}
	superflip_tables_close(rank.tables);
}
