/* Stages 1 and 2: indices of the inverses, and their values. */
#ifndef SUPERFLIP_COSET_KERNEL_INVERSES_H
#define SUPERFLIP_COSET_KERNEL_INVERSES_H
#include "coset/kernel/copies.h"
#include "coset/kernel/families.h"

/* Where the inverse behind a branch comes from, and the table that leads there. */
static inline const struct node *inverse_of(const struct coset *k, const struct group *g, unsigned branch)
{
	return g->n_families == 0 ? &g->node[branch / 2] : &family_of(k, g, branch)->parent;
}

static inline const uint8_t *relabel_of(const struct coset *k, const struct group *g, unsigned branch)
{
	const unsigned axis = inverse_of(k, g, branch)->axis;
	return g->n_families == 0 ? coset_tables.quarter_relabel[other_axes[axis][branch & 1]]
	                          : k->branch_relabel[axis][k->branch_in_family[branch]];
}

/* States of the corners of the inverses after a quarter turn of each axis that is left, and their parts as they are:
 * what the table tells apart of these.  With vectors tables have the labels for eight or four branches, and the twists join
 * afterwards. */
#ifdef COSET_AVX512
/* Eight branches from number b on; bytes of the tables are looked up within sixteen. */
static inline __attribute__((always_inline))
void eight_corner_states(struct group *g, unsigned b, __m512i before, __m512i labels)
{
	const __m512i second = _mm512_set4_epi32(0x08080808, 0x08080808, 0, 0), three_twists = _mm512_set1_epi8(3 << 3);
	const __m512i at = _mm512_or_si512(_mm512_and_si512(before, _mm512_set1_epi8(7)), second);
	const __m512i sums = _mm512_add_epi8(_mm512_shuffle_epi8(labels, at), _mm512_and_si512(before, three_twists));
	const __m512i codes = _mm512_min_epu8(sums, _mm512_sub_epi8(sums, three_twists));
	_mm512_store_si512(&g->inverse_corners[b], codes);
	const __m128i masks = _mm_cvtsi64_si128((long long)_mm512_test_epi8_mask(codes, _mm512_set1_epi8(4)));
	const __m512i twists = _mm512_and_si512(_mm512_srli_epi16(codes, 3), _mm512_set1_epi8(3));
	const __m512i pairs = _mm512_maddubs_epi16(twists, _mm512_set1_epi64(0x0001030103010301));
	const __m512i halves = _mm512_madd_epi16(pairs, _mm512_set1_epi64(0x02D9005100090001));  /* 729, 81, 9, 1 */
	const __m512i all = _mm512_add_epi32(halves, _mm512_srli_epi64(halves, 32));
	const __m512i tetrads = _mm512_mul_epu32(_mm512_cvtepu8_epi64(masks), _mm512_set1_epi64(N_TWISTS));
	_mm256_store_si256((void *)&g->inverse_word[b], _mm512_cvtepi64_epi32(_mm512_add_epi32(all, tetrads)));
}

static inline void inverse_corner_states(const struct coset *k, struct group *g)
{
	for (unsigned i = 0; i < g->n; i += 4) {
		__m512i before = _mm512_setzero_si512(), labels = _mm512_setzero_si512();
#define NODE(lane) \
		do { \
			const struct node *const n = &g->node[i + (lane)]; \
			const __m128i both = _mm_castpd_si128(_mm_loaddup_pd((const double *)(const void *)n->inverse_corners)); \
			before = _mm512_inserti32x4(before, both, lane); \
			labels = _mm512_inserti32x4(labels, _mm_load_si128((const void *)k->quarter_labels[n->axis & 3]), lane); \
		} while (0)
		NODE(0);
		NODE(1);
		NODE(2);
		NODE(3);
#undef NODE
		eight_corner_states(g, 2 * i, before, labels);
	}
}

