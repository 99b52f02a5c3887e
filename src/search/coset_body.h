/* The kernel of the slice-free coset tables (half-turn metric).  One body, compiled once for every instruction set
 * (coset_avx512.c, coset_avx2.c, coset_portable.c), which define COSET_KERNEL, COSET_NAME and COSET_RUNS_HERE.
 *
 * A node's moves come in groups by axis: six single turns and nine pairs of commuting turns, of the two axes that the
 * last group left.  All quarter turns of an axis are one left factor of the inverse, and half turns none: one look-up
 * of the inverse an axis decides about all its moves, then one look-up of each child that is left.
 *
 * Random reads take hundreds of cycles, so hundreds must be under way.  Nodes wait in a queue for each number of
 * moves left, first in, first out; a group of up to GROUP nodes of one queue goes through stages, each a plain loop
 * without unpredictable branches:
 *   1  for each node and axis: index of the inverse after a quarter turn; prefetch
 *   2  read these; list the turns that pass
 *   3  for each of them: index of the child; prefetch
 *   4  read; make the survivors and append them to the queue of one move less
 *   5  pairs of which both turns survived: make them and append them UNTESTED to the queue of two moves less, whose
 *      next group looks them up together with its stage 1
 * The full queue with the fewest moves left goes first.  If none is full, the one with the most moves left is taken. */
#include "coord/coset_packed.h"
#include "search/kernels.h"

#include <stdlib.h>
#include <sys/mman.h>

enum {
	GROUP = 64,                             /* nodes; half of it is slower, twice as many are not faster */
	MAX_LEFT = 22,                          /* as many moves as a node has room for */
	N_AXES_LEFT = 2,
	MAX_LIST = GROUP * N_AXES_LEFT * 6,
	/* A queue is expanded as soon as it has a group, after which one above may have sent 12 or 18 times as many. */
	QUEUE_MOVED_AT = 8 * GROUP,
	QUEUE_NODES = QUEUE_MOVED_AT + 16 * GROUP + 64,
	QUEUE_UNTESTED = 20 * GROUP + 64,
	HUGE_PAGE = 2 << 20,
};

/* One cache line; cubes are packed as in coord/coset.h. */
struct node {
	_Alignas(64) uint8_t edges[12];
	uint8_t value;                          /* of the inverse */
	uint8_t axis;                           /* of the last moves, | 4 if the permutation is odd */
	uint8_t path_a[2];
	uint8_t corners[8], path_b[8];
	uint8_t inverse_edges[12], path_c[4];
	uint8_t inverse_corners[8], path_d[8];
};

/* Where in a node its moves since the subtree's root are. */
static const uint8_t path_byte[MAX_LEFT] = {
	14, 15, 24, 25, 26, 27, 28, 29, 30, 31, 44, 45, 46, 47, 56, 57, 58, 59, 60, 61, 62, 63,
};

struct queue {
	struct node *node;                      /* tested: node[head] to before node[tail] */
	struct node *untested;
	unsigned head, tail, n_untested;
};

/* What the stages of one group hand to each other. */
struct group {
	const struct node *node, *untested;
	unsigned n, n_untested, n_candidates, n_survivors;
	uint64_t inverse_entry[N_AXES_LEFT * GROUP], entry[MAX_LIST], untested_entry[2 * GROUP];
	uint32_t word[MAX_LIST];                /* the frames that the corners lead to */
	uint8_t part[MAX_LIST];                 /* of the corners as they are */
	_Alignas(64) uint8_t inverse_value[N_AXES_LEFT * GROUP], value[MAX_LIST + 64], untested_value[2 * GROUP];
	uint16_t low[MAX_LIST];                 /* entries to be looked up in the side table */
	_Alignas(64) uint16_t candidate[MAX_LIST + 64], survivor[MAX_LIST + 64];  /* (2 * node + axis) << 5 | move */
	uint16_t first_candidate[N_AXES_LEFT * GROUP];
	uint8_t passing[N_AXES_LEFT * GROUP];   /* bit 0: quarter turns, bit 1: half turns */
	uint8_t survives[MAX_LIST / 8 + 16];    /* bit c for candidate c */
	uint32_t pair_list[N_AXES_LEFT * GROUP + 1];  /* (2 * node + axis) << 8 | row of passing_pairs */
};

