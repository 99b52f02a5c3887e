/* The kernel of the Korf family: corners and sets of six or seven edges.  One body, compiled once for every
 * instruction set (kernel_avx512.c, kernel_avx2.c, kernel_portable.c), each of which defines KORF_KERNEL,
 * KORF_NAME and KORF_LEVEL.
 *
 * What a batch of nodes (kernel_batches.h) goes through:
 *   1  corner indices of all children: rows of two move tables give them without making a cube; prefetch
 *   2  read; keep the children that fit; for these, where the edges are, and the index in the first edge
 *   table; prefetch
 *   3  the same for every further edge table
 *   4  make the unpruned children */
#include "base/vector.h"
#include "pieces/families.h"
#include "pieces/kernel_batches.h"
#include "pieces/kernels.h"

enum { MAX_EDGE_TABLES = HEURISTIC_MAX_TABLES - 1, SHARE_MIN_LEFT = 11 };  /* about 20,000 nodes, a quarter of
                                                                            * a millisecond */

/* One cache line. */
struct node {
	_Alignas(64) struct trail trail;
	uint16_t corner_perm, twist;
	_Alignas(16) uint8_t places[16];  /* where each edge is: position, EDGE_FLIP_BIT; 12 are used */
};

struct edge_table {
	const uint8_t *entries;
	unsigned k;
	_Alignas(16) uint8_t members[16];        /* the set's edges in order; 0x80: none */
};

struct korf {
	struct batches batches;
	const struct korf_tables *moves;
	const struct edge_ranker *ranker;
	const uint8_t *corners;
	struct edge_table edges[MAX_EDGE_TABLES];
	unsigned n_edge_tables;
	/* One batch under way: candidate c is child move[c] of node parent[c]. */
	unsigned n_candidates;
	_Alignas(64) uint32_t index[MAX_LIST + 16];
	uint16_t candidate[MAX_LIST + MAX_CHILDREN];  /* parent << 5 | move */
	_Alignas(64) uint8_t places[MAX_LIST][16];
};

/* ---- the stages ---- */
STAGE void index_corners(struct korf *k, const struct node *nodes, unsigned n)
{
	unsigned end = 0;
	for (unsigned i = 0; i < n; i++) {
		const struct successors *const s = &k->batches.successors[nodes[i].trail.last];
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
		kept += pdb_nibble(k->corners, k->index[c]) <= limit;
	}
	k->n_candidates = kept;
}

STAGE void move_edges(struct korf *k, const struct node *nodes)
{
	for (unsigned c = 0; c < k->n_candidates; c++) {
		const bytes16 now = *(const bytes16 *)nodes[k->candidate[c] >> 5].places;
		bytes16 turned;
		memcpy(&turned, edge_place_after[k->candidate[c] & 31], sizeof turned);
		/* Looked up by the low four bits. */
		*(bytes16 *)k->places[c] = bytes_lookup(turned, now) ^ (now & EDGE_FLIP_BIT);
	}
}

STAGE void index_edges(struct korf *k, const struct edge_table *t)
{
	for (unsigned c = 0; c < k->n_candidates; c++) {
		const uint64_t members =
			((longs2)bytes_lookup(*(const bytes16 *)k->places[c], *(const bytes16 *)t->members))[0];
		const uint32_t rank =
			t->k == 6 ? edges_rank_six(k->ranker, members) : edges_rank_seven(k->ranker, members);
		k->index[c] = rank << t->k | edges_flips(members, t->k);
	}
}

STAGE void keep_by_edges(struct korf *k, const struct edge_table *t, unsigned limit)
{
	unsigned kept = 0;
	for (unsigned c = 0; c < k->n_candidates; c++) {
		const bool fits = pdb_nibble(t->entries, k->index[c]) <= limit;
		k->candidate[kept] = k->candidate[c];
		memcpy(k->places[kept], k->places[c], sizeof *k->places);
		kept += fits;
	}
	k->n_candidates = kept;
}

