#include "method/restricted.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

enum { CLOCK_NODES = 1 << 14, NO_FACE = N_FACES };

/* ---- runs ---- */
/* Turns of a face: how many of X, X2 and X'. */
struct multiset { unsigned n[3]; };

static unsigned effect_of(const struct multiset *s) { return (s->n[0] + 2 * s->n[1] + 3 * s->n[2]) % 4; }

static unsigned cost_of(const struct multiset *s, enum metric metric)
{
	return s->n[0] + s->n[2] + s->n[1] * move_cost(metric, 1);
}

static bool is_permitted(const struct multiset *s, uint32_t permitted, unsigned face)
{
	for (unsigned t = 0; t < 3; t++)
		if (s->n[t] > 0 && (permitted >> (face * 3 + t) & 1) == 0)
			return false;
	return true;
}

static void add_run(struct restricted *r, unsigned face, const struct multiset *s)
{
	struct restricted_run run = {.face = (uint8_t)face, .cost = (uint8_t)cost_of(s, r->metric)};
	for (unsigned t = 0; t < 3; t++)
		for (unsigned i = 0; i < s->n[t]; i++)
			run.moves[run.n_moves++] = (uint8_t)(face * 3 + t);
	run.cube = cube_after_moves(cube_solved, run.moves, run.n_moves);
	r->runs[r->n_runs++] = run;
}

/* The runs of a face that turn it by `effect` quarter turns, 1..3: at most three turns are ever needed. */
static void add_runs(struct restricted *r, unsigned face, unsigned effect)
{
	if ((r->permitted >> (face * 3 + effect - 1) & 1) != 0) {
		struct multiset one = {{0}};
		one.n[effect - 1] = 1;
		add_run(r, face, &one);
		return;
	}
	enum { N_MULTISETS = 4 * 4 * 4 };
	unsigned least = UINT32_MAX;
	for (unsigned pass = 0; pass < 2; pass++)
		for (unsigned i = N_MULTISETS; i-- > 0;) {  /* many of the first turn come first: that is the order of moves */
			const struct multiset s = {{i / 16, i / 4 % 4, i % 4}};
			const unsigned n = s.n[0] + s.n[1] + s.n[2];
			if (n > 3 || effect_of(&s) != effect || !is_permitted(&s, r->permitted, face))
				continue;
			if (pass == 0)
				least = cost_of(&s, r->metric) < least ? cost_of(&s, r->metric) : least;
			else if (cost_of(&s, r->metric) == least)
				add_run(r, face, &s);
		}
}

bool restricted_open(enum metric metric, uint32_t permitted, const struct heuristic *h, uint64_t n_positions,
                     struct restricted *out)
{
	*out = (struct restricted){.permitted = permitted, .metric = metric, .heuristic = h, .group = group_generate(permitted)};
	if (out->group == NULL || !perimeter_fill(metric, permitted, n_positions, &out->perimeter)) {
		restricted_close(out);
		return false;
	}
	for (unsigned face = 0; face < N_FACES; face++)
		for (unsigned effect = 1; effect < 4; effect++)
			add_runs(out, face, effect);
	return true;
}

void restricted_close(struct restricted *r)
{
	free(r->group);
	perimeter_free(&r->perimeter);
}

bool restricted_can_solve(const struct restricted *r, const struct cube *c)
{
	return group_contains(r->group, c);
}

/* ---- the search ---- */
struct visit {
	const struct restricted *r;
	const struct search_request *request;
	bool (*stopped)(void *context);
	void *context;
	struct search_result *out;
	uint64_t capacity, n_until_clock;
	struct search_iteration *iteration;
	double start_s;
	unsigned n_path;
	uint8_t path[SEARCH_MAX_LENGTH];
	bool has_ended;                      /* enough solutions, a limit, no memory */
};

static unsigned bound_of(const struct restricted *r, const struct cube *c)
{
	const unsigned near = perimeter_bound(&r->perimeter, c);
	const unsigned far = r->heuristic != NULL ? heuristic_evaluate(r->heuristic, c) : 0;
	return near > far ? near : far;
}

/* Whether a position may be solved by so many moves.  Far from the goal the perimeter cannot say no, so it is not asked. */
static bool may_be_near(const struct restricted *r, const struct cube *c, unsigned left)
{
	if (r->heuristic != NULL && heuristic_evaluate(r->heuristic, c) > left)
		return false;
	return left > r->perimeter.depth || perimeter_bound(&r->perimeter, c) <= left;
}

static void end(struct visit *v, enum search_outcome outcome)
{
	v->out->outcome = outcome;
	v->has_ended = true;
}

static void look_at_limits(struct visit *v)
{
	const struct search_request *const q = v->request;
	v->n_until_clock = CLOCK_NODES;
	if (q->node_limit > 0 && v->out->n_generated + v->iteration->n_generated >= q->node_limit)
		end(v, SEARCH_NODE_LIMIT);
	else if (q->time_limit_s > 0 && clock_monotonic_s() - v->start_s >= q->time_limit_s)
		end(v, SEARCH_TIME_LIMIT);
	else if (v->stopped != NULL && v->stopped(v->context))
		end(v, SEARCH_INTERRUPTED);
}

