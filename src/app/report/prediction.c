#include "report/prediction.h"

#include "session/session.h"
#include "heuristic/predict.h"
#include "search/units.h"

enum { SAMPLE = 100000 };

static const uint64_t sample_seed = 1;  /* the same predictions after every start */

struct prediction {
	superflip_tables *tables;
	pthread_t thread;
	atomic_bool stops;
	atomic_bool is_ready;                  /* released after n_nodes is filled, acquired before it is read */
	double n_nodes[SUPERFLIP_MAX_LENGTH + 1];
};

static bool goes_on(void *context)
{
	const struct prediction *const p = context;
	return !atomic_load_explicit(&p->stops, memory_order_relaxed);
}

static bool check_goes_on(void *context, const superflip_progress *progress)
{
	return goes_on(context);
}

static void *run(void *context)
{
	struct prediction *const p = context;
	uint64_t counts[2][PDB_MAX_DEPTHS] = {0};
	const struct heuristic *const h = &p->tables->heuristic;
	/* Of a table that is not sound nothing is predicted. */
	if (superflip_tables_await_check(p->tables, check_goes_on, p, NULL) != SUPERFLIP_OK
	    || heuristic_sample(h, sample_seed, SAMPLE, goes_on, p, counts) < SAMPLE)
		return NULL;
	const struct distribution distribution = distribution_of_sample(h->metric, counts);
	/* predict.h knows no deeper tree */
	for (unsigned threshold = 0; threshold < SUPERFLIP_MAX_LENGTH; threshold++)
		p->n_nodes[threshold] = predict_generated(h->metric, threshold, &distribution);
	atomic_store_explicit(&p->is_ready, true, memory_order_release);
	return NULL;
}

struct prediction *prediction_start(superflip_tables *tables)
{
	struct prediction *const p = calloc(1, sizeof *p);
	if (p == NULL)
		return NULL;
	p->tables = tables;
	if (!HAS_THREADS)
		run(p);
	if (!HAS_THREADS || pthread_create(&p->thread, NULL, run, p) == 0)
		return p;
	free(p);
	return NULL;
}

void prediction_stop(struct prediction *p)
{
	if (p == NULL)
		return;
	atomic_store_explicit(&p->stops, true, memory_order_relaxed);
	if (HAS_THREADS)
		pthread_join(p->thread, NULL);
	free(p);
}

/* The share of the tree that is searched where symmetries of the cube take first moves to each other, or
 * solutions can be turned round. */
static double searched_share(enum metric metric, uint64_t symmetries, const struct cube *c)
{
	enum { DEPTH = 20 };
	double n_nodes[DEPTH + 1], n_below[2] = {0, 0};
	predict_tree(metric, DEPTH, n_nodes);
	for (unsigned k = 0; k < 2; k++) {
		struct unit_list roots;
		if (k == 0 && metric == METRIC_HTM && unit_list_has_shifts(c)
		        ? !unit_list_fill_shifts(&roots, metric, symmetries)
		        : !unit_list_fill(&roots, metric, k == 0 ? symmetries : 1, UNIT_MOVES_MIN))
			return 1;
		for (uint32_t i = 0; i < roots.n_units; i++)
			n_below[k] += n_nodes[DEPTH - unit_list_unit(&roots, i, DEPTH).n_prefix];
		unit_list_free(&roots);
	}
	return n_below[0] / n_below[1];
}

double prediction_of(struct prediction *p, const superflip_cube *cube, unsigned threshold)
{
	if (threshold > SUPERFLIP_MAX_LENGTH || !atomic_load_explicit(&p->is_ready, memory_order_acquire))
		return 0;
	const struct heuristic *const h = &p->tables->heuristic;
	const bool is_divided = cube != NULL && threshold >= roots_first_threshold(h);
	const uint64_t symmetries = is_divided ? heuristic_symmetries(h, &cube->cube) : 1;
	return p->n_nodes[threshold] * (symmetries != 1 ? searched_share(h->metric, symmetries, &cube->cube) : 1);
}
