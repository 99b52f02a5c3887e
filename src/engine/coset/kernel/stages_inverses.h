/* Stages 1 and 2: the inverses after a quarter turn of each axis. */
#pragma once
#include "coset/kernel/stages_canonical.h"

/* Corners after left factors, and the states that coset_corner_state() gives.  A factor is given by the codes
 * of the eight labels; twists are added.  Arrays have room for eight more.
 * @param same  the corners before each factor; NULL: those in `corners` */
#ifdef COSET_AVX512
/* Eight factors; vectors look up bytes within sixteen. */
static ALWAYS_INLINE void corner_states(const uint8_t *labels, unsigned n, const uint64_t *same,
                                        uint64_t *corners, uint32_t *state)
{
	const __m512i second = _mm512_set4_epi32(0x08080808, 0x08080808, 0, 0),
	              three_twists = _mm512_set1_epi8(3 << 3);
	for (unsigned i = 0; i < n; i += 8) {
		const __m512i before =
			same != NULL ? _mm512_set1_epi64((long long)*same) : _mm512_load_si512(corners + i);
		const __m512i at = _mm512_or_si512(_mm512_and_si512(before, _mm512_set1_epi8(7)), second);
		const __m512i sums =
			_mm512_add_epi8(_mm512_shuffle_epi8(_mm512_load_si512(labels + N_CORNERS * i), at),
		                    _mm512_and_si512(before, three_twists));
		const __m512i codes = _mm512_min_epu8(sums, _mm512_sub_epi8(sums, three_twists));
		_mm512_store_si512(corners + i, codes);
		const __m128i masks =
			_mm_cvtsi64_si128((long long)_mm512_test_epi8_mask(codes, _mm512_set1_epi8(4)));
		const __m512i twists = _mm512_and_si512(_mm512_srli_epi16(codes, 3), _mm512_set1_epi8(3));
		const __m512i pairs = _mm512_maddubs_epi16(twists, _mm512_set1_epi64(0x0001030103010301));
		/* 729, 81, 9, 1 */
		const __m512i halves = _mm512_madd_epi16(pairs, _mm512_set1_epi64(0x02D9005100090001));
		const __m512i all = _mm512_add_epi32(halves, _mm512_srli_epi64(halves, 32));
		const __m512i tetrads = _mm512_mul_epu32(_mm512_cvtepu8_epi64(masks), _mm512_set1_epi64(N_TWISTS));
		_mm256_store_si256((void *)(state + i), _mm512_cvtepi64_epi32(_mm512_add_epi32(all, tetrads)));
	}
}
#else
/* Two factors. */
static ALWAYS_INLINE void corner_states(const uint8_t *labels, unsigned n, const uint64_t *same,
                                        uint64_t *corners, uint32_t *state)
{
	const bytes16 second = {0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8};
	const shorts8 even = {1, 9, 81, 729, 1, 9, 81, 729}, odd = {3, 27, 243, 0, 3, 27, 243, 0};
	for (unsigned i = 0; i < n; i += 2) {
		const bytes16 before =
			same != NULL ? (bytes16)(longs2){*same, *same} : *(const bytes16 *)(corners + i);
		const bytes16 sums = bytes_lookup(*(const bytes16 *)(labels + N_CORNERS * i), (before & 7) | second)
		                     + (before & 3 << 3);
		const bytes16 codes = bytes_min(sums, sums - (3 << 3));
		const shorts8 twists = (shorts8)(codes >> 3 & 3);
		longs2 all = (longs2)((twists & 255) * even + (twists >> 8) * odd);
		all += all >> 32;
		all += all >> 16;
		const unsigned tetrads = bytes_signs((bytes16)((shorts8)codes << 5));
		*(bytes16 *)(corners + i) = codes;
		state[i] = (uint16_t)all[0] + (tetrads & 255) * N_TWISTS;
		state[i + 1] = (uint16_t)all[1] + (tetrads >> 8) * N_TWISTS;
	}
}
#endif

/* A batch's node axes, as its sources have them: its nodes, or the parents of deferred siblings. */
static inline const struct node_axes *axes_of_batch(const struct engine *k, const struct batch *b)
{
	return b->n_parents == 0 ? &k->t->of_node : &k->t->of_siblings;
}

static inline const struct node *source_of(const struct engine *k, const struct batch *b, unsigned i)
{
	return b->n_parents == 0 ? &b->node[i] : &siblings_parent(&k->siblings, b->first_parent + i)->node;
}

/* The corners of the inverses, the frames that they choose, and where the entries begin there: parity is one
 * or two quarter turns away. */
