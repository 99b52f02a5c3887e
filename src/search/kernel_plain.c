/* The search as in the textbook: one cube after the other, every bound from heuristic_evaluate(). */
#include "search/kernel.h"

#include <string.h>

enum { SHARE_MIN_LEFT = 7 };      /* smaller subtrees are not worth giving away */

struct visit {
	struct worker *worker;
	const struct heuristic *heuristic;
	struct search *search;
	struct work_unit node;        /* the path to where the search is */
};

static void expand(struct visit *v, const struct cube *cube, unsigned left);

/* A child whose bound fits: a solution, a subtree for somebody idle, or the next to be expanded. */
static void enter(struct visit *v, const struct cube *cube, unsigned left)
{
	if (left == 0) {
		if (cube_is_solved(cube))
			search_found(v->search, v->node.prefix, v->node.n_prefix);
		return;
	}
	if (left >= SHARE_MIN_LEFT && worker_should_share(v->worker) && worker_share(v->worker, v->search, &v->node))
		return;
	expand(v, cube, left);
}

static void expand(struct visit *v, const struct cube *cube, unsigned left)
{
	struct node_counts *const counts = &v->worker->counts;
	const enum metric metric = v->heuristic->metric;
	const unsigned last = v->node.last;
	if (counts->n_generated >= REPORT_NODES)
		search_report(v->worker, v->search);
	counts->n_expanded++;
	for (uint32_t moves = move_successors[metric][last]; moves != 0 && !search_must_stop(v->search); moves &= moves - 1) {
		const unsigned move = (unsigned)__builtin_ctz(moves);
		const struct cube child = cube_after(cube, move);
		counts->n_generated++;
		counts->n_lookups += v->heuristic->design->n_lookups;
		if (heuristic_evaluate(v->heuristic, &child) >= left)
			continue;
		v->node.prefix[v->node.n_prefix++] = (uint8_t)move;
		v->node.last = move_last_after[metric][last][move];
		enter(v, &child, left - 1);
		v->node.n_prefix--;
	}
	v->node.last = (uint8_t)last;
}

static void run(struct worker *w, struct search *s, const struct work_unit *unit)
{
	struct visit v = {.worker = w, .heuristic = worker_heuristic(w), .search = s, .node = *unit};
	const struct cube cube = cube_after_moves(s->request.cube, unit->prefix, unit->n_prefix);
	const unsigned left = unit->threshold - unit->n_prefix;
	if (left == 0)
		enter(&v, &cube, 0);
	else
		expand(&v, &cube, left);
}

static bool is_for_any(const struct heuristic *h)
{
	(void)h;
	return true;
}

/* No scratch memory: any address but NULL will do. */
static void *create(const struct heuristic *h)
{
	static char nothing;
	(void)h;
	return &nothing;
}

static void destroy(void *state)
{
	(void)state;
}

const struct kernel kernel_plain = {
	.name = "plain",
	.is_for = is_for_any,
	.create = create,
	.destroy = destroy,
	.run = run,
};
