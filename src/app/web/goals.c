/* GET /api/goals: goals in which only some pieces count. */
#include "web/server.h"

#include "report/json.h"

/* What is known of a goal, put beside its name. */
static json_t *goal_json(const struct web_server *server, const superflip_goal *goal, json_t *object)
{
	const struct tables_options options = {
		.directory = server->engine != NULL ? server->engine->session.where.directory : NULL, .goal = goal,
	};
	superflip_needs info = {.size = sizeof info};
	char facelets[WEB_FACELETS_SIZE];
	superflip_goal_facelets(goal, facelets, sizeof facelets);
	json_object_set_new(object, "facelets", json_string(facelets));
	const bool has_tables = cover_measure(&options, &info, NULL) == SUPERFLIP_OK;
	json_object_set_new(object, "states", info.n_states > 0 ? json_count(info.n_states) : json_null());
	json_object_set_new(object, "sides", json_integer(info.n_sides));
	json_object_set_new(object, "exact", json_boolean(info.is_exact));
	json_object_set_new(object, "installed", json_boolean(has_tables && info.is_installed));
	json_object_set_new(object, "file_bytes", has_tables ? json_count(info.file_bytes) : json_null());
	return object;
}

static json_t *named_goals(const struct web_server *server)
{
	const char *name, *arguments, *picture;
	json_t *const array = json_array();
	for (unsigned i = 0; (name = superflip_goal_at(i, &arguments, &picture)) != NULL; i++) {
		superflip_goal *goal;
		if (superflip_goal_parse(name, &goal, NULL) != SUPERFLIP_OK)
			continue;
		json_array_append_new(array, goal_json(server, goal, json_pack("{s:s, s:s, s:s}", "name", name, "arguments", arguments,
		                                                               "picture", picture)));
		superflip_goal_free(goal);
	}
	return array;
}

void web_goals(struct web_server *server, const struct web_call *call, struct web_reply *out)
{
	const char *const text = web_find(call, WEB_QUERY, "goal");
	superflip_error fault;
	struct web_error error;
	superflip_goal *goal;
	if (text == NULL) {
		web_reply_json(out, WEB_OK, json_pack("{s:o}", "goals", named_goals(server)));
	} else if (superflip_goal_parse(text, &goal, &fault) == SUPERFLIP_OK) {
		web_reply_json(out, WEB_OK, goal_json(server, goal, json_pack("{s:s}", "name", superflip_goal_name(goal))));
		superflip_goal_free(goal);
	} else {
		web_error_of(&error, &fault);
		error.what.field = "goal";
		web_reply_error(out, &error);
	}
}
