/* Breadth-first search of a whole coordinate, by the builder of its family. */
#include "base/parallel.h"
#include "base/system.h"
#include "pdb/pdb.h"

#include <sys/mman.h>

/* A move is one step in its metric if it costs 1. */
static uint32_t unit_moves(enum metric metric)
{
	return metric == METRIC_QTM ? QUARTER_TURNS : (1u << N_MOVES) - 1;
}

bool build_goes_on(const struct build *b, uint64_t n_found)
{
	return pdb_tell(b->progress, "building", n_found, b->image->n_entries);
}

struct reported_loop {
	const struct pdb_progress *progress;
	const char *stage;
	uint32_t n_chunks;
	void (*chunk)(void *context, uint32_t i);
	void *context;
};

static void run_reported(void *context, uint32_t i)
{
	const struct reported_loop *const loop = context;
	loop->chunk(loop->context, i);
}

static bool report(void *context, uint32_t n_begun)
{
	const struct reported_loop *const loop = context;
	return pdb_tell(loop->progress, loop->stage, n_begun, loop->n_chunks);
}

bool pdb_parallel_for(const struct pdb_progress *progress, const char *stage, unsigned n_threads, uint32_t n_chunks,
                      void (*chunk)(void *context, uint32_t i), void *context)
{
	struct reported_loop loop = {progress, stage, n_chunks, chunk, context};
	return parallel_for_watched(n_threads, n_chunks, run_reported, report, &loop);
}

/* ---- on the cubie level: slow and obvious ---- */

static void set(struct pdb_image *image, uint64_t i, unsigned depth)
{
	uint8_t *const byte = &image->entries[i >> 1];
	const unsigned shift = (unsigned)(i & 1) * 4;
	*byte = (uint8_t)((*byte & ~(15u << shift)) | depth << shift);
}

enum pdb_status build_plain(const struct build *b)
{
	struct pdb_image *const image = b->image;
	const struct coordinate_key coordinate = image->key.coordinate;
	memset(image->entries, DEPTH_OPEN * 0x11, image->size_bytes);
	set(image, coordinate_rank(coordinate, &cube_solved), 0);
	uint64_t n_found = 1, n_new = 1;
	for (unsigned depth = 1; n_new != 0; depth++) {
		n_new = 0;
		for (uint64_t i = 0; i < image->n_entries; i++) {
			if (pdb_nibble(image->entries, i) != depth - 1)
				continue;
			const struct cube c = coordinate_unrank(coordinate, i);
			for (unsigned m = 0; m < N_MOVES; m++) {
				if (!(b->moves >> m & 1))
					continue;
				const struct cube after = cube_after(&c, m);
				const uint64_t j = coordinate_rank(coordinate, &after);
				if (pdb_nibble(image->entries, j) == DEPTH_OPEN) {
					set(image, j, depth);
					n_new++;
				}
			}
		}
		n_found += n_new;
		if (!build_goes_on(b, n_found))
			return PDB_INTERRUPTED;
	}
	return PDB_OK;
}

/* ---- any table ---- */

static struct pdb_histogram summarize(const struct pdb_image *image)
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

enum pdb_status pdb_build(struct pdb_key key, unsigned n_threads, const struct pdb_progress *progress, struct pdb_image *out)
{
	cube_init();
	struct pdb_image image = {
		.key = key, .n_entries = coordinate_size(key.coordinate), .base = pdb_base(key), .size_bytes = pdb_data_bytes(key),
	};
	image.entries = mmap(NULL, image.size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (image.entries == MAP_FAILED)
		return PDB_NO_MEMORY;
	system_use_huge_pages(image.entries, image.size_bytes, true);
	const struct build b = {
		.image = &image, .moves = unit_moves(key.metric), .progress = progress,
		.n_threads = n_threads < PARALLEL_MAX_THREADS ? n_threads : PARALLEL_MAX_THREADS,
	};
	const struct pdb_family *const family = pdb_family_of(key.coordinate.family);
	const enum pdb_status status = family->build != NULL ? family->build(&b) : build_plain(&b);
	if (status != PDB_OK) {
		munmap(image.entries, image.size_bytes);
		return status;
	}
	image.histogram = summarize(&image);
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
		.family = pdb_family_of(image->key.coordinate.family), .key = image->key, .entries = image->entries,
		.size_bytes = image->size_bytes, .n_entries = image->n_entries, .base = image->base, .histogram = image->histogram,
	};
}
