/* What is behind the sequences that a sweep has found to pass: nodes with as many moves left as the cap, and pairs of turns
 * behind those with one more. */
#ifndef SUPERFLIP_SEARCH_COSET_SWEPT_H
#define SUPERFLIP_SEARCH_COSET_SWEPT_H
#include "search/coset/noting.h"

/* A node belongs to the opening behind its first three axes.  One of three moves is taken in parts by the turn behind it; once
 * the frontier is deeper those behind that turn are openings, too.
 * @param turns  of the axes on the path to it, n of them; behind these, anything */
static inline struct origins origins_behind(const struct sweep *s, const struct search *search, const uint8_t *turns,
                                            unsigned n)
{
	const struct frontier *const f = search->frontier;
	if (n < 3)
		return (struct origins){{0, 0}, false};
	const unsigned root = search->roots->behind[turns[0]][turns[1]];
	const uint32_t opening = f->origin[opening_number(root, 0, 0, 0) + s->turns_behind[axis_turns_axis(turns[1])][turns[2]]];
	const unsigned n_moves = 0u + s->n_moves_of[turns[0]] + s->n_moves_of[turns[1]] + s->n_moves_of[turns[2]];
	/* Which case it is cannot be foreseen, so the program does not branch. */
	const bool has_next = n > 3 && n_moves <= DEEP_SPLIT_MOVES, is_short = has_next && n_moves == SPLIT_MOVES;
	const bool is_pair = is_short && s->n_moves_of[turns[3]] == 2;  /* is counted with its first turn */
	const bool has_deep = has_next && !(is_short && (n == 4 || is_pair));
	const bool is_deeper = f->split_moves == DEEP_SPLIT_MOVES;
	const unsigned next = s->next_turn[axis_turns_axis(turns[2])][turns[3]];
	const unsigned behind = s->next_turn[axis_turns_axis(turns[3])][turns[4]];
	const uint32_t origin = opening + (is_short ? 1 + next : 0);
	const unsigned last = is_short ? behind : next, part = is_deeper ? last : next;
	const bool is_split = has_next && (is_deeper ? has_deep : is_short);
	const unsigned begun = is_split ? 1u << part : is_deeper && is_short ? IS_BEGUN_SHARING : IS_BEGUN;
	return (struct origins){
		.origin = {origin, has_deep ? deep_origin(f, origin, last) : origin},
		.is_begun = (f->begun[is_deeper ? origin : opening] & begun) != 0,
	};
}

/* The turns of the axes on the path to the image of a sequence.  Returns how many they are. */
static inline unsigned turns_behind(const struct sweep *s, uint32_t image,
                                    uint8_t turns[SWEEPS_MAX_OPENING + 1 + WORDS_MAX_MOVES])
{
	const struct words_sequence *const q = &s->words->sequence[image / N_SYMMETRIES];
	const uint8_t *const real = symmetry_axis_turns[image % N_SYMMETRIES];
	memcpy(turns, s->turns, sizeof s->turns);
	for (unsigned i = 0; i < WORDS_MAX_MOVES; i++)
		turns[s->n_turns + i] = real[q->turns[i]];
	return s->n_turns + q->n_turns;
}

/* The path to the image of a sequence, as nodes have it.  Returns its length. */
static inline unsigned path_behind(const struct sweep *s, uint32_t image, uint8_t path[MAX_LEFT])
{
	const struct words_sequence *const q = &s->words->sequence[image / N_SYMMETRIES];
	const uint8_t *const real = symmetry_axis_turns[image % N_SYMMETRIES];
	unsigned n = s->n_path;
	memcpy(path, s->path, sizeof s->path);
	for (unsigned i = 0; i < q->n_turns; i++) {
		const unsigned turns = real[q->turns[i]], axis = axis_turns_axis(turns);
		path[n] = (uint8_t)(axis * TURNS + axis_turns_first(turns) - 1);
		n += axis_turns_first(turns) != 0;
		path[n] = (uint8_t)(axis * TURNS + 3 + axis_turns_second(turns) - 1);
		n += axis_turns_second(turns) != 0;
	}
	return n;
}