struct coset {
	struct group group;
	struct coset_fold fold;
	const struct pdb *table;
	const uint8_t *entries, *side;
	unsigned base, cap;
	struct queue queue[MAX_LEFT + 1];
	unsigned top;                           /* moves left at the subtree's root */
	const struct subtree *root;
	struct node *nodes;                     /* of all queues */
	/* The turns of an axis that pass, by `passing`. */
	_Alignas(16) uint16_t passing_moves[4][8];
	uint8_t singles[4][64];                 /* bits in the order of passing_moves to bits of turns 0-5 */
	/* Pairs i * 3 + j by surviving singles, bit 6: a quarter and a half turn pass, bit 7: two of a kind do. */
	struct { _Alignas(16) uint8_t n, pair[15]; } passing_pairs[256];
};

static const uint8_t n_passing[4] = {0, 4, 2, 6}, passing_mask[4] = {0, 0x2D, 0x12, 0x3F};
static const uint8_t other_axes[COSET_AXES + 1][N_AXES_LEFT] = {{1, 2}, {0, 2}, {0, 1}, {0, 0}};

/* Stages stay functions of their own: in one, compilers spill the loops' constants.  noipa: gcc 12 drops calls of
 * stages whose results it believes unused. */
#ifdef __clang__
#define STAGE static __attribute__((noinline))
#else
#define STAGE static __attribute__((noipa))
#endif

static inline bool turn_is_quarter(unsigned move)
{
	return QUARTER_TURNS >> move & 1;
}

/* ---- a node and its child ---- */
#ifdef COSET_AVX512
static inline void make_child(const struct node *from, unsigned move, struct node *to)
{
	const struct coset_turn *const t = &coset_tables.turn[move];
	const __m512i three_twists = _mm512_setr_epi64(0, 0, 0x1818181818181818, 0, 0, 0, 0, 0);
	const __mmask64 inverse_bytes = 0x00FF0FFF00000000;
	const __m512i node = _mm512_load_si512(from);
	__m512i x = _mm512_permutexvar_epi8(_mm512_load_si512(t->from), node);
	x = _mm512_xor_si512(x, _mm512_load_si512(t->flip));
	x = _mm512_add_epi8(x, _mm512_load_si512(t->twist));
	x = _mm512_min_epu8(x, _mm512_sub_epi8(x, three_twists));
	_mm512_store_si512(to, _mm512_mask_permutexvar_epi8(x, inverse_bytes, node, _mm512_load_si512(t->relabel)));
}
#elif defined COSET_AVX2
static inline void make_child(const struct node *from, unsigned move, struct node *to)
{
	const struct coset_turn *const t = &coset_tables.turn[move];
	const __m256i three_twists = _mm256_setr_epi64x(0, 0, 0x1818181818181818, 0);
	const __m256i cube = _mm256_load_si256((const void *)from->edges);
	/* By the low four bits, in its half. */
	__m256i x = _mm256_shuffle_epi8(cube, _mm256_load_si256((const void *)t->from));
	x = _mm256_xor_si256(x, _mm256_load_si256((const void *)t->flip));
	x = _mm256_add_epi8(x, _mm256_load_si256((const void *)t->twist));
	_mm256_store_si256((void *)to->edges, _mm256_min_epu8(x, _mm256_sub_epi8(x, three_twists)));

	/* As in coset_*_relabelled(): the orientation that the table does not know joins afterwards. */
	const __m256i inverse = _mm256_load_si256((const void *)from->inverse_edges);
	const __m256i table = _mm256_set_m128i(_mm_load_si128((const void *)t->relabel),
	                                       _mm_load_si128((const void *)(t->relabel + 32)));
	const __m256i edge_flips = _mm256_setr_epi64x(0x1010101010101010, 0x10101010, 0, 0);
	const __m256i double_twists = _mm256_setr_epi64x(0, 0, 0x1010101010101010, 0);
	const __m256i cubies = _mm256_setr_epi64x(-1, 0xFFFFFFFF, -1, 0);
	__m256i y = _mm256_shuffle_epi8(table, _mm256_and_si256(inverse, _mm256_set1_epi8(15)));
	y = _mm256_xor_si256(y, _mm256_and_si256(inverse, edge_flips));
	y = _mm256_add_epi8(y, _mm256_and_si256(inverse, double_twists));
	y = _mm256_min_epu8(y, _mm256_sub_epi8(y, three_twists));
	_mm256_store_si256((void *)to->inverse_edges, _mm256_blendv_epi8(inverse, y, cubies));
}
#else
static inline void make_child(const struct node *from, unsigned move, struct node *to)
{
	const struct coset_turn *const t = &coset_tables.turn[move];
	*to = *from;
	for (unsigned i = 0; i < N_EDGES; i++) {
		to->edges[i] = from->edges[t->from[i]] ^ t->flip[i];
		to->inverse_edges[i] = t->relabel[from->inverse_edges[i]];
	}
	for (unsigned i = 0; i < N_CORNERS; i++) {
		const unsigned code = from->corners[t->from[16 + i] - 16u] + t->twist[16 + i];
		to->corners[i] = (uint8_t)(code >= 3 << 3 ? code - (3 << 3) : code);
		to->inverse_corners[i] = t->relabel[from->inverse_corners[i]];
	}
}
#endif

