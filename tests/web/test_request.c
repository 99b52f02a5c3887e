#include "web/request.h"

#include "support/test.h"

static bool read_body(const char *body, struct web_request *out, superflip_error *error)
{
	return web_request_read(body, strlen(body), NULL, out, error);
}

/* The message that clients get has this text. */
static void expect_message(const superflip_error *error, const char *body, const char *part)
{
	json_t *const json = web_error_json(error);
	const char *const message = json_string_value(json_object_get(json_object_get(json, "error"), "message"));
	cr_expect(message != NULL && strstr(message, part) != NULL, "%s: %s", body, message);
	json_decref(json);
}

/* @param more  members of the request after the scramble
 * @param fault  NULL: the request is right. @return whether it is */
static bool is_right_unless(const char *fault, const char *scramble, const char *more, struct web_request *r,
                            superflip_error *error)
{
	char body[300];
	snprintf(body, sizeof body, "{\"scramble\":\"%s\"%s}", scramble, more);
	*error = (superflip_error){.field = NULL};
	const bool is_right = read_body(body, r, error);
	cr_expect_eq(is_right, fault == NULL, "%s: %s", body, error->text);
	if (!is_right)
		expect_message(error, body, fault != NULL ? fault : "");
	return is_right;
}

static void expect_refused(const char *body, enum web_status status, const char *part)
{
	struct web_request request;
	superflip_error error;
	cr_assert_not(read_body(body, &request, &error), "%s", body);
	cr_expect_eq(web_error_status(&error), status, "%s: status %d", body, error.status);
	expect_message(&error, body, part);
}

Test(web_request, fields_that_are_missing_have_defaults)
{
	struct web_request r;
	superflip_error error;
	cr_assert(read_body("{\"scramble\":\"R U\"}", &r, &error));
	cr_expect_str_eq(r.scramble, "R U");
	cr_expect_str_eq(r.problem.method->name, "optimal");
	cr_expect_eq(r.problem.search.n_solutions, 1);
	cr_expect_eq(r.problem.search.max_length, SUPERFLIP_MAX_LENGTH);
	cr_expect_null(r.problem.turns);
	cr_expect_eq(r.problem.puzzle, SUPERFLIP_3X3);
	cr_expect(r.problem.position == NULL && r.pieces == NULL && r.problem.goal == NULL);
	web_request_free(&r);
}

Test(web_request, every_field_is_read)
{
	struct web_request r;
	superflip_error error;
	cr_assert(
		read_body(
			"{\"scramble\":\"H B\",\"puzzle\":\"3x3x3\",\"metric\":\"qtm\",\"method\":\"optimal\",\"n\":\"all\",\"over\":1,\"min\":2,"
			"\"max\":20,\"time_limit\":1.5,\"node_limit\":1000,\"deterministic\":true,\"letters\":\"french\","
			"\"parentheses\":\"niss\",\"goal\":\"D\",\"moves\":\"H B2\",\"detached\":true}",
			&r, &error),
		"%s", error.text);
	cr_expect_eq(r.problem.metric, SUPERFLIP_QTM);
	cr_expect_eq(r.problem.search.n_solutions, ALL_SOLUTIONS);
	cr_expect_eq(r.problem.search.over_optimal, 1u);
	cr_expect_eq(r.problem.search.min_length, 2u);
	cr_expect_eq(r.problem.search.max_length, 20u);
	cr_expect_eq(r.problem.search.time_limit_s, 1.5);
	cr_expect_eq(r.problem.search.node_limit, 1000u);
	cr_expect(r.problem.search.is_deterministic && r.detached && !r.problem.search.up_to_symmetry);
	cr_expect_eq(r.problem.read_options, SUPERFLIP_READ_FRENCH | SUPERFLIP_READ_NISS);
	cr_expect(r.problem.position != NULL && !superflip_cube_facts(r.problem.position).is_solved);
	cr_expect_eq(r.problem.turns->moves, 7u | 1u << (3 * 3 + 1));  /* H is U with all its turns; B2 is D2 */
	web_request_free(&r);
}

