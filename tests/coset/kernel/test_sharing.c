/* The invariant of sharing: each combination of turns below a prefix is searched exactly once, whoever
 * searches what.  The threads here are engines of one worker.  Before each batch a seed decides whether
 * somebody is idle; what is shared is stolen at once, by an engine that has nothing to do, in the middle of
 * the search that shared it. */
#include "coset/kernel/fixture.h"
#include "coset/kernel/stages.h"
#include "search/pool.h"

enum { MAX_VIRTUAL = 8 };
enum policy { NEVER, ALWAYS, AT_RANDOM, N_POLICIES };

static struct {
	const struct stages *real;
	struct engine *engine[MAX_VIRTUAL];
	bool is_busy[MAX_VIRTUAL];
	unsigned n_engines;
	enum policy policy;
	struct dice dice;
	struct worker *worker;
	unsigned n_stolen;
	uint64_t n_nodes, sum;                  /* of what was expanded: a number for each node, added up */
} model;

/* FNV-1a of the inverse, which is in no frame: a path has several forms in quarter turns, as half turns are
 * two of either kind. */
static uint64_t node_number(const struct node *n, unsigned left)
{
	uint64_t number = 0xCBF29CE484222325 ^ left;
	for (unsigned i = 0; i < N_EDGES; i++)
		number = (number ^ n->inverse_edges[i]) * 0x100000001B3;
	for (unsigned i = 0; i < N_CORNERS; i++)
		number = (number ^ n->inverse_corners[i]) * 0x100000001B3;
	return number ^ number >> 29;
}

/* Siblings are not made yet: they count as their parent. */
static void record_batch(const struct engine *k, const struct batch *b)
{
	for (unsigned i = 0; i < b->n && b->n_parents == 0; i++)
		model.sum += node_number(&b->node[i], b->left);
	for (unsigned i = 0; i < b->n_parents; i++)
		model.sum += node_number(&siblings_parent(&k->siblings, b->first_parent + i)->node, b->left);
	model.n_nodes += b->n;
}

/* Run what another thread has shared. */
static void steal(struct worker *w)
{
	unsigned idle = 0;
	while (idle < model.n_engines && model.is_busy[idle])
		idle++;
	struct task *const task = idle < model.n_engines ? deque_take(&w->deque, true) : NULL;
	if (task == NULL)
		return;
	struct engine *const interrupted = w->kernel_state, *const thief = model.engine[idle];
	model.is_busy[idle] = true;
	model.n_stolen++;
	w->kernel_state = thief;
	thief->count = interrupted->count;  /* it takes part in the iteration, too */
	thief->counted = interrupted->counted;
	thief->counted_search = interrupted->counted_search;
	thief->counted_threshold = interrupted->counted_threshold;
	engine_run_unit(w, task->search, &task->unit);
	w->kernel_state = interrupted;
	model.is_busy[idle] = false;
	atomic_fetch_sub(&task->search->n_open, 1);
	free(task);
}

static void index_inverses(struct engine *k, struct batch *b)
{
	record_batch(k, b);
	model.real->index_inverses(k, b);
	struct worker *const w = model.worker;
	const bool is_wanted =
		model.policy == ALWAYS || (model.policy == AT_RANDOM && dice_below(&model.dice, 3) == 0);
	atomic_store(&w->pool->n_idle, is_wanted ? 1 : 0);
	while (!deque_is_empty(&w->deque) && (model.policy == ALWAYS || dice_below(&model.dice, 2) == 0)) {
		const unsigned before = model.n_stolen;
		steal(w);
		if (model.n_stolen == before)
			break;
	}
}

static void *create(const struct heuristic *h)
{
	static struct stages watched;
	struct engine *const k = kernel_best(h)->create(h);
	if (k == NULL)
		return NULL;
	model.real = k->stages;
	watched = *k->stages;
	watched.index_inverses = index_inverses;
	k->stages = &watched;
	return k;
}

static void begin(struct worker *w, enum policy policy, uint64_t seed)
{
	model.worker = w;
	model.policy = policy;
	model.dice = (struct dice){seed};
	model.n_engines = 2 + (unsigned)(seed % (MAX_VIRTUAL - 1));
	model.n_nodes = model.sum = 0;
	for (unsigned i = 1; i < MAX_VIRTUAL; i++)
		model.is_busy[i] = false;
	model.is_busy[0] = true;
	model.engine[0] = w->kernel_state;
}

static void create_engines(const struct heuristic *h)
{
	model.n_stolen = 0;
	for (unsigned i = 1; i < MAX_VIRTUAL; i++) {
		model.engine[i] = create(h);
		cr_assert_not_null(model.engine[i]);
	}
}

static void destroy_engines(const struct kernel *kernel)
{
	for (unsigned i = 1; i < MAX_VIRTUAL; i++)
		kernel->destroy(model.engine[i]);
}

