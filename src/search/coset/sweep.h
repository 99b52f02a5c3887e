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

/* An entry that is near in some layers: these, as branches have them, its number among all entries, its piece, and its number
 * in the batch. */
struct sweep_entry {
	uint32_t near, number;
	uint16_t piece, i;
};

/* A branch to which a kept entry matters. */
struct sweep_listed {
	uint32_t branch;
	uint16_t entry;
};

/* Where the frontier counts what lies behind a node, without deep origins and with them. */
struct origins {
	uint32_t origin[2];
};

/* An image of a sequence that passes, what is noted there, and where its node counts. */
struct sweep_passing {
	uint64_t noted;
	uint32_t image, origin;
};

/* A cube and its inverse, not in a frame. */
struct sweep_cube {
	_Alignas(16) uint8_t edges[16], inverse_edges[16];
	uint64_t corners, inverse_corners;
};

struct sweep {
	struct sweeps *all;
	const struct coset_words *words;
	struct sweep_cube behind[N_MOVES][N_MOVES];  /* the opening and two moves */
	uint8_t path[SWEEPS_MAX_OPENING + 1];   /* to it, as nodes have it */
	unsigned n_path, axes;                  /* of the first turns behind it, as bits */
	uint8_t segments[N_SYMMETRIES];         /* its axes, in the direction of each symmetry, as bits */
	struct coset_turn corners[N_SYMMETRIES];  /* the inverse in the direction of each symmetry, as a right factor */
	struct coset_edge_turn edges[N_SYMMETRIES];
	struct sweep_way *way, *unsorted;
	size_t ways_room, images_room, listed_room;
	unsigned n_ways, way_now, entry_now;    /* what comes next, */
	unsigned way_end, n_slices;             /* up to where, and how many slices have been taken of a shared sweep */
	bool is_first;                          /* of the threads that share it: what they all do counts here */
	struct sweep_batch batch[2];
	uint32_t near[COSET_READ_ROOM];
	struct coset_scratch scratch;
	struct sweep_entry entry[SWEEP_BATCH + 1];
	struct sweep_listed *listed;            /* as many as all of them may have */
	struct sweep_asked asked;
	uint64_t *noted, *own_notes;            /* by image, of a shared sweep elsewhere; all 0 but meanwhile */
	uint32_t *found, *short_found;          /* images that pass, as they are found, and those of the sequences of one move less */
	struct sweep_passing *passing, *short_passing;  /* the former in order, and the latter */
	struct origins *origins;                /* of what is found, */
	uint16_t *rank;                         /* and by what it is put in order */
	unsigned n_passing, n_taken, n_short, n_short_taken;
	/* What a left symmetry makes of a layer's bits; and by bits that are added, which of these are near before it, as bits,
	 * if it is known which are behind it. */
	uint8_t flips_after[COSET_LEFTS][1 << COSET_LAYER_BITS];
	uint8_t flips_before[COSET_LEFTS][1 << COSET_LAYER_BITS][1 << (1 << COSET_LAYER_BITS)];
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
static void turn_inverses(struct sweep *s, const struct cube *c)
{
	const struct cube inverse = cube_inverse(c);
	for (unsigned i = 0; i < N_SYMMETRIES; i++) {
		const struct cube seen = cube_conjugate(&inverse, symmetry_inverse[i]);
		struct coset_cube packed = {.edges = {0}};
		coset_pack(&seen, packed.edges, packed.corners);
		for (unsigned p = 0; p < N_CORNERS; p++) {
			s->corners[i].from[16 + p] = 16 + (packed.corners[p] & 7);
			s->corners[i].twist[16 + p] = packed.corners[p] & 3 << 3;
		}
		for (unsigned e = 0; e < 16; e++) {
			s->edges[i].from[e] = packed.edges[e] & 15;
			s->edges[i].flip[e] = packed.edges[e] & 1 << 4;
		}
	}
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
			const uint64_t corners = coset_corners_after(words->place[p].corners, &s->corners[i]);
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

/* Whether there is a next way: one after the other, or in the next slice of them. */
static inline bool has_ways(struct sweep *s)
{
	while (s->way_now == s->way_end && s->all->is_shared) {
		const unsigned slice = sweeps_next_slice(s->all);
		if (slice == SWEEP_SLICES)
			break;
		s->n_slices++;
		s->is_first |= slice == 0;
		s->way_now = slice * s->n_ways / SWEEP_SLICES;
		s->way_end = (slice + 1) * s->n_ways / SWEEP_SLICES;
	}
	return s->way_now < s->way_end;
}

/* As many as a batch has room for. */
static inline __attribute__((always_inline))
void index_entries(const struct coset *k, struct sweep *s, struct sweep_batch *b, bool has_layers)
{
	b->n = b->n_pieces = 0;
	while (b->n < SWEEP_BATCH && has_ways(s)) {
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
/* Note something of an image.  Returns what was noted of it before. */
static inline uint64_t note_more(struct sweep *s, uint32_t image, uint64_t more)
{
	if (s->all->is_shared)
		return __atomic_fetch_or(&s->noted[image], more, __ATOMIC_RELAXED);
	const uint64_t before = s->noted[image];
	s->noted[image] = before | more;
	return before;
}

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
		const bool is_found = note_more(s, item->image, more | UINT64_C(1) << NOTED_PASSING) == 0;
		if (is_found && is_short)
			s->short_found[s->n_short++] = item->image;
		else if (is_found)
			s->found[s->n_passing++] = item->image;
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

/* Where a way leads from a layer, but for the bits that are added there. */
static inline unsigned layer_behind(const struct sweep *s, uint32_t word, unsigned layer)
{
	const unsigned flips = s->flips_after[coset_word_left(word)][layer & ((1 << COSET_LAYER_BITS) - 1)];
	return coset_layer(coset_axes_after(word, layer >> COSET_LAYER_BITS), flips);
}

/* Which neighbours of a branch's layer are near, by the axes as they are behind a symmetry. */
static inline unsigned near_behind(const struct words_branch *b, uint32_t all_near, unsigned image, unsigned layer,
                                   bool is_second)
{
	unsigned near = 0;
	for (unsigned axis = 0; axis < COSET_AXES; axis++) {
		const unsigned then = words_is_quarter(b) ? axis_then(axis, b->axis, is_second) : axis;
		const unsigned neighbour = coset_tables.neighbour[layer][coset_tables.seen_slice[b->left][then]];
		near |= (all_near >> neighbour & 1) << real_axis(image, axis);
	}
	return near;
}

/* The way to an entry. */
static inline uint32_t word_of_entry(const struct sweep *s, const struct sweep_batch *b, const struct sweep_entry *e)
{
	const uint32_t word = s->way[b->piece[e->piece].way].word;
	return b->copy[e->i] == 0 ? word : coset_word_copy(word, b->copy[e->i]);
}

/* With layers that are tied, which counts for each. */
static const uint8_t *least_of_entry(struct coset *k, const struct sweep *s, const struct sweep_batch *b,
                                     const struct sweep_entry *e, uint32_t word)
{
	const unsigned symmetry = s->way[b->piece[e->piece].way].symmetry;
	const coset_edges edges = coset_edges_after(coset_edges_load(s->words->edges[e->number]), &s->edges[symmetry]);
	return least_layers(k, edges, word, coset_entry_of(&k->reader, b->where[e->i], b->slot[e->i]));
}

/* Ask for what an entry means to a sequence: to its layer, and behind a quarter turn to that of the second face. */
static inline void ask_for_branch(struct coset *k, struct sweep *s, const struct sweep_batch *batch,
                                  const struct sweep_listed *listed)
{
	const struct sweep_entry *const e = &s->entry[listed->entry];
	const struct words_branch *const b = &s->words->branch[listed->branch];
	const unsigned symmetry = s->way[batch->piece[e->piece].way].symmetry;
	const unsigned image = symmetry_product[symmetry][symmetry_inverse[b->right]];
	if ((s->axes >> axis_turns_axis(symmetry_axis_turns[image][b->first]) & 1) == 0
	    || (b->is_symmetric && is_another_image(s->words->stabilizer[b->sequence], image)))
		return;
	struct sweep_asked *const a = &s->asked;
	struct sweep_item *const item = &a->item[a->n];
	*item = (struct sweep_item){.image = b->sequence * N_SYMMETRIES + image, .kind = b->kind};
	__builtin_prefetch(&s->noted[item->image], 1);
	if (words_is_quarter(b)) {
		const unsigned axis = real_axis(image, b->axis);
		item->branch = other_axes[axis_turns_axis(symmetry_axis_turns[image][b->last])][1] == axis;
		item->is_swapped = axis_turns_first(symmetry_axis_turns[image][axis_turns_number(b->axis, 1, 0)]) == 0;
	}
	if (k->has_layers) {
		const uint32_t word = word_of_entry(s, batch, e);
		const unsigned bits = batch->bits[e->i] % TIED;
		unsigned layer = layer_behind(s, word, b->layer) ^ bits, second = layer_behind(s, word, b->second) ^ bits;
		item->near[0] = (uint8_t)near_behind(b, e->near, image, b->layer, false);
		item->near[1] = (uint8_t)near_behind(b, e->near, image, b->second, true);
		if (batch->bits[e->i] >= TIED) {
			const uint8_t *const least = least_of_entry(k, s, batch, e, word);
			layer = least[layer];
			second = least[second];
		}
		a->layers[a->n] = coset_two_layers(layer, words_is_quarter(b) ? second : COSET_NO_LAYER);
	}
	a->where[a->n] = batch->where[e->i];
	a->slot[a->n] = batch->slot[e->i];
	if (++a->n == COSET_READ_MAX)
		note_values(k, s);
}

/* Those of all layers that count as a near one. */
static uint32_t near_by_least(const uint8_t *least, uint32_t near)
{
	uint32_t all = 0;
	for (unsigned layer = 0; layer < COSET_LAYERS; layer++)
		all |= (near >> least[layer] & 1) << layer;
	return all;
}

/* From where a way leads to layers: to those of each permutation of the axes, and for bits that are added there by which of
 * four are near, as bits, what these were before. */
struct sweep_before {
	uint8_t first[COSET_N_AXES];
	const uint8_t (*bits)[1 << (1 << COSET_LAYER_BITS)];
};

static inline struct sweep_before before_way(const struct sweep *s, uint32_t word)
{
	struct sweep_before before = {.bits = s->flips_before[coset_word_left(word)]};
	for (unsigned axes = 0; axes < COSET_N_AXES; axes++)
		before.first[axes] = (uint8_t)coset_layer(coset_axes_after(word, axes), 0);
	return before;
}

/* The layers that lead to near ones. */
static inline uint32_t near_before(const struct sweep_before *before, unsigned bits, uint32_t near)
{
	uint32_t all = 0;
	for (unsigned axes = 0; axes < COSET_N_AXES; axes++)
		all |= (uint32_t)before->bits[bits][near >> before->first[axes] & 15] << coset_layer(axes, 0);
	return all;
}

/* Those of n near entries that matter to a branch.  Which they are cannot be foreseen, so the program hardly
 * branches here.  Returns how many. */
static inline __attribute__((always_inline))
unsigned keep_entries(struct coset *k, struct sweep *s, const struct sweep_batch *b, unsigned n, bool has_layers)
{
	unsigned n_kept = 0;
	for (unsigned piece = 0, j = 0; piece < b->n_pieces; piece++) {
		const uint32_t first = b->piece[piece].entry - b->piece[piece].begin;
		const struct sweep_before before = before_way(s, s->way[b->piece[piece].way].word);
		for (; j < n && s->scratch.number[j] < b->piece[piece + 1].begin; j++) {
			const uint16_t i = s->scratch.number[j];
			struct sweep_entry *const e = &s->entry[n_kept];
			*e = (struct sweep_entry){s->near[j], first + i, (uint16_t)piece, i};
			if (has_layers && (b->copy[i] != 0 || b->bits[i] >= TIED)) {
				const uint32_t word = word_of_entry(s, b, e);
				const struct sweep_before before_copy = before_way(s, word);
				const uint8_t *const least = b->bits[i] < TIED ? NULL : least_of_entry(k, s, b, e, word);
				e->near = near_before(&before_copy, b->bits[i] % TIED, least == NULL ? e->near : near_by_least(least, e->near));
			} else if (has_layers) {
				e->near = near_before(&before, b->bits[i], e->near);
			}
			n_kept += (e->near & s->words->layers[e->number]) != 0;
		}
	}
	return n_kept;
}

/* And these branches. */
static inline unsigned list_branches(const struct sweep *s, unsigned n)
{
	const struct coset_words *const words = s->words;
	unsigned n_listed = 0;
	for (unsigned j = 0; j < n; j++) {
		const struct sweep_entry *const e = &s->entry[j];
		for (uint32_t m = words->branch_begin[e->number]; m < words->branch_begin[e->number + 1]; m++) {
			const struct words_branch *const b = &words->branch[m];
			s->listed[n_listed] = (struct sweep_listed){m, (uint16_t)j};
			n_listed += ((e->near >> b->layer | e->near >> b->second) & 1) | (b->kind == WORDS_PAIR_SAME);
		}
	}
	return n_listed;
}

STAGE void end_batch(struct coset *k, struct sweep *s, const struct sweep_batch *b)
{
	const unsigned n = coset_near(&k->reader, b->where, b->slot, b->n, k->has_layers, &s->scratch, s->near);
	const unsigned n_kept = k->has_layers ? keep_entries(k, s, b, n, true) : keep_entries(k, s, b, n, false);
	const unsigned n_listed = list_branches(s, n_kept);
	for (unsigned i = 0; i < n_listed; i++)
		ask_for_branch(k, s, b, &s->listed[i]);
}
#endif
