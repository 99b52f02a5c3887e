#include "subgroup/coset.h"

#include "base/clock.h"
#include "subgroup/extend.h"
#include "subgroup/mark.h"

#include <errno.h>
#include <string.h>

/* With fewer positions a search for all of them is quicker than extending 2.4 GB. */
enum { EXTEND_FROM = 3000000, HUGE_PAGES_FROM = 10000 };

/* Joining the inverses takes as long as searching some hundred million sequences: more lead into a coset from this depth on.
 * In H itself sequences pass through H again and again: there are so many of them that symmetries always pay. */
enum { SYMMETRIES_FROM_DEPTH = 16 };

static unsigned symmetries_pay_from(const struct cube *c)
{
	return phase1_is_in_h(phase1_rank(c)) ? 0 : SYMMETRIES_FROM_DEPTH;
}

/* A search for sequences of 19 moves has 13 times as many as one for 18: hours, however few positions are left. */
enum { FEW_FROM_DEPTH = 19 };

const char *coset_status_text(enum coset_status status)
{
	static const char *const text[N_COSET_STATUS] = {
		[COSET_OK] = "done",
		[COSET_FEW_LEFT] = "few positions are left",
		[COSET_INTERRUPTED] = "interrupted",
		[COSET_NO_MEMORY] = "not enough memory",
		[COSET_IO] = "cannot be read or written",
		[COSET_NO_JOURNAL] = "there is no such journal",
		[COSET_BAD_JOURNAL] = "not a journal of this version, cut off, or damaged; remove it to begin again",
		[COSET_OTHER_COSET] = "the journal of another coset; name another file",
	};
	return text[status];
}

uint64_t coset_memory_bytes(const struct cube *c, unsigned n_threads)
{
	/* The bitmap is touched after the guide is built.  The program itself, threads and lists of prefixes take some MB. */
	const uint64_t program = UINT64_C(16) << 20;
	const uint64_t tables = program + sizeof(struct phase1_tables) + sizeof(struct member_tables) + sizeof(struct extension);
	const struct coset_symmetries symmetries = coset_symmetries_of(c);
	const uint64_t images = images_bytes(symmetries) + ((symmetries.inverting & 1) != 0 ? bitmap_joining_bytes(n_threads) : 0);
	const uint64_t bitmap = bitmap_bytes(n_threads) + images, building = guide_building_bytes();
	return guide_bytes() + tables + (bitmap > building ? bitmap : building);
}

static bool tell(const struct coset *coset, const char *stage, uint64_t done, uint64_t total)
{
	return coset->progress == NULL || coset->progress->tell(coset->progress->context, stage, done, total);
}

static bool tell_of_cosets(void *context, uint64_t n_found)
{
	return tell(context, "cosets of H", n_found, N_COSET_NUMBERS);
}

enum coset_status coset_open(const struct cube *c, unsigned n_threads, const struct pdb_progress *progress,
                             struct coset *out)
{
	struct coset coset = {.cube = *c, .n_threads = n_threads, .progress = progress};
	coset.symmetries = coset_symmetries_of(c);
	coset.symmetries_from = symmetries_pay_from(c);
	if (!guide_open(n_threads, tell_of_cosets, &coset, &coset.guide))
		return errno == ENOMEM ? COSET_NO_MEMORY : COSET_INTERRUPTED;
	if (!bitmap_open(n_threads, &coset.bitmap)) {
		guide_close(coset.guide);
		return COSET_NO_MEMORY;
	}
	*out = coset;
	return COSET_OK;
}

void coset_close(struct coset *coset)
{
	images_free(coset->images);
	bitmap_close(&coset->bitmap);
	guide_close(coset->guide);
}

void coset_restart(struct coset *coset, const struct cube *c)
{
	bitmap_clear(&coset->bitmap);
	images_free(coset->images);
	*coset = (struct coset){
		.cube = *c, .n_threads = coset->n_threads, .guide = coset->guide, .bitmap = coset->bitmap, .progress = coset->progress,
		.symmetries = coset_symmetries_of(c), .symmetries_from = symmetries_pay_from(c),
	};
}

static bool tell_of_pages(void *context, unsigned n_pages)
{
	return tell(context, "extending", n_pages, N_PAGES);
}

static bool tell_of_parts(void *context, uint32_t n_begun, uint32_t n_parts)
{
	return tell(context, "searching", n_begun, n_parts);
}

static enum coset_status extend(struct coset *coset, uint64_t *n_members)
{
	const double start_s = clock_monotonic_s();
	if (!bitmap_extend(&coset->bitmap, coset->n_threads, tell_of_pages, coset, n_members)) {
		coset->is_lost = true;
		return COSET_INTERRUPTED;
	}
	coset->extend_s = clock_monotonic_s() - start_s;
	return COSET_OK;
}

static bool tell_of_inverses(void *context, unsigned n_pages)
{
	return tell(context, "joining inverses", n_pages, N_PAGES);
}

static bool uses_symmetries(const struct coset *coset)
{
	return coset->begun == COSET_BEGUN_EXTENDED && coset->n_depths >= coset->symmetries_from && images_bytes(coset->symmetries) > 0;
}

static enum coset_status join_inverse(struct coset *coset, uint64_t *n_members)
{
	static const enum coset_status status_of[] = {
		[BITMAP_JOINED] = COSET_OK, [BITMAP_JOIN_INTERRUPTED] = COSET_INTERRUPTED, [BITMAP_JOIN_NO_MEMORY] = COSET_NO_MEMORY,
	};
	const double start_s = clock_monotonic_s();
	const enum bitmap_join status = bitmap_join_inverse(&coset->bitmap, coset->images->inverse, coset->n_threads, tell_of_inverses,
	                                                    coset, n_members);
	coset->join_s = clock_monotonic_s() - start_s;
	return status_of[status];
}