static inline void set_move(struct node *n, unsigned depth, unsigned move)
{
	((uint8_t *)n)[path_byte[depth]] = (uint8_t)move;
}

static bool node_is_solved(const struct node *n)
{
	uint8_t edges[N_EDGES], corners[N_CORNERS];
	coset_pack(&cube_solved, edges, corners);
	return memcmp(n->edges, edges, sizeof edges) == 0 && memcmp(n->corners, corners, sizeof corners) == 0;
}

/* The path from the search's root, in the numbers of cube/move.h: turns of an axis are made in its canonical order. */
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
/* One dense loop, towards the second-level cache, which has more room for misses: between the arithmetic, prefetches
 * hold up the reorder buffer one by one while their addresses are translated. */
static inline void prefetch_entries(const struct coset *k, const uint64_t *entry, unsigned n)
{
	const uint8_t *const entries = k->entries;
	for (unsigned i = 0; i < n; i++)
		__builtin_prefetch(&entries[entry[i] >> 2], 0, 2);
}

/* Code 0 is rare except near the leaves. */
static inline void read_values(struct coset *k, const uint64_t *entry, uint8_t *restrict value, unsigned n)
{
	uint16_t *const low = k->group.low;
	const uint8_t *const entries = k->entries;
	const unsigned base = k->base;
	unsigned n_low = 0;
	for (unsigned i = 0; i < n; i++) {
		const unsigned code = entries[entry[i] >> 2] >> (entry[i] & 3) * 2 & 3u;
		value[i] = (uint8_t)(base + code);
		low[n_low] = (uint16_t)i;
		n_low += code == 0;
	}
	for (unsigned i = 0; i < n_low; i++)
		__builtin_prefetch(&k->side[pdb_side_slot(base, entry[low[i]]) >> 1]);
	for (unsigned i = 0; i < n_low; i++)
		value[low[i]] = (uint8_t)pdb_nibble(k->side, pdb_side_slot(base, entry[low[i]]));
}

/* The part before the frame: of the corners, or their parity where that is enough. */
static inline uint8_t part_of(const struct coset *k, uint64_t corners, bool is_odd)
{
	return (uint8_t)(k->fold.n_parts == COSET_MAX_PARTS ? coset_raw_part(corners) : is_odd);
}

/* ---- the stages ---- */
STAGE void index_untested(struct coset *k)
{
	struct group *const g = &k->group;
	for (unsigned i = 0; i < g->n_untested; i++) {
		uint64_t corners;
		memcpy(&corners, g->untested[i].corners, sizeof corners);
		g->part[i] = part_of(k, corners, g->untested[i].axis >> 2);
		g->word[i] = coset_corner_state(corners);
	}
	coset_frames(g->word, g->n_untested);
	const unsigned flip_bits = k->fold.flip_bits;
	for (unsigned i = 0; i < g->n_untested; i++)
		g->untested_entry[i] = coset_entry(coset_begin(&k->fold, g->word[i], g->part[i]),
		                                   coset_edges_load(g->untested[i].edges), g->word[i], flip_bits);
	prefetch_entries(k, g->untested_entry, g->n_untested);
}

STAGE void test_untested(struct coset *k, unsigned left)
{
	struct group *const g = &k->group;
	struct queue *const q = &k->queue[left];
	if (left < k->cap)
		read_values(k, g->untested_entry, g->untested_value, g->n_untested);
	else
		memset(g->untested_value, 0, g->n_untested);  /* no value is larger */
	for (unsigned i = 0; i < g->n_untested; i++) {
		q->node[q->tail] = g->untested[i];
		q->tail += g->untested_value[i] <= left;
	}
}

