#include "report/record.h"

#include "api/result.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static struct search_solution solutions[2] = {
	{.n_moves = 2, .length = 2, .moves = {4, 2}},      /* R2 U' */
	{.n_moves = 3, .length = 3, .moves = {0, 1, 3}},   /* U U2 R: longer than the optimum */
};

static struct result result_with(superflip_outcome outcome, unsigned n_solutions, bool is_optimal)
{
	return (struct result){
		.public = {
			.outcome = outcome, .is_optimal = is_optimal, .length = 2, .lower_bound = 2, .n_solutions = n_solutions,
			.n_iterations = 2, .n_generated = 1234567890123, .seconds = 0.25,
		},
		.solutions = solutions,
		.iterations = {
			{.threshold = 1, .is_complete = true, .n_generated = 19, .n_expanded = 1, .n_lookups = 38},
			{.threshold = 2, .n_generated = 100, .n_expanded = 5, .n_lookups = 200},
		},
	};
}

static struct record record_of(const struct result *result)
{
	return (struct record){
		.id = 7, .line = 14, .label = "the \"seventh\", größer", .scramble = "U R2", .setup = "U R2", .puzzle = SUPERFLIP_3X3,
		.metric = SUPERFLIP_HTM, .heuristic = "korf", .n_threads = 2, .max_length = SUPERFLIP_MAX_LENGTH, .result = &result->public,
	};
}

static const superflip_error bad_token = {.column = 5, .token = "X,\"Y", .text = "'X,\"Y' is not a move"};

static char *written(const struct record *r, enum record_format format, bool with_links)
{
	char *text = NULL;
	size_t size = 0;
	FILE *const out = open_memstream(&text, &size);
	cr_assert(record_write(r, format, with_links, out));
	fclose(out);
	return text;
}

static void expect_written(const struct record *r, enum record_format format, const char *expected)
{
	char *const text = written(r, format, false);
	cr_expect_str_eq(text, expected);
	free(text);
}

Test(record, text_has_a_star_only_where_optimality_was_proved)
{
	const struct result optimal = result_with(SUPERFLIP_SOLVED, 2, true);
	const struct result found = result_with(SUPERFLIP_SOLVED, 1, false);
	const struct record r = record_of(&optimal), q = record_of(&found);
	expect_written(&r, RECORD_TEXT, "2*  R2 U'\n3  U U2 R\n");
	expect_written(&q, RECORD_TEXT, "2  R2 U'\n");
}

Test(record, text_says_why_there_is_no_solution)
{
	const struct result late = result_with(SUPERFLIP_TIME_LIMIT, 0, false);
	const struct result unproved = result_with(SUPERFLIP_TIME_LIMIT, 1, false);
	const struct result none = result_with(SUPERFLIP_NONE, 0, false);
	struct record r = record_of(&late);
	expect_written(&r, RECORD_TEXT, ">=2  at least 2 moves; no solution found (time limit)\n");
	r.result = &unproved.public;
	expect_written(&r, RECORD_TEXT, ">=2  at least 2 moves; best found, not proved shortest (time limit): 2  R2 U'\n");
	r.result = &none.public;
	r.max_length = 1;
	expect_written(&r, RECORD_TEXT, ">=2  none: proved that no solution has at most 1 move\n");
	r.result = NULL;
	r.error = &bad_token;
	expect_written(&r, RECORD_TEXT, "-  error: column 5: 'X,\"Y' is not a move\n");
}

Test(record, text_says_that_a_list_of_solutions_was_cut_short)
{
	const struct result cut = result_with(SUPERFLIP_NODE_LIMIT, 1, true);
	const struct record r = record_of(&cut);
	expect_written(&r, RECORD_TEXT, "2*  R2 U'\n-  there may be more: node limit\n");
	cr_expect_not(record_is_complete(&r));
}

