/* Breadth-first search of a whole coordinate, by the builder of its family. */
#include "base/memory.h"
#include "cube/turn_automaton.h"
#include "pdb/pdb.h"

/* Of a metric, the moves that cost 1. */
static struct build build_of(struct pdb *image, unsigned n_threads, const struct pdb_progress *progress)
{
	const struct pdb_key *const key = &image->key;
	const struct pdb_scale scale = pdb_scale_of(&key->costs);
	struct build b = {
		.image = image, .progress = progress, .levels = scale.levels,
		.n_threads = n_threads < PARALLEL_MAX_THREADS ? n_threads : PARALLEL_MAX_THREADS,
	};
	for (uint8_t element = 0; element < N_AXIS_TURNS; element++) {
		const unsigned first = axis_turns_first(element), second = axis_turns_second(element);
		const bool is_move =
			(first == 0) != (second == 0) && (key->metric == METRIC_HTM || (first + second) % 2 == 1);
		const unsigned exact =
			key->metric == METRIC_OF_TURNS ? key->costs.of[element] / scale.divisor : is_move;
		const unsigned cost = exact < PDB_MAX_COST ? exact : PDB_MAX_COST;
		if (cost == 0)
			continue;
		struct build_turn *const turn = &b.turn[b.n_turns++];
		turn->n_moves = (uint8_t)elements_to_moves(&element, 1, turn->moves);
		turn->cost = (uint8_t)cost;
		if (turn->n_moves == 1 && cost == 1)
			b.moves |= 1u << turn->moves[0];
		b.largest_cost = cost > b.largest_cost ? cost : b.largest_cost;
	}
	return b;
}

bool build_goes_on(const struct build *b, uint64_t n_found)
{
	return pdb_tell(b->progress, "building", n_found, b->image->n_entries);
}

struct reported {
	const struct pdb_progress *progress;
	const char *stage;
	uint32_t n_chunks;
};

static bool report(void *watcher, uint32_t n_begun)
{
	const struct reported *const loop = watcher;
	return pdb_tell(loop->progress, loop->stage, n_begun, loop->n_chunks);
}

bool pdb_parallel_for(const struct pdb_progress *progress, const char *stage, unsigned n_threads,
                      uint32_t n_chunks, parallel_chunk *chunk, void *context)
{
	return parallel_for_watched(n_threads, n_chunks, chunk, context, report,
	                            &(struct reported){progress, stage, n_chunks});
}

/* ---- any table ---- */

enum status pdb_build(struct pdb_key key, unsigned n_threads, const struct pdb_progress *progress,
                      struct pdb *out)
{
	cube_init();
	const struct pdb_family *const family = pdb_family_of(key.coordinate.family);
	struct pdb image = {
		.family = family, .key = key, .n_entries = coordinate_size(key.coordinate), .base = pdb_base(key),
		.size_bytes = pdb_data_bytes(key), .mapping_bytes = pdb_data_bytes(key),
	};
	image.mapping = memory_map_huge(image.size_bytes);
	if (image.mapping == NULL)
		return STATUS_NO_MEMORY;
	image.entries = image.mapping;
	const struct build b = build_of(&image, n_threads, progress);
	const enum status status = family->build(&b);
	if (status != STATUS_OK) {
		pdb_close(&image);
		return status;
	}
	uint64_t count[PDB_MAX_DEPTHS] = {0};
	if (family->summarize != NULL)
		family->summarize(&image, count);
	else
		pdb_count(&key, image.entries, image.size_bytes, 0, count);
	image.histogram = pdb_histogram_of(count);
	*out = image;
	return STATUS_OK;
}
