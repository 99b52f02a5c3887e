#include "heuristic/predict.h"

#include "cube/random.h"

static double share_at_most(const struct distribution *d, unsigned parity, unsigned h)
{
	return h >= d->max ? 1.0 : d->at_most[parity][h];
}

struct distribution distribution_of_table(struct pdb_key key, const struct pdb_histogram *histogram)
{
	uint64_t counts[2][PDB_MAX_DEPTHS] = {{0}};
	const bool fixes_parity = key.metric == METRIC_QTM && pdb_family_of(key.coordinate.family)->fixes_parity;
	for (unsigned h = 0; h <= histogram->max_depth; h++)
		for (unsigned parity = 0; parity < 2; parity++)
			counts[parity][h] = fixes_parity && h % 2 != parity ? 0 : histogram->count[h];
	return distribution_of_sample(key.metric, counts);
}

struct distribution distribution_of_sample(enum metric metric, uint64_t counts[2][PDB_MAX_DEPTHS])
{
	struct distribution d = {.max = PDB_MAX_DEPTHS - 1};
	while (d.max > 0 && counts[0][d.max] == 0 && counts[1][d.max] == 0)
		d.max--;
	for (unsigned parity = 0; parity < 2; parity++) {
		uint64_t count[PDB_MAX_DEPTHS], total = 0, sum = 0;
		for (unsigned h = 0; h < PDB_MAX_DEPTHS; h++)
			total += count[h] = counts[parity][h] + (metric == METRIC_QTM ? 0 : counts[!parity][h]);
		for (unsigned h = 0; h < PDB_MAX_DEPTHS; h++) {
			sum += count[h];
			d.at_most[parity][h] = total > 0 ? (double)sum / (double)total : 1.0;
		}
	}
	return d;
}

uint64_t heuristic_sample(const struct heuristic *h, uint64_t seed, uint64_t n,
                          bool (*goes_on)(void *context), void *context, uint64_t counts[2][PDB_MAX_DEPTHS])
{
	struct random_source source;
	random_from_seed(&source, seed);
	uint64_t i = 0;
	for (; i < n && (i % 4096 != 0 || goes_on(context)); i++) {
		const struct cube c = random_cube(&source);
		counts[cube_is_odd(&c)][heuristic_evaluate(h, &c)]++;
	}
	return i;
}

bool distribution_of_spec(const struct heuristic_spec *spec, enum metric metric,
                            const struct pdb_histogram *histograms, struct distribution *out)
{
	const bool has_one_entry = spec->goal != NULL && spec->goal->n_looks == 1;
	if ((spec->evaluate != heuristic_largest_entry && !has_one_entry) || spec->n_tables == 0)
		return false;
	for (unsigned i = 0; i < spec->n_tables; i++) {
		const struct pdb_key key = {.coordinate = spec->table[i], .metric = metric};
		const struct distribution one = distribution_of_table(key, &histograms[i]);
		const struct distribution before = i == 0 ? one : *out;
		*out = one;
		/* Of the larger of two values, as if they were independent. */
		out->max = before.max > one.max ? before.max : one.max;
		for (unsigned parity = 0; parity < 2 && i > 0; parity++)
			for (unsigned h = 0; h < PDB_MAX_DEPTHS; h++)
				out->at_most[parity][h] = share_at_most(&before, parity, h) * share_at_most(&one, parity, h);
	}
	return true;
}

double distribution_at(const struct distribution *d, unsigned h)
{
	double share = 0;
	for (unsigned parity = 0; parity < 2; parity++)
		share += (share_at_most(d, parity, h) - (h > 0 ? share_at_most(d, parity, h - 1) : 0)) / 2;
	return share;
}

double distribution_mean(const struct distribution *d)
{
	double mean = 0;
	for (unsigned h = 1; h <= d->max; h++)
		mean += h * distribution_at(d, h);
	return mean;
}

void predict_tree(enum metric metric, unsigned max_depth, double n_nodes[])
{
	double by_last[N_LAST] = {[LAST_NONE] = 1};
	n_nodes[0] = 1;
	for (unsigned depth = 1; depth <= max_depth; depth++) {
		double next[N_LAST] = {0};
		for (unsigned last = 0; last < N_LAST; last++)
			set_foreach(move, move_successors[metric][last])
				next[move_last_after[metric][last][move]] += by_last[last];
		n_nodes[depth] = 0;
		for (unsigned last = 0; last < N_LAST; last++)
			n_nodes[depth] += by_last[last] = next[last];
	}
}

double predict_generated(enum metric metric, unsigned threshold, const struct distribution *p)
{
	double n_nodes[PREDICT_MAX_DEPTH + 2], sum = 0;
	predict_tree(metric, ++threshold, n_nodes);
	/* In QTM what is left says whether the node is odd; in HTM both rows are the same. */
	for (unsigned i = 0; i <= threshold; i++)
		sum += n_nodes[i] * share_at_most(p, (threshold - i) % 2, threshold - i);
	return sum;
}
