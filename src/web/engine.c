#include "web/engine.h"

#include "report/prediction.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a method without a kernel searches with, as the command does. */
static const char plain_heuristic[] = "korf";

/* Opening the tables of a request.  One thread at a time builds. */
struct work {
	bool builds;                             /* else missing tables are SUPERFLIP_TABLE_MISSING */
	superflip_progress_function *progress;   /* NULL: nobody listens */
	void *context;
	char table[64];                          /* that was begun last */
	unsigned n_begun;
	uint64_t reserved_bytes;
};

static bool on_progress(void *context, const char *table, const char *stage, uint64_t done, uint64_t total)
{
	struct work *const w = context;
	if (strcmp(stage, "building") == 0 && strncmp(w->table, table, sizeof w->table - 1) != 0) {
		w->n_begun++;
		snprintf(w->table, sizeof w->table, "%s", table);
	}
	return w->progress == NULL || w->progress(w->context, table, stage, done, total);
}

bool web_engine_is_too_large(const struct web_engine *e, const superflip_goal_info *info)
{
	return e->most_bytes != 0 && !info->is_installed && info->file_bytes > e->most_bytes;
}

/* Whether tables that are missing may be built.  What was built stays, so it counts as long as the server runs.
 * @param who  "the goal 'cross' needs"; NULL: a turn set, whose tables were chosen by their size */
static superflip_status reserve_disk(struct web_engine *e, const superflip_goal_info *info, const char *who,
                                     struct work *w, superflip_error *error)
{
	const uint64_t mebibytes = (info->file_bytes + (1 << 20) - 1) >> 20;
	if (info->is_installed)
		return SUPERFLIP_OK;
	*error = (superflip_error){.status = SUPERFLIP_TOO_LARGE};
	if (who != NULL && web_engine_is_too_large(e, info))
		snprintf(error->text, sizeof error->text, "%s tables of %" PRIu64 " MiB; this tab builds at most %" PRIu64,
		         who, mebibytes, e->most_bytes >> 20);
	else if (e->goal_bytes != 0 && atomic_load(&e->goal_bytes_taken) + info->file_bytes > e->goal_bytes)
		snprintf(error->text, sizeof error->text,
		         "%s tables of %" PRIu64 " MiB, more than this server builds for requests",
		         who != NULL ? who : "these turns need", mebibytes);
	else
		error->status = w->builds ? SUPERFLIP_OK : SUPERFLIP_TABLE_MISSING;
	if (error->status == SUPERFLIP_OK) {
		w->reserved_bytes = info->file_bytes;
		atomic_fetch_add(&e->goal_bytes_taken, info->file_bytes);
	}
	return error->status;
}

static superflip_status open_tables(struct web_engine *e, superflip_metric metric, const char *heuristic, superflip_tables **out,
                                    superflip_error *error)
{
	superflip_tables_options options = e->options;
	options.metric = metric;
	options.heuristic = heuristic;
	return superflip_tables_open(&options, out, error);
}

/* The tables that a request's method wants; NULL if it wants none.  The lock is held. */
static superflip_status tables_for(struct web_engine *e, const struct web_request *r, superflip_tables **out, superflip_error *error)
{
	const superflip_metric metric = (superflip_metric)r->problem.metric;
	const bool is_search = problem_is_search(&r->problem);
	*out = NULL;
	if (r->problem.puzzle != SUPERFLIP_3X3 || !r->problem.method->takes_tables)
		return SUPERFLIP_OK;
	superflip_tables **const slot = is_search ? &e->tables[metric] : &e->plain_tables[metric];
	if (*slot == NULL) {
		superflip_status status = open_tables(e, metric, is_search ? e->options.heuristic : plain_heuristic, slot, error);
		/* Who started the server named tables for half turns; quarter turns are asked for by clients. */
		if (status == SUPERFLIP_TABLE_MISSING && metric == SUPERFLIP_QTM)
			status = open_tables(e, metric, "auto", slot, error);
		if (status != SUPERFLIP_OK)
			return status;
	}
	if (is_search && e->prediction[metric] == NULL)
		e->prediction[metric] = prediction_start(*slot);
	*out = *slot;
	return SUPERFLIP_OK;
}

static superflip_status create_solver(struct web_engine *e, const struct web_request *r, superflip_tables *tables,
                                      struct work *w, superflip_solver **out, superflip_error *error)
{
	superflip_solver_options options = problem_solver_options(&r->problem);
	options.n_threads = e->options.n_threads;
	options.memory_bytes = e->node_memory_bytes;
	options.directory = e->options.directory;
	options.progress = on_progress;
	options.progress_context = w;
	return superflip_solver_create(&options, tables, out, error);
}

static superflip_status reserve_for_goal(struct web_engine *e, const superflip_tables_options *options,
                                         struct work *w, superflip_error *error)
{
	char text[sizeof error->text];
	const char *const who = options->goal != NULL ? text : NULL;
	superflip_goal_info info;
	superflip_goal_info_init(&info);
	const superflip_status status = superflip_goal_measure(options, &info, error);
	if (options->goal != NULL)
		snprintf(text, sizeof text, "the goal '%s' needs", superflip_goal_name(options->goal));
	return status == SUPERFLIP_OK ? reserve_disk(e, &info, who, w, error) : status;
}

