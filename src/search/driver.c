/* IDA*: depth-first searches with a growing threshold (R. Korf, "Depth-first iterative-deepening", AIJ 27, 1985). */
#include "search/pool.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

bool search_must_stop(const struct search *s)
{
	/* Relaxed: being told a little later only costs a little work. */
	return atomic_load_explicit(&s->stop, memory_order_relaxed) ||
	       atomic_load_explicit(&s->pool->interrupted, memory_order_relaxed);
}

static void strike(struct search *s, enum search_outcome limit)
{
	int none = SEARCH_SOLVED;
	atomic_compare_exchange_strong(&s->limit_struck, &none, (int)limit);
	atomic_store(&s->stop, true);
}

void search_report(struct worker *w, struct search *s)
{
	const uint64_t n_generated = atomic_fetch_add_explicit(&s->n_generated, w->counts.n_generated, memory_order_relaxed) +
	                             w->counts.n_generated;
	atomic_fetch_add_explicit(&s->n_expanded, w->counts.n_expanded, memory_order_relaxed);
	atomic_fetch_add_explicit(&s->n_lookups, w->counts.n_lookups, memory_order_relaxed);
	atomic_fetch_add_explicit(&s->pool->n_generated, w->counts.n_generated, memory_order_relaxed);
	w->n_expanded_reported += w->counts.n_expanded;
	w->counts = (struct node_counts){0};
	if (s->request.node_limit != 0 && n_generated >= s->request.node_limit)
		strike(s, SEARCH_NODE_LIMIT);
	if (s->request.time_limit_s > 0 && clock_monotonic_s() - s->start_s >= s->request.time_limit_s)
		strike(s, SEARCH_TIME_LIMIT);
}

void search_fail(struct search *s)
{
	strike(s, SEARCH_NO_MEMORY);
}

/* ---- solutions ---- */
static uint64_t solutions_wanted(const struct search *s)
{
	return s->request.n_solutions == SEARCH_ALL ? UINT64_MAX : (uint64_t)s->request.n_solutions;
}

bool search_wants_all(const struct search *s)
{
	return s->request.n_solutions == SEARCH_ALL || s->request.deterministic;
}

struct search_solution search_solution_of_path(const uint8_t *path, unsigned n)
{
	struct search_solution solution = {.length = (uint8_t)n};
	for (unsigned i = 0; i < n; i++) {
		uint8_t *const newest = solution.n_moves == 0 ? NULL : &solution.moves[solution.n_moves - 1];
		if (newest != NULL && *newest == path[i] && move_is_quarter(path[i]))
			*newest = (uint8_t)(move_face(path[i]) * 3 + 1);
		else
			solution.moves[solution.n_moves++] = path[i];
	}
	return solution;
}

void search_found(struct search *s, const uint8_t *path, unsigned n)
{
	pthread_mutex_lock(&s->solutions_lock);
	if (s->n_solutions == s->solutions_capacity) {
		const uint64_t capacity = s->solutions_capacity == 0 ? 16 : 2 * s->solutions_capacity;
		struct search_solution *const more = realloc(s->solutions, capacity * sizeof *more);
		if (more == NULL) {
			strike(s, SEARCH_NO_MEMORY);
			pthread_mutex_unlock(&s->solutions_lock);
			return;
		}
		s->solutions = more;
		s->solutions_capacity = capacity;
	}
	if (s->n_solutions < solutions_wanted(s) || s->request.deterministic)
		s->solutions[s->n_solutions++] = search_solution_of_path(path, n);
	if (s->n_solutions >= solutions_wanted(s) && !s->request.deterministic)
		atomic_store(&s->stop, true);
	pthread_mutex_unlock(&s->solutions_lock);
}

static int compare_solutions(const void *a, const void *b)
{
	const struct search_solution *const x = a, *const y = b;
	if (x->length != y->length)
		return x->length < y->length ? -1 : 1;
	const int order = memcmp(x->moves, y->moves, x->n_moves < y->n_moves ? x->n_moves : y->n_moves);
	return order != 0 ? order : (int)x->n_moves - (int)y->n_moves;
}

