#include "pdb/build.h"

#include "base/parallel.h"
#include "pdb/count.h"

#include <sys/mman.h>

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

uint64_t pdb_builder_bytes(struct pdb_key key, unsigned n_threads)
{
	const struct pdb_family *const family = pdb_family_of(key.coordinate.family);
	if (family->builder_bytes != NULL)
		return family->builder_bytes(&key, n_threads);
	const uint64_t move_tables_and_lists = UINT64_C(16) << 20;
	return pdb_data_bytes(key) / 4 + move_tables_and_lists;
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

static enum pdb_status run_builder(const struct build *b)
{
	const struct pdb_family *const family = pdb_family_of(b->image->key.coordinate.family);
	return family->build != NULL ? family->build(b) : build_plain(b);
}

enum pdb_status pdb_build(struct pdb_key key, unsigned n_threads, const struct pdb_progress *progress, struct pdb_image *out)
{
	cube_init();
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
	image.histogram = pdb_summarize(&image);
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
		.family = pdb_family_of(image->key.coordinate.family), .key = image->key, .entries = image->entries, .size_bytes = image->size_bytes, .n_entries = image->n_entries,
		.base = image->base, .histogram = image->histogram,
	};
}
