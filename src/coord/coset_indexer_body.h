/* Indices of many children; compiled once for every instruction set by coset_indexer_*.c, which define COSET_INDEXER,
 * COSET_INDEXER_NAME and COSET_INDEXER_RUNS_HERE. */
#include "coord/coset_packed.h"

static bool runs_here(void)
{
	return COSET_INDEXER_RUNS_HERE;
}

/* Corners first, then edges: in one loop the processor would wait for a chain of five dependent steps.  Copies come in
 * between, once the frames are there.  Leaves in `entry` where the class and part begin. */
static inline __attribute__((always_inline))
void index_corners(const struct coset_cube *parents, unsigned n, const struct coset_fold *fold, bool is_htr,
                   struct coset_children *out)
{
	uint32_t word[COSET_MAX_PARENTS * N_MOVES];
	uint16_t child[COSET_MAX_PARENTS * N_MOVES];
	uint8_t part[COSET_MAX_PARENTS * N_MOVES];
	unsigned n_children = 0, end = 0;
	for (unsigned i = 0; i < n; i++)
		for (uint32_t moves = parents[i].moves; moves != 0; moves &= moves - 1) {
			const unsigned move = (unsigned)__builtin_ctz(moves);
			const uint64_t corners = coset_corners_after(parents[i].corners, &coset_tables.turn[move]);
			const unsigned is_odd = parents[i].is_odd ^ (move % 3 != 1);
			child[n_children] = (uint16_t)(i << 5 | move);
			part[n_children] = (uint8_t)(is_htr ? coset_raw_part(corners) : is_odd);
			word[n_children++] = coset_corner_state(corners);
		}
	coset_frames(word, n_children);
	for (unsigned c = 0; c < n_children; c++) {
		const unsigned n_copies = coset_tables.n_stabilizers[coset_word_class(word[c])];
		out->child[end] = child[c];
		out->word[end] = word[c];
		out->entry[end++] = coset_begin(fold, word[c], part[c]);
		for (unsigned s = 1; s < n_copies; s++) {
			const uint32_t copy = coset_word_copy(word[c], s);
			out->child[end] = child[c];
			out->word[end] = copy;
			out->entry[end++] = coset_begin(fold, copy, part[c]);
		}
	}
	out->n = end;
}

static inline __attribute__((always_inline))
void index_edges(const struct coset_cube *parents, unsigned flip_bits, struct coset_children *out)
{
	for (unsigned c = 0; c < out->n; c++) {
		const struct coset_cube *const parent = &parents[out->child[c] >> 5];
		const unsigned move = out->child[c] & 31;
		const coset_edges edges = coset_edges_after(coset_edges_load(parent->edges), &coset_tables.edge_turn[move]);
		out->entry[c] = coset_entry((uint32_t)out->entry[c], edges, out->word[c], flip_bits);
	}
}

static void index_children(const struct coset_cube *parents, unsigned n, const struct coset_fold *fold,
                           struct coset_children *out)
{
	if (fold->n_parts == COSET_MAX_PARTS)
		index_corners(parents, n, fold, true, out);
	else
		index_corners(parents, n, fold, false, out);
	if (fold->flip_bits == 9)
		index_edges(parents, 9, out);
	else
		index_edges(parents, 8, out);
}

static void move(const struct coset_cube *from, unsigned m, struct coset_cube *to)
{
	const struct coset_turn *const t = &coset_tables.turn[m];
	const coset_edges edges = coset_edges_after(coset_edges_load(from->edges), &coset_tables.edge_turn[m]);
	const uint64_t corners = coset_corners_after(from->corners, t);
	memcpy(to->edges, &edges, sizeof to->edges);
	for (unsigned i = 0; i < N_CORNERS; i++)
		to->corners[i] = (uint8_t)(corners >> 8 * i);
	to->last = (uint8_t)(1 + m / 3);
	to->is_odd = from->is_odd ^ (m % 3 != 1);
}

const struct coset_indexer COSET_INDEXER = {COSET_INDEXER_NAME, runs_here, index_children, move};
