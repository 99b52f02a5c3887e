/* Breadth-first search of a whole coordinate, by the builder of its family. */
#include "base/memory.h"
#include "base/parallel.h"
#include "cube/turn_automaton.h"
#include "pdb/pdb.h"

#include <stdlib.h>

static void add_turn(struct build *b, unsigned element, unsigned cost)
{
	struct build_turn *const turn = &b->turn[b->n_turns++];
	const uint8_t path = (uint8_t)element;
	turn->n_moves = (uint8_t)elements_to_moves(&path, 1, turn->moves);
	turn->cost = (uint8_t)cost;
	if (turn->n_moves == 1 && cost == 1)
		b->moves |= 1u << turn->moves[0];
	b->largest_cost = cost > b->largest_cost ? cost : b->largest_cost;
}

/* Of a metric, the moves that cost 1. */
struct build build_of(struct pdb *image, unsigned n_threads, const struct pdb_progress *progress)
{
	const struct pdb_key *const key = &image->key;
	const struct pdb_scale scale = pdb_scale_of(&key->costs);
	struct build b = {
		.image = image, .progress = progress, .levels = scale.levels,
		.n_threads = n_threads < PARALLEL_MAX_THREADS ? n_threads : PARALLEL_MAX_THREADS,
	};
	for (unsigned element = 0; element < N_AXIS_TURNS; element++) {
		const unsigned first = axis_turns_first(element), second = axis_turns_second(element);
		const bool is_move =
			(first == 0) != (second == 0) && (key->metric == METRIC_HTM || (first + second) % 2 == 1);
		const unsigned cost =
			key->metric == METRIC_OF_TURNS ? key->costs.of[element] / scale.divisor : is_move;
		if (cost != 0)
			add_turn(&b, element, cost < PDB_MAX_COST ? cost : PDB_MAX_COST);
	}
	return b;
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

bool pdb_parallel_for(const struct pdb_progress *progress, const char *stage, unsigned n_threads,
                      uint32_t n_chunks, void (*chunk)(void *context, uint32_t i), void *context)
{
	struct reported_loop loop = {progress, stage, n_chunks, chunk, context};
	return parallel_for_watched(n_threads, n_chunks, run_reported, report, &loop);
}

/* ---- on the cubie level: slow and obvious ---- */

/* From all positions of a cost, to those that are not found yet, or farther. @return how many are new */
static uint64_t expand(const struct build *b, uint8_t *cost_of, unsigned cost)
{
	const struct coordinate_key coordinate = b->image->key.coordinate;
	uint64_t n_new = 0;
	for (uint64_t i = 0; i < b->image->n_entries; i++) {
		if (cost_of[i] != cost)
			continue;
		const struct cube c = coordinate_unrank(coordinate, i);
		for (unsigned t = 0; t < b->n_turns; t++) {
			const struct cube after = cube_after_moves(c, b->turn[t].moves, b->turn[t].n_moves);
			uint8_t *const known = &cost_of[coordinate_rank(coordinate, &after)];
			if (*known > cost + b->turn[t].cost) {
				n_new += *known == BUILD_NOT_FOUND;
				*known = (uint8_t)(cost + b->turn[t].cost);
			}
		}
	}
	return n_new;
}

enum status build_plain(const struct build *b)
{
	struct pdb *const image = b->image;
	uint8_t *const cost_of = malloc(image->n_entries);
	uint64_t n_found = 1;
	if (cost_of == NULL)
		return STATUS_NO_MEMORY;
	memset(cost_of, BUILD_NOT_FOUND, image->n_entries);
	cost_of[coordinate_rank(image->key.coordinate, &cube_solved)] = 0;
	enum status status = STATUS_OK;
	for (unsigned cost = 0, n_idle = 0; n_idle < b->largest_cost && cost + b->largest_cost <= BUILD_MAX_COST
	     && status == STATUS_OK; cost++) {
		const uint64_t n_new = expand(b, cost_of, cost);
		n_found += n_new;
		n_idle = n_new == 0 ? n_idle + 1 : 0;
		status = build_goes_on(b, n_found) ? STATUS_OK : STATUS_INTERRUPTED;
	}
	for (uint64_t i = 0; i < image->n_entries; i++)
		image->entries[i >> 1] |= (uint8_t)(build_entry(b, cost_of[i]) << (i & 1) * 4);
	free(cost_of);
	return status;
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
	const enum status status = family->build != NULL ? family->build(&b) : build_plain(&b);
	if (status != STATUS_OK) {
		pdb_close(&image);
		return status;
	}
	uint64_t count[PDB_MAX_DEPTHS] = {0};
	if (family->summarize != NULL) {
		family->summarize(&image, &image.histogram);
	} else {
		pdb_count(&key, image.entries, image.size_bytes, 0, count);
		image.histogram = pdb_histogram_of(count);
	}
	*out = image;
	return STATUS_OK;
}
