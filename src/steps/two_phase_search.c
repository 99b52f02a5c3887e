#include "steps/two_phase_search.h"
#include "base/clock.h"

#include <string.h>

enum {
	TURNS_LEAVING_H = QUARTER_TURNS & ~SUBGROUP_MOVES,  /* quarter turns of R L F B: the last move of phase 1 is one */
	PREFIX_MOVES = 2,
	/* Every second move in canonical order after every first one, and a unit for phase 1 of fewer moves. */
	MAX_PREFIXES = N_MOVES * N_MOVES + 1,
	NODES_BETWEEN_CHECKS = 256    /* expanded: about 50 microseconds */
};

/* What one thread owns. */
struct worker {
	struct two_phase_search *search;
	unsigned variant;
	unsigned n_phase1_moves;
	unsigned least_total, most_total;  /* the lengths of solutions that the unit looks for */
	unsigned until_check;
	uint64_t n_nodes;
	uint8_t path[TWO_PHASE_LONGEST];
	/* What phase 2 starts with, after each move of the path; made when it is needed. */
	unsigned n_corners, n_edges;  /* corners[0 .. n_corners - 1] and edges[0 .. n_edges - 1] belong to the path */
	struct corner_places corners[TWO_PHASE_LONGEST + 1];
	struct edge_places edges[TWO_PHASE_LONGEST + 1];
};

static unsigned limit_of(struct two_phase_search *s)
{
	return atomic_load_explicit(&s->limit, memory_order_relaxed);
}

static bool is_stopped(struct two_phase_search *s)
{
	return atomic_load_explicit(&s->stop, memory_order_relaxed) != STOP_NONE;
}

static void stop(struct two_phase_search *s, enum two_phase_stop why)
{
	enum two_phase_stop none = STOP_NONE;
	atomic_compare_exchange_strong(&s->stop, &none, why);  /* the first reason counts */
}

static void check_limits(struct worker *w)
{
	const struct search_request *const r = w->search->request;
	w->until_check = NODES_BETWEEN_CHECKS;
	if (r->stopped != NULL && r->stopped(r->context))
		stop(w->search, STOP_ASKED);
	/* The first solution is waited for: it takes about a millisecond. */
	const bool has_enough = method_max_length(r) != 0 || limit_of(w->search) <= TWO_PHASE_LONGEST;
	if (r->time_limit_s > 0 && has_enough && clock_monotonic_s() - w->search->start_s >= r->time_limit_s)
		stop(w->search, STOP_TIME);
}

/* Whether the request wants no solution with this beginning and end. */
static bool is_unwanted(const struct worker *w, unsigned n_moves)
{
	const struct variant *const v = &w->search->variants[w->variant];
	const uint8_t *const move = symmetry_move[symmetry_inverse[two_phase_axis_symmetry(v->axis)]];
	const struct search_request *const r = w->search->request;
	if (n_moves == 0)
		return false;
	const unsigned begin = move[w->path[0]], end = move[w->path[n_moves - 1]];
	const unsigned first = v->is_inverse ? move_inverse(end) : begin, last = v->is_inverse ? move_inverse(begin) : end;
	return ((r->not_first >> first | r->not_last >> last) & 1) != 0;
}

static void record(struct worker *w, unsigned n_moves)
{
	struct two_phase_search *const s = w->search;
	if (is_unwanted(w, n_moves))
		return;
	pthread_mutex_lock(&s->lock);
	if (n_moves < limit_of(s)) {
		atomic_store_explicit(&s->limit, n_moves, memory_order_relaxed);
		s->is_solved = true;
		s->variant = w->variant;
		s->n_phase1_moves = w->n_phase1_moves;
		s->n_moves = n_moves;
		memcpy(s->moves, w->path, n_moves);
		if (method_max_length(s->request) != 0)
			stop(s, STOP_SHORT_ENOUGH);
	}
	pthread_mutex_unlock(&s->lock);
}

/* ---- phase 2 ---- */

static void count_nodes(struct worker *w, unsigned n)
{
	w->n_nodes += n;
	if (--w->until_check == 0)
		check_limits(w);
}

/* Whether `left` moves of H solve the state, which is not beyond them; they are then on the path
 * from n on. */
