#include "coset/kernel/sequences.h"

#include "coset/math/packed.h"
#include "search/roots.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- turns of an axis, by number ---- */
static struct cube turn_cube(unsigned turn)
{
	const unsigned axis = axis_turns_axis(turn), first = axis_turns_first(turn), second = axis_turns_second(turn);
	struct cube c = cube_solved;
	if (first != 0)
		c = cube_after(&c, 3 * axis + first - 1);
	if (second != 0)
		c = cube_after(&c, 3 * (axis + 3) + second - 1);
	return c;
}

static unsigned n_moves_of(unsigned turn)
{
	return (unsigned)(axis_turns_first(turn) != 0) + (axis_turns_second(turn) != 0);
}

/* ---- all sequences, and the cosets of their inverses ---- */
/* A branch and the entry that it belongs to. */
struct found {
	uint32_t place, index;                  /* of the least copy, without layers */
	uint8_t first_axis;                     /* of the sequence, as it is seen in the frame */
	struct words_branch branch;
	uint8_t edges[16];
};

struct builder {
	struct coset_shape shape;
	unsigned n_moves;
	struct found *found;
	struct words_sequence *sequence;
	uint64_t *stabilizer;
	unsigned n_found, found_capacity, n_sequences, sequences_capacity;
	uint8_t turns[WORDS_MAX_MOVES];         /* of axes: the sequence as it is now */
	unsigned n_turns;
	bool failed;
};

/* Room for one more of `size` bytes. */
static bool make_room(void **array, unsigned n, unsigned *capacity, size_t size)
{
	if (n < *capacity)
		return true;
	const unsigned more = *capacity == 0 ? 1024 : 2 * *capacity;
	void *const grown = realloc(*array, more * size);
	if (grown == NULL)
		return false;
	*array = grown;
	*capacity = more;
	return true;
}

static unsigned part_in_table(const struct builder *b, unsigned part)
{
	return b->shape.corners == COSET_HTR ? part : b->shape.corners == COSET_PARITY ? part & 1 : 0;
}

/* A sequence's inverse, behind a quarter turn of an axis or none, goes to the entry that is the least of its copies. */
static void add_branch(struct builder *b, const struct cube *inverse, enum words_kind kind, unsigned axis,
                       uint64_t stabilizer)
{
	if (b->failed || !make_room((void **)&b->found, b->n_found, &b->found_capacity, sizeof *b->found)) {
		b->failed = true;
		return;
	}
	struct coset_cube packed = {.edges = {0}};
	uint64_t corners;
	coset_pack(inverse, packed.edges, packed.corners);
	memcpy(&corners, packed.corners, sizeof corners);
	const uint32_t word = coset_tables.corner[coset_corner_state(corners)];
	const unsigned class = coset_word_class(word), all_bits = 9 + COSET_LAYER_BITS;
	const coset_edges edges = coset_edges_load(packed.edges);
	uint64_t least = UINT64_MAX;
	uint32_t way = word;
	for (unsigned i = 0; i < coset_tables.n_stabilizers[class]; i++) {
		const uint32_t copy = coset_word_copy(word, i);
		const unsigned part = part_in_table(b, coset_tables.part_map[coset_word_map(copy)][coset_raw_part(corners)]);
		const uint64_t entry = (uint64_t)part << 32 | coset_entry(edges, copy, b->shape.flip_bits);
		way = entry < least ? copy : way;
		least = entry < least ? entry : least;
	}
	const unsigned right = coset_word_right(way);
	struct found *const f = &b->found[b->n_found++];
	*f = (struct found){
		.place = class * coset_n_parts(b->shape.corners) + (uint32_t)(least >> 32),
		.index = (uint32_t)least,
		.first_axis = (uint8_t)axis_turns_axis(symmetry_axis_turns[symmetry_inverse[right]][b->turns[0]]),
		.branch = {
			.sequence = (uint16_t)b->n_sequences, .first = b->turns[0], .last = b->turns[b->n_turns - 1],
			.right = (uint8_t)right, .left = (uint8_t)coset_word_left(way), .kind = kind & 3u, .axis = axis & 3u,
		},
	};
	const unsigned layer_bits = coset_entry(edges, way, all_bits) % (1 << COSET_LAYER_BITS);
	f->branch.is_symmetric = stabilizer != 1;
	f->branch.layer = coset_layer(coset_axes_after(way, 0), layer_bits) & 31u;
	const coset_edges framed = coset_edges_framed(edges, way);
	memcpy(f->edges, &framed, sizeof f->edges);
}

