/* Kociemba's two-phase method: short solutions at once, shorter ones the longer it runs
 * (doc/methods-two-phase.md).  Which sequences of moves are looked at, in which order, and by which thread:
 *
 * A sequence that solves the cube is split after its last quarter turn of R L F B, uniquely: before it phase
 * 1 brings the cube into H = <U,D,R2,L2,F2,B2>, after it phase 2 stays there.  The cube is searched in up to
 * six variants: seen along each of three axes, itself and its inverse.
 *
 * Round r looks at all sequences of phase 1 with r moves and at all totals up to r + TWO_PHASE_SLACK, so that
 * every round has found all solutions whose phase 1 has at most r moves and whose total has at most r +
 * TWO_PHASE_SLACK.  Each solution found lowers the limit of all that follow.  A solution of r moves has at
 * most r in phase 1, so after round r nothing of up to r moves is left unseen: a best solution of r + 1 moves
 * is then proved optimal.
 *
 * A round is cut into units of work, a variant and the first two moves of phase 1.  Units are taken in order
 * from one counter; threads need not wait for each other between rounds.
 *
 * Source: H. Kociemba, "Close to God's algorithm", Cubism For Fun 28 (1992); http://kociemba.org/cube.htm. */
#include "steps/two_phase.h"

#include "steps/method.h"

enum {
	TWO_PHASE_VARIANTS = 6,
	TWO_PHASE_LONGEST = COSETS_MAX_DISTANCE + 18,  /* H has diameter 18 in its own moves (REFERENCE: Rokicki
	                                                * 2008, Table 1) */
	TWO_PHASE_SLACK = 11,
};

/** One of the ways to look at the cube. */
struct variant {
	uint8_t axis;                 /* 0: U-D, 1: R-L, 2: F-B takes the part of U-D */
	bool is_inverse;
	struct coset_node coset;
	unsigned distance;            /* of the coset from H */
	struct element element;
	struct cube cube;
};

/** A cube being solved: what its threads share. */
struct two_phase_search {
	const struct two_phase_tables *tables;
	const struct search_request *request;
	struct variant variants[TWO_PHASE_VARIANTS];
	unsigned n_variants;
	unsigned first_round;         /* the smallest distance of a variant */
	double start_s;
	/* Relaxed, as all here: a thread that reads an old value only does work in vain. */
	_Atomic unsigned limit;       /* solutions must be shorter */
	_Atomic uint32_t next_unit;
	_Atomic enum search_outcome stop;   /* SEARCH_NONE: go on; SEARCH_SOLVED: by a solution that is short
	                                     * enough */
	_Atomic unsigned first_unfinished;  /* the earliest round of which a thread left a unit unfinished */
	_Atomic uint64_t n_nodes;
	pthread_mutex_t lock;
	struct method_result *result; /* with the shortest solution so far; guarded by the lock */
};

enum {
	TURNS_LEAVING_H = QUARTER_TURNS & ~SUBGROUP_MOVES,  /* quarter turns of R L F B: the last move of phase 1
	                                                     * is one */
	PREFIX_MOVES = 2,
	N_PREFIXES = N_MOVES * N_MOVES + 1,  /* each two moves, and a unit for phase 1 of fewer moves */
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
	/* What phase 2 starts with, after each move of the path; made when it is needed.  Corners and slice of
	 * the first n_corners of them belong to the path, up and down of the first n_edges. */
	unsigned n_corners, n_edges;
	struct element elements[TWO_PHASE_LONGEST + 1];
};

static unsigned limit_of(struct two_phase_search *s)
{
	return atomic_load_explicit(&s->limit, memory_order_relaxed);
}

static bool is_stopped(struct two_phase_search *s)
{
	return atomic_load_explicit(&s->stop, memory_order_relaxed) != SEARCH_NONE;
}

static void stop(struct two_phase_search *s, enum search_outcome why)
{
	enum search_outcome none = SEARCH_NONE;
	atomic_compare_exchange_strong(&s->stop, &none, why);  /* the first reason counts */
}

/* The first n_moves moves of the path solve the variant: if that is the shortest solution so far, write it as
 * moves of the cube as it was given, and its phases in the order in which they are turned. */
