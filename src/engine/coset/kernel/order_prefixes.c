/* An iteration by prefixes, those first that took most of the iteration before: where a solution ends a node
 * is cut only if its bound is exact, so solutions are where the nodes are (doc/notebook.md).
 *
 * A prefix is a node after three or four moves, or a few more where these end with turns of both faces of an
 * axis.  In half turns each turn after a prefix is a unit of its own: what a batch has found of the prefix
 * (records.h) makes the nodes after it.  A lookup is counted by the first moves of its node, as many as units
 * have, so nodes need no counters.  The first iteration of a cube only counts. */
#include "coset/kernel/orders.h"
#include "coset/kernel/stages.h"
#include "search/units.h"

enum {
	FIRST = 4, LONG = 6,                    /* iterations of so many moves more than the cap: the first one;
	                                         * prefixes are longer */
	SHORT_MOVES = 3, PREFIX_MOVES = 4,
	N_PATHS = N_MOVES * N_MOVES * N_MOVES * N_MOVES,
	N_COUNTERS = N_PATHS * N_MOVES,
	/* Half turns count as one move: after one axis 18 turns of one move and 27 of two, after the others 12
	 * and 18. */
	N_OF_TWO_MOVES = 18 * 12,
	N_OF_THREE_MOVES = 18 * 18 + 27 * 12 + N_OF_TWO_MOVES * 12,
	N_OF_FOUR_MOVES = 27 * 18 + N_OF_TWO_MOVES * 18 + N_OF_THREE_MOVES * 12,
	MAX_PREFIXES = N_OF_FOUR_MOVES + N_OF_THREE_MOVES * 18,
	MAX_UNITS = MAX_PREFIXES + N_OF_FOUR_MOVES * (N_NEXT_TURNS - 1),
	TURN_BITS = 5, ALL_TURNS = (1 << TURN_BITS) - 1,
	N_AHEAD = 16,                           /* units whose nodes are prefetched */
};

/* by moves */
static const unsigned n_paths[] = {1, N_MOVES, N_MOVES * N_MOVES, N_PATHS / N_MOVES, N_PATHS, N_COUNTERS};

struct prefixes {
	uint64_t cube;                          /* search->id of the cube that they belong to */
	struct unit_list roots;
	_Atomic unsigned n, n_begun, n_roots_begun;  /* prefixes; units and roots that any thread has begun */
	unsigned n_moves, n_units;              /* the former: of prefixes, or more; 0: there are none yet */
	_Atomic uint64_t n_expanded, n_generated;  /* nodes above the prefixes, and their children, unless these
	                                            * are cut */
	unsigned n_counted, n_counted_before;   /* moves by which lookups are counted, in this iteration and the
	                                         * one before */
	_Atomic uint32_t *work, *work_before;   /* lookups by counter */
	_Atomic uint32_t counts[2][N_COUNTERS]; /* where these are */
	/* Of nodes by their path (records.h), after PREFIX_MOVES and after SHORT_MOVES moves (records_of()); 0:
	 * nothing is known. */
	uint64_t record[N_PATHS + N_PATHS / N_MOVES];
	struct prefix { uint32_t path; uint8_t n_moves; bool is_evaluated; } prefix[MAX_PREFIXES];
	/* Units, the best first and as they were made: a prefix << TURN_BITS | the turn after it, or
	 * ALL_TURNS. */
	uint32_t order[MAX_UNITS], unit[MAX_UNITS];
	uint16_t rank[MAX_UNITS];
	_Alignas(64) struct node node[MAX_PREFIXES];
};

/* ---- counting ---- */
static unsigned path_of(const struct node *n, unsigned n_moves)
{
	unsigned path = 0;
	for (unsigned i = 0; i < n_moves; i++)
		path = path * N_MOVES + node_move(n, i);
	return path;
}

static uint64_t *records_of(struct prefixes *p, unsigned n_moves)
{
	return n_moves == SHORT_MOVES ? p->record + N_PATHS : p->record;
}

/* Of nodes that can be pruned: the others are as many after each prefix. */
static void count_batch(struct engine *k, struct batch *b)
{
	struct prefixes *const p = k->counted;
	const unsigned depth = k->top - b->left;
	const unsigned node_bits = CHILD_BITS + 1;
	for (unsigned i = 0; i < b->n && depth + 1 == p->n_counted && k->metric == METRIC_HTM; i++)
		records_of(p, depth)[path_of(&b->node[i], depth)] = record_of_node(k, b, i);
	if (b->left > k->cap || depth < p->n_counted)
		return;
	/* The counters are in no near cache: they are fetched together. */
	unsigned path[BATCH], n_lookups[BATCH], n_nodes = 0, last = BATCH;
	for (unsigned c = 0; c < b->children.n; c++) {
		const unsigned node = b->child[c] >> node_bits;
		if (node != last) {
			path[n_nodes] = path_of(&b->node[node], p->n_counted);
			__builtin_prefetch(&p->work[path[n_nodes]], 1);
			n_lookups[n_nodes++] = 0;
		}
		last = node;
		n_lookups[n_nodes - 1]++;
	}
	/* Threads may race on a counter: some increments are lost, nothing else. */
	for (unsigned i = 0; i < n_nodes; i++) {
		const uint32_t before = atomic_load_explicit(&p->work[path[i]], memory_order_relaxed);
		atomic_store_explicit(&p->work[path[i]], before + n_lookups[i], memory_order_relaxed);
	}
}

