/* Sweeps: all nodes with as many moves left as the cap, behind one node some moves before them, are found by looking up the
 * cosets of their inverses one after the other, not by making the nodes.
 *
 * Which cosets these are does not depend on the cube: they are those of all short sequences, times the cube's inverse
 * (search/coset_words.h).  Many sequences share one.  Those of one class and part have their corners in common, and with
 * them the frame; so an index takes the edges alone, and the entries are looked up group by group, in a few megabytes of
 * the table at a time, whose addresses are translated quickly.  What passes is noted at the sequences that lead there; then
 * the nodes behind these are made (search/coset/swept.h), and go through stage 3 and on. */
#ifndef SUPERFLIP_SEARCH_COSET_SWEEP_H
#define SUPERFLIP_SEARCH_COSET_SWEEP_H
#include "search/coset/survivors.h"
#include "search/coset_words.h"
#include "search/rank.h"
#include "search/sweeps.h"

enum {
	SWEPT_PASSING = 16,                     /* tables are swept of whose entries at most a part in so many passes at the cap */
	SWEEP_BATCH = 256,                      /* addresses: what is translated of more is forgotten before it is needed again */
};

/* Where the entries of a place lead in the direction of a symmetry. */
struct sweep_way {
	uint32_t word;
	uint16_t place;
	uint8_t symmetry, part;
};

/* Entries of one way that follow each other in a batch, from number `begin` on. */
struct sweep_piece {
	uint32_t entry, way;
	uint16_t begin;
};

/* Entries that are looked up together. */
struct sweep_batch {
	unsigned n, n_pieces;
	_Alignas(64) uint64_t where[COSET_READ_ROOM];  /* the least copy, as in struct group */
	uint32_t slot[COSET_READ_ROOM];
	uint8_t bits[COSET_READ_ROOM], copy[COSET_READ_ROOM];  /* with layers: bits and TIED; which copy it is */
	struct sweep_piece piece[SWEEP_BATCH + 1];
};

/* What an entry means to the image of a sequence. */
struct sweep_item {
	uint32_t image;                         /* sequence * N_SYMMETRIES + symmetry */
	uint8_t kind, branch;                   /* enum words_kind; which of the axes that are left */
	bool is_swapped;                        /* the axis' first face is the second one in this direction */
	uint8_t near[2];                        /* neighbours, behind turns of either face */
};

/* Values that are to be read. */
struct sweep_asked {
	unsigned n;
	struct sweep_item item[COSET_READ_ROOM];
	uint64_t where[COSET_READ_ROOM];
	uint32_t slot[COSET_READ_ROOM], near[COSET_READ_ROOM];
	uint16_t layers[COSET_READ_ROOM];
	_Alignas(64) uint8_t value[COSET_READ_ROOM], second[COSET_READ_ROOM];
	struct coset_low low;
};

/* A branch to which an entry means something, and the layers that are asked for. */
struct sweep_listed {
	uint32_t branch;
	uint8_t layer, second;
};

struct sweep {
	const struct coset_words *words;
	struct node opening;                    /* but that its edges are not in a frame, */
	uint64_t opening_corners;               /* nor these */
	uint8_t path[SWEEPS_MAX_OPENING + 1];   /* to it, as nodes have it */
	unsigned n_path, axes;                  /* of the first turns behind it, as bits */
	uint8_t segments[N_SYMMETRIES];         /* its axes, in the direction of each symmetry, as bits */
	uint8_t corners[N_SYMMETRIES][N_CORNERS];
	struct coset_edge_turn edges[N_SYMMETRIES];
	struct sweep_way *way, *unsorted;
	size_t ways_room, images_room, listed_room;
	unsigned n_ways, way_now, entry_now;    /* what comes next */
	struct sweep_batch batch[2];
	uint32_t near[COSET_READ_ROOM];
	struct coset_scratch scratch;
	struct sweep_listed *listed;            /* as many as an entry has branches */
	struct sweep_asked asked;
	uint64_t *noted;                        /* by image */
	uint32_t *passing, *sorted, *short_passing;  /* images, room for as many, and those of the sequences of one move less */
	uint16_t *rank;                         /* of images that pass */
	unsigned n_passing, n_taken, n_short, n_short_taken;
	uint8_t slice_after[COSET_LEFTS][COSET_AXES], flips_after[COSET_LEFTS][1 << COSET_LAYER_BITS];
};

/* What is noted at a sequence and one of its images: how much less than the cap values are, four bits each, that of its own
 * inverse and those behind quarter turns of both faces of either axis; which neighbours may be near, three bits each, in the same
 * order; whether anything is known of its own inverse, and at all. */