static void record(struct worker *w, unsigned n_moves)
{
	static const char *const name[3][2][2] = {
		/* [axis][of the inverse][phase] */
		{{"phase 1, axis U-D", "phase 2, axis U-D"},
	     {"phase 1 of the inverse, axis U-D", "phase 2 of the inverse, axis U-D"}},
		{{"phase 1, axis R-L", "phase 2, axis R-L"},
	     {"phase 1 of the inverse, axis R-L", "phase 2 of the inverse, axis R-L"}},
		{{"phase 1, axis F-B", "phase 2, axis F-B"},
	     {"phase 1 of the inverse, axis F-B", "phase 2 of the inverse, axis F-B"}},
	};
	struct two_phase_search *const s = w->search;
	struct method_result *const out = s->result;
	const struct variant *const v = &s->variants[w->variant];
	const uint8_t *const back = symmetry_move[symmetry_inverse[N_AXIS_SYMMETRIES * v->axis]];
	uint8_t moves[TWO_PHASE_LONGEST];
	for (unsigned i = 0; i < n_moves; i++)
		moves[i] = back[w->path[i]];
	if (v->is_inverse)
		moves_invert(moves, n_moves);
	/* The request may want no solution with this beginning and end. */
	if (n_moves != 0
	    && (s->request->not_first >> moves[0] | s->request->not_last >> moves[n_moves - 1]) & 1)
		return;
	pthread_mutex_lock(&s->lock);
	if (n_moves < limit_of(s)) {
		atomic_store_explicit(&s->limit, n_moves, memory_order_relaxed);
		out->outcome = SEARCH_SOLVED;
		memcpy(out->moves, moves, n_moves);
		memcpy(out->stage_moves, moves, n_moves);
		out->n_moves = out->n_stage_moves = n_moves;
		out->n_stages = 2;
		for (unsigned phase = 0; phase < 2; phase++)
			out->stages[v->is_inverse ? 1 - phase : phase] = (struct method_stage){
				.name = name[v->axis][v->is_inverse][phase],
				.n_moves = phase == 0 ? w->n_phase1_moves : n_moves - w->n_phase1_moves,
			};
		if (method_max_length(s->request) != 0)
			stop(s, SEARCH_SOLVED);
	}
	pthread_mutex_unlock(&s->lock);
}

/* ---- phase 2 ---- */

static void count_nodes(struct worker *w, unsigned n)
{
	w->n_nodes += n;
	if (--w->until_check == 0) {
		const struct search_request *const r = w->search->request;
		w->until_check = NODES_BETWEEN_CHECKS;
		if (r->stopped != NULL && r->stopped(r->context))
			stop(w->search, SEARCH_INTERRUPTED);
		/* The first solution is waited for: it takes about a millisecond. */
		const bool has_enough = method_max_length(r) != 0 || limit_of(w->search) <= TWO_PHASE_LONGEST;
		if (r->time_limit_s > 0 && has_enough && clock_monotonic_s() - w->search->start_s >= r->time_limit_s)
			stop(w->search, SEARCH_TIME_LIMIT);
	}
}

/* Whether `left` moves of H solve the state, which is not beyond them; they are then on the path
 * from n on. */
static bool search_subgroup(struct worker *w, struct subgroup_state state, unsigned n, unsigned left,
                            unsigned last)
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

/* The path has entered H.  Most such positions end here: they are too far away for the moves that are
 * left. */
static void enter_subgroup(struct worker *w, unsigned last)
{
	const struct subgroup_tables *const t = w->search->tables->subgroup;
	const unsigned n = w->n_phase1_moves, limit = limit_of(w->search);
	const unsigned most_total = w->most_total < limit ? w->most_total : limit - 1;
	if (n + t->corner_slice[w->elements[n].corners * N_ORDERS + w->elements[n].slice % N_ORDERS] > most_total)
		return;
	for (; w->n_edges <= n; w->n_edges++) {
		struct element *const e = &w->elements[w->n_edges - 1];
		e[1].up = t->elements->four_after[e->up][w->path[w->n_edges - 1]];
		e[1].down = t->elements->four_after[e->down][w->path[w->n_edges - 1]];
	}
	const struct subgroup_state state = subgroup_enter(w->elements[n]);
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
	const struct element_tables *const t = w->search->tables->subgroup->elements;
	for (; w->n_corners <= n; w->n_corners++) {
		struct element *const e = &w->elements[w->n_corners - 1];
		e[1].corners = t->corners_after[e->corners][w->path[w->n_corners - 1]];
		e[1].slice = t->four_after[e->slice][w->path[w->n_corners - 1]];
	}
}

