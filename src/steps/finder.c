#include "steps/finder.h"

#include "cube/symmetry.h"
#include "pdb/directory.h"
#include "pdb/generate.h"
#include "pdb/message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- opening ---- */

__attribute__((format(printf, 3, 4)))
static bool refuse(const struct method_setup *setup, const struct step *step, const char *format, ...)
{
	if (setup->fault != NULL) {
		va_list arguments;
		const int n = snprintf(setup->fault, METHOD_FAULT_SIZE, "step '%s': ", step->name);
		va_start(arguments, format);
		vsnprintf(setup->fault + n, METHOD_FAULT_SIZE - (size_t)n, format, arguments);
		va_end(arguments);
	}
	errno = EINVAL;
	return false;
}

static unsigned evaluate_stage(const struct heuristic *h, const struct cube *c)
{
	const struct stage_bound *const b = (const void *)h->spec;
	return thistlethwaite_distance(b->tables, b->stage, c);
}

/* A table that is being built. */
struct table_at_work {
	const struct method_setup *setup;
	struct coordinate_key table;
};

static bool on_progress(void *context, const char *stage, uint64_t done, uint64_t total)
{
	const struct table_at_work *const work = context;
	char name[COORDINATE_NAME_MAX];
	coordinate_name(work->table, name);
	return work->setup->progress(work->setup->progress_context, name, stage, done, total);
}

static enum pdb_status build_tables(const struct heuristic_spec *spec, const struct method_setup *setup)
{
	char directory[PATH_MAX];
	enum pdb_status status = pdb_directory(setup->directory, directory);
	for (unsigned i = 0; i < spec->n_tables && status == PDB_OK; i++) {
		const struct pdb_key key = heuristic_table_key(spec, i, METRIC_HTM);
		const struct table_at_work work = {setup, key.coordinate};
		const struct pdb_progress progress = {on_progress, (void *)(uintptr_t)&work};
		const struct pdb_generate_options options = {
			.n_threads = setup->n_threads, .wait = true, .progress = setup->progress != NULL ? &progress : NULL,
		};
		char path[PATH_MAX];
		bool was_built;
		if (pdb_find(setup->directory, key, path) != PDB_OK)
			status = pdb_generate(directory, key, &options, &was_built);
	}
	return status;
}

static bool open_tables(struct finder *f, const struct heuristic_spec *spec, const struct method_setup *setup)
{
	struct pdb_key failed;
	struct heuristic h;
	enum pdb_status status = build_tables(spec, setup);
	if (status == PDB_OK)
		status = heuristic_open(spec, METRIC_HTM, setup->directory, &h, &failed);
	if (status == PDB_OK)
		status = heuristic_await_check(&h, NULL, NULL);
	if (status == PDB_INTERRUPTED) {
		errno = ECANCELED;
		return false;
	}
	if (status != PDB_OK)
		return refuse(setup, f->step, "its tables: %s", pdb_status_text(status));
	f->heuristic = h;
	return true;
}

bool finder_needs_thistlethwaite(const struct step *step, const struct step *before)
{
	const unsigned stage = thistlethwaite_stage_of(&step->goal);
	return stage > 0 && stage < N_THISTLETHWAITE_STAGES && !step->has_turn_set && step->permitted == thistlethwaite_moves[stage]
	       && before != NULL && thistlethwaite_stage_of(&before->goal) == stage - 1;
}

/* Which tables bound a step that is none of Thistlethwaite's; they may be in f->cover.
 * @return NULL (errno is set) if none are small enough, or without memory */
static const struct heuristic_spec *choose_tables(struct finder *f, const struct method_setup *setup)
{
	const struct step *const step = f->step;
	if (!step->has_turn_set && goal_n_completions(&step->goal) <= SEARCH_MAX_GOALS) {
		f->completions = goal_is_solved_cube(&step->goal) ? NULL : goal_completions(&step->goal, &f->n_completions);
		return heuristic_find(heuristic_standard);
	}
	if (step->has_turn_set && !turn_automaton_make(&step->turns, &f->turns))
		return NULL;
	const struct turn_automaton *const turns = step->has_turn_set ? &f->turns : NULL;
	if (!cover_fill(&step->goal, turns, COVER_STEP, &f->cover) && !cover_fill(&step->goal, turns, COVER_SMALL, &f->cover)) {
		refuse(setup, step, "no tables are small enough for the goal '%s'", step->goal.name);
		return NULL;
	}
	return &f->cover.spec;
}

/* The bound that a step between two of Thistlethwaite's groups has. */
static bool open_stage(struct finder *f, const struct thistlethwaite *t)
{
	const struct step *const step = f->step;
	f->bound.stage = thistlethwaite_stage_of(&step->goal);
	f->cover.goal.goal = step->goal;
	f->bound.tables = t;
	f->bound.spec = (struct heuristic_spec){
		.name = step->name, .evaluate = evaluate_stage, .goal = goal_is_solved_cube(&step->goal) ? NULL : &f->cover.goal,
	};
	return heuristic_open(&f->bound.spec, METRIC_HTM, NULL, &f->heuristic, NULL) == PDB_OK;
}

