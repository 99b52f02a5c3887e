/* Goals as 54 stickers. */
#include "goal/goal.h"

enum { GREY = '.' };

/* Two pieces of a class in each other's places, one of them turned: whether such a cube can be solved does
 * not matter. */
static void blank_exchanged(const struct goal_view *view, unsigned place, unsigned piece,
                            char out[FACELET_TEXT_SIZE])
{
	const unsigned n_turns = view->pattern.of[place] & PATTERN_ORIENTED ? 1 : cubie_n_stickers(place);
	for (unsigned turn = 0; turn < n_turns; turn++) {
		struct cube c = cube_solved;
		cube_put(&c, piece, place, 0);
		cube_put(&c, place, piece, turn);
		/* Blank what such a cube shows otherwise than the solved cube does, also after the turns of a face
		 * that are free. */
		for (unsigned free = 0; free < pattern_n_turns(&view->pattern); free++) {
			const struct cube turned = pattern_turn_free(&view->pattern, &c, free);
			const struct cube at_goal = goal_view_unsee(view, &turned);
			char shown[FACELET_TEXT_SIZE];
			facelet_write(&at_goal, shown);
			for (unsigned i = 0; i < N_FACELETS; i++)
				out[i] = shown[i] != out[i] ? GREY : out[i];
		}
	}
}

void goal_draw(const struct goal *goal, char out[FACELET_TEXT_SIZE])
{
	facelet_write(&cube_solved, out);
	goal_foreach_view(view, goal)
		for (unsigned a = 0; a < N_CUBIES; a++)
			cubie_foreach_of_kind(b, a)
				if (view->pattern.of[a] == view->pattern.of[b])
					blank_exchanged(view, a, b, out);
}
