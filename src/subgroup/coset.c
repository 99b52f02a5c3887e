#include "subgroup/coset.h"

#include "base/clock.h"
#include "subgroup/extend.h"
#include "subgroup/mark.h"

#include <errno.h>

/* With fewer positions a search for all of them is quicker than extending 2.4 GB. */
enum { EXTEND_FROM = 3000000, HUGE_PAGES_FROM = 10000 };

/* Joining the inverses takes as long as searching about ten million sequences: more lead into a coset from this depth on.
 * Sequences from H pass through it again and again: there are so many of them that symmetries always pay. */
enum { SYMMETRIES_FROM_DEPTH = 15 };

/* A search for sequences of 19 moves takes hours, and the optimal solver seconds for a position.  A search for sequences of 17
 * moves from H takes an hour, and the optimal solver minutes for a position: those of H are the hardest for its tables. */
enum { FEW_FROM_DEPTH = 19, FEW = 10000, FEW_FROM_DEPTH_OF_H = 17, FEW_OF_H = 50 };

const char *subgroup_coset_status_text(enum subgroup_coset_status status)
{
	static const char *const text[N_COSET_STATUS] = {
		[SUBGROUP_OK] = "done",
		[SUBGROUP_FEW_LEFT] = "few positions are left",
		[SUBGROUP_INTERRUPTED] = "interrupted",
		[SUBGROUP_NO_MEMORY] = "not enough memory",
		[SUBGROUP_IO] = "cannot be read or written",
		[SUBGROUP_NO_JOURNAL] = "there is no such journal",
		[SUBGROUP_FOREIGN_JOURNAL] = "not a journal of this version of `superflip coset`, left unchanged; give --journal another name",
		[SUBGROUP_BAD_JOURNAL] = "a journal that is cut off or damaged; give --journal another name to begin again",
		[SUBGROUP_OTHER_COSET] = "the journal of another coset; give --journal another name",
	};
	return text[status];
}

uint64_t subgroup_coset_memory_bytes(const struct cube *c, unsigned n_threads)
{
	/* The bitmap is touched after the guide is built.  The program itself, threads and lists of prefixes take some MB. */
	const uint64_t program = UINT64_C(16) << 20;
	const uint64_t tables = program + sizeof(struct phase1_tables) + sizeof(struct member_tables) + sizeof(struct extension);
	const struct subgroup_symmetries symmetries = subgroup_symmetries_of(c);
	const uint64_t images = images_bytes(symmetries) + ((symmetries.inverting & 1) != 0 ? bitmap_joining_bytes(n_threads) : 0);
	const uint64_t bitmap = bitmap_bytes(n_threads) + images, building = guide_building_bytes();
	return guide_bytes() + tables + (bitmap > building ? bitmap : building);
}

static bool tell(const struct subgroup_coset *coset, const char *stage, uint64_t done, uint64_t total)
{
	return coset->progress == NULL || coset->progress->tell(coset->progress->context, stage, done, total);
}

static bool tell_of_cosets(void *context, uint64_t n_found)
{
	return tell(context, "cosets of H", n_found, N_COSET_NUMBERS);
}

static void begin(struct subgroup_coset *coset)
{
	const bool is_h = phase1_is_in_h(phase1_rank(&coset->cube));
	coset->symmetries = subgroup_symmetries_of(&coset->cube);
	coset->symmetries_from = is_h ? 0 : SYMMETRIES_FROM_DEPTH;
	coset->few_from = is_h ? FEW_FROM_DEPTH_OF_H : FEW_FROM_DEPTH;
	coset->n_few = is_h ? FEW_OF_H : FEW;
}

