/* A rank other than 0: one thread talks to MPI; another runs the pool, whose stream is what rank 0 sends. */
#include "mpi/ranks.h"

#include "base/array.h"
#include "cli/cli.h"
#include "cli/tables.h"

#include <errno.h>
#include <limits.h>

struct rank {
	struct stock stock;                  /* of the iteration; first: the source's context */
	struct ranks *ranks;
	enum option_users user;              /* the command, and its options */
	int argc;
	char **argv;
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
};

/* To rank 0, from any thread. */
static void report(struct rank *r, enum message_kind kind, const void *bytes, size_t size)
{
	pthread_mutex_lock(&r->ranks->lock);
	MPI_Send(bytes, (int)size, MPI_BYTE, 0, (int)kind, MPI_COMM_WORLD);
	pthread_mutex_unlock(&r->ranks->lock);
}

/* ---- for the pool's threads ---- */
static enum search_next next_item(void *context, struct search_request *request, void **tag)
{
	struct rank *const r = context;
	pthread_mutex_lock(&r->lock);
	const bool has_one = r->n_items != 0;
	if (has_one) {
		*request = r->items[0].request;  /* with pointers of this rank */
		*tag = r->items[0].tag;
		request->goal = r->tables->goal;
		request->goals = r->tables->completions;
		request->n_goals = r->tables->n_completions;
		request->units = *tag == NULL ? &r->source : NULL;
		request->watch = &r->watch;
		request->turns = NULL;  /* of superflip-mpi: all */
		request->perimeter = NULL;
		request->heuristic = NULL;
		request->stopped = NULL;
		memmove(r->items, r->items + 1, --r->n_items * sizeof *r->items);
	}
	pthread_mutex_unlock(&r->lock);
	return has_one ? STREAM_NEXT : atomic_load(&r->quits) ? STREAM_END : STREAM_WAIT;
}

static void on_result(void *context, void *tag, struct search_result *result)
{
	struct rank *const r = context;
	const size_t n_bytes = result->n_solutions * sizeof *result->solutions,
	             size = sizeof(struct item_result) + n_bytes;
	struct item_result *const item = size <= INT_MAX ? malloc(size) : NULL;
	if (item == NULL)
		ranks_abort(r->ranks, "not enough memory for a message");
	*item = (struct item_result){tag, *result};
	if (n_bytes > 0)
		memcpy(item->solutions, result->solutions, n_bytes);
	if (tag == NULL) {
		if (result->outcome == SEARCH_BAD_TABLE)
			tables_complain_of_fault(&r->tables->heuristic);  /* rank 0 has files of its own */
		item->result.n_generated -= r->counts_done.n_generated;
		item->result.n_expanded -= r->counts_done.n_expanded;
		item->result.n_lookups -= r->counts_done.n_lookups;
	}
	report(r, MESSAGE_RESULT, item, size);
	free(item);
	search_result_free(result);
}

static bool begin(void *context, struct search *s)
{
	(void)context, (void)s;
	return true;
}

/* Units that were searched with tables that have changed do not count. */
static bool is_sound(const struct rank *r)
{
	return heuristic_fault(&r->tables->heuristic, NULL) == STATUS_OK;
}

static void done(void *context, const struct work_unit *unit, const struct unit_account *account)
{
	struct rank *const r = context;
	const struct done_unit done = {*unit, *account};
	pthread_mutex_lock(&r->lock);
	node_counts_add(&r->counts_done, &account->counts);
	pthread_mutex_unlock(&r->lock);
	if (is_sound(r))
		report(r, MESSAGE_DONE, &done, sizeof done);
}

static void found(void *context, const uint8_t *path, unsigned n)
{
	struct rank *const r = context;
	if (is_sound(r))
		report(r, MESSAGE_FOUND, path, n);
}

/* No more units are asked for: rank 0 may begin another iteration as soon as it has the result. */
static void end(void *context, struct search *s)
{
	(void)s;
	atomic_store(&((struct rank *)context)->stock.is_over, true);
}

/* A fault of a table ends a run, but its cubes, too, are answered. */
static void *run_pool(void *argument)
{
	struct rank *const r = argument;
	while (!atomic_load(&r->quits))
		pool_run(r->pool, &(struct search_stream){.context = r, .next = next_item, .done = on_result});
	return NULL;
}

