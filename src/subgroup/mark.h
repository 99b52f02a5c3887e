/* Marking the members of a coset that sequences of a given length reach: a depth-first search that never leaves the reach
 * of H. */
#ifndef SUPERFLIP_SUBGROUP_MARK_H
#define SUPERFLIP_SUBGROUP_MARK_H
#include "subgroup/bitmap.h"
#include "subgroup/guide.h"
#include "subgroup/image.h"

struct mark_search {
	const struct guide *guide;
	struct bitmap *bitmap;
	struct cube cube;             /* of the coset */
	unsigned length;              /* moves of the sequences, in half turns */
	/* Only sequences that do not end with a move of H: the others reach what bitmap_extend() adds. */
	bool leaves_out_h_moves;
	/* Of the others, only those that do not begin with a move of H either: what inversion makes of what bitmap_extend()
	 * adds.  Needs leaves_out_h_moves, and a coset that the symmetry w -> w^-1 keeps. */
	bool leaves_out_inverses;
	/* Symmetries of the coset, bit s for w -> S w S^-1: of the sequences that they make of each other one is searched, and
	 * images of the members mark those of the others.  Otherwise 1 and NULL. */
	uint32_t symmetries;
	const struct images *images;
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

/** Mark cube * w for all sequences w of that length with cube * w in H, in canonical order, but for those that are left out.  What is marked does not
 * depend on the number of threads.
 * @return MARK_INTERRUPTED: what is marked is right, but not all */
enum mark_status mark_search_run(const struct mark_search *search, struct mark_result *out);
#endif
