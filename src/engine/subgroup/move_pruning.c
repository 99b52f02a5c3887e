#include "subgroup/move_pruning.h"

#include "base/memory.h"
#include "pieces/block_moves.h"
#include "subgroup/reid.h"

enum { CHUNK_CLASSES = 10, N_CHUNKS = N_FLIPSLICE_CLASSES / CHUNK_CLASSES, BITS_PER_FACE = 4 };

struct filling {
	uint32_t *entry;
	const struct pdb *distances;
	const struct block_moves *moves;
};

enum { ROW_BYTES = N_TWISTS + 1 };

/* The distances of a row, a byte each. @return where in `bytes` they begin */
static const uint8_t *unpack_row(const struct filling *f, uint64_t row, uint8_t bytes[ROW_BYTES])
{
	const uint64_t first = row * N_TWISTS;
	const uint8_t *const pairs = f->distances->entries + first / 2;
	for (unsigned i = 0; i < ROW_BYTES / 2; i++) {
		bytes[2 * i] = pairs[i] & 15;
		bytes[2 * i + 1] = pairs[i] >> 4;
	}
	return bytes + first % 2;
}

/* Rows of entries: the distances, and what each move does. */
static void fill_rows(void *context, uint32_t chunk)
{
	const struct filling *const f = context;
	uint8_t from[ROW_BYTES], to[ROW_BYTES];
	for (uint32_t k = chunk * CHUNK_CLASSES; k < (chunk + 1) * CHUNK_CLASSES; k++) {
		uint32_t *const entry = f->entry + (size_t)k * N_TWISTS;
		const uint8_t *const distance = unpack_row(f, k, from);
		for (unsigned twist = 0; twist < N_TWISTS; twist++)
			entry[twist] = (uint32_t)distance[twist] << PRUNING_DISTANCE_SHIFT;
		for (unsigned m = 0; m < N_MOVES; m++) {
			const struct block_step step = block_moves_step(f->moves, k, m);
			const uint32_t turn = 1u << (move_turns(m) - 1), shift = move_face(m) * BITS_PER_FACE;
			/* By the difference, from -1 to 1. */
			const uint32_t bits[3] = {(PRUNING_NEARER | turn) << shift, 0, turn << shift};
			const uint8_t *const after = unpack_row(f, step.block, to);
			for (unsigned twist = 0; twist < N_TWISTS; twist++)
				entry[twist] |= bits[after[step.row[twist]] + 1 - distance[twist]];
		}
	}
}

enum status move_pruning_open(unsigned n_threads, const struct pdb_progress *progress,
                              struct move_pruning *out)
{
	const struct coordinate_key cosets = FLIPSLICE_TWIST_COORDINATE;
	struct pdb distances = {.entries = NULL};
	memset(out, 0, sizeof *out);
	out->entry = memory_alloc_huge(sizeof *out->entry * N_COSET_NUMBERS);
	/* The move m of a cube c is the move S m S^-1 of S c S^-1, to which the entry belongs. */
	for (unsigned s = 0; s < N_AXIS_SYMMETRIES; s++)
		for (unsigned m = 0; m < N_MOVES; m++) {
			const unsigned seen = symmetry_move[s][m], face = move_face(seen);
			for (unsigned byte = 0; byte < 256; byte++) {
				const unsigned bits = byte >> face % 2 * BITS_PER_FACE;
				const bool differs = (bits >> (move_turns(seen) - 1) & 1) != 0;
				struct pruning_moves *const moves = &out->decode[s][face / 2][byte];
				if (differs && bits & PRUNING_NEARER)
					moves->nearer |= 1u << m;
				if (!differs || bits & PRUNING_NEARER)
					moves->not_further |= 1u << m;
			}
		}
	enum status status = out->entry == NULL ? STATUS_NO_MEMORY
		: pdb_build(pdb_key_in(cosets, METRIC_HTM), n_threads, progress, &distances);
	struct filling filling = {.entry = out->entry, .distances = &distances};
	if (status == STATUS_OK)
		filling.moves = block_moves_acquire(cosets);
	if (filling.moves != NULL)
		parallel_for(n_threads, N_CHUNKS, fill_rows, &filling);
	else if (status == STATUS_OK)
		status = STATUS_NO_MEMORY;
	block_moves_release(filling.moves);
	pdb_close(&distances);
	if (status != STATUS_OK)
		free(out->entry);
	return status;
}
