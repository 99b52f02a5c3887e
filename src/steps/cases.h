/* The cases of a step: where few states look different to it, each is solved once, up to the symmetries of its goal. */
#ifndef SUPERFLIP_STEPS_CASES_H
#define SUPERFLIP_STEPS_CASES_H
#include "goal/goal.h"
#include "search/search.h"

enum { CASES_MAX = 1 << 16 };

struct cases;

/** @param symmetries  of the goal and of the turns
 * @return NULL without memory; else to be released by cases_free() */
struct cases *cases_make(const struct goal *goal, uint64_t symmetries);
void cases_free(struct cases *cases);

/** Keep cases in a file of a directory, too, and take those that it has.  Where it cannot be written to, or another process writes it,
 * it is only read.
 * @param identity  lines "key=value" that say what solves a case */
void cases_keep_in(struct cases *cases, const char *directory, const char *identity);

/** What the step sees of a cube, and from which side: the same for all cubes of a case. */
struct case_view {
	struct goal_look look;
	uint8_t symmetry;
};
struct case_view cases_view(const struct cases *cases, const struct cube *c);

/** A case's solutions, as they are seen from the view's side.
 * @param n  set
 * @return NULL: it was not solved yet */
const struct search_solution *cases_find(const struct cases *cases, const struct case_view *view, uint64_t *n);

/** Keep a case's solutions, unless it has some or there are CASES_MAX cases.  @return whether they were taken over */
bool cases_keep(struct cases *cases, const struct case_view *view, struct search_solution *solutions, uint64_t n);
#endif