/* ---- one unit after the other, thousands of them ---- */
static unsigned n_seeds;

/* Two turns of different axes, and as many moves below them as are shared. */
static struct work_unit unit_of_seed(const struct search *s, unsigned seed)
{
	const unsigned first = seed % 3, second = (first + 1 + seed / 3 % 2) % 3;
	return (struct work_unit){
		.threshold = (uint8_t)s->threshold, .n_prefix = 2, .last = (uint8_t)(1 + 3 + second),
		.prefix = {(uint8_t)(first * 3 + 2 * (seed % 2)), (uint8_t)(second * 3 + 2 * (seed / 2 % 2))},
	};
}

static void iterate_units(struct worker *w, struct search *s)
{
	for (unsigned seed = 0; seed < n_seeds; seed++) {
		const struct work_unit unit = unit_of_seed(s, seed);
		uint64_t n_nodes = 0, sum = 0;
		for (enum policy policy = NEVER; policy < N_POLICIES; policy++) {
			begin(w, policy, seed);
			search_unit(w, s, &unit);
			if (policy == NEVER) {
				n_nodes = model.n_nodes;
				sum = model.sum;
			}
			cr_assert_gt(model.n_nodes, 0);
			cr_assert_eq(model.n_nodes, n_nodes, "seed %u, policy %d: %lu nodes, not %lu", seed, policy,
			             model.n_nodes, n_nodes);
			cr_assert_eq(model.sum, sum, "seed %u, policy %d: other nodes", seed, policy);
		}
	}
}

static void expect_shared_units_are_the_whole(const struct heuristic_spec *spec, enum metric metric)
{
	n_seeds = are_slow_wanted() ? 5000 : 500;
	const struct heuristic full = fixture_heuristic(spec, metric), h = with_bulk(&full, false);
	struct kernel kernel = *kernel_best(&h);
	kernel.create = create;
	kernel.iterate = iterate_units;
	create_engines(&h);
	struct dice dice = {41};
	const struct cube c = scramble_in(metric, &dice, 60);
	const unsigned length = threshold_above_cap(&h, &c, 5);
	iterations_of(&h, &kernel, 1, &c, length, length);
	cr_expect_gt(model.n_stolen, n_seeds, "%u units were stolen", model.n_stolen);
	destroy_engines(&kernel);
}

Test(sharing, each_combination_of_turns_is_searched_once)
{
	expect_shared_units_are_the_whole(&with_parity, METRIC_HTM);
	expect_shared_units_are_the_whole(&with_parity_and_subcosets, METRIC_HTM);
	expect_shared_units_are_the_whole(&with_parity, METRIC_QTM);
}

/* ---- whole iterations, by prefixes ---- */
static enum policy policy_now;
static unsigned seed_now;
static const struct kernel *real_kernel;

static void iterate_watched(struct worker *w, struct search *s)
{
	begin(w, policy_now, seed_now);
	real_kernel->iterate(w, s);
	atomic_store(&w->pool->n_idle, 0);
}

static void expect_shared_prefixes_are_the_whole(enum metric metric)
{
	enum { FEW_SEEDS = 2, MANY_SEEDS = 30 };
	const struct heuristic full = fixture_heuristic(&with_parity, metric), h = with_bulk(&full, false);
	struct kernel kernel = *kernel_best(&h);
	real_kernel = kernel_best(&h);
	kernel.create = create;
	kernel.iterate = iterate_watched;
	create_engines(&h);
	struct dice dice = {8};
	const struct cube c = scramble_in(metric, &dice, 60);
	const unsigned first = threshold_above_cap(&h, &c, are_slow_wanted() ? 4 : 3);
	const unsigned step = metric == METRIC_HTM ? 1 : 2;
	uint64_t n_nodes = 0, sum = 0;
	for (seed_now = 0; seed_now < (are_slow_wanted() ? MANY_SEEDS : FEW_SEEDS); seed_now++) {
		policy_now = seed_now == 0 ? NEVER : seed_now == 1 ? ALWAYS : AT_RANDOM;
		cr_assert_eq(iterations_of(&h, &kernel, 1, &c, first, first + step).n_iterations, 2);
		n_nodes = seed_now == 0 ? model.n_nodes : n_nodes;
		sum = seed_now == 0 ? model.sum : sum;
		cr_assert_eq(model.n_nodes, n_nodes, "seed %u: %lu nodes, not %lu", seed_now, model.n_nodes, n_nodes);
		cr_assert_eq(model.sum, sum, "seed %u: other nodes", seed_now);
	}
	cr_expect_gt(model.n_stolen, 0u);
	destroy_engines(&kernel);
}

Test(sharing, iterations_by_prefixes_are_the_whole)
{
	expect_shared_prefixes_are_the_whole(METRIC_HTM);
	expect_shared_prefixes_are_the_whole(METRIC_QTM);
}
