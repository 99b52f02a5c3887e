/* Stages 4 and 5: survivors, and combinations of turns. */
#ifndef SUPERFLIP_COSET_KERNEL_SURVIVORS_H
#define SUPERFLIP_COSET_KERNEL_SURVIVORS_H
#include "coset/kernel/candidates.h"
#include "coset/kernel/untested.h"

/* What is behind next turns of parts of openings, and of nodes with deep origins behind them, is counted apart: */
static inline bool has_own_origins(const struct coset *k, const struct group *g)
{
	return g->is_split || g->left == k->deep_left;
}

/* the origin behind the first turn of a node, which those of the others follow. */
static inline uint32_t first_origin(const struct coset *k, const struct group *g, uint32_t origin)
{
	const struct frontier *const f = k->root->search->frontier;
	assert(g->left != k->deep_left || origin - 1u < f->n_short_origins - 1u);
	return g->left == k->deep_left ? deep_origin(f, origin, 0) : origin + 1;
}

static void set_origins(const struct coset *k, const struct group *g, struct node *children)
{
	for (unsigned i = 0; i < g->n_survivors; i++) {
		const unsigned turn = next_turn(g, g->survivor[i] >> 5, g->survivor[i] & 31);
		children[i].origin = (first_origin(k, g, children[i].origin) + turn) & ORIGIN_MASK;
	}
}

/* Combinations need to know which turns survived at all. */
static void finish_own_survivors(struct group *g)
{
	for (unsigned i = 0; i < N_AXES_LEFT * g->n; i++)
		g->surviving_turns[i] |= g->turns_of_other_parts[i];
}

/* How many openings the nodes of a group are that are not counted with other parts. */
static unsigned n_counted(const struct group *g)
{
	unsigned n = g->n;
	for (unsigned i = 0; i < g->n && g->is_split; i++)
		n -= (next_turns_of(&g->node[i]) & HAS_OPENING) == 0;
	return n;
}

/* ---- survivors ---- */
STAGE void keep_survivors(struct coset *k, struct group *g)
{
	const unsigned left = g->left;
	if (left > k->cap)
		memset(g->value, 0, g->n_candidates);  /* no value is larger */
	else if (k->has_layers)
		coset_layers_read_end(&k->reader, &g->low, g->value, g->no_value);
	else
		coset_read_end(&k->reader, &g->low, g->value);
	unsigned n = 0;
#ifdef COSET_AVX512
	for (unsigned c = 0; c < g->n_candidates; c += 64) {
		const __mmask64 in_use = g->n_candidates - c >= 64 ? ~0ull : (1ull << (g->n_candidates - c)) - 1;
		const __m512i values = _mm512_load_si512(&g->value[c]);
		const __mmask64 pass = _mm512_mask_cmplt_epu8_mask(in_use, values, _mm512_set1_epi8((char)left));
		const __m512i low = _mm512_load_si512(&g->candidate[c]), high = _mm512_load_si512(&g->candidate[c + 32]);
		_mm512_storeu_si512(&g->survivor[n], _mm512_maskz_compress_epi16((__mmask32)pass, low));
		n += (unsigned)_mm_popcnt_u32((uint32_t)pass);
		_mm512_storeu_si512(&g->survivor[n], _mm512_maskz_compress_epi16((__mmask32)(pass >> 32), high));
		n += (unsigned)_mm_popcnt_u32((uint32_t)(pass >> 32));
	}
#else
	for (unsigned c = 0; c < g->n_candidates; c++) {
		g->survivor[n] = g->candidate[c];
		n += g->value[c] < left;
	}
#endif
	g->n_survivors = n;
}

/* Keep the nodes at the front, where the caches know the memory, and room at the end.  A group of them that is under way
 * stays where it is, just before the head: what comes until it is done must not reach there. */
