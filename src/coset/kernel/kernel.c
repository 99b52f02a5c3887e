/* The kernels of the coset family, by instruction set. */
#include "coset/kernel/kernels.h"

#include "coset/kernel/orders.h"
#include "coset/kernel/stages.h"

#include <stdlib.h>

/* The optional orders, in which they are asked whether an iteration is theirs. */
static const struct order *const orders[] = {
	&order_bulk,
	&order_prefixes,
};
enum { N_ORDERS = sizeof orders / sizeof *orders };

static void iterate(struct worker *w, struct search *s)
{
	for (unsigned i = 0; i < N_ORDERS; i++)
		if (orders[i]->iterate(w, s))
			return;
	search_iterate_roots(w, s);
}

static void destroy(void *state)
{
	struct engine *const k = state;
	for (unsigned i = 0; i < N_ORDERS; i++)
		orders[i]->destroy(k);
	queues_destroy(&k->queues);
	free(k);
}

static void read_table(struct engine *k, const struct pdb *table)
{
	const struct coset_filter filter_blocks = coset_filter_of_key(table->entries, table->key);
	k->table = table;
	k->shape = coset_shape_of(&table->key.coordinate);
	k->reader = coset_reader_of(&filter_blocks);
	k->cap = table->base + COSET_THRESHOLD_SETS;
	k->has_subcosets = filter_blocks.n_subcosets > 1;
	coset_resolution_fill(&k->resolution, k->shape);
	for (unsigned class = 0; class < COSET_CLASSES; class++)
		k->class_begin[class] = coset_class_begin(&filter_blocks, class);
}

static void *create(const struct heuristic *h, const struct stages *stages)
{
	coset_init();
	struct engine *const k = aligned_alloc(64, (sizeof *k + 63) / 64 * 64);
	if (k == NULL)
		return NULL;
	memset(k, 0, sizeof *k);
	if (!queues_create(&k->queues)) {
		free(k);
		return NULL;
	}
	k->stages = stages;
	k->metric = h->metric;
	k->t = kernel_tables(h->metric);
	read_table(k, &h->table[0]);
	return k;
}

static void *create_avx512(const struct heuristic *h)
{
	return create(h, &stages_avx512);
}

static void *create_avx2(const struct heuristic *h)
{
	return create(h, &stages_avx2);
}

static void *create_portable(const struct heuristic *h)
{
	return create(h, &stages_portable);
}

static void *create_best(const struct heuristic *h)
{
	return create(h, stages_avx512.run_here() ? &stages_avx512 : stages_avx2.run_here() ? &stages_avx2 : &stages_portable);
}

static bool is_for(const struct heuristic *h)
{
	const struct heuristic_spec *const d = h->spec;
	return d->n_tables == 1 && d->table[0].family == COORDINATE_COSET;
}

static bool is_for_avx512(const struct heuristic *h)
{
	return stages_avx512.run_here() && is_for(h);
}

static bool is_for_avx2(const struct heuristic *h)
{
	return stages_avx2.run_here() && is_for(h);
}

const struct kernel kernel_coset_avx512 = {
	.name = "coset, AVX-512", .is_for = is_for_avx512, .create = create_avx512, .destroy = destroy, .run = engine_run_unit,
	.iterate = iterate,
};

const struct kernel kernel_coset_avx2 = {
	.name = "coset, AVX2", .is_for = is_for_avx2, .create = create_avx2, .destroy = destroy, .run = engine_run_unit,
	.iterate = iterate,
};

const struct kernel kernel_coset_portable = {
	.name = "coset, portable", .is_for = is_for, .create = create_portable, .destroy = destroy, .run = engine_run_unit,
	.iterate = iterate,
};

const struct kernel kernel_coset_core = {
	.name = "coset, core", .is_for = is_for, .create = create_best, .destroy = destroy, .run = engine_run_unit,
};
