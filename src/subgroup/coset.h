/* One coset of H = <U, D, R2, L2, F2, B2> solved whole: how many of its 19,508,428,800 positions are at each distance.
 *
 * The coset H c holds the positions h c.  A sequence of moves w solves h c when h c w is solved, that is, when c w is the
 * inverse of h: so the set of all c w in H, for the w of at most d moves, tells which positions are within d moves.  It
 * is kept as a bitmap.  From depth d - 1 to d two steps lead: the set is extended by the ten moves of H (bitmap_extend()),
 * which finds all w that end with one, and a depth-first search marks the others (mark_search_run()).
 *
 * Where a coset has symmetries (coset_symmetry.h) and it pays, the set is kept closed under them: joined to its inverses after
 * it is extended, it has all that begins or ends with a move of H; of the other sequences one of each symmetry class is
 * searched, and all images are marked.
 * Source: T. Rokicki, H. Kociemba, M. Davidson, J. Dethridge, "The diameter of the Rubik's Cube group is twenty", SIAM J.
 * Discrete Math. 27 (2013). */
#ifndef SUPERFLIP_SUBGROUP_COSET_H
#define SUPERFLIP_SUBGROUP_COSET_H
#include "pdb/pdb.h"
#include "subgroup/bitmap.h"
#include "subgroup/coset_symmetry.h"
#include "subgroup/guide.h"
#include "subgroup/image.h"

enum { COSET_MAX_DEPTH = 20 };    /* no position is further away: it is what all cosets together have shown */

enum coset_status {
	COSET_OK,
	COSET_FEW_LEFT,               /* all but a few are found: see struct coset.n_few */
	COSET_INTERRUPTED,
	COSET_NO_MEMORY,
	COSET_IO,                     /* errno is set */
	COSET_NO_JOURNAL,             /* there is no such file */
	COSET_FOREIGN_JOURNAL,        /* another kind of file, or another version */
	COSET_BAD_JOURNAL,            /* cut off, or damaged */
	COSET_OTHER_COSET,            /* a sound journal, but of another coset */
	N_COSET_STATUS
};

/** A line for people that says what is wrong. */
const char *coset_status_text(enum coset_status status);

/* How a depth was begun; what a journal has to know. */
enum coset_begun { COSET_NOT_BEGUN, COSET_BEGUN_PLAIN, COSET_BEGUN_EXTENDED };

struct coset {
	struct cube cube;
	unsigned n_threads;
	unsigned n_depths;            /* done: 0 .. n_depths - 1 */
	unsigned n_exact;             /* of these, how many counts are exact; the others are what extending alone found */
	uint64_t count[COSET_MAX_DEPTH + 1];   /* positions by distance */
	uint64_t n_found;             /* sum of count */
	enum coset_begun begun;       /* the depth n_depths: some of it may be marked */
	bool is_lost;                 /* interrupted while the set was extended */
	/* Set by the caller: few positions are left to another solver, where that is quicker than a search. */
	bool leaves_few;
	unsigned few_from;            /* the first depth at which it is */
	uint64_t n_few;               /* the most positions, up to symmetries of the coset, for which it is */
	struct guide *guide;
	struct bitmap bitmap;
	struct coset_symmetries symmetries;
	unsigned symmetries_from;     /* the depth from which they are used, if the set is extended */
	struct images *images;        /* of the symmetries; NULL until they are needed; owned */
	const struct pdb_progress *progress;
	/* Of the last depth. */
	double extend_s, search_s, join_s;
	uint64_t n_sequences, n_nodes;
};

/** Memory that coset_open() and what follows takes at most, for the coset of c. */
uint64_t coset_memory_bytes(const struct cube *c, unsigned n_threads);

/** Begin with a coset, at depth 0.
 * @param c         any of its positions
 * @param progress  stages "cosets of H", "extending", "searching", "joining inverses", "reading", "writing"; may be NULL; borrowed until coset_close()
 * @param out       on COSET_OK filled, released by coset_close(); otherwise untouched
 * @return COSET_OK, COSET_INTERRUPTED, COSET_NO_MEMORY */
enum coset_status coset_open(const struct cube *c, unsigned n_threads, const struct pdb_progress *progress,
                             struct coset *out);
void coset_close(struct coset *coset);

/** Begin again with another coset. */
void coset_restart(struct coset *coset, const struct cube *c);

/** Whether every position is found. */
static inline bool coset_is_complete(const struct coset *coset) { return coset->n_found == N_MEMBERS; }

/** Do the next depth: exactly, or by extending alone, after which no depth is exact.
 * @return COSET_OK, COSET_INTERRUPTED (the depth is not done; it may be tried again unless is_lost), COSET_NO_MEMORY;
 *         COSET_FEW_LEFT (only with leaves_few): few are not found, all of them n_depths moves or more away: find out which of them are that far away
 *         (coset_visit_missing()), call coset_mark() for these, then coset_end_depth() */
enum coset_status coset_next_depth(struct coset *coset, bool exactly);

/** Mark a position and what symmetries of the coset make of it. */
void coset_mark(struct coset *coset, const struct cube *position);
void coset_end_depth(struct coset *coset);

/** Bytes that the last extension read and wrote: each page and its ten sources. */
uint64_t coset_bytes_moved(void);

/** Make ready to use the symmetries of the coset if it has any, and if they are used at this depth.
 * @return false without memory */
bool coset_make_images(struct coset *coset);

/** Visit the positions that are not found, until `visit` returns false.  After coset_make_images(), of those that symmetries
 * make of each other one is visited.
 * @return how many were visited */
uint64_t coset_visit_missing(const struct coset *coset, bool (*visit)(void *context, const struct cube *position),
                             void *context);

/** Whether a position of the coset is found. */
bool coset_has(const struct coset *coset, const struct cube *position);

/** Keep what is known in a file, or go on from one (journal.c): the counts, and the set if it is not lost.
 * The file is written under a temporary name, synced and renamed.
 * @return COSET_OK, COSET_IO, COSET_INTERRUPTED; of coset_journal_read() also COSET_NO_JOURNAL, COSET_FOREIGN_JOURNAL, COSET_OTHER_COSET,
 *         COSET_BAD_JOURNAL (the coset is to be closed or restarted) */
enum coset_status coset_journal_write(const struct coset *coset, const char *path);
enum coset_status coset_journal_read(struct coset *coset, const char *path);

/** What the head of a journal says, before there is a coset to read it into. */
enum coset_status coset_journal_check(const struct cube *c, const char *path);
#endif