Test(record, statuses_follow_the_result)
{
	static const struct {
		superflip_outcome outcome;
		unsigned n_solutions;
		bool is_optimal;
		enum record_status status;
	} cases[] = {
		{SUPERFLIP_SOLVED, 1, true, RECORD_OPTIMAL},
		{SUPERFLIP_SOLVED, 1, false, RECORD_SOLVED},
		{SUPERFLIP_TIME_LIMIT, 1, true, RECORD_OPTIMAL},
		{SUPERFLIP_TIME_LIMIT, 0, false, RECORD_BOUND},
		{SUPERFLIP_TIME_LIMIT, 1, false, RECORD_BOUND},
		{SUPERFLIP_NODE_LIMIT, 0, false, RECORD_BOUND},
		{SUPERFLIP_STOPPED, 0, false, RECORD_BOUND},
		{SUPERFLIP_FAILED, 0, false, RECORD_BOUND},
		{SUPERFLIP_NONE, 0, false, RECORD_NONE},
	};
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct result result = result_with(cases[i].outcome, cases[i].n_solutions, cases[i].is_optimal);
		const struct record r = record_of(&result);
		cr_expect_eq(record_status(&r), cases[i].status, "case %u", i);
	}
}

Test(record, links_show_scramble_and_solution)
{
	const struct result optimal = result_with(SUPERFLIP_SOLVED, 1, true);
	struct record r = record_of(&optimal);
	char *text = written(&r, RECORD_TEXT, true);
	cr_expect_str_eq(text, "2*  R2 U'  https://alpha.twizzle.net/edit/?setup-alg=U+R2&alg=R2+U%27&puzzle=3x3x3\n");
	free(text);
	r.scramble = "Ui Rw";  /* not Twizzle's language: the inverse of the solution leads to the same cube */
	text = written(&r, RECORD_TEXT, true);
	cr_expect_not_null(strstr(text, "?setup-alg=U+R2&alg="), "%s", text);
	free(text);
}

Test(record, json_parses_back)
{
	const struct result optimal = result_with(SUPERFLIP_SOLVED, 2, true);
	const struct record r = record_of(&optimal);
	char *const text = written(&r, RECORD_JSON, false);
	cr_expect_eq(strchr(text, '\n'), text + strlen(text) - 1, "a record is one line");
	json_t *const json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	cr_assert_not_null(json);
	const char *schema, *label, *scramble, *status, *metric, *heuristic, *moves;
	json_int_t id, line, length, lower_bound, nodes, threads, second_length, generated, lookups;
	int complete, first_is_complete, second_is_complete;
	double seconds;
	cr_expect_eq(json_unpack(json, "{s:s, s:I, s:I, s:s, s:s, s:s, s:s, s:I, s:I, s:b, s:n, s:[{s:s}, {s:I}], s:f, s:I,"
	                         "s:[{s:I, s:I, s:b}, {s:b}], s:s, s:I}",
	                         "schema", &schema, "id", &id, "line", &line, "label", &label, "scramble", &scramble,
	                         "status", &status, "metric", &metric, "length", &length, "lower_bound", &lower_bound,
	                         "complete", &complete, "stopped", "solutions", "moves", &moves, "length", &second_length,
	                         "seconds", &seconds, "nodes", &nodes, "nodes_by_depth", "generated", &generated,
	                         "lookups", &lookups, "complete", &first_is_complete, "complete", &second_is_complete,
	                         "heuristic", &heuristic, "threads", &threads), 0, "%s", text);
	cr_expect_str_eq(schema, "superflip/1");
	cr_expect_str_eq(label, "the \"seventh\", größer");
	cr_expect_str_eq(scramble, "U R2");
	cr_expect_str_eq(status, "optimal");
	cr_expect_str_eq(metric, "htm");
	cr_expect_str_eq(heuristic, "korf");
	cr_expect_str_eq(moves, "R2 U'");
	cr_expect(id == 7 && line == 14 && length == 2 && lower_bound == 2 && threads == 2 && second_length == 3);
	cr_expect(nodes == 1234567890123 && generated == 19 && lookups == 38);
	cr_expect(complete && first_is_complete && !second_is_complete);
	cr_expect_float_eq(seconds, 0.25, 1e-9);
	json_decref(json);
	free(text);
}

