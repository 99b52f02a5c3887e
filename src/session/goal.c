/* Goals as callers have them. */
#include "session/session.h"

bool text_is_goal(const char *text)
{
	api_init(SUPERFLIP_3X3);
	if (text == NULL || goal_is_named(text))
		return text != NULL;
	/* A word that begins as no turn does, and nothing as long as stickers. */
	const char *const at = text_skip_space(text), *french = at;
	struct turn ignored;
	while (turn_read(french, turn_token_end(french), READ_FRENCH, &ignored))
		french = turn_token_end(french);
	return text_is_letter(at[0]) && text_is_letter(at[1]) && strlen(at) < POCKET_FACELETS
	       && !turn_read(at, turn_token_end(at), 0, &ignored) && french < text_skip_word(at);
}

superflip_status superflip_goal_parse(const char *text, superflip_goal **out, superflip_error *error)
{
	superflip_goal goal;
	struct input_error fault;
	api_init(SUPERFLIP_3X3);
	if (text == NULL)
		return error_refuse(error, "the text is NULL");
	return goal_parse(text, &goal.goal, &fault) ? api_give(&goal, sizeof goal, out, error)
	                                            : error_of_input(error, &fault);
}

superflip_status superflip_goal_of_cube(const superflip_cube *cube, superflip_goal **out,
                                        superflip_error *error)
{
	superflip_goal goal;
	struct input_error fault;
	if (cube->puzzle != SUPERFLIP_3X3)
		return error_refuse(error, "goals are of the 3x3x3");
	return goal_of_seen(&cube->cube, cube->seen, &goal.goal, &fault)
	           ? api_give(&goal, sizeof goal, out, error)
	           : error_of_input(error, &fault);
}

superflip_status goal_takes(const superflip_goal *goal, const superflip_cube *cube, superflip_error *error)
{
	struct input_error fault;
	const superflip_facts facts = superflip_cube_facts(cube);
	if (cube->puzzle != SUPERFLIP_3X3)
		return error_refuse(error, "goals are of the 3x3x3");
	return (facts.is_whole && !facts.has_centers)
	               || goal_is_decided(&goal->goal, &cube->cube, cube->seen, &fault)
	           ? SUPERFLIP_OK
	           : error_refuse(error, "%s", fault.message);
}

void superflip_goal_free(superflip_goal *goal)
{
	free(goal);
}

const char *superflip_goal_name(const superflip_goal *goal)
{
	return goal->goal.name;
}

size_t superflip_goal_patterns(const superflip_goal *goal, char *out, size_t size)
{
	char text[GOAL_IDENTITY_SIZE];
	goal_identity(&goal->goal, text);
	return (size_t)snprintf(out, size, "%s", text);
}

size_t superflip_goal_facelets(const superflip_goal *goal, char *out, size_t size)
{
	char text[FACELET_TEXT_SIZE];
	goal_draw(&goal->goal, text);
	return (size_t)snprintf(out, size, "%s", text);
}

bool superflip_goal_is_solved(const superflip_goal *goal)
{
	return goal_is_solved_cube(&goal->goal);
}

bool goal_has_free_turns(const superflip_goal *goal)
{
	bool has_free = goal_frees_before(&goal->goal);
	goal_foreach_view(view, &goal->goal)
		has_free |= view->pattern.free_face != 0;
	return has_free;
}

superflip_status superflip_goal_holds(const superflip_goal *goal, const superflip_cube *cube, bool *out,
                                      superflip_error *error)
{
	const superflip_status status = goal_takes(goal, cube, error);
	if (status == SUPERFLIP_OK)
		*out = goal_holds(&goal->goal, &cube->cube);
	return status;
}

const char *superflip_goal_at(unsigned i, const char **arguments, const char **picture)
{
	if (i >= n_goal_words)
		return NULL;
	if (arguments != NULL)
		*arguments = goal_words[i].usage;
	if (picture != NULL)
		*picture = goal_words[i].picture;
	return goal_words[i].name;
}
