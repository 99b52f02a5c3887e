/* The kernel of the Korf family: corners and sets of six or seven edges.  One body, compiled once for every instruction set
 * (kernel_avx512.c, kernel_avx2.c, kernel_portable.c), each of which defines KORF_KERNEL, KORF_NAME and KORF_RUNS_HERE.
 *
 * Random reads from tables of 20 to 250 MB take hundreds of cycles; hundreds of them must be under way at a time.  So nodes
 * wait in a stack for each number of moves left, and a batch of up to BATCH nodes of one stack goes through plain loops:
 *   1  corner indices of all children: rows of two move tables give them without making a cube; prefetch
 *   2  read; keep the children that fit; for these, where the edges are, and the index in the first edge table; prefetch
 *   3  the same for every further edge table
 *   4  make the unpruned children and put them on the stack of one move less
 * The stack with the fewest moves left that holds a full batch goes first, so the order is depth-first and the memory small.
 * If none is full, the one with the most moves left is taken: close to the root, where it grows. */
#include "coord/edges.h"
#include "pieces/families.h"
#include "pieces/kernels.h"
#include "pieces/tables.h"

#include <stdlib.h>
#include <string.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

enum {
	BATCH = 64,                       /* nodes */
	MAX_CHILDREN = 18,
	MAX_LIST = BATCH * MAX_CHILDREN,
	STACK_NODES = 2 * BATCH + MAX_LIST,  /* where the children of one batch arrive, less than a batch waits */
	MAX_EDGE_TABLES = HEURISTIC_MAX_TABLES - 1,
};

/* One cache line. */
struct node {
	_Alignas(64) uint8_t places[16];  /* where each edge is: position, EDGE_FLIP_BIT; 12 are used */
	uint16_t corner_perm, twist;
	uint8_t last;                     /* state of the canonical order */
	uint8_t path[SEARCH_MAX_LENGTH];
};

struct stack {
	struct node *node;
	unsigned n;
};

/* The moves that may follow, by state of the canonical order. */
struct successors {
	uint8_t n, move[MAX_CHILDREN];
	_Alignas(64) uint16_t column[MOVE_ROW];  /* the same for a row of a move table; unused ones read column 31 */
};

struct edge_table {
	const uint8_t *entries;
	unsigned k;
	_Alignas(16) uint8_t members[16];        /* the set's edges in order; 0x80: none */
};

struct korf {
	struct successors successors[N_LAST];
	const struct korf_tables *moves;
	const struct edge_ranker *ranker;
	const uint8_t *corners;
	struct edge_table edges[MAX_EDGE_TABLES];
	unsigned n_edge_tables;
	enum metric metric;
	unsigned top;                                /* moves left at the subtree's root; stacks above it hold old nodes */
	uint32_t counter;                            /* as in struct work_unit */
	struct stack stack[SEARCH_MAX_LENGTH + 1];
	struct node *nodes;                          /* of all stacks */
	/* One batch under way: candidate c is child move[c] of node parent[c]. */
	unsigned n_candidates;
	_Alignas(64) uint32_t index[MAX_LIST + 16];
	uint16_t candidate[MAX_LIST + MAX_CHILDREN];  /* parent << 5 | move */
	_Alignas(64) uint8_t places[MAX_LIST][16];
};

/* Stages stay functions of their own: in one, compilers spill the loops' constants.  noipa: gcc 12 drops calls of stages
 * whose results it believes unused. */
#ifdef __clang__
#define STAGE static __attribute__((noinline))
#else
#define STAGE static __attribute__((noipa))
#endif

/* Towards the second-level cache, which keeps more misses under way than the first. */
static inline void prefetch(const uint8_t *p)
{
	__builtin_prefetch(p, 0, 2);
}

static inline unsigned nibble(const uint8_t *entries, uint32_t index)
{
	return (unsigned)entries[index >> 1] >> (index & 1) * 4 & 15;
}

/* ---- where the edges are after a move ---- */
#ifdef __SSSE3__
static inline void edges_after(const uint8_t places[16], unsigned move, uint8_t after[16])
{
	const __m128i now = _mm_load_si128((const void *)places);
	const __m128i turned = _mm_shuffle_epi8(_mm_loadu_si128((const void *)edge_place_after[move]), now);  /* by the low four bits */
	_mm_store_si128((void *)after, _mm_xor_si128(turned, _mm_and_si128(now, _mm_set1_epi8(EDGE_FLIP_BIT))));
}