static bool open_bound(struct finder *f, const struct step *before, const struct thistlethwaite *t, const struct method_setup *setup)
{
	if (finder_needs_thistlethwaite(f->step, before))
		return open_stage(f, t);
	const struct heuristic_spec *const spec = choose_tables(f, setup);
	return spec != NULL && open_tables(f, spec, setup);
}

/* The symmetries that change neither the goal nor the turns. */
static uint64_t symmetries_of(const struct step *step)
{
	uint64_t symmetries = step->has_turn_set ? 1 : goal_symmetries(&step->goal);
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		uint32_t image = 0;
		for (unsigned m = 0; m < N_MOVES; m++)
			image |= (step->permitted >> m & 1) << symmetry_move[s][m];
		if (!step->has_turn_set && image != step->permitted)
			symmetries &= ~(UINT64_C(1) << s);
	}
	return symmetries;
}

/* The cases of the step, with those that an earlier run solved. */
static bool open_cases(struct finder *f, const struct method_setup *setup)
{
	const struct step *const step = f->step;
	unsigned n_made;
	char directory[PATH_MAX], goal[GOAL_IDENTITY_SIZE], turns[TURN_SET_TEXT_SIZE], identity[sizeof goal + sizeof turns + 100];
	f->cases = cases_make(&step->goal, f->symmetries);
	if (f->cases == NULL || pdb_directory(setup->directory, directory) != PDB_OK)
		return f->cases != NULL;
	goal_identity(&step->goal, goal);
	snprintf(turns, sizeof turns, "%05x", step->permitted);
	if (step->has_turn_set)
		turn_set_identity(&step->turns, turns);
	snprintf(identity, sizeof identity, "goal=%s\nturns=%s\nsymmetries=%jx\nsolutions=%u\nslack=%u\nbytes=%zu\n", goal, turns,
	         (uintmax_t)f->symmetries, f->n_wanted, f->slack, sizeof(struct search_solution));
	pdb_directory_make(directory, &n_made);  /* there is none yet where all tables are the system's */
	cases_keep_in(f->cases, directory, identity);
	return true;
}

bool finder_open(struct finder *f, const struct step *step, const struct step *before, const struct thistlethwaite *t,
                 const struct method_setup *setup)
{
	f->step = step;
	pthread_mutex_init(&f->lock, NULL);
	if (!open_bound(f, before, t, setup))
		return false;
	if (!step->has_turn_set && step->permitted != SEARCH_ALL_TURNS && (f->group = group_generate(step->permitted)) == NULL)
		return false;
	for (uint32_t moves = step->permitted; moves != 0; moves &= moves - 1)
		f->turns_of_faces[f->n_turns_of_faces++] = move_cube[__builtin_ctz(moves)];
	f->symmetries = symmetries_of(step);
	/* A goal of several views sees more of a cube than makes a case. */
	if (step->n_cases <= CASES_MAX && step->goal.n_views == 1 && !open_cases(f, setup))
		return false;
	return (f->idle[f->n_idle++] = pool_create_alone(&f->heuristic)) != NULL;
}

void finder_close(struct finder *f)
{
	for (unsigned i = 0; i < f->n_idle; i++)
		if (f->idle[i] != NULL)
			pool_destroy(f->idle[i]);
	if (f->step != NULL)
		pthread_mutex_destroy(&f->lock);
	if (f->heuristic.spec != NULL)
		heuristic_close(&f->heuristic);
	turn_automaton_free(&f->turns);
	cases_free(f->cases);
	free(f->completions);
	free(f->group);
}

bool finder_add_missing(const struct step *step, const struct step *before, const struct method_setup *setup, struct missing_tables *out)
{
	struct finder f = {.step = step};
	const struct heuristic_spec *const spec = finder_needs_thistlethwaite(step, before) ? &f.cover.spec : choose_tables(&f, setup);
	for (unsigned i = 0; spec != NULL && i < spec->n_tables; i++) {
		const struct pdb_key key = heuristic_table_key(spec, i, METRIC_HTM);
		char path[PATH_MAX];
		bool is_known = pdb_find(setup->directory, key, path) == PDB_OK;
		for (unsigned k = 0; k < out->n && !is_known; k++)
			is_known = pdb_key_equal(out->key[k], key);
		if (is_known)
			continue;
		out->key[out->n++] = key;
		out->bytes += PDB_HEADER_BYTES + pdb_data_bytes(key);
	}
	turn_automaton_free(&f.turns);
	free(f.completions);
	return spec != NULL;
}

/* ---- searching ---- */