Test(record, json_of_an_error_says_where)
{
	struct record r = record_of(NULL);
	r.error = &bad_token;
	r.line = 0;
	r.label = NULL;
	r.scramble = "R \xFF\xC3 \xE2\x82\xAC \xED\xA0\x80";  /* no UTF-8, except for the euro sign */
	char *const text = written(&r, RECORD_JSON, false);
	json_t *const json = json_loads(text, 0, NULL);
	const char *scramble, *status, *token, *message;
	json_int_t column;
	cr_assert_eq(json_unpack(json, "{s:n, s:n, s:s, s:s, s:{s:I, s:s, s:s}}", "line", "label", "scramble", &scramble,
	                         "status", &status, "error", "column", &column, "token", &token, "message", &message), 0,
	             "%s", text);
	cr_expect_str_eq(scramble, "R \uFFFD\uFFFD \u20AC \uFFFD\uFFFD\uFFFD");
	cr_expect_str_eq(status, "error");
	cr_expect_str_eq(token, "X,\"Y");
	cr_expect_str_eq(message, "'X,\"Y' is not a move");
	cr_expect_eq(column, 5);
	json_decref(json);
	free(text);
}

Test(record, csv_quotes_what_needs_it)
{
	const struct result optimal = result_with(SUPERFLIP_SOLVED, 2, true);
	struct record r = record_of(&optimal);
	r.checksum = 0xABC;
	r.duplicate_of = 3;
	expect_written(&r, RECORD_CSV,
	               "7,14,\"the \"\"seventh\"\", größer\",U R2,optimal,htm,2,2,R2 U',0.25,1234567890123,korf,2,,,0000000000000abc,3\n"
	               "7,14,\"the \"\"seventh\"\", größer\",U R2,optimal,htm,3,2,U U2 R,0.25,1234567890123,korf,2,,,0000000000000abc,3\n");
	r.result = NULL;
	r.duplicate_of = 0;
	r.error = &bad_token;
	r.label = NULL;
	r.line = 0;
	r.scramble = "X,\"Y\n";
	expect_written(&r, RECORD_CSV, "7,,,\"X,\"\"Y\n\",error,htm,,,,,,,,\"'X,\"\"Y' is not a move\",,0000000000000abc,\n");
}

Test(record, measurements_are_left_out_where_records_are_to_be_the_same_in_every_run)
{
	const struct result optimal = result_with(SUPERFLIP_SOLVED, 1, true);
	struct record r = record_of(&optimal);
	r.omits_measurements = true;
	char *const text = written(&r, RECORD_JSON, false);
	json_t *const record = json_loads(text, 0, NULL);
	free(text);
	cr_expect(json_is_null(json_object_get(record, "seconds")));
	cr_expect(json_is_integer(json_object_get(record, "nodes")));
	cr_expect(json_is_null(json_object_get(record, "duplicate_of")));
	cr_expect_str_eq(json_string_value(json_object_get(record, "checksum")), "0000000000000000");
	json_decref(record);
}

Test(record, csv_rows_have_as_many_fields_as_the_header)
{
	const struct result late = result_with(SUPERFLIP_TIME_LIMIT, 0, false);
	struct record r = record_of(&late);
	r.label = NULL;
	char *text = NULL;
	size_t size = 0;
	FILE *const out = open_memstream(&text, &size);
	record_write_head(RECORD_CSV, out);
	record_write(&r, RECORD_CSV, true, out);
	fclose(out);
	unsigned n_commas[2] = {0}, row = 0;
	for (const char *p = text; *p != '\0' && row < 2; p++) {
		n_commas[row] += *p == ',';
		row += *p == '\n';
	}
	cr_expect_eq(n_commas[0], n_commas[1], "%s", text);
	free(text);
}