static enum coset_status search(struct coset *coset, const struct images *images, uint64_t *n_new)
{
	const double start_s = clock_monotonic_s();
	const struct mark_search search = {
		.guide = coset->guide, .bitmap = &coset->bitmap, .cube = coset->cube, .length = coset->n_depths,
		.leaves_out_h_moves = coset->begun == COSET_BEGUN_EXTENDED,
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
	return status == MARK_OK ? COSET_OK : status == MARK_INTERRUPTED ? COSET_INTERRUPTED : COSET_NO_MEMORY;
}

/* Close the extended set under the symmetries of the coset; the extension keeps it closed but for inversion. */
static enum coset_status close_set(struct coset *coset, uint64_t *n_members)
{
	if (coset->images == NULL)
		coset->images = images_create(&coset->cube, coset->symmetries, coset->n_threads);
	if (coset->images == NULL)
		return COSET_NO_MEMORY;
	return coset->images->has_inverse ? join_inverse(coset, n_members) : COSET_OK;
}

static enum coset_status search_depth(struct coset *coset, uint64_t *n_members)
{
	const bool goes_on = coset->begun != COSET_NOT_BEGUN;
	enum coset_status status = COSET_OK;
	if (!goes_on && coset->n_found >= EXTEND_FROM) {
		status = extend(coset, n_members);
		coset->begun = status == COSET_OK ? COSET_BEGUN_EXTENDED : COSET_NOT_BEGUN;
	} else if (!goes_on) {
		coset->begun = COSET_BEGUN_PLAIN;
	}
	const bool has_symmetries = status == COSET_OK && uses_symmetries(coset);
	if (has_symmetries)
		status = close_set(coset, n_members);
	if (status != COSET_OK || *n_members == N_MEMBERS)
		return status;
	if (coset->n_depths >= FEW_FROM_DEPTH && N_MEMBERS - *n_members <= coset->n_few)
		return COSET_FEW_LEFT;
	uint64_t n_new;
	status = search(coset, has_symmetries ? coset->images : NULL, &n_new);
	/* Some were marked before if this search was interrupted: then all are counted. */
	if (status == COSET_OK)
		*n_members = goes_on ? bitmap_count(&coset->bitmap, coset->n_threads) : *n_members + n_new;
	return status;
}

enum coset_status coset_next_depth(struct coset *coset, bool exactly)
{
	uint64_t n_members = coset->n_found;
	if (coset->n_found >= HUGE_PAGES_FROM)
		bitmap_expect_many(&coset->bitmap);
	coset->extend_s = coset->search_s = coset->join_s = 0;
	coset->n_sequences = coset->n_nodes = 0;
	enum coset_status status = exactly ? search_depth(coset, &n_members) : extend(coset, &n_members);
	if (status == COSET_OK && !exactly && coset->n_depths >= coset->symmetries_from && (coset->symmetries.inverting & 1) != 0)
		status = close_set(coset, &n_members);
	if (status != COSET_OK)
		return status;
	coset->count[coset->n_depths] = n_members - coset->n_found;
	coset->n_found = n_members;
	if (exactly && coset->n_exact == coset->n_depths)
		coset->n_exact++;
	coset->n_depths++;
	coset->begun = COSET_NOT_BEGUN;
	return COSET_OK;
}

void coset_settle(struct coset *coset, const uint64_t n_at[COSET_MAX_DEPTH + 1])
{
	uint64_t n_missing = 0;
	for (unsigned d = coset->n_depths; d <= COSET_MAX_DEPTH; d++)
		n_missing += n_at[d];
	coset->count[coset->n_depths] = N_MEMBERS - coset->n_found - n_missing;
	for (unsigned d = coset->n_depths; d <= COSET_MAX_DEPTH; d++)
		coset->count[d] += n_at[d];
	while (n_missing > 0) {
		n_missing -= n_at[coset->n_depths] < n_missing ? n_at[coset->n_depths] : n_missing;
		coset->n_depths++;
	}
	coset->n_exact = coset->n_depths;
	coset->n_found = N_MEMBERS;
	coset->begun = COSET_NOT_BEGUN;
	for (unsigned page = 0; page < N_PAGES; page++)
		memset(coset->bitmap.page[page], 0xFF, PAGE_BYTES);
}

uint64_t coset_bytes_moved(void)
{
	return (uint64_t)N_PAGES * PAGE_BYTES * (N_H_MOVES + 2);
}

/* The position h c of the member c w: the inverse of the one, then c. */
static struct cube position_at(const struct coset *coset, struct member_place place)
{
	const struct cube member = member_cube(place), h = cube_inverse(&member);
	return cube_product(&h, &coset->cube);
}

uint64_t coset_visit_missing(const struct coset *coset, bool (*visit)(void *context, const struct cube *position),
                             void *context)
{
	uint64_t n_visited = 0;
	for (unsigned page = 0; page < N_PAGES; page++)
		for (uint32_t byte = 0; byte < PAGE_BYTES; byte++)
			for (unsigned left = coset->bitmap.page[page][byte] ^ 255u; left != 0; left &= left - 1) {
				const struct member_place place = {(uint16_t)page, (uint8_t)__builtin_ctz(left), byte};
				const struct cube position = position_at(coset, place);
				n_visited++;
				if (!visit(context, &position))
					return n_visited;
			}
	return n_visited;
}

bool coset_has(const struct coset *coset, const struct cube *position)
{
	const struct cube back = cube_inverse(position), member = cube_product(&coset->cube, &back);
	return bitmap_has(&coset->bitmap, member_place(member_tables(), member_rank(&member)));
}
