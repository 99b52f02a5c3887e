#include "subgroup/coset.h"

#include "base/clock.h"

/* With fewer positions a search for all of them is quicker than extending 2.4 GB.  A few thousand touch every
 * 2 MB of it, and what has small pages keeps them: huge ones are asked for before. */
enum { EXTEND_FROM = 3000000, HUGE_PAGES_FROM = 20 };

/* Joining the inverses takes as long as searching about ten million sequences: more lead into a coset from
 * this depth on. Sequences from H pass through it again and again: there are so many of them that symmetries
 * always pay. */
enum { SYMMETRIES_FROM_DEPTH = 15 };

/* A search for sequences of 19 moves takes hours, and the optimal solver seconds for a position.  A search
 * for sequences of 17 moves from H takes an hour, and the optimal solver minutes for a position: those of H
 * are the hardest for its tables. */
enum { FEW_FROM_DEPTH = 19, FEW = 10000, FEW_FROM_DEPTH_OF_H = 17, FEW_OF_H = 50 };

uint64_t subgroup_coset_memory_bytes(const struct cube *c, unsigned n_threads)
{
	/* The bitmap is touched after the move-pruning table is built.  The program itself, threads and lists of
	 * prefixes take some MB. */
	const uint64_t program = UINT64_C(16) << 20;
	const uint64_t tables =
		program + sizeof(struct phase1_tables) + sizeof(struct element_tables) + sizeof(struct extension);
	const struct subgroup_symmetries symmetries = subgroup_symmetries_of(c);
	const uint64_t joining = symmetries.inverts ? bitmap_add_inverses_bytes(n_threads) : 0;
	return MOVE_PRUNING_BYTES + tables + bitmap_bytes(n_threads) + automorphisms_bytes(symmetries) + joining;
}

/* With the threads and the memory that there are. */
static void begin(struct subgroup_coset *coset, const struct cube *c)
{
	const bool is_h = phase1_is_in_h(phase1_rank(c));
	*coset = (struct subgroup_coset){
		.cube = *c, .n_threads = coset->n_threads, .pruning = coset->pruning, .bitmap = coset->bitmap,
		.progress = coset->progress, .symmetries = subgroup_symmetries_of(c),
		.symmetries_from = is_h ? 0 : SYMMETRIES_FROM_DEPTH,
		.few_from = is_h ? FEW_FROM_DEPTH_OF_H : FEW_FROM_DEPTH, .n_few = is_h ? FEW_OF_H : FEW,
	};
}

enum status subgroup_coset_open(const struct cube *c, unsigned n_threads, const struct pdb_progress *progress,
                                         struct subgroup_coset *out)
{
	*out = (struct subgroup_coset){.n_threads = n_threads, .progress = progress};
	begin(out, c);
	const enum status status = move_pruning_open(n_threads, progress, &out->pruning);
	if (status != STATUS_OK || bitmap_open(n_threads, &out->bitmap))
		return status;
	free(out->pruning.entry);
	return STATUS_NO_MEMORY;
}

void subgroup_coset_close(struct subgroup_coset *coset)
{
	free(coset->automorphisms);
	bitmap_close(&coset->bitmap);
	free(coset->pruning.entry);
}

void subgroup_coset_restart(struct subgroup_coset *coset, const struct cube *c)
{
	bitmap_clear(&coset->bitmap);
	free(coset->automorphisms);
	begin(coset, c);
}

static enum status extend(struct subgroup_coset *coset, uint64_t *n_elements)
{
	const double start_s = clock_monotonic_s();
	const enum status status = bitmap_extend(&coset->bitmap, coset->n_threads, coset->progress, n_elements);
	coset->is_lost = status != STATUS_OK;
	if (status == STATUS_OK)
		coset->extend_s = clock_monotonic_s() - start_s;
	return status;
}

static bool make_automorphisms(struct subgroup_coset *coset)
{
	if (coset->automorphisms == NULL)
		coset->automorphisms = automorphisms_create(&coset->cube, coset->symmetries, coset->n_threads);
	return coset->automorphisms != NULL;
}

bool subgroup_coset_prepare_symmetries(struct subgroup_coset *coset)
{
	/* Only the depths from symmetries_from on were closed under all of them. */
	return coset->n_depths <= coset->symmetries_from || automorphisms_bytes(coset->symmetries) == 0
	    || make_automorphisms(coset);
}

/* Close the extended set under the symmetries of the coset; the extension keeps it closed but for
 * inversion. */
static enum status close_set(struct subgroup_coset *coset, uint64_t *n_elements)
{
	if (!make_automorphisms(coset))
		return STATUS_NO_MEMORY;
	if (coset->automorphisms->inverse == NULL)
		return STATUS_OK;
	const double start_s = clock_monotonic_s();
	const enum status status = bitmap_add_inverses(&coset->bitmap, coset->automorphisms->inverse,
	                                               coset->n_threads,
	                                                        coset->progress, n_elements);
	coset->join_s = clock_monotonic_s() - start_s;
	return status;
}

