/* Sweeps: all nodes with as many moves left as the cap, behind one node some moves before them, are found by looking up the
 * cosets of their inverses one after the other, not by making the nodes.
 *
 * Which cosets these are does not depend on the cube: they are those of all short sequences, times the cube's inverse
 * (coset/kernel/sequences.h).  Many sequences share one.  Those of one class and part have their corners in common, and with
 * them the frame; so an index takes the edges alone, and the entries are looked up group by group, in a few megabytes of
 * the table at a time, whose addresses are translated quickly.  What passes is noted at the sequences that lead there
 * (coset/kernel/noting.h); then the nodes behind these are made (coset/kernel/swept.h), and go through stage 3 and on. */
#ifndef SUPERFLIP_COSET_KERNEL_SWEEP_H
#define SUPERFLIP_COSET_KERNEL_SWEEP_H
#include "coset/kernel/survivors.h"
#include "coset/kernel/sequences.h"
#include "coset/kernel/sweeps.h"

enum {
	SWEPT_PASSING = 16,                     /* tables are swept of whose entries at most a part in so many passes at the cap */
	FOUND_BITS = 64,
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

/* An image of a sequence that passes, and what is noted there. */
struct sweep_passing {
	uint64_t noted;
	uint32_t image;
};

struct sweep {
	struct sweeps *all;
	const struct coset_words *words;
	uint8_t path[SWEEPS_MAX_OPENING + 1];   /* to it, as nodes have it */
	uint8_t turns[SWEEPS_MAX_OPENING + 1];  /* the same by axes */
	unsigned n_path, n_turns, axes;         /* of the first turns behind it, as bits */
	uint8_t segments[N_SYMMETRIES];         /* what is looked up in the direction of each symmetry, as bits */
	struct coset_turn corners[N_SYMMETRIES];  /* the inverse in the direction of each symmetry, as a right factor */
	struct coset_edge_turn edges[N_SYMMETRIES];
	struct sweep_way *way, *unsorted;
	size_t ways_room, images_room, listed_room;
	unsigned n_ways, way_now, entry_now;    /* what comes next, */
	unsigned way_end;                       /* up to where; */
	unsigned n_slices, most_slices;         /* of a shared sweep: how many slices have been taken, of how many at once */
	bool is_first;                          /* of the threads that share it: what they all do counts here */
	bool is_begun;                          /* in this iteration */
	struct sweep_batch batch[2];
	uint32_t near[COSET_READ_ROOM];
	struct coset_scratch scratch;
	struct sweep_entry entry[SWEEP_BATCH + 1];
	struct sweep_listed *listed;            /* as many as all of them may have */
	struct sweep_asked asked;
	uint64_t *noted, *own_notes;            /* by image, elsewhere if threads note in common; all 0 but meanwhile */
	uint64_t *found;                        /* images at which this thread noted something first, as bits; the same */
	struct sweep_passing *passing, *short_passing;  /* those, in order, and of sequences of one move less */
	struct sweep_passing *by_image;         /* the former by image, */
	uint8_t *promise;                       /* and how promising they are */
	struct lead *lead;                      /* what there is for the next iteration */
	unsigned n_leads;
	unsigned n_passing, n_taken, n_short, n_short_taken;
	/* What a left symmetry makes of a layer's bits; and by bits that are added, which of these are near before it, as bits,
	 * if it is known which are behind it. */
	uint8_t flips_after[COSET_LEFTS][1 << COSET_LAYER_BITS];
	uint8_t flips_before[COSET_LEFTS][1 << COSET_LAYER_BITS][1 << (1 << COSET_LAYER_BITS)];
};

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
	const unsigned segments = s->segments[way->symmetry];
	unsigned segment = 0;
	while ((segments >> segment & 1) == 0 || (begin[segment + 1] <= s->entry_now && segment < WORDS_N_SEGMENTS - 1))
		segment++;
	*first = s->entry_now > begin[segment] ? s->entry_now : begin[segment];
	while (segments >> (segment + 1) & 1)
		segment++;
	return begin[segment + 1] - *first;
}

/* Whether there is a next way: one after the other, or in the next slice of them. */
static inline bool has_ways(struct sweep *s)
{
	while (s->way_now == s->way_end && s->all->is_shared && s->n_slices != s->most_slices) {
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
#endif