static inline uint64_t members_of(const struct edge_table *t, const uint8_t places[16])
{
	return (uint64_t)_mm_cvtsi128_si64(_mm_shuffle_epi8(_mm_load_si128((const void *)places), _mm_load_si128((const void *)t->members)));
}
#else
static inline void edges_after(const uint8_t places[16], unsigned move, uint8_t after[16])
{
	for (unsigned e = 0; e < N_EDGES; e++)
		after[e] = edge_place_after[move][places[e] & 15] ^ (places[e] & EDGE_FLIP_BIT);
}

static inline uint64_t members_of(const struct edge_table *t, const uint8_t places[16])
{
	uint64_t members = 0;
	for (unsigned i = 0; i < t->k; i++)
		members |= (uint64_t)places[t->members[i]] << 8 * i;
	return members;
}
#endif

static inline uint32_t edge_index(const struct korf *k, const struct edge_table *t, const uint8_t places[16])
{
	const uint64_t members = members_of(t, places);
	const uint32_t rank = t->k == 6 ? edges_rank_six(k->ranker, members) : edges_rank_seven(k->ranker, members);
	return rank << t->k | edges_flips(members, t->k);
}

/* ---- the stages ---- */
STAGE void index_corners(struct korf *k, const struct node *nodes, unsigned n)
{
	unsigned end = 0;
	for (unsigned i = 0; i < n; i++) {
		const struct successors *const s = &k->successors[nodes[i].last];
		const uint16_t *const perms = k->moves->perm_after[nodes[i].corner_perm];
		const uint16_t *const twists = k->moves->twist_after[nodes[i].twist];
#ifdef __AVX512VBMI__
		const __m512i columns = _mm512_load_si512(s->column);
		const __m512i perm = _mm512_permutexvar_epi16(columns, _mm512_load_si512(perms));
		const __m512i twist = _mm512_permutexvar_epi16(columns, _mm512_load_si512(twists));
		const __m512i n_twists = _mm512_set1_epi32(N_TWISTS);
		_mm512_storeu_si512(&k->index[end], _mm512_add_epi32(
			_mm512_mullo_epi32(_mm512_cvtepu16_epi32(_mm512_castsi512_si256(perm)), n_twists),
			_mm512_cvtepu16_epi32(_mm512_castsi512_si256(twist))));
		/* Only a root has more than 15 successors. */
		for (unsigned j = 16; j < s->n; j++)
			k->index[end + j] = perms[s->move[j]] * (uint32_t)N_TWISTS + twists[s->move[j]];
		const __m512i candidates = _mm512_or_si512(columns, _mm512_set1_epi16((short)(i << 5)));
		_mm256_storeu_si256((void *)&k->candidate[end], _mm512_castsi512_si256(candidates));
		for (unsigned j = 16; j < s->n; j++)
			k->candidate[end + j] = (uint16_t)(i << 5 | s->move[j]);
#else
		for (unsigned j = 0; j < s->n; j++) {
			const unsigned move = s->move[j];
			k->index[end + j] = perms[move] * (uint32_t)N_TWISTS + twists[move];
			k->candidate[end + j] = (uint16_t)(i << 5 | move);
		}
#endif
		end += s->n;
	}
	k->n_candidates = end;
}

STAGE void prefetch_entries(const struct korf *k, const uint8_t *entries)
{
	for (unsigned c = 0; c < k->n_candidates; c++)
		prefetch(&entries[k->index[c] >> 1]);
}

/* Of all candidates keep those with a corner entry of at most `limit`. */
STAGE void keep_by_corners(struct korf *k, unsigned limit)
{
	unsigned kept = 0;
	for (unsigned c = 0; c < k->n_candidates; c++) {
		k->candidate[kept] = k->candidate[c];
		kept += nibble(k->corners, k->index[c]) <= limit;
	}
	k->n_candidates = kept;
}

STAGE void move_edges(struct korf *k, const struct node *nodes)
{
	for (unsigned c = 0; c < k->n_candidates; c++)
		edges_after(nodes[k->candidate[c] >> 5].places, k->candidate[c] & 31, k->places[c]);
}