static inline void close_gap(struct queue *q, unsigned left, const struct group *under_way)
{
	const unsigned n = q->tail - q->head;
	const unsigned n_in_use = under_way != NULL && under_way->left == left ? under_way->n + APPENDED_AT_ONCE : 0;
	if ((n >= GROUP && q->tail <= QUEUE_MOVED_AT) || n + n_in_use > q->head)
		return;
	memcpy(q->node, q->node + q->head, n * sizeof *q->node);
	q->head = 0;
	q->tail = n;
}

/* The axis by whose turn the inverse behind a quarter turn is in a neighbour, as it is seen through the word of the first
 * face's turn: behind those of the second the two other axes have changed places. */
static inline unsigned axis_then(unsigned axis, unsigned turned_axis, bool is_second)
{
	return is_second && axis != turned_axis ? COSET_AXES - axis - turned_axis : axis;
}

/* With layers, of the inverse behind quarter turns of a face: which of its neighbours may be near. */
static inline uint8_t near_after(const struct group *g, unsigned branch, bool is_second)
{
	if (g->is_swept)
		return g->swept_near[branch][is_second];
	const uint32_t word = g->inverse_word[branch], near = g->inverse_near[branch];
	const unsigned turned_axis = other_axes[g->node[branch / 2].axis][branch & 1];
	const unsigned both = g->is_tied[branch] ? g->layers_there[branch] : g->inverse_layers[branch];
	const unsigned layer = is_second ? both >> 8 : both & 255;
	unsigned neighbours = 0;
	for (unsigned axis = 0; axis < COSET_AXES; axis++) {
		const unsigned there = coset_neighbour(word, axis_then(axis, turned_axis, is_second), layer);
		neighbours |= (near >> (g->is_tied[branch] ? g->least_layer[branch][there] : there) & 1) << axis;
	}
	return (uint8_t)neighbours;
}

/* The nodes of a group begin families: all their children survive. */
STAGE void add_families(struct coset *k, struct group *g)
{
	struct families *const all = &k->families;
	const uint8_t *const second = second_values(k, g);
	assert(n_families_waiting(k) + g->n + GROUP <= MAX_FAMILIES);  /* a group of them may be under way */
	for (unsigned i = 0; i < g->n; i++) {
		struct family *const f = &all->family[all->tail++ % MAX_FAMILIES];
		f->parent = g->node[i];
		f->has_origins = has_own_origins(k, g);
		f->origin = f->has_origins ? first_origin(k, g, f->parent.origin) : f->parent.origin;
		const uint8_t *const first = &g->inverse_value[2 * i];
		const uint8_t value[] = {first[0], first[1], second[2 * i], second[2 * i + 1], f->parent.value};
		for (unsigned c = 0; c < k->n_children; c++)
			f->value[c] = value[k->child_value[c]];
		for (unsigned b = 0; b < N_AXES_LEFT; b++) {
			see_branch(k, g, 2 * i + b);
			f->near[b][0] = k->has_layers ? near_after(g, 2 * i + b, false) : 0;
			f->near[b][1] = k->has_layers ? near_after(g, 2 * i + b, true) : 0;
		}
	}
	memset(g->surviving_turns, 0, sizeof g->surviving_turns);
	memset(g->surviving_turns, single_turns[k->metric], N_AXES_LEFT * g->n);
}

STAGE void make_survivors(struct coset *k, struct group *g, const struct group *other)
{
	struct queue *const next = &k->queue[g->left - 1];
	close_gap(next, g->left - 1, other);
	assert(next->tail + g->n_survivors <= QUEUE_NODES);
	struct node *const to = next->node + next->tail;
	const unsigned depth = k->top - g->left;
	const uint8_t *const second = second_values(k, g);
	unsigned near_branch = UINT_MAX;        /* branch << 1 | face of the last quarter turn: both lead to the same, and */
	uint8_t near = 0;                       /* which of its neighbours may be near is found once */
	g->children = to;
	memset(g->surviving_turns, 0, sizeof g->surviving_turns);
	for (unsigned i = 0; i < g->n_survivors; i++) {
		const unsigned branch = g->survivor[i] >> 5, seen = g->survivor[i] & 31;
		g->surviving_turns[branch] |= turn_bit[seen];
		g->child[branch][seen % TURNS] = (uint16_t)i;
		const struct node *const parent = &g->node[branch / 2];
		const unsigned move = make_child(k, parent, seen, &to[i]);
		const uint8_t *const turned = turn_is_of_second_face(move) ? second : g->inverse_value;
		to[i].value = turn_is_quarter(move) ? turned[branch] : parent->value;
		to[i].axis = other_axes[parent->axis][branch & 1];
		if (k->has_layers && turn_is_quarter(move)) {  /* else it is as the parent's */
			const bool is_second = turn_is_of_second_face(move);
			if (near_branch != (branch << 1 | is_second))
				near = near_after(g, branch, is_second);
			near_branch = branch << 1 | is_second;
			to[i].near = near;
		}
		set_move(&to[i], depth, move);
	}
	if (has_own_origins(k, g))
		set_origins(k, g, to);
	if (g->is_split)
		finish_own_survivors(g);
	next->tail += g->n_survivors;
}