/* An index is computed in loops of their own for corners, frames, edges: in one, the processor waits for a chain of
 * dependent steps, as its reorder buffer holds only five of them. */
STAGE void index_inverses(struct coset *k)
{
	struct group *const g = &k->group;
	const struct node *const nodes = g->node;
	const unsigned n = g->n;
	for (unsigned i = 0; i < n; i++) {
		const uint8_t *const axes = other_axes[nodes[i].axis & 3];
		for (unsigned j = 0; j < N_AXES_LEFT; j++) {
			const uint8_t *const relabel = coset_tables.quarter_relabel[axes[j]];
			const uint64_t corners = coset_corners_relabelled(nodes[i].inverse_corners, relabel);
			g->part[2 * i + j] = part_of(k, corners, !(nodes[i].axis >> 2));  /* a quarter turn away */
			g->word[2 * i + j] = coset_corner_state(corners);
		}
	}
	coset_frames(g->word, N_AXES_LEFT * n);
	const unsigned flip_bits = k->fold.flip_bits;
	for (unsigned i = 0; i < n; i++) {
		const uint8_t *const axes = other_axes[nodes[i].axis & 3];
		const coset_edges edges = coset_edges_load(nodes[i].inverse_edges);
		for (unsigned j = 0; j < N_AXES_LEFT; j++) {
			const uint32_t word = g->word[2 * i + j];
			g->inverse_entry[2 * i + j] = coset_entry(coset_begin(&k->fold, word, g->part[2 * i + j]),
				coset_edges_relabelled(edges, coset_tables.quarter_relabel[axes[j]]), word, flip_bits);
		}
	}
	prefetch_entries(k, g->inverse_entry, N_AXES_LEFT * n);
}

STAGE void list_candidates(struct coset *k, unsigned left)
{
	struct group *const g = &k->group;
	read_values(k, g->inverse_entry, g->inverse_value, N_AXES_LEFT * g->n);
	unsigned n = 0;
	for (unsigned i = 0; i < N_AXES_LEFT * g->n; i++) {
		const struct node *const node = &g->node[i / 2];
		const unsigned axis = other_axes[node->axis & 3][i & 1];
		const unsigned passing = (g->inverse_value[i] < left) | (unsigned)(node->value < left) << 1;
		const unsigned tag = i << 5 | axis * 6;
		g->first_candidate[i] = (uint16_t)n;
		g->passing[i] = (uint8_t)passing;
		for (unsigned m = 0; m < 8; m++)
			g->candidate[n + m] = (uint16_t)(k->passing_moves[passing][m] + tag);
		n += n_passing[passing];
	}
	g->n_candidates = n;
}

STAGE void index_candidates(struct coset *k)
{
	struct group *const g = &k->group;
	const struct node *const nodes = g->node;
	const unsigned n = g->n_candidates;
	for (unsigned c = 0; c < n; c++) {
		const struct node *const parent = &nodes[g->candidate[c] >> 6];
		const unsigned move = g->candidate[c] & 31;
		const uint64_t corners = coset_corners_after(parent->corners, &coset_tables.turn[move]);
		g->part[c] = part_of(k, corners, (parent->axis >> 2) ^ (unsigned)turn_is_quarter(move));
		g->word[c] = coset_corner_state(corners);
	}
	coset_frames(g->word, n);
	const unsigned flip_bits = k->fold.flip_bits;
	for (unsigned c = 0; c < n; c++) {
		const struct node *const parent = &nodes[g->candidate[c] >> 6];
		const unsigned move = g->candidate[c] & 31;
		const coset_edges edges = coset_edges_after(coset_edges_load(parent->edges), &coset_tables.turn[move]);
		g->entry[c] = coset_entry(coset_begin(&k->fold, g->word[c], g->part[c]), edges, g->word[c], flip_bits);
	}
	prefetch_entries(k, g->entry, n);
}

