/* Nodes: a child by a move, the path, and where a node's entries begin. */
#ifndef SUPERFLIP_COSET_KERNEL_NODE_H
#define SUPERFLIP_COSET_KERNEL_NODE_H
#include "coset/kernel/state.h"

/* The inverse after a move: the cubies' codes are mapped; all else as it is. */
#ifdef COSET_AVX512
static inline void relabel_inverse(const struct node *from, const struct coset_turn *t, struct node *to)
{
	const __mmask64 inverse_bytes = 0x00FF0FFF00000000;
	const __m512i node = _mm512_load_si512(from);
	_mm512_store_si512(to, _mm512_mask_permutexvar_epi8(node, inverse_bytes, node, _mm512_load_si512(t->relabel)));
}
#elif defined COSET_AVX2
static inline void relabel_inverse(const struct node *from, const struct coset_turn *t, struct node *to)
{
	/* As in coset_*_relabelled(): the orientation that the table does not know joins afterwards. */
	const __m256i inverse = _mm256_load_si256((const void *)from->inverse_edges);
	const __m256i table = _mm256_set_m128i(_mm_load_si128((const void *)t->relabel),
	                                       _mm_load_si128((const void *)(t->relabel + 32)));
	const __m256i edge_flips = _mm256_setr_epi64x(0x1010101010101010, 0x10101010, 0, 0);
	const __m256i double_twists = _mm256_setr_epi64x(0, 0, 0x1010101010101010, 0);
	const __m256i three_twists = _mm256_setr_epi64x(0, 0, 0x1818181818181818, 0);
	const __m256i cubies = _mm256_setr_epi64x(-1, 0xFFFFFFFF, -1, 0);
	__m256i y = _mm256_shuffle_epi8(table, _mm256_and_si256(inverse, _mm256_set1_epi8(15)));
	y = _mm256_xor_si256(y, _mm256_and_si256(inverse, edge_flips));
	y = _mm256_add_epi8(y, _mm256_and_si256(inverse, double_twists));
	y = _mm256_min_epu8(y, _mm256_sub_epi8(y, three_twists));
	_mm256_store_si256((void *)to->edges, _mm256_load_si256((const void *)from->edges));
	_mm256_store_si256((void *)to->inverse_edges, _mm256_blendv_epi8(inverse, y, cubies));
}
#else
static inline void relabel_inverse(const struct node *from, const struct coset_turn *t, struct node *to)
{
	*to = *from;
	for (unsigned i = 0; i < N_EDGES; i++)
		to->inverse_edges[i] = t->relabel[from->inverse_edges[i]];
	for (unsigned i = 0; i < N_CORNERS; i++)
		to->inverse_corners[i] = t->relabel[from->inverse_corners[i]];
}
#endif

static inline unsigned place_after(const struct coset *k, uint32_t word, unsigned place)
{
	const unsigned part = k->parts.part_map[coset_word_map(word)][part_of(place)];
	return k->has_layers ? part | coset_axes_after(word, axes_of(place)) << 3 : part;
}

static inline void set_move(struct node *n, unsigned depth, unsigned move)
{
	((uint8_t *)n)[path_byte[depth]] = (uint8_t)move;
}

/* The child by a move as seen in the parent's frame, in a frame of its own.  Its value and its last axis are the
 * caller's to set.  Returns the move as it is. */
static inline unsigned make_child(const struct coset *k, const struct node *from, unsigned seen, struct node *to)
{
	const unsigned move = coset_tables.real_move[from->frame][seen];
	const uint32_t word = coset_tables.step[from->class][seen];
	relabel_inverse(from, &coset_tables.turn[move], to);
	const coset_edges edges = coset_edges_after(coset_edges_load(from->edges), &coset_tables.edge_turn[seen]);
	const coset_edges framed = coset_edges_framed(edges, word);
	memcpy(to->edges, &framed, sizeof to->edges);
	to->frame = symmetry_product[from->frame][coset_word_right(word)];
	to->place = (uint8_t)place_after(k, word, from->place);
	to->class = coset_word_class(word) & CLASS_MASK;
	return move;
}