void search_result_free(struct search_result *result)
{
	free(result->solutions);
	result->solutions = NULL;
	result->n_solutions = 0;
}

/* ---- one cube ---- */
struct search_request search_request_default(const struct cube *c)
{
	return (struct search_request){.cube = *c, .n_solutions = 1, .max_length = SEARCH_MAX_LENGTH};
}

/* In QTM every move changes the parity of the permutation, so lengths are all even or all odd. */
static unsigned threshold_step(const struct search *s)
{
	return s->pool->heuristic->metric == METRIC_QTM ? 2 : 1;
}

static unsigned with_right_parity(const struct search *s, unsigned length)
{
	return threshold_step(s) == 2 && length % 2 != cube_is_odd(&s->request.cube) ? length + 1 : length;
}

/* The longest solutions that are still asked for. */
static unsigned last_threshold(const struct search *s, const struct search_result *result)
{
	const unsigned max = s->request.max_length < SEARCH_MAX_LENGTH ? s->request.max_length : SEARCH_MAX_LENGTH;
	if (s->n_solutions == 0)
		return max;
	const unsigned over = result->length + s->request.over_optimal;
	return over < max ? over : max;
}

static bool goes_on(const struct search *s, const struct search_result *result)
{
	return !search_must_stop(s) && s->n_solutions < solutions_wanted(s) && s->threshold <= last_threshold(s, result);
}

/* ---- the roots of an iteration ---- */
/* Short iterations are over before the roots are evaluated: some 1,000 look-ups and a millisecond. */
static unsigned first_threshold_with_roots(const struct heuristic *h)
{
	const unsigned largest = heuristic_largest_value(h);
	const bool is_known = largest != UINT8_MAX && largest + 4 > MAX_ROOT_PATH;
	return is_known ? largest + 4 : MAX_ROOT_PATH + 1;
}

static void free_roots(struct search *s)
{
	free(s->roots);
	free(s->order);
	free((void *)s->work);
	s->roots = NULL;
	s->order = NULL;
	s->work = NULL;
	s->frontier = NULL;
}

/* A worker keeps its frontier from cube to cube: its pages are there already. */
static struct frontier *begun_frontier(struct worker *w, const struct roots *roots)
{
	if (w->frontier == NULL)
		w->frontier = frontier_create();
	if (w->frontier != NULL)
		frontier_begin(w->frontier, roots, worker_heuristic(w)->metric);
	return w->frontier;
}

/* The same for all cubes without symmetry: made once. */
static bool fill_all_roots(struct worker *w, struct roots *roots)
{
	if (w->all_roots == NULL) {
		w->all_roots = malloc(sizeof *w->all_roots);
		if (w->all_roots == NULL)
			return false;
		roots_fill(w->all_roots, worker_heuristic(w)->metric, 1);
	}
	*roots = *w->all_roots;
	return true;
}

/* Without memory the search begins at the cube itself. */
static void make_roots(struct worker *w, struct search *s)
{
	s->roots = malloc(sizeof *s->roots);
	s->order = malloc(MAX_ROOTS * sizeof *s->order);
	s->work = calloc(MAX_ROOTS, sizeof *s->work);
	if (s->roots == NULL || s->order == NULL || s->work == NULL) {
		free_roots(s);
		return;
	}
	const struct heuristic *const h = s->pool->heuristic;
	if (s->symmetries != 1)
		roots_fill(s->roots, h->metric, s->symmetries);
	else if (!fill_all_roots(w, s->roots)) {
		free_roots(s);
		return;
	}
	if (s->pool->kernel->open != NULL && (s->frontier = begun_frontier(w, s->roots)) == NULL) {
		free_roots(s);
		return;
	}
	w->counts.n_lookups += (uint64_t)roots_evaluate(s->roots, h, &s->request.cube, s->threshold) * h->design->n_lookups;
}

struct ranked_root { uint64_t work; uint16_t number; };

static int compare_ranked(const void *a, const void *b)
{
	const struct ranked_root *const x = a, *const y = b;
	if (x->work != y->work)
		return x->work > y->work ? -1 : 1;
	return (int)x->number - (int)y->number;
}

