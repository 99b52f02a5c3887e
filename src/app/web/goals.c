/* GET /api/goals: goals in which only some pieces count. */
#include "web/server.h"

#include "report/json.h"

/* What is known of a goal.  @param arguments, picture  NULL: not told */
static json_t *goal_json(const struct web_server *server, const superflip_goal *goal, const char *name,
                         const char *arguments, const char *picture)
{
	const struct tables_options options = {
		.directory = server->jobs->session.where.directory, .goal = goal,
	};
	superflip_needs info = {.size = sizeof info};
	char facelets[FACELET_TEXT_SIZE];
	superflip_goal_facelets(goal, facelets, sizeof facelets);
	const bool has_tables = cover_measure(&options, &info, NULL) == SUPERFLIP_OK;
	return json_pack("{s:s, s:s*, s:s*, s:s, s:o, s:i, s:b, s:b, s:o}", "name", name, "arguments",
	                 arguments, "picture", picture, "facelets", facelets, "states",
	                 info.n_states > 0 ? json_count(info.n_states) : json_null(), "sides",
	                 info.n_sides, "exact", info.is_exact, "installed",
	                 has_tables && info.is_installed, "file_bytes",
	                 has_tables ? json_count(info.file_bytes) : json_null());
}

void web_goals(const struct web_call *call, struct web_reply *out)
{
	const char *const text = web_find(call, WEB_QUERY, "goal");
	superflip_error error;
	superflip_goal *goal;
	if (text == NULL) {
		const char *name, *arguments, *picture;
		json_t *const array = json_array();
		for (unsigned i = 0; (name = superflip_goal_at(i, &arguments, &picture)) != NULL; i++) {
			if (superflip_goal_parse(name, &goal, NULL) != SUPERFLIP_OK)
				continue;
			json_array_append_new(array, goal_json(call->server, goal, name, arguments, picture));
			superflip_goal_free(goal);
		}
		web_reply_json(out, WEB_OK, json_pack("{s:o}", "goals", array));
	} else if (superflip_goal_parse(text, &goal, &error) == SUPERFLIP_OK) {
		web_reply_json(out, WEB_OK, goal_json(call->server, goal, superflip_goal_name(goal), NULL, NULL));
		superflip_goal_free(goal);
	} else {
		error.field = "goal";
		web_reply_error(out, &error);
	}
}