/* A list's tables are mapped for each job, too; its solver builds those that are missing. */
static superflip_status make_solver_of_steps(struct web_engine *e, const struct web_request *r, struct work *w,
                                             superflip_solver **out, superflip_error *error)
{
	superflip_solver_options options = problem_solver_options(&r->problem);
	superflip_goal_info info;
	superflip_goal_info_init(&info);
	options.directory = e->options.directory;
	superflip_status status = superflip_steps_measure(&options, &info, error);
	if (status == SUPERFLIP_OK)
		status = reserve_disk(e, &info, "these steps need", w, error);
	return status == SUPERFLIP_OK ? create_solver(e, r, NULL, w, out, error) : status;
}

/* Goals of pieces and turn sets have tables of their own. */
static bool has_own_tables(const struct web_request *r)
{
	return r->pieces != NULL || r->problem.turns != NULL;
}

/* These are mapped for each job: they are small, or were checked when they were mapped first. */
static superflip_status make_solver_of_own_tables(struct web_engine *e, const struct web_request *r, const superflip_turns *turns,
                                                  struct work *w, superflip_solver **out, superflip_error *error)
{
	superflip_tables *tables;
	superflip_tables_options options = e->options;
	options.metric = turns != NULL ? SUPERFLIP_HTM : (superflip_metric)r->problem.metric;
	options.heuristic = NULL;
	options.goal = r->pieces;
	options.turns = turns;
	options.builds_missing = w->builds;
	options.memory_bytes = turns != NULL && e->turn_bytes != 0 ? e->turn_bytes : options.memory_bytes;
	options.progress = on_progress;
	options.progress_context = w;
	superflip_status status = reserve_for_goal(e, &options, w, error);
	if (status == SUPERFLIP_OK)
		status = superflip_tables_open(&options, &tables, error);
	if (status != SUPERFLIP_OK)
		return status;
	status = create_solver(e, r, tables, w, out, error);
	superflip_tables_close(tables);
	return status;
}

/* Where a request's solver is kept; NULL: it is of its own. */
static superflip_solver **slot_of(struct web_engine *e, const struct web_request *r)
{
	unsigned method = 0;
	while (superflip_method_at(method) != r->problem.method)
		method++;
	const struct superflip_problem *const p = &r->problem;
	const bool is_shared = e->await == NULL && p->permitted == SUPERFLIP_ALL_MOVES && !has_own_tables(r)
	                       && !p->method->takes_steps && method < WEB_MAX_METHODS;
	return is_shared ? &e->solver[p->puzzle][p->metric][method] : NULL;
}

static superflip_status find_shared(struct web_engine *e, const struct web_request *r, struct work *w,
                                    superflip_solver **out, superflip_error *error)
{
	superflip_solver *of_its_own = NULL, **const kept = slot_of(e, r);
	superflip_solver **const solver = kept != NULL ? kept : &of_its_own;
	superflip_tables *tables;
	superflip_status status = SUPERFLIP_OK;
	pthread_mutex_lock(&e->lock);
	if (*solver == NULL)
		status = tables_for(e, r, &tables, error);
	if (*solver == NULL && status == SUPERFLIP_OK)
		status = create_solver(e, r, tables, w, solver, error);
	*out = *solver;
	pthread_mutex_unlock(&e->lock);
	return status;
}

/* Without the lock, so that other requests go on. */
static superflip_status build_shared_tables(struct web_engine *e, superflip_metric metric, struct work *w,
                                            superflip_error *error)
{
	superflip_tables_options options = e->options;
	superflip_catalogue *catalogue;
	options.metric = metric;
	options.heuristic = plain_heuristic;
	options.progress = on_progress;
	options.progress_context = w;
	superflip_status status = superflip_catalogue_make(&options, 0, &catalogue, error);
	if (status != SUPERFLIP_OK)
		return status;
	const char *const who = metric == SUPERFLIP_QTM ? "quarter turns need" : "this method needs";
	const superflip_goal_info info = {.file_bytes = superflip_catalogue_find(catalogue, plain_heuristic)->file_bytes};
	superflip_catalogue_free(catalogue);
	status = reserve_disk(e, &info, who, w, error);
	return status == SUPERFLIP_OK ? superflip_tables_build(&options, error) : status;
}

