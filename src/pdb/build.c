#include "pdb/build.h"

#include "coord/edges.h"
#include "base/parallel.h"

#include <sys/mman.h>

unsigned pdb_base(struct pdb_key key)
{
	return key.coordinate.kind == COORDINATE_COSET ? coset_cap(key.coordinate.coset, key.metric) - COSET_LEVELS : 0;
}

uint64_t pdb_data_bytes(struct pdb_key key)
{
	if (key.coordinate.kind == COORDINATE_COSET)
		return coset_lines_begin(coset_side_log2(key.metric, pdb_base(key))) + coset_lines_bytes(key.coordinate.coset);
	return (coordinate_size(key.coordinate) + 1) / 2;
}

bool pdb_builder_is_short_of_memory(struct pdb_key key)
{
	const uint64_t little = UINT64_C(64) << 20, least = key.coordinate.coset.has_layers ? 4 * little : little;
	return key.coordinate.kind == COORDINATE_COSET && pdb_data_bytes(key) / 4 < least;
}

uint64_t pdb_builder_bytes(struct pdb_key key, unsigned n_threads)
{
	/* Move tables and lists; of cosets, the sheets of one group and a desk for each thread. */
	enum { USUAL_THREADS = 2 };
	const uint64_t mebibyte = 1 << 20, quarter = pdb_data_bytes(key) / 4;
	if (key.coordinate.kind != COORDINATE_COSET)
		return quarter + 16 * mebibyte;
	const bool has_layers = key.coordinate.coset.has_layers;
	const uint64_t usual = pdb_builder_is_short_of_memory(key) ? (has_layers ? 4u : 1u) * 88 * mebibyte : quarter;
	return usual + (n_threads > USUAL_THREADS ? n_threads - USUAL_THREADS : 0) * (has_layers ? 24u : 10u) * mebibyte;
}

/* A move is one step in its metric if it costs 1. */
static uint32_t unit_moves(enum metric metric)
{
	return metric == METRIC_QTM ? QUARTER_TURNS : (1u << N_MOVES) - 1;
}

bool build_goes_on(const struct build *b, uint64_t n_found)
{
	return b->progress == NULL || b->progress->tell(b->progress->context, "building", n_found, b->image->n_entries);
}

static void count_depths(struct pdb_image *image)
{
	/* Four sets of counters, so that equal neighbours do not wait for each other. */
	static const unsigned n_sets = 4;
	uint64_t pairs[4][256] = {{0}};
	const uint64_t n_pairs = image->n_entries / 2;
	for (uint64_t i = 0; i < n_pairs; i++)
		pairs[i % n_sets][image->entries[i]]++;
	struct pdb_histogram h = {.max_depth = 0};
	for (unsigned set = 0; set < n_sets; set++)
		for (unsigned byte = 0; byte < 256; byte++) {
			h.count[byte & 15] += pairs[set][byte];
			h.count[byte >> 4] += pairs[set][byte];
		}
	if (image->n_entries % 2 != 0)
		h.count[image->entries[n_pairs] & 15]++;
	for (unsigned d = 0; d < PDB_MAX_DEPTHS; d++)
		if (h.count[d] != 0)
			h.max_depth = d;
	image->histogram = h;
}

static enum pdb_status run_builder(const struct build *b)
{
	switch (b->image->key.coordinate.kind) {
	case COORDINATE_CORNERS: return build_corners(b);
	case COORDINATE_EDGES: return build_edges(b);
	case COORDINATE_COSET: return build_coset(b);
	default: return build_plain(b);
	}
}

enum pdb_status pdb_build(struct pdb_key key, unsigned n_threads, const struct pdb_progress *progress, struct pdb_image *out)
{
	edges_init();
	struct pdb_image image = {
		.key = key, .n_entries = coordinate_size(key.coordinate), .base = pdb_base(key), .size_bytes = pdb_data_bytes(key),
	};
	image.entries = mmap(NULL, image.size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (image.entries == MAP_FAILED)
		return PDB_NO_MEMORY;
	madvise(image.entries, image.size_bytes, MADV_HUGEPAGE);
	const struct build b = {
		.image = &image, .moves = unit_moves(key.metric), .progress = progress,
		.n_threads = n_threads < PARALLEL_MAX_THREADS ? n_threads : PARALLEL_MAX_THREADS,
	};
	const enum pdb_status status = run_builder(&b);
	if (status != PDB_OK) {
		munmap(image.entries, image.size_bytes);
		return status;
	}
	if (key.coordinate.kind != COORDINATE_COSET)
		count_depths(&image);
	*out = image;
	return PDB_OK;
}

void pdb_image_free(struct pdb_image *image)
{
	munmap(image->entries, image->size_bytes);
	*image = (struct pdb_image){.entries = NULL};
}

struct pdb pdb_of_image(const struct pdb_image *image)
{
	return (struct pdb){
		.key = image->key, .entries = image->entries, .size_bytes = image->size_bytes, .n_entries = image->n_entries,
		.base = image->base, .histogram = image->histogram,
	};
}