static inline void corner_states_of_families(const struct coset *k, struct group *g)
{
	const unsigned n_branches = N_AXES_LEFT * k->n_children;
	for (unsigned i = 0; i < g->n_families; i++) {
		const struct node *const n = &family(k, g->first_family + i)->parent;
		uint64_t corners;
		memcpy(&corners, n->inverse_corners, sizeof corners);
		const __m512i before = _mm512_set1_epi64((long long)corners);
		for (unsigned b = 0; b < n_branches; b += 8)
			eight_corner_states(g, i * n_branches + b, before, _mm512_load_si512(k->branch_labels[n->axis][b]));
	}
}
#elif defined COSET_AVX2
/* Four branches from number b on. */
static inline __attribute__((always_inline))
void four_corner_states(struct group *g, unsigned b, __m256i before, __m256i labels)
{
	const __m256i second = _mm256_setr_epi64x(0, 0x0808080808080808, 0, 0x0808080808080808);
	const __m256i three_twists = _mm256_set1_epi8(3 << 3), even = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
	const __m256i at = _mm256_or_si256(_mm256_and_si256(before, _mm256_set1_epi8(7)), second);
	const __m256i sums = _mm256_add_epi8(_mm256_shuffle_epi8(labels, at), _mm256_and_si256(before, three_twists));
	const __m256i codes = _mm256_min_epu8(sums, _mm256_sub_epi8(sums, three_twists));
	_mm256_store_si256((void *)&g->inverse_corners[b], codes);
	const __m256i masks = _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(_mm256_movemask_epi8(_mm256_slli_epi16(codes, 5))));
	const __m256i twists = _mm256_and_si256(_mm256_srli_epi16(codes, 3), _mm256_set1_epi8(3));
	const __m256i pairs = _mm256_maddubs_epi16(twists, _mm256_set1_epi64x(0x0001030103010301));
	const __m256i halves = _mm256_madd_epi16(pairs, _mm256_set1_epi64x(0x02D9005100090001));  /* 729, 81, 9, 1 */
	const __m256i all = _mm256_add_epi32(halves, _mm256_srli_epi64(halves, 32));
	const __m256i states = _mm256_add_epi32(all, _mm256_mul_epu32(masks, _mm256_set1_epi64x(N_TWISTS)));
	_mm_store_si128((void *)&g->inverse_word[b], _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(states, even)));
}

static inline void inverse_corner_states(const struct coset *k, struct group *g)
{
	for (unsigned i = 0; i < g->n; i += 2) {
		const struct node *const n = &g->node[i];
		const __m128i first = _mm_castpd_si128(_mm_loaddup_pd((const double *)(const void *)n[0].inverse_corners));
		const __m128i second = _mm_castpd_si128(_mm_loaddup_pd((const double *)(const void *)n[1].inverse_corners));
		const __m256i labels = _mm256_set_m128i(_mm_load_si128((const void *)k->quarter_labels[n[1].axis & 3]),
		                                        _mm_load_si128((const void *)k->quarter_labels[n[0].axis & 3]));
		four_corner_states(g, 2 * i, _mm256_set_m128i(second, first), labels);
	}
}

static inline void corner_states_of_families(const struct coset *k, struct group *g)
{
	const unsigned n_branches = N_AXES_LEFT * k->n_children;
	for (unsigned i = 0; i < g->n_families; i++) {
		const struct node *const n = &family(k, g->first_family + i)->parent;
		uint64_t corners;
		memcpy(&corners, n->inverse_corners, sizeof corners);
		const __m256i before = _mm256_set1_epi64x((long long)corners);
		for (unsigned b = 0; b < n_branches; b += 4) {
			const __m256i labels = _mm256_load_si256((const void *)k->branch_labels[n->axis][b]);
			four_corner_states(g, i * n_branches + b, before, labels);
		}
	}
}
#else
static inline void inverse_corner_states(const struct coset *k, struct group *g)
{
	for (unsigned b = 0; b < N_AXES_LEFT * g->n; b++) {
		uint64_t corners;
		memcpy(&corners, inverse_of(k, g, b)->inverse_corners, sizeof corners);
		g->inverse_corners[b] = coset_corners_relabelled(corners, relabel_of(k, g, b));
		g->inverse_word[b] = coset_corner_state(g->inverse_corners[b]);
	}
}

static inline void corner_states_of_families(const struct coset *k, struct group *g)
{
	inverse_corner_states(k, g);
}
#endif

static inline void inverse_begins(const struct coset *k, struct group *g)
{
	const unsigned n = N_AXES_LEFT * g->n, n_parts = k->parts.n_parts;
	if (n_parts == 1)
		for (unsigned i = 0; i < n; i++)
			g->inverse_begin[i] = k->class_begin[coset_word_class(g->inverse_word[i])];
	else if (n_parts == COSET_MAX_PARTS)
		for (unsigned i = 0; i < n; i++)
			g->inverse_begin[i] = begin_after(k, g->inverse_word[i], coset_raw_part(g->inverse_corners[i]));
	else if (g->n_families == 0)  /* the parity, a quarter turn away; */
		for (unsigned i = 0; i < n; i++)
			g->inverse_begin[i] = begin_after(k, g->inverse_word[i], part_of(g->node[i / 2].place) ^ 1u);
	else  /* one or two of them */
		for (unsigned i = 0; i < n; i++) {
			const unsigned parity = part_of(family_of(k, g, i)->parent.place) ^ k->branch_parity[k->branch_in_family[i]];
			g->inverse_begin[i] = begin_after(k, g->inverse_word[i], parity);
		}
}