STAGE void keep_survivors(struct coset *k, unsigned left)
{
	struct group *const g = &k->group;
	if (left <= k->cap)
		read_values(k, g->entry, g->value, g->n_candidates);
	else
		memset(g->value, 0, g->n_candidates);  /* no value is larger */
	unsigned n = 0;
#ifdef COSET_AVX512
	for (unsigned c = 0; c < g->n_candidates; c += 64) {
		const __mmask64 in_use = g->n_candidates - c >= 64 ? ~0ull : (1ull << (g->n_candidates - c)) - 1;
		const __m512i values = _mm512_load_si512(&g->value[c]);
		const __mmask64 pass = _mm512_mask_cmplt_epu8_mask(in_use, values, _mm512_set1_epi8((char)left));
		memcpy(&g->survives[c / 8], &pass, sizeof pass);
		const __m512i low = _mm512_load_si512(&g->candidate[c]), high = _mm512_load_si512(&g->candidate[c + 32]);
		_mm512_storeu_si512(&g->survivor[n], _mm512_maskz_compress_epi16((__mmask32)pass, low));
		n += (unsigned)_mm_popcnt_u32((uint32_t)pass);
		_mm512_storeu_si512(&g->survivor[n], _mm512_maskz_compress_epi16((__mmask32)(pass >> 32), high));
		n += (unsigned)_mm_popcnt_u32((uint32_t)(pass >> 32));
	}
#else
	for (unsigned c = 0; c < g->n_candidates; c += 8) {
		unsigned pass = 0;
		for (unsigned i = 0; i < 8; i++) {
			const unsigned passes = c + i < g->n_candidates && g->value[c + i] < left;
			pass |= passes << i;
			g->survivor[n] = g->candidate[c + i];
			n += passes;
		}
		g->survives[c / 8] = (uint8_t)pass;
	}
#endif
	g->n_survivors = n;
}

STAGE void make_survivors(struct coset *k, unsigned left)
{
	struct group *const g = &k->group;
	struct queue *const next = &k->queue[left - 1];
	struct node *const to = next->node + next->tail;
	const unsigned depth = k->top - left;
	for (unsigned i = 0; i < g->n_survivors; i++) {
		const unsigned axis = g->survivor[i] >> 5, move = g->survivor[i] & 31, quarter = turn_is_quarter(move);
		const struct node *const parent = &g->node[axis / 2];
		const uint8_t value = quarter ? g->inverse_value[axis] : parent->value;
		const uint8_t info = (uint8_t)(move / 6 | ((parent->axis >> 2) ^ quarter) << 2);
		make_child(parent, move, &to[i]);
		to[i].value = value;
		to[i].axis = info;
		set_move(&to[i], depth, move);
	}
	next->tail += g->n_survivors;
}

/* Returns their number. */
STAGE unsigned make_pairs(struct coset *k, unsigned left)
{
	struct group *const g = &k->group;
	struct queue *const to = &k->queue[left - 2];
	unsigned n_lists = 0;
	for (unsigned i = 0; i < N_AXES_LEFT * g->n; i++) {
		const unsigned c = g->first_candidate[i];
		const unsigned passing = g->passing[i], window = g->survives[c / 8] | (unsigned)g->survives[c / 8 + 1] << 8;
		const unsigned bits = window >> c % 8 & ((1u << n_passing[passing]) - 1);
		const unsigned row = k->singles[passing][bits] | (unsigned)(g->inverse_value[i] < left - 1) << 6 |
		                     (unsigned)(g->node[i / 2].value < left - 1) << 7;
		g->pair_list[n_lists] = i << 8 | row;
		n_lists += k->passing_pairs[row].n != 0;
	}
	unsigned n = to->n_untested;
	const unsigned depth = k->top - left;
	for (unsigned l = 0; l < n_lists; l++) {
		const unsigned i = g->pair_list[l] >> 8, row = g->pair_list[l] & 255;
		const struct node *const parent = &g->node[i / 2];
		const unsigned axis = other_axes[parent->axis & 3][i & 1];
		for (unsigned p = 0; p < k->passing_pairs[row].n; p++, n++) {
			const unsigned a = k->passing_pairs[row].pair[p] / 3, b = k->passing_pairs[row].pair[p] % 3;
			const unsigned is_mixed = (a == 1) != (b == 1);
			const uint8_t value = is_mixed ? g->inverse_value[i] : parent->value;
			const uint8_t info = (uint8_t)(axis | ((parent->axis >> 2) ^ is_mixed) << 2);
			struct node *const child = &to->untested[n];
			struct node half_way;
			make_child(parent, axis * 6 + a, &half_way);
			make_child(&half_way, axis * 6 + 3 + b, child);
			child->value = value;
			child->axis = info;
			set_move(child, depth, axis * 6 + a);
			set_move(child, depth + 1, axis * 6 + 3 + b);
		}
	}
	const unsigned n_pairs = n - to->n_untested;
	to->n_untested = n;
	return n_pairs;
}