static bool search_subgroup(struct worker *w, struct subgroup_state state, unsigned n, unsigned left, unsigned last)
{
	const struct subgroup_tables *const t = w->search->tables->subgroup;
	if (left == 0)
		return true;
	const uint32_t moves = move_successors[METRIC_HTM][last];
	count_nodes(w, (unsigned)__builtin_popcount(moves & SUBGROUP_MOVES));
	for (unsigned i = 0; i < N_SUBGROUP_MOVES && !is_stopped(w->search); i++) {
		const unsigned move = subgroup_move[i];
		if ((moves >> move & 1) == 0)
			continue;
		const struct subgroup_state next = subgroup_after(t, state, i);
		if (subgroup_is_beyond(t, next, left - 1))
			continue;
		w->path[n] = (uint8_t)move;
		if (search_subgroup(w, next, n + 1, left - 1, move_last_after[METRIC_HTM][last][move]))
			return true;
	}
	return false;
}

/* The path has entered H.  Most such positions end here: they are too far away for the moves that are left. */
static void enter_subgroup(struct worker *w, unsigned last)
{
	const struct subgroup_tables *const t = w->search->tables->subgroup;
	const unsigned n = w->n_phase1_moves, limit = limit_of(w->search);
	const unsigned most_total = w->most_total < limit ? w->most_total : limit - 1;
	if (n + subgroup_corner_bound(t, w->corners[n]) > most_total)
		return;
	for (; w->n_edges <= n; w->n_edges++)
		w->edges[w->n_edges] = edge_places_after(t, w->edges[w->n_edges - 1], w->path[w->n_edges - 1]);
	const struct subgroup_state state = subgroup_enter(w->corners[n], w->edges[n]);
	for (unsigned total = n > w->least_total ? n : w->least_total; total <= most_total; total++)
		if (!subgroup_is_beyond(t, state, total - n) && search_subgroup(w, state, n, total - n, last)) {
			record(w, total);
			return;
		}
}

/* ---- phase 1 ---- */

/* Put a move on the path: what follows it belongs to another path. */
static void put_move(struct worker *w, unsigned n, unsigned move)
{
	w->path[n] = (uint8_t)move;
	w->n_corners = w->n_corners < n + 1 ? w->n_corners : n + 1;
	w->n_edges = w->n_edges < n + 1 ? w->n_edges : n + 1;
}

/* Where the corners are after n moves of the path. */
static void follow_corners(struct worker *w, unsigned n)
{
	for (; w->n_corners <= n; w->n_corners++)
		w->corners[w->n_corners] =
			corner_places_after(w->search->tables->subgroup, w->corners[w->n_corners - 1], w->path[w->n_corners - 1]);
}

/* Look at all ways into H with as many moves as the node is away, at most NEAR_DISTANCE. */
static void search_near(struct worker *w, struct coset_node node, unsigned distance, unsigned last)
{
	const struct two_phase_tables *const t = w->search->tables;
	const uint8_t *const move_of_frame = symmetry_move[symmetry_inverse[node.symmetry]];
	const uint32_t allowed = move_successors[METRIC_HTM][last] & (distance == 1 ? TURNS_LEAVING_H : (1u << N_MOVES) - 1);
	const uint32_t moves = near_moves(t->cosets, node);
	count_nodes(w, (unsigned)__builtin_popcount(moves));
	for (uint32_t frame_moves = moves; frame_moves != 0; frame_moves &= frame_moves - 1) {
		const unsigned move = move_of_frame[__builtin_ctz(frame_moves)];
		if ((allowed >> move & 1) == 0)
			continue;
		put_move(w, w->n_phase1_moves - distance, move);
		follow_corners(w, w->n_phase1_moves - distance + 1);  /* read long before they are needed */
		const unsigned next_last = move_last_after[METRIC_HTM][last][move];
		if (distance == 1)
			enter_subgroup(w, next_last);
		else
			search_near(w, coset_after(t->cosets, node, move), distance - 1, next_last);
	}
}

/* Look at all ways into H with `left` moves, the last one a quarter turn of R L F B.
 * @param distance  of the node from H, at most `left` */
