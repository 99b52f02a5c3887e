#include "goal/goal.h"

#include "cube/centres.h"

#include <xxhash.h>

struct cube goal_view_see(const struct goal_view *view, const struct cube *c)
{
	const struct cube seen = cube_conjugate(c, view->symmetry);
	return view->is_renamed ? cube_product(&view->names, &seen) : seen;
}

struct cube goal_view_unsee(const struct goal_view *view, const struct cube *seen)
{
	const struct cube inverse = view->is_renamed ? cube_inverse(&view->names) : cube_solved;
	const struct cube c = cube_product(&inverse, seen);
	return cube_conjugate(&c, symmetry_inverse[view->symmetry]);
}

bool goal_view_from(const struct goal_view *view, unsigned symmetry, struct pattern *out)
{
	return pattern_conjugate(&view->pattern, symmetry_product[symmetry][symmetry_inverse[view->symmetry]],
	                         out);
}

/* 1 + the face of the cube itself; 0: none. */
static unsigned free_before(const struct goal_view *view)
{
	return view->free_before == 0
	           ? 0
	           : 1 + symmetry_face(symmetry_inverse[view->symmetry], view->free_before - 1u);
}

static bool is_known(const struct goal *goal, const struct goal_view *view)
{
	goal_foreach_view(known, goal) {
		struct pattern same;
		if (!goal_view_from(view, known->symmetry, &same) || !pattern_equal(&same, &known->pattern)
		    || free_before(view) != free_before(known))
			continue;
		/* Views of one pattern are of one goal if what is the solved cube to one of them is at the goal to
		 * the other. */
		const struct cube solved = goal_view_unsee(view, &cube_solved), seen = goal_view_see(known, &solved);
		if ((!view->is_renamed && !known->is_renamed) || pattern_holds(&known->pattern, &seen))
			return true;
	}
	return false;
}

bool goal_add_view(struct goal *goal, const struct goal_view *view)
{
	if (is_known(goal, view))
		return true;
	if (goal->n_views == GOAL_MAX_VIEWS)
		return false;
	goal->view[goal->n_views++] = *view;
	return true;
}

uint64_t goal_symmetries(const struct goal *goal)
{
	uint64_t symmetries = 0;
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		bool is_one = true;
		goal_foreach_view(from, goal) {
			struct goal_view view = *from;
			view.symmetry = symmetry_product[view.symmetry][s];
			is_one = is_one && is_known(goal, &view);
		}
		symmetries |= (uint64_t)is_one << s;
	}
	return symmetries;
}

bool goal_frees_before(const struct goal *goal)
{
	return goal != NULL && goal->view[0].free_before != 0;
}

uint64_t goal_views_after(const struct goal *goal, unsigned before)
{
	uint64_t views = 0;
	goal_foreach_view(view, goal)
		views |= (uint64_t)(before == 0 || free_before(view) == 1 + move_face(before - 1u))
		      << (view - goal->view);
	return views;
}

/* The first view from which a cube is at the goal; NULL: there is none. */
static const struct goal_view *holding_view(const struct goal *goal, const struct cube *c, unsigned before)
{
	set64_foreach(v, goal_views_after(goal, before)) {
		const struct cube seen = goal_view_see(&goal->view[v], c);
		if (centres_are_upright(c->centres) && pattern_holds(&goal->view[v].pattern, &seen))
			return &goal->view[v];
	}
	return NULL;
}

bool goal_holds(const struct goal *goal, const struct cube *c)
{
	return goal_holds_after(goal, c, 0);
}

bool goal_holds_after(const struct goal *goal, const struct cube *c, unsigned before)
{
	return holding_view(goal, c, before) != NULL;
}

unsigned goal_rotation(const struct goal *goal, const struct cube *c, unsigned before)
{
	const struct goal_view *const view = holding_view(goal, c, before);
	return view != NULL ? view->rotation : 0;
}

unsigned goal_turn_after(const struct goal *goal, const struct cube *c, unsigned before)
{
	set64_foreach(v, goal_views_after(goal, before)) {
		const struct goal_view *const view = &goal->view[v];
		const struct cube seen = goal_view_see(view, c);
		const unsigned turns = pattern_turns_to(&view->pattern, &seen);
		if (view->pattern.free_face == 0 || turns == 4)
			continue;
		return turns == 0 ? 0
		                  : 1
		                        + symmetry_move[symmetry_inverse[view->symmetry]]
		                                       [(view->pattern.free_face - 1u) * 3 + turns - 1];
	}
	return 0;
}

struct goal_look goal_look(const struct goal *goal, const struct cube *c, unsigned symmetry)
{
	uint8_t seen[GOAL_MAX_VIEWS][N_CUBIES];
	const struct cube turned = symmetry != 0 ? cube_conjugate(c, symmetry) : *c;
	goal_foreach_view(view, goal) {
		const struct cube from_there = goal_view_see(view, &turned);
		pattern_look(&view->pattern, &from_there, seen[view - goal->view]);
	}
	const XXH128_hash_t hash = XXH3_128bits_withSeed(seen, goal->n_views * sizeof *seen, turned.centres);
	return (struct goal_look){{hash.low64, hash.high64}};
}

bool goal_is_solved_cube(const struct goal *goal)
{
	char name[PATTERN_NAME_SIZE];
	pattern_write(&goal->view[0].pattern, name);
	return goal->n_views == 1 && !goal_frees_before(goal) && strcmp(name, "xxxxxxxx-xxxxxxxxxxxx") == 0;
}

bool goal_fixes_parity(const struct goal *goal)
{
	bool fixes = !goal_frees_before(goal);
	goal_foreach_view(view, goal)
		fixes &= pattern_fixes_parity(&view->pattern) && !(view->is_renamed && cube_is_odd(&view->names));
	return fixes;
}

void goal_identity(const struct goal *goal, char text[GOAL_IDENTITY_SIZE])
{
	size_t n = 0;
	uint64_t names = 0;
	const unsigned before = free_before(goal->view);
	goal_foreach_view(view, goal) {
		const unsigned own = free_before(view);
		names = view->is_renamed ? XXH3_64bits_withSeed(&view->names, sizeof view->names,
		                                                names + (uint64_t)(view - goal->view))
		                         : names;
		char name[PATTERN_NAME_SIZE];
		pattern_write(&view->pattern, name);
		n += (size_t)snprintf(text + n, GOAL_IDENTITY_SIZE - n, "%s%s@%u%.*s", n == 0 ? "" : " ",
		                      name, view->symmetry, own != before, own != 0 ? &face_letter[own - 1] : "");
	}
	const struct pattern *const p = &goal->view[0].pattern;
	for (unsigned i = 0; i < N_PATTERN_NUMBERS && pattern_asks_numbers(p); i++)
		n += (size_t)snprintf(text + n, GOAL_IDENTITY_SIZE - n, "%s%u", i == 0 ? " numbers:" : ",",
		                      p->number[i]);
	if (before != 0)
		n += (size_t)snprintf(text + n, GOAL_IDENTITY_SIZE - n, " before:%c", face_letter[before - 1]);
	if (names != 0)
		snprintf(text + n, GOAL_IDENTITY_SIZE - n, " names:%016" PRIx64, names);
}