enum { NOTED_NEAR = 20, NOTED_SAME = 62, NOTED_PASSING };

static inline unsigned noted_number(unsigned branch, unsigned face)
{
	return 1 + 2 * branch + face;
}

static inline unsigned noted_value(const struct coset *k, uint64_t noted, unsigned number)
{
	return k->cap - (noted >> 4 * number & 15);
}

static inline unsigned noted_near(uint64_t noted, unsigned number)
{
	if (number == 0 && (noted >> NOTED_SAME & 1) == 0)
		return ALL_NEIGHBOURS;
	return noted >> (NOTED_NEAR + COSET_AXES * number) & ALL_NEIGHBOURS;
}

/* ---- the entries, group by group ---- */
/* The inverse in the direction of each symmetry, as a right factor. */
static void turn_inverses(struct sweep *s, const struct cube *c)
{
	const struct cube inverse = cube_inverse(c);
	for (unsigned i = 0; i < N_SYMMETRIES; i++) {
		const struct cube seen = cube_conjugate(&inverse, symmetry_inverse[i]);
		struct coset_cube packed = {.edges = {0}};
		coset_pack(&seen, packed.edges, packed.corners);
		memcpy(s->corners[i], packed.corners, sizeof s->corners[i]);
		for (unsigned e = 0; e < 16; e++) {
			s->edges[i].from[e] = packed.edges[e] & 15;
			s->edges[i].flip[e] = packed.edges[e] & 1 << 4;
		}
	}
}

static inline uint64_t corners_after(uint64_t corners, const uint8_t by[N_CORNERS])
{
	uint64_t after = 0;
	for (unsigned i = 0; i < N_CORNERS; i++) {
		const unsigned sum = (unsigned)(corners >> 8 * (by[i] & 7) & 31) + (by[i] & 24u);
		after |= (uint64_t)(sum >= 3 << 3 ? sum - (3 << 3) : sum) << 8 * i;
	}
	return after;
}

/* Where each place's entries lead, for each symmetry; those that lead to one group of lines follow each other. */
static void find_ways(const struct coset *k, struct sweep *s)
{
	const struct coset_words *const words = s->words;
	const unsigned n_parts = k->parts.n_parts;
	uint32_t end[COSET_CLASS_GROUPS * COSET_MAX_PARTS + 1] = {0};
	unsigned n = 0;
	for (unsigned p = 0; p < words->n_places; p++)
		for (unsigned i = 0; i < N_SYMMETRIES; i++) {
			const uint64_t corners = corners_after(words->place[p].corners, s->corners[i]);
			const uint32_t word = coset_tables.corner[coset_corner_state(corners)];
			const unsigned part = k->parts.part_map[coset_word_map(word)][raw_part(k, corners)];
			s->unsorted[n++] = (struct sweep_way){word, (uint16_t)p, (uint8_t)i, (uint8_t)part};
			end[coset_word_class(word) % COSET_CLASS_GROUPS * n_parts + part]++;
		}
	for (unsigned g = 0, begin = 0; g < COSET_CLASS_GROUPS * n_parts; g++) {
		const unsigned n_of_group = end[g];
		end[g] = begin;
		begin += n_of_group;
	}
	for (unsigned i = 0; i < n; i++) {
		const struct sweep_way *const way = &s->unsorted[i];
		s->way[end[coset_word_class(way->word) % COSET_CLASS_GROUPS * n_parts + way->part]++] = *way;
	}
	s->n_ways = n;
	s->way_now = s->entry_now = 0;
}