/* The sequence as it is now is one of those that are kept. */
static void add_sequence(struct builder *b, const struct cube *c, uint64_t stabilizer, bool is_short)
{
	unsigned capacity = b->sequences_capacity;
	if (!make_room((void **)&b->stabilizer, b->n_sequences, &capacity, sizeof *b->stabilizer)
	    || !make_room((void **)&b->sequence, b->n_sequences, &b->sequences_capacity, sizeof *b->sequence)) {
		b->failed = true;
		return;
	}
	const struct cube inverse = cube_inverse(c);
	const unsigned last_axis = axis_turns_axis(b->turns[b->n_turns - 1]);
	add_branch(b, &inverse, is_short ? WORDS_PAIR_SAME : WORDS_SAME, 0, stabilizer);
	for (unsigned axis = 0; axis < COSET_AXES; axis++) {
		const struct cube quarter = turn_cube(axis_turns_number(axis, 1, 0)), turned = cube_product(&quarter, &inverse);
		if (axis != last_axis)
			add_branch(b, &turned, is_short ? WORDS_PAIR_QUARTER : WORDS_QUARTER, axis, stabilizer);
	}
	b->stabilizer[b->n_sequences] = stabilizer;
	struct words_sequence *const q = &b->sequence[b->n_sequences++];
	*q = (struct words_sequence){.n_turns = (uint8_t)b->n_turns};
	for (unsigned i = 0; i < b->n_turns; i++) {
		q->turns[i] = b->turns[i];
		q->n_moves += (uint8_t)n_moves_of(b->turns[i]);
	}
}

/* Go on with all turns of other axes, one of those that the symmetries take to each other that leave what is before them. */
static void go_on(struct builder *b, const struct cube *c, uint64_t symmetries, unsigned n_left)
{
	bool is_covered[N_AXIS_TURNS] = {false};
	const unsigned n = b->n_turns, last_axis = n == 0 ? COSET_AXES : axis_turns_axis(b->turns[n - 1]);
	if (n_left <= 1 && n != 0)
		add_sequence(b, c, symmetries, n_left == 1);
	for (unsigned turn = 0; turn < N_AXIS_TURNS && n_left != 0 && !b->failed; turn++) {
		if (is_covered[turn] || turn % 16 == 0 || axis_turns_axis(turn) == last_axis || n_moves_of(turn) > n_left)
			continue;
		const uint64_t remaining = symmetries_behind(symmetries, turn, is_covered);
		const struct cube turned = turn_cube(turn), after = cube_product(c, &turned);
		b->turns[n] = (uint8_t)turn;
		b->n_turns = n + 1;
		go_on(b, &after, remaining, n_left - n_moves_of(turn));
		b->n_turns = n;
	}
}

/* ---- arranged by place, segment and entry ---- */
static int compare_entries(const void *a, const void *b)
{
	const struct found *const x = a, *const y = b;
	if (x->place != y->place)
		return x->place < y->place ? -1 : 1;
	return x->index < y->index ? -1 : x->index > y->index;
}

static bool is_same_entry(const struct found *a, const struct found *b)
{
	return compare_entries(a, b) == 0;
}

/* By the first axis that all branches of an entry have, or that they have several; and whether they are all known. */
static unsigned segment_of(const struct found *f, unsigned n)
{
	unsigned axis = f[0].first_axis;
	bool is_known = true;
	for (unsigned i = 0; i < n; i++) {
		axis = f[i].first_axis == axis ? axis : COSET_AXES;
		is_known &= words_is_known(&f[i].branch);
	}
	return axis + (is_known ? 0 : WORDS_N_KNOWN);
}

static unsigned n_of_entry(const struct builder *b, unsigned first)
{
	unsigned n = 1;
	while (first + n < b->n_found && is_same_entry(&b->found[first], &b->found[first + n]))
		n++;
	return n;
}

/* Layers of which it matters to a branch whether they are near; to pairs of turns neighbours matter, too. */
static uint32_t layers_of(const struct words_branch *b)
{
	return b->kind == WORDS_PAIR_SAME ? UINT32_MAX : UINT32_C(1) << b->layer | UINT32_C(1) << b->second;
}