enum subgroup_coset_status subgroup_coset_open(const struct cube *c, unsigned n_threads, const struct pdb_progress *progress,
                                               struct subgroup_coset *out)
{
	struct subgroup_coset coset = {.cube = *c, .n_threads = n_threads, .progress = progress};
	begin(&coset);
	if (!guide_open(n_threads, tell_of_cosets, &coset, &coset.guide))
		return errno == ENOMEM ? SUBGROUP_NO_MEMORY : SUBGROUP_INTERRUPTED;
	if (!bitmap_open(n_threads, &coset.bitmap)) {
		guide_close(coset.guide);
		return SUBGROUP_NO_MEMORY;
	}
	*out = coset;
	return SUBGROUP_OK;
}

void subgroup_coset_close(struct subgroup_coset *coset)
{
	images_free(coset->images);
	bitmap_close(&coset->bitmap);
	guide_close(coset->guide);
}

void subgroup_coset_restart(struct subgroup_coset *coset, const struct cube *c)
{
	bitmap_clear(&coset->bitmap);
	images_free(coset->images);
	*coset = (struct subgroup_coset){
		.cube = *c, .n_threads = coset->n_threads, .guide = coset->guide, .bitmap = coset->bitmap, .progress = coset->progress,
	};
	begin(coset);
}

static bool tell_of_pages(void *context, unsigned n_pages)
{
	return tell(context, "extending", n_pages, N_PAGES);
}

static bool tell_of_parts(void *context, uint32_t n_begun, uint32_t n_parts)
{
	return tell(context, "searching", n_begun, n_parts);
}

static enum subgroup_coset_status extend(struct subgroup_coset *coset, uint64_t *n_members)
{
	const double start_s = clock_monotonic_s();
	if (!bitmap_extend(&coset->bitmap, coset->n_threads, tell_of_pages, coset, n_members)) {
		coset->is_lost = true;
		return SUBGROUP_INTERRUPTED;
	}
	coset->extend_s = clock_monotonic_s() - start_s;
	return SUBGROUP_OK;
}

static bool tell_of_inverses(void *context, unsigned n_pages)
{
	return tell(context, "joining inverses", n_pages, N_PAGES);
}

static bool uses_symmetries(const struct subgroup_coset *coset)
{
	return coset->begun == SUBGROUP_BEGUN_EXTENDED && coset->n_depths >= coset->symmetries_from && images_bytes(coset->symmetries) > 0;
}

static enum subgroup_coset_status join_inverse(struct subgroup_coset *coset, uint64_t *n_members)
{
	static const enum subgroup_coset_status status_of[] = {
		[BITMAP_JOINED] = SUBGROUP_OK, [BITMAP_JOIN_INTERRUPTED] = SUBGROUP_INTERRUPTED, [BITMAP_JOIN_NO_MEMORY] = SUBGROUP_NO_MEMORY,
	};
	const double start_s = clock_monotonic_s();
	const enum bitmap_join status = bitmap_join_inverse(&coset->bitmap, coset->images->inverse, coset->n_threads, tell_of_inverses,
	                                                    coset, n_members);
	coset->join_s = clock_monotonic_s() - start_s;
	return status_of[status];
}

static enum subgroup_coset_status search(struct subgroup_coset *coset, const struct images *images, uint64_t *n_new)
{
	const double start_s = clock_monotonic_s();
	const struct mark_search search = {
		.guide = coset->guide, .bitmap = &coset->bitmap, .cube = coset->cube, .length = coset->n_depths,
		.leaves_out_h_moves = coset->begun == SUBGROUP_BEGUN_EXTENDED,
		.leaves_out_inverses = images != NULL && images->has_inverse,
		.symmetries = images != NULL ? coset->symmetries.keeping : 1, .images = images, .n_threads = coset->n_threads,
		.watcher = tell_of_parts, .context = coset,
	};
	struct mark_result result;
	const enum mark_status status = mark_search_run(&search, &result);
	coset->search_s = clock_monotonic_s() - start_s;
	coset->n_sequences = result.n_sequences;
	coset->n_nodes = result.n_nodes;
	*n_new = result.n_new;
	return status == MARK_OK ? SUBGROUP_OK : status == MARK_INTERRUPTED ? SUBGROUP_INTERRUPTED : SUBGROUP_NO_MEMORY;
}

