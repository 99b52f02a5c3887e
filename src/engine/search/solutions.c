/* The solutions of a search: found by any thread, in order at the end, with their images under the cube's
 * symmetries. */
#include "search/pool.h"

#include "cube/centres.h"
#include "search/roots.h"
#include "search/unit_source.h"

uint64_t search_solutions_wanted(const struct search *s)
{
	return s->request.n_solutions == SEARCH_ALL ? UINT64_MAX : (uint64_t)s->request.n_solutions;
}

bool search_wants_all(const struct search *s)
{
	return s->request.n_solutions == SEARCH_ALL || s->request.is_deterministic;
}

struct search_solution search_solution_of_path(const uint8_t *path, unsigned n)
{
	struct search_solution solution = {.length = (uint8_t)n};
	items_foreach(move, path, n) {
		uint8_t *const newest = solution.n_moves == 0 ? NULL : &solution.moves[solution.n_moves - 1];
		if (newest != NULL && *newest == *move && move_is_quarter(*move))
			*newest = (uint8_t)(move_face(*move) * 3 + 1);
		else
			solution.moves[solution.n_moves++] = *move;
	}
	return solution;
}

/* Whether the images of solutions under the cube's symmetries are added after each iteration. */
static bool adds_images(const struct search *s)
{
	return s->symmetries != 1 && (search_solutions_wanted(s) > 1 || s->request.is_deterministic);
}

/* Tell the caller who watches of n solutions of the iteration. */
static void tell_found(const struct search *s, const struct search_solution *solutions, uint64_t n)
{
	const struct search_watch *const watch = s->request.watch;
	if (watch != NULL && watch->found != NULL && n > 0)
		watch->found(watch->context, solutions, n);
}

/* Whether the frame may be left in several ways by the same turns of pieces, which are then found once for
 * each. */
static bool leaves_frames(const struct search *s)
{
	return s->turns != NULL && s->turns->n_classes > 1;
}

/* Turns of one axis that follow each other, as one: all where frames differ, else those that are one turn of
 * the set at their cost.  With prices of pairs turns that undo each other stay: they may be there for these.
 * @return how many are left */
static unsigned merge_runs(const struct search *s, const uint8_t *path, unsigned n,
                           uint8_t merged[SEARCH_MAX_LENGTH])
{
	const uint8_t *const cost = s->turns->costs.of;
	unsigned n_merged = 0;
	items_foreach(step, path, n) {
		unsigned element = *step;
		if (n_merged > 0 && axis_turns_axis(merged[n_merged - 1]) == axis_turns_axis(element)) {
			const unsigned before = merged[n_merged - 1], both = axis_turns_product(before, element);
			const unsigned apart = cost[axis_turns_inverse(before)] + cost[axis_turns_inverse(element)];
			if ((leaves_frames(s) || cost[axis_turns_inverse(both)] == apart)
			    && (both % 16 != 0 || s->turns->set.n_rows == 0)) {
				element = both;
				n_merged--;
			}
		}
		if (element % 16 != 0)
			merged[n_merged++] = (uint8_t)element;
	}
	return n_merged;
}

/* Whether the same turns, as many of them free, were found before, at no greater cost. */
static bool is_known(const struct search *s, const struct search_solution *solution)
{
	uint64_t i = 0;
	while (i < s->n_solutions
	       && (s->solutions[i].n_moves != solution->n_moves || s->solutions[i].n_before != solution->n_before
	           || memcmp(s->solutions[i].moves, solution->moves, solution->n_moves) != 0))
		i++;
	return i < s->n_solutions;
}

void solution_add_turn_after(struct search_solution *solution, const struct goal *goal,
                             const struct cube *end)
{
	const unsigned after = goal_turn_after(goal, end, solution->n_before > 0 ? 1u + solution->moves[0] : 0);
	solution->n_after = after != 0;
	if (after != 0)
		solution->moves[solution->n_moves++] = (uint8_t)(after - 1);
}

