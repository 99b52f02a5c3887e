#include "search/duplicates.h"

#include <xxhash.h>

enum { N_BUCKETS = DUPLICATES_WINDOW, NOBODY = DUPLICATES_WINDOW };

/* A class in the window. */
struct class {
	struct duplicate_class of;
	struct cube first;
	struct cube_transform first_transform;
	bool is_answered;
	uint64_t first_id;
	uint64_t searched_by;              /* 0: nobody searches it now */
	uint32_t next;                     /* in its bucket; NOBODY: the last */
	/* Once it is answered: */
	enum search_outcome outcome;
	bool is_optimal;
	unsigned length, lower_bound;
	uint64_t n_solutions;
	struct search_solution *solutions; /* of the first; owned */
};

struct duplicates {
	const struct goal *goal;
	uint64_t symmetries;               /* of the goal; 0: the solved cube */
	uint64_t n_entered;                /* class i is in slot i % DUPLICATES_WINDOW */
	uint64_t n_solutions;              /* kept */
	uint32_t bucket[N_BUCKETS];
	struct class class[DUPLICATES_WINDOW];
};

struct duplicates *duplicates_create(const struct goal *goal)
{
	struct duplicates *const d = calloc(1, sizeof *d);  /* its pages come as they are used */
	if (d == NULL)
		return NULL;
	d->goal = goal;
	d->symmetries = goal != NULL ? goal_symmetries(goal) : 0;
	items_foreach(first, d->bucket, N_BUCKETS)
		*first = NOBODY;
	return d;
}

void duplicates_free(struct duplicates *d)
{
	for (unsigned i = 0; d != NULL && i < DUPLICATES_WINDOW; i++)
		free(d->class[i].solutions);
	free(d);
}

/* The canonical cube, or the first of what the goal sees from all sides that are the same to it. */
static struct duplicate_class class_of_cube(const struct duplicates *d, const struct cube *c,
                                            struct cube_transform *how)
{
	struct duplicate_class first = {{0}};
	if (d->goal == NULL) {
		const struct cube canonical = cube_canonical(c, how);
		memcpy(first.bytes, &canonical, sizeof canonical);
	}
	bool has_one = false;
	set64_foreach(symmetry, d->symmetries) {
		const struct goal_look look = goal_look(d->goal, c, (unsigned)symmetry);
		if (has_one && memcmp(&look, first.bytes, sizeof look) >= 0)
			continue;
		memcpy(first.bytes, &look, sizeof look);
		*how = (struct cube_transform){(uint8_t)symmetry, false};
		has_one = true;
	}
	return first;
}

static uint32_t bucket_of(const struct duplicate_class *class)
{
	return (uint32_t)(XXH3_64bits(class->bytes, sizeof class->bytes) % N_BUCKETS);
}

static struct class *find(struct duplicates *d, const struct duplicate_class *wanted)
{
	for (uint32_t i = d->bucket[bucket_of(wanted)]; i != NOBODY; i = d->class[i].next)
		if (memcmp(&d->class[i].of, wanted, sizeof *wanted) == 0)
			return &d->class[i];
	return NULL;
}

/* The class of a cube, which enters if it is not there, and how the cube is one of it.
 * @param id  of the cube */
static struct class *find_or_enter(struct duplicates *d, const struct cube *c, uint64_t id,
                                   struct duplicate *out)
{
	*out = (struct duplicate){.goal = d->goal, .own = *c};
	out->class = class_of_cube(d, c, &out->transform);
	struct class *class = find(d, &out->class);
	if (class == NULL) {
		const uint32_t slot = (uint32_t)(d->n_entered % DUPLICATES_WINDOW), bucket = bucket_of(&out->class);
		class = &d->class[slot];
		if (d->n_entered++ >= DUPLICATES_WINDOW) {
			/* The oldest class leaves its bucket. */
			uint32_t *link = &d->bucket[bucket_of(&class->of)];
			while (*link != slot)
				link = &d->class[*link].next;
			*link = class->next;
			d->n_solutions -= class->n_solutions;
			free(class->solutions);
		}
		*class = (struct class){
			.of = out->class, .first = *c, .first_transform = out->transform, .first_id = id,
			.next = d->bucket[bucket],
		};
		d->bucket[bucket] = slot;
	}
	out->first_id = class->first_id;
	out->searched_by = class->searched_by;
	out->first = class->first;
	out->first_transform = class->first_transform;
	return class;
}

