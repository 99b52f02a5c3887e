#include "mpi/leader.h"

#include "api/solver.h"
#include "cli/cli.h"
#include "mpi/leader_state.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void leader_abort(const char *why)
{
	complain("rank 0: %s", why);
	MPI_Abort(MPI_COMM_WORLD, EXIT_MEMORY);
	abort();
}

void leader_send(struct leader *r, int rank, int kind, const void *head, size_t head_size, const void *body, size_t body_size)
{
	if (!link_send(r->link, rank, kind, head, head_size, body, body_size))
		leader_abort("not enough memory for a message");
}

void leader_send_all(struct leader *r, int kind, const void *head, size_t head_size)
{
	for (int rank = 1; rank < r->n_ranks; rank++)
		leader_send(r, rank, kind, head, head_size, NULL, 0);
}

/* ---- the command, in its thread ---- */
struct command {
	struct leader *leader;
	int (*run)(const struct searcher *searcher, int argc, char **argv);
	struct searcher searcher;
	struct searcher_units units;
	int argc, status;
	char **argv;
	bool solves_units;
};

static void search_units(void *context, struct pool *pool, const struct search_stream *stream)
{
	const struct command *const c = context;
	leader_run_units(c->leader, c->units.dealer, pool, stream);
}

static void search_cubes(void *context, struct pool *pool, const struct search_stream *stream)
{
	const struct command *const c = context;
	leader_run_cubes(c->leader, pool, stream);
}

static void hear_of_cubes(void *context)
{
	const struct command *const c = context;
	leader_hear_of_cubes(c->leader);
}

static int open_ranks(void *context, const struct solve_options *o, superflip_solver *solver, unsigned *n_threads, void **state)
{
	struct command *const c = context;
	const struct heuristic *const h = solver_heuristic(solver);
	int status = leader_open_ranks(c->leader, o, h, n_threads);
	if (status == EXIT_SOLVED && c->solves_units)
		status = searcher_units_open(&c->units, o, h);
	if (status != EXIT_SOLVED)
		return status;
	const struct solver_backend units = {.context = c, .run = search_units};
	const struct solver_backend cubes = {.context = c, .run = search_cubes, .wake = hear_of_cubes};
	solver_set_backend(solver, c->solves_units ? units : cubes);
	*state = c;
	return EXIT_SOLVED;
}

static int close_ranks(void *state, const struct solve_options *o)
{
	struct command *const c = state;
	return c->solves_units ? searcher_units_close(&c->units, o) : EXIT_SOLVED;
}

static void set_stage(struct leader *r, enum leader_stage stage)
{
	pthread_mutex_lock(&r->lock);
	r->stage = stage;
	pthread_mutex_unlock(&r->lock);
}

static void *run_command(void *argument)
{
	struct command *const c = argument;
	c->status = c->run(&c->searcher, c->argc, c->argv);
	set_stage(c->leader, LEADER_ENDED);
	return NULL;
}

/* ---- the thread that talks to MPI ---- */
static void take_message(struct leader *r, const struct message *m)
{
	switch ((enum message_kind)m->kind) {
	case MESSAGE_READY:
		leader_take_ready(r, m);
		break;
	case MESSAGE_RESULT:
		leader_take_result(r, m);
		break;
	default:
		leader_take_of_units(r, m);
		break;
	}
}

static void serve(struct leader *r)
{
	for (;;) {
		struct message m;
		bool is_busy = link_receive(r->link, &m);
		if (is_busy)
			take_message(r, &m);
		if (link_failed(r->link))
			leader_abort("not enough memory for a message");
		pthread_mutex_lock(&r->lock);
		const enum leader_stage stage = r->stage;
		if (stage == LEADER_OPENING)
			leader_ask_to_open(r);
		pthread_mutex_unlock(&r->lock);
		if (stage == LEADER_UNITS)
			leader_serve_units(r);
		if (stage == LEADER_CUBES)
			is_busy |= leader_serve_cubes(r);
		if (stage == LEADER_ENDED)
			break;
		if (!is_busy)
			link_rest();
	}
	leader_send_all(r, MESSAGE_QUIT, NULL, 0);
}

int leader_run(int (*command)(const struct searcher *searcher, int argc, char **argv), int argc, char **argv, int n_ranks)
{
	struct leader leader = {
		.link = link_create(), .n_ranks = n_ranks, .peer = calloc((size_t)n_ranks, sizeof *leader.peer), .stage = LEADER_READING,
	};
	struct command c = {.leader = &leader, .run = command, .argc = argc, .argv = argv, .solves_units = command == solve_with};
	c.searcher = (struct searcher){&c, open_ranks, close_ranks};
	pthread_t thread;
	pthread_mutex_init(&leader.lock, NULL);
	pthread_cond_init(&leader.changed, NULL);
	if (leader.link == NULL || leader.peer == NULL || pthread_create(&thread, NULL, run_command, &c) != 0)
		leader_abort("not enough memory");
	serve(&leader);
	pthread_join(thread, NULL);
	link_destroy(leader.link);
	free(leader.peer);
	pthread_cond_destroy(&leader.changed);
	pthread_mutex_destroy(&leader.lock);
	return c.status;
}