/* Put the free turns of the goal at both ends. */
static void add_free_turns(const struct search *s, unsigned start, struct search_solution *solution)
{
	const unsigned before = search_free_turn(s, start);
	if (before != 0) {
		memmove(solution->moves + 1, solution->moves, solution->n_moves++);
		solution->moves[0] = (uint8_t)(before - 1);
		solution->n_before = 1;
	}
	/* Of a turn set the cube may be held otherwise by then: U is another face. */
	if (heuristic_turns(s->pool->heuristic->spec) == NULL) {
		const struct cube end = cube_after_moves(s->request.cube, solution->moves, solution->n_moves);
		solution_add_turn_after(solution, s->request.goal, &end);
	}
}

/* Whether a solution is found without a turn that it has, to views with a free face: it begins with turns of
 * that, its opposite aside, or it is the free turn alone of a cube that is at the goal.  Of a turn set, where
 * slices turn that face, too, only if it costs less without. */
static bool is_redundant(const struct search *s, const struct search_solution *solution, unsigned face)
{
	const unsigned end = solution->n_moves - (unsigned)solution->n_after;
	const uint8_t *const moves = solution->moves;
	uint8_t others[sizeof solution->moves];
	unsigned i = solution->n_before, n = 0, cost = 0;
	while (i < end && move_face(moves[i]) == (face + 3) % N_FACES)
		others[n++] = moves[i++];
	if (i == end)
		return solution->n_before == 1 && end == 1
		       && goal_holds_after(s->request.goal, &s->request.cube, 1 + face * 3);
	if (move_face(moves[i]) != face || s->turns == NULL)
		return move_face(moves[i]) == face;
	memcpy(others + n, moves + i + 1, end - i - 1);
	return turn_set_write(&s->turns->set, others, n + end - i - 1, ANY_ORIENTATION, &cost, NULL, 0)
	       && cost < solution->length;
}

/* Whether a solution reaches a view, with its free face, in vain. */
static bool is_found_otherwise(const struct search *s, const struct search_solution *solution)
{
	const struct cube end =
		cube_after_moves(s->request.cube, solution->moves, solution->n_moves - (unsigned)solution->n_after);
	for (unsigned face = 0; face < N_FACES; face++)
		if ((solution->n_before == 0 || move_face(solution->moves[0]) == face)
		    && goal_holds_after(s->request.goal, &end, 1 + face * 3) && !is_redundant(s, solution, face))
			return false;
	return true;
}

/* Whether the goal is reached before the end, turns of one axis that follow each other being done in any
 * order; with prices of pairs in that of the path: others may be dearer. */
static bool reaches_goal_early(const struct search *s, unsigned start, const uint8_t *path, unsigned n)
{
	const bool is_set = s->turns != NULL;
	const unsigned before = search_free_turn(s, start);
	struct cube begun = before != 0 ? cube_after(&s->request.cube, before - 1) : s->request.cube;
	for (unsigned begin = 0, end; begin < n; begin = end) {
		const unsigned axis = is_set ? axis_turns_axis(path[begin]) : move_face(path[begin]) % 3;
		for (end = begin + 1;
		     end < n && (is_set ? axis_turns_axis(path[end]) : move_face(path[end]) % 3) == axis;)
			end++;
		const uint32_t all = (1u << (end - begin)) - 1;
		struct cube c = begun;
		for (uint32_t done = 0; done < all;) {
			if (goal_holds_after(s->request.goal, &c, before))
				return true;
			done += is_set && s->turns->set.n_rows > 0 ? done + 1 : 1;
			c = begun;
			for (unsigned i = begin; i < end; i++)
				if (done >> (i - begin) & 1)
					c = is_set ? cube_after_element(&c, path[i]) : cube_after(&c, path[i]);
		}
		begun = c;
	}
	return false;
}

static void record_solution(struct search *s, unsigned start, const uint8_t *path, unsigned n)
{
	/* Of a turn set, whose steps may turn two faces, the iteration's threshold is the cost. */
	struct search_solution solution = {.length = (uint8_t)s->threshold};
	uint8_t merged[SEARCH_MAX_LENGTH];
	if (s->turns == NULL)
		solution = search_solution_of_path(path, n);
	else
		solution.n_moves = (uint8_t)elements_to_moves(merged, merge_runs(s, path, n, merged), solution.moves);
	if (s->request.goal != NULL)
		add_free_turns(s, start, &solution);
	if (goal_frees_before(s->request.goal) && is_found_otherwise(s, &solution))
		return;
	if (leaves_frames(s)) {
		/* Of less cost with the frame left otherwise are those below the shortest length that was asked
		 * for. */
		unsigned cost = solution.length;
		if (s->request.min_length > 0)
			turn_set_write(&s->turns->set, solution.moves, solution.n_moves, ANY_ORIENTATION, &cost, NULL, 0);
		if (cost < solution.length || is_known(s, &solution))
			return;
	}
	s->solutions[s->n_solutions++] = solution;
	if (!adds_images(s))
		tell_found(s, &solution, 1);
}