static void count_roots(struct worker *w, const struct search *s)
{
	w->counts.n_expanded++;  /* the cube itself */
	for (unsigned i = 0; i < s->roots->n; i++) {
		const struct root *const root = &s->roots->root[i];
		w->counts.n_generated += root->bound_before <= s->threshold;
		w->counts.n_expanded += root->parent == i && root->bound <= s->threshold;
	}
}

/* Solutions are where the nodes are: where the iteration before had most of them, this one begins. */
static void order_roots(struct search *s)
{
	struct ranked_root ranked[MAX_ROOTS];
	unsigned n = 0;
	for (unsigned i = 0; i < s->roots->n; i++) {
		const struct root *const root = &s->roots->root[i];
		if (root->parent != i && root->bound <= s->threshold)
			ranked[n++] = (struct ranked_root){atomic_load_explicit(&s->work[i], memory_order_relaxed), (uint16_t)i};
		atomic_store_explicit(&s->work[i], 0, memory_order_relaxed);
	}
	if (s->frontier == NULL)  /* else that has what is known */
		qsort(ranked, n, sizeof *ranked, compare_ranked);
	for (unsigned i = 0; i < n; i++)
		s->order[i] = ranked[i].number;
	s->n_ordered = n;
	atomic_store(&s->n_begun, 0);
}

bool search_next_root(struct search *s, struct subtree *t)
{
	/* Relaxed: what is read is constant during an iteration. */
	const unsigned i = atomic_load_explicit(&s->n_begun, memory_order_relaxed) < s->n_ordered
	                 ? atomic_fetch_add_explicit(&s->n_begun, 1, memory_order_relaxed) : s->n_ordered;
	if (i >= s->n_ordered)
		return false;
	const struct root *const root = &s->roots->root[s->order[i]];
	*t = (struct subtree){.search = s, .origin = s->order[i], .n_path = root->n_path, .last = root->last};
	memcpy(t->path, root->path, sizeof root->path);
	return true;
}

/* A subtree that stands for many, which all threads take part in if they have nothing else to do. */
static void run_with_others(struct worker *w, struct search *s, const struct subtree *t)
{
	atomic_store(&s->n_open, 1);
	for (unsigned i = 1; i < s->pool->n_threads; i++)
		worker_share(w, t);
	worker_run_subtree(w, t);
	worker_help_until_closed(w, s);
}

static void take_roots(struct worker *w, struct search *s)
{
	const struct subtree roots = {.search = s, .last = LAST_NONE, .takes_roots = true};
	run_with_others(w, s, &roots);
}

/* Whether look-ups are counted behind five moves. */
static bool counts_deep(const struct search *s)
{
	return s->threshold > heuristic_largest_value(s->pool->heuristic) + DEEP_SPLIT_MOVES;
}

/* Have the kernel add to the frontier what it asks for. */
static void open_roots(struct worker *w, struct search *s)
{
	const struct subtree opening = {.search = s, .last = LAST_NONE, .opens_roots = true};
	run_with_others(w, s, &opening);
}

static void keep_lasting(struct search *s)
{
	const unsigned largest = heuristic_largest_value(s->pool->heuristic);
	if (s->threshold > largest)
		frontier_keep_lasting(s->frontier, s->threshold - largest);
}

static void deepen(struct worker *w, struct search *s)
{
	if (frontier_begin_deepening(s->frontier)) {
		open_roots(w, s);
		frontier_end_deepening(s->frontier);
	}
}

static void deepen_and_take(struct worker *w, struct search *s)
{
	struct frontier *const f = s->frontier;
	w->counts.n_expanded += f->n_deep_expanded;
	w->counts.n_generated += f->n_deep_generated;
	deepen(w, s);
	frontier_sort(f, 0);
	take_roots(w, s);
}

/* First the openings of iterations before, then what else fits this one.  Those are most of the work, and often the others
 * need not be made any more. */
