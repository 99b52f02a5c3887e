/* The kernels of the coset family, by instruction set. */

#include "base/memory.h"
#include "coset/kernel/orders.h"
#include "coset/kernel/stages.h"

/* The optional orders, in which they are asked whether an iteration is theirs. */
static const struct order *const orders[] = {
	&order_bulk,
	&order_prefixes,
};
enum { N_ORDERS = sizeof orders / sizeof *orders };

static void iterate(struct worker *w, struct search *s)
{
	const struct engine *const k = w->kernel_state;
	items_foreach(order, orders, k->metric < N_METRICS ? N_ORDERS : 0)
		if ((*order)->iterate(w, s))
			return;
	search_iterate_roots(w, s);
}

static void destroy(void *state)
{
	struct engine *const k = state;
	items_foreach(order, orders, N_ORDERS)
		(*order)->destroy(k);
	free(k->queue[0].node);
	free(k);
}

static void *create(const struct heuristic *h, const struct stages *stages)
{
	coset_init();
	struct engine *const k = aligned_alloc(64, sizeof *k);
	if (k == NULL)
		return NULL;
	memset(k, 0, sizeof *k);
	const size_t each = QUEUE_NODES + QUEUE_PENDING;
	struct node *const memory = memory_alloc_huge(each * (MAX_LEFT + 1) * sizeof *memory);
	if (memory == NULL) {
		free(k);
		return NULL;
	}
	for (unsigned left = 0; left <= MAX_LEFT; left++)
		k->queue[left] =
			(struct queue){.node = memory + left * each, .pending = memory + left * each + QUEUE_NODES};
	k->stages = stages;
	k->metric = heuristic_turns(h->spec) != NULL ? coset_metric(&h->table[0].key) : h->metric;
	kernel_tables_fill(&k->tables, k->metric);
	k->t = &k->tables;
	const struct pdb *const table = k->table = &h->table[0];
	k->filter = coset_filter_of_key(table->entries, table->key);
	k->cap = table->base + COSET_THRESHOLD_SETS;
	k->has_subcosets = k->filter.n_subcosets > 1;
	k->resolution = coset_resolution_of(coset_shape_of(&table->key.coordinate), 0);
	for (unsigned class = 0; class < COSET_CLASSES; class++)
		k->class_begin[class] = coset_class_begin(&k->filter, class);
	return k;
}

static void *create_best(const struct heuristic *h)
{
#define STAGES(set, name, level) &stages_##set,
	static const struct stages *const all[] = {COSET_INSTRUCTION_SETS(STAGES)};
#undef STAGES
	return create(h, all[processor_level()]);
}

static bool is_for(const struct heuristic *h)
{
	const struct heuristic_spec *const d = h->spec;
	return d->n_tables == 1 && d->table[0].family == COORDINATE_COSET;
}

#define KERNEL(set, set_name, level) \
	static bool is_for_##set(const struct heuristic *h) { return processor_level() <= (level) && is_for(h); } \
	static void *create_##set(const struct heuristic *h) { return create(h, &stages_##set); } \
	const struct kernel kernel_coset_##set = { \
		.name = "coset, " set_name, .is_for = is_for_##set, .create = create_##set, .destroy = destroy, .run = engine_run_unit, \
		.iterate = iterate, \
	};
COSET_INSTRUCTION_SETS(KERNEL)

const struct kernel kernel_coset_core = {
	.name = "coset, core",
	.is_for = is_for,
	.create = create_best,
	.destroy = destroy,
	.run = engine_run_unit,
};
