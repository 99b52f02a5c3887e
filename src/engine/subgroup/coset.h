/* One coset of H = <U, D, R2, L2, F2, B2> solved whole: how many of its 19,508,428,800 positions are at each
 * distance.
 *
 * The coset H c holds the positions h c.  A sequence of moves w solves h c when h c w is solved, that is,
 * when c w is the inverse of h: so the set of all c w in H, for the w of at most d moves, tells which
 * positions are within d moves.  It is kept as a bitmap.  From depth d - 1 to d two steps lead: the set is
 * extended by the ten moves of H (bitmap_extend()), which finds all w that end with one, and a depth-first
 * search finds the others (subgroup_coset_search()).
 *
 * Where a coset has symmetries (symmetry.h) and it pays, the set is kept closed under them: joined to its
 * inverses after it is extended, it has all that begins or ends with a move of H; of the other sequences one
 * of each symmetry class is searched, and all images are added.
 * Source: T. Rokicki, H. Kociemba, M. Davidson, J. Dethridge, "The diameter of the Rubik's Cube group is
 * twenty", SIAM J. Discrete Math. 27 (2013). */
#pragma once
#include "subgroup/move_pruning.h"
#include "subgroup/symmetry.h"

enum { SUBGROUP_MAX_DEPTH = 20 };    /* no position is further away: it is what all cosets together have
                                      * shown */

/* How a depth was begun; what a journal has to know. */
enum subgroup_coset_begun { SUBGROUP_NOT_BEGUN, SUBGROUP_BEGUN_PLAIN, SUBGROUP_BEGUN_EXTENDED };

struct subgroup_coset {
	struct cube cube;
	unsigned n_threads;
	unsigned n_depths;            /* done: 0 .. n_depths - 1; the next is this one */
	unsigned n_exact;             /* of these, how many counts are exact; the others are what extending alone
	                               * found */
	uint64_t count[SUBGROUP_MAX_DEPTH + 1];   /* positions by distance */
	uint64_t n_found;             /* sum of count */
	enum subgroup_coset_begun begun;       /* the depth n_depths: some of it may be found */
	bool is_lost;                 /* interrupted while the set was extended */
	/* Set by the caller: few positions are left to another solver, where that is quicker than a search. */
	bool leaves_few;
	unsigned few_from;            /* the first depth at which it is */
	uint64_t n_few;               /* the most positions, up to symmetries of the coset, for which it is */
	struct move_pruning pruning;
	struct bitmap bitmap;
	struct subgroup_symmetries symmetries;
	unsigned symmetries_from;     /* the depth from which they are used, if the set is extended */
	struct automorphisms *automorphisms;   /* of the symmetries; NULL until they are needed; owned */
	const struct pdb_progress *progress;
	double extend_s, search_s, join_s;     /* of the last depth */
};

/** Memory that subgroup_coset_open() and what follows takes at most, for the coset of c. */
uint64_t subgroup_coset_memory_bytes(const struct cube *c, unsigned n_threads);

/** Begin with a coset, at depth 0.
 * @param c         any of its positions
 * @param progress  stages "building" (Reid's table), "extending", "searching", "joining inverses", "reading",
 *                  "writing"; borrowed until subgroup_coset_close(); NULL: nobody is told
 * @param out       on STATUS_OK filled, released by subgroup_coset_close()
 * @return STATUS_OK, STATUS_INTERRUPTED, STATUS_NO_MEMORY */
enum status subgroup_coset_open(const struct cube *c, unsigned n_threads, const struct pdb_progress *progress,
                                         struct subgroup_coset *out);
void subgroup_coset_close(struct subgroup_coset *coset);

/** Begin again with another coset. */
void subgroup_coset_restart(struct subgroup_coset *coset, const struct cube *c);

/** Whether every position is found. */
static inline bool subgroup_coset_is_complete(const struct subgroup_coset *coset)
{
	return coset->n_found == N_H_ELEMENTS;
}

/** Do the next depth: exactly, or by extending alone, after which no depth is exact.
 * @return STATUS_OK, STATUS_INTERRUPTED (the depth is not done; it may be tried again unless is_lost),
 *         STATUS_NO_MEMORY;
 *         STATUS_FEW_LEFT (only with leaves_few): the few positions not found are at n_depths or more; search
 *         each for exactly n_depths
 *         moves (subgroup_coset_visit_missing()), call subgroup_coset_set() for these, then
 *         subgroup_coset_end_depth() */
enum status subgroup_coset_next_depth(struct subgroup_coset *coset, bool exactly);

/** Find the positions that sequences of n_depths moves reach, by a depth-first search that never leaves the
 * reach of H (coset_search.c).  If the set was extended, only sequences that do not end with a move of H are
 * searched.
 * @param symmetries  of the sequences that they make of each other one is searched, and all images are added;
 *                    with an inverse only sequences that do not begin with a move of H either; NULL: none are
 *                    used
 * @param n_new       positions that were not found before
 * @return STATUS_OK, STATUS_NO_MEMORY; STATUS_INTERRUPTED: what is found is right, but not all */
enum status subgroup_coset_search(struct subgroup_coset *coset, const struct automorphisms *symmetries,
                                  uint64_t *n_new);

/** Add a position and what symmetries of the coset make of it. */
void subgroup_coset_set(struct subgroup_coset *coset, const struct cube *position);
void subgroup_coset_end_depth(struct subgroup_coset *coset);

/** Bytes that the last extension read and wrote: each page and its ten sources. */
#define SUBGROUP_BYTES_MOVED (UINT64_C(1) * N_PAGES * PAGE_BYTES * (N_H_MOVES + 2))

/** Make ready to use the symmetries of the coset if it has any, and if they are used at this depth.
 * @return false without memory */
bool subgroup_coset_prepare_symmetries(struct subgroup_coset *coset);

/** Visit the positions that are not found, until `visit` returns false; after
 * subgroup_coset_prepare_symmetries() one of those that symmetries make of each other.
 * @return how many were visited */
uint64_t subgroup_coset_visit_missing(const struct subgroup_coset *coset,
                                      bool (*visit)(void *context, const struct cube *position),
                                      void *context);

/** Whether a position of the coset is found. */
bool subgroup_coset_has(const struct subgroup_coset *coset, const struct cube *position);

/** Keep what is known in a file, or go on from one (coset_journal.c): the counts, and the set if it is not
 * lost. The file is written under a temporary name, synced and renamed.
 * @return STATUS_OK, STATUS_IO, STATUS_INTERRUPTED; of subgroup_coset_journal_read() also STATUS_MISSING,
 *         STATUS_FOREIGN, STATUS_DIFFERENT, STATUS_DAMAGED (the coset is to be closed or restarted) */
enum status subgroup_coset_journal_write(const struct subgroup_coset *coset, const char *path);
enum status subgroup_coset_journal_read(struct subgroup_coset *coset, const char *path);

/** What the head of a journal says, before there is a coset to read it into. */
enum status subgroup_coset_journal_check(const struct cube *c, const char *path);
