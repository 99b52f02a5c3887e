#include "steps/two_phase.h"

#include "base/memory.h"

/* 840,000 cosets are within COSETS_KNOWN - 1 moves, a few under several numbers. */
enum { MAX_NUMBERS = 1 << 20, BATCH = 8 };

/* Breadth-first search from H. */
struct flood {
	struct coset_distances *d;
	uint32_t *numbers;            /* found so far, level after level; those of the last level are not kept */
	unsigned n_numbers;
	unsigned level;               /* being found */
};

/* Give a coset number its code unless it has one. */
static void enter(struct flood *f, struct coset_node node)
{
	if (coset_code(f->d, node) != COSETS_CODE_FAR)
		return;
	*coset_byte(f->d, node) ^= (uint8_t)((COSETS_CODE_FAR ^ f->level % 3) << node.twist % 4 * 2);
	if (f->level == COSETS_KNOWN)
		return;
	assert(f->n_numbers < MAX_NUMBERS);
	f->numbers[f->n_numbers++] = coset_number(node);
}

/* The neighbours of a few cosets.  All their codes are on the way from memory before the first is looked
 * at. */
static void enter_neighbours(struct flood *f, unsigned first, unsigned n)
{
	struct coset_node neighbour[BATCH * N_MOVES];
	unsigned n_neighbours = 0;
	for (unsigned i = first; i < first + n; i++)
		for (unsigned m = 0; m < N_MOVES; m++) {
			const struct coset_node next = coset_after(f->d, coset_of_number(f->numbers[i]), m);
			__builtin_prefetch(coset_byte(f->d, next), 1);
			neighbour[n_neighbours++] = next;
		}
	const struct phase1_tables *const t = f->d->coordinates;
	items_foreach(node, neighbour, n_neighbours) {
		/* Under each number that it has. */
		set_foreach(s, coset_code(f->d, *node) == COSETS_CODE_FAR ? t->stabiliser[node->flipslice_class] : 0)
		{
			const uint16_t twist = t->twist_conjugate[node->twist][s];
			enter(f, (struct coset_node){.flipslice_class = node->flipslice_class, .twist = twist});
		}
	}
}

/* The moves that lead nearer to H, bit m for move m; none for H and for cosets beyond COSETS_FAR. */
static uint32_t moves_nearer(const struct coset_distances *d, struct coset_node node)
{
	const unsigned nearer = (coset_code(d, node) + 2) % 3;
	uint32_t moves = 0;
	for (unsigned m = 0; m < N_MOVES; m++)
		moves |= (uint32_t)(coset_code(d, coset_after(d, node, m)) == nearer) << m;
	return moves;
}

bool coset_distances_fill(struct coset_distances *d)
{
	d->coordinates = phase1_tables();
	d->class_after = memory_alloc_huge(N_FLIPSLICE_CLASSES * sizeof *d->class_after);
	d->codes = memory_alloc_huge(COSETS_CODE_BYTES);
	d->near = memory_alloc_huge(sizeof *d->near << NEAR_SLOT_BITS);
	struct flood flood = {.d = d, .numbers = malloc(MAX_NUMBERS * sizeof *flood.numbers)};
	const bool has_memory =
		d->class_after != NULL && d->codes != NULL && d->near != NULL && flood.numbers != NULL;
	if (has_memory) {
		for (uint32_t k = 0; k < N_FLIPSLICE_CLASSES; k++)
			for (unsigned m = 0; m < N_MOVES; m++)
				d->class_after[k][m] = phase1_class_after(d->coordinates, k, m);
		memset(d->codes, 0xFF, COSETS_CODE_BYTES);
		memset(d->near, 0, sizeof *d->near << NEAR_SLOT_BITS);
		enter(&flood, (struct coset_node){.flipslice_class = 0});
		unsigned first = 0;
		for (flood.level = 1; flood.level <= COSETS_KNOWN; flood.level++) {
			const unsigned end = flood.n_numbers;
			for (unsigned n; first < end; first += n) {
				n = BATCH < end - first ? BATCH : end - first;
				enter_neighbours(&flood, first, n);
			}
			/* All cosets of 1 to NEAR_DISTANCE moves. */
			for (unsigned i = 1; i < end && flood.level == NEAR_DISTANCE + 1; i++) {
				const uint32_t number = flood.numbers[i];
				uint32_t slot = near_slot(number);
				while (d->near[slot] != 0)
					slot = (slot + 1) & ((1u << NEAR_SLOT_BITS) - 1);
				d->near[slot] = (uint64_t)number << NEAR_MOVES_BITS | moves_nearer(d, coset_of_number(number));
			}
		}
	}
	free(flood.numbers);
	return has_memory;
}

struct coset_node coset_of_cube(const struct coset_distances *d, const struct cube *c)
{
	const struct phase1_coset coset = phase1_rank(c);
	const uint32_t entry = d->coordinates->class_of[phase1_flipslice(coset.slice, coset.flip)];
	return (struct coset_node){
		.flipslice_class = entry >> 4,
		.twist = d->coordinates->twist_conjugate[coset.twist][entry & 15],
		.symmetry = (uint8_t)(entry & 15),
	};
}

unsigned coset_distance(const struct coset_distances *d, struct coset_node node)
{
	unsigned distance = 0;
	for (; node.twist != 0 || d->coordinates->representative[node.flipslice_class] != 0; distance++) {
		const uint32_t nearer = moves_nearer(d, node);
		if (nearer == 0)
			return COSETS_FAR;  /* no neighbour is known to be nearer: it is farther than that */
		node = coset_after(d, node, (unsigned)__builtin_ctz(nearer));
	}
	return distance;
}
