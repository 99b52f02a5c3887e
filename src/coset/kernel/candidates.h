/* Stages 2 and 3: the turns that pass, and indices of the children. */
#ifndef SUPERFLIP_COSET_KERNEL_CANDIDATES_H
#define SUPERFLIP_COSET_KERNEL_CANDIDATES_H
#include "coset/kernel/inverses.h"

/* Append the ways from a class through the turns of an axis that pass. */
#if defined COSET_AVX512 || defined COSET_AVX2
static inline void append_turns(const struct coset *k, struct group *g, unsigned at, unsigned passing, unsigned tag,
                                const uint32_t *ways)
{
	const __m256i turns = _mm256_load_si256((const void *)k->passing_turns[passing]);
	const __m256i words = _mm256_permutevar8x32_epi32(_mm256_loadu_si256((const void *)ways), turns);
	const __m256i tags = _mm256_add_epi32(turns, _mm256_set1_epi32((int)tag));
	const __m128i candidates = _mm_packus_epi32(_mm256_castsi256_si128(tags), _mm256_extracti128_si256(tags, 1));
	_mm256_storeu_si256((void *)&g->word[at], words);
	_mm_storeu_si128((void *)&g->candidate[at], candidates);
}
#else
static inline void append_turns(const struct coset *k, struct group *g, unsigned at, unsigned passing, unsigned tag,
                                const uint32_t *ways)
{
	for (unsigned i = 0; i < TURNS; i++) {
		const unsigned turn = k->passing_turns[passing][i];
		g->word[at + i] = ways[turn];
		g->candidate[at + i] = (uint16_t)(tag + turn);
	}
}
#endif

/* Of the quarter turns of each axis' second face. */
static inline const uint8_t *second_values(const struct coset *k, const struct group *g)
{
	return k->has_layers ? g->second_value : g->inverse_value;
}

/* Returns how many branches are listed. */
#ifdef COSET_AVX512
static inline unsigned list_passing(const uint8_t *second, struct group *g)
{
	static_assert(N_AXES_LEFT * GROUP % 64 == 0, "no array ends within 64 bytes");
	const unsigned n = N_AXES_LEFT * g->n;
	const __m512i left = _mm512_set1_epi8((char)g->left);
	unsigned n_listed = 0;
	for (unsigned i = 0; i < n; i += 64) {
		const __mmask64 in_use = _bzhi_u64(~UINT64_C(0), n - i < 64 ? n - i : 64);
		const __mmask64 quarter_turns = _mm512_cmplt_epu8_mask(_mm512_load_si512(&g->inverse_value[i]), left);
		const __mmask64 half_turns = _mm512_cmplt_epu8_mask(_mm512_load_si512(&g->node_value[i]), left);
		const __mmask64 second_quarters = _mm512_cmplt_epu8_mask(_mm512_load_si512(&second[i]), left);
		for (uint64_t pass = (quarter_turns | second_quarters | half_turns) & in_use; pass != 0; pass &= pass - 1)
			g->passing[n_listed++] = (uint16_t)(i + (unsigned)__builtin_ctzll(pass));
	}
	return n_listed;
}
#else
static inline unsigned list_passing(const uint8_t *second, struct group *g)
{
	unsigned n_listed = 0;
	for (unsigned i = 0; i < N_AXES_LEFT * g->n; i++) {
		g->passing[n_listed] = (uint16_t)i;
		n_listed += (g->inverse_value[i] < g->left) | (second[i] < g->left) | (g->node_value[i] < g->left);
	}
	return n_listed;
}
#endif

/* The path of an opening is short: at the end of its room is which part of it the node is. */
enum { NEXT_TURNS_AT = 60 };

static inline unsigned next_turns_of(const struct node *n)
{
	uint16_t turns;
	memcpy(&turns, (const uint8_t *)n + NEXT_TURNS_AT, sizeof turns);
	return turns;
}

static inline void set_next_turns(struct node *n, unsigned next_turns)
{
	const uint16_t turns = (uint16_t)next_turns;
	static_assert(NEXT_TURNS_AT + sizeof turns <= offsetof(struct node, near), "in the room of the path");
	memcpy((uint8_t *)n + NEXT_TURNS_AT, &turns, sizeof turns);
}

/* The number among a node's next turns of a branch's turn, as it is seen in the frame. */
static inline unsigned next_turn(const struct group *g, unsigned branch, unsigned seen)
{
	const unsigned move = coset_tables.real_move[g->node[branch / 2].frame][seen];
	return (branch & 1) * TURNS + move % TURNS;
}

/* How a branch looks in its node's frame. */
static inline void see_branch(const struct coset *k, struct group *g, unsigned branch)
{
	const struct node *const node = &g->node[branch / 2];
	const unsigned real_axis = other_axes[node->axis][branch & 1];
	g->seen_axis[branch] = k->seen_axis[node->frame][real_axis];
	g->is_swapped[branch] = k->is_swapped[node->frame][real_axis];
}

/* Of parts of openings only their own turns are candidates.  All would pass: openings are split where more moves are left
 * than any bound has. */
static void list_own_candidates(const struct coset *k, struct group *g)
{
	unsigned n = 0;
	assert(g->left > k->cap);
	for (unsigned i = 0; i < N_AXES_LEFT * g->n; i++) {
		const struct node *const node = &g->node[i / 2];
		const unsigned real_axis = other_axes[node->axis][i & 1];
		unsigned own = 0, left = next_turns_of(node) >> (i & 1) * TURNS & single_turns[k->metric];
		for (; left != 0; left &= left - 1) {
			const unsigned seen = coset_tables.seen_move[node->frame][real_axis * TURNS + (unsigned)__builtin_ctz(left)];
			g->word[n] = coset_tables.step[node->class][seen];
			g->candidate[n++] = (uint16_t)(i << 5 | seen);
			own |= turn_bit[seen];
		}
		see_branch(k, g, i);
		g->turns_of_other_parts[i] = (uint8_t)(single_turns[k->metric] & ~own);
	}
	g->n_candidates = n;
}