static void add_solution(struct visit *v)
{
	struct search_result *const out = v->out;
	if (out->n_solutions == v->capacity) {
		const uint64_t capacity = v->capacity * 2 + 8;
		struct search_solution *const solutions = realloc(out->solutions, capacity * sizeof *solutions);
		if (solutions == NULL) {
			end(v, SEARCH_NO_MEMORY);
			return;
		}
		out->solutions = solutions;
		v->capacity = capacity;
	}
	struct search_solution *const s = &out->solutions[out->n_solutions++];
	*s = (struct search_solution){.n_moves = (uint8_t)v->n_path, .length = (uint8_t)v->iteration->threshold};
	memcpy(s->moves, v->path, v->n_path);
	v->iteration->n_solutions++;
	if (v->request->n_solutions != SEARCH_ALL && out->n_solutions >= (uint64_t)v->request->n_solutions)
		end(v, SEARCH_SOLVED);
}

/* No run follows one of the same face, and of opposite faces U R F come first. */
static bool may_follow(unsigned face, unsigned last)
{
	return face != last && !(last < NO_FACE && last >= 3 && face == last - 3);
}

static void expand(struct visit *v, const struct cube *c, unsigned left, unsigned last)
{
	v->iteration->n_expanded++;
	for (unsigned i = 0; i < v->r->n_runs && !v->has_ended; i++) {
		const struct restricted_run *const run = &v->r->runs[i];
		if (run->cost > left || !may_follow(run->face, last))
			continue;
		const struct cube child = cube_product(c, &run->cube);
		v->iteration->n_generated++;
		v->iteration->n_lookups += v->r->heuristic != NULL ? v->r->heuristic->design->n_lookups : 0;
		if (--v->n_until_clock == 0)
			look_at_limits(v);
		if (!may_be_near(v->r, &child, left - run->cost))
			continue;
		memcpy(v->path + v->n_path, run->moves, run->n_moves);
		v->n_path += run->n_moves;
		if (left > run->cost)
			expand(v, &child, left - run->cost, run->face);
		else if (cube_is_solved(&child) && !v->has_ended)
			add_solution(v);
		v->n_path -= run->n_moves;
	}
}

/* @return whether the search goes on with longer solutions */
static bool run_iteration(struct visit *v, unsigned threshold)
{
	struct search_result *const out = v->out;
	const double start_s = clock_monotonic_s();
	v->iteration = &out->iterations[out->n_iterations++];
	*v->iteration = (struct search_iteration){.threshold = threshold, .n_generated = 1};
	const uint64_t n_before = out->n_solutions;
	if (threshold == 0 && cube_is_solved(&v->request->cube))
		add_solution(v);
	else if (threshold > 0)
		expand(v, &v->request->cube, threshold, NO_FACE);
	v->iteration->is_complete = !v->has_ended;
	v->iteration->seconds = clock_monotonic_s() - start_s;
	out->n_generated += v->iteration->n_generated;
	out->n_expanded += v->iteration->n_expanded;
	out->n_lookups += v->iteration->n_lookups;
	if (n_before == 0 && out->n_solutions > 0)
		out->length = threshold;
	return !v->has_ended;
}

/* Half turns cost 2 in quarter turns, so the parity of a cube tells the parity of its solutions. */
static unsigned first_threshold(const struct visit *v, unsigned bound)
{
	const struct search_request *const q = v->request;
	const unsigned first = q->min_length > bound ? q->min_length : bound;
	return v->r->metric == METRIC_QTM && first % 2 != cube_is_odd(&q->cube) ? first + 1 : first;
}

void restricted_solve(const struct restricted *r, const struct search_request *request, bool (*stopped)(void *context),
                      void *context, struct search_result *out)
{
	struct visit v = {.r = r, .request = request, .stopped = stopped, .context = context, .out = out,
	                  .n_until_clock = CLOCK_NODES, .start_s = clock_monotonic_s()};
	*out = (struct search_result){.outcome = SEARCH_NONE};
	if (!restricted_can_solve(r, &request->cube))
		return;
	const unsigned bound = bound_of(r, &request->cube), step = r->metric == METRIC_QTM ? 2 : 1;
	const bool is_from_bottom = request->min_length <= bound;
	out->lower_bound = bound;
	unsigned last = request->max_length;
	for (unsigned threshold = first_threshold(&v, bound); threshold <= last; threshold += step) {
		if (is_from_bottom && out->n_solutions == 0)
			out->lower_bound = threshold;
		if (!run_iteration(&v, threshold))
			break;
		if (out->n_solutions > 0 && out->length == threshold)
			last = threshold + request->over_optimal < request->max_length ? threshold + request->over_optimal : request->max_length;
		else if (out->n_solutions == 0 && is_from_bottom)
			out->lower_bound = threshold + 1;
	}
	if (!v.has_ended && out->n_solutions > 0)
		out->outcome = SEARCH_SOLVED;
	out->is_optimal = out->n_solutions > 0 && is_from_bottom;
	if (out->is_optimal)
		out->lower_bound = out->length;
	out->seconds = clock_monotonic_s() - v.start_s;
}
