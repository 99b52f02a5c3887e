#include "coset/kernel/sequences.h"

#include "coset/math/packed.h"
#include "search/roots.h"

#include <pthread.h>

/* ---- all sequences, and the cosets of their inverses ---- */
/* A reference and the entry that it belongs to. */
struct found {
	uint32_t block, index;                  /* canonical, without subcosets */
	uint8_t first_axis;                     /* of the sequence, as it is seen in the frame */
	struct sequence_ref ref;
	uint8_t edges[16];
};

struct builder {
	struct coset_shape shape;
	struct sequences *all;
	struct found *found;
	unsigned n_found;
	uint8_t turns[SEQUENCE_MAX_MOVES];         /* of axes: the sequence as it is now */
	unsigned n_turns;
};

/* A sequence's inverse, after a quarter turn of an axis or none, goes to the entry of its canonical index. */
static void add_ref(struct builder *b, const struct cube *inverse, enum ref_kind kind, unsigned axis,
                    uint64_t stabilizer)
{
	uint64_t indices[COSET_MAX_STABILIZERS];
	unsigned canonical = 0;
	for (unsigned i = coset_indices(b->shape, inverse, indices); i-- > 0;)
		canonical = indices[i] <= indices[canonical] ? i : canonical;
	const struct coset_cube packed = coset_pack(inverse);
	const uint32_t transform = coset_transform_equivalent(
		coset_tables.corner[coset_corner_state(packed.corners)], canonical);
	const coset_edges edges = coset_edges_load(packed.edges);
	const unsigned right = coset_transform_right(transform);
	struct found *const f = &b->found[b->n_found++];
	*f = (struct found){
		.block = (uint32_t)(indices[canonical] / COSET_CELL_ENTRIES),
		.index = (uint32_t)(indices[canonical] % COSET_CELL_ENTRIES),
		.first_axis = (uint8_t)axis_turns_axis(symmetry_axis_turns[symmetry_inverse[right]][b->turns[0]]),
		.ref =
			{
				.sequence = (uint16_t)b->all->n_sequences,
				.first = b->turns[0],
				.last = b->turns[b->n_turns - 1],
				.right = (uint8_t)right,
				.left = (uint8_t)coset_transform_left(transform),
				.kind = kind & 3u,
				.axis = axis & 3u,
			},
	};
	const unsigned subcoset_bits =
		coset_entry(edges, transform, COSET_FLIP_BITS_WITH_SUBCOSET) % (1 << COSET_SUBCOSET_BITS);
	f->ref.is_symmetric = stabilizer != 1;
	f->ref.subcoset = coset_subcoset(coset_axes_after(transform, 0), subcoset_bits) & 31u;
	const coset_edges framed = coset_edges_framed(edges, transform);
	memcpy(f->edges, &framed, sizeof f->edges);
}

/* The sequence as it is now is one of those that are kept. */
static void add_sequence(struct builder *b, const struct cube *c, uint64_t stabilizer, bool is_short)
{
	struct sequences *const all = b->all;
	assert(all->n_sequences < SEQUENCES_MAX);
	const struct cube inverse = cube_inverse(c);
	const unsigned last_axis = axis_turns_axis(b->turns[b->n_turns - 1]);
	add_ref(b, &inverse, is_short ? PAIR_SAME : AFTER_NONE, 0, stabilizer);
	for (unsigned axis = 0; axis < COSET_AXES; axis++) {
		const struct cube turned = cube_product(&move_cube[3 * axis], &inverse);
		if (axis != last_axis)
			add_ref(b, &turned, is_short ? PAIR_QUARTER : AFTER_QUARTER, axis, stabilizer);
	}
	struct sequence *const q = &all->sequence[all->n_sequences++];
	*q = (struct sequence){.stabilizer = stabilizer, .n_turns = (uint8_t)b->n_turns};
	for (unsigned i = 0; i < b->n_turns; i++) {
		q->turns[i] = b->turns[i];
		q->n_moves += (uint8_t)axis_turns_moves(b->turns[i]);
	}
}

/* Go on with all turns of other axes, one of those that the symmetries take to each other that leave what is
 * before them. */