/* ---- roots: nodes after two axes ---- */
enum { ROOTS_AT_ONCE = 2 * BATCH };

/* To the queues, those of min_moves to max_moves moves that nobody has begun.  @return how many */
static unsigned push_roots(struct worker *w, struct prefixes *p, unsigned min_moves, unsigned max_moves)
{
	struct engine *const k = w->kernel_state;
	struct node *node[ROOTS_AT_ONCE];
	struct cube inverse[ROOTS_AT_ONCE];
	uint8_t value[ROOTS_AT_ONCE];
	unsigned n = 0;
	while (n < ROOTS_AT_ONCE) {
		const unsigned i = atomic_fetch_add_explicit(&p->n_roots_begun, 1, memory_order_relaxed);
		if (i >= p->roots.n_units)
			break;
		const struct root *const root = &p->roots.node[p->roots.unit[i]];
		if (root->bound > k->top || root->n_path < min_moves || root->n_path > max_moves)
			continue;
		const struct cube c = cube_after_moves(k->search->request.cube, root->path, root->n_path);
		node[n] = queue_append(&k->queue[k->top - root->n_path], 1);
		engine_make_node(k, &c, root->path, root->n_path, node[n]);
		inverse[n++] = cube_inverse(&c);
	}
	k->stages->read_cubes(k, inverse, n, value);
	w->counts.n_lookups += n;
	for (unsigned i = 0; i < n; i++)
		node[i]->value = value[i];
	return n;
}

static bool more_roots(struct worker *w)
{
	const struct engine *const k = w->kernel_state;
	return push_roots(w, k->counted, 0, MAX_ROOT_PATH) != 0;
}

/* ---- making prefixes ---- */
static void collect(struct worker *w, unsigned left)
{
	struct engine *const k = w->kernel_state;
	struct prefixes *const p = k->counted;
	struct queue *const q = &k->queue[left];
	const unsigned n_evaluated = q->tail - q->head, n = n_evaluated + q->n_pending;
	const unsigned begin = atomic_fetch_add_explicit(&p->n, n, memory_order_relaxed);
	const bool may_be_cut = k->metric == METRIC_QTM;  /* after combinations of up to four moves */
	for (unsigned i = 0; i < n; i++) {
		struct node *const to = &p->node[begin + i];
		const struct node *const from =
			i < n_evaluated ? &q->node[q->head + i] : &q->pending[i - n_evaluated];
		*to = *from;
		if (i >= n_evaluated && !may_be_cut) {
			k->stages->make_child(k, from, pending_move(from), to);
			to->axis = from->axis & 3;
		}
		p->prefix[begin + i] = (struct prefix){path_of(to, p->n_moves), (uint8_t)(k->top - left),
		                                       i < n_evaluated || !may_be_cut};
	}
	q->head = q->tail = q->n_pending = 0;
}

/* Roots that are prefixes themselves are so in half turns only: in quarter turns the bounds of the longest
 * may not fit. */
static unsigned most_moves_of_roots(const struct engine *k, const struct prefixes *p)
{
	return k->metric == METRIC_HTM ? (unsigned)MAX_ROOT_PATH : p->n_moves - 1;
}

/* In an iteration so long that nothing is cut. */
static void make_prefixes(struct worker *w, struct search *s, void *context)
{
	static const struct work_unit longest = {.threshold = MAX_LEFT, .last = LAST_NONE};
	struct engine *const k = w->kernel_state;
	struct prefixes *const p = context;
	const struct node_counts before = w->counts;
	engine_begin(k, s, &longest);
	k->counted = p;
	while (push_roots(w, p, 0, most_moves_of_roots(k, p)) != 0)
		engine_expand_to(w, MAX_LEFT - p->n_moves, collect);
	atomic_fetch_add(&p->n_expanded, w->counts.n_expanded - before.n_expanded);
	atomic_fetch_add(&p->n_generated, w->counts.n_generated - before.n_generated);
	w->counts.n_expanded = before.n_expanded;
	w->counts.n_generated = before.n_generated;
}