/* The nodes with no moves left are solutions or nothing. */
static void finish_leaves(struct coset *k)
{
	struct queue *const leaves = &k->queue[0];
	for (unsigned i = leaves->head; i < leaves->tail; i++)
		if (node_is_solved(&leaves->node[i]))
			found(k, &leaves->node[i]);
	leaves->head = leaves->tail = 0;
}

static void close_gap(struct queue *q)
{
	if (q->head == q->tail) {
		q->head = q->tail = 0;
	} else if (q->head > QUEUE_MOVED_AT) {
		memmove(q->node, q->node + q->head, (q->tail - q->head) * sizeof *q->node);
		q->tail -= q->head;
		q->head = 0;
	}
}

/* Expand the first nodes of the queue with `left` moves left and test what waits for it there.
 * Counted as generated: all 12 children by a single turn, and the pairs that are made; as look-ups: entries of the
 * table, with or without the side table. */
static void expand_group(struct worker *w, unsigned left)
{
	struct coset *const k = w->kernel_state;
	struct group *const g = &k->group;
	struct queue *const q = &k->queue[left];
	g->n_untested = q->n_untested < 2 * GROUP ? q->n_untested : 2 * GROUP;
	q->n_untested -= g->n_untested;
	g->untested = q->untested + q->n_untested;
	g->n = left == 0 ? 0 : q->tail - q->head < GROUP ? q->tail - q->head : GROUP;
	g->node = q->node + q->head;
	q->head += g->n;
	if (g->n_untested != 0 && left < k->cap) {
		index_untested(k);
		w->counts.n_lookups += g->n_untested;
	}
	index_inverses(k);
	if (g->n_untested != 0)
		test_untested(k, left);
	if (left == 0)
		finish_leaves(k);
	if (g->n == 0)
		return;
	list_candidates(k, left);
	if (left <= k->cap) {
		index_candidates(k);
		w->counts.n_lookups += g->n_candidates;
	}
	keep_survivors(k, left);
	make_survivors(k, left);
	const unsigned n_pairs = left >= 2 ? make_pairs(k, left) : 0;
	if (left == 1)
		finish_leaves(k);
	close_gap(q);
	w->counts.n_expanded += g->n;
	w->counts.n_generated += 12 * g->n + n_pairs;
	w->counts.n_lookups += N_AXES_LEFT * g->n;
}

static inline unsigned n_queued(const struct queue *q)
{
	return q->tail - q->head + q->n_untested;
}

/* How many nodes a queue must hold to be expanded.  Few nodes get close to the leaves: waiting there for a full group
 * would hide solutions until the iteration's end. */
static inline unsigned full_group(const struct coset *k, unsigned left)
{
	return left + 5 <= k->cap ? 1 : left + 4 == k->cap ? 4 : left + 3 == k->cap ? 16 : GROUP;
}

/* ---- roots ---- */
static unsigned value_of(const struct coset *k, const struct cube *c)
{
	return pdb_get(k->table, coordinate_rank(k->table->key.coordinate, c));
}

static void fill_node(struct node *n, const struct cube *c, const struct cube *inverse, unsigned axis)
{
	coset_pack(c, n->edges, n->corners);
	coset_pack(inverse, n->inverse_edges, n->inverse_corners);
	n->axis = (uint8_t)(axis | (cube_is_odd(c) ? 4u : 0));
}

/* A child of the root, by one or two moves of an axis. */
static void enter_child(struct worker *w, const struct cube *c, unsigned axis, const unsigned *moves, unsigned n_moves)
{
	struct coset *const k = w->kernel_state;
	const struct cube inverse = cube_inverse(c);
	const unsigned left = k->top - n_moves, value = value_of(k, &inverse);
	w->counts.n_generated++;
	w->counts.n_lookups += 2;
	if (value > left || value_of(k, c) > left)
		return;
	struct queue *const q = &k->queue[left];
	struct node *const n = &q->node[q->tail++];
	fill_node(n, c, &inverse, axis);
	n->value = (uint8_t)value;
	for (unsigned i = 0; i < n_moves; i++)
		set_move(n, i, moves[i]);
}