static inline coset_edges turned_inverse(const struct coset *k, const struct group *g, unsigned branch)
{
	return coset_edges_relabelled(coset_edges_load(inverse_of(k, g, branch)->inverse_edges), relabel_of(k, g, branch));
}

/* Most classes with stabilisers have two copies: a loop for the second, another one for what few have. */
static inline __attribute__((always_inline)) void compare_inverses(struct coset *k, struct group *g, bool has_layers)
{
	uint32_t *const word = g->inverse_word;
	uint64_t *const entry = g->inverse_entry;
	struct second_copies *const second = &k->second_copies;
	unsigned n = list_with_copies(word, N_AXES_LEFT * g->n, g->with_copies), n_more;
	n = list_to_compare(k, word, entry, g->with_copies, n, second, g->with_more, &n_more);
	for (unsigned i = 0; i < n; i++) {
		const unsigned b = second->number[i];
		take_less(k, second, i, turned_inverse(k, g, b), &word[b], &entry[b], &g->inverse_layers[b], has_layers);
	}
	for (unsigned i = 0; i < n_more; i++) {
		const unsigned b = g->with_more[i];
		entry[b] = least_of_copies(k, turned_inverse(k, g, b), &word[b], entry[b], &g->inverse_layers[b]);
	}
}

STAGE void find_least_inverses(struct coset *k, struct group *g)
{
	if (k->has_layers)
		compare_inverses(k, g, true);
	else
		compare_inverses(k, g, false);
}

/* With layers, those of both faces' quarter turns: the second is the first after a turn of the slice between them.  Returns
 * how many are tied, and lists these. */
#ifdef COSET_AVX512
static inline unsigned find_two_layers(const struct coset *k, struct group *g)
{
	const struct layer_tables *const t = &k->layer_tables;
	const __mmask64 lowest = 0x1111111111111111;  /* all numbers are below 256, one in each lane of 32 bits */
	const __m512i edge_bits = _mm512_set1_epi32((1 << COSET_LAYER_BITS) - 1);
	const unsigned n = N_AXES_LEFT * g->n;
	unsigned n_tied = 0;
	__m256i numbers = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	for (unsigned i = 0; i < n; i += 16, numbers = _mm256_add_epi16(numbers, _mm256_set1_epi16(16))) {
		const __m256i bits = _mm256_loadu_si256((const void *)(g->inverse_layers + i));
		const __m512i words = _mm512_loadu_si512(g->inverse_word + i);
		const __m512i turned_axes = _mm512_cvtepu8_epi32(_mm_loadu_si128((const void *)(g->axis + i)));
		/* As in coset_word_left() and coset_word_right(): permutations look at the low seven and six bits. */
		const __m512i left = _mm512_maskz_permutex2var_epi8(lowest, _mm512_load_si512(t->axes_of_left),
		                                                    _mm512_srli_epi32(words, 13),
		                                                    _mm512_load_si512(t->axes_of_left + 64));
		const __m512i right = _mm512_maskz_permutexvar_epi8(lowest, _mm512_srli_epi32(words, 7),
		                                                    _mm512_load_si512(t->axes_of_right));
		const __m512i axes = _mm512_maskz_permutexvar_epi8(lowest, _mm512_or_si512(_mm512_slli_epi32(right, 3), left),
		                                                   _mm512_load_si512(t->axes_after));
		const __m512i first = _mm512_or_si512(_mm512_slli_epi32(axes, COSET_LAYER_BITS),
		                                      _mm512_and_si512(_mm512_cvtepu16_epi32(bits), edge_bits));
		/* As in coset_neighbour(). */
		const __m512i slices = _mm512_maskz_permutexvar_epi8(lowest, _mm512_or_si512(_mm512_slli_epi32(turned_axes, 3), left),
		                                                     _mm512_load_si512(t->seen_slice));
		const __m512i second = _mm512_maskz_permutex2var_epi8(lowest, _mm512_load_si512(t->neighbour),
		                                                      _mm512_or_si512(_mm512_slli_epi32(slices, 5), first),
		                                                      _mm512_load_si512(t->neighbour + 64));
		const __m512i two = _mm512_or_si512(first, _mm512_slli_epi32(second, 8));
		_mm256_storeu_si256((void *)(g->inverse_layers + i), _mm512_cvtepi32_epi16(two));
		const __m256i are_tied = _mm256_and_si256(bits, _mm256_set1_epi16(TIED));
		const __mmask16 tied = _mm256_test_epi16_mask(are_tied, are_tied) & coset_in_use(n - i);
		_mm_storeu_si128((void *)(g->is_tied + i), _mm256_cvtepi16_epi8(_mm256_srli_epi16(are_tied, COSET_LAYER_BITS)));
		_mm256_storeu_si256((void *)(g->tied + n_tied), _mm256_maskz_compress_epi16(tied, numbers));
		n_tied += (unsigned)_mm_popcnt_u32(tied);
	}
	return n_tied;
}

