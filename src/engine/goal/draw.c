/* Goals as 54 stickers. */
#include "cube/facelet.h"
#include "goal/goal.h"

#include <string.h>

enum { GREY = '.' };

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
		/* Blank what such a cube shows otherwise than the solved cube does, also after the turns of a face
		 * that are free. */
		for (unsigned free = 0; free < (view->pattern.free_face > 0 ? 4 : 1); free++) {
			const struct cube at_goal = goal_view_unsee(view, &c);
			char shown[FACELET_TEXT_SIZE];
			facelet_write(&at_goal, shown);
			for (unsigned i = 0; i < N_FACELETS; i++)
				out[i] = shown[i] != out[i] ? GREY : out[i];
			if (view->pattern.free_face > 0)
				c = cube_after(&c, (view->pattern.free_face - 1u) * 3);
		}
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