Test(web_request, the_n_best_of_a_goal_may_be_longer_than_the_shortest)
{
	static const struct { const char *body; unsigned over;
	} rows[] = {
		{"{\"scramble\":\"R\",\"goal\":\"cross\",\"n\":5}", SUPERFLIP_MAX_LENGTH},
		{"{\"scramble\":\"R\",\"goal\":\"cross\"}", 0},
		{"{\"scramble\":\"R\",\"goal\":\"cross\",\"n\":5,\"over\":0}", 0},
		{"{\"scramble\":\"R\",\"n\":5}", 0},
		{"{\"scramble\":\"R\",\"goal\":\"cross\",\"n\":\"all\"}", 0},
	};
	array_foreach(row, rows) {
		struct web_request r;
		superflip_error error;
		cr_assert(read_body(row->body, &r, &error), "%s", row->body);
		const struct search_request request = problem_request(&r.problem, r.pieces != NULL);
		cr_expect_eq(request.over_optimal, row->over, "%s: %u", row->body, request.over_optimal);
		web_request_free(&r);
	}
}

Test(web_request, a_goal_is_a_position_or_pieces)
{
	static const struct { const char *goal, *fault; unsigned column;
	} rows[] = {
		{"cross+FR", NULL, 0},
		{" xcross : F ", NULL, 0},
		{"....U........R..R.....F..F..D.DDD.D.....L..L.....B..B.", NULL, 0},
		{"eo+crss", "did you mean 'cross'?", 4},
		{"R U X", "'X' is not a move", 5},
	};
	array_foreach(row, rows) {
		char more[200];
		struct web_request r;
		superflip_error error;
		snprintf(more, sizeof more, ",\"goal\":\"%s\"", row->goal);
		if (is_right_unless(row->fault, "", more, &r, &error)) {
			cr_expect(r.pieces != NULL && r.problem.position == NULL && strcmp(r.problem.goal,
			                                                                   row->goal) == 0);
			web_request_free(&r);
		} else {
			cr_expect(error.column == row->column && strcmp(error.field, "goal") == 0, "%u",
			          error.column);
		}
	}
}

Test(web_request, turns_are_those_of_faces_or_a_set)
{
	static const struct { const char *fields, *identity, *fault, *field;
	} rows[] = {
		{",\"metric\":\"qtm\",\"moves\":\"R U\"", NULL, NULL, NULL},
		{",\"metric\":\"stm\",\"moves\":\"M2 U2\"", "U2=1 M2=1", NULL, NULL},
		{",\"moves\":\"M2\"", "M2=2", NULL, NULL},
		{",\"moves\":\"U2\",\"cost\":\"U2=1.5\"", "U2=1.5", NULL, NULL},
		{",\"moves\":\"M M\"", NULL, "'M' is there twice", "moves"},
		{",\"cost\":\"U=0\"", NULL, "'0' is no cost", "cost"},
		{",\"moves\":\"M2\",\"cost\":\"U=2\"", NULL, "'U' is not one of the turns", "cost"},
		{",\"metric\":\"x\"", NULL, "metric: expected htm, qtm", "metric"},
		{",\"moves\":\"x U\"", NULL, "a rotation costs nothing", "moves"},
		{",\"metric\":\"stm\",\"method\":\"two-phase\"", NULL, "method: only with turns of faces", "method"},
		{",\"metric\":\"stm\",\"puzzle\":\"2x2x2\"", NULL, "puzzle: only with turns of faces", "puzzle"},
		{",\"metric\":\"stm\",\"letters\":\"french\"", NULL, "letters: only with turns of faces", "french"},
		{",\"metric\":\"stm\",\"n\":\"all\",\"up_to_symmetry\":true", NULL,
	     "up_to_symmetry: only with turns of faces", "up-to-symmetry"},
	};
	array_foreach(row, rows) {
		char identity[1536] = "";
		struct web_request r;
		superflip_error error;
		if (is_right_unless(row->fault, "", row->fields, &r, &error)) {
			if (problem_units(&r.problem) != NULL)
				turn_set_identity(&r.problem.turns->set, identity);
			cr_expect_str_eq(identity, row->identity != NULL ? row->identity : "", "%s", row->fields);
			web_request_free(&r);
		} else {
			cr_expect(row->field == NULL ? error.field == NULL : error.field != NULL
			          && strcmp(error.field, row->field) == 0, "%s", row->fields);
		}
	}
}

