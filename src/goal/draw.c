/* Goals as 54 stickers. */
#include "cube/facelet.h"
#include "goal/goal.h"

#include <string.h>

enum { GREY = '.' };

/* Blank the stickers that a cube at the goal shows otherwise than the solved cube does. */
static void blank_others(const struct cube *c, char out[FACELET_TEXT_SIZE])
{
	char shown[FACELET_TEXT_SIZE];
	facelet_write(c, shown);
	for (unsigned i = 0; i < N_FACELETS; i++)
		if (shown[i] != out[i])
			out[i] = GREY;
}

/* The same after the turns of a face that are free. */
static void blank_turned(const struct goal_view *view, struct cube c, char out[FACELET_TEXT_SIZE])
{
	for (unsigned turn = 0; turn < (view->pattern.free_face > 0 ? 4 : 1); turn++) {
		const struct cube at_goal = goal_view_unsee(view, &c);
		blank_others(&at_goal, out);
		if (view->pattern.free_face > 0)
			c = cube_after(&c, (view->pattern.free_face - 1u) * 3);
	}
}

/* Two pieces of a class in each other's places, one of them turned: whether such a cube can be solved does not matter. */
static void blank_exchanged(const struct goal_view *view, bool is_corner, unsigned place, unsigned piece, char out[FACELET_TEXT_SIZE])
{
	const uint8_t of = is_corner ? view->pattern.corner[place] : view->pattern.edge[place];
	const unsigned n_turns = (of & PATTERN_ORIENTED) != 0 ? 1 : is_corner ? 3 : 2;
	for (unsigned turn = 0; turn < n_turns; turn++) {
		struct cube c = cube_solved;
		uint8_t *const perm = is_corner ? c.corner_perm : c.edge_perm;
		perm[piece] = (uint8_t)place;
		perm[place] = (uint8_t)piece;
		(is_corner ? c.corner_ori : c.edge_ori)[place] = (uint8_t)turn;
		blank_turned(view, c, out);
	}
}

void goal_draw(const struct goal *goal, char out[FACELET_TEXT_SIZE])
{
	facelet_write(&cube_solved, out);
	for (const struct goal_view *view = goal->view; view < goal->view + goal->n_views; view++) {
		const struct pattern *const p = &view->pattern;
		for (unsigned a = 0; a < N_EDGES; a++)
			for (unsigned b = 0; b < N_EDGES; b++) {
				if (p->edge[a] == p->edge[b])
					blank_exchanged(view, false, a, b, out);
				if (a < N_CORNERS && b < N_CORNERS && p->corner[a] == p->corner[b])
					blank_exchanged(view, true, a, b, out);
			}
	}
}
