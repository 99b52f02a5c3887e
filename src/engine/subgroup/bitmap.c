#include "subgroup/symmetry.h"

#include "base/memory.h"
#include "base/system.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

size_t bitmap_bytes(unsigned n_threads)
{
	/* Pages that are being made are neither old nor spare; a thread that is late keeps the old ones of a
	 * few others. */
	return (size_t)(N_PAGES + N_SPARE_PAGES + 2 * n_threads) * PAGE_BYTES;
}

static void assign_pages(struct bitmap *b)
{
	const unsigned n_pages = (unsigned)(b->memory_bytes / PAGE_BYTES);
	b->n_spare = 0;
	for (unsigned i = 0; i < n_pages; i++)
		if (i < N_PAGES)
			b->page[i] = b->memory + (size_t)i * PAGE_BYTES;
		else
			b->spare[b->n_spare++] = b->memory + (size_t)i * PAGE_BYTES;
}

bool bitmap_open(unsigned n_threads, struct bitmap *out)
{
	*out = (struct bitmap){.memory_bytes = bitmap_bytes(n_threads)};
	out->memory = mmap(NULL, out->memory_bytes, PROT_READ | PROT_WRITE,
	                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (out->memory == MAP_FAILED)
		return false;
	assign_pages(out);
	return true;
}

void bitmap_close(struct bitmap *b)
{
	munmap(b->memory, b->memory_bytes);
}

void bitmap_expect_many(struct bitmap *b)
{
	/* Bits are set anywhere: on small pages each would miss the table of pages, too. */
	system_use_huge_pages(b->memory, b->memory_bytes, true);
}

void bitmap_clear(struct bitmap *b)
{
	system_zero(b->memory, b->memory_bytes);
	system_use_huge_pages(b->memory, b->memory_bytes, false);
	assign_pages(b);
}

/* Making all pages anew, in the order of the tables; an old page is spare again once nothing more is made
 * from it. */
struct generation {
	struct bitmap *bitmap;
	const struct extension *tables;
	extend_page_fn *extend_page;
	uint8_t *made[N_PAGES];
	_Atomic uint8_t n_uses_left[N_PAGES];
	pthread_mutex_t lock;                   /* of bitmap->spare and n_spare */
	pthread_cond_t gave_back;
	_Atomic uint64_t n_elements;
};

/* A page is made from itself and by the ten moves; since their inverses are among them, it is used as often
 * itself. */
enum { N_USES = 1 + N_H_MOVES };

/* Acquire and release: all reading of a page comes before it is written again. */
static void end_use(struct generation *g, unsigned page)
{
	if (atomic_fetch_sub_explicit(&g->n_uses_left[page], 1, memory_order_acq_rel) != 1)
		return;
	pthread_mutex_lock(&g->lock);
	g->bitmap->spare[g->bitmap->n_spare++] = g->bitmap->page[page];
	pthread_cond_signal(&g->gave_back);
	pthread_mutex_unlock(&g->lock);
}

static void make_page(void *context, uint32_t i)
{
	struct generation *const g = context;
	const unsigned page = g->tables->order[i];
	/* The thread that makes the earliest page holds its memory already, so that those who wait here will be
	 * given some. */
	pthread_mutex_lock(&g->lock);
	while (g->bitmap->n_spare == 0)
		pthread_cond_wait(&g->gave_back, &g->lock);
	g->made[page] = g->bitmap->spare[--g->bitmap->n_spare];
	pthread_mutex_unlock(&g->lock);
	atomic_fetch_add_explicit(&g->n_elements,
	                          g->extend_page(g->tables, page, g->bitmap->page, g->made[page]),
	                          memory_order_relaxed);
	end_use(g, page);
	items_foreach(from, g->tables->page_from, N_H_MOVES)
		end_use(g, (*from)[page]);
}

enum status bitmap_extend(struct bitmap *b, unsigned n_threads, const struct pdb_progress *progress,
                          uint64_t *n_elements)
{
	struct generation g = {
		.bitmap = b, .tables = extension_tables(), .extend_page = extend_page_best(),
		.lock = PTHREAD_MUTEX_INITIALIZER, .gave_back = PTHREAD_COND_INITIALIZER,
	};
	items_foreach(n_left, g.n_uses_left, N_PAGES)
		atomic_init(n_left, N_USES);
	if (!pdb_parallel_for(progress, "extending", n_threads, N_PAGES, make_page, &g))
		return STATUS_INTERRUPTED;
	memcpy(b->page, g.made, sizeof b->page);
	*n_elements = atomic_load_explicit(&g.n_elements, memory_order_relaxed);
	return STATUS_OK;
}

struct counting {
	const struct bitmap *bitmap;
	_Atomic uint64_t n_elements;
};

static void count_page(void *context, uint32_t page)
{
	struct counting *const c = context;
	atomic_fetch_add_explicit(&c->n_elements, memory_count_bits(c->bitmap->page[page], PAGE_BYTES),
		memory_order_relaxed);
}

uint64_t bitmap_count(const struct bitmap *b, unsigned n_threads)
{
	struct counting c = {.bitmap = b};
	parallel_for(n_threads, N_PAGES, count_page, &c);
	return atomic_load_explicit(&c.n_elements, memory_order_relaxed);
}