/* Copy number i of entries: the less of it and of what is there counts. */
static inline __attribute__((always_inline))
void index_copy(const struct coset *k, const struct sweep *s, struct sweep_batch *b, const struct sweep_piece *piece,
                unsigned n, unsigned i, bool has_layers)
{
	const struct sweep_way *const way = &s->way[piece->way];
	const unsigned class = coset_word_class(way->word), part = i == 0 ? way->part : part_of_copy(k, way->word, i, way->part);
	const uint32_t word = i == 0 ? way->word : coset_word_copy(way->word, i);
	const uint64_t begin = begin_of(k, class, part);
	const unsigned flip_bits = has_layers ? 9 + COSET_LAYER_BITS : k->parts.flip_bits;
	const struct coset_edge_way edge_way = coset_edge_way_behind(&s->edges[way->symmetry], word);
	uint8_t (*const edges)[16] = &s->words->edges[piece->entry];
	uint64_t *const where = &b->where[piece->begin];
	uint8_t *const bits = &b->bits[piece->begin], *const copy = &b->copy[piece->begin];
	uint32_t index[SWEEP_BATCH];
	for (unsigned e = 0; e < n; e++)
		index[e] = coset_entry_by_way(coset_edges_load(edges[e]), &edge_way, flip_bits);
	if (i == 0) {
		for (unsigned e = 0; e < n; e++)
			where[e] = begin + (has_layers ? index[e] >> COSET_LAYER_BITS : index[e]);
		for (unsigned e = 0; e < n && has_layers; e++)
			bits[e] = (uint8_t)bits_of_layer(index[e]);
		return;
	}
	for (unsigned e = 0; e < n; e++) {
		const uint64_t entry = begin + (has_layers ? index[e] >> COSET_LAYER_BITS : index[e]);
		if (has_layers)
			bits[e] = entry < where[e] ? (uint8_t)bits_of_layer(index[e]) : bits[e] | (entry == where[e] ? TIED : 0);
		copy[e] = entry < where[e] ? (uint8_t)i : copy[e];
		where[e] = entry < where[e] ? entry : where[e];
	}
}

static inline __attribute__((always_inline))
void index_piece(const struct coset *k, const struct sweep *s, struct sweep_batch *b, const struct sweep_piece *piece,
                 unsigned n, bool has_layers)
{
	const unsigned n_copies = coset_tables.n_stabilizers[coset_word_class(s->way[piece->way].word)];
	memset(&b->copy[piece->begin], 0, n);
	index_copy(k, s, b, piece, n, 0, has_layers);
	for (unsigned i = 1; i < n_copies; i++)
		index_copy(k, s, b, piece, n, i, has_layers);
}

/* The next entries of a way behind sequences that begin with one of the opening's axes: those of segments that follow each
 * other.  Returns how many there are. */
static inline unsigned next_entries(const struct sweep *s, const struct sweep_way *way, uint32_t *first)
{
	const uint32_t *const begin = s->words->place[way->place].begin;
	const unsigned segments = s->segments[way->symmetry] | 1 << COSET_AXES;
	unsigned segment = 0;
	while ((segments >> segment & 1) == 0 || (begin[segment + 1] <= s->entry_now && segment < COSET_AXES))
		segment++;
	*first = s->entry_now > begin[segment] ? s->entry_now : begin[segment];
	while (segments >> (segment + 1) & 1)
		segment++;
	return begin[segment + 1] - *first;
}

/* As many as a batch has room for. */
static inline __attribute__((always_inline))
void index_entries(const struct coset *k, struct sweep *s, struct sweep_batch *b, bool has_layers)
{
	b->n = b->n_pieces = 0;
	while (b->n < SWEEP_BATCH && s->way_now < s->n_ways) {
		const struct sweep_way *const way = &s->way[s->way_now];
		uint32_t entry;
		const unsigned n_next = next_entries(s, way, &entry), n = n_next < SWEEP_BATCH - b->n ? n_next : SWEEP_BATCH - b->n;
		struct sweep_piece *const piece = &b->piece[b->n_pieces];
		*piece = (struct sweep_piece){entry, s->way_now, (uint16_t)b->n};
		if (n != 0)
			index_piece(k, s, b, piece, n, has_layers);
		b->n_pieces += n != 0;
		b->n += n;
		s->entry_now = entry + n;
		if (s->entry_now == s->words->place[way->place].begin[WORDS_N_SEGMENTS]) {
			s->way_now++;
			s->entry_now = 0;
		}
	}
	b->piece[b->n_pieces].begin = (uint16_t)b->n;
}

STAGE void begin_batch(const struct coset *k, struct sweep *s, struct sweep_batch *b)
{
	if (k->has_layers)
		index_entries(k, s, b, true);
	else
		index_entries(k, s, b, false);
	coset_locate(&k->reader, b->where, b->slot, b->n);
	struct coset_ahead all = {b->where, b->n, true};
	coset_ask_all(&k->reader, &all);
}