static inline void frame_inverses(const struct engine *k, struct batch *b)
{
	const struct node_axes *const t = axes_of_batch(k, b);
	const unsigned n = b->inverses.n;
	_Alignas(64) uint8_t labels[N_NODE_AXES][N_CORNERS];
	for (unsigned i = 0, begin = 0; begin < n; i++, begin += t->n) {
		const struct node *const from = source_of(k, b, i);
		uint64_t corners;
		memcpy(&corners, from->inverse_corners, sizeof corners);
		if (b->n_parents != 0) {
			corner_states(t->labels[from->axis][0], t->n, &corners, b->inverse_corners + begin,
			              b->inverse_transform + begin);
			continue;
		}
		b->inverse_corners[begin] = b->inverse_corners[begin + 1] = corners;
		memcpy(labels[begin], t->labels[from->axis], N_AXES_LEFT * N_CORNERS);
	}
	if (b->n_parents == 0)
		corner_states(labels[0], n, NULL, b->inverse_corners, b->inverse_transform);
	coset_frames(b->inverse_transform, n);
	if (k->resolution.n_corner_cosets == COSET_MAX_CORNER_COSETS)
		for (unsigned i = 0; i < n; i++)
			b->inverse_begin[i] =
				begin_after(k, b->inverse_transform[i], coset_raw_corner_coset(b->inverse_corners[i]));
	else
		for (unsigned i = 0, begin = 0; begin < n; i++, begin += t->n) {
			const unsigned parity = corner_coset_of(source_of(k, b, i)->block);
			for (unsigned a = 0; a < t->n; a++)
				b->inverse_begin[begin + a] =
					begin_after(k, b->inverse_transform[begin + a], parity ^ t->parity[a / N_AXES_LEFT]);
		}
}

/* The inverse's edges after a node axis. */
static inline coset_edges turned_inverse(const struct engine *k, const struct batch *b, unsigned node_axis)
{
	const struct node_axes *const t = axes_of_batch(k, b);
	const unsigned i = node_axes_source(t, node_axis);
	const struct node *const from = source_of(k, b, i);
	return coset_edges_relabelled(coset_edges_load(from->inverse_edges),
	                              t->relabel[from->axis][node_axis - i * t->n]);
}

static ALWAYS_INLINE void index_sources(struct engine *k, struct batch *b, bool has_subcosets)
{
	const struct node_axes *const t = axes_of_batch(k, b);
	for (unsigned i = 0, begin = 0; begin < b->inverses.n; i++, begin += t->n) {
		const struct node *const from = source_of(k, b, i);
		const coset_edges edges = coset_edges_load(from->inverse_edges);
		uint8_t value[RECORD_NUMBERS] = {from->value};
		for (unsigned number = 1; number < RECORD_NUMBERS && b->n_parents != 0; number++)
			value[number] = (uint8_t)record_value(
				k, siblings_parent(&k->siblings, b->first_parent + i)->record, number);
		for (unsigned c = 0; c < t->n; c += N_AXES_LEFT)
#pragma GCC unroll 2
			for (unsigned a = c; a < c + N_AXES_LEFT; a++) {
				const unsigned node_axis = begin + a;
				const coset_edges turned = coset_edges_relabelled(edges, t->relabel[from->axis][a]);
				const uint32_t index =
					coset_entry(turned, b->inverse_transform[node_axis], flip_bits_of(has_subcosets));
				set_entry(&b->inverses, node_axis, b->inverse_begin[node_axis], index, has_subcosets);
				b->node_value[node_axis] = value[t->number[c / N_AXES_LEFT]];
				if (has_subcosets)
					b->axis[node_axis] = t->axis[from->axis][a];
			}
	}
	find_canonical(k, b, &b->inverses, b->inverse_transform, turned_inverse, has_subcosets);
}

/* With subcosets, those of both faces' quarter turns: the second is the first after a turn of the slice
 * between them.  Where the coset is in several of its subcosets, the least counts. */
static void find_subcosets_of_inverses(struct engine *k, struct batch *b)
{
	unsigned n_tied = 0;
	for (unsigned i = 0; i < N_AXES_LEFT * b->n; i++) {
		const unsigned bits = b->inverses.subcosets[i];
		const unsigned first = coset_subcoset(coset_axes_after(b->inverse_transform[i], 0), bits % TIED);
		b->inverses.subcosets[i] =
			coset_two_subcosets(first, coset_neighbour(b->inverse_transform[i], b->axis[i], first));
		b->is_tied[i] = bits >= TIED;
		b->tied[n_tied] = (uint16_t)i;
		n_tied += b->is_tied[i];
	}
	for (unsigned i = 0; i < n_tied; i++) {
		const unsigned node_axis = b->tied[i], both = b->inverses.subcosets[node_axis];
		const uint8_t *const least =
			least_subcosets(k, turned_inverse(k, b, node_axis), b->inverse_transform[node_axis],
		                    b->inverses.entry[node_axis]);
		memcpy(b->least_subcoset[node_axis], least, sizeof b->least_subcoset[node_axis]);
		b->subcosets_there[node_axis] = (uint16_t)both;
		b->inverses.subcosets[node_axis] = coset_two_subcosets(least[both & 255], least[both >> 8]);
	}
}

/* An index is computed in loops of their own for corners, frames, edges: in one, the processor waits for a
 * chain of dependent steps, as its reorder buffer holds only a few of them. */
static void index_inverses(struct engine *k, struct batch *b)
{
	b->inverses.n = N_AXES_LEFT * b->n;
	frame_inverses(k, b);
	if (k->has_subcosets) {
		index_sources(k, b, true);
		find_subcosets_of_inverses(k, b);
	} else {
		index_sources(k, b, false);
	}
	locate(k, &b->inverses);
}