/* ---- the order ---- */
/* A logarithmic scale: counts as floating-point numbers have them, with RANK_BITS bits after the first, so
 * that counts which differ by less than a sixty-fourth may be equal. */
enum { RANK_BITS = 6, FLOAT_BITS = 23, FLOAT_BIAS = 127, N_RANKS = 65 << RANK_BITS };

/* By what a unit took, and a quarter of what all took that begin with the same moves but the last one.  Where
 * only whole prefixes are units, those with more moves share a counter. */
static void add_unit(struct prefixes *p, const uint32_t *sum, unsigned i, unsigned turn, unsigned path)
{
	enum { WEIGHT = 4, N_SHARING = 2 };
	const bool shares = p->n_counted_before < p->prefix[i].n_moves;
	const uint64_t own = atomic_load_explicit(&p->work_before[path], memory_order_relaxed),
	               work = WEIGHT * own / (shares ? N_SHARING : 1) + sum[path / N_MOVES];
	const float number = (float)work;
	uint32_t bits;
	memcpy(&bits, &number, sizeof bits);
	p->unit[p->n_units] = i << TURN_BITS | turn;
	p->rank[p->n_units++] =
		(uint16_t)(work == 0 ? 0 : (bits >> (FLOAT_BITS - RANK_BITS)) - (FLOAT_BIAS << RANK_BITS) + 1);
}

static bool sort(struct prefixes *p)
{
	const unsigned n_counters = n_paths[p->n_counted_before];
	uint32_t begin[N_RANKS + 1] = {0}, *const sum = calloc(n_counters / N_MOVES, sizeof *sum);
	if (sum == NULL)
		return false;
	for (unsigned c = 0; c < n_counters; c++)
		sum[c / N_MOVES] += atomic_load_explicit(&p->work_before[c], memory_order_relaxed);
	p->n_units = 0;
	for (unsigned i = 0; i < p->n; i++) {
		const struct prefix *const prefix = &p->prefix[i];
		if (p->n_counted_before <= prefix->n_moves)
			add_unit(p, sum, i, ALL_TURNS, path_of(&p->node[i], p->n_counted_before));
		else if (records_of(p, p->n_moves)[prefix->path] == 0)
			add_unit(p, sum, i, ALL_TURNS, prefix->path * N_MOVES);
		else
			for (unsigned turn = 0; turn < N_NEXT_TURNS; turn++)
				add_unit(p, sum, i, turn,
				         prefix->path * N_MOVES + other_axes[p->node[i].axis][turn / TURNS] * TURNS
				             + turn % TURNS);
	}
	free(sum);
	items_foreach(rank, p->rank, p->n_units)
		begin[N_RANKS - *rank]++;
	for (unsigned r = 1; r <= N_RANKS; r++)
		begin[r] += begin[r - 1];
	for (unsigned i = 0; i < p->n_units; i++)
		p->order[begin[N_RANKS - 1 - p->rank[i]]++] = p->unit[i];
	return true;
}

/* ---- taking units ---- */
/* Nodes that begin with a turn after a prefix.  @return whether there are so many that they are to be
 * searched first */
static bool push_turn(struct worker *w, struct prefixes *p, unsigned i, unsigned turn)
{
	struct engine *const k = w->kernel_state;
	const struct node *const n = &p->node[i];
	const unsigned depth = p->prefix[i].n_moves, left = k->top - depth;
	const uint64_t record = records_of(p, depth)[p->prefix[i].path];
	add_node(k, n, depth, record, turn, &k->queue[left - 1]);
	w->counts.n_generated += 1 + add_pairs_after(k, n, depth, record, turn, &k->queue[left - 2]);
	w->counts.n_expanded += turn == 0;
	return engine_is_full(k, left - 1) || engine_is_full(k, left - 2);
}

static bool push_prefix(struct worker *w, const struct prefixes *p, unsigned i)
{
	struct engine *const k = w->kernel_state;
	const unsigned left = k->top - p->prefix[i].n_moves;
	if (p->node[i].value > left) {
		w->counts.n_generated--;
		return false;
	}
	struct queue *const q = &k->queue[left];
	*(p->prefix[i].is_evaluated ? queue_append(q, 1) : queue_append_pending(q)) = p->node[i];
	return engine_is_full(k, left);
}

/* Units until some queue holds a batch; last the roots that are as long as prefixes. */
static bool more_units(struct worker *w)
{
	struct engine *const k = w->kernel_state;
	struct prefixes *const p = k->counted;
	for (;;) {
		const unsigned at = atomic_fetch_add_explicit(&p->n_begun, 1, memory_order_relaxed);
		if (at >= p->n_units)
			return push_roots(w, p, most_moves_of_roots(k, p) + 1, MAX_ROOT_PATH) != 0;
		if (at + N_AHEAD < p->n_units)
			__builtin_prefetch(&p->node[p->order[at + N_AHEAD] >> TURN_BITS]);
		const unsigned i = p->order[at] >> TURN_BITS, turn = p->order[at] & ALL_TURNS;
		if (turn == ALL_TURNS ? push_prefix(w, p, i) : push_turn(w, p, i, turn))
			return true;
	}
}

