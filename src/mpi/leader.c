#include "mpi/leader.h"

#include "api/solver.h"
#include "base/array.h"
#include "base/clock.h"
#include "base/words.h"
#include "cli/cli.h"
#include "mpi/link.h"
#include "mpi/protocol.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* A rank other than 0, at its number. */
struct peer {
	unsigned n_threads;
	unsigned n_cubes;                  /* that it has and has not answered */
};

/* What the command's thread wants of the other one. */
enum leader_stage {
	LEADER_READING,                    /* options, tables: nothing to do */
	LEADER_OPENING,                    /* the others are to open their tables */
	LEADER_READY, LEADER_FAILED,       /* they have; one of them could not */
	LEADER_UNITS, LEADER_CUBES,        /* something is being searched */
	LEADER_ENDED,                      /* the command */
};

struct leader {
	struct link link;
	struct peer *peer;                 /* number 0 is this rank itself */
	unsigned n_threads;                /* of all ranks together */

	/* The command. */
	int (*run)(const struct searcher *searcher, int argc, char **argv);
	int argc, exit_status;
	char **argv;
	bool solves_units;
	struct searcher_units units;

	pthread_mutex_t lock;              /* guards what follows */
	pthread_cond_t changed;
	enum leader_stage stage;
	const struct heuristic *heuristic;
	int n_answers;                     /* to MESSAGE_OPEN */
	bool has_failed;
	struct pool *pool;                 /* LEADER_CUBES */
	bool others_know;                  /* that the list was interrupted */
	/* LEADER_UNITS; of the thread that talks to MPI alone. */
	bool has_begun, is_ending;         /* the others have been told of an iteration; of its end */
	int n_over;                        /* who have ended it */
};

static void set_stage(struct leader *r, enum leader_stage stage)
{
	pthread_mutex_lock(&r->lock);
	r->stage = stage;
	pthread_mutex_unlock(&r->lock);
}

/* ---- the units of one cube: rank 0 deals them to ranks that ask ---- */
/* A grant is a part of what is left, so that all ranks end at about the same time, and not so much that a rank that is lost takes
 * a lot with it. */
enum { SHARES_OF_THREAD = 4, MAX_GRANT = 256 };

static void run_units(void *leader, struct pool *pool, const struct search_stream *stream)
{
	struct leader *const r = leader;
	set_stage(r, LEADER_UNITS);
	dealer_run(r->units.dealer, pool, stream, r->link.n_ranks > 1);  /* its iterations end only after all ranks have ended them */
	set_stage(r, LEADER_READY);
}

static void serve_units(struct leader *r)
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

static void take_of_units(struct leader *r, const struct message *m)
{
	switch ((enum message_kind)m->kind) {
	case MESSAGE_ASK:   grant(r, m->rank, *(const uint32_t *)m->bytes); break;
	case MESSAGE_DONE:  take_done(r, m); break;
	case MESSAGE_FOUND: dealer_found(r->units.dealer, m->bytes, (unsigned)m->size); break;
	case MESSAGE_OVER:  take_over(r, m->bytes); break;
	default:            break;
	}
}

/* ---- a list: whole cubes go to ranks, as they go to the threads of this one ---- */
/* Cubes that a rank has at a time, for each of its threads: the next ones are there before it ends those that it searches. */
enum { CUBES_A_THREAD = 2 };

static void run_cubes(void *leader, struct pool *pool, const struct search_stream *stream)
{
	struct leader *const r = leader;
	pthread_mutex_lock(&r->lock);
	r->pool = pool;
	r->others_know = false;
	r->stage = LEADER_CUBES;
	pthread_mutex_unlock(&r->lock);
	pool_run(pool, stream);  /* it ends only when the others have given back what they have */
	set_stage(r, LEADER_READY);
}

/* @return whether there was one */
static bool give_one(struct leader *r, int rank)
{
	struct cube_message message = {.id = 0};
	void *tag = NULL;
	if (!pool_take(r->pool, &message.request, &tag))
		return false;
	message.id = (uintptr_t)tag;
	message.request = message_request(message.request);
	r->peer[rank].n_cubes++;
	link_send(&r->link, rank, MESSAGE_CUBE, &message, sizeof message, NULL, 0);
	return true;
}

/* Give cubes to ranks that have few. @return whether there was something to do */
static bool serve_cubes(struct leader *r)
{
	bool has_given = false;
	for (bool goes_on = true; goes_on; has_given |= goes_on) {
		goes_on = false;
		for (int rank = 1; rank < r->link.n_ranks; rank++)
			if (r->peer[rank].n_cubes < CUBES_A_THREAD * r->peer[rank].n_threads)
				goes_on |= give_one(r, rank);
	}
	if (pool_is_interrupted(r->pool) && !r->others_know) {
		link_send_all(&r->link, MESSAGE_STOP, NULL, 0);
		r->others_know = true;
	}
	return has_given;
}

static void take_result(struct leader *r, const struct message *m)
{
	const struct result_message *const message = m->bytes;
	struct search_result result = message->result;
	result.solutions = array_copy(message + 1, result.n_solutions * sizeof *result.solutions);  /* the result's own */
	if (result.solutions == NULL)
		link_abort(&r->link, "not enough memory for the solutions of other ranks");
	r->peer[m->rank].n_cubes--;
	pool_give_back(r->pool, (void *)(uintptr_t)message->id, &result, true);
}

