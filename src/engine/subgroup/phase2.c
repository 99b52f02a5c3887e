/* Rows hold all edges of one corner class: 40,320 words of 12 bits, a bit for each arrangement of the slice
 * of the parity that is left.  A move, the symmetry and the inversion that bring its corners back to the
 * class's own, take whole rows to whole rows: the word x of a row comes from one word of another, with its
 * bits permuted. */
#include "subgroup/phase2.h"

#include "base/memory.h"
#include "coord/permutation.h"
#include "subgroup/element.h"

#include <stdatomic.h>
#include <sys/mman.h>

enum { N_EDGE_PERMS = 40320, N_SLICE_PERMS = 24, WORD_BITS = 12, N_GENERATIONS = 3 };
#define ROW_BYTES (sizeof(uint16_t) * N_EDGE_PERMS)
#define GENERATION_BYTES (ROW_BYTES * N_CORNER_CLASSES)
static const uint64_t row_elements = (uint64_t)N_EDGE_PERMS * WORD_BITS;

/* How corners get to be those of their class: seen by a symmetry, perhaps after inversion. */
struct to_class {
	uint16_t corner_class;
	uint8_t symmetry, inverts;
};

struct tables {
	struct to_class to_class[N_CORNER_PERMS];
	uint16_t representative[N_CORNER_CLASSES];
	uint16_t class_size[N_CORNER_CLASSES];                    /* corner permutations */
	bool representative_odd[N_CORNER_CLASSES];
	uint16_t corners_after[N_CORNER_CLASSES][N_H_MOVES];      /* of the representative */
	uint16_t edges_after[N_H_MOVES][N_EDGE_PERMS];
	uint16_t edges_conjugate[N_AXIS_SYMMETRIES][N_EDGE_PERMS];
	uint16_t edges_inverse[N_EDGE_PERMS];
	bool edges_odd[N_EDGE_PERMS];
	/* [move][symmetry][inverts][slice is odd][word]: its bits where they go to */
	uint16_t slice_map[N_H_MOVES][N_AXIS_SYMMETRIES][2][2][1 << WORD_BITS];
};

struct level {
	struct tables *tables;
	enum metric metric;
	const uint16_t *one_before, *two_before;  /* what is reached one and two moves earlier */
	uint16_t *made;
	_Atomic uint64_t n_elements, n_all_nearer;
};

static struct cube cube_of_parts(unsigned corners, unsigned edges, unsigned slice)
{
	struct cube c = cube_solved;
	corners_unrank_perm(corners, &c);
	permutation_unrank(edges, 8, 8, c.edge_perm);
	permutation_unrank(slice, 4, 4, &c.edge_perm[FR]);
	for (unsigned i = FR; i < N_EDGES; i++)
		c.edge_perm[i] = (uint8_t)(c.edge_perm[i] + FR);
	return c;
}

static unsigned edges_of(const struct cube *c)
{
	return permutation_rank(c->edge_perm, 8, 8);
}

static void fill_classes(struct tables *t)
{
	bool is_met[N_CORNER_PERMS] = {false};
	unsigned n = 0;
	for (unsigned first = 0; first < N_CORNER_PERMS; first++) {
		if (is_met[first])
			continue;
		assert(n < N_CORNER_CLASSES);
		t->representative[n] = (uint16_t)first;
		for (unsigned inverts = 0; inverts < 2; inverts++)
			for (unsigned s = 0; s < N_AXIS_SYMMETRIES; s++) {
				struct cube c = cube_of_parts(first, 0, 0);
				if (inverts)
					c = cube_inverse(&c);
				const struct cube image = cube_conjugate(&c, s);
				const unsigned p = corners_rank_perm(&image);
				if (is_met[p])
					continue;
				is_met[p] = true;
				/* Inversion and symmetries commute, so that the way back is the inverse symmetry and
				 * inversion again. */
				t->to_class[p] = (struct to_class){(uint16_t)n, symmetry_inverse[s], (uint8_t)inverts};
				t->class_size[n]++;
			}
		const struct cube c = cube_of_parts(first, 0, 0);
		t->representative_odd[n] = cube_is_odd(&c);
		for (unsigned k = 0; k < N_H_MOVES; k++) {
			const struct cube after = cube_after(&c, h_moves[k]);
			t->corners_after[n][k] = (uint16_t)corners_rank_perm(&after);
		}
		n++;
	}
}