static void append_entry(struct coset_words *w, const struct found *f, unsigned n)
{
	const unsigned entry = w->n_entries++, begin = w->branch_begin[entry];
	memcpy(w->edges[entry], f[0].edges, sizeof w->edges[entry]);
	w->layers[entry] = 0;
	for (unsigned i = 0; i < n; i++) {
		struct words_branch *const b = &w->branch[begin + i];
		*b = f[i].branch;
		b->layer = (b->layer ^ f[0].branch.layer % (1 << COSET_LAYER_BITS)) & 31u;
		const unsigned slice = coset_tables.seen_slice[b->left][b->axis];
		b->second = words_is_quarter(b) ? coset_tables.neighbour[b->layer][slice] & 31u : b->layer;
		w->layers[entry] |= layers_of(b);
	}
	w->branch_begin[entry + 1] = begin + n;
	w->most_branches = n > w->most_branches ? n : w->most_branches;
}

static void append_place(struct coset_words *w, const struct builder *b, unsigned first, unsigned n)
{
	const unsigned n_parts = coset_n_parts(b->shape.corners), number = b->found[first].place;
	struct words_place *const place = &w->place[w->n_places++];
	const struct cube c = coset_unrank(b->shape, (uint64_t)number * coset_place_entries(b->shape));
	struct coset_cube packed;
	coset_pack(&c, packed.edges, packed.corners);
	memcpy(&place->corners, packed.corners, sizeof place->corners);
	place->class = (uint16_t)(number / n_parts);
	for (unsigned segment = 0; segment < WORDS_N_SEGMENTS; segment++) {
		place->begin[segment] = w->n_entries;
		for (unsigned i = first, n_branches; i < first + n; i += n_branches) {
			n_branches = n_of_entry(b, i);
			if (segment_of(&b->found[i], n_branches) == segment)
				append_entry(w, &b->found[i], n_branches);
		}
	}
	place->begin[WORDS_N_SEGMENTS] = w->n_entries;
}

static void free_words(struct coset_words *w)
{
	free(w->place);
	free(w->edges);
	free(w->branch_begin);
	free(w->branch);
	free(w->layers);
	free(w->sequence);
	free(w->stabilizer);
	free(w->behind);
	free(w);
}

/* Takes over the sequences. */
static struct coset_words *arrange(struct builder *b)
{
	struct coset_words *const w = calloc(1, sizeof *w);
	if (w == NULL) {
		free(b->sequence);
		free(b->stabilizer);
		return NULL;
	}
	*w = (struct coset_words){.n_moves = b->n_moves, .n_sequences = b->n_sequences, .sequence = b->sequence,
	                           .stabilizer = b->stabilizer};
	w->place = malloc(coset_table_places(b->shape) * sizeof *w->place);
	w->edges = aligned_alloc(64, (b->n_found * sizeof *w->edges + 63) / 64 * 64);
	w->branch_begin = malloc((b->n_found + 1) * sizeof *w->branch_begin);
	w->branch = malloc(b->n_found * sizeof *w->branch);
	w->layers = malloc(b->n_found * sizeof *w->layers);
	if (w->place == NULL || w->edges == NULL || w->branch_begin == NULL || w->branch == NULL || w->layers == NULL) {
		free_words(w);
		return NULL;
	}
	w->branch_begin[0] = 0;
	qsort(b->found, b->n_found, sizeof *b->found, compare_entries);
	for (unsigned first = 0, end = 0; first < b->n_found; first = end) {
		while (end < b->n_found && b->found[end].place == b->found[first].place)
			end++;
		append_place(w, b, first, end - first);
	}
	return w;
}

static struct coset_words *make_words(struct coset_shape shape, unsigned n_moves)
{
	struct builder b = {.shape = shape, .n_moves = n_moves};
	go_on(&b, &cube_solved, (UINT64_C(1) << N_SYMMETRIES) - 1, n_moves);
	assert(b.n_sequences <= UINT16_MAX + 1);
	struct coset_words *words = NULL;
	if (!b.failed) {
		words = arrange(&b);
	} else {
		free(b.sequence);
		free(b.stabilizer);
	}
	free(b.found);
	return words;
}

/* ---- where they are with one move more ---- */
/* A sequence, and a symmetry that takes the least of its images, which is one of those that are kept, to it. */
struct image {
	uint8_t turns[WORDS_MAX_MOVES + 1];
	unsigned n_turns, symmetry;
};