static void search_cosets(struct worker *w, struct coset_node node, unsigned distance, unsigned left, unsigned last)
{
	if (distance == left && distance <= NEAR_DISTANCE) {
		search_near(w, node, distance, last);
		return;
	}
	/* Out of H and back takes three moves: a second turn of the same face would be the same move. */
	if (distance == 0 ? left <= 2 : left == 1)
		return;
	const struct coset_distances *const d = w->search->tables->cosets;
	struct coset_node child[N_MOVES];
	uint8_t child_move[N_MOVES];
	unsigned n_children = 0;
	for (uint32_t moves = move_successors[METRIC_HTM][last]; moves != 0; moves &= moves - 1) {
		child_move[n_children] = (uint8_t)__builtin_ctz(moves);
		child[n_children] = coset_after(d, node, child_move[n_children]);
		__builtin_prefetch(coset_byte(d, child[n_children]));
		n_children++;
	}
	count_nodes(w, n_children);
	for (unsigned i = 0; i < n_children && !is_stopped(w->search); i++) {
		const unsigned child_distance = coset_distance_near(d, child[i], distance);
		if (child_distance > left - 1)
			continue;
		put_move(w, w->n_phase1_moves - left, child_move[i]);
		search_cosets(w, child[i], child_distance, left - 1, move_last_after[METRIC_HTM][last][child_move[i]]);
	}
}

/* ---- units of work ---- */

struct prefix { uint8_t first, second; };

/* The sequences of two moves in canonical order. @return how many */
static unsigned fill_prefixes(struct prefix *prefixes)
{
	unsigned n = 0;
	for (unsigned first = 0; first < N_MOVES; first++) {
		const unsigned last = move_last_after[METRIC_HTM][LAST_NONE][first];
		for (uint32_t moves = move_successors[METRIC_HTM][last]; moves != 0; moves &= moves - 1)
			prefixes[n++] = (struct prefix){(uint8_t)first, (uint8_t)__builtin_ctz(moves)};
	}
	return n;
}

/* Phase 1 of w->n_phase1_moves moves that begins with two given ones. */
static void search_prefix(struct worker *w, struct prefix prefix)
{
	const struct coset_distances *const d = w->search->tables->cosets;
	const struct variant *const v = &w->search->variants[w->variant];
	const unsigned left = w->n_phase1_moves - PREFIX_MOVES;
	const struct coset_node first = coset_after(d, v->coset, prefix.first), second = coset_after(d, first, prefix.second);
	const unsigned distance = coset_distance_near(d, second, coset_distance_near(d, first, v->distance));
	if (distance > left)
		return;
	w->path[0] = prefix.first;
	w->path[1] = prefix.second;
	w->n_corners = w->n_edges = 1;
	const unsigned last = move_last_after[METRIC_HTM][move_last_after[METRIC_HTM][LAST_NONE][prefix.first]][prefix.second];
	if (left > 0) {
		search_cosets(w, second, distance, left, last);
	} else if (TURNS_LEAVING_H >> prefix.second & 1) {
		follow_corners(w, PREFIX_MOVES);
		enter_subgroup(w, last);
	}
}

/* Phase 1 of no move or one. */
static void search_short(struct worker *w)
{
	const struct variant *const v = &w->search->variants[w->variant];
	w->n_corners = w->n_edges = 1;
	if (w->n_phase1_moves == 0 && v->distance == 0)
		enter_subgroup(w, LAST_NONE);
	else if (w->n_phase1_moves == 1 && v->distance == 1)
		search_cosets(w, v->coset, 1, 1, LAST_NONE);
}

/* All that a round has to look at with this variant and prefix; NULL: with phase 1 of no or one move. */
static void run_unit(struct worker *w, unsigned round, unsigned variant, const struct prefix *prefix)
{
	const struct variant *const v = &w->search->variants[variant];
	w->variant = variant;
	w->corners[0] = v->corners;
	w->edges[0] = v->edges;
	w->most_total = round + TWO_PHASE_SLACK;
	const unsigned least = prefix != NULL ? PREFIX_MOVES : 0, most = prefix != NULL || round < 1 ? round : 1;
	for (unsigned n = least > v->distance ? least : v->distance; n <= most; n++) {
		/* Earlier rounds looked at shorter totals of shorter phases 1. */
		w->least_total = n < round ? round + TWO_PHASE_SLACK : 0;
		w->n_phase1_moves = n;
		if (w->least_total >= limit_of(w->search))
			continue;
		if (prefix != NULL)
			search_prefix(w, *prefix);
		else
			search_short(w);
	}
}