STAGE void make_children(struct korf *k, const struct node *nodes, struct node *children)
{
	uint8_t (*const last_after)[N_MOVES] = move_last_after[k->batches.heuristic->metric];
	for (unsigned c = 0; c < k->n_candidates; c++) {
		const struct node *const parent = &nodes[k->candidate[c] >> 5];
		const unsigned move = k->candidate[c] & 31;
		struct node *const child = &children[c];
		trail_extend(&parent->trail, move, last_after[parent->trail.last][move], &child->trail);
		memcpy(child->places, k->places[c], sizeof child->places);
		child->corner_perm = k->moves->perm_after[parent->corner_perm][move];
		child->twist = k->moves->twist_after[parent->twist][move];
		prefetch(k->moves->perm_after[child->corner_perm]);
	}
}

static void expand(struct worker *w, const void *from, unsigned n, unsigned left)
{
	struct korf *const k = w->kernel_state;
	const struct node *const nodes = from;
	index_corners(k, nodes, n);
	prefetch_entries(k, k->corners);
	w->counts.n_generated += k->n_candidates;
	w->counts.n_lookups += k->n_candidates;
	keep_by_corners(k, left - 1);
	move_edges(k, nodes);
	items_foreach(table, k->edges, k->n_edge_tables) {
		index_edges(k, table);
		prefetch_entries(k, table->entries);
		w->counts.n_lookups += k->n_candidates;
		keep_by_edges(k, table, left - 1);
	}
	make_children(k, nodes, batches_append(&k->batches, left - 1, k->n_candidates));
}

static void fill_root(struct batches *b, const struct cube *c, void *node)
{
	struct node *const root = node;
	root->corner_perm = (uint16_t)corners_rank_perm(c);
	root->twist = (uint16_t)corners_rank_twist(c);
	for (unsigned p = 0; p < N_EDGES; p++)
		root->places[c->edge_perm[p]] = (uint8_t)(p | (c->edge_ori[p] ? EDGE_FLIP_BIT : 0u));
}

/* ---- set-up ---- */
static bool is_for(const struct heuristic *h)
{
	const struct heuristic_spec *const d = h->spec;
	if (processor_level() > KORF_LEVEL || d->evaluate != heuristic_largest_entry)
		return false;
	if (d->n_tables < 2 || d->table[0].family != COORDINATE_CORNERS)
		return false;
	for (unsigned i = 1; i < d->n_tables; i++)
		if (d->table[i].family != COORDINATE_EDGES || edges_count(edges_set_of(&d->table[i])) < 6)
			return false;
	return true;
}

static void destroy(void *state)
{
	struct korf *const k = state;
	batches_end(&k->batches);
	free(k);
}

static void *create(const struct heuristic *h)
{
	struct korf *const k = aligned_alloc(64, sizeof *k);
	if (k == NULL)
		return NULL;
	memset(k, 0, sizeof *k);
	k->batches.heuristic = h;
	k->batches.node_bytes = sizeof(struct node);
	k->batches.batch = BATCH;
	k->batches.share_min_left = SHARE_MIN_LEFT;
	k->batches.fill_root = fill_root;
	k->batches.expand = expand;
	if (!batches_begin(&k->batches)) {
		free(k);
		return NULL;
	}
	k->moves = korf_tables();
	k->ranker = edge_ranker();
	k->corners = h->table[0].entries;
	k->n_edge_tables = h->spec->n_tables - 1;
	for (unsigned i = 0; i < k->n_edge_tables; i++) {
		struct edge_table *const t = &k->edges[i];
		t->entries = h->table[i + 1].entries;
		memset(t->members, 0x80, sizeof t->members);
		t->k = edges_members(edges_set_of(&h->spec->table[i + 1]), t->members);
	}
	return k;
}

const struct kernel KORF_KERNEL = {
	.name = KORF_NAME,
	.is_for = is_for,
	.create = create,
	.destroy = destroy,
	.run = batches_run,
};