/* The least image of turns: that of the first turn, of the symmetries that lead there the least one of the second turn. */
static struct image least_image(const uint8_t *turns, unsigned n_turns)
{
	struct image least = {.n_turns = n_turns};
	uint64_t symmetries = (UINT64_C(1) << N_SYMMETRIES) - 1;
	for (unsigned i = 0; i < n_turns; i++) {
		uint64_t reaching = 0;
		unsigned turn = N_AXIS_TURNS;
		for (uint64_t left = symmetries; left != 0; left &= left - 1) {
			const unsigned seen = symmetry_axis_turns[__builtin_ctzll(left)][turns[i]];
			reaching = (seen < turn ? 0 : reaching) | (seen <= turn ? left & -left : 0);
			turn = seen < turn ? seen : turn;
		}
		least.turns[i] = (uint8_t)turn;
		symmetries = reaching;
	}
	least.symmetry = symmetry_inverse[__builtin_ctzll(symmetries)];
	return least;
}

static int compare_turns(const void *a, const void *b)
{
	const struct image *const key = a;
	const struct words_sequence *const q = b;
	const unsigned n = key->n_turns < q->n_turns ? key->n_turns : q->n_turns;
	const int order = memcmp(key->turns, q->turns, n);
	return order != 0 ? order : (int)key->n_turns - (int)q->n_turns;
}

static uint32_t find_image(const struct coset_words *words, const uint8_t *turns, unsigned n_turns)
{
	const struct image image = least_image(turns, n_turns);
	const struct words_sequence *const q =
		bsearch(&image, words->sequence, words->n_sequences, sizeof *q, compare_turns);  /* they were made in this order */
	assert(q != NULL);
	return (uint32_t)(q - words->sequence) * N_SYMMETRIES + image.symmetry;
}

static bool join(struct coset_words *words, const struct coset_words *more)
{
	words->behind = calloc(words->n_sequences, sizeof *words->behind);
	if (words->behind == NULL)
		return false;
	for (unsigned i = 0; i < words->n_sequences; i++) {
		const struct words_sequence *const q = &words->sequence[i];
		uint8_t turns[WORDS_MAX_MOVES + 1];
		memcpy(turns, q->turns, sizeof q->turns);
		const unsigned last_axis = axis_turns_axis(turns[q->n_turns - 1]), n_more = more->n_moves - q->n_moves;
		if (n_more == 1)
			words->behind[i][0] = find_image(more, turns, q->n_turns);
		for (unsigned turn = 0; turn < N_AXIS_TURNS; turn++) {
			turns[q->n_turns] = (uint8_t)turn;
			if (n_moves_of(turn) == n_more && axis_turns_axis(turn) != last_axis)
				words->behind[i][turn] = find_image(more, turns, q->n_turns + 1);
		}
	}
	words->more = more;
	return true;
}

/* ---- all that were asked for ---- */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct coset_words *words_of(unsigned corners, unsigned flip_bits, unsigned n_moves)
{
	static struct coset_words *made[N_COSET_CORNERS][2][WORDS_MAX_MOVES + 1];
	struct coset_shape shape = {.corners = (uint8_t)corners, .flip_bits = (uint8_t)flip_bits};
	assert(n_moves >= 2 && n_moves <= WORDS_MAX_MOVES);
	struct coset_words **const words = &made[corners][flip_bits - 8][n_moves];
	if (*words == NULL)
		*words = make_words(shape, n_moves);
	return *words;
}

const struct coset_words *coset_words(unsigned corners, unsigned flip_bits, unsigned n_moves)
{
	pthread_mutex_lock(&lock);
	coset_init();
	const struct coset_words *const words = words_of(corners, flip_bits, n_moves);
	pthread_mutex_unlock(&lock);
	return words;
}

const struct coset_words *coset_words_joined(unsigned corners, unsigned flip_bits, unsigned n_moves)
{
	pthread_mutex_lock(&lock);
	coset_init();
	struct coset_words *words = words_of(corners, flip_bits, n_moves);
	if (words != NULL && words->more == NULL) {
		const struct coset_words *const more = words_of(corners, flip_bits, n_moves + 1);
		if (more == NULL || !join(words, more))
			words = NULL;
	}
	pthread_mutex_unlock(&lock);
	return words;
}
