/* The list of methods: the search for shortest solutions, those of src/method, and the searches of the textbooks. */
#include "api/solver.h"

#include <pthread.h>
#include <string.h>

static const superflip_method optimal = {
	.name = "optimal", .summary = "proved shortest solutions, by all threads (the default)",
	.is_optimal = true, .takes_tables = true, .counts_nodes = true, .counts_quarter_turns = true, .searches = true,
};

static const char *const baseline_summary[N_BASELINES] = {
	[BASELINE_BREADTH_FIRST] = "breadth-first search: all shorter sequences, kept in memory",
	[BASELINE_DEPTH_FIRST] = "depth-first search with a growing limit",
	[BASELINE_A_STAR] = "A*: the most promising node first, all kept in memory",
	[BASELINE_IDA_STAR] = "IDA* as in the textbook, on one thread",
	[BASELINE_IDA_STAR_ORDERED] = "the same with children in the order of their bounds",
	[BASELINE_BIDIRECTIONAL] = "breadth-first search from both ends until they meet, kept in memory",
};

unsigned method_baseline(const char *name)
{
	unsigned i = 0;
	while (i < N_BASELINES && strcmp(baseline_name[i], name) != 0)
		i++;
	return i;
}

/* ---- the list, made once ---- */

enum { MAX_METHODS = 32 };

static struct {
	unsigned n;
	superflip_method method[MAX_METHODS];
} list;

static void add(superflip_method method)
{
	if (list.n < MAX_METHODS)
		list.method[list.n++] = method;
}

static void fill_list(void)
{
	add(optimal);
	for (const struct method *const *m = methods; *m != NULL; m++)
		add((superflip_method){
			.name = (*m)->name, .summary = (*m)->summary, .usual_s = (*m)->usual_time_s, .has_stages = true,
			.searches = (*m)->usual_time_s > 0, .is_hopeless = (*m)->is_hopeless,
		});
	for (unsigned i = 0; i < N_BASELINES; i++)
		add((superflip_method){
			.name = baseline_name[i], .summary = baseline_summary[i], .is_optimal = true, .searches = true, .counts_nodes = true,
			.counts_quarter_turns = true, .takes_tables = baseline_has_heuristic((enum baseline_method)i),
		});
}

const superflip_method *superflip_method_at(unsigned i)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, fill_list);
	return i < list.n ? &list.method[i] : NULL;
}

const superflip_method *superflip_method_find(const char *name)
{
	for (unsigned i = 0; name != NULL && superflip_method_at(i) != NULL; i++)
		if (strcmp(superflip_method_at(i)->name, name) == 0)
			return superflip_method_at(i);
	return NULL;
}
