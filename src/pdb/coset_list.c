#include "pdb/coset_list.h"

#include <stdlib.h>
#include <string.h>

/* Known from a first run; the tests compare.  With parity or HTR corners, 8 or 9 flip bits. */
static const size_t n_classes_up_to[2][2][COSET_LIST_MAX_DEPTH + 1] = {
	{{1, 2, 4, 18, 146, 1646, 20253, 255965, 3243483, 40621116},
	 {1, 2, 4, 18, 146, 1646, 20253, 256104, 3250712, 40932307}},
	{{1, 2, 4, 18, 146, 1648, 20310, 257274, 3272231, 41390484},
	 {1, 2, 4, 18, 146, 1648, 20310, 257402, 3278558, 41623033}},
};

/* Indices seen so far: open addressing, linear probing, at most half full. */
struct seen {
	uint64_t *slots;  /* index + 1, 0: free */
	unsigned log2;
};

/* True if the index is new. */
static bool insert(struct seen *seen, uint64_t index)
{
	const uint64_t mask = (UINT64_C(1) << seen->log2) - 1;
	uint64_t i = index * 0x9E3779B97F4A7C15 >> (64 - seen->log2);
	while (seen->slots[i] != 0) {
		if (seen->slots[i] == index + 1)
			return false;
		i = (i + 1) & mask;
	}
	seen->slots[i] = index + 1;
	return true;
}

uint32_t coset_list_moves(const struct coset_cube *c)
{
	const uint32_t all = (1u << N_MOVES) - 1;
	return c->last == 0 ? all : all & ~(7u << 3 * (c->last - 1));
}

/* A child whose first entry is new stands for its class and takes all entries of it. */
static void list_children(struct coset_list *list, const struct coset_indexer *indexer, const struct coset_fold *fold,
                          struct coset_children *children, struct seen *seen, unsigned depth)
{
	size_t end = list->begin[depth];
	for (size_t i = list->begin[depth - 1]; i < list->begin[depth]; i++) {
		indexer->index_children(&list->cubes[i], 1, fold, children);
		for (unsigned c = 0; c < children->n; c++)
			__builtin_prefetch(&seen->slots[children->entry[c] * 0x9E3779B97F4A7C15 >> (64 - seen->log2)], 1);
		unsigned previous = N_MOVES;
		bool is_new = false;
		for (unsigned c = 0; c < children->n; c++) {
			const unsigned move = children->child[c] & 31;
			if (move == previous) {
				if (is_new)
					insert(seen, children->entry[c]);
				continue;
			}
			previous = move;
			is_new = insert(seen, children->entry[c]);
			if (is_new) {
				struct coset_cube *const child = &list->cubes[end++];
				*child = (struct coset_cube){.moves = 0};
				indexer->move(&list->cubes[i], move, child);
				child->moves = coset_list_moves(child);
			}
		}
	}
	list->begin[depth + 1] = end;
}

static void list_levels(struct coset_list *list, struct coset_shape unfolded, unsigned depth, struct seen *seen,
                        struct coset_children *children)
{
	const struct coset_indexer *const indexer = coset_indexer_best();
	struct coset_fold fold;
	coset_fold_fill(&fold, unfolded);
	list->cubes[0] = (struct coset_cube){.last = 0};
	coset_pack(&cube_solved, list->cubes[0].edges, list->cubes[0].corners);
	list->cubes[0].moves = coset_list_moves(&list->cubes[0]);
	list->begin[0] = 0;
	list->begin[1] = 1;
	/* All entries of the solved cube, as a child of its neighbour. */
	struct coset_cube neighbour = {.moves = 0};
	indexer->move(&list->cubes[0], 0, &neighbour);
	neighbour.moves = 1u << 2;
	indexer->index_children(&neighbour, 1, &fold, children);
	for (unsigned c = 0; c < children->n; c++)
		insert(seen, children->entry[c]);
	for (unsigned d = 1; d <= depth; d++)
		list_children(list, indexer, &fold, children, seen, d);
}

enum pdb_status coset_list_fill(struct coset_shape shape, unsigned depth, struct coset_list *out)
{
	const uint8_t corners = shape.corners == COSET_HTR ? COSET_HTR : COSET_PARITY;
	const struct coset_shape unfolded = {(uint16_t)coset_max_classes(corners), corners, shape.flip_bits};
	const size_t n_classes = n_classes_up_to[corners == COSET_HTR][shape.flip_bits - 8][depth];
	coset_init();
	struct coset_list list = {.cubes = NULL};
	struct seen seen = {.log2 = 10};
	while (UINT64_C(1) << seen.log2 < 2 * n_classes + n_classes / 2)
		seen.log2++;
	seen.slots = calloc((size_t)1 << seen.log2, sizeof *seen.slots);
	struct coset_children *const children = malloc(sizeof *children);
	list.cubes = aligned_alloc(sizeof *list.cubes, n_classes * sizeof *list.cubes);
	enum pdb_status status = PDB_NO_MEMORY;
	if (seen.slots != NULL && children != NULL && list.cubes != NULL) {
		list_levels(&list, unfolded, depth, &seen, children);
		*out = list;
		list.cubes = NULL;
		status = PDB_OK;
	}
	free(list.cubes);
	free(children);
	free(seen.slots);
	return status;
}

void coset_list_free(struct coset_list *list)
{
	free(list->cubes);
	list->cubes = NULL;
}