Test(web_request, a_list_of_steps_is_read_and_only_lists_take_what_is_theirs)
{
	static const struct { const char *fields, *method, *fault;
	} rows[] = {
		{",\"method\":\"fmc\",\"n\":2,\"width\":10000,\"step_slack\":10,\"niss\":true,\"neutral\":\"all\"",
	     "fmc", NULL},
		{",\"steps\":\"all = solved\"", "steps", NULL},
		{",\"steps\":\"all = solved\",\"method\":\"steps\"", "steps", NULL},
		{",\"steps\":\"all = solved\",\"method\":\"fmc\"", NULL,
	     "steps: a method of its own; leave out the method 'fmc'"},
		{",\"steps\":\"a = cross\"", "steps", NULL},
		{",\"goal\":\"eo\",\"niss\":true,\"over\":1,\"n\":\"all\"", "steps", NULL},
		{",\"goal\":\"eo\",\"begin\":\"(F) U R\"", "steps", NULL},
		{",\"goal\":\"eo\",\"begin\":\"(F) U Q\"", NULL, "'Q' is not a move"},
		{",\"goal\":\"eo\",\"begin\":\"F\",\"max\":3", NULL, "max: "},
		{",\"goal\":\"ll\",\"niss\":true", NULL, "niss: for goals without free turns"},
		{",\"goal\":\"eo\",\"niss\":true,\"metric\":\"stm\"", NULL, "niss: goals are reached by all turns"},
		{",\"method\":\"steps\"", NULL, "there is no step in this list"},
		{",\"method\":\"fmc\",\"neutral\":\"X\"", NULL, "'X' are no faces"},
		{",\"niss\":true", NULL, "niss: only for lists of steps"},
		{",\"width\":0", NULL, "width: expected a whole number from 1 to 10000"},
		{",\"method\":\"fmc\",\"over\":1", NULL, "step-slack lets steps be longer"},
		{",\"method\":\"fmc\",\"metric\":\"qtm\"", NULL, "does not count quarter turns"},
		{",\"steps\":1", NULL, "steps: expected a string"},
	};
	array_foreach(row, rows) {
		struct web_request r;
		superflip_error error;
		if (is_right_unless(row->fault, "", row->fields, &r, &error)) {
			cr_expect_str_eq(r.problem.method->name, row->method);
			web_request_free(&r);
		}
	}
}

Test(web_request, of_a_cube_with_grey_stickers_what_is_seen_is_solved)
{
	static const char cross[] = "....U........R.......FF..D..R.DD..D.....LD.L.....B..B.";
	static const struct { const char *more, *fault;
	} rows[] = {
		{"", NULL},
		{",\"goal\":\"cross\"", NULL},
		{",\"goal\":\"2x2x2\"", ""},
		{",\"goal\":\"R\"", "not all stickers of this cube are known"},
		{",\"method\":\"layers\"", "a method is for whole cubes"},
	};
	array_foreach(row, rows) {
		struct web_request r;
		superflip_error error;
		if (is_right_unless(row->fault, cross, row->more, &r, &error)) {
			cr_expect(r.pieces != NULL && r.problem.position == NULL);
			web_request_free(&r);
		}
	}
}

Test(web_request, what_is_no_json_object_is_a_bad_request)
{
	expect_refused("", WEB_BAD_REQUEST, "no JSON");
	expect_refused("{", WEB_BAD_REQUEST, "line 1");
	expect_refused("[]", WEB_BAD_REQUEST, "no JSON object");
	expect_refused("{\"scramble\":\"R\",\"scramble\":\"U\"}", WEB_BAD_REQUEST, "duplicate");
	expect_refused("{\"scramble\":\"R\\u0000\"}", WEB_BAD_REQUEST, "a NUL character, \\u0000, is not allowed");
}