/* Look at all ways into H with as many moves as the node is away, at most NEAR_DISTANCE. */
static void search_near(struct worker *w, struct coset_node node, unsigned distance, unsigned last)
{
	const struct coset_distances *const d = &w->search->tables->cosets;
	const uint8_t *const move_of_frame = symmetry_move[symmetry_inverse[node.symmetry]];
	const uint32_t allowed =
		move_successors[METRIC_HTM][last] & (distance == 1 ? TURNS_LEAVING_H : (1u << N_MOVES) - 1);
	const uint32_t moves = near_moves(d, node);
	count_nodes(w, (unsigned)__builtin_popcount(moves));
	set_foreach(frame_move, moves) {
		const unsigned move = move_of_frame[frame_move];
		if ((allowed >> move & 1) == 0)
			continue;
		put_move(w, w->n_phase1_moves - distance, move);
		follow_corners(w, w->n_phase1_moves - distance + 1);  /* read long before they are needed */
		const unsigned next_last = move_last_after[METRIC_HTM][last][move];
		if (distance == 1)
			enter_subgroup(w, next_last);
		else
			search_near(w, coset_after(d, node, move), distance - 1, next_last);
	}
}

/* Look at all ways into H with `left` moves, the last one a quarter turn of R L F B.
 * @param distance  of the node from H, at most `left` */
static void search_cosets(struct worker *w, struct coset_node node, unsigned distance, unsigned left,
                          unsigned last)
{
	if (distance == left && distance <= NEAR_DISTANCE) {
		search_near(w, node, distance, last);
		return;
	}
	/* Out of H and back takes three moves: a second turn of the same face would be the same move. */
	if (distance == 0 ? left <= 2 : left == 1)
		return;
	const struct coset_distances *const d = &w->search->tables->cosets;
	struct coset_node child[N_MOVES];
	uint8_t child_move[N_MOVES];
	unsigned n_children = 0;
	set_foreach(move, move_successors[METRIC_HTM][last]) {
		child_move[n_children] = (uint8_t)move;
		child[n_children] = coset_after(d, node, move);
		__builtin_prefetch(coset_byte(d, child[n_children]));
		n_children++;
	}
	count_nodes(w, n_children);
	for (unsigned i = 0; i < n_children && !is_stopped(w->search); i++) {
		const unsigned child_distance = coset_distance_near(d, child[i], distance);
		if (child_distance > left - 1)
			continue;
		put_move(w, w->n_phase1_moves - left, child_move[i]);
		search_cosets(w, child[i], child_distance, left - 1,
		              move_last_after[METRIC_HTM][last][child_move[i]]);
	}
}

/* ---- units of work ---- */

/* All that a round has to look at with this variant and prefix: 0: with phase 1 of no or one move; else 1 +
 * first move * N_MOVES + second move. */
static void run_unit(struct worker *w, unsigned round, unsigned variant, unsigned prefix)
{
	const struct coset_distances *const d = &w->search->tables->cosets;
	const struct variant *const v = &w->search->variants[variant];
	struct coset_node node = v->coset;
	unsigned distance = v->distance, last = LAST_NONE;
	w->variant = variant;
	w->elements[0] = v->element;
	w->most_total = round + TWO_PHASE_SLACK;
	const unsigned n_prefix = prefix > 0 ? PREFIX_MOVES : 0,
				   most = prefix > 0 || round < 1 ? round : 1;
	for (unsigned i = 0; i < n_prefix; i++) {
		const unsigned move = i == 0 ? (prefix - 1) / N_MOVES : (prefix - 1) % N_MOVES;
		if ((move_successors[METRIC_HTM][last] >> move & 1) == 0)
			return;  /* in canonical order only */
		w->path[i] = (uint8_t)move;
		node = coset_after(d, node, move);
		distance = coset_distance_near(d, node, distance);
		last = move_last_after[METRIC_HTM][last][move];
	}
	for (unsigned n = n_prefix > v->distance ? n_prefix : v->distance; n <= most; n++) {
		const unsigned left = n - n_prefix;
		/* Earlier rounds looked at shorter totals of shorter phases 1. */
		w->least_total = n < round ? round + TWO_PHASE_SLACK : 0;
		w->n_phase1_moves = n;
		w->n_corners = w->n_edges = 1;
		if (w->least_total >= limit_of(w->search) || distance > left)
			continue;
		if (left > 0) {
			search_cosets(w, node, distance, left, last);
		} else if (n == 0 || TURNS_LEAVING_H >> w->path[n - 1] & 1) {
			/* Phase 1 of no move is needed where the cube is in H. */
			follow_corners(w, n);
			enter_subgroup(w, last);
		}
	}
}