/* A root without a last axis, or with one that may go on, is expanded by hand: singles, then pairs. */
static void expand_root(struct worker *w, const struct cube *root, unsigned last)
{
	struct coset *const k = w->kernel_state;
	w->counts.n_expanded++;
	for (unsigned first = 0; first < N_MOVES; first++) {
		const unsigned move = coset_tables.house_move[first], axis = first / 6;
		if (!(move_successors[METRIC_HTM][last] >> move & 1))
			continue;
		const struct cube child = cube_after(root, move);
		enter_child(w, &child, axis, &first, 1);
		if (first % 6 >= 3 || k->top < 2)
			continue;
		for (unsigned second = axis * 6 + 3; second < axis * 6 + 6; second++) {
			const struct cube grandchild = cube_after(&child, coset_tables.house_move[second]);
			enter_child(w, &grandchild, axis, (const unsigned[]){first, second}, 2);
		}
	}
	finish_leaves(k);
}

/* The value of the inverse as the search by which a node was reached has it: an odd number of quarter turns of an
 * axis is looked up as one of them, an even number leaves it.  Other cubes of the coset may have other entries in a
 * folded table; with this one the counts do not depend on who searches where. */
static unsigned inherited_value(const struct coset *k, const struct subtree *t)
{
	struct cube c = t->search->request.cube;
	unsigned value = 0;
	for (unsigned i = 0; i < t->n_path;) {
		const unsigned axis = move_face(t->path[i]) % 3;
		const bool is_first = i == 0;
		bool is_odd = false;
		struct cube inverse = cube_inverse(&c);
		for (; i < t->n_path && move_face(t->path[i]) % 3 == axis; i++) {
			c = cube_after(&c, t->path[i]);
			is_odd ^= move_is_quarter(t->path[i]);
		}
		if (is_first)
			inverse = cube_inverse(&c);
		else if (is_odd)
			inverse = cube_product(&move_cube[axis * 3], &inverse);
		if (is_first || is_odd)
			value = value_of(k, &inverse);
	}
	return value;
}

/* One that was given away: both faces of its last axis are done. */
static void push_root(struct coset *k, const struct subtree *t, const struct cube *c)
{
	const struct cube inverse = cube_inverse(c);
	struct queue *const q = &k->queue[k->top];
	struct node *const n = &q->node[q->tail++];
	fill_node(n, c, &inverse, (t->last - 1u) % 3);
	n->value = (uint8_t)inherited_value(k, t);
}

/* Offer half of the nodes with the most moves left to an idle thread. */
static void share(struct worker *w)
{
	struct coset *const k = w->kernel_state;
	unsigned left = k->top;
	while (left > 0 && k->queue[left].tail == k->queue[left].head)
		left--;
	if (left < k->cap + 2)
		return;
	struct queue *const q = &k->queue[left];
	const unsigned depth = k->top - left;
	struct subtree t = {.search = k->root->search, .n_path = (uint8_t)(k->root->n_path + depth)};
	for (unsigned n = (q->tail - q->head + 1) / 2; n > 0; n--) {
		const struct node *const node = &q->node[q->tail - 1];
		write_path(k, node, depth, t.path);
		t.last = (uint8_t)(1 + 3 + (node->axis & 3));  /* after the second face of an axis neither may follow */
		if (!worker_share(w, &t))
			return;
		q->tail--;
	}
}

static void run_queues(struct worker *w)
{
	struct coset *const k = w->kernel_state;
	struct search *const s = k->root->search;
	while (!search_must_stop(s)) {
		unsigned left = 0;
		while (left <= k->top && n_queued(&k->queue[left]) < full_group(k, left))
			left++;
		if (left > k->top)
			for (left = k->top; n_queued(&k->queue[left]) == 0; left--)
				if (left == 0)
					return;
		expand_group(w, left);
		if (w->counts.n_generated >= REPORT_NODES)
			search_report(w, s);
		if (worker_should_share(w))
			share(w);
	}
}

static void run(struct worker *w, const struct subtree *t);