static void search_frontier(struct worker *w, struct search *s)
{
	struct frontier *const f = s->frontier;
	frontier_clear(f, counts_deep(s));
	const bool is_first = f->n_lasting == 0;
	if (!is_first) {
		deepen_and_take(w, s);
		if (search_must_stop(s))
			return;
	}
	open_roots(w, s);
	if (!is_first) {
		frontier_sort(f, f->n_lasting);
		take_roots(w, s);
		return;
	}
	keep_lasting(s);
	deepen_and_take(w, s);
}

/* Leads of an iteration are of use if it was the one before.  Without memory there are none. */
static struct leads *begun_leads(struct worker *w, const struct search *s)
{
	if (w->leads == NULL)
		w->leads = leads_create();
	if (w->leads == NULL)
		return NULL;
	if (s->leads == NULL)
		leads_forget(w->leads);
	leads_begin(w->leads, s->threshold, sweeps_last_threshold(heuristic_largest_value(s->pool->heuristic)));
	return w->leads;
}

/* Whether an iteration is to be sweeps.  A worker keeps them, and leads, from cube to cube. */
static bool begin_sweeps(struct worker *w, struct search *s)
{
	const struct kernel *const kernel = s->pool->kernel;
	const unsigned cap = heuristic_largest_value(s->pool->heuristic);
	s->sweeps = NULL;
	if (s->symmetries != 1 || kernel->can_sweep == NULL || !sweeps_exist(s->threshold, cap) || !kernel->can_sweep(w->kernel_state))
		return false;
	if (w->sweeps == NULL)
		w->sweeps = sweeps_create();
	if (w->sweeps == NULL)
		return false;
	s->sweeps = w->sweeps;
	s->leads = begun_leads(w, s);
	/* Others may be busy with cubes of their own. */
	const unsigned n_active = atomic_load_explicit(&s->pool->n_active, memory_order_relaxed);
	sweeps_begin(s->sweeps, s->threshold, cap, s->pool->n_threads / n_active);
	return true;
}

static void search_by_sweeps(struct worker *w, struct search *s)
{
	const struct subtree all = {.search = s, .last = LAST_NONE, .sweeps = true};
	w->counts.n_generated += s->sweeps->n_generated;
	w->counts.n_expanded += s->sweeps->n_expanded;
	s->pool->kernel->begin_sweeps(w, s);
	run_with_others(w, s, &all);
}

static void run_iteration(struct worker *w, struct search *s)
{
	w->counts.n_generated++;  /* the cube itself */
	if (begin_sweeps(w, s)) {
		search_by_sweeps(w, s);
		return;
	}
	if (s->roots == NULL && s->threshold >= first_threshold_with_roots(s->pool->heuristic))
		make_roots(w, s);
	if (s->roots == NULL) {
		const struct subtree all = {.search = s, .last = LAST_NONE};
		atomic_store(&s->n_open, 1);
		worker_run_subtree(w, &all);
		worker_help_until_closed(w, s);
		return;
	}
	count_roots(w, s);
	order_roots(s);
	if (s->frontier != NULL)
		search_frontier(w, s);
	else
		take_roots(w, s);
}

/* What the iteration just finished adds to the result. */
static void record_iteration(struct search *s, struct search_result *result, void *tag, double begin_s)
{
	struct search_iteration *const it = &result->iterations[result->n_iterations++];
	*it = (struct search_iteration){
		.threshold = s->threshold,
		.is_complete = !search_must_stop(s),
		.n_generated = atomic_load(&s->n_generated) - result->n_generated,
		.n_expanded = atomic_load(&s->n_expanded) - result->n_expanded,
		.n_lookups = atomic_load(&s->n_lookups) - result->n_lookups,
		.n_solutions = s->n_solutions - result->n_solutions,
		.seconds = clock_monotonic_s() - begin_s,
	};
	result->n_generated += it->n_generated;
	result->n_expanded += it->n_expanded;
	result->n_lookups += it->n_lookups;
	s->n_lookups_before = it->n_lookups;
	if (result->n_solutions == 0 && s->n_solutions != 0)
		result->length = s->threshold;
	result->n_solutions = s->n_solutions;
	if (s->n_solutions == 0 && it->is_complete && result->lower_bound == s->threshold)
		result->lower_bound = s->threshold + threshold_step(s);
	struct pool *const pool = s->pool;
	if (pool->stream->iteration != NULL) {
		pthread_mutex_lock(&pool->stream_lock);
		pool->stream->iteration(pool->stream->context, tag, it);
		pthread_mutex_unlock(&pool->stream_lock);
	}
}