static void leave_unfinished(struct two_phase_search *s, unsigned round)
{
	unsigned earliest = atomic_load(&s->first_unfinished);
	while (round < earliest && !atomic_compare_exchange_weak(&s->first_unfinished, &earliest, round))
		;
}

void two_phase_search_run(struct two_phase_search *s)
{
	struct prefix prefixes[MAX_PREFIXES];
	const unsigned n_prefixes = fill_prefixes(prefixes), n_units = (n_prefixes + 1) * s->n_variants;
	struct worker w = {.search = s, .until_check = NODES_BETWEEN_CHECKS};
	for (;;) {
		const uint32_t unit = atomic_fetch_add_explicit(&s->next_unit, 1, memory_order_relaxed);
		const unsigned round = s->first_round + unit / n_units, in_round = unit % n_units;
		/* Solutions shorter than the limit have shorter phases 1, and those were all looked at. */
		if (!is_stopped(s) && round >= limit_of(s))
			break;
		const unsigned prefix = in_round / s->n_variants;
		if (!is_stopped(s))
			run_unit(&w, round, in_round % s->n_variants, prefix > 0 ? &prefixes[prefix - 1] : NULL);
		if (is_stopped(s)) {
			leave_unfinished(s, round);
			break;
		}
	}
	atomic_fetch_add_explicit(&s->n_nodes, w.n_nodes, memory_order_relaxed);
}

/* ---- the cube in its variants ---- */

unsigned two_phase_axis_symmetry(unsigned axis)
{
	return 16 * axis;
}

static void add_variant(struct two_phase_search *s, const struct cube *seen, unsigned axis, bool is_inverse)
{
	const struct coset_distances *const d = s->tables->cosets;
	const struct element element = element_of_cube(seen);
	struct variant *const v = &s->variants[s->n_variants++];
	*v = (struct variant){
		.axis = (uint8_t)axis, .is_inverse = is_inverse, .coset = coset_of_cube(d, seen),
		.corners = {element.corners, element.slice}, .edges = {element.up, element.down},
	};
	v->distance = coset_distance(d, v->coset);
	if (s->n_variants == 1 || v->distance < s->first_round)
		s->first_round = v->distance;
}

bool two_phase_search_init(struct two_phase_search *s, const struct method_run *run)
{
	const struct cube *const c = &run->request->cube;
	const unsigned max_length = method_max_length(run->request);
	*s = (struct two_phase_search){.tables = run->tables, .request = run->request, .start_s = run->start_s};
	if (pthread_mutex_init(&s->lock, NULL) != 0)
		return false;
	struct cube seen[TWO_PHASE_VARIANTS];
	unsigned n_seen = 0;
	const struct cube inverse = cube_inverse(c);
	for (unsigned i = 0; i < TWO_PHASE_VARIANTS; i++) {
		seen[n_seen] = cube_conjugate(i % 2 == 0 ? c : &inverse, two_phase_axis_symmetry(i / 2));
		bool is_new = true;
		for (unsigned j = 0; j < n_seen; j++)
			is_new &= !cube_equal(&seen[j], &seen[n_seen]);
		if (is_new)
			add_variant(s, &seen[n_seen++], i / 2, i % 2 == 1);
	}
	atomic_init(&s->limit, 1 + (max_length != 0 && max_length < TWO_PHASE_LONGEST ? max_length : TWO_PHASE_LONGEST));
	atomic_init(&s->next_unit, 0);
	atomic_init(&s->stop, STOP_NONE);
	atomic_init(&s->first_unfinished, TWO_PHASE_LONGEST + 1);
	atomic_init(&s->n_nodes, 0);
	return true;
}

void two_phase_search_destroy(struct two_phase_search *s)
{
	pthread_mutex_destroy(&s->lock);
}