static superflip_status find_solver(struct web_engine *e, const struct web_request *r, struct work *w,
                                    superflip_solver **out, superflip_error *error)
{
	if (r->problem.method->takes_steps)
		return make_solver_of_steps(e, r, w, out, error);
	superflip_turns *few = NULL;
	superflip_tables_options options = e->options;
	options.metric = (superflip_metric)r->problem.metric;
	options.goal = r->pieces;
	superflip_status status = r->problem.turns == NULL ? superflip_turns_of_tables(&options, r->problem.permitted, &few, error) : SUPERFLIP_OK;
	if (status != SUPERFLIP_OK)
		return status;
	if (has_own_tables(r) || few != NULL) {
		status = make_solver_of_own_tables(e, r, few != NULL ? few : r->problem.turns, w, out, error);
		superflip_turns_free(few);
		if (few == NULL || status != SUPERFLIP_TOO_LARGE)
			return status;
	}
	if (e->await != NULL && r->problem.puzzle == SUPERFLIP_3X3 && r->problem.method->takes_tables) {
		status = e->await(error);
		if (status != SUPERFLIP_OK)
			return status;
	}
	status = find_shared(e, r, w, out, error);
	if (status == SUPERFLIP_TABLE_MISSING) {
		status = build_shared_tables(e, (superflip_metric)r->problem.metric, w, error);
		if (status == SUPERFLIP_OK)
			status = find_shared(e, r, w, out, error);
	}
	return status;
}

superflip_status web_engine_borrow(struct web_engine *e, const struct web_request *request, bool builds,
                                   superflip_progress_function *progress, void *context, superflip_solver **out,
                                   superflip_error *error)
{
	struct work w = {.builds = builds, .progress = progress, .context = context};
	const superflip_status status = find_solver(e, request, &w, out, error);
	/* A second table that was begun leaves the first on the disk. */
	if (status != SUPERFLIP_OK && w.n_begun < 2)
		atomic_fetch_sub(&e->goal_bytes_taken, w.reserved_bytes);
	return status;
}

void web_engine_return(struct web_engine *e, const struct web_request *request, superflip_solver *solver)
{
	if (slot_of(e, request) == NULL)
		superflip_solver_free(solver);
}

struct web_engine *web_engine_new(const superflip_tables_options *options, uint64_t node_memory_bytes, uint64_t goal_bytes)
{
	struct web_engine *const e = calloc(1, sizeof *e);
	if (e == NULL)
		return NULL;
	e->options = *options;
	e->node_memory_bytes = node_memory_bytes;
	e->goal_bytes = goal_bytes;
	pthread_mutex_init(&e->lock, NULL);
	return e;
}

superflip_status web_engine_open(const superflip_tables_options *options, uint64_t node_memory_bytes, uint64_t goal_bytes,
                                 struct web_engine **out, superflip_error *error)
{
	struct web_engine *const e = web_engine_new(options, node_memory_bytes, goal_bytes);
	if (e == NULL)
		return SUPERFLIP_NO_MEMORY;
	e->options.builds_missing = true;
	const struct web_request request = web_request_default();
	superflip_solver *solver;
	superflip_status status = superflip_tables_open(&e->options, &e->tables[SUPERFLIP_HTM], error);
	e->options.builds_missing = false;
	if (status == SUPERFLIP_OK)
		status = web_engine_borrow(e, &request, false, NULL, NULL, &solver, error);
	if (status != SUPERFLIP_OK) {
		web_engine_close(e);
		return status;
	}
	e->n_threads = superflip_solver_threads(solver);
	e->options.progress = NULL;  /* from now on other threads open what is missing, and nobody watches */
	*out = e;
	return SUPERFLIP_OK;
}

void web_engine_close(struct web_engine *e)
{
	for (unsigned metric = 0; metric < WEB_N_METRICS; metric++) {
		prediction_stop(e->prediction[metric]);
		for (unsigned puzzle = 0; puzzle < WEB_N_PUZZLES; puzzle++)
			for (unsigned method = 0; method < WEB_MAX_METHODS; method++)
				superflip_solver_free(e->solver[puzzle][metric][method]);
		superflip_tables_close(e->tables[metric]);
		superflip_tables_close(e->plain_tables[metric]);
	}
	pthread_mutex_destroy(&e->lock);
	free(e);
}

superflip_tables *web_engine_tables(struct web_engine *e)
{
	return e->tables[SUPERFLIP_HTM];  /* set before anybody else had the engine */
}

double web_engine_predict(struct web_engine *e, const struct web_request *request, unsigned threshold)
{
	const struct superflip_problem *const p = &request->problem;
	const bool is_predictable = p->puzzle == SUPERFLIP_3X3 && p->permitted == SUPERFLIP_ALL_MOVES
	                            && problem_is_search(p) && !has_own_tables(request);
	struct prediction *const prediction = is_predictable ? e->prediction[p->metric] : NULL;
	const superflip_cube *const cube = p->position == NULL ? request->cube : NULL;
	return prediction != NULL ? prediction_of(prediction, cube, threshold) : 0;
}

bool web_engine_bound(struct web_engine *e, const superflip_cube *cube, unsigned *out)
{
	superflip_tables *const tables = web_engine_tables(e);
	if (tables == NULL || superflip_cube_puzzle(cube) != SUPERFLIP_3X3 || superflip_tables_checked_share(tables) < 1
	    || superflip_tables_fault(tables, NULL) != SUPERFLIP_OK)
		return false;
	*out = superflip_tables_bound(tables, cube);
	return true;
}