void search_found(struct search *s, unsigned start, const uint8_t *path, unsigned n)
{
	const bool may_be_longer = s->request.over_optimal != 0 || s->request.min_length != 0;
	/* Kernels and tables know nothing of centres: of the paths that they find those that leave one turned are
	 * dropped. */
	if (!centres_are_upright(search_path_cube(s, s->request.cube, path, n).centres))
		return;
	if (s->request.goal != NULL && !s->request.past_goal && may_be_longer
	    && reaches_goal_early(s, start, path, n))
		return;
	search_add_solution(s, start, path, n);
	if (s->request.units != NULL)
		s->request.units->found(s->request.units->context, path, n);
}

void search_add_solution(struct search *s, unsigned start, const uint8_t *path, unsigned n)
{
	pthread_mutex_lock(&s->solutions_lock);
	struct search_solution *const room =
		array_reserve(s->solutions, s->n_solutions + 1, &s->solutions_capacity, sizeof *room);
	s->solutions = room != NULL ? room : s->solutions;
	if (room == NULL)
		search_fail(s, SEARCH_NO_MEMORY);
	else if (s->n_solutions < search_solutions_wanted(s) || s->request.is_deterministic)
		record_solution(s, start, path, n);
	if (s->n_solutions >= search_solutions_wanted(s) && !s->request.is_deterministic)
		atomic_store(&s->stop, true);
	pthread_mutex_unlock(&s->solutions_lock);
}

int search_compare_solutions(const void *a, const void *b)
{
	const struct search_solution *const x = a, *const y = b;
	if (x->length != y->length)
		return x->length < y->length ? -1 : 1;
	const int order = memcmp(x->moves, y->moves, x->n_moves < y->n_moves ? x->n_moves : y->n_moves);
	return order != 0 ? order : (int)x->n_moves - (int)y->n_moves;
}

void search_add_images(struct search *s)
{
	const unsigned n_symmetries = (unsigned)__builtin_popcountll(s->symmetries);
	if (s->n_solutions == 0 || !adds_images(s))
		return;
	struct search_solution *const all = malloc(s->n_solutions * n_symmetries * sizeof *all);
	if (all == NULL) {  /* the solutions that were found remain */
		search_fail(s, SEARCH_NO_MEMORY);
		return;
	}
	uint64_t n = 0;
	items_foreach(solution, s->solutions, s->n_solutions)
		set64_foreach(symmetry, s->symmetries)
			all[n++] = solution_image(solution, (unsigned)symmetry);
	qsort(all, n, sizeof *all, search_compare_solutions);
	free(s->solutions);
	s->solutions = all;
	s->solutions_capacity = n;
	s->n_solutions = 1;  /* without equal neighbours */
	for (uint64_t i = 1; i < n; i++)
		if (search_compare_solutions(&all[i], &all[s->n_solutions - 1]) != 0)
			all[s->n_solutions++] = all[i];
	/* In order of length: those of this iteration are the last. */
	uint64_t n_before = s->n_solutions;
	while (n_before > 0 && all[n_before - 1].length == s->threshold)
		n_before--;
	tell_found(s, all + n_before, s->n_solutions - n_before);
}

void search_hand_over_solutions(struct search *s, struct search_result *result)
{
	if (s->n_solutions > 1)
		qsort(s->solutions, s->n_solutions, sizeof *s->solutions, search_compare_solutions);
	if (s->n_solutions > search_solutions_wanted(s))
		s->n_solutions = search_solutions_wanted(s);
	result->n_solutions = s->n_solutions;
	result->solutions = s->solutions;
	s->solutions = NULL;
}

void search_result_free(struct search_result *result)
{
	free(result->solutions);
	result->solutions = NULL;
	result->n_solutions = 0;
}
