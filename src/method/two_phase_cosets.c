#include "method/two_phase_cosets.h"
#include "base/memory.h"
#include "base/parallel.h"

#include <stdlib.h>
#include <string.h>

enum {
	CHUNK_CLASSES = 128,
	N_CHUNKS = (N_FLIPSLICE_CLASSES + CHUNK_CLASSES - 1) / CHUNK_CLASSES,
};

struct reading {
	struct coset_distances *out;
	const struct pdb *table;
};

static void fill_class_moves(struct coset_distances *d, uint32_t flipslice_class)
{
	const struct phase1_tables *const t = d->coordinates;
	const unsigned slice = t->representative[flipslice_class] / N_FLIPS, flip = t->representative[flipslice_class] % N_FLIPS;
	for (unsigned m = 0; m < N_MOVES; m++)
		d->class_after[flipslice_class][m] = t->class_of[phase1_flipslice(t->slice_after[slice][m], t->flip_after[flip][m])];
}

/* Two bits for each half of a byte of the table. */
static void fill_distances(const struct reading *r, uint32_t flipslice_class)
{
	static const uint8_t mod_3[16] = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0};
	uint8_t *const row = &r->out->mod_3[(size_t)flipslice_class * COSETS_ROW_BYTES];
	const uint64_t first = (uint64_t)flipslice_class * N_TWISTS;
	memset(row, 0, COSETS_ROW_BYTES);
	for (unsigned twist = 0; twist < N_TWISTS; twist++)
		row[twist / 4] |= (uint8_t)(mod_3[pdb_nibble(r->table->entries, first + twist)] << twist % 4 * 2);
}

static void fill_chunk(void *context, uint32_t chunk)
{
	const struct reading *const r = context;
	const uint32_t first = chunk * CHUNK_CLASSES;
	for (uint32_t c = first; c < first + CHUNK_CLASSES && c < N_FLIPSLICE_CLASSES; c++) {
		fill_class_moves(r->out, c);
		fill_distances(r, c);
	}
}

struct coset_distances *coset_distances_create(const struct pdb *table, unsigned n_threads)
{
	struct coset_distances *const d = calloc(1, sizeof *d);
	if (d == NULL)
		return NULL;
	d->coordinates = phase1_tables();
	d->class_after = memory_alloc_huge(N_FLIPSLICE_CLASSES * sizeof *d->class_after);
	d->mod_3 = memory_alloc_huge(COSETS_DISTANCE_BYTES);
	if (d->class_after == NULL || d->mod_3 == NULL) {
		coset_distances_destroy(d);
		return NULL;
	}
	struct reading r = {.out = d, .table = table};
	parallel_for(n_threads, N_CHUNKS, fill_chunk, &r);
	return d;
}

void coset_distances_destroy(struct coset_distances *d)
{
	if (d == NULL)
		return;
	free(d->class_after);
	free(d->mod_3);
	free(d);
}

size_t coset_distances_bytes(const struct coset_distances *d)
{
	return COSETS_DISTANCE_BYTES + N_FLIPSLICE_CLASSES * sizeof *d->class_after + sizeof *d->coordinates;
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

static bool is_h(const struct coset_distances *d, struct coset_node node)
{
	return node.twist == 0 && d->coordinates->representative[node.flipslice_class] == 0;
}

/* A neighbour whose distance is one less. */
static struct coset_node step_down(const struct coset_distances *d, struct coset_node node)
{
	const unsigned mod_3 = *coset_byte(d, node) >> node.twist % 4 * 2 & 3;
	for (unsigned m = 0; m < N_MOVES; m++) {
		const struct coset_node next = coset_after(d, node, m);
		const unsigned next_mod_3 = *coset_byte(d, next) >> next.twist % 4 * 2 & 3;
		if ((next_mod_3 + 1) % 3 == mod_3)
			return next;
	}
	return node;
}

unsigned coset_distance(const struct coset_distances *d, struct coset_node node)
{
	unsigned distance = 0;
	for (; !is_h(d, node) && distance < COSETS_MAX_DISTANCE; distance++)
		node = step_down(d, node);
	return distance;
}