/* The value behind quarter turns of both faces.  With layers it is that of a neighbour, two turns away. */
static inline unsigned both_faces_value(const struct coset *k, const struct group *g, unsigned branch)
{
	const struct node *const node = &g->node[branch / 2];
	if (!k->has_layers)
		return node->value;
	const bool may_be_near = node->near >> other_axes[node->axis][branch & 1] & 1;
	return !may_be_near ? k->cap : node->value < 2 ? 0 : node->value - 2u;
}

/* Which combinations may pass: by the turns that survived, and whether the inverse's value lets pass what takes one or
 * two moves more.  Bits that no single turn has tell the latter; those of quarter turns by the face, in the frame. */
static inline unsigned combining_row(const struct coset *k, const struct group *g, unsigned branch)
{
	const unsigned left = g->left, turned[2] = {g->inverse_value[branch], second_values(k, g)[branch]};
	const unsigned first = turned[g->is_swapped[branch]], second = turned[!g->is_swapped[branch]];
	const unsigned same = g->node[branch / 2].value, more = k->metric == METRIC_HTM ? 2 : 3;
	const unsigned turns = g->surviving_turns[branch] | (unsigned)(both_faces_value(k, g, branch) + 2 <= left) << 8
	                       | (unsigned)(first + more <= left) << 6 | (unsigned)(second + more <= left) << 9
	                       | (unsigned)(same + 2 <= left) << 7;
	return k->metric == METRIC_HTM ? turns : turns | (unsigned)(same + 4 <= left) << 1;
}

/* The branches with something to combine. */
static inline unsigned list_combining(const struct coset *k, struct group *g)
{
	unsigned n = 0;
	for (unsigned i = 0; i < N_AXES_LEFT * g->n; i += 8) {
		uint64_t turns;
		memcpy(&turns, &g->surviving_turns[i], sizeof turns);
		const uint64_t first = turns & 0x0707070707070707, second = turns >> 3 & 0x0707070707070707;
		/* 7 + 1 to 7 has bit 3: turns of both faces, or, where two of one will do, any */
		const uint64_t has_first = first + 0x0707070707070707, has_second = second + 0x0707070707070707;
		uint64_t has = (k->metric == METRIC_HTM ? has_first & has_second : has_first | has_second) & 0x0808080808080808;
		for (; has != 0; has &= has - 1) {
			const unsigned branch = i + (unsigned)__builtin_ctzll(has) / 8, row = combining_row(k, g, branch);
			g->combining[n] = branch << 16 | row;
			n += k->passing_combinations[row].n != 0;
		}
	}
	return n;
}

/* In the canonical order of faces, whatever the frame: so paths are written alike. */
static inline const uint8_t *turns_in_order(const struct group *g, unsigned branch, const struct combination *c)
{
	return c->turn[coset_tables.real_move[g->node[branch / 2].frame][g->seen_axis[branch] * TURNS] % TURNS >= 3];
}

/* Children of a family's parent, made for combinations that begin with them. */
struct first_turns {
	unsigned branch, made;                  /* turns of one branch, as bits */
	struct node child[TURNS];
};

