#include "pieces/kernel_batches.h"

/* Children with nothing left: their bounds are 0. */
static void report_solutions(struct search *s, struct batches *b)
{
	for (unsigned i = 0; i < b->n[0]; i++) {
		const struct trail *const trail = batches_node(b, 0, i);
		const struct cube end = search_cube_after(s, b->start, trail->path, trail->n_path);
		if (heuristic_is_reached(b->heuristic, &end))
			search_found(s, b->start, trail->path, trail->n_path);
	}
	b->n[0] = 0;
}

/* Offer half of the largest subtrees to an idle thread. */
static void share(struct worker *w, struct search *s, struct batches *b)
{
	unsigned left = b->top;
	while (left > 0 && b->n[left] == 0)
		left--;
	if (left < b->share_min_left)
		return;
	struct work_unit unit = {
		.threshold = (uint8_t)s->threshold,
		.spent = (uint8_t)(s->threshold - left),
		.start = b->start,
		.counter = b->counter,
	};
	for (unsigned n = (b->n[left] + 1) / 2; n > 0; n--) {
		const struct trail *const trail = batches_node(b, left, b->n[left] - 1);
		unit.n_prefix = trail->n_path;
		unit.last = trail->last;
		memcpy(unit.prefix, trail->path, trail->n_path);
		if (!worker_share(w, s, &unit))
			return;
		b->n[left]--;
	}
}

/* The stack to go on with; 0: all are empty. */
static unsigned next_stack(const struct batches *b)
{
	unsigned left = b->top;
	for (unsigned first = 1; first <= b->top; first++) {
		/* Few nodes get close to the leaves: waiting there for a full batch would hide solutions until the
		 * iteration's end. */
		const unsigned moves = first / b->least_cost,
		               n = moves <= 4 ? 1 : moves == 5 ? 4 : moves == 6 ? 16 : BATCH;
		if (b->n[first] >= (n < b->batch ? n : b->batch))
			return first;
	}
	while (left > 0 && b->n[left] == 0)
		left--;
	return left;
}

void batches_run(struct worker *w, struct search *s, const struct work_unit *unit)
{
	struct batches *const b = w->kernel_state;
	b->top = search_left(s, unit);
	b->start = unit->start;
	b->counter = unit->counter;
	memset(b->n, 0, sizeof b->n);  /* a stopped search has left nodes behind */
	const struct cube c = search_unit_cube(s, unit);
	struct trail *const root = batches_node(b, b->top, 0);
	memset(root, 0, b->node_bytes);
	root->last = unit->last;
	root->n_path = unit->n_prefix;
	memcpy(root->path, unit->prefix, unit->n_prefix);
	b->fill_root(b, &c, root);
	b->n[b->top] = 1;
	if (b->top == 0)
		report_solutions(s, b);
	for (unsigned left = next_stack(b); left != 0 && !search_must_stop(s); left = next_stack(b)) {
		const unsigned n = b->n[left] < b->batch ? b->n[left] : b->batch;
		b->n[left] -= n;
		w->counts.n_expanded += n;
		b->expand(w, batches_node(b, left, b->n[left]), n, left);
		if (b->n[0] != 0)
			report_solutions(s, b);
		if (w->counts.n_generated >= REPORT_NODES)
			search_report(w, s);
		if (worker_should_share(w))
			share(w, s, b);
	}
}

/* ---- set-up ---- */

bool batches_take_turns(struct batches *b, const struct turn_automaton *turns)
{
	b->turns = turns;
	b->least_cost = turns != NULL ? turns->cheapest : 1;
	b->dearest_cost = turns != NULL ? turns->dearest : 1;
	const size_t n_stacks = (b->dearest_cost == 1 ? SEARCH_MAX_LENGTH : SEARCH_MAX_COST) + (size_t)1;
	if (n_stacks > b->n_stacks) {
		free(b->nodes);
		b->nodes = aligned_alloc(64, (b->node_bytes * STACK_NODES * n_stacks + 63) / 64 * 64);
		b->n_stacks = b->nodes != NULL ? n_stacks : 0;
	}
	return b->nodes != NULL;
}

bool batches_begin(struct batches *b)
{
	for (unsigned last = 0; last < N_LAST; last++) {
		struct successors *const s = &b->successors[last];
		set_foreach(move, move_successors[b->heuristic->metric][last])
			s->move[s->n++] = (uint8_t)move;
		for (unsigned j = 0; j < MOVE_ROW; j++)
			s->column[j] = j < s->n ? s->move[j] : MOVE_ROW - 1;
	}
	return batches_take_turns(b, heuristic_turns(b->heuristic->spec));
}

void batches_end(struct batches *b)
{
	free(b->nodes);
}
