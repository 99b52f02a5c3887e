/* Indices of many children; compiled once for every instruction set by coset_indexer_*.c, which define COSET_INDEXER,
 * COSET_INDEXER_NAME and COSET_INDEXER_RUNS_HERE. */
#include "coord/coset_packed.h"

static bool runs_here(void)
{
	return COSET_INDEXER_RUNS_HERE;
}

/* Corners first, then edges: in one loop the processor would wait for a chain of five dependent steps.  Copies come in
 * between, once the frames are there. */
static void index_corners(const struct coset_cube *parents, unsigned n, struct coset_children *out)
{
	uint32_t word[COSET_MAX_PARENTS * N_MOVES];
	uint16_t child[COSET_MAX_PARENTS * N_MOVES];
	unsigned n_children = 0, end = 0;
	for (unsigned i = 0; i < n; i++)
		for (uint32_t moves = parents[i].moves; moves != 0; moves &= moves - 1) {
			const unsigned move = (unsigned)__builtin_ctz(moves);
			const uint64_t corners = coset_corners_after(parents[i].corners, &coset_tables.turn[move]);
			child[n_children] = (uint16_t)(i << 5 | move);
			word[n_children++] = coset_corner_state(corners);
		}
	coset_frames(word, n_children);
	for (unsigned c = 0; c < n_children; c++) {
		const unsigned class = coset_word_class(word[c]);
		out->child[end] = child[c];
		out->word[end++] = word[c];
		for (unsigned s = 1; s < coset_tables.n_stabilizers[class]; s++) {
			const unsigned left = symmetry_product[coset_tables.stabilizer[class][s].left][coset_word_left(word[c])];
			const unsigned right = symmetry_product[coset_word_right(word[c])][coset_tables.stabilizer[class][s].right];
			out->child[end] = child[c];
			out->word[end++] = coset_word(right, left, class);
		}
	}
	out->n = end;
}

static void index_children(const struct coset_cube *parents, unsigned n, const struct coset_fold *fold,
                           struct coset_children *out)
{
	index_corners(parents, n, out);
	for (unsigned c = 0; c < out->n; c++) {
		const struct coset_cube *const parent = &parents[out->child[c] >> 5];
		const unsigned move = out->child[c] & 31;
		const coset_edges edges = coset_edges_after(coset_edges_load(parent->edges), &coset_tables.turn[move]);
		const bool is_odd = parent->is_odd != (move % 3 != 1);
		out->entry[c] = fold->class_begin[coset_word_class(out->word[c])] + (is_odd ? fold->odd_begin : 0) +
		                coset_edge_index(edges, out->word[c]);
	}
}

static void move(const struct coset_cube *from, unsigned m, struct coset_cube *to)
{
	const struct coset_turn *const t = &coset_tables.turn[m];
	const coset_edges edges = coset_edges_after(coset_edges_load(from->edges), t);
	const uint64_t corners = coset_corners_after(from->corners, t);
	memcpy(to->edges, &edges, sizeof to->edges);
	for (unsigned i = 0; i < N_CORNERS; i++)
		to->corners[i] = (uint8_t)(corners >> 8 * i);
	to->last = (uint8_t)(1 + m / 3);
	to->is_odd = from->is_odd ^ (m % 3 != 1);
}

const struct coset_indexer COSET_INDEXER = {COSET_INDEXER_NAME, runs_here, index_children, move};