enum duplicate_kind duplicates_look_up(struct duplicates *d, const struct cube *c, uint64_t id,
	struct duplicate *out)
{
	const uint64_t n_before = d->n_entered;
	struct class *const class = find_or_enter(d, c, id, out);
	if (class->is_answered)
		return DUPLICATE_ANSWERED;
	if (class->searched_by != 0)
		return DUPLICATE_PENDING;
	class->searched_by = id;
	return d->n_entered != n_before ? DUPLICATE_NONE : DUPLICATE_FORGOTTEN;
}

void duplicates_pass(struct duplicates *d, const struct cube *c, uint64_t id)
{
	find_or_enter(d, c, id, &(struct duplicate){.first_id = 0});
}

/* The class of a duplicate, NULL if it has left the window. */
static struct class *class_of(struct duplicates *d, const struct duplicate *duplicate)
{
	struct class *const class = find(d, &duplicate->class);
	return class != NULL && class->first_id == duplicate->first_id ? class : NULL;
}

void duplicates_found(struct duplicates *d, const struct duplicate *duplicate,
                      const struct search_result *result)
{
	struct class *const class = class_of(d, duplicate);
	if (class == NULL)
		return;
	class->searched_by = 0;
	const bool is_answer = result->outcome != SEARCH_INTERRUPTED && result->outcome != SEARCH_NO_MEMORY
	                       && result->outcome != SEARCH_BAD_TABLE;
	if (!is_answer || class->is_answered || d->n_solutions + result->n_solutions > DUPLICATES_SOLUTIONS)
		return;
	class->solutions = array_copy(result->solutions, result->n_solutions * sizeof *class->solutions);
	if (class->solutions == NULL)
		return;
	class->n_solutions = result->n_solutions;
	d->n_solutions += result->n_solutions;
	class->outcome = result->outcome;
	class->is_optimal = result->is_optimal;
	class->length = result->length;
	class->lower_bound = result->lower_bound;
	class->is_answered = true;
}

bool duplicates_answer(struct duplicates *d, const struct duplicate *duplicate, struct search_result *out)
{
	const struct class *const class = class_of(d, duplicate);
	if (class == NULL || !class->is_answered)
		return false;
	const struct search_result of_first = {
		.outcome = class->outcome, .is_optimal = class->is_optimal, .length = class->length,
		.lower_bound = class->lower_bound, .n_solutions = class->n_solutions, .solutions = class->solutions,
	};
	return duplicate_image(duplicate, &of_first, out);
}

bool duplicate_image(const struct duplicate *duplicate, const struct search_result *of_first,
                     struct search_result *out)
{
	*out = (struct search_result){
		.outcome = of_first->outcome, .is_optimal = of_first->is_optimal, .length = of_first->length,
		.lower_bound = of_first->lower_bound, .n_solutions = of_first->n_solutions,
	};
	if (of_first->n_solutions == 0)
		return true;
	out->solutions = array_copy(of_first->solutions, of_first->n_solutions * sizeof *out->solutions);
	if (out->solutions == NULL)
		return false;
	const struct cube_transform from = duplicate->first_transform, to = duplicate->transform;
	items_foreach(solution, out->solutions, out->n_solutions) {
		/* A turn that is free before the solution stays there; one after it is that of the first view that
		 * this cube reaches. */
		const unsigned n_before = solution->n_before;
		solution->n_moves = (uint8_t)(solution->n_moves - solution->n_after);
		cube_transform_moves(from, to, solution->moves, n_before);
		cube_transform_moves(from, to, solution->moves + n_before, solution->n_moves - n_before);
		const struct cube end = cube_after_moves(duplicate->own, solution->moves, solution->n_moves);
		if (!(duplicate->goal != NULL ? goal_holds(duplicate->goal, &end) : cube_is_solved(&end))) {
			search_result_free(out);
			return false;
		}
		if (duplicate->goal != NULL)
			solution_add_turn_after(solution, duplicate->goal, &end);
	}
	qsort(out->solutions, (size_t)out->n_solutions, sizeof *out->solutions, search_compare_solutions);
	return true;
}