static void fill_edges(struct tables *t)
{
	for (unsigned x = 0; x < N_EDGE_PERMS; x++) {
		const struct cube c = cube_of_parts(0, x, 0), inverse = cube_inverse(&c);
		t->edges_inverse[x] = (uint16_t)edges_of(&inverse);
		t->edges_odd[x] = permutation_is_odd(c.edge_perm, 8);
		for (unsigned k = 0; k < N_H_MOVES; k++) {
			const struct cube after = cube_after(&c, h_moves[k]);
			t->edges_after[k][x] = (uint16_t)edges_of(&after);
		}
		for (unsigned s = 0; s < N_AXIS_SYMMETRIES; s++) {
			const struct cube seen = cube_conjugate(&c, s);
			t->edges_conjugate[s][x] = (uint16_t)edges_of(&seen);
		}
	}
}

static void fill_slice_map(struct tables *t, unsigned k, unsigned s, bool inverts)
{
	/* Bits are numbered by the slice permutations of one parity in the order of their ranks. */
	uint8_t bit_of[N_SLICE_PERMS], slice_of_bit[2][WORD_BITS];
	unsigned n[2] = {0, 0};
	for (unsigned slice = 0; slice < N_SLICE_PERMS; slice++) {
		const struct cube c = cube_of_parts(0, 0, slice);
		const bool odd = permutation_is_odd(c.edge_perm, N_EDGES);
		slice_of_bit[odd][n[odd]] = (uint8_t)slice;
		bit_of[slice] = (uint8_t)n[odd]++;
	}
	for (unsigned odd = 0; odd < 2; odd++) {
		uint16_t *const map = t->slice_map[k][s][inverts][odd], bit_to[WORD_BITS];
		for (unsigned bit = 0; bit < WORD_BITS; bit++) {
			/* What becomes of an element of H: moved, inverted if wanted, seen by a symmetry. */
			const struct cube c = cube_of_parts(0, 0, slice_of_bit[odd][bit]),
			    after = cube_after(&c, h_moves[k]), back = cube_inverse(&after);
			const struct cube there = cube_conjugate(inverts ? &back : &after, s);
			uint8_t slice[4];
			for (unsigned i = 0; i < 4; i++)
				slice[i] = (uint8_t)(there.edge_perm[FR + i] - FR);
			bit_to[bit_of[permutation_rank(slice, 4, 4)]] = (uint16_t)(1u << bit);
		}
		for (unsigned word = 1; word < 1 << WORD_BITS; word++)
			map[word] = map[word & (word - 1)] | bit_to[__builtin_ctz(word)];
	}
}

/* Make a row. @return how many of its new elements all four half turns bring nearer */
static uint64_t join_moves(const struct level *l, unsigned corner_class, const uint16_t *before,
                           uint16_t *row)
{
	struct tables *const t = l->tables;
	const unsigned corners_odd = t->representative_odd[corner_class];
	uint16_t all[N_EDGE_PERMS];
	memset(all, 0xFF, sizeof all);
	for (unsigned k = 0; k < N_H_MOVES; k++) {
		/* What the move makes of the row that it comes from. */
		const uint16_t *const generation =
			move_cost(l->metric, h_moves[k]) == 1 ? l->one_before : l->two_before;
		const struct to_class to = t->to_class[t->corners_after[corner_class][k]];
		const uint16_t *const from = generation + (size_t)to.corner_class * N_EDGE_PERMS;
		const uint16_t *const after = t->edges_after[k], *const conjugate = t->edges_conjugate[to.symmetry];
		uint16_t (*const map)[1 << WORD_BITS] = t->slice_map[k][to.symmetry][to.inverts];
		const uint16_t ignored = move_face(h_moves[k]) % 3 == FACE_U ? 0xFFFF : 0;  /* no half turn of a
		                                                                             * side */
		for (unsigned x = 0; x < N_EDGE_PERMS; x++) {
			const unsigned moved = to.inverts ? t->edges_inverse[after[x]] : after[x];
			const uint16_t reached = map[corners_odd ^ t->edges_odd[x]][from[conjugate[moved]]];
			row[x] |= reached;
			all[x] &= reached | ignored;
		}
	}
	for (unsigned x = 0; x < N_EDGE_PERMS; x++)
		all[x] &= (uint16_t)(row[x] & ~before[x]);
	return memory_count_bits(all, sizeof all);
}

