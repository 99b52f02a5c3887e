/* Cubes of a list that are equal up to the 48 symmetries and inversion: one is solved, the others get its
 * answer, each in its own frame.  With a goal those are equal that look the same to it, up to its own
 * symmetries.  Which cube is a duplicate of which follows from the list alone, not from what is solved
 * when. */
#pragma once
#include "cube/canonical.h"
#include "search/search.h"

enum {
	DUPLICATES_WINDOW = 65536,         /* the latest classes that a cube is compared with */
	DUPLICATES_SOLUTIONS = 262144,     /* kept of all of them; what has more is searched again when it is
	                                    * needed */
};

struct duplicates;

/** What is known of a cube's class when it is read. */
enum duplicate_kind {
	DUPLICATE_NONE,       /* the first of its class in the window: to be searched */
	DUPLICATE_ANSWERED,   /* duplicates_answer() has what was found */
	DUPLICATE_PENDING,    /* cube `searched_by` is being searched for it: to wait for that one */
	DUPLICATE_FORGOTTEN,  /* answered once, but not kept: `first` is to be searched again, in its frame */
};

/** What cubes of a class share: the canonical cube, or what the goal sees of one. */
struct duplicate_class {
	uint8_t bytes[sizeof(struct cube)];
};

struct duplicate {
	uint64_t first_id;                 /* of its class: its own if it is the first */
	uint64_t searched_by;
	const struct goal *goal;
	struct duplicate_class class;
	struct cube first, own;
	struct cube_transform first_transform, transform;  /* to what is canonical, of the first and of this
	                                                    * one */
};

/** @param goal  borrowed; NULL: the solved cube
 * @return NULL without memory */
struct duplicates *duplicates_create(const struct goal *goal);
void duplicates_free(struct duplicates *d);

/** Look a cube up; the first of a class is entered.  With DUPLICATE_NONE and DUPLICATE_FORGOTTEN the caller
 * searches, and then calls duplicates_found().
 * @param id  counts the cubes, from 1 */
enum duplicate_kind duplicates_look_up(struct duplicates *d, const struct cube *c, uint64_t id,
	struct duplicate *out);

/** Enter cubes that were answered in an earlier run, as duplicates_look_up() would. */
void duplicates_pass(struct duplicates *d, const struct cube *c, uint64_t id);

/** The search of a class is over: keep its result for those that follow, if it is one.
 * @param result  of duplicate->first, borrowed */
void duplicates_found(struct duplicates *d, const struct duplicate *duplicate,
                      const struct search_result *result);

/** The answer for a duplicate, after DUPLICATE_ANSWERED.  @return false without memory */
bool duplicates_answer(struct duplicates *d, const struct duplicate *duplicate, struct search_result *out);

/** The answer for a duplicate by the result of the first of its class, without nodes and time.
 * @return false without memory, or if a solution does not solve the cube: a fault of this program */
bool duplicate_image(const struct duplicate *duplicate, const struct search_result *of_first,
                     struct search_result *out);