STAGE void index_edges(struct korf *k, const struct edge_table *t)
{
	for (unsigned c = 0; c < k->n_candidates; c++)
		k->index[c] = edge_index(k, t, k->places[c]);
}

STAGE void keep_by_edges(struct korf *k, const struct edge_table *t, unsigned limit)
{
	unsigned kept = 0;
	for (unsigned c = 0; c < k->n_candidates; c++) {
		const bool fits = nibble(t->entries, k->index[c]) <= limit;
		k->candidate[kept] = k->candidate[c];
		memcpy(k->places[kept], k->places[c], sizeof *k->places);
		kept += fits;
	}
	k->n_candidates = kept;
}

STAGE void make_children(struct korf *k, const struct node *nodes, struct stack *to, unsigned depth)
{
	for (unsigned c = 0; c < k->n_candidates; c++) {
		const struct node *const parent = &nodes[k->candidate[c] >> 5];
		const unsigned move = k->candidate[c] & 31;
		struct node *const child = &to->node[to->n + c];
		*child = *parent;
		memcpy(child->places, k->places[c], sizeof child->places);
		child->corner_perm = k->moves->perm_after[parent->corner_perm][move];
		child->twist = k->moves->twist_after[parent->twist][move];
		child->last = move_last_after[k->metric][parent->last][move];
		child->path[depth] = (uint8_t)move;
		prefetch((const uint8_t *)k->moves->perm_after[child->corner_perm]);
	}
	to->n += k->n_candidates;
}

/* Expand the last nodes of the stack with `left` moves left. */
static void expand_batch(struct worker *w, struct search *s, unsigned left)
{
	struct korf *const k = w->kernel_state;
	struct stack *const from = &k->stack[left];
	const unsigned n = from->n < BATCH ? from->n : BATCH;
	const struct node *const nodes = from->node + (from->n -= n);
	index_corners(k, nodes, n);
	prefetch_entries(k, k->corners);
	w->counts.n_expanded += n;
	w->counts.n_generated += k->n_candidates;
	w->counts.n_lookups += k->n_candidates;
	keep_by_corners(k, left - 1);
	move_edges(k, nodes);
	for (unsigned t = 0; t < k->n_edge_tables; t++) {
		index_edges(k, &k->edges[t]);
		prefetch_entries(k, k->edges[t].entries);
		w->counts.n_lookups += k->n_candidates;
		keep_by_edges(k, &k->edges[t], left - 1);
	}
	struct stack *const to = &k->stack[left - 1];
	if (to->n + k->n_candidates > STACK_NODES) {
		search_fail(s, SEARCH_OVERFLOW);
		return;
	}
	make_children(k, nodes, to, s->threshold - left);
	if (left == 1) {
		/* No corner and no edge is off its place: solved. */
		for (unsigned i = 0; i < to->n; i++)
			search_found(s, to->node[i].path, s->threshold);
		to->n = 0;
	}
}

/* Few nodes get close to the leaves: waiting there for a full batch would hide solutions until the iteration's end. */
static unsigned full_batch(unsigned left)
{
	return left <= 4 ? 1 : left == 5 ? 4 : left == 6 ? 16 : BATCH;
}

enum { SHARE_MIN_LEFT = 11 };  /* smaller subtrees, of about 20,000 nodes, a quarter of a millisecond, are not worth giving away */

/* Offer half of the largest subtrees to an idle thread. */
static void share(struct worker *w, struct search *s)
{
	struct korf *const k = w->kernel_state;
	unsigned left = k->top;
	while (left > 0 && k->stack[left].n == 0)
		left--;
	if (left < SHARE_MIN_LEFT)
		return;
	struct stack *const stack = &k->stack[left];
	const unsigned n_path = s->threshold - left;
	struct work_unit unit = {.threshold = (uint8_t)s->threshold, .n_prefix = (uint8_t)n_path, .counter = k->counter};
	for (unsigned n = (stack->n + 1) / 2; n > 0; n--) {
		const struct node *const node = &stack->node[stack->n - 1];
		unit.last = node->last;
		memcpy(unit.prefix, node->path, n_path);
		if (!worker_share(w, s, &unit))
			return;
		stack->n--;
	}
}