static void fill_layer_tables(struct layer_tables *t)
{
	for (unsigned left = 0; left < COSET_LEFTS; left++) {
		const unsigned permuted = coset_tables.axes_after_left[left][0];
		t->axes_of_left[left] = (uint8_t)permuted;
		for (unsigned axis = 0; axis < COSET_AXES; axis++)
			t->seen_slice[axis << 3 | permuted] = coset_tables.seen_slice[left][axis];
	}
	for (unsigned right = 0; right < N_SYMMETRIES; right++) {
		const unsigned permuted = coset_tables.axes_after_right[right][0];
		t->axes_of_right[right] = (uint8_t)permuted;
		for (unsigned axes = 0; axes < COSET_N_AXES; axes++)
			t->axes_after[permuted << 3 | axes] = coset_tables.axes_after_right[right][axes];
	}
	for (unsigned layer = 0; layer < COSET_LAYERS; layer++)
		for (unsigned slice = 0; slice < COSET_AXES; slice++)
			t->neighbour[slice << 5 | layer] = coset_tables.neighbour[layer][slice];
}
#else
static inline unsigned find_two_layers(const struct coset *k, struct group *g)
{
	unsigned n_tied = 0;
	(void)k;
	for (unsigned i = 0; i < N_AXES_LEFT * g->n; i++) {
		const unsigned bits = g->inverse_layers[i];
		const unsigned first = coset_layer(coset_axes_after(g->inverse_word[i], 0), bits % TIED);
		g->inverse_layers[i] = coset_two_layers(first, coset_neighbour(g->inverse_word[i], g->axis[i], first));
		g->is_tied[i] = bits >= TIED;
		g->tied[n_tied] = (uint16_t)i;
		n_tied += g->is_tied[i];
	}
	return n_tied;
}
#endif

STAGE void find_layers_of_inverses(struct coset *k, struct group *g)
{
	const unsigned n_tied = find_two_layers(k, g);
	for (unsigned i = 0; i < n_tied; i++) {
		const unsigned b = g->tied[i], both = g->inverse_layers[b];
		const uint8_t *const least = least_layers(k, turned_inverse(k, g, b), g->inverse_word[b], g->inverse_entry[b]);
		memcpy(g->least_layer[b], least, sizeof g->least_layer[b]);
		g->layers_there[b] = (uint16_t)both;
		g->inverse_layers[b] = coset_two_layers(least[both & 255], least[both >> 8]);
	}
}

/* An index is computed in loops of their own for corners, frames, edges: in one, the processor waits for a chain of
 * dependent steps, as its reorder buffer holds only a few of them. */
static inline __attribute__((always_inline))
void index_branch(const struct coset *k, struct group *g, unsigned b, coset_edges edges, const uint8_t *relabel,
                  bool has_layers)
{
	const unsigned flip_bits = has_layers ? 9 + COSET_LAYER_BITS : k->parts.flip_bits;
	const uint32_t index = coset_entry(coset_edges_relabelled(edges, relabel), g->inverse_word[b], flip_bits);
	g->inverse_entry[b] = g->inverse_begin[b] + (has_layers ? index >> COSET_LAYER_BITS : index);
	if (has_layers)
		g->inverse_layers[b] = (uint16_t)bits_of_layer(index);
}

static inline __attribute__((always_inline))
void index_inverse_edges(struct coset *k, struct group *g, struct coset_ahead *ahead, bool has_layers)
{
	const unsigned n_asked = coset_asked_a_step(ahead, g->n + 1);
	for (unsigned i = 0; i < g->n; i++) {
		const struct node *const n = &g->node[i];
		const uint8_t *const axes = other_axes[n->axis];
		const coset_edges edges = coset_edges_load(n->inverse_edges);
		count_lookups(k, n->origin, N_AXES_LEFT);
		g->node_value[2 * i] = g->node_value[2 * i + 1] = n->value;
		if (has_layers)
			memcpy(&g->axis[2 * i], axes, N_AXES_LEFT);
#pragma GCC unroll 2
		for (unsigned b = 0; b < N_AXES_LEFT; b++)
			index_branch(k, g, 2 * i + b, edges, coset_tables.quarter_relabel[axes[b]], has_layers);
		coset_ask(&k->reader, ahead, n_asked);
	}
}

