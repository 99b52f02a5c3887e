/* The order in which batches go through the stages, watched from a table of stages that calls the real
 * ones. */
#include "coset/kernel/fixture.h"
#include "coset/kernel/stages.h"

enum step { NOWHERE, INVERSES_INDEXED, INVERSES_READ, CHILDREN_LISTED, CHILDREN_INDEXED, MADE };

/* Of one thread; faults are counted there and told in the test's own thread. */
static struct {
	const struct stages *real;
	enum step step[2];                      /* of either batch */
	unsigned n_batches, n_two_under_way, n_wrong_steps, n_too_large, n_not_depth_first;
	uint64_t n_nodes, n_made;
} seen;

static void enter(const struct engine *k, const struct batch *b, enum step from_least, enum step from_most,
                  enum step to)
{
	enum step *const now = &seen.step[b == &k->batch[1]];
	seen.n_wrong_steps += *now < from_least || *now > from_most;
	*now = to;
}

/* A batch of a queue is not begun while one of fewer moves left holds a full batch. */
static void look_at_queues(const struct engine *k, const struct batch *b)
{
	for (unsigned left = 0; left < b->left; left++)
		seen.n_not_depth_first += engine_is_full(k, left);
}

static void index_inverses(struct engine *k, struct batch *b)
{
	const enum step other = seen.step[b == &k->batch[0]];
	enter(k, b, NOWHERE, MADE, INVERSES_INDEXED);
	look_at_queues(k, b);
	seen.n_batches++;
	seen.n_two_under_way += other >= CHILDREN_LISTED && other < MADE;
	seen.n_too_large += b->n > BATCH;
	seen.n_nodes += b->n;
	seen.real->index_inverses(k, b);
}

#define WATCH(stage, before, after) \
	static void stage(struct engine *k, struct batch *b) \
	{ \
		enter(k, b, before, before, after); \
		seen.real->stage(k, b); \
	}
WATCH(list_children, INVERSES_READ, CHILDREN_LISTED)
WATCH(index_children, CHILDREN_LISTED, CHILDREN_INDEXED)

/* Where the batch is whose entries these are; NULL: those of no stage. */
static enum step *step_of(const struct engine *k, const struct lookups *l, bool of_children)
{
	for (unsigned i = 0; i < 2; i++)
		if (l == (of_children ? &k->batch[i].children : &k->batch[i].inverses))
			return &seen.step[i];
	return NULL;
}

static void begin_reading(struct engine *k, struct lookups *l)
{
	const enum step *const inverses = step_of(k, l, false), *const children = step_of(k, l, true);
	seen.n_wrong_steps += (inverses != NULL && *inverses != INVERSES_INDEXED)
	                      || (children != NULL && *children != CHILDREN_INDEXED);
	seen.real->begin_reading(k, l);
}

static void end_reading(struct engine *k, struct lookups *l)
{
	enum step *const inverses = step_of(k, l, false);
	if (inverses != NULL)
		enter(k, &k->batch[inverses - seen.step], INVERSES_INDEXED, INVERSES_INDEXED, INVERSES_READ);
	seen.real->end_reading(k, l);
}

static void make_unpruned(struct engine *k, struct batch *b)
{
	enter(k, b, b->left <= k->cap ? CHILDREN_INDEXED : CHILDREN_LISTED, CHILDREN_INDEXED, MADE);
	const struct queue *const q = &k->queue[b->left - 1];
	const unsigned before = q->tail;
	seen.real->make_unpruned(k, b);
	seen.n_made += q->tail - before;
}

static void *create_watched(const struct heuristic *h)
{
	static struct stages watched;
	struct engine *const k = kernel_coset_core.create(h);
	if (k == NULL)
		return NULL;
	seen.real = k->stages;
	watched = *k->stages;
	watched.index_inverses = index_inverses;
	watched.begin_reading = begin_reading;
	watched.end_reading = end_reading;
	watched.list_children = list_children;
	watched.index_children = index_children;
	watched.make_unpruned = make_unpruned;
	k->stages = &watched;
	return k;
}

/* In one unit, so that queues are filled. */
static void iterate(struct worker *w, struct search *s)
{
	const struct work_unit all = {.threshold = (uint8_t)s->threshold, .last = LAST_NONE};
	search_unit(w, s, &all);
}

static void expect_order_of_stages(const struct heuristic_spec *spec)
{
	const struct heuristic h = built(spec);
	struct kernel whole = kernel_coset_core, watched;
	memset(&seen, 0, sizeof seen);
	whole.iterate = iterate;
	watched = whole;
	watched.create = create_watched;
	struct dice dice = {31};
	const struct cube c = scramble(&dice, 40);
	const unsigned threshold = cap_of(&h) + 4;
	const struct search_result expected = iterations_of(&h, &whole, 1, &c, threshold, threshold);
	cr_expect_eq(iterations_of(&h, &watched, 1, &c, threshold, threshold).n_expanded, expected.n_expanded);
	cr_expect_gt(seen.n_batches, 100u);
	cr_expect_gt(4 * seen.n_two_under_way, seen.n_batches, "%u of %u", seen.n_two_under_way, seen.n_batches);
	cr_expect_eq(seen.n_wrong_steps, 0u, "%u of %u batches", seen.n_wrong_steps, seen.n_batches);
	cr_expect_eq(seen.n_too_large, 0u);
	cr_expect_eq(seen.n_not_depth_first, 0u);
	cr_expect_gt(seen.n_nodes, BATCH / 4 * (uint64_t)seen.n_batches, "batches are filled");
	cr_expect_gt(seen.n_made, 0u);
}

Test(schedule, batches_go_through_the_stages_in_order)
{
	expect_order_of_stages(&with_parity);
	expect_order_of_stages(&with_parity_and_subcosets);
}
