/* Kociemba's two-phase method: short solutions at once, shorter ones the longer it runs (doc/methods-two-phase.md). */
#include "base/parallel.h"
#include "steps/two_phase_search.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void destroy(void *tables)
{
	struct two_phase_tables *const t = tables;
	if (t == NULL)
		return;
	coset_distances_destroy(t->cosets);
	free(t->subgroup);
	free(t);
}

/* Tables that do not depend on each other: phase 1's, which take longest, then the distances of phase 2. */
enum { N_PARTS = 1 + SUBGROUP_N_DISTANCES };

struct making {
	struct two_phase_tables *tables;
	bool is_made[N_PARTS];
};

static void make_part(void *context, uint32_t i)
{
	struct making *const m = context;
	if (i == 0)
		m->is_made[i] = (m->tables->cosets = coset_distances_create()) != NULL;
	else
		m->is_made[i] = subgroup_fill_distances(m->tables->subgroup, i - 1);
}

static bool create(const struct method *method, const struct method_setup *setup, void **out)
{
	(void)method;
	struct making m = {.tables = calloc(1, sizeof *m.tables)};
	bool is_made = m.tables != NULL && (m.tables->subgroup = subgroup_tables_create()) != NULL;
	if (is_made)
		parallel_for(setup->n_threads, N_PARTS, make_part, &m);
	for (unsigned i = 0; i < N_PARTS; i++)
		is_made = is_made && m.is_made[i];
	if (!is_made) {
		destroy(m.tables);
		errno = ENOMEM;
		return false;
	}
	*out = m.tables;
	return true;
}

static size_t table_bytes(const void *tables)
{
	const struct two_phase_tables *const t = tables;
	return coset_distances_bytes(t->cosets) + sizeof *t->subgroup + sizeof *t->subgroup->elements;
}

/* The solution as moves of the cube as it was given, and its phases in the order in which they are turned. */
static void write_solution(const struct two_phase_search *s, struct method_result *out)
{
	static const char *const name[3][2][2] = {  /* [axis][of the inverse][phase] */
		{{"phase 1, axis U-D", "phase 2, axis U-D"}, {"phase 1 of the inverse, axis U-D", "phase 2 of the inverse, axis U-D"}},
		{{"phase 1, axis R-L", "phase 2, axis R-L"}, {"phase 1 of the inverse, axis R-L", "phase 2 of the inverse, axis R-L"}},
		{{"phase 1, axis F-B", "phase 2, axis F-B"}, {"phase 1 of the inverse, axis F-B", "phase 2 of the inverse, axis F-B"}},
	};
	const struct variant *const v = &s->variants[s->variant];
	const unsigned back = symmetry_inverse[two_phase_axis_symmetry(v->axis)];
	for (unsigned i = 0; i < s->n_moves; i++) {
		const unsigned move = symmetry_move[back][s->moves[i]];
		if (v->is_inverse)
			out->moves[s->n_moves - 1 - i] = (uint8_t)move_inverse(move);
		else
			out->moves[i] = (uint8_t)move;
	}
	memcpy(out->stage_moves, out->moves, s->n_moves);
	out->n_moves = out->n_stage_moves = s->n_moves;
	out->n_stages = 2;
	const struct method_stage phase_1 = {.name = name[v->axis][v->is_inverse][0], .n_moves = s->n_phase1_moves};
	const struct method_stage phase_2 = {.name = name[v->axis][v->is_inverse][1], .n_moves = s->n_moves - s->n_phase1_moves};
	out->stages[0] = v->is_inverse ? phase_2 : phase_1;
	out->stages[1] = v->is_inverse ? phase_1 : phase_2;
}

/* What was proved: no solution within the rounds that were finished, and none nearer than the farthest coset from H. */
static void judge(struct two_phase_search *s, struct method_result *out)
{
	const unsigned limit = atomic_load(&s->limit), unfinished = atomic_load(&s->first_unfinished);
	const bool is_complete = unfinished >= limit;
	const enum two_phase_stop why = atomic_load(&s->stop);
	out->lower_bound = is_complete ? limit : unfinished;
	for (unsigned i = 0; i < s->n_variants; i++)
		if (s->variants[i].distance > out->lower_bound)
			out->lower_bound = s->variants[i].distance;
	out->is_optimal = s->is_solved && out->lower_bound == s->n_moves;
	if (s->is_solved) {
		out->outcome = SEARCH_SOLVED;
		out->has_hit_limit = !out->is_optimal && (why == STOP_TIME || why == STOP_ASKED);
	} else {
		out->outcome = is_complete ? SEARCH_NONE : why == STOP_ASKED ? SEARCH_INTERRUPTED : SEARCH_TIME_LIMIT;
	}
}

static void run_one(void *context, uint32_t i)
{
	(void)i;
	two_phase_search_run(context);
}

static void solve(struct method_run *run)
{
	struct two_phase_search s;
	if (!two_phase_search_init(&s, run)) {
		run->result->outcome = SEARCH_NO_MEMORY;
		return;
	}
	parallel_for(run->request->n_threads, run->request->n_threads, run_one, &s);
	if (s.is_solved)
		write_solution(&s, run->result);
	judge(&s, run->result);
	run->result->n_generated = atomic_load(&s.n_nodes);
	two_phase_search_destroy(&s);
}

const struct method two_phase_method = {
	{"two-phase", "Kociemba's two phases: short solutions in milliseconds, shorter ones the longer it runs", .usual_s = 0.1,
	 .has_stages = true, .searches = true},
	.create = create, .destroy = destroy, .table_bytes = table_bytes, .solve = solve,
};