static void push_root(struct korf *k, const struct search *s, const struct work_unit *unit)
{
	const struct cube c = cube_after_moves(s->request.cube, unit->prefix, unit->n_prefix);
	struct stack *const stack = &k->stack[unit->threshold - unit->n_prefix];
	struct node *const root = &stack->node[stack->n++];
	*root = (struct node){
		.corner_perm = (uint16_t)corners_rank_perm(&c),
		.twist = (uint16_t)corners_rank_twist(&c),
		.last = unit->last,
	};
	for (unsigned p = 0; p < N_EDGES; p++)
		root->places[c.edge_perm[p]] = (uint8_t)(p | (c.edge_ori[p] ? EDGE_FLIP_BIT : 0u));
	memcpy(root->path, unit->prefix, unit->n_prefix);
}

static void run(struct worker *w, struct search *s, const struct work_unit *unit)
{
	struct korf *const k = w->kernel_state;
	const unsigned top = unit->threshold - unit->n_prefix;
	if (top == 0) {
		search_found(s, unit->prefix, unit->n_prefix);  /* its bound is 0: solved */
		return;
	}
	k->top = top;
	k->counter = unit->counter;
	for (unsigned left = 0; left <= top; left++)  /* a stopped search has left nodes behind */
		k->stack[left].n = 0;
	push_root(k, s, unit);
	while (!search_must_stop(s)) {
		unsigned left = 1;
		while (left <= top && k->stack[left].n < full_batch(left))
			left++;
		if (left > top)
			for (left = top; left > 0 && k->stack[left].n == 0; left--)
				;
		if (left == 0)
			return;
		expand_batch(w, s, left);
		if (w->counts.n_generated >= REPORT_NODES)
			search_report(w, s);
		if (worker_should_share(w))
			share(w, s);
	}
}

/* ---- set-up ---- */
static bool is_for(const struct heuristic *h)
{
	const struct heuristic_spec *const d = h->spec;
	if (!KORF_RUNS_HERE || d->evaluate != heuristic_largest_entry)
		return false;
	if (d->n_tables < 2 || d->table[0].family != COORDINATE_CORNERS)
		return false;
	unsigned all_edges = 0;
	for (unsigned i = 1; i < d->n_tables; i++) {
		if (d->table[i].family != COORDINATE_EDGES || edges_count(edges_set_of(&d->table[i])) < 6)
			return false;
		all_edges |= edges_set_of(&d->table[i]);
	}
	return all_edges == (1u << N_EDGES) - 1;  /* a bound of 0 then means solved */
}

static void destroy(void *state)
{
	struct korf *const k = state;
	free(k->nodes);
	free(k);
}

static void fill_successors(struct korf *k)
{
	for (unsigned last = 0; last < N_LAST; last++) {
		struct successors *const s = &k->successors[last];
		for (uint32_t moves = move_successors[k->metric][last]; moves != 0; moves &= moves - 1)
			s->move[s->n++] = (uint8_t)__builtin_ctz(moves);
		for (unsigned j = 0; j < MOVE_ROW; j++)
			s->column[j] = j < s->n ? s->move[j] : MOVE_ROW - 1;
	}
}

static void *create(const struct heuristic *h)
{
	const struct korf_tables *const moves = korf_tables();
	struct korf *const k = aligned_alloc(64, (sizeof *k + 63) / 64 * 64);
	struct node *const nodes = aligned_alloc(64, sizeof *nodes * STACK_NODES * (SEARCH_MAX_LENGTH + 1));
	if (k == NULL || nodes == NULL) {
		free(k);
		free(nodes);
		return NULL;
	}
	memset(k, 0, sizeof *k);
	k->nodes = nodes;
	k->moves = moves;
	k->ranker = edge_ranker();
	k->metric = h->metric;
	k->corners = h->table[0].entries;
	k->n_edge_tables = h->spec->n_tables - 1;
	for (unsigned i = 0; i < k->n_edge_tables; i++) {
		struct edge_table *const t = &k->edges[i];
		t->entries = h->table[i + 1].entries;
		memset(t->members, 0x80, sizeof t->members);
		t->k = edges_members(edges_set_of(&h->spec->table[i + 1]), t->members);
	}
	fill_successors(k);
	for (unsigned left = 0; left <= SEARCH_MAX_LENGTH; left++)
		k->stack[left].node = nodes + (size_t)left * STACK_NODES;
	return k;
}

const struct kernel KORF_KERNEL = {
	.name = KORF_NAME,
	.is_for = is_for,
	.create = create,
	.destroy = destroy,
	.run = run,
};
