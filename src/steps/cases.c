#include "steps/cases.h"

#include <stdlib.h>
#include <string.h>

enum { N_SLOTS = 2 * CASES_MAX };

struct entry {
	struct goal_look look;
	uint64_t n;
	struct search_solution *solutions;  /* owned; NULL: the slot is free */
};

struct cases {
	const struct goal *goal;
	uint64_t symmetries;
	unsigned n;
	struct entry entry[N_SLOTS];        /* open addressing */
};

struct cases *cases_make(const struct goal *goal, uint64_t symmetries)
{
	struct cases *const cases = calloc(1, sizeof *cases);
	if (cases != NULL) {
		cases->goal = goal;
		cases->symmetries = symmetries;
	}
	return cases;
}

void cases_free(struct cases *cases)
{
	for (unsigned i = 0; cases != NULL && i < N_SLOTS; i++)
		free(cases->entry[i].solutions);
	free(cases);
}

struct case_view cases_view(const struct cases *cases, const struct cube *c)
{
	struct case_view view = {.symmetry = 0};
	bool is_first = true;
	for (uint64_t left = cases->symmetries; left != 0; left &= left - 1, is_first = false) {
		const uint8_t symmetry = (uint8_t)__builtin_ctzll(left);
		const struct goal_look look = goal_look(cases->goal, c, symmetry);
		if (is_first || memcmp(&look, &view.look, sizeof look) < 0)
			view = (struct case_view){look, symmetry};
	}
	return view;
}

/* The slot of a case, or the free one where it belongs. */
static unsigned slot_of(const struct cases *cases, const struct goal_look *look)
{
	unsigned slot = (unsigned)(look->words[0] % N_SLOTS);
	while (cases->entry[slot].solutions != NULL && memcmp(&cases->entry[slot].look, look, sizeof *look) != 0)
		slot = (slot + 1) % N_SLOTS;
	return slot;
}

const struct search_solution *cases_find(const struct cases *cases, const struct case_view *view, uint64_t *n)
{
	const struct entry *const entry = &cases->entry[slot_of(cases, &view->look)];
	*n = entry->n;
	return entry->solutions;
}

bool cases_keep(struct cases *cases, const struct case_view *view, struct search_solution *solutions, uint64_t n)
{
	if (cases->n == CASES_MAX)
		return false;
	cases->entry[slot_of(cases, &view->look)] = (struct entry){view->look, n, solutions};
	cases->n++;
	return true;
}