static enum status search_depth(struct subgroup_coset *coset, uint64_t *n_elements)
{
	const bool goes_on = coset->begun != SUBGROUP_NOT_BEGUN;
	const struct automorphisms *symmetries = NULL;
	enum status status = STATUS_OK;
	uint64_t n_new;
	if (!goes_on && coset->n_found >= EXTEND_FROM) {
		status = extend(coset, n_elements);
		coset->begun = status == STATUS_OK ? SUBGROUP_BEGUN_EXTENDED : SUBGROUP_NOT_BEGUN;
	} else if (!goes_on) {
		coset->begun = SUBGROUP_BEGUN_PLAIN;
	}
	if (coset->begun == SUBGROUP_BEGUN_EXTENDED && coset->n_depths >= coset->symmetries_from
	    && automorphisms_bytes(coset->symmetries) > 0) {
		status = close_set(coset, n_elements);
		symmetries = coset->automorphisms;
	}
	if (status != STATUS_OK || *n_elements == N_H_ELEMENTS)
		return status;
	/* Positions that symmetries make of each other count once, but for a few that are symmetric
	 * themselves. */
	const unsigned class_size = symmetries == NULL ? 1
	                            : (symmetries->n_kept + 1) * (symmetries->inverse != NULL ? 2 : 1);
	if (coset->leaves_few && coset->n_depths >= coset->few_from
	    && (N_H_ELEMENTS - *n_elements) / class_size <= coset->n_few)
		return STATUS_FEW_LEFT;
	const double start_s = clock_monotonic_s();
	status = subgroup_coset_search(coset, symmetries, &n_new);
	coset->search_s = clock_monotonic_s() - start_s;
	/* Some were found before if this search was interrupted: then all are counted. */
	if (status == STATUS_OK)
		*n_elements = goes_on ? bitmap_count(&coset->bitmap, coset->n_threads) : *n_elements + n_new;
	return status;
}

static void end_depth(struct subgroup_coset *coset, uint64_t n_elements, bool exactly)
{
	coset->count[coset->n_depths] = n_elements - coset->n_found;
	coset->n_found = n_elements;
	if (exactly && coset->n_exact == coset->n_depths)
		coset->n_exact++;
	coset->n_depths++;
	coset->begun = SUBGROUP_NOT_BEGUN;
}

enum status subgroup_coset_next_depth(struct subgroup_coset *coset, bool exactly)
{
	uint64_t n_elements = coset->n_found;
	if (coset->n_found >= HUGE_PAGES_FROM)
		bitmap_expect_many(&coset->bitmap);
	coset->extend_s = coset->search_s = coset->join_s = 0;
	enum status status = STATUS_OK;
	if (exactly || coset->begun == SUBGROUP_BEGUN_PLAIN) {
		status = search_depth(coset, &n_elements);
	} else {
		/* Without a search.  What an interrupted search has left is of this depth already, and not extended
		 * again. */
		if (coset->begun == SUBGROUP_BEGUN_EXTENDED)
			n_elements = bitmap_count(&coset->bitmap, coset->n_threads);
		else
			status = extend(coset, &n_elements);
		if (status == STATUS_OK && coset->n_depths >= coset->symmetries_from && coset->symmetries.inverts)
			status = close_set(coset, &n_elements);
	}
	if (status == STATUS_OK)
		end_depth(coset, n_elements, exactly);
	return status;
}

void subgroup_coset_end_depth(struct subgroup_coset *coset)
{
	end_depth(coset, bitmap_count(&coset->bitmap, coset->n_threads), true);
}

static struct bit_position bit_of(const struct subgroup_coset *coset, const struct cube *position)
{
	const struct cube back = cube_inverse(position), element = cube_product(&coset->cube, &back);
	return bit_position_of_cube(&element);
}

uint64_t subgroup_coset_visit_missing(const struct subgroup_coset *coset,
                                      bool (*visit)(void *context, const struct cube *position),
                                      void *context)
{
	uint64_t n_visited = 0;
	for (unsigned page = 0; page < N_PAGES; page++)
		for (uint32_t byte = 0; byte < PAGE_BYTES; byte++) {
			const uint8_t *const bits = coset->bitmap.page[page] + byte;
			/* Most tiles miss none. */
			if (byte % TILE_BYTES == 0 && *bits == 255 && memcmp(bits, bits + 1, TILE_BYTES - 1) == 0)
				byte += TILE_BYTES - 1;
			set_foreach(bit, *bits ^ 255u) {
				const struct bit_position at = {(uint16_t)page, (uint8_t)bit, byte};
				/* Of the positions that symmetries make of each other the one with the smallest number. */
				struct bit_position image[MAX_IMAGES];
				bool is_first = true;
				for (unsigned i = automorphisms_images(coset->automorphisms, at, image); i-- > 0 && is_first;)
					is_first = image[i].page != at.page ? image[i].page > at.page
					    : image[i].byte != at.byte ? image[i].byte > at.byte : image[i].bit >= at.bit;
				if (!is_first)
					continue;
				/* The position h c of the element c w: the inverse of the one, then c. */
				const struct cube element = element_cube(at), h = cube_inverse(&element),
				    position = cube_product(&h, &coset->cube);
				n_visited++;
				if (!visit(context, &position))
					return n_visited;
			}
	}
	return n_visited;
}

void subgroup_coset_set(struct subgroup_coset *coset, const struct cube *position)
{
	struct bit_position image[MAX_IMAGES];
	for (unsigned i = automorphisms_images(coset->automorphisms, bit_of(coset, position), image); i-- > 0;)
		bitmap_set(&coset->bitmap, image[i]);
}

bool subgroup_coset_has(const struct subgroup_coset *coset, const struct cube *position)
{
	return bitmap_has(&coset->bitmap, bit_of(coset, position));
}