/* ---- an iteration ---- */
static void take_part(struct worker *w, struct search *s, void *context)
{
	struct engine *const k = w->kernel_state;
	struct prefixes *const p = context;
	engine_begin_whole(k, s);
	k->counted = p;
	k->count = count_batch;
	k->counted_search = s->id;
	k->counted_threshold = s->threshold;
	k->source = p->n_moves == 0 ? more_roots : more_units;
	engine_drain(w);
}

/* @return false without memory */
static bool begin_cube(struct worker *w, const struct search *s, struct prefixes *p)
{
	const struct heuristic *const h = worker_heuristic(w);
	p->cube = s->id;
	p->n_moves = p->n_counted = 0;
	memset(p->record, 0, sizeof p->record);
	p->work = p->counts[0];
	p->work_before = p->counts[1];
	unit_list_free(&p->roots);
	/* In quarter turns roots that are as long as prefixes come last. */
	if (h->metric == METRIC_HTM && search_has_shifts(s)
	        ? !unit_list_fill_shifts(&p->roots, h->metric, s->symmetries)
	        : !unit_list_fill(&p->roots, h->metric, s->symmetries, UNIT_MOVES_MIN))
		return false;
	w->counts.n_lookups +=
		unit_list_evaluate(&p->roots, h, &s->request.cube, s->threshold) * h->spec->n_lookups;
	return true;
}

/* Moves of prefixes, so that none is cut, nor the nodes after a turn. */
static unsigned prefix_moves(const struct engine *k, unsigned threshold)
{
	return k->metric == METRIC_QTM || threshold >= k->cap + LONG ? PREFIX_MOVES : SHORT_MOVES;
}

static void search_prefixes(struct worker *w, struct search *s, struct prefixes *p)
{
	const unsigned n_moves = prefix_moves(w->kernel_state, s->threshold);
	if (p->n_moves != n_moves) {
		p->n_moves = n_moves;
		atomic_store(&p->n, 0);
		atomic_store(&p->n_expanded, 0);
		atomic_store(&p->n_generated, 0);
		search_together(w, s, make_prefixes, p);
	}
	if (search_must_stop(s))
		return;
	if (!sort(p)) {
		search_fail(s, SEARCH_NO_MEMORY);
		return;
	}
	w->counts.n_expanded += p->n_expanded;
	w->counts.n_generated += p->n_generated;
	atomic_store(&p->n_begun, 0);
	atomic_store(&p->n_roots_begun, 0);
	search_together(w, s, take_part, p);
}

static bool iterate(struct worker *w, struct search *s)
{
	struct engine *const k = w->kernel_state;
	/* Shorter iterations are over before the roots are evaluated, longer ones have no room for the path in a
	 * node. */
	if (s->threshold < k->cap + FIRST || s->threshold <= MAX_ROOT_PATH || s->threshold > MAX_LEFT)
		return false;
	if (k->prefixes == NULL) {
		/* Pages of prefixes that never exist are never touched. */
		k->prefixes = aligned_alloc(64, sizeof *k->prefixes);
		if (k->prefixes == NULL)
			return false;
		k->prefixes->cube = 0;
		k->prefixes->roots = (struct unit_list){.node = NULL};
	}
	struct prefixes *const p = k->prefixes;
	const bool is_first = p->cube != s->id;
	if (is_first && !begin_cube(w, s, p)) {
		search_fail(s, SEARCH_NO_MEMORY);
		return true;
	}
	_Atomic uint32_t *const work = p->work_before;
	p->work_before = p->work;
	p->work = work;
	p->n_counted_before = p->n_counted;
	p->n_counted = prefix_moves(k, s->threshold + 1) + (k->metric == METRIC_HTM);
	memset(work, 0, n_paths[p->n_counted] * sizeof *work);
	unit_list_count(&p->roots, s->threshold, &w->counts.n_generated, &w->counts.n_expanded);
	atomic_store(&p->n_roots_begun, 0);
	if (is_first)
		search_together(w, s, take_part, p);
	else
		search_prefixes(w, s, p);
	return true;
}

static void destroy(struct engine *k)
{
	if (k->prefixes != NULL)
		unit_list_free(&k->prefixes->roots);
	free(k->prefixes);
}

const struct order order_prefixes = {.iterate = iterate, .destroy = destroy};
