/* The patterns are those that cubing.js 0.56 makes of these moves. */
#include "web/request.h"

#include "support/test.h"

#define SOLVED_EDGES "\"EDGES\":{\"pieces\":[0,1,2,3,4,5,6,7,8,9,10,11],\"orientation\":[0,0,0,0,0,0,0,0,0,0,0,0]}"
#define SOLVED_CORNERS "\"CORNERS\":{\"pieces\":[0,1,2,3,4,5,6,7],\"orientation\":[0,0,0,0,0,0,0,0]}"
#define CENTRES(pieces) "\"CENTERS\":{\"pieces\":" pieces ",\"orientation\":[0,0,0,0,0,0]}"

static const struct { const char *moves, *pattern;
} patterns[] = {
	{"", "{" SOLVED_EDGES "," SOLVED_CORNERS "," CENTRES("[0,1,2,3,4,5]") "}"},
	{"", "{" SOLVED_EDGES "," SOLVED_CORNERS "}"},
	{"R", "{\"EDGES\":{\"pieces\":[0,8,2,3,4,10,6,7,5,9,1,11],\"orientation\":[0,0,0,0,0,0,0,0,0,0,0,0]},"
          "\"CORNERS\":{\"pieces\":[4,0,2,3,7,5,6,1],\"orientation\":[2,1,0,0,1,0,0,2]}," CENTRES(
	          "[0,1,2,3,4,5]") "}"},
	{"F", "{\"EDGES\":{\"pieces\":[9,1,2,3,8,5,6,7,0,4,10,11],\"orientation\":[1,0,0,0,1,0,0,0,1,1,0,0]},"
          "\"CORNERS\":{\"pieces\":[3,1,2,5,0,4,6,7],\"orientation\":[1,0,0,2,2,1,0,0]}," CENTRES(
	          "[0,1,2,3,4,5]") "}"},
	{"M",
	 "{\"EDGES\":{\"pieces\":[2,1,6,3,0,5,4,7,8,9,10,11],\"orientation\":[1,0,1,0,1,0,1,0,0,0,0,0]}," SOLVED_CORNERS
	 "," CENTRES("[4,1,0,3,5,2]") "}"},
	{"x", "{\"EDGES\":{\"pieces\":[4,8,0,9,6,10,2,11,5,7,1,3],\"orientation\":[1,0,1,0,1,0,1,0,0,0,0,0]},"
          "\"CORNERS\":{\"pieces\":[4,0,3,5,7,6,2,1],\"orientation\":[2,1,2,1,1,2,1,2]}," CENTRES(
	          "[2,1,5,3,0,4]") "}"},
};

Test(web_pattern, patterns_of_cubing_js_are_the_cubes_that_their_moves_make)
{
	array_foreach(row, patterns) {
		char facelets[FACELET_TEXT_SIZE];
		superflip_error error;
		superflip_cube *of_moves, *of_pattern;
		json_t *const data = json_loads(row->pattern, 0, NULL);
		cr_assert_not_null(data);
		cr_assert(web_pattern_facelets(data, false, facelets, &error), "%s", error.text);
		cr_assert_eq(superflip_cube_parse(SUPERFLIP_3X3, row->moves, 0, &of_moves, NULL), SUPERFLIP_OK);
		cr_assert_eq(superflip_cube_parse(SUPERFLIP_3X3, facelets, 0, &of_pattern, NULL), SUPERFLIP_OK, "%s",
		             facelets);
		cr_expect(superflip_cube_equals(of_moves, of_pattern), "'%s' is %s", row->moves, facelets);
		superflip_cube_free(of_moves);
		superflip_cube_free(of_pattern);
		json_decref(data);
	}
}

static void expect_refused(const char *pattern, const char *part)
{
	char facelets[FACELET_TEXT_SIZE];
	superflip_error error;
	json_t *const data = json_loads(pattern, 0, NULL);
	cr_assert_not_null(data);
	cr_assert_not(web_pattern_facelets(data, false, facelets, &error));
	cr_expect_eq(web_error_status(&error), WEB_UNPROCESSABLE);
	cr_expect_not_null(strstr(error.text, part), "%s", error.text);
	json_decref(data);
}

Test(web_pattern, numbers_out_of_range_and_missing_orbits_are_named)
{
	expect_refused("{" SOLVED_EDGES "}", "CORNERS is missing");
	expect_refused("{" SOLVED_EDGES
	               ",\"CORNERS\":{\"pieces\":[0,1,2,3,4,5,6,8],\"orientation\":[0,0,0,0,0,0,0,0]}}",
	               "CORNERS.pieces: expected 8 whole numbers below 8");
	expect_refused("{" SOLVED_EDGES
	               ",\"CORNERS\":{\"pieces\":[0,1,2,3,4,5,6,7],\"orientation\":[0,0,0,0,0,0,0]}}",
	               "CORNERS.orientation: expected 8 whole numbers below 3");
	expect_refused("{" SOLVED_EDGES
	               ",\"CORNERS\":{\"pieces\":[0,1,2,3,4,5,6,-1],\"orientation\":[0,0,0,0,0,0,0,0]}}",
	               "CORNERS.pieces");
	expect_refused("{" SOLVED_EDGES
	               ",\"CORNERS\":{\"pieces\":\"01234567\",\"orientation\":[0,0,0,0,0,0,0,0]}}",
	               "CORNERS.pieces");
}

static void expect_body_refused(const char *body, enum web_status status, const char *part)
{
	struct web_request request;
	superflip_error error;
	cr_assert_not(web_request_read(body, strlen(body), web_pattern_translate, &request, &error), "%s", body);
	cr_expect_eq(web_error_status(&error), status, "%s", error.text);
	cr_expect_not_null(strstr(error.text, part), "%s", error.text);
}

Test(web_pattern, a_definition_of_another_puzzle_is_refused)
{
	expect_body_refused("nothing", WEB_BAD_REQUEST, "no JSON");
	expect_body_refused("{}", WEB_UNPROCESSABLE, "the puzzle is ''");
	expect_body_refused("{\"definition\":{\"name\":\"4x4x4\"}}", WEB_UNPROCESSABLE, "'4x4x4'");
	expect_body_refused("{\"definition\":{\"name\":\"3x3x3\"}}", WEB_UNPROCESSABLE,
	                    "the turn U is not that of cubing.js");
}