/* Children of families that have passing branches: those of one child stand together in the list. */
static void make_passing_children(const struct coset *k, struct group *g, unsigned n_passing)
{
	unsigned last = UINT_MAX;
	for (unsigned p = 0; p < n_passing; p++) {
		const unsigned i = g->passing[p] / 2;
		if (i != last)
			make_child_of_family(k, g, i, &g->made[i]);
		last = i;
	}
}

static void end_reading_inverses(struct coset *k, struct group *g)
{
	if (k->has_layers)
		coset_layers_read_end(&k->reader, &g->inverse_low, g->inverse_value, g->second_value);
	else
		coset_read_end(&k->reader, &g->inverse_low, g->inverse_value);
}

STAGE void list_candidates(struct coset *k, struct group *g)
{
	const unsigned left = g->left;
	const bool are_read = left <= k->cap;
	if (g->is_split) {
		list_own_candidates(k, g);
		return;
	}
	const uint8_t *const second = second_values(k, g);
	const unsigned n_passing = list_passing(second, g);
	if (g->n_families != 0)
		make_passing_children(k, g, n_passing);
	unsigned n = 0;
	for (unsigned p = 0; p < n_passing; p++) {
		const unsigned i = g->passing[p];
		const struct node *const node = &g->node[i / 2];
		see_branch(k, g, i);
		const unsigned axis = g->seen_axis[i];
		const unsigned passing = (g->inverse_value[i] < left) | (unsigned)(node->value < left) << 1
		                         | (unsigned)(second[i] < left) << 2 | (unsigned)g->is_swapped[i] << 3;
		append_turns(k, g, n, passing, i << 5 | axis * TURNS, &coset_tables.step[node->class][axis * TURNS]);
		n += k->n_passing[passing];
		count_lookups(k, node->origin, are_read ? k->n_passing[passing] : 0);
	}
	g->n_candidates = n;
}

static inline const struct node *parent_of(const struct group *g, unsigned candidate)
{
	return (const void *)((const uint8_t *)g->node + (candidate & ~63u));  /* one of 64 bytes */
}

static inline coset_edges child_edges(const struct group *g, unsigned candidate)
{
	return coset_edges_after(coset_edges_load(parent_of(g, candidate)->edges), &coset_tables.edge_turn[candidate & 31]);
}

static inline __attribute__((always_inline))
void index_children(const struct coset *k, struct group *g, unsigned flip_bits, bool has_parts, bool has_layers)
{
	const unsigned n = g->n_candidates;
	for (unsigned c = 0; c < n; c++) {
		const unsigned candidate = g->candidate[c];
		const struct node *const parent = parent_of(g, candidate);
		const uint32_t word = g->word[c];
		const coset_edges edges = child_edges(g, candidate);
		const uint64_t begin = has_parts ? begin_after(k, word, part_of(parent->place))
		                                 : k->class_begin[coset_word_class(word)];
		const uint32_t index = coset_entry(edges, word, flip_bits);
		g->entry[c] = begin + (has_layers ? index >> COSET_LAYER_BITS : index);
		if (has_layers)
			g->layers[c] = (uint16_t)bits_of_layer(index);
	}
}

static inline __attribute__((always_inline)) void compare_children(struct coset *k, struct group *g, bool has_layers)
{
	uint32_t *const word = g->word;
	uint64_t *const entry = g->entry;
	struct second_copies *const second = &k->second_copies;
	unsigned n = list_with_copies(word, g->n_candidates, g->with_copies), n_more;
	n = list_to_compare(k, word, entry, g->with_copies, n, second, g->with_more, &n_more);
	for (unsigned i = 0; i < n; i++) {
		const unsigned c = second->number[i];
		take_less(k, second, i, child_edges(g, g->candidate[c]), &word[c], &entry[c], &g->layers[c], has_layers);
	}
	for (unsigned i = 0; i < n_more; i++) {
		const unsigned c = g->with_more[i];
		entry[c] = least_of_copies(k, child_edges(g, g->candidate[c]), &word[c], entry[c], &g->layers[c]);
	}
}

STAGE void find_least_children(struct coset *k, struct group *g)
{
	if (k->has_layers)
		compare_children(k, g, true);
	else
		compare_children(k, g, false);
}

STAGE void find_layers_of_children(struct coset *k, struct group *g)
{
	for (unsigned c = 0; c < g->n_candidates; c++) {
		const unsigned axes = axes_of(parent_of(g, g->candidate[c])->place);
		g->layers[c] = layer_after(k, child_edges(g, g->candidate[c]), g->word[c], g->entry[c], axes, g->layers[c]);
	}
}

STAGE void index_candidates(struct coset *k, struct group *g)
{
	const unsigned flip_bits = k->parts.flip_bits;
	if (k->has_layers)
		index_children(k, g, 9 + COSET_LAYER_BITS, true, true);
	else if (k->parts.n_parts == 1)
		index_children(k, g, flip_bits, false, false);
	else
		index_children(k, g, flip_bits, true, false);
	find_least_children(k, g);
	if (k->has_layers)
		find_layers_of_children(k, g);
	coset_locate(&k->reader, g->entry, g->slot, g->n_candidates);
}
#endif