static bool make_images(struct subgroup_coset *coset)
{
	if (coset->images == NULL)
		coset->images = images_create(&coset->cube, coset->symmetries, coset->n_threads);
	return coset->images != NULL;
}

bool subgroup_coset_make_images(struct subgroup_coset *coset)
{
	/* Only the depths from symmetries_from on were closed under all of them. */
	return coset->n_depths <= coset->symmetries_from || images_bytes(coset->symmetries) == 0 || make_images(coset);
}

/* Close the extended set under the symmetries of the coset; the extension keeps it closed but for inversion. */
static enum subgroup_coset_status close_set(struct subgroup_coset *coset, uint64_t *n_members)
{
	if (!make_images(coset))
		return SUBGROUP_NO_MEMORY;
	return coset->images->has_inverse ? join_inverse(coset, n_members) : SUBGROUP_OK;
}

static unsigned coset_class_size(const struct subgroup_coset *coset)
{
	return (coset->images->n_kept + 1) * (coset->images->has_inverse ? 2 : 1);
}

static enum subgroup_coset_status search_depth(struct subgroup_coset *coset, uint64_t *n_members)
{
	const bool goes_on = coset->begun != SUBGROUP_NOT_BEGUN;
	enum subgroup_coset_status status = SUBGROUP_OK;
	if (!goes_on && coset->n_found >= EXTEND_FROM) {
		status = extend(coset, n_members);
		coset->begun = status == SUBGROUP_OK ? SUBGROUP_BEGUN_EXTENDED : SUBGROUP_NOT_BEGUN;
	} else if (!goes_on) {
		coset->begun = SUBGROUP_BEGUN_PLAIN;
	}
	const bool has_symmetries = status == SUBGROUP_OK && uses_symmetries(coset);
	if (has_symmetries)
		status = close_set(coset, n_members);
	if (status != SUBGROUP_OK || *n_members == N_MEMBERS)
		return status;
	/* Nearly all classes under the symmetries are of the largest size. */
	const uint64_t class_size = has_symmetries ? coset_class_size(coset) : 1;
	if (coset->leaves_few && coset->n_depths >= coset->few_from && (N_MEMBERS - *n_members) / class_size <= coset->n_few)
		return SUBGROUP_FEW_LEFT;
	uint64_t n_new;
	status = search(coset, has_symmetries ? coset->images : NULL, &n_new);
	/* Some were marked before if this search was interrupted: then all are counted. */
	if (status == SUBGROUP_OK)
		*n_members = goes_on ? bitmap_count(&coset->bitmap, coset->n_threads) : *n_members + n_new;
	return status;
}

/* The next depth without a search.  What an interrupted search has left is of this depth already, and not extended again. */
static enum subgroup_coset_status extend_depth(struct subgroup_coset *coset, uint64_t *n_members)
{
	if (coset->begun == SUBGROUP_BEGUN_PLAIN)
		return search_depth(coset, n_members);
	enum subgroup_coset_status status = SUBGROUP_OK;
	if (coset->begun == SUBGROUP_BEGUN_EXTENDED)
		*n_members = bitmap_count(&coset->bitmap, coset->n_threads);
	else
		status = extend(coset, n_members);
	if (status == SUBGROUP_OK && coset->n_depths >= coset->symmetries_from && (coset->symmetries.inverting & 1) != 0)
		status = close_set(coset, n_members);
	return status;
}

static void end_depth(struct subgroup_coset *coset, uint64_t n_members, bool exactly)
{
	coset->count[coset->n_depths] = n_members - coset->n_found;
	coset->n_found = n_members;
	if (exactly && coset->n_exact == coset->n_depths)
		coset->n_exact++;
	coset->n_depths++;
	coset->begun = SUBGROUP_NOT_BEGUN;
}