/* One that no other thread searches with.  @return NULL without memory */
static struct pool *take_pool(struct finder *f)
{
	pthread_mutex_lock(&f->lock);
	struct pool *const idle = f->n_idle > 0 ? f->idle[--f->n_idle] : NULL;
	pthread_mutex_unlock(&f->lock);
	return idle != NULL ? idle : pool_create_alone(&f->heuristic);
}

static void give_back(struct finder *f, struct pool *pool)
{
	pthread_mutex_lock(&f->lock);
	const bool has_room = f->n_idle < FINDER_MAX_IDLE;
	if (has_room)
		f->idle[f->n_idle++] = pool;
	pthread_mutex_unlock(&f->lock);
	if (!has_room)
		pool_destroy(pool);
}

/* Whether whoever waits for the cube still does. */
static bool goes_on(void *context, uint64_t n_generated)
{
	const struct search_request *const limits = context;
	(void)n_generated;
	return limits->stopped == NULL || !limits->stopped(limits->context);
}

static void search(struct finder *f, const struct cube *c, const struct search_request *limits, struct search_result *out)
{
	struct search_request request = search_request_default(c), copy = *limits;
	request.n_solutions = f->n_wanted;
	request.over_optimal = f->slack;
	request.max_length = f->step->has_turn_set ? SEARCH_MAX_COST : SEARCH_MAX_LENGTH;
	request.goals = f->completions;
	request.n_goals = f->n_completions;
	request.permitted = f->step->has_turn_set ? 0 : f->step->permitted;
	request.time_limit_s = limits->time_limit_s;
	request.has_whole_tree = true;
	struct pool *const pool = take_pool(f);
	if (pool == NULL) {
		*out = (struct search_result){.outcome = SEARCH_NO_MEMORY};
		return;
	}
	pool_solve_watched(pool, &request, &(struct search_stream){.context = &copy, .tick = goes_on}, out);
	give_back(f, pool);
}

/* Solutions of a case for a cube that is seen from elsewhere. */
static bool copy_from(const struct search_solution *solutions, uint64_t n, unsigned symmetry, struct search_result *out)
{
	const uint8_t back = symmetry_inverse[symmetry];
	*out = (struct search_result){.outcome = SEARCH_SOLVED, .n_solutions = n, .solutions = malloc(n * sizeof *solutions)};
	if (out->solutions == NULL)
		return false;
	for (uint64_t i = 0; i < n; i++) {
		out->solutions[i] = solutions[i];
		for (unsigned m = 0; m < solutions[i].n_moves; m++)
			out->solutions[i].moves[m] = symmetry_move[back][solutions[i].moves[m]];
	}
	return true;
}

/* Solve a case as it is seen from its view's side, and keep that. */
static void find_in_cases(struct finder *f, const struct cube *c, const struct search_request *limits, struct search_result *out)
{
	const struct case_view view = cases_view(f->cases, c);
	uint64_t n;
	pthread_mutex_lock(&f->lock);
	const struct search_solution *known = cases_find(f->cases, &view, &n);
	pthread_mutex_unlock(&f->lock);
	struct search_result found = {.solutions = NULL};
	if (known == NULL) {
		const struct cube seen = cube_conjugate(c, view.symmetry);
		search(f, &seen, limits, &found);
		if (found.outcome != SEARCH_SOLVED) {
			*out = found;
			return;
		}
		known = found.solutions;
		n = found.n_solutions;
	}
	const bool is_copied = copy_from(known, n, view.symmetry, out);
	out->n_generated = found.n_generated;
	out->n_expanded = found.n_expanded;
	if (!is_copied)
		out->outcome = SEARCH_NO_MEMORY;
	pthread_mutex_lock(&f->lock);
	const bool is_kept = found.solutions != NULL && cases_keep(f->cases, &view, found.solutions, n);
	pthread_mutex_unlock(&f->lock);
	if (!is_kept)
		search_result_free(&found);
}

/* Whether the turns can do it: else a search would go on in vain. */
static bool is_in_reach(const struct finder *f, const struct cube *c)
{
	bool is_there = f->group == NULL || (f->completions == NULL && !goal_is_solved_cube(&f->step->goal));
	if (is_there)
		return f->group == NULL || goal_obstacle(&f->step->goal, c, f->turns_of_faces, f->n_turns_of_faces) == NULL;
	for (size_t i = 0; i < f->n_completions && !is_there; i++) {
		const struct cube back = cube_inverse(&f->completions[i]), rest = cube_product(&back, c);
		is_there = group_contains(f->group, &rest);
	}
	return is_there || (f->completions == NULL && group_contains(f->group, c));
}

void finder_find(struct finder *f, const struct cube *c, const struct search_request *request, struct search_result *out)
{
	if (!is_in_reach(f, c))
		*out = (struct search_result){.outcome = SEARCH_NONE};
	else if (f->cases != NULL)
		find_in_cases(f, c, request, out);
	else
		search(f, c, request, out);
}