/* Search until nothing shorter can be found or a limit is hit; any number of threads do so at once. */
static void search(void *context, uint32_t thread)
{
	struct two_phase_search *const s = context;
	const unsigned n_units = N_PREFIXES * s->n_variants;
	struct worker w = {.search = s, .until_check = NODES_BETWEEN_CHECKS};
	for (;;) {
		const uint32_t unit = atomic_fetch_add_explicit(&s->next_unit, 1, memory_order_relaxed);
		const unsigned round = s->first_round + unit / n_units, in_round = unit % n_units;
		/* Solutions shorter than the limit have shorter phases 1, and those were all looked at. */
		if (!is_stopped(s) && round >= limit_of(s))
			break;
		if (!is_stopped(s))
			run_unit(&w, round, in_round % s->n_variants, in_round / s->n_variants);
		if (is_stopped(s)) {
			unsigned earliest = atomic_load(&s->first_unfinished);
			while (round < earliest && !atomic_compare_exchange_weak(&s->first_unfinished, &earliest, round))
				;
			break;
		}
	}
	atomic_fetch_add_explicit(&s->n_nodes, w.n_nodes, memory_order_relaxed);
}

/* ---- the method ---- */

static void destroy(void *tables)
{
	struct two_phase_tables *const t = tables;
	if (t == NULL)
		return;
	free(t->cosets.near);
	free(t->cosets.class_after);
	free(t->cosets.codes);
	free(t->subgroup);
	free(t);
}

/* Tables that do not depend on each other: phase 1's, which take longest, then the distances of phase 2. */
static void make_part(void *context, uint32_t i)
{
	struct two_phase_tables *const t = context;
	if (i == 0)
		t->has_cosets = coset_distances_fill(&t->cosets);
	else
		subgroup_fill_distances(t->subgroup, i - 1);
}

static bool create(const struct method *method, const struct method_setup *setup, void **out)
{
	struct two_phase_tables *const t = *out = calloc(1, sizeof *t);
	if (t != NULL && (t->subgroup = subgroup_tables_create()) != NULL)
		parallel_for(setup->n_threads, 1 + SUBGROUP_N_DISTANCES, make_part, t);
	if (t != NULL && t->has_cosets)
		return true;
	destroy(t);
	*out = NULL;
	errno = ENOMEM;
	return false;
}

static void solve(struct method_run *run)
{
	const struct cube *const c = &run->request->cube, inverse = cube_inverse(c);
	const unsigned max_length = method_max_length(run->request);
	struct two_phase_search s = {
		.tables = run->tables, .request = run->request, .result = run->result, .start_s = run->start_s,
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.limit = 1 + (max_length != 0 && max_length < TWO_PHASE_LONGEST ? max_length : TWO_PHASE_LONGEST),
		.first_unfinished = TWO_PHASE_LONGEST + 1, .first_round = UINT_MAX, .stop = SEARCH_NONE,
	};
	run->result->outcome = SEARCH_NONE;
	for (unsigned i = run->request->skips_first_view; i < TWO_PHASE_VARIANTS; i++) {
		struct variant *const v = &s.variants[s.n_variants];
		*v = (struct variant){
			.axis = (uint8_t)(i / 2), .is_inverse = i % 2 == 1,
			.cube = cube_conjugate(i % 2 == 0 ? c : &inverse, N_AXIS_SYMMETRIES * (i / 2)),
		};
		bool is_new = true;
		items_foreach(known, s.variants, s.n_variants)
			is_new &= !cube_equal(&known->cube, &v->cube);
		if (!is_new)
			continue;
		v->coset = coset_of_cube(&s.tables->cosets, &v->cube);
		v->element = element_of_cube(&v->cube);
		v->distance = coset_distance(&s.tables->cosets, v->coset);
		s.first_round = v->distance < s.first_round ? v->distance : s.first_round;
		s.n_variants++;
	}
	parallel_for(run->request->n_threads, run->request->n_threads, search, &s);
	/* What was proved: no solution within the rounds that were finished, and none nearer than the farthest
	 * coset from H. */
	struct method_result *const out = run->result;
	const unsigned limit = atomic_load(&s.limit), unfinished = atomic_load(&s.first_unfinished);
	const enum search_outcome why = atomic_load(&s.stop);
	out->lower_bound = unfinished >= limit ? limit : unfinished;
	items_foreach(variant, s.variants, s.n_variants)
		if (variant->distance > out->lower_bound)
			out->lower_bound = variant->distance;
	if (out->outcome == SEARCH_SOLVED) {
		out->is_optimal = out->lower_bound == out->n_moves;
		out->has_hit_limit = !out->is_optimal && (why == SEARCH_TIME_LIMIT || why == SEARCH_INTERRUPTED);
	} else if (unfinished < limit) {
		out->outcome = why;
	}
	out->n_generated = atomic_load(&s.n_nodes);
	pthread_mutex_destroy(&s.lock);
}

const struct method two_phase_method = {
	{"two-phase", "Kociemba's two phases: short solutions in milliseconds, shorter ones the longer it runs",
	 .usual_s = 0.1, .has_stages = true, .searches = true},
	.create = create,
	.destroy = destroy,
	.solve = solve,
};
