/* Marking the members of a coset that sequences of a given length reach: a depth-first search that never leaves the reach
 * of H. */
#ifndef SUPERFLIP_SUBGROUP_MARK_H
#define SUPERFLIP_SUBGROUP_MARK_H
#include "subgroup/bitmap.h"
#include "subgroup/guide.h"

struct mark_search {
	const struct guide *guide;
	struct bitmap *bitmap;
	struct cube cube;             /* of the coset */
	unsigned length;              /* moves of the sequences, in half turns */
	/* Only sequences that do not end with a move of H: the others reach what bitmap_extend() adds. */
	bool leaves_out_h_moves;
	unsigned n_threads;
	/* Told how many of how many parts are begun; false interrupts.  May be NULL. */
	bool (*watcher)(void *context, uint32_t n_begun, uint32_t n_parts);
	void *context;
};

struct mark_result {
	uint64_t n_new;               /* members that were not marked before */
	uint64_t n_nodes;             /* positions that were looked at before the last move */
	uint64_t n_sequences;         /* that ended in H */
};

enum mark_status { MARK_OK, MARK_INTERRUPTED, MARK_NO_MEMORY };

/** Mark cube * w for all sequences w of that length with cube * w in H, in canonical order.  What is marked does not
 * depend on the number of threads.
 * @return MARK_INTERRUPTED: what is marked is right, but not all */
enum mark_status mark_search_run(const struct mark_search *search, struct mark_result *out);
#endif
