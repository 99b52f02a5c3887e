#include "coset/math/map.h"

#include "base/once.h"
#include "coset/math/labels.h"
#include "coset/math/map_tables.h"
#include "coset/math/packed.h"

struct coset_transitions coset_transitions;
struct coset_map_tables coset_map_tables;

/* ---- transitions ---- */
static void fill_transitions(void)
{
	unsigned n = 0;
	for (unsigned class = 0; class < COSET_CLASSES; class++) {
		uint64_t done = 0;
		coset_transitions.begin_from[class] = (uint16_t)n;
		for (unsigned turn = 0; turn < COSET_TURNS; turn++) {
			const unsigned to = coset_transform_class(coset_step(class, turn));
			for (unsigned s = 0; s < coset_tables.n_stabilizers[to] && !(done >> turn & 1); s++) {
				assert(n < COSET_N_TRANSITIONS);
				coset_transitions.by_from[n++] = (struct coset_transition){
					coset_transform_equivalent(coset_step(class, turn), s), (uint16_t) class, (uint8_t)turn};
				coset_transitions.begin_to[to]++;  /* a count, so far */
			}
			/* If (l, r) stabilises the class, then l c r m = l (c n) r with n = r m r^-1: another turn of the
			 * equivalent index. */
			for (unsigned s = 0; s < coset_tables.n_stabilizers[class]; s++)
				done |= UINT64_C(1) << coset_tables.seen_move[coset_stabilizer(class, s).right][turn];
		}
	}
	assert(n == COSET_N_TRANSITIONS);
	coset_transitions.begin_from[COSET_CLASSES] = (uint16_t)n;
	/* A counting sort, from the last. */
	for (unsigned class = 1; class <= COSET_CLASSES; class++)
		coset_transitions.begin_to[class] =
			(uint16_t)(coset_transitions.begin_to[class] + coset_transitions.begin_to[class - 1]);
	while (n-- > 0) {
		const struct coset_transition t = coset_transitions.by_from[n];
		coset_transitions.by_to[--coset_transitions.begin_to[coset_transform_class(t.transform)]] = t;
	}
	for (unsigned map = 0; map < COSET_MAPS; map++)
		while (coset_tables.corner_coset_map_after[map][coset_transitions.map_back[map]] != 0)
			coset_transitions.map_back[map]++;
}

struct coset_transition coset_stabilizer_transition(unsigned class, unsigned s)
{
	const struct coset_stabilizer equivalent = coset_stabilizer(class, s);
	return (struct coset_transition){
		coset_transform(equivalent.right, equivalent.left, class, equivalent.map), (uint16_t) class,
		COSET_TURNS};
}

/* ---- maps ---- */
/* The action of a turn and a symmetry from the right on edges, by position. */
struct edge_transition {
	uint8_t to[N_EDGES];  /* the position after, of each position before */
	uint16_t flip;        /* flipped, by the positions after */
};

static struct edge_transition edge_transition(unsigned right, unsigned turn)
{
	struct edge_transition transition = {.flip = 0};
	for (unsigned i = 0; i < N_EDGES; i++) {
		const unsigned between = coset_tables.edge_right[right].from[i];
		unsigned from = between, flip = coset_tables.edge_right[right].flip[i];
		if (turn < COSET_TURNS) {
			from = coset_tables.edge_turn[turn].from[between];
			flip ^= coset_tables.edge_turn[turn].flip[between];
		}
		transition.to[from] = (uint8_t)i;
		transition.flip |= (uint16_t)((flip >> 4) << i);
	}
	return transition;
}

void coset_map_fill(struct coset_map *map, const struct coset_transition *transition, unsigned flip_bits)
{
	uint8_t before[COSET_AXES] = {0};
	unsigned flipped = 0;  /* from the left, slices are flipped as a whole */
	for (unsigned slice = 0; slice < COSET_AXES; slice++) {
		const unsigned code =
			coset_tables.edge_left[coset_transform_left(transition->transform)][32 + 4 * slice];
		before[code >> 1 & 3] = (uint8_t)slice;
		flipped ^= (code >> 3) * (0x00Fu << 4 * (code >> 1 & 3));
	}
	*map = (struct coset_map){
		.quartet_transition =
			coset_map_tables.quartet_transition[coset_transform_right(transition->transform)]
		                                       [transition->turn],
		.s_before = before[0],
		.m_before = before[1],
		.e_before = before[2],
		.flip_bits = (uint8_t)flip_bits,
		.flips = coset_tables.flip_number[coset_flip_kind(flip_bits)][flipped],
	};
}

static void fill_flips(void)
{
	for (unsigned kind = 0; kind < COSET_FLIP_KINDS; kind++)
		for (unsigned flips = 4096; flips-- > 0;)
			if (__builtin_popcount(flips) % 2 == 0)
				coset_map_tables.flips[kind][coset_tables.flip_number[kind][flips]] = (uint16_t)flips;
}

/* ---- runs ---- */
/* A number for each order of four. */
static unsigned number_order(const uint8_t rank[4])
{
	unsigned smaller[3] = {0};
	for (unsigned i = 0; i < 3; i++)
		for (unsigned k = i + 1; k < 4; k++)
			smaller[i] += rank[k] < rank[i];
	return (smaller[0] * 3 + smaller[1]) * 2 + smaller[2];
}