/* By where they count, in iterations that are no sweeps. */
static inline void count_lookups(const struct coset *k, unsigned origin, unsigned n)
{
	if (!k->is_swept)
		frontier_count(k->work, origin, n);
}

/* Moves are numbered axis by axis here, house by house elsewhere. */
static inline unsigned number_of_move(unsigned move)
{
	return move_face(move) % 3 * TURNS + move_face(move) / 3 * 3 + move % 3;
}

/* As the table tells them apart, of corners as they are. */
static inline unsigned raw_part(const struct coset *k, uint64_t corners)
{
	const unsigned n_parts = k->parts.n_parts;
	return n_parts == 1 ? 0 : n_parts == 2 ? coset_raw_part(corners) & 1 : coset_raw_part(corners);
}

static inline void set_frame(const struct coset *k, struct node *n, uint32_t word, unsigned part)
{
	n->frame = (uint8_t)coset_word_right(word);
	n->class = coset_word_class(word) & CLASS_MASK;
	n->place = (uint8_t)place_after(k, word, part);
}

/* The cube of a node, in the frame of its corners, and its inverse. */
static void pack_node(const struct coset *k, const struct cube *c, struct node *n)
{
	_Alignas(16) uint8_t edges[16] = {0};
	uint64_t corners;
	coset_pack(c, edges, (uint8_t *)&corners);
	const uint32_t word = coset_tables.corner[coset_corner_state(corners)];
	const coset_edges framed = coset_edges_framed(coset_edges_load(edges), word);
	memcpy(n->edges, &framed, sizeof n->edges);
	set_frame(k, n, word, raw_part(k, corners));
	const struct cube inverse = cube_inverse(c);
	coset_pack(&inverse, n->inverse_edges, n->inverse_corners);
}

/* A move that is seen in the frame of `a`, as seen in that of `b`. */
static inline unsigned seen_elsewhere(const struct node *a, const struct node *b, unsigned seen)
{
	return coset_tables.seen_move[b->frame][coset_tables.real_move[a->frame][seen]];
}

/* By the inverse, which is not in a frame. */
static bool node_is_solved(const struct node *n)
{
	uint8_t edges[N_EDGES], corners[N_CORNERS];
	coset_pack(&cube_solved, edges, corners);
	return memcmp(n->inverse_edges, edges, sizeof edges) == 0 && memcmp(n->inverse_corners, corners, sizeof corners) == 0;
}

/* The path from the search's root, in the numbers of cube/move.h. */
static void write_path(const struct coset *k, const struct node *n, unsigned depth, uint8_t path[SEARCH_MAX_LENGTH])
{
	memcpy(path, k->root->path, k->root->n_path);
	for (unsigned i = 0; i < depth; i++)
		path[k->root->n_path + i] = coset_tables.house_move[((const uint8_t *)n)[path_byte[i]]];
}

static void found(const struct coset *k, const struct node *n)
{
	uint8_t path[SEARCH_MAX_LENGTH];
	write_path(k, n, k->top, path);
	search_found(k->root->search, path, k->root->n_path + k->top);
}

/* ---- reading the table ---- */
/* Where the entries of a class and part begin. */
static inline uint64_t begin_of(const struct coset *k, unsigned class, unsigned part)
{
	return k->class_begin[class] + ((uint64_t)part << 32);
}

/* The same after the way of a word. */
static inline uint64_t begin_after(const struct coset *k, uint32_t word, unsigned part)
{
	return begin_of(k, coset_word_class(word), k->parts.part_map[coset_word_map(word)][part]);
}

static inline struct coset_ahead nothing_ahead(void)
{
	return (struct coset_ahead){.n = 0};
}

/* The entries of a group's candidates. */
static inline struct coset_ahead candidates_ahead(const struct coset *k, const struct group *g)
{
	const bool are_read = g != NULL && g->n != 0 && g->left <= k->cap;
	return are_read ? (struct coset_ahead){g->entry, g->n_candidates, k->asking.at_once} : nothing_ahead();
}
#endif
