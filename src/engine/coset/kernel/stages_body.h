/* All stages, compiled with the instructions of the including file, which defines STAGES. */
#include "coset/kernel/stages_bulk.h"
#include "coset/kernel/stages_combinations.h"
#include "coset/kernel/stages_inverses.h"
#include "coset/kernel/stages_pending.h"

const struct stages STAGES = {
	.index_inverses = index_inverses,
	.begin_reading = begin_reading,
	.end_reading = end_reading,
	.list_children = list_children,
	.index_children = index_children,
	.make_unpruned = make_unpruned,
	.make_combinations = make_combinations,
	.index_pending = index_pending,
	.evaluate_pending = evaluate_pending,
	.read_cubes = read_cubes,
	.make_child = child_of,
	.make_after = make_after,
	.make_at_ends = make_at_ends,
	.find_oriented_blocks = find_oriented_blocks,
	.begin_bulk_batch = begin_bulk_batch,
	.end_bulk_batch = end_bulk_batch,
	.record_values = record_values,
};