/* ---- what passes ---- */
/* Values that were asked for are noted. */
static void note_values(struct coset *k, struct sweep *s)
{
	struct sweep_asked *const a = &s->asked;
	struct coset_ahead nothing = nothing_ahead();
	const uint8_t *second = a->value;
	if (k->has_layers) {
		coset_layers_read_begin(&k->reader, a->where, a->slot, a->layers, a->value, a->second, a->near, a->n, &k->scratch,
		                        &a->low, &nothing);
		coset_layers_read_end(&k->reader, &a->low, a->value, a->second);
		second = a->second;
	} else {
		coset_read_begin(&k->reader, a->where, a->slot, a->value, a->n, &k->scratch, &a->low, &nothing);
		coset_read_end(&k->reader, &a->low, a->value);
	}
	for (unsigned i = 0; i < a->n; i++) {
		const struct sweep_item *const item = &a->item[i];
		const unsigned value[2] = {a->value[i], second[i]};
		uint64_t *const noted = &s->noted[item->image];
		const bool is_quarter = item->kind == WORDS_QUARTER || item->kind == WORDS_PAIR_QUARTER;
		uint64_t more = 0;
		if (is_quarter) {
			for (unsigned face = 0; face < 2; face++) {
				const unsigned number = noted_number(item->branch, face ^ item->is_swapped);
				more |= (uint64_t)(k->cap - value[face]) << 4 * number;
				more |= (uint64_t)item->near[face] << (NOTED_NEAR + COSET_AXES * number);
			}
		} else {
			more = (k->cap - value[0]) | (uint64_t)item->near[0] << NOTED_NEAR | UINT64_C(1) << NOTED_SAME;
		}
		const bool is_short = item->kind == WORDS_PAIR_QUARTER || item->kind == WORDS_PAIR_SAME;
		if (*noted >> NOTED_PASSING == 0 && is_short)
			s->short_passing[s->n_short++] = item->image;
		else if (*noted >> NOTED_PASSING == 0)
			s->passing[s->n_passing++] = item->image;
		*noted |= more | UINT64_C(1) << NOTED_PASSING;
	}
	a->n = 0;
}

/* Of the images of a sequence under symmetries that leave it as it is, one is enough. */
static inline bool is_another_image(uint64_t stabilizer, unsigned image)
{
	for (uint64_t left = stabilizer & ~UINT64_C(1); left != 0; left &= left - 1)
		if (symmetry_product[image][__builtin_ctzll(left)] < image)
			return true;
	return false;
}

static inline unsigned real_axis(unsigned image, unsigned axis)
{
	return axis_turns_axis(symmetry_axis_turns[image][axis_turns_number(axis, 1, 0)]);
}

/* What is known of an entry that is near in some layers. */
struct sweep_entry {
	uint64_t where;
	uint32_t slot, near, word, number;      /* layers that are near, whatever counts for each; the way there; its own number */
	uint8_t symmetry;
	bool is_tied;
};

/* Which neighbours of a layer are near, by the axes as they are behind a symmetry. */
static inline unsigned near_behind(const struct sweep *s, const struct sweep_entry *e, const struct words_branch *b,
                                   unsigned image, unsigned layer, bool is_second)
{
	unsigned near = 0;
	for (unsigned axis = 0; axis < COSET_AXES; axis++) {
		const unsigned then = words_is_quarter(b) ? axis_then(axis, b->axis, is_second) : axis;
		const unsigned slice = s->slice_after[coset_word_left(e->word)][coset_tables.seen_slice[b->left][then]];
		near |= (e->near >> coset_tables.neighbour[layer][slice] & 1) << real_axis(image, axis);
	}
	return near;
}

/* Ask for what an entry means to a sequence: to this layer, and behind a quarter turn to that of the second face. */
static inline void ask_for_branch(struct coset *k, struct sweep *s, const struct sweep_entry *e, const struct words_branch *b,
                                  unsigned layer, unsigned second)
{
	const unsigned image = symmetry_product[e->symmetry][symmetry_inverse[b->right]];
	if ((s->axes >> axis_turns_axis(symmetry_axis_turns[image][b->first]) & 1) == 0
	    || (b->is_symmetric && is_another_image(s->words->stabilizer[b->sequence], image)))
		return;
	struct sweep_asked *const a = &s->asked;
	struct sweep_item *const item = &a->item[a->n];
	*item = (struct sweep_item){.image = b->sequence * N_SYMMETRIES + image, .kind = b->kind};
	__builtin_prefetch(&s->noted[item->image], 1);
	if (k->has_layers) {
		item->near[0] = (uint8_t)near_behind(s, e, b, image, layer, false);
		item->near[1] = (uint8_t)near_behind(s, e, b, image, second, true);
	}
	if (words_is_quarter(b)) {
		const unsigned axis = real_axis(image, b->axis);
		item->branch = other_axes[axis_turns_axis(symmetry_axis_turns[image][b->last])][1] == axis;
		item->is_swapped = axis_turns_first(symmetry_axis_turns[image][axis_turns_number(b->axis, 1, 0)]) == 0;
	}
	if (e->is_tied) {
		const coset_edges edges = coset_edges_after(coset_edges_load(s->words->edges[e->number]), &s->edges[e->symmetry]);
		const uint8_t *const least = least_layers(k, edges, e->word, coset_entry_of(&k->reader, e->where, e->slot));
		layer = least[layer];
		second = least[second];
	}
	a->where[a->n] = e->where;
	a->slot[a->n] = e->slot;
	a->layers[a->n] = coset_two_layers(layer, words_is_quarter(b) ? second : COSET_NO_LAYER);
	if (++a->n == COSET_READ_MAX)
		note_values(k, s);
}