Test(record, lines_of_a_list_carry_number_and_label)
{
	const struct result optimal = result_with(SUPERFLIP_SOLVED, 2, true), none = result_with(SUPERFLIP_NONE, 0, false);
	struct record r = record_of(&optimal);
	r.is_listed = true;
	expect_written(&r, RECORD_TEXT, "7.  2*  R2 U'  # the \"seventh\", größer\n7.  3  U U2 R  # the \"seventh\", größer\n");
	r.label = "7";  /* the number again says nothing */
	expect_written(&r, RECORD_TEXT, "7.  2*  R2 U'\n7.  3  U U2 R\n");
	r.label = NULL;
	r.result = NULL;
	r.error = &bad_token;
	expect_written(&r, RECORD_TEXT, "7.  -  error: column 5: 'X,\"Y' is not a move\n");
	r.result = &none.public;
	r.max_length = 1;
	expect_written(&r, RECORD_TEXT, "7.  >=2  none: proved that no solution has at most 1 move\n");
}

Test(record, tsv_has_a_field_for_each_column_and_no_tab_within)
{
	const struct result optimal = result_with(SUPERFLIP_SOLVED, 1, true);
	struct record r = record_of(&optimal);
	r.label = "one\ttwo\nthree";
	expect_written(&r, RECORD_TSV, "7\t14\tone two three\tU R2\toptimal\thtm\t2\t2\tR2 U'\t0.25\t1234567890123\tkorf\t2\t\t\t0000000000000000\t\n");
	char *head = NULL;
	size_t size = 0;
	FILE *const out = open_memstream(&head, &size);
	record_write_head(RECORD_TSV, out);
	fclose(out);
	unsigned n_tabs = 0;
	for (const char *c = head; *c != '\0'; c++)
		n_tabs += *c == '\t';
	cr_expect_eq(n_tabs, 16u, "%s", head);
	free(head);
}

Test(record, french_letters_are_written_and_said)
{
	const struct result optimal = result_with(SUPERFLIP_SOLVED, 1, true);
	struct record r = record_of(&optimal);
	r.is_french = true;
	expect_written(&r, RECORD_TEXT, "2*  D2 H'\n");
	char *const text = written(&r, RECORD_JSON, false);
	cr_expect(strstr(text, "\"letters\":\"french\"") != NULL && strstr(text, "\"moves\":\"D2 H'\"") != NULL, "%s", text);
	free(text);
}

/* Found in version 0.1.0: "complete" was false where the search was exhaustive and found none. */
Test(record, an_exhaustive_search_that_finds_none_is_complete)
{
	const struct result none = result_with(SUPERFLIP_NONE, 0, false), late = result_with(SUPERFLIP_TIME_LIMIT, 0, false);
	struct record r = record_of(&none);
	char *text = written(&r, RECORD_JSON, false);
	cr_expect(strstr(text, "\"complete\":true") != NULL, "%s", text);
	free(text);
	r.result = &late.public;
	text = written(&r, RECORD_JSON, false);
	cr_expect(strstr(text, "\"complete\":false") != NULL, "%s", text);
	free(text);
}

/* Found in version 0.1.0: the link set up the inverse of the solution, not the scramble. */
Test(record, a_link_sets_up_the_scramble_itself)
{
	const struct result optimal = result_with(SUPERFLIP_SOLVED, 1, true);
	struct record r = record_of(&optimal);
	r.setup = "Rw U' x M2";
	char *text = written(&r, RECORD_TEXT, true);
	cr_expect(strstr(text, "?setup-alg=Rw+U%27+x+M2&alg=R2+U%27&") != NULL, "%s", text);
	free(text);
	r.setup = NULL;  /* facelets */
	text = written(&r, RECORD_TEXT, true);
	cr_expect(strstr(text, "?setup-alg=U+R2&alg=") != NULL, "%s", text);
	free(text);
}
