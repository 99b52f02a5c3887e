#include "mpi/leader.h"

#include "api/solver.h"
#include "base/clock.h"
#include "base/words.h"
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>

void leader_set_stage(struct leader *r, enum leader_stage stage)
{
	pthread_mutex_lock(&r->lock);
	r->stage = stage;
	pthread_mutex_unlock(&r->lock);
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
	solver->backend = (struct solver_backend){.context = r, .run = r->solves_units ? leader_run_units : leader_run_cubes};
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
	leader_set_stage(r, LEADER_ENDED);
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
		leader_take_result(r, m);
	else
		leader_take_of_units(r, m);
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
			leader_serve_units(r);
		else if (r->stage == LEADER_CUBES)
			is_busy |= leader_serve_cubes(r);
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
