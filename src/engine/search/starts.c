/* The starts of a search with several goals, or with turns that are free before the first move.
 *
 * Turns that lead from a cube to a goal solve goal^-1 * cube: that is a start, with a tree of its own.  An
 * iteration searches the trees of all starts whose bounds fit before the next one begins, so that what is
 * found first is shortest of all.  Different goals are reached by different turns, and what begins with a
 * turn of the free face is none: no solution comes twice. */
#include "search/pool.h"

static int compare_starts(const void *a, const void *b)
{
	const struct start *const x = a, *const y = b;
	return x->bound != y->bound ? (int)x->bound - (int)y->bound : memcmp(&x->cube, &y->cube, sizeof x->cube);
}

struct starts *starts_create(const struct search *s)
{
	const struct search_request *const r = &s->request;
	const size_t n_goals = r->goals != NULL ? r->n_goals : 1,
	             n = n_goals * (goal_frees_before(r->goal) ? 1 + N_MOVES : 1);
	struct starts *const starts = malloc(sizeof *starts + n * sizeof starts->start[0]);
	if (starts == NULL)
		return NULL;
	starts->n = 0;
	for (size_t i = 0; i < n; i++) {
		const uint8_t before = (uint8_t)(i / n_goals);
		const struct cube *const goal = r->goals != NULL ? &r->goals[i % n_goals] : NULL;
		if (before != 0
		    && (goal != NULL ? !goal_holds_after(r->goal, goal, before)
		                     : goal_views_after(r->goal, before) == 0))
			continue;
		const struct cube inverse = goal != NULL ? cube_inverse(goal) : cube_solved;
		const struct cube turned = before != 0 ? cube_after(&r->cube, before - 1u) : r->cube,
		                  c = cube_product(&inverse, &turned);
		starts->start[starts->n++] =
			(struct start){c, (uint8_t)search_lower_bound(s, &c), cube_is_odd(&c), before};
	}
	qsort(starts->start, starts->n, sizeof starts->start[0], compare_starts);
	return starts;
}

unsigned search_free_turn(const struct search *s, unsigned start)
{
	return s->starts != NULL ? s->starts->start[start].before : 0;
}

static void take_starts(struct worker *w, struct search *s, void *context)
{
	struct starts *const starts = context;
	const bool has_parity = search_turns_have_parity(s) && s->request.goals != NULL;
	while (!search_must_stop(s)) {
		/* Relaxed: what is read is constant during an iteration. */
		const size_t i = atomic_fetch_add_explicit(&starts->n_begun, 1, memory_order_relaxed);
		if (i >= starts->n || starts->start[i].bound > s->threshold)
			return;
		if (has_parity && starts->start[i].is_odd != s->threshold / search_stride(s) % 2)
			continue;
		const struct work_unit unit = {
			.threshold = (uint8_t)s->threshold, .last = LAST_NONE, .start = (uint16_t)i};
		w->counts.n_generated++;
		s->kernel->run(w, s, &unit);
	}
}

void search_iterate_starts(struct worker *w, struct search *s)
{
	atomic_store(&s->starts->n_begun, 0);
	search_together(w, s, take_starts, s->starts);
}