static void make_row(void *context, uint32_t corner_class)
{
	struct level *const l = context;
	const uint16_t *const before = l->one_before + (size_t)corner_class * N_EDGE_PERMS;
	uint16_t *const row = l->made + (size_t)corner_class * N_EDGE_PERMS;
	memcpy(row, before, ROW_BYTES);
	uint64_t n = memory_count_bits(row, ROW_BYTES), n_all = 0;
	if (n != row_elements) {
		n_all = join_moves(l, corner_class, before, row);
		n = memory_count_bits(row, ROW_BYTES);
	}
	const unsigned size = l->tables->class_size[corner_class];
	atomic_fetch_add_explicit(&l->n_elements, n * size, memory_order_relaxed);
	atomic_fetch_add_explicit(&l->n_all_nearer, n_all * size, memory_order_relaxed);
}

size_t phase2_bytes(void)
{
	return N_GENERATIONS * GENERATION_BYTES + sizeof(struct tables);
}

static enum status search_levels(struct level *l, uint16_t *memory, unsigned n_threads,
                                 const struct pdb_progress *progress, struct phase2_levels *out)
{
	uint16_t *generation[N_GENERATIONS];
	for (unsigned g = 0; g < N_GENERATIONS; g++)
		generation[g] = memory + g * GENERATION_BYTES / sizeof *memory;
	/* The solved cube is the first entry: its class, its edges and its slice have the numbers 0. */
	generation[0][0] = 1;
	out->n_elements[0] = 1;
	uint64_t n_found = 1;
	/* Every level takes about as long, whatever it finds: progress counts levels, as many as Reid found in
	 * 1995. */
	const unsigned n_levels = l->metric == METRIC_QTM ? 30 : 18;
	for (unsigned d = 1; d < PHASE2_MAX_LEVELS && n_found < N_H_ELEMENTS; d++) {
		l->one_before = generation[(d + 2) % N_GENERATIONS];
		l->two_before = generation[(d + 1) % N_GENERATIONS];
		l->made = generation[d % N_GENERATIONS];
		atomic_store_explicit(&l->n_elements, 0, memory_order_relaxed);
		atomic_store_explicit(&l->n_all_nearer, 0, memory_order_relaxed);
		parallel_for(n_threads, N_CORNER_CLASSES, make_row, l);
		const uint64_t n_now = atomic_load_explicit(&l->n_elements, memory_order_relaxed);
		out->n_elements[d] = n_now - n_found;
		out->n_all_nearer[d] = atomic_load_explicit(&l->n_all_nearer, memory_order_relaxed);
		out->max = n_now > n_found ? d : out->max;
		n_found = n_now;
		if (!pdb_tell(progress, "phase 2", d, n_levels))
			return STATUS_INTERRUPTED;
	}
	return STATUS_OK;
}

enum status phase2_search_run(enum metric metric, unsigned n_threads, const struct pdb_progress *progress,
                              struct phase2_levels *out)
{
	struct tables *const tables = calloc(1, sizeof *tables);
	uint16_t *const memory = mmap(NULL, N_GENERATIONS * GENERATION_BYTES, PROT_READ | PROT_WRITE,
	                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	enum status status = STATUS_NO_MEMORY;
	*out = (struct phase2_levels){.max = 0};
	if (tables != NULL && memory != MAP_FAILED) {
		fill_classes(tables);
		fill_edges(tables);
		for (unsigned k = 0; k < N_H_MOVES; k++)
			for (unsigned s = 0; s < 2 * N_AXIS_SYMMETRIES; s++)
				fill_slice_map(tables, k, s / 2, s % 2 != 0);
		struct level level = {.tables = tables, .metric = metric};
		status = search_levels(&level, memory, n_threads, progress, out);
	}
	if (memory != MAP_FAILED)
		munmap(memory, N_GENERATIONS * GENERATION_BYTES);
	free(tables);
	return status;
}

unsigned phase2_bound(const struct phase2_levels *levels, enum metric metric, unsigned phase1_max)
{
	const unsigned half_turn = metric == METRIC_QTM ? 2 : 1, max = levels->max;
	if (levels->n_all_nearer[max] != levels->n_elements[max])
		return phase1_max + max;
	/* Either phase 1 is at its longest, and phase 2 is not, or the other way round. */
	const unsigned longest_first = phase1_max + max - half_turn, longest_second = phase1_max - 1 + max;
	return longest_first > longest_second ? longest_first : longest_second;
}