static inline struct sweep_cube sweep_cube_after(const struct sweep_cube *c, unsigned move)
{
	const struct coset_turn *const turn = &coset_tables.turn[move];
	const coset_edges edges = coset_edges_after(coset_edges_load(c->edges), &coset_tables.edge_turn[move]);
	const coset_edges inverse_edges = coset_edges_relabelled(coset_edges_load(c->inverse_edges), turn->relabel);
	struct sweep_cube after = {.corners = coset_corners_after(c->corners, turn),
	                           .inverse_corners = coset_corners_relabelled(c->inverse_corners, turn->relabel)};
	memcpy(after.edges, &edges, sizeof after.edges);
	memcpy(after.inverse_edges, &inverse_edges, sizeof after.inverse_edges);
	return after;
}

/* The cubes behind an opening and two moves, which many sequences begin with. */
static void find_beginnings(struct sweep *s, const struct cube *opening)
{
	struct sweep_cube c = {.edges = {0}};
	const struct cube inverse = cube_inverse(opening);
	coset_pack(opening, c.edges, (uint8_t *)&c.corners);
	coset_pack(&inverse, c.inverse_edges, (uint8_t *)&c.inverse_corners);
	for (unsigned first = 0; first < N_MOVES; first++) {
		const struct sweep_cube behind = sweep_cube_after(&c, first);
		for (unsigned second = 0; second < N_MOVES; second++)
			s->behind[first][second] = sweep_cube_after(&behind, second);
	}
}

/* Nodes behind images of sequences. */
static void make_behind(const struct coset *k, const struct sweep *s, const struct sweep_passing *from, unsigned n,
                        struct node *to)
{
	struct sweep_cube cube[GROUP];
	uint32_t word[GROUP];
	static_assert(SWEEP_MIN_MOVES - 2 >= 2, "all sequences begin with two moves");
	for (unsigned i = 0; i < n; i++) {
		uint8_t path[MAX_LEFT];
		const unsigned n_path = path_behind(s, from[i].image, path);
		cube[i] = s->behind[path[s->n_path]][path[s->n_path + 1]];
		for (unsigned m = s->n_path + 2; m < n_path; m++)
			cube[i] = sweep_cube_after(&cube[i], path[m]);
		word[i] = coset_corner_state(cube[i].corners);
		memset(&to[i], 0, sizeof to[i]);
		for (unsigned m = 0; m < n_path; m++)
			set_move(&to[i], m, path[m]);
		to[i].axis = path[n_path - 1] / TURNS;
		to[i].origin = from[i].origin & ORIGIN_MASK;
	}
	coset_frames(word, n);
	for (unsigned i = 0; i < n; i++) {
		const coset_edges framed = coset_edges_framed(coset_edges_load(cube[i].edges), word[i]);
		memcpy(to[i].edges, &framed, sizeof to[i].edges);
		memcpy(to[i].inverse_edges, cube[i].inverse_edges, sizeof to[i].inverse_edges);
		memcpy(to[i].inverse_corners, &cube[i].inverse_corners, sizeof to[i].inverse_corners);
		set_frame(k, &to[i], word[i], raw_part(k, cube[i].corners));
	}
}

static void forget_swept(struct sweep *s)
{
	s->n_passing = s->n_taken = s->n_short = s->n_short_taken = s->asked.n = 0;
}

static inline unsigned n_swept_waiting(const struct sweep *s)
{
	return s == NULL ? 0 : s->n_passing - s->n_taken;
}

/* Pairs of turns behind a node with one move left more than the cap. */
static void add_pair(struct coset *k, const struct node *n, unsigned axis, unsigned first, unsigned second, unsigned value,
                     unsigned near)
{
	struct queue *const q = &k->queue[k->cap - 1];
	struct node *const to = &q->untested[q->n_untested++];
	const unsigned depth = k->top - k->cap - 1, moves[2] = {axis * TURNS + first - 1, axis * TURNS + 3 + second - 1};
	make_child(k, n, coset_tables.seen_move[n->frame][moves[0]], to);
	set_move(to, depth, moves[0]);
	set_move(to, depth + 1, moves[1]);
	to->value = (uint8_t)value;
	to->near = (uint8_t)near;
	to->axis = untested_axis(axis, coset_tables.seen_move[to->frame][moves[1]]);
}