STAGE void index_inverses(struct coset *k, struct group *g, const struct group *other)
{
	struct coset_ahead ahead = candidates_ahead(k, other);
	inverse_corner_states(k, g);
	coset_frames(g->inverse_word, N_AXES_LEFT * g->n);
	inverse_begins(k, g);
	if (k->has_layers)
		index_inverse_edges(k, g, &ahead, true);
	else
		index_inverse_edges(k, g, &ahead, false);
	coset_ask_all(&k->reader, &ahead);
}

static inline __attribute__((always_inline))
void index_edges_of_families(struct coset *k, struct group *g, struct coset_ahead *ahead, bool has_layers)
{
	const unsigned n_asked = coset_asked_a_step(ahead, g->n + 1), n_children = k->n_children;
	for (unsigned i = 0; i < g->n_families; i++) {
		const struct family *const f = family(k, g->first_family + i);
		const unsigned begin = i * N_AXES_LEFT * n_children;
		const uint8_t *relabel = k->branch_relabel[f->parent.axis][0];
		const coset_edges edges = coset_edges_load(f->parent.inverse_edges);
		memcpy(&g->axis[begin], k->branch_axis[f->parent.axis], N_AXES_LEFT * n_children);
		for (unsigned c = 0; c < n_children; c++) {
			const unsigned first = begin + 2 * c;
			g->node_value[first] = g->node_value[first + 1] = f->value[c];
#pragma GCC unroll 2
			for (unsigned b = 0; b < N_AXES_LEFT; b++, relabel += sizeof k->branch_relabel[0][0])
				index_branch(k, g, first + b, edges, relabel, has_layers);
			coset_ask(&k->reader, ahead, n_asked);
		}
	}
}

STAGE void index_inverses_of_families(struct coset *k, struct group *g, const struct group *other)
{
	struct coset_ahead ahead = candidates_ahead(k, other);
	corner_states_of_families(k, g);
	coset_frames(g->inverse_word, N_AXES_LEFT * g->n);
	inverse_begins(k, g);
	if (k->has_layers)
		index_edges_of_families(k, g, &ahead, true);
	else
		index_edges_of_families(k, g, &ahead, false);
	coset_ask_all(&k->reader, &ahead);
}

static void locate_inverses(struct coset *k, struct group *g)
{
	find_least_inverses(k, g);
	if (k->has_layers)
		find_layers_of_inverses(k, g);
	coset_locate(&k->reader, g->inverse_entry, g->inverse_slot, N_AXES_LEFT * g->n);
}

STAGE void ask_for_inverses(const struct coset *k, const struct group *g)
{
	struct coset_ahead inverses = {g->inverse_entry, N_AXES_LEFT * g->n, true};
	coset_ask_all(&k->reader, &inverses);
}

STAGE void ask_for_candidates(const struct coset *k, const struct group *g)
{
	struct coset_ahead candidates = candidates_ahead(k, g);
	coset_ask_all(&k->reader, &candidates);
}

/* What the side table is asked for here is used after another stage of the other group. */
STAGE void begin_reading_inverses(struct coset *k, struct group *g)
{
	struct coset_ahead nothing = nothing_ahead();
	if (k->has_layers)
		coset_layers_read_begin(&k->reader, g->inverse_entry, g->inverse_slot, g->inverse_layers, g->inverse_value,
		                        g->second_value, g->inverse_near, N_AXES_LEFT * g->n, &k->scratch, &g->inverse_low,
		                        &nothing);
	else
		coset_read_begin(&k->reader, g->inverse_entry, g->inverse_slot, g->inverse_value, N_AXES_LEFT * g->n, &k->scratch,
		                 &g->inverse_low, &nothing);
	g->inverses_are_begun = true;
}

/* While the other group's inverses are asked for, if there is one. */
STAGE void begin_reading_candidates(struct coset *k, struct group *g, const struct group *other)
{
	struct coset_ahead inverses = nothing_ahead();
	if (other != NULL)
		inverses = (struct coset_ahead){other->inverse_entry, N_AXES_LEFT * other->n, k->asking.at_once};
	if (k->has_layers)
		coset_layers_read_begin(&k->reader, g->entry, g->slot, g->layers, g->value, g->no_value, g->no_near,
		                        g->n_candidates, &k->scratch, &g->low, &inverses);
	else
		coset_read_begin(&k->reader, g->entry, g->slot, g->value, g->n_candidates, &k->scratch, &g->low, &inverses);
	g->candidates_are_begun = true;
}
#endif
