/* Extending a set of elements of H by the ten moves of H: which pages, tiles, rows and lanes go where, and
 * the kernels that do it for a page. */
#pragma once
#include "subgroup/element.h"

/* Everything is told from where it goes to: the element g is reached by move m from the element g m^-1, and
 * with m its inverse is a move of H, too.  So "from" is what the move number k (h_moves[k]) makes of g. */
struct tile_from {
	uint16_t tile;
	uint16_t shuffle;             /* number in extension.shuffle */
};

/* The first moves of H, turns of U and D, leave rows where they are.  While a tile is made, the sources of
 * the fourth one after it are fetched. */
enum { N_LAYER_MOVES = 6, N_TILES_AHEAD = 4 };

struct extension {
	uint16_t page_from[N_H_MOVES][N_PAGES];
	uint8_t exchange[N_H_MOVES][N_PAGES];         /* bit b of the page comes from bit b ^ exchange */
	struct tile_from tile_from[N_H_MOVES][N_TILES + N_TILES_AHEAD];
	uint8_t row_from[N_H_MOVES][N_ROWS];
	_Alignas(N_LANES) uint8_t shuffle[N_LANES * N_LANES][N_LANES];  /* lane i comes from lane shuffle[i] */
	unsigned n_shuffles;
	/* In this order pages that are needed together come soon after each other (breadth first from page 0). */
	uint16_t order[N_PAGES];
};

/* Pages that are needed beside N_PAGES when one is made after another in that order, an old one being given
 * back with the last that is made from it (tests/subgroup/test_extend.c). */
enum { N_SPARE_PAGES = 1218 };

/** The tables (0.5 MB), filled at first use in a few milliseconds; thread-safe.  Valid after cube_init(). */
const struct extension *extension_tables(void);

/** Make `made` the elements of a page that are in `pages`, or are reached from one in `pages` by a move of H.
 * @param page   number of the page
 * @param pages  all N_PAGES, aligned to 32 bytes like `made`; those that are no source may be NULL
 * @param made   PAGE_BYTES, none of `pages`; written whole
 * @return how many elements are in it */
typedef uint64_t extend_page_fn(const struct extension *t, unsigned page, uint8_t *const *pages,
                                uint8_t *made);

extend_page_fn extend_page_avx2, extend_page_portable;

/** The best of these that runs on this processor. */
extend_page_fn *extend_page_best(void);