/* ---- tables ---- */
/* Options: rank 0 has read the same ones, and would have complained. */
static void open_tables(struct rank *r, const struct open_message *open, struct ready_message *ready)
{
	struct solve_options o;
	int status;
	char *const why = ready->reason;
	const size_t size = sizeof ready->reason;
	if (strcmp(open->version, SUPERFLIP_VERSION) != 0 || open->sizes != ITEM_SIZES) {
		snprintf(why, size, "this is another version of superflip-mpi (%s) than that of rank 0",
		         SUPERFLIP_VERSION);
		return;
	}
	if (solve_options_read(r->argc, r->argv, r->user, "", &o, &status) >= 0) {
		if (o.problem.pieces == NULL)
			o.problem.heuristic = open->heuristic;
		o.problem.metric = open->metric;
		o.is_verbose = false;
		o.is_quiet = true;
		if (tables_open_shared(&o, &o.problem, &r->tables) != EXIT_SOLVED)
			r->tables = NULL;
		problem_free(&o.problem);
	}
	if (r->tables == NULL) {
		snprintf(why, size, "the tables of rank 0, %s, cannot be opened here", open->heuristic);
		return;
	}
	const struct heuristic *const h = &r->tables->heuristic;
	bool are_same = h->spec->n_tables == open->n_tables;
	for (unsigned i = 0; i < h->spec->n_tables && are_same; i++)
		are_same = h->table[i].checksum == open->checksum[i];
	if (!are_same) {
		snprintf(why, size, "its tables of %s are not those of rank 0; build them again with one "
		         "version of superflip", open->heuristic);
		return;
	}
	r->pool = pool_create(h, o.tables.n_threads);
	if (r->pool == NULL || (errno = pthread_create(&r->runner, NULL, run_pool, r)) != 0) {
		snprintf(why, size, "cannot start the threads: %s; choose a smaller --threads",
		         strerror(errno));
		r->pool = NULL;  /* rank 0 ends the job */
		return;
	}
	ready->n_threads = pool_threads(r->pool);
}

/* ---- in the thread that talks to MPI ---- */
static void begin_iteration(struct rank *r, const struct item *item)
{
	r->units = array_reserve(r->units, item->n_units + 1, &r->units_capacity, sizeof *r->units);
	if (r->units == NULL)
		ranks_abort(r->ranks, "not enough memory for the units of work");
	MPI_Bcast(r->units, (int)(item->n_units * sizeof *r->units), MPI_BYTE, 0, MPI_COMM_WORLD);
	r->stock.unit = r->units;
	atomic_store(&r->stock.range, 0);
	r->counts_done = (struct node_counts){0};
	r->has_asked = false;
	atomic_store(&r->stock.is_over, false);
}

static void take_message(struct rank *r, const struct message *m)
{
	if (m->kind == MESSAGE_OPEN) {
		struct ready_message ready = {.n_threads = 0};
		int n_host;
		MPI_Get_processor_name(ready.host, &n_host);
		open_tables(r, m->bytes, &ready);
		report(r, MESSAGE_READY, &ready, sizeof ready);
	} else if (m->kind == MESSAGE_RANGE) {
		const uint64_t range = *(const uint64_t *)m->bytes;
		atomic_store(&r->stock.range, range);
		r->has_asked = (uint32_t)range == range >> 32;  /* there are no more */
	} else if (m->kind == MESSAGE_STOP) {
		atomic_store(&r->stock.is_over, true);
		atomic_store(&r->watch.is_cancelled, true);
	} else if (m->kind == MESSAGE_ITEM) {
		const struct item *const item = m->bytes;
		atomic_store(&r->watch.is_cancelled, false);
		if (item->tag == NULL)
			begin_iteration(r, item);
		pthread_mutex_lock(&r->lock);
		if (!array_append(&r->items, &r->n_items, &r->items_capacity, item, sizeof *item))
			ranks_abort(r->ranks, "not enough memory");
		pthread_mutex_unlock(&r->lock);
		pool_ask_again(r->pool);
	}
}

void rank_run(struct ranks *ranks, enum option_users user, int argc, char **argv)
{
	struct rank r = {
		.ranks = ranks, .user = user, .argc = argc, .argv = argv, .stock.is_over = true,
		.source = {&r, begin, stock_next, stock_waits, done, found, end},
		.lock = PTHREAD_MUTEX_INITIALIZER,
	};
	catch_interrupts();  /* rank 0 ends the job */
	struct message m = {.kind = MESSAGE_OPEN};
	for (bool is_busy = true; m.kind != MESSAGE_QUIT;) {
		is_busy = ranks_receive(ranks, &m, !is_busy);
		if (is_busy)
			take_message(&r, &m);
		if (!r.has_asked && stock_waits(&r.stock)) {
			report(&r, MESSAGE_ASK, NULL, 0);
			is_busy = r.has_asked = true;
		}
	}
	if (r.pool != NULL) {
		atomic_store(&r.quits, true);
		pool_ask_again(r.pool);
		pthread_join(r.runner, NULL);
		pool_destroy(r.pool);
	}
	superflip_tables_close(r.tables);
	pthread_mutex_destroy(&r.lock);
	free(r.units);
	free(r.items);
}