/* As combining_row() and value_after() have them, but that all single turns survive there.  Returns how many. */
static unsigned add_pairs(struct coset *k, const struct node *n, uint64_t noted)
{
	const unsigned before = k->queue[k->cap - 1].n_untested, same = noted_value(k, noted, 0);
	const unsigned near = (noted >> NOTED_SAME & 1) != 0 ? noted_near(noted, 0) : 0;
	for (unsigned b = 0; b < N_AXES_LEFT; b++) {
		const unsigned axis = other_axes[n->axis][b];
		for (unsigned first = 1; first < 4; first++)
			for (unsigned second = 1; second < 4; second++) {
				const bool has_first = first % 2, has_second = second % 2;
				const bool has_both = has_first && has_second, has_none = !has_first && !has_second;
				const unsigned number = has_none ? 0 : noted_number(b, has_second);
				const unsigned value = has_both ? (same < 2 ? 0 : same - 2) : noted_value(k, noted, number);
				const bool may_pass = !has_both ? value < k->cap : !k->has_layers ? same < k->cap : near >> axis & 1;
				if (may_pass)
					add_pair(k, n, axis, first, second, has_both && !k->has_layers ? same : value,
					         has_both ? ALL_NEIGHBOURS : noted_near(noted, number));
			}
	}
	return k->queue[k->cap - 1].n_untested - before;
}

/* The next nodes for a group. */
static void take_swept(struct coset *k, struct group *g)
{
	struct sweep *const s = k->sweep;
	const unsigned n = n_swept_waiting(s) < GROUP ? n_swept_waiting(s) : GROUP;
	const struct sweep_passing *const from = &s->passing[s->n_taken];
	g->n = n;
	g->node = g->made;
	s->n_taken += n;
	make_behind(k, s, from, n, g->made);
	for (unsigned i = 0; i < n; i++) {
		const uint64_t noted = from[i].noted;
		__builtin_prefetch(&k->work[from[i].origin], 1);  /* counted soon */
		g->made[i].value = (uint8_t)noted_value(k, noted, 0);
		g->made[i].near = (uint8_t)noted_near(noted, 0);
		for (unsigned b = 0; b < N_AXES_LEFT; b++) {
			const unsigned branch = N_AXES_LEFT * i + b;
			g->node_value[branch] = g->made[i].value;
			g->inverse_value[branch] = (uint8_t)noted_value(k, noted, noted_number(b, 0));
			g->second_value[branch] = (uint8_t)noted_value(k, noted, noted_number(b, 1));
			g->swept_near[branch][0] = (uint8_t)noted_near(noted, noted_number(b, 0));
			g->swept_near[branch][1] = (uint8_t)noted_near(noted, noted_number(b, 1));
		}
	}
}

/* Pairs of turns behind the next short sequences, as long as there is room: after the nodes, the first of which are more
 * promising.  Returns how many. */
static unsigned take_swept_pairs(struct coset *k)
{
	enum { MOST_PAIRS = 18, AT_ONCE = 16 };
	struct sweep *const s = k->sweep;
	const struct queue *const q = &k->queue[k->cap - 1];
	unsigned n_pairs = 0;
	struct node made[AT_ONCE];
	while (s != NULL && n_swept_waiting(s) == 0 && s->n_short_taken != s->n_short && q->n_untested < N_BRANCHES) {
		const unsigned n = s->n_short - s->n_short_taken < AT_ONCE ? s->n_short - s->n_short_taken : AT_ONCE;
		const struct sweep_passing *const from = &s->short_passing[s->n_short_taken];
		static_assert(N_BRANCHES + AT_ONCE * MOST_PAIRS <= QUEUE_UNTESTED, "the queue has room");
		make_behind(k, s, from, n, made);
		for (unsigned i = 0; i < n; i++)
			n_pairs += add_pairs(k, &made[i], from[i].noted);
		s->n_short_taken += n;
	}
	return n_pairs;
}
#endif