/* ---- the command, in its thread ---- */
/* All ranks open the same tables before anything is searched. */
static int open_others(struct leader *r, const struct solve_options *o, const struct heuristic *h, unsigned *n_threads)
{
	pthread_mutex_lock(&r->lock);
	r->n_threads = r->peer[0].n_threads = *n_threads;
	r->heuristic = h;
	r->stage = LEADER_OPENING;
	while (r->stage == LEADER_OPENING)
		pthread_cond_wait(&r->changed, &r->lock);
	const bool is_ready = r->stage == LEADER_READY;
	*n_threads = r->n_threads;
	pthread_mutex_unlock(&r->lock);
	if (is_ready && o->is_verbose)
		complain("%s, %s", words_of((uint64_t)r->link.n_ranks, "rank"), words_of(r->n_threads, "thread"));
	return is_ready ? EXIT_SOLVED : EXIT_TABLE;
}

static int open_ranks(void *context, const struct solve_options *o, superflip_solver *solver, unsigned *n_threads, void **state)
{
	struct leader *const r = context;
	const struct heuristic *const h = solver_heuristic(solver);
	int status = searcher_takes_goal(o, solver) ? open_others(r, o, h, n_threads) : EXIT_USAGE;
	if (status == EXIT_SOLVED && r->solves_units)
		status = searcher_units_open(&r->units, o, h);
	if (status != EXIT_SOLVED)
		return status;
	solver->backend = (struct solver_backend){.context = r, .run = r->solves_units ? run_units : run_cubes};
	*state = r;
	return EXIT_SOLVED;
}

static int close_ranks(void *state, const struct solve_options *o)
{
	struct leader *const r = state;
	return r->solves_units ? searcher_units_close(&r->units, o) : EXIT_SOLVED;
}

static void *run_command(void *argument)
{
	struct leader *const r = argument;
	r->exit_status = r->run(&(struct searcher){r, open_ranks, close_ranks}, r->argc, r->argv);
	set_stage(r, LEADER_ENDED);
	return NULL;
}

/* ---- the thread that talks to MPI ---- */
/* With an answer of each rank the command goes on. */
static void count_answer(struct leader *r)
{
	if (++r->n_answers < r->link.n_ranks)
		return;
	r->stage = r->has_failed ? LEADER_FAILED : LEADER_READY;
	pthread_cond_signal(&r->changed);
}

static void ask_to_open(struct leader *r)
{
	const struct heuristic *const h = r->heuristic;
	struct open_message open = {
		.version = SUPERFLIP_VERSION, .sizes = message_sizes(), .metric = (uint32_t)h->metric, .n_tables = h->spec->n_tables,
	};
	snprintf(open.heuristic, sizeof open.heuristic, "%s", h->spec->name);
	for (unsigned i = 0; i < h->spec->n_tables; i++)
		open.checksum[i] = h->table[i].checksum;
	link_send_all(&r->link, MESSAGE_OPEN, &open, sizeof open);
	count_answer(r);  /* of this rank */
}

static void take_ready(struct leader *r, const struct message *m)
{
	const struct ready_message *const ready = m->bytes;
	if (!ready->is_ready && ready->reason[0] != '\0')
		complain("rank %d: %s", m->rank, ready->reason);
	pthread_mutex_lock(&r->lock);
	r->has_failed |= !ready->is_ready;
	r->peer[m->rank].n_threads = ready->n_threads;
	r->n_threads += ready->n_threads;
	count_answer(r);
	pthread_mutex_unlock(&r->lock);
}

static void take_message(struct leader *r, const struct message *m)
{
	if (m->kind == MESSAGE_READY)
		take_ready(r, m);
	else if (m->kind == MESSAGE_RESULT)
		take_result(r, m);
	else
		take_of_units(r, m);
}

static void serve(struct leader *r)
{
	for (enum leader_stage stage = LEADER_READING; stage != LEADER_ENDED;) {
		struct message m;
		bool is_busy = link_receive(&r->link, &m);
		if (is_busy)
			take_message(r, &m);
		pthread_mutex_lock(&r->lock);
		if (r->stage == LEADER_OPENING && r->n_answers == 0)
			ask_to_open(r);
		else if (r->stage == LEADER_UNITS)
			serve_units(r);
		else if (r->stage == LEADER_CUBES)
			is_busy |= serve_cubes(r);
		stage = r->stage;
		pthread_mutex_unlock(&r->lock);
		if (!is_busy)
			link_rest();
	}
	link_send_all(&r->link, MESSAGE_QUIT, NULL, 0);
}

int leader_run(int (*command)(const struct searcher *searcher, int argc, char **argv), int argc, char **argv)
{
	struct leader leader = {.link = link_open(), .run = command, .argc = argc, .argv = argv, .solves_units = command == solve_with};
	pthread_t thread;
	leader.peer = calloc((size_t)leader.link.n_ranks, sizeof *leader.peer);
	pthread_mutex_init(&leader.lock, NULL);
	clock_condition_init(&leader.changed);
	if (leader.peer == NULL || pthread_create(&thread, NULL, run_command, &leader) != 0)
		link_abort(&leader.link, "not enough memory");
	serve(&leader);
	pthread_join(thread, NULL);
	link_close(&leader.link);
	free(leader.peer);
	pthread_cond_destroy(&leader.changed);
	pthread_mutex_destroy(&leader.lock);
	return leader.exit_status;
}