Test(web_request, a_message_names_the_field_and_what_was_expected)
{
	static const char *const rows[][2] = {
		{"{}", "scramble: missing"},
		{"{\"scramble\":1}", "scramble: expected a string"},
		{"{\"scramble\":\"\",\"scrambel\":1}",
		 "'scrambel' is not a field of a request; did you mean 'scramble'?"},
		{"{\"scramble\":\"\",\"metric\":\"ntm\"}", "metric: expected htm, qtm, stm, atm, stqm or etm"},
		{"{\"scramble\":\"\",\"metric\":1}", "metric: expected htm, qtm, stm, atm, stqm or etm"},
		{"{\"scramble\":\"\",\"method\":\"magic\"}", "thistlethwaite"},
		{"{\"scramble\":\"\",\"n\":0}", "n: expected"},
		{"{\"scramble\":\"\",\"n\":1.5}", "n: expected"},
		{"{\"scramble\":\"\",\"max\":41}", "max: expected a whole number from 0 to 40"},
		{"{\"scramble\":\"\",\"max\":-1}", "max: expected"},
		{"{\"scramble\":\"\",\"time_limit\":0}", "time_limit: expected"},
		{"{\"scramble\":\"\",\"node_limit\":0}", "node_limit: expected"},
		{"{\"scramble\":\"\",\"centers\":\"U+\"}", "centers: expected true or false"},
		{"{\"scramble\":\"\",\"detached\":1}", "detached: expected true or false"},
		{"{\"scramble\":\"\",\"moves\":\"\"}", ""},
		{"{\"scramble\":\"\",\"moves\":\"Q\"}", ""},
		/* What does not fit together. */
		{"{\"scramble\":\"\",\"min\":5,\"max\":4}", "min: 5 is greater than max 4"},
		{"{\"scramble\":\"\",\"method\":\"layers\",\"n\":2}",
	     "n: only for the search for shortest solutions; the method 'layers' finds one solution"},
		{"{\"scramble\":\"\",\"method\":\"layers\",\"metric\":\"qtm\"}", "does not count quarter turns"},
		{"{\"scramble\":\"\",\"method\":\"cfop\",\"puzzle\":\"2x2x2\"}", "'cfop' solves the 3x3x3"},
		{"{\"scramble\":\"\",\"method\":\"layers\",\"centers\":true}",
	     "'layers' leaves centres as they come"},
		{"{\"scramble\":\"\",\"puzzle\":\"2x2x2\",\"centers\":true}", "centers: only for the 3x3x3"},
		{"{\"scramble\":\"\",\"goal\":\"cross+auf:U\",\"centers\":true}", "would turn a centre that counts"},
		{"{\"scramble\":\"\",\"moves\":\"R\",\"puzzle\":\"2x2x2\"}", "moves: only for the 3x3x3"},
		{"{\"scramble\":\"\",\"goal\":\"cross\",\"up_to_symmetry\":true,\"n\":\"all\"}",
	     "up_to_symmetry: on a server only without over, min and a goal of pieces"},
		{"{\"scramble\":\"\",\"goal\":\"cross\",\"method\":\"layers\"}", "method: only for whole cubes"},
		{"{\"scramble\":\"\",\"goal\":\"cross\",\"puzzle\":\"2x2x2\"}", "goal: 'cross' is of the 3x3x3, and this is a 2x2x2"},
		{"{\"scramble\":\"\",\"up_to_symmetry\":true}", "needs all solutions"},
		{"{\"scramble\":\"\",\"past_goal\":true}", "past_goal: no effect"},
		{"{\"scramble\":\"\",\"neutral\":\"all\"}", "neutral: no effect"},
		{"{\"scramble\":\"\",\"up_to_symmetry\":true,\"n\":\"all\",\"over\":1}", "only without over"},
	};
	array_foreach(row, rows)
		expect_refused((*row)[0], WEB_UNPROCESSABLE, (*row)[1]);
}

Test(web_request, the_keys_of_doc_openapi_yaml_are_those_that_are_read)
{
	FILE *const file = fopen("doc/openapi.yaml", "r");
	char line[400], key[WEB_KEY_SIZE], refused[100];
	unsigned n = 0, n_rows = 5;  /* scramble, puzzle, letters, detached, wait */
	bool is_request = false;
	cr_assert_not_null(file);
	while (fgets(line, sizeof line, file) != NULL) {
		is_request = strncmp(line, "    Request:", 12) == 0
		             || (is_request && strncmp(line, "    ", 4) == 0 && line[4] == ' ');
		if (!is_request || strspn(line, " ") != 8 || sscanf(line + 8, "%31[a-z_]:", key) != 1)
			continue;
		struct web_request request;
		superflip_error error;
		snprintf(refused, sizeof refused, "{\"%s\":[]}", key);
		cr_assert_not(read_body(refused, &request, &error), "%s", key);
		cr_expect_str_eq(web_key(error.field != NULL ? error.field : "unknown", line), key);
		n++;
	}
	fclose(file);
	for (unsigned i = 0; i < n_problem_rows; i++)
		n_rows += (problem_rows[i].users & FOR_REQUEST) != 0;
	cr_expect_eq(n, n_rows, "%u keys, %u rows", n, n_rows);
}