/* Where a way leads from the layers of its branches, but for the bits that come with each entry, and from slices. */
struct sweep_layers {
	uint8_t layer[COSET_LAYERS], slice[COSET_AXES];
};

static inline void find_layers(const struct sweep *s, uint32_t word, struct sweep_layers *to)
{
	const unsigned left = coset_word_left(word);
	for (unsigned axes = 0; axes < COSET_N_AXES; axes++)
		for (unsigned bits = 0; bits < 1 << COSET_LAYER_BITS; bits++)
			to->layer[coset_layer(axes, bits)] = (uint8_t)coset_layer(coset_axes_after(word, axes), s->flips_after[left][bits]);
	memcpy(to->slice, s->slice_after[left], sizeof to->slice);
}

/* Those of all layers that count as a near one. */
static uint32_t near_by_least(const uint8_t *least, uint32_t near)
{
	uint32_t all = 0;
	for (unsigned layer = 0; layer < COSET_LAYERS; layer++)
		all |= (near >> least[layer] & 1) << layer;
	return all;
}

/* Branches that an entry's near layers mean something to: which they are cannot be foreseen, so they are listed without
 * branches of the program. */
static inline unsigned list_branches(const struct coset_words *w, const struct sweep_layers *l, uint32_t number, uint32_t near,
                                     unsigned bits, struct sweep_listed *to)
{
	unsigned n = 0;
	for (uint32_t m = w->branch_begin[number]; m < w->branch_begin[number + 1]; m++) {
		const struct words_branch *const b = &w->branch[m];
		const unsigned layer = l->layer[b->layer] ^ bits, behind = coset_tables.neighbour[layer][l->slice[b->slice]];
		const unsigned second = words_is_quarter(b) ? behind : layer;
		to[n] = (struct sweep_listed){m, (uint8_t)layer, (uint8_t)second};
		n += ((near >> layer | near >> second) & 1) | (b->kind == WORDS_PAIR_SAME);  /* of that neighbours count, too */
	}
	return n;
}

STAGE void end_batch(struct coset *k, struct sweep *s, const struct sweep_batch *b)
{
	const unsigned n = coset_near(&k->reader, b->where, b->slot, b->n, k->has_layers, &s->scratch, s->near);
	struct sweep_layers layers = {.layer = {0}, .slice = {0}};
	uint32_t word_of_layers = 0;
	unsigned p = 0;
	for (unsigned j = 0; j < n; j++) {
		const unsigned i = s->scratch.number[j];
		while (b->piece[p + 1].begin <= i)
			p++;
		const struct sweep_way *const way = &s->way[b->piece[p].way];
		struct sweep_entry e = {
			.where = b->where[i], .slot = b->slot[i], .near = s->near[j], .symmetry = way->symmetry,
			.word = b->copy[i] == 0 ? way->word : coset_word_copy(way->word, b->copy[i]),
			.number = b->piece[p].entry + i - b->piece[p].begin, .is_tied = k->has_layers && b->bits[i] >= TIED,
		};
		if (e.is_tied) {
			const coset_edges edges = coset_edges_after(coset_edges_load(s->words->edges[e.number]), &s->edges[e.symmetry]);
			e.near = near_by_least(least_layers(k, edges, e.word, coset_entry_of(&k->reader, e.where, e.slot)), e.near);
		}
		if (k->has_layers && e.word != word_of_layers)
			find_layers(s, e.word, &layers);
		word_of_layers = e.word;
		const unsigned n_listed = list_branches(s->words, &layers, e.number, e.near, b->bits[i] % TIED, s->listed);
		for (unsigned m = 0; m < n_listed; m++)
			ask_for_branch(k, s, &e, &s->words->branch[s->listed[m].branch], s->listed[m].layer, s->listed[m].second);
	}
}
#endif