static void go_on(struct builder *b, const struct cube *c, uint64_t symmetries, unsigned n_left)
{
	bool is_covered[N_AXIS_TURNS] = {false};
	const unsigned n = b->n_turns, last_axis = n == 0 ? COSET_AXES : axis_turns_axis(b->turns[n - 1]);
	if (n_left <= 1 && n != 0)
		add_sequence(b, c, symmetries, n_left == 1);
	for (unsigned turn = 0; turn < N_AXIS_TURNS && n_left != 0; turn++) {
		if (is_covered[turn] || turn % 16 == 0 || axis_turns_axis(turn) == last_axis
		    || axis_turns_moves(turn) > n_left)
			continue;
		const uint64_t remaining = symmetries_after(symmetries, turn, is_covered);
		const struct cube after = cube_after_element(c, turn);
		b->turns[n] = (uint8_t)turn;
		b->n_turns = n + 1;
		go_on(b, &after, remaining, n_left - axis_turns_moves(turn));
		b->n_turns = n;
	}
}

/* ---- arranged by block, bucket and entry ---- */
static int compare_entries(const void *a, const void *b)
{
	const struct found *const x = a, *const y = b;
	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	return x->index < y->index ? -1 : x->index > y->index;
}

/* By the first axis that all references of an entry have, or that they have several; and whether they are all
 * known. */
static unsigned bucket_of(const struct found *f, unsigned n)
{
	unsigned axis = f[0].first_axis;
	bool is_known = true;
	items_foreach(found, f, n) {
		axis = found->first_axis == axis ? axis : COSET_AXES;
		is_known &= ref_is_known(&found->ref);
	}
	return axis + (is_known ? 0 : N_KNOWN_BUCKETS);
}

static void append_entry(struct sequences *w, const struct found *f, unsigned n)
{
	const unsigned entry = w->n_entries++, begin = w->ref_begin[entry];
	memcpy(w->edges[entry], f[0].edges, sizeof w->edges[entry]);
	w->subcosets[entry] = 0;
	for (unsigned i = 0; i < n; i++) {
		struct sequence_ref *const b = &w->ref[begin + i];
		*b = f[i].ref;
		b->subcoset = (b->subcoset ^ f[0].ref.subcoset % (1 << COSET_SUBCOSET_BITS)) & 31u;
		const unsigned slice = coset_tables.seen_slice[b->left][b->axis];
		b->second = ref_is_quarter(b) ? coset_tables.neighbour[b->subcoset][slice] & 31u : b->subcoset;
		/* To pairs of turns neighbours matter, too. */
		w->subcosets[entry] |=
			b->kind == PAIR_SAME ? UINT32_MAX : UINT32_C(1) << b->subcoset | UINT32_C(1) << b->second;
	}
	w->ref_begin[entry + 1] = begin + n;
	w->most_refs = n > w->most_refs ? n : w->most_refs;
}

static void append_block(const struct builder *b, unsigned first, unsigned n)
{
	struct sequences *const w = b->all;
	const unsigned n_corner_cosets = coset_n_corner_cosets(b->shape.corners), number = b->found[first].block;
	struct sequence_block *const block = &w->block[w->n_blocks++];
	const struct cube c = coset_unrank(b->shape, (uint64_t)number * COSET_CELL_ENTRIES);
	block->corners = coset_pack(&c).corners;
	block->class = (uint16_t)(number / n_corner_cosets);
	for (unsigned bucket = 0; bucket < N_BUCKETS; bucket++) {
		block->begin[bucket] = w->n_entries;
		for (unsigned i = first, n_refs; i < first + n; i += n_refs) {
			n_refs = 1;
			while (i + n_refs < first + n && compare_entries(&b->found[i], &b->found[i + n_refs]) == 0)
				n_refs++;
			if (bucket_of(&b->found[i], n_refs) == bucket)
				append_entry(w, &b->found[i], n_refs);
		}
	}
	block->begin[N_BUCKETS] = w->n_entries;
}

static struct sequences *make_sequences(struct coset_shape shape, unsigned n_moves)
{
	struct sequences *all = aligned_alloc(64, sizeof *all);
	struct builder b = {.shape = shape, .all = all, .found = malloc(SEQUENCE_MAX_REFS * sizeof *b.found)};
	if (all == NULL || b.found == NULL) {
		free(all);
		free(b.found);
		return NULL;
	}
	memset(all, 0, offsetof(struct sequences, block));
	all->n_moves = n_moves;
	all->ref_begin[0] = 0;
	go_on(&b, &cube_solved, (UINT64_C(1) << N_SYMMETRIES) - 1, n_moves);
	qsort(b.found, b.n_found, sizeof *b.found, compare_entries);
	for (unsigned first = 0, end = 0; first < b.n_found; first = end) {
		while (end < b.n_found && b.found[end].block == b.found[first].block)
			end++;
		append_block(&b, first, end - first);
	}
	free(b.found);
	return all;
}

