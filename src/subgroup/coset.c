#include "subgroup/coset.h"

#include "base/clock.h"
#include "subgroup/extend.h"
#include "subgroup/mark.h"

#include <errno.h>

/* With fewer positions a search for all of them is quicker than extending 2.4 GB. */
enum { EXTEND_FROM = 3000000, HUGE_PAGES_FROM = 10000 };

const char *coset_status_text(enum coset_status status)
{
	static const char *const text[N_COSET_STATUS] = {
		[COSET_OK] = "done",
		[COSET_INTERRUPTED] = "interrupted",
		[COSET_NO_MEMORY] = "not enough memory",
		[COSET_IO] = "cannot be read or written",
		[COSET_NO_JOURNAL] = "there is no such journal",
		[COSET_BAD_JOURNAL] = "not a journal of this version, cut off, or damaged; remove it to begin again",
		[COSET_OTHER_COSET] = "the journal of another coset; name another file",
	};
	return text[status];
}

uint64_t coset_memory_bytes(unsigned n_threads)
{
	/* The bitmap is touched after the guide is built.  The program itself, threads and lists of prefixes take some MB. */
	const uint64_t program = UINT64_C(16) << 20;
	const uint64_t tables = program + sizeof(struct phase1_tables) + sizeof(struct member_tables) + sizeof(struct extension);
	const uint64_t bitmap = bitmap_bytes(n_threads), building = guide_building_bytes();
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
	bitmap_close(&coset->bitmap);
	guide_close(coset->guide);
}

void coset_restart(struct coset *coset, const struct cube *c)
{
	bitmap_clear(&coset->bitmap);
	*coset = (struct coset){
		.cube = *c, .n_threads = coset->n_threads, .guide = coset->guide, .bitmap = coset->bitmap, .progress = coset->progress,
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

static enum coset_status search(struct coset *coset, uint64_t *n_new)
{
	const double start_s = clock_monotonic_s();
	const struct mark_search search = {
		.guide = coset->guide, .bitmap = &coset->bitmap, .cube = coset->cube, .length = coset->n_depths,
		.leaves_out_h_moves = coset->begun == COSET_BEGUN_EXTENDED, .n_threads = coset->n_threads,
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

static enum coset_status search_depth(struct coset *coset, uint64_t *n_members)
{
	enum coset_status status = COSET_OK;
	const bool goes_on = coset->begun != COSET_NOT_BEGUN;
	uint64_t n_new;
	if (coset->begun == COSET_NOT_BEGUN && coset->n_found >= EXTEND_FROM) {
		status = extend(coset, n_members);
		if (status != COSET_OK)
			return status;
		coset->begun = COSET_BEGUN_EXTENDED;
	} else if (coset->begun == COSET_NOT_BEGUN) {
		coset->begun = COSET_BEGUN_PLAIN;
	}
	if (coset->begun == COSET_BEGUN_EXTENDED && *n_members == N_MEMBERS)
		return COSET_OK;
	status = search(coset, &n_new);
	/* A search that was interrupted before has marked some already: then all are counted. */
	if (status == COSET_OK)
		*n_members = goes_on ? bitmap_count(&coset->bitmap, coset->n_threads) : *n_members + n_new;
	return status;
}

enum coset_status coset_next_depth(struct coset *coset, bool exactly)
{
	uint64_t n_members = coset->n_found;
	if (coset->n_found >= HUGE_PAGES_FROM)
		bitmap_expect_many(&coset->bitmap);
	coset->extend_s = coset->search_s = 0;
	coset->n_sequences = coset->n_nodes = 0;
	const enum coset_status status = exactly ? search_depth(coset, &n_members) : extend(coset, &n_members);
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