static enum search_outcome outcome_of(const struct search *s)
{
	const enum search_outcome limit = (enum search_outcome)atomic_load(&s->limit_struck);
	const bool has_all = s->n_solutions >= solutions_wanted(s);
	if (has_all && !search_wants_all(s))
		return SEARCH_SOLVED;  /* a limit that was noticed afterwards took nothing away */
	if (limit != SEARCH_SOLVED)
		return limit;
	if (atomic_load(&s->pool->interrupted))
		return SEARCH_INTERRUPTED;  /* with as many as were wanted, but others may come first */
	return s->n_solutions != 0 ? SEARCH_SOLVED : SEARCH_NONE;
}

/* Add the images of all solutions under the cube's symmetries; without memory those that were found must do. */
static void add_images(struct search *s)
{
	const unsigned n_symmetries = (unsigned)__builtin_popcountll(s->symmetries);
	struct search_solution *const all = malloc(s->n_solutions * n_symmetries * sizeof *all);
	if (all == NULL) {
		strike(s, SEARCH_NO_MEMORY);
		return;
	}
	uint64_t n = 0;
	for (uint64_t i = 0; i < s->n_solutions; i++)
		for (unsigned symmetry = 0; symmetry < N_SYMMETRIES; symmetry++)
			if (s->symmetries >> symmetry & 1)
				all[n++] = solution_image(&s->solutions[i], symmetry);
	qsort(all, n, sizeof *all, compare_solutions);
	uint64_t n_different = 1;
	for (uint64_t i = 1; i < n; i++)
		if (compare_solutions(&all[i], &all[n_different - 1]) != 0)
			all[n_different++] = all[i];
	free(s->solutions);
	s->solutions = all;
	s->solutions_capacity = s->n_solutions * n_symmetries;
	s->n_solutions = n_different;
}

static void finish(struct search *s, struct search_result *result)
{
	result->outcome = outcome_of(s);
	/* Found at the threshold that is also the proved bound: nothing shorter exists. */
	result->is_optimal = s->n_solutions != 0 && result->length == result->lower_bound;
	if (s->n_solutions > 1)
		qsort(s->solutions, s->n_solutions, sizeof *s->solutions, compare_solutions);
	if (s->n_solutions > solutions_wanted(s))
		s->n_solutions = solutions_wanted(s);
	result->n_solutions = s->n_solutions;
	result->solutions = s->solutions;
	result->seconds = clock_monotonic_s() - s->start_s;
	free_roots(s);
	pthread_mutex_destroy(&s->solutions_lock);
}

void driver_solve(struct worker *w, const struct search_request *request, void *tag, struct search_result *result)
{
	struct search s = {
		.pool = w->pool,
		.request = *request,
		.symmetries = cube_symmetries(&request->cube),
		.start_s = clock_monotonic_s(),
		.limit_struck = SEARCH_SOLVED,
	};
	pthread_mutex_init(&s.solutions_lock, NULL);
	w->counts = (struct node_counts){0};  /* a search that was stopped may have left some */
	*result = (struct search_result){
		.lower_bound = with_right_parity(&s, heuristic_evaluate(w->pool->heuristic, &request->cube)),
	};
	const unsigned at_least = request->min_length > result->lower_bound ? request->min_length : result->lower_bound;
	for (s.threshold = with_right_parity(&s, at_least); goes_on(&s, result); s.threshold += threshold_step(&s)) {
		const double begin_s = clock_monotonic_s();
		run_iteration(w, &s);
		if (s.n_solutions != 0 && s.symmetries != 1 && (solutions_wanted(&s) > 1 || request->deterministic))
			add_images(&s);
		record_iteration(&s, result, tag, begin_s);
	}
	finish(&s, result);
}
