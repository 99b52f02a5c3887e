#include "search/starts.h"

#include <stdlib.h>
#include <string.h>

static int compare_starts(const void *a, const void *b)
{
	const struct start *const x = a, *const y = b;
	return x->bound != y->bound ? (int)x->bound - (int)y->bound : memcmp(&x->cube, &y->cube, sizeof x->cube);
}

struct starts *starts_create(const struct search *s, unsigned (*bound)(const struct search *s, const struct cube *c))
{
	const size_t n = s->request.n_goals;
	struct starts *const starts = malloc(sizeof *starts + n * sizeof starts->start[0]);
	if (starts == NULL)
		return NULL;
	starts->n = n;
	for (size_t i = 0; i < n; i++) {
		const struct cube inverse = cube_inverse(&s->request.goals[i]), c = cube_product(&inverse, &s->request.cube);
		starts->start[i] = (struct start){c, (uint8_t)bound(s, &c), cube_is_odd(&c)};
	}
	qsort(starts->start, n, sizeof starts->start[0], compare_starts);
	return starts;
}

static void take_starts(struct worker *w, struct search *s, void *context)
{
	struct starts *const starts = context;
	const bool has_parity = worker_heuristic(w)->metric == METRIC_QTM;
	while (!search_must_stop(s)) {
		/* Relaxed: what is read is constant during an iteration. */
		const size_t i = atomic_fetch_add_explicit(&starts->n_begun, 1, memory_order_relaxed);
		if (i >= starts->n || starts->start[i].bound > s->threshold)
			return;
		if (has_parity && starts->start[i].is_odd != s->threshold % 2)
			continue;
		const struct work_unit unit = {.threshold = (uint8_t)s->threshold, .last = LAST_NONE, .start = (uint16_t)i};
		w->counts.n_generated++;
		s->kernel->run(w, s, &unit);
	}
}

void search_iterate_starts(struct worker *w, struct search *s)
{
	atomic_store(&s->starts->n_begun, 0);
	search_together(w, s, take_starts, s->starts);
}
