/* What families say, and what holds where they say nothing. */
#include "pdb/pdb.h"

/* ---- coordinates ---- */

uint64_t coordinate_size(struct coordinate_key key)
{
	return pdb_family_of(key.family)->size(&key);
}

uint64_t coordinate_rank(struct coordinate_key key, const struct cube *c)
{
	return pdb_family_of(key.family)->rank(&key, c);
}

void coordinate_name(struct coordinate_key key, char name[COORDINATE_NAME_MAX])
{
	const struct pdb_family *const family = pdb_family_of(key.family);
	if (family->only_name != NULL)
		snprintf(name, COORDINATE_NAME_MAX, "%s", family->only_name);
	else
		family->name(key.parameter, name);
}

bool coordinate_parse(const char *name, struct coordinate_key *out)
{
	for (uint32_t id = 0; id < pdb_n_families; id++) {
		const struct pdb_family *const family = pdb_families[id];
		struct coordinate_key key = {.family = id};
		if (family == NULL)
			continue;
		if (family->only_name != NULL ? strcmp(family->only_name, name) == 0
		                              : family->parse != NULL && family->parse(name, key.parameter)) {
			*out = key;
			return true;
		}
	}
	return false;
}

/* ---- tables ---- */

bool pdb_is_served(struct pdb_key key)
{
	const struct pdb_family *const family = pdb_family_of(key.coordinate.family);
	return family->serves == NULL || family->serves(&key);
}

unsigned pdb_base(struct pdb_key key)
{
	const struct pdb_family *const family = pdb_family_of(key.coordinate.family);
	return family->base != NULL ? family->base(&key) : 0;
}

uint64_t pdb_data_bytes(struct pdb_key key)
{
	const struct pdb_family *const family = pdb_family_of(key.coordinate.family);
	return family->data_bytes != NULL ? family->data_bytes(&key) : (coordinate_size(key.coordinate) + 1) / 2;
}

uint64_t pdb_generate_memory_bytes(struct pdb_key key, unsigned n_threads)
{
	const struct pdb_family *const family = pdb_family_of(key.coordinate.family);
	const uint64_t data_bytes = pdb_data_bytes(key), move_tables_and_lists = UINT64_C(16) << 20;
	return data_bytes + (family->builder_bytes != NULL ? family->builder_bytes(&key, n_threads)
	                                                   : data_bytes / 4 + move_tables_and_lists);
}

uint64_t pdb_n_counted(struct pdb_key key)
{
	const struct pdb_family *const family = pdb_family_of(key.coordinate.family);
	return family->n_counted != NULL ? family->n_counted(&key) : coordinate_size(key.coordinate);
}

const struct pdb_known *pdb_known_at(unsigned i)
{
	for (uint32_t id = 0; id < pdb_n_families; id++) {
		const struct pdb_family *const family = pdb_families[id];
		if (family == NULL)
			continue;
		if (i < family->n_known)
			return &family->known[i];
		i -= family->n_known;
	}
	return NULL;
}

const struct pdb_known *pdb_known_find(struct coordinate_key coordinate)
{
	const struct pdb_family *const family = pdb_family_of(coordinate.family);
	for (unsigned i = 0; family != NULL && i < family->n_known; i++)
		if (coordinate_equal(family->known[i].coordinate, coordinate))
			return &family->known[i];
	return NULL;
}

bool pdb_known_histogram(struct pdb_key key, struct pdb_histogram *out)
{
	const struct pdb_known *const known = pdb_known_find(key.coordinate);
	if (known == NULL || key.metric == METRIC_OF_TURNS || known->count[key.metric][0] == 0)
		return false;
	*out = pdb_histogram_of(known->count[key.metric]);
	return true;
}

bool pdb_known_agrees(struct pdb_key key, const struct pdb_histogram *histogram)
{
	struct pdb_histogram expected;
	return !pdb_known_histogram(key, &expected)
	       || memcmp(expected.count, histogram->count, sizeof expected.count) == 0;
}

/* ---- entries by depth ---- */

void pdb_count(const struct pdb_key *key, const uint8_t *bytes, size_t size, uint64_t offset,
               uint64_t count[PDB_MAX_DEPTHS])
{
	const struct pdb_family *const family = pdb_family_of(key->coordinate.family);
	if (family->count != NULL) {
		family->count(key, bytes, size, offset, count);
		return;
	}
	/* Bytes hold two entries each.  Four sets of counters, so that equal neighbours do not wait for each
	 * other. */
	enum { N_SETS = 4 };
	const uint64_t n_entries = coordinate_size(key->coordinate);
	uint64_t pairs[N_SETS][256] = {{0}};
	for (size_t i = 0; i < size; i++)
		pairs[i % N_SETS][bytes[i]]++;
	items_foreach(pair, pairs, N_SETS)
		for (unsigned byte = 0; byte < 256; byte++) {
			count[byte & 15] += (*pair)[byte];
			count[byte >> 4] += (*pair)[byte];
		}
	/* The high half of the last byte means nothing after an odd number of entries. */
	if (n_entries % 2 != 0 && offset + size == (n_entries + 1) / 2)
		count[bytes[size - 1] >> 4]--;
}

bool pdb_count_agrees(const struct pdb_key *key, const uint64_t counted[PDB_MAX_DEPTHS],
                      const uint64_t stated[PDB_MAX_DEPTHS])
{
	const struct pdb_family *const family = pdb_family_of(key->coordinate.family);
	const unsigned merged = family->merged_depth != NULL ? family->merged_depth(key) : 0;
	uint64_t n_counted = 0, n_stated = 0;
	for (unsigned depth = 0; depth < PDB_MAX_DEPTHS; depth++) {
		n_counted += counted[depth];
		n_stated += stated[depth];
		if (depth < merged)
			continue;
		if (n_counted != n_stated)
			return false;
		n_counted = n_stated = 0;
	}
	return true;
}

struct pdb_histogram pdb_histogram_of(const uint64_t count[PDB_MAX_DEPTHS])
{
	struct pdb_histogram histogram = {.max_depth = 0};
	for (unsigned depth = 0; depth < PDB_MAX_DEPTHS; depth++) {
		histogram.count[depth] = count[depth];
		if (count[depth] != 0)
			histogram.max_depth = depth;
	}
	return histogram;
}

double pdb_histogram_mean(const struct pdb_histogram *histogram)
{
	uint64_t n_entries = 0, sum = 0;
	for (unsigned d = 0; d < PDB_MAX_DEPTHS; d++) {
		n_entries += histogram->count[d];
		sum += histogram->count[d] * d;
	}
	return (double)sum / (double)n_entries;
}

struct pdb_scale pdb_scale_of(const struct turn_costs *costs)
{
	unsigned dearest = 1, cheapest = UINT8_MAX;
	items_foreach(cost, costs->of, N_AXIS_TURNS) {
		dearest = *cost > dearest ? *cost : dearest;
		cheapest = *cost != 0 && *cost < cheapest ? *cost : cheapest;
	}
	const unsigned wanted = (dearest + PDB_MAX_COST - 1) / PDB_MAX_COST,
	               divisor = wanted < cheapest ? wanted : cheapest;
	const unsigned levels = (dearest / divisor < PDB_MAX_COST ? dearest / divisor : PDB_MAX_COST) * 3 / 4;
	return (struct pdb_scale){divisor, levels > 1 ? levels : 1, dearest <= PDB_MAX_COST};
}