enum subgroup_coset_status subgroup_coset_next_depth(struct subgroup_coset *coset, bool exactly)
{
	uint64_t n_members = coset->n_found;
	if (coset->n_found >= HUGE_PAGES_FROM)
		bitmap_expect_many(&coset->bitmap);
	coset->extend_s = coset->search_s = coset->join_s = 0;
	coset->n_sequences = coset->n_nodes = 0;
	const enum subgroup_coset_status status = exactly ? search_depth(coset, &n_members) : extend_depth(coset, &n_members);
	if (status != SUBGROUP_OK)
		return status;
	end_depth(coset, n_members, exactly);
	return SUBGROUP_OK;
}

void subgroup_coset_end_depth(struct subgroup_coset *coset)
{
	end_depth(coset, bitmap_count(&coset->bitmap, coset->n_threads), true);
}

uint64_t subgroup_coset_bytes_moved(void)
{
	return (uint64_t)N_PAGES * PAGE_BYTES * (N_H_MOVES + 2);
}

/* The position h c of the member c w: the inverse of the one, then c. */
static struct cube position_at(const struct subgroup_coset *coset, struct member_place place)
{
	const struct cube member = member_cube(place), h = cube_inverse(&member);
	return cube_product(&h, &coset->cube);
}

static uint64_t number_of(struct member_place place)
{
	return ((uint64_t)place.page * PAGE_BYTES + place.byte) * N_CORNER_BITS + place.bit;
}

/* Whether no symmetry makes a smaller number of it. */
static bool is_first_of_class(const struct images *images, struct member_place place)
{
	struct member_place other = place;
	for (unsigned inverted = 0; inverted <= images->has_inverse; inverted++) {
		if (inverted == 1)
			other = image_place(images->inverse, place);
		if (number_of(other) < number_of(place))
			return false;
		for (unsigned i = 0; i < images->n_kept; i++)
			if (number_of(image_place(&images->kept[i], other)) < number_of(place))
				return false;
	}
	return true;
}

uint64_t subgroup_coset_visit_missing(const struct subgroup_coset *coset, bool (*visit)(void *context, const struct cube *position),
                                      void *context)
{
	uint64_t n_visited = 0;
	for (unsigned page = 0; page < N_PAGES; page++)
		for (uint32_t byte = 0; byte < PAGE_BYTES; byte++)
			for (unsigned left = coset->bitmap.page[page][byte] ^ 255u; left != 0; left &= left - 1) {
				const struct member_place place = {(uint16_t)page, (uint8_t)__builtin_ctz(left), byte};
				if (coset->images != NULL && !is_first_of_class(coset->images, place))
					continue;
				const struct cube position = position_at(coset, place);
				n_visited++;
				if (!visit(context, &position))
					return n_visited;
			}
	return n_visited;
}

static struct member_place place_of(const struct subgroup_coset *coset, const struct cube *position)
{
	const struct cube back = cube_inverse(position), member = cube_product(&coset->cube, &back);
	return member_place(member_tables(), member_rank(&member));
}

static void mark_place(struct subgroup_coset *coset, struct member_place place)
{
	bitmap_mark(coset->bitmap.page[place.page] + place.byte, place.bit);
}

void subgroup_coset_mark(struct subgroup_coset *coset, const struct cube *position)
{
	const struct images *const images = coset->images;
	struct member_place place = place_of(coset, position);
	mark_place(coset, place);
	for (unsigned inverted = 0; images != NULL && inverted <= images->has_inverse; inverted++) {
		if (inverted == 1)
			place = image_place(images->inverse, place);
		mark_place(coset, place);
		for (unsigned i = 0; i < images->n_kept; i++)
			mark_place(coset, image_place(&images->kept[i], place));
	}
}

bool subgroup_coset_has(const struct subgroup_coset *coset, const struct cube *position)
{
	return bitmap_has(&coset->bitmap, place_of(coset, position));
}