static uint32_t quartet_transition(const struct edge_transition *edges, unsigned quartet)
{
	uint8_t rank[4];
	unsigned after = 0, flips = 0, n = 0;
	set_foreach(edge, quartet)
		after |= 1u << edges->to[edge];
	set_foreach(edge, quartet) {
		const unsigned to = edges->to[edge];
		rank[n] = (uint8_t)__builtin_popcount(after & ((1u << to) - 1));
		flips |= (unsigned)(edges->flip >> to & 1) << n++;
	}
	return after | (number_order(rank) << 4 | flips) << 16;
}

static void fill_quartets(void)
{
	uint16_t quartet[COSET_QUARTETS], number[4096], n = 0;
	for (uint16_t set = 0; set < 4096; set++)
		if (__builtin_popcount(set) == 4) {
			number[set] = n;
			quartet[n++] = set;
		}
	assert(n == COSET_QUARTETS);
	items_foreach(of_m, quartet, COSET_QUARTETS)
		for (unsigned among = 0; among < 256; among++) {
			const unsigned m = *of_m;
			unsigned e = 0, rest = among;
			set_foreach(other, m ^ 0xFFF) {
				e |= (rest & 1) << other;
				rest >>= 1;
			}
			if (__builtin_popcount(among) == 4)
				coset_map_tables.quartets[coset_slices(m, among)] =
					number[m ^ e ^ 0xFFF] | (uint32_t)number[m] << COSET_QUARTET_BITS
					| (uint32_t)number[e] << 2 * COSET_QUARTET_BITS;
		}
	for (unsigned right = 0; right < N_SYMMETRIES; right++)
		for (unsigned turn = 0; turn <= COSET_TURNS; turn++) {
			const struct edge_transition edges = edge_transition(right, turn);
			for (unsigned i = 0; i < COSET_QUARTETS; i++)
				coset_map_tables.quartet_transition[right][turn][i] = quartet_transition(&edges, quartet[i]);
		}
}

/* Column i of a matrix. */
static uint64_t column(uint64_t sum, unsigned i)
{
	uint64_t matrix = 0;
	for (unsigned k = 0; k < 8; k++)
		matrix |= (sum >> k & 1) << (8 * (7 - k) + i);
	return matrix;
}

static void fill_flip_transitions_of(unsigned kind, unsigned from, unsigned to, const uint8_t rank[4])
{
	uint16_t *const after = &coset_map_tables.flips_after[kind][from][to][number_order(rank) << 4];
	struct coset_flip_transition transition = {.low = 0};
	for (unsigned flips = 0; flips < 16; flips++) {
		unsigned there = 0;  /* the flip bits of four edges once they are slice `to` in another order */
		for (unsigned i = 0; i < 4; i++)
			there |= (flips >> i & 1) << (4 * to + rank[i]);
		after[flips] = coset_tables.flip_number[kind][there];
	}
	for (unsigned i = 0; i < COSET_FLIP_BITS_WITH_SUBCOSET; i++) {
		const uint64_t sum = after[coset_map_tables.flips[kind][1u << i] >> 4 * from & 15];
		transition.low |= i < 8 ? column(sum, i) : 0;
		transition.high |= i < 8 ? column(sum >> 8, i) : 0;
		transition.rest |= i < 8 ? 0 : sum << (27 + 11 * (i - 8));
	}
	for (unsigned made = 0; made < 16; made++) {
		struct coset_flip_transition *const t =
			&coset_map_tables.flip_transition[kind][from][to][number_order(rank) << 4 | made];
		*t = transition;
		t->rest |= after[made];
	}
}

static void fill_flip_transitions(void)
{
	for (unsigned code = 0; code < 256; code++) {
		const uint8_t rank[4] = {code & 3, code >> 2 & 3, code >> 4 & 3, (uint8_t)(code >> 6)};
		if ((1u << rank[0] | 1u << rank[1] | 1u << rank[2] | 1u << rank[3]) != 15)
			continue;
		for (unsigned from = 0; from < COSET_AXES; from++)
			for (unsigned to = 0; to < COSET_AXES; to++)
				for (unsigned kind = 0; kind < COSET_FLIP_KINDS; kind++)
					fill_flip_transitions_of(kind, from, to, rank);
	}
}

static void fill_tables(void)
{
	coset_init();
	fill_transitions();
	fill_flips();
	fill_quartets();
	fill_flip_transitions();
}

void coset_transitions_init(void)
{
	ONCE(fill_tables);
}

coset_mapper *const coset_mappers[PROCESSOR_LEVELS] = {
	coset_mapper_avx512, coset_mapper_avx2, coset_mapper_portable,
};

unsigned coset_keep_canonical(const struct coset_resolution *resolution, unsigned cell, uint32_t *cosets,
                              unsigned n)
{
	coset_mapper *const mapper = coset_mappers[processor_level()];
	const struct coset_cell c = coset_cell(resolution, cell);
	for (unsigned s = 1; s < coset_tables.n_stabilizers[c.class] && n != 0; s++) {
		const struct coset_transition transition = coset_stabilizer_transition(c.class, s);
		const unsigned corner_coset_after =
			resolution->corner_coset_map[coset_transform_map(transition.transform)][c.corner_coset];
		uint32_t after[COSET_MAPPED_AT_ONCE];
		struct coset_map map;
		unsigned n_kept = 0;
		if (corner_coset_after < c.corner_coset)
			return 0;
		if (corner_coset_after > c.corner_coset)
			continue;
		coset_map_fill(&map, &transition, resolution->flip_bits);
		mapper(&map, cosets, n, after);
		for (unsigned i = 0; i < n; i++) {
			const uint32_t coset = cosets[i];
			cosets[n_kept] = coset;
			n_kept += after[i] >> resolution->subcoset_bits >= coset >> resolution->subcoset_bits;
		}
		n = n_kept;
	}
	return n;
}
