/* What is behind the sequences that a sweep has found to pass: nodes with as many moves left as the cap, and pairs of turns
 * behind those with one more. */
#ifndef SUPERFLIP_SEARCH_COSET_SWEPT_H
#define SUPERFLIP_SEARCH_COSET_SWEPT_H
#include "search/coset/noting.h"

/* The moves of an axis at the front of a path, as turns (cube/symmetry.h).  Returns how many they are. */
static inline unsigned turns_in_front(const uint8_t *move, unsigned n, unsigned *turns)
{
	const unsigned axis = move[0] / TURNS;
	unsigned n_turns = 0;
	*turns = axis_turns_number(axis, 0, 0);
	for (; n_turns < n && move[n_turns] / TURNS == axis; n_turns++) {
		const unsigned quarters = move[n_turns] % 3 + 1u;
		*turns += move[n_turns] % TURNS < 3 ? axis_turns_number(0, quarters, 0) : axis_turns_number(0, 0, quarters);
	}
	return n_turns;
}

/* A move behind those of an axis, by next_turn(). */
static inline unsigned turn_behind(unsigned axis, unsigned move)
{
	return (move / TURNS != other_axes[axis][0] ? TURNS : 0) + move % TURNS;
}

/* A path's node belongs to the opening behind its first three axes.  One of three moves is taken in parts by the turn behind
 * it; once the frontier is deeper those behind that turn are openings, too. */
static struct origins origins_behind(const struct search *search, const uint8_t *move, unsigned n)
{
	const struct frontier *const f = search->frontier;
	unsigned turns[3], m = 0;
	for (unsigned axis = 0; axis < 3; axis++) {
		if (m == n)
			return (struct origins){{0, 0}, false};
		m += turns_in_front(move + m, n - m, &turns[axis]);
	}
	const unsigned root = search->roots->behind[turns[0]][turns[1]], before = axis_turns_axis(turns[1]);
	const unsigned third = axis_turns_axis(turns[2]), which = third != other_axes[before][0];
	uint32_t origin = f->origin[opening_number(root, which, axis_turns_first(turns[2]), axis_turns_second(turns[2]))];
	const bool is_deep = f->split_moves == DEEP_SPLIT_MOVES;
	unsigned begun = f->begun[origin] & IS_BEGUN;
	if (m == n || m > DEEP_SPLIT_MOVES)
		return (struct origins){{origin, origin}, begun != 0};
	unsigned axis = third;
	if (m == SPLIT_MOVES) {
		const unsigned turn = turn_behind(axis, move[m]);
		begun = f->begun[origin] & 1u << turn;
		origin += 1 + turn;
		axis = move[m++] / TURNS;
		if (m == n || move[m] / TURNS == axis)  /* a pair is counted with its first turn */
			return (struct origins){{origin, origin}, (is_deep ? f->begun[origin] & IS_BEGUN_SHARING : begun) != 0};
	}
	const unsigned turn = turn_behind(axis, move[m]);
	if (is_deep)
		begun = f->begun[origin] & 1u << turn;
	return (struct origins){{origin, deep_origin(f, origin, turn)}, begun != 0};
}

/* Turns of opposite faces are written in the canonical order, which a mirror may exchange. */
static inline void put_in_order(uint8_t *move, unsigned n)
{
	for (unsigned m = 1; m < n; m++) {
		const uint8_t first = move[m - 1], second = move[m];
		const bool are_exchanged = first / TURNS == second / TURNS && first > second;
		move[m - 1] = are_exchanged ? second : first;
		move[m] = are_exchanged ? first : second;
	}
}

/* The path to the image of a sequence.  Returns its length. */
static inline unsigned path_behind(const struct sweep *s, uint32_t image, uint8_t *path)
{
	const struct words_sequence *const q = &s->words->sequence[image / N_SYMMETRIES];
	const uint8_t *const real = coset_tables.seen_move[symmetry_inverse[image % N_SYMMETRIES]];
	memcpy(path, s->path, s->n_path);
	for (unsigned m = 0; m < q->n_moves; m++)
		path[s->n_path + m] = real[q->move[m]];
	put_in_order(path + s->n_path, q->n_moves);
	return s->n_path + q->n_moves;
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
	static_assert(SWEEP_MIN_MOVES - 1 >= 2, "all sequences begin with two moves");
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

/* Pairs of turns behind the next short sequences, as long as there is room.  Returns how many. */
static unsigned take_swept_pairs(struct coset *k)
{
	enum { MOST_PAIRS = 18, AT_ONCE = 16 };
	struct sweep *const s = k->sweep;
	const struct queue *const q = &k->queue[k->cap - 1];
	unsigned n_pairs = 0;
	struct node made[AT_ONCE];
	while (s != NULL && s->n_short_taken != s->n_short && q->n_untested < N_BRANCHES) {
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
