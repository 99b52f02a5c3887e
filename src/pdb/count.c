#include "pdb/count.h"

uint64_t pdb_n_counted(struct pdb_key key)
{
	const struct pdb_family *const family = pdb_family_of(key.coordinate.family);
	return family->n_counted != NULL ? family->n_counted(&key) : coordinate_size(key.coordinate);
}

/* Of bytes that hold two entries each. */
static void count_nibbles(const uint8_t *bytes, size_t size, uint64_t count[PDB_MAX_DEPTHS])
{
	/* Four sets of counters, so that equal neighbours do not wait for each other. */
	enum { N_SETS = 4 };
	uint64_t pairs[N_SETS][256] = {{0}};
	for (size_t i = 0; i < size; i++)
		pairs[i % N_SETS][bytes[i]]++;
	for (unsigned set = 0; set < N_SETS; set++)
		for (unsigned byte = 0; byte < 256; byte++) {
			count[byte & 15] += pairs[set][byte];
			count[byte >> 4] += pairs[set][byte];
		}
}

void pdb_count(const struct pdb_key *key, const uint8_t *bytes, size_t size, uint64_t offset,
               uint64_t count[PDB_MAX_DEPTHS])
{
	const struct pdb_family *const family = pdb_family_of(key->coordinate.family);
	if (family->count != NULL) {
		family->count(key, bytes, size, offset, count);
		return;
	}
	const uint64_t n_entries = coordinate_size(key->coordinate);
	count_nibbles(bytes, size, count);
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

struct pdb_histogram pdb_summarize(const struct pdb_image *image)
{
	const struct pdb_family *const family = pdb_family_of(image->key.coordinate.family);
	uint64_t count[PDB_MAX_DEPTHS] = {0};
	struct pdb_histogram histogram;
	if (family->summarize != NULL) {
		family->summarize(image, &histogram);
		return histogram;
	}
	pdb_count(&image->key, image->entries, image->size_bytes, 0, count);
	return pdb_histogram_of(count);
}