/* More moves than a node has room for: one move by hand. */
static void run_children(struct worker *w, const struct subtree *t, const struct cube *c)
{
	const struct heuristic *const h = worker_heuristic(w);
	struct subtree child = *t;
	const unsigned left = t->search->threshold - t->n_path;
	child.n_path++;
	w->counts.n_expanded++;
	uint32_t moves = move_successors[METRIC_HTM][t->last];
	for (; moves != 0 && !search_must_stop(t->search); moves &= moves - 1) {
		const unsigned move = (unsigned)__builtin_ctz(moves);
		const struct cube after = cube_after(c, move);
		w->counts.n_generated++;
		w->counts.n_lookups += 2;
		if (heuristic_evaluate(h, &after) >= left)
			continue;
		child.path[t->n_path] = (uint8_t)move;
		child.last = move_last_after[METRIC_HTM][t->last][move];
		run(w, &child);
	}
}

static void run(struct worker *w, const struct subtree *t)
{
	struct coset *const k = w->kernel_state;
	const struct cube c = cube_after_moves(t->search->request.cube, t->path, t->n_path);
	const unsigned top = t->search->threshold - t->n_path;
	if (top == 0) {
		if (cube_is_solved(&c))
			search_found(t->search, t->path, t->n_path);
		return;
	}
	if (top > MAX_LEFT) {
		run_children(w, t, &c);
		return;
	}
	k->top = top;
	k->root = t;
	for (unsigned left = 0; left <= top; left++)
		k->queue[left].head = k->queue[left].tail = k->queue[left].n_untested = 0;
	if (t->last > 3)
		push_root(k, t, &c);
	else
		expand_root(w, &c, t->last);
	run_queues(w);
}

/* ---- set-up ---- */
static bool is_for(const struct heuristic *h)
{
	const struct heuristic_design *const d = h->design;
	return COSET_RUNS_HERE && h->metric == METRIC_HTM && d->n_tables == 1 && d->table[0].kind == COORDINATE_COSET;
}

static void fill_passing(struct coset *k)
{
	for (unsigned passing = 0; passing < 4; passing++) {
		unsigned n = 0;
		for (unsigned turn = 0; turn < 6; turn++) {
			if (!(passing_mask[passing] >> turn & 1))
				continue;
			k->passing_moves[passing][n] = (uint16_t)turn;
			for (unsigned bits = 0; bits < 64; bits++)
				k->singles[passing][bits] |= (uint8_t)((bits >> n & 1) << turn);
			n++;
		}
	}
	for (unsigned row = 0; row < 256; row++)
		for (unsigned p = 0; p < 9; p++) {
			const bool is_mixed = (p / 3 == 1) != (p % 3 == 1);
			if ((row >> p / 3 & 1) && (row >> (3 + p % 3) & 1) && (row >> (is_mixed ? 6 : 7) & 1))
				k->passing_pairs[row].pair[k->passing_pairs[row].n++] = (uint8_t)p;
		}
}

static void destroy(void *state)
{
	struct coset *const k = state;
	free(k->nodes);
	free(k);
}

static void *create(const struct heuristic *h)
{
	coset_init();
	const size_t nodes_bytes = sizeof(struct node) * (QUEUE_NODES + QUEUE_UNTESTED) * (MAX_LEFT + 1);
	const size_t nodes_room = (nodes_bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	struct coset *const k = aligned_alloc(64, (sizeof *k + 63) / 64 * 64);
	struct node *const nodes = aligned_alloc(HUGE_PAGE, nodes_room);
	if (k == NULL || nodes == NULL) {
		free(k);
		free(nodes);
		return NULL;
	}
	madvise(nodes, nodes_room, MADV_HUGEPAGE);
	memset(nodes, 0, nodes_bytes);
	memset(k, 0, sizeof *k);
	k->nodes = nodes;
	k->table = &h->table[0];
	k->entries = k->table->entries;
	k->side = k->entries + k->table->n_entries / 4;
	k->base = k->table->base;
	k->cap = k->base + 3;
	coset_fold_fill(&k->fold, k->table->key.coordinate.coset);
	fill_passing(k);
	for (unsigned left = 0; left <= MAX_LEFT; left++) {
		k->queue[left].node = nodes + (size_t)left * (QUEUE_NODES + QUEUE_UNTESTED);
		k->queue[left].untested = k->queue[left].node + QUEUE_NODES;
	}
	return k;
}

const struct kernel COSET_KERNEL = {
	.name = COSET_NAME,
	.is_for = is_for,
	.create = create,
	.destroy = destroy,
	.run = run,
	.share_min_left = 11,  /* of the smallest table; two more than the cap of each */
};