/* ---- all that were asked for, while anybody may ask ---- */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sequences *made[N_COSET_CORNERS][SEQUENCE_MAX_MOVES + 1];
static unsigned n_users;

void sequences_hold(void)
{
	pthread_mutex_lock(&lock);
	n_users++;
	pthread_mutex_unlock(&lock);
}

void sequences_release(void)
{
	pthread_mutex_lock(&lock);
	n_users--;
	for (unsigned corners = 0; corners < N_COSET_CORNERS && n_users == 0; corners++)
		for (unsigned n_moves = 0; n_moves <= SEQUENCE_MAX_MOVES; n_moves++) {
			free(made[corners][n_moves]);
			made[corners][n_moves] = NULL;
		}
	pthread_mutex_unlock(&lock);
}

const struct sequences *sequences_get(unsigned corners, unsigned n_moves)
{
	const struct coset_shape shape = {.corners = (uint8_t)corners};
	assert(n_moves >= 2 && n_moves <= SEQUENCE_MAX_MOVES);
	coset_init();
	pthread_mutex_lock(&lock);
	struct sequences **const all = &made[corners][n_moves];
	if (*all == NULL)
		*all = make_sequences(shape, n_moves);
	pthread_mutex_unlock(&lock);
	return *all;
}

/* ---- joined ---- */
/* The least of the oriented sequences of one. */
struct oriented {
	uint8_t turns[SEQUENCE_MAX_MOVES + 1];
	unsigned n_turns;
};

static int compare_turns(const void *a, const void *b)
{
	const struct oriented *const key = a;
	const struct sequence *const q = b;
	const unsigned n = key->n_turns < q->n_turns ? key->n_turns : q->n_turns;
	const int order = memcmp(key->turns, q->turns, n);
	return order != 0 ? order : (int)key->n_turns - (int)q->n_turns;
}

static uint32_t find_oriented(const struct sequences *all, const uint8_t *turns, unsigned n_turns)
{
	/* The least of the first turn, then of the symmetries that lead there the least one of the second
	 * turn. */
	struct oriented least = {.n_turns = n_turns};
	uint64_t symmetries = (UINT64_C(1) << N_SYMMETRIES) - 1;
	for (unsigned i = 0; i < n_turns; i++) {
		uint64_t reaching = 0;
		unsigned turn = N_AXIS_TURNS;
		set64_foreach(symmetry, symmetries) {
			const unsigned seen = symmetry_axis_turns[symmetry][turns[i]];
			reaching = (seen < turn ? 0 : reaching) | (uint64_t)(seen <= turn) << symmetry;
			turn = seen < turn ? seen : turn;
		}
		least.turns[i] = (uint8_t)turn;
		symmetries = reaching;
	}
	/* Kept sequences were made in this order.  A symmetry takes the kept one to this one. */
	const struct sequence *const q =
		bsearch(&least, all->sequence, all->n_sequences, sizeof *q, compare_turns);
	assert(q != NULL);
	return (uint32_t)(q - all->sequence) * N_SYMMETRIES + symmetry_inverse[__builtin_ctzll(symmetries)];
}

bool sequences_join(struct joined *j, const struct sequences *from, const struct sequences *to)
{
	j->after = from == NULL || to == NULL ? NULL : calloc(from->n_sequences, sizeof *j->after);
	j->to = to;
	for (unsigned i = 0; j->after != NULL && i < from->n_sequences; i++) {
		const struct sequence *const q = &from->sequence[i];
		uint8_t turns[SEQUENCE_MAX_MOVES + 1];
		memcpy(turns, q->turns, sizeof q->turns);
		const unsigned last_axis = axis_turns_axis(turns[q->n_turns - 1]);
		const unsigned n_more = to->n_moves - q->n_moves;
		if (n_more == 1)
			j->after[i][0] = find_oriented(to, turns, q->n_turns);
		for (unsigned turn = 0; turn < N_AXIS_TURNS; turn++) {
			turns[q->n_turns] = (uint8_t)turn;
			if (axis_turns_moves(turn) == n_more && axis_turns_axis(turn) != last_axis)
				j->after[i][turn] = find_oriented(to, turns, q->n_turns + 1);
		}
	}
	return j->after != NULL;
}