/* The child by a single turn: a survivor, or one of a family.  Combinations have values of their own. */
static inline const struct node *child_by_turn(const struct coset *k, const struct group *g, unsigned branch, unsigned turn,
                                               unsigned depth, struct first_turns *first)
{
	if (!begins_families(k, g->left))
		return &g->children[g->child[branch][turn]];
	const unsigned made = first->branch == branch ? first->made : 0, seen = g->seen_axis[branch] * TURNS + turn;
	struct node *const child = &first->child[turn];
	first->branch = branch;
	first->made = made | 1u << turn;
	if (made >> turn & 1)
		return child;
	set_move(child, depth, make_child(k, &g->node[branch / 2], seen, child));
	if (has_own_origins(k, g))
		child->origin = (first_origin(k, g, child->origin) + next_turn(g, branch, seen)) & ORIGIN_MASK;
	return child;
}

/* Behind the first turn is a survivor. */
static inline void combine(const struct coset *k, const struct group *g, unsigned branch, const struct combination *c,
                           unsigned depth, struct first_turns *first_turns, struct node *child)
{
	const struct node *const parent = &g->node[branch / 2];
	const unsigned first = g->seen_axis[branch] * TURNS;
	const uint8_t *const turn = turns_in_order(g, branch, c);
	const struct node *from = child_by_turn(k, g, branch, turn[0], depth, first_turns);
	struct node half_way[2];
	for (unsigned i = 1; i + 1 < c->n; i++) {
		struct node *const to = &half_way[i & 1];
		const unsigned move = make_child(k, from, seen_elsewhere(parent, from, first + turn[i]), to);
		set_move(to, depth + i, move);
		from = to;
	}
	const unsigned seen = seen_elsewhere(parent, from, first + turn[c->n - 1]);
	*child = *from;
	set_move(child, depth + c->n - 1, coset_tables.real_move[from->frame][seen]);
	child->axis = untested_axis(other_axes[parent->axis][branch & 1], seen);
}

static inline unsigned value_after(const struct coset *k, const struct group *g, unsigned branch,
                                   const struct combination *c)
{
	const bool has_first = c->is_odd[g->is_swapped[branch]], has_second = c->is_odd[!g->is_swapped[branch]];
	if (has_first && has_second)
		return both_faces_value(k, g, branch);
	return has_first ? g->inverse_value[branch] : has_second ? second_values(k, g)[branch] : g->node[branch / 2].value;
}

static inline uint8_t near_after_combination(const struct group *g, unsigned branch, const struct combination *c)
{
	const bool has_first = c->is_odd[g->is_swapped[branch]], has_second = c->is_odd[!g->is_swapped[branch]];
	if (has_first && has_second)
		return ALL_NEIGHBOURS;
	return has_first || has_second ? near_after(g, branch, has_second) : g->node[branch / 2].near;
}

/* Returns their number. */
STAGE unsigned make_combinations(struct coset *k, struct group *g)
{
	const unsigned n_branches = list_combining(k, g), depth = k->top - g->left;
	struct first_turns first_turns;
	first_turns.branch = UINT_MAX;
	unsigned n = 0;
	for (unsigned l = 0; l < n_branches; l++) {
		const unsigned branch = g->combining[l] >> 16, row = g->combining[l] & UINT16_MAX;
		for (unsigned i = 0; i < k->passing_combinations[row].n; i++) {
			const struct combination *const c = &k->combination[k->passing_combinations[row].number[i]];
			if (g->is_split && (g->turns_of_other_parts[branch] >> turns_in_order(g, branch, c)[0] & 1) != 0)
				continue;
			struct queue *const to = &k->queue[g->left - c->cost];
			assert(to->n_untested < QUEUE_UNTESTED);
			struct node *const child = &to->untested[to->n_untested++];
			combine(k, g, branch, c, depth, &first_turns, child);
			child->value = (uint8_t)value_after(k, g, branch, c);
			if (k->has_layers)
				child->near = near_after_combination(g, branch, c);
			n++;
		}
	}
	return n;
}
#endif
