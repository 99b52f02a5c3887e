#include "report/record.h"

#include "session/result.h"

#include "support/support.h"

static struct search_solution solutions[2] = {
	{.n_moves = 2, .length = 2, .moves = {4, 2}},      /* R2 U' */
	{.n_moves = 3, .length = 3, .moves = {0, 1, 3}},   /* U U2 R: longer than the optimum */
};

static struct result result_with(superflip_outcome outcome, unsigned n_solutions, bool is_optimal)
{
	return (struct result){
		.public =
			{
				.outcome = outcome,
				.is_optimal = is_optimal,
				.length = 2,
				.lower_bound = 2,
				.n_solutions = n_solutions,
				.n_iterations = 2,
				.n_generated = 1234567890123,
				.seconds = 0.25,
			},
		.solutions = solutions,
		.iterations =
			{
				{.threshold = 1, .is_complete = true, .n_generated = 19, .n_expanded = 1, .n_lookups = 38},
				{.threshold = 2, .n_generated = 100, .n_expanded = 5, .n_lookups = 200},
			},
	};
}

static const superflip_method optimal = {.name = "optimal"};
#define UP_TO(n) .method = &optimal, .search.max_length = n
static const struct superflip_problem usual = {UP_TO(SUPERFLIP_MAX_LENGTH)}, of_one_move = {UP_TO(1)},
	french = {UP_TO(1), .read_options = SUPERFLIP_READ_FRENCH, .search.is_deterministic = true};
static const superflip_error bad_token = {.column = 5, .token = "X,\"Y", .text = "'X,\"Y' is not a move"};

#define LABEL "the \"seventh\", größer"
#define LISTED .is_listed = true
#define WHOLE .line = 14, .label = LABEL, .scramble = "U R2", .setup = "U R2"
#define BAD_TOKEN .error = &bad_token, .result = NULL

#define LINK "https://alpha.twizzle.net/edit/?setup-alg="
#define ROW "\t14\tone two three\tU R2\toptimal\thtm\t2\t2\tR2 U'\t0.25\t1234567890123\tkorf\t2\t\t\t0000000000000000\t\t\t\t\t\t\t3x3x3\n"

#define JSON_BEGIN(status) \
	"{`schema`:`superflip/1`,`id`:7,`line`:14,`label`:`the \\`seventh\\`, größer`,`puzzle`:`3x3x3`,`scramble`:`U R2`," \
	"`checksum`:`0000000000000000`,`status`:`" status "`,`metric`:`htm`,`method`:`optimal`,"
#define JSON_END \
	"`seconds`:0.25,`nodes`:1234567890123,`nodes_by_depth`:[" \
	"{`threshold`:1,`generated`:19,`expanded`:1,`lookups`:38,`complete`:true,`seconds`:0.0}," \
	"{`threshold`:2,`generated`:100,`expanded`:5,`lookups`:200,`complete`:false,`seconds`:0.0}],`heuristic`:`korf`,`threads`:2}\n"

/* A record of cube 7: what became of it, and what differs from the usual; its id is that of the cube that it
 * repeats. */
static const struct {
	const char *claim;
	enum record_format format;
	superflip_outcome outcome;
	unsigned n_solutions;
	bool is_optimal;
	struct record record;
	const char *expected;  /* with ` for the quotes of JSON */
} cases[] = {
	{"a star means proved", RECORD_TEXT, SUPERFLIP_SOLVED, 2, true, {WHOLE}, "2*  R2 U'\n3  U U2 R\n"},
	{"without a proof there is no star",
	 RECORD_TEXT, SUPERFLIP_SOLVED, 1, false, {WHOLE},
	 "2  R2 U'\n"},
	{"nothing was found in time",
	 RECORD_TEXT, SUPERFLIP_TIME_LIMIT, 0, false, {WHOLE},
	 ">=2  at least 2 moves; no solution found (time limit)\n"},
	{"nothing was proved in time",
	 RECORD_TEXT, SUPERFLIP_TIME_LIMIT, 1, false, {WHOLE},
	 ">=2  at least 2 moves; best found, not proved shortest (time limit): 2  R2 U'\n"},
	{"there is none",
	 RECORD_TEXT, SUPERFLIP_NONE, 0, false, {.problem = &of_one_move},
	 ">=2  none: proved that no solution has at most 1 move\n"},
	{"an error says where",
	 RECORD_TEXT, SUPERFLIP_FAILED, 0, false, {BAD_TOKEN},
	 "-  error: column 5: 'X,\"Y' is not a move\n"},
	{"a list of solutions was cut short",
	 RECORD_TEXT, SUPERFLIP_NODE_LIMIT, 1, true, {WHOLE},
	 "2*  R2 U'\n-  there may be more: node limit\n"},
	{"lines of a list carry number and label",
	 RECORD_TEXT, SUPERFLIP_SOLVED, 2, true, {WHOLE, LISTED},
	 "7.  2*  R2 U'  # " LABEL "\n7.  3  U U2 R  # " LABEL "\n"},
	{"the number once more says nothing",
	 RECORD_TEXT, SUPERFLIP_SOLVED, 1, true, {.label = "7", LISTED},
	 "7.  2*  R2 U'\n"},
	{"an error in a list",
	 RECORD_TEXT, SUPERFLIP_FAILED, 0, false, {BAD_TOKEN, LISTED},
	 "7.  -  error: column 5: 'X,\"Y' is not a move\n"},
	{"French letters", RECORD_TEXT, SUPERFLIP_SOLVED, 1, true, {.problem = &french}, "2*  D2 H'\n"},
	/* Found in version 0.1.0: the link set up the inverse of the solution, not the scramble. */
	{"a link sets up the scramble itself",
	 RECORD_TEXT, SUPERFLIP_SOLVED, 1, true, {.setup = "Rw U' x M2", .with_links = true},
	 "2*  R2 U'  " LINK "Rw+U%27+x+M2&alg=R2+U%27&puzzle=3x3x3\n"},
	{"of facelets the inverse of the solution",
	 RECORD_TEXT, SUPERFLIP_SOLVED, 1, true, {.scramble = "UUU", .with_links = true},
	 "2*  R2 U'  " LINK "U+R2&alg=R2+U%27&puzzle=3x3x3\n"},

	{"JSON",
	 RECORD_JSON, SUPERFLIP_SOLVED, 2, true, {WHOLE},
	 JSON_BEGIN(
		 "optimal") "`length`:2,`lower_bound`:2,`complete`:true,`stopped`:null,`duplicate_of`:null,"
                    "`solutions`:[{`length`:2,`moves`:`R2 U'`},{`length`:3,`moves`:`U U2 R`}]," JSON_END},
	{"JSON of a bad scramble, no UTF-8 except for the euro sign",
	 RECORD_JSON, SUPERFLIP_FAILED, 0, false, {BAD_TOKEN, .scramble = "R \xFF\xC3 \xE2\x82\xAC \xED\xA0\x80"},
	 "{`schema`:`superflip/1`,`id`:7,`line`:null,`label`:null,`puzzle`:`3x3x3`,`scramble`:`R \uFFFD\uFFFD \u20AC \uFFFD\uFFFD\uFFFD`,"
	 "`checksum`:`0000000000000000`,`status`:`error`,`metric`:`htm`,"
	 "`error`:{`column`:5,`token`:`X,\\`Y`,`message`:`'X,\\`Y' is not a move`}}\n"},
	{"what is measured is left out where records are to be the same in every run",
	 RECORD_JSON, SUPERFLIP_SOLVED, 1, true, {.scramble = "U R2", .problem = &french},
	 "{`schema`:`superflip/1`,`id`:7,`line`:null,`label`:null,`puzzle`:`3x3x3`,`scramble`:`U R2`,`letters`:`french`,"
	 "`checksum`:`0000000000000000`,`status`:`optimal`,`metric`:`htm`,`method`:`optimal`,`length`:2,`lower_bound`:2,`complete`:true,"
	 "`stopped`:null,`duplicate_of`:null,`solutions`:[{`length`:2,`moves`:`D2 H'`}],`seconds`:null,`nodes`:1234567890123,"
	 "`nodes_by_depth`:[{`threshold`:1,`generated`:19,`expanded`:1,`lookups`:null,`complete`:true,`seconds`:null},"
	 "{`threshold`:2,`generated`:100,`expanded`:5,`lookups`:null,`complete`:false,`seconds`:null}],`heuristic`:`korf`,`threads`:2}\n"},
	/* Found in version 0.1.0: "complete" was false where the search was exhaustive and found none. */
	{"an exhaustive search that finds none is complete",
	 RECORD_JSON, SUPERFLIP_NONE, 0, false, {WHOLE},
	 JSON_BEGIN(
		 "none") "`length`:null,`lower_bound`:2,`complete`:true,`lengths`:[0,40],`stopped`:null,`duplicate_of`:null,"
                 "`solutions`:[]," JSON_END},
	{"one that was stopped is not",
	 RECORD_JSON, SUPERFLIP_TIME_LIMIT, 0, false, {WHOLE},
	 JSON_BEGIN(
		 "bound") "`length`:null,`lower_bound`:2,`complete`:false,`stopped`:`time limit`,`duplicate_of`:null,"
                  "`solutions`:[]," JSON_END},

	{"CSV quotes what needs it",
	 RECORD_CSV, SUPERFLIP_SOLVED, 2, true, {WHOLE, .checksum = 0xABC, .id = 3},
	 "7,14,\"the \"\"seventh\"\", größer\",U R2,optimal,htm,2,2,R2 U',0.25,1234567890123,korf,2,,,0000000000000abc,3,,,,,,3x3x3\n"
	 "7,14,\"the \"\"seventh\"\", größer\",U R2,optimal,htm,3,2,U U2 R,0.25,1234567890123,korf,2,,,0000000000000abc,3,,,,,,3x3x3\n"},
	{"an error in CSV",
	 RECORD_CSV, SUPERFLIP_FAILED, 0, false, {BAD_TOKEN, .scramble = "X,\"Y\n", .checksum = 0xABC},
	 "7,,,\"X,\"\"Y\n\",error,htm,,,,,,,,\"'X,\"\"Y' is not a move\",,0000000000000abc,,,,,,,3x3x3\n"},
	{"no solution in CSV, with links",
	 RECORD_CSV, SUPERFLIP_TIME_LIMIT, 0, false, {.line = 14, .scramble = "U R2", .goal = "cross", .with_links = true},
	 "7,14,,U R2,bound,htm,,2,,0.25,1234567890123,korf,2,time limit,,0000000000000000,,cross,,,,,3x3x3\n"},
	{"TSV has a field for each column and no tab within",
	 RECORD_TSV, SUPERFLIP_SOLVED, 1, true, {.line = 14, .label = "one\ttwo\nthree", .scramble = "U R2"},
	 "7" ROW},
};

static char *written(const struct record *r, enum record_format format)
{
	char *text = NULL;
	size_t size = 0;
	FILE *const out = open_memstream(&text, &size);
	cr_assert(record_write(r, format, out));
	fclose(out);
	return text;
}

static struct record record_of(const struct record *like, const struct result *result)
{
	struct record r = *like;
	r.problem = r.problem != NULL ? r.problem : &usual;
	r.id = 7;
	r.heuristic = "korf";
	r.n_threads = 2;
	r.result = r.error == NULL ? &result->public : NULL;
	return r;
}

Test(record, each_form_says_what_became_of_a_cube)
{
	array_foreach(row, cases) {
		struct result result = result_with(row->outcome, row->n_solutions, row->is_optimal);
		result.public.duplicate_of = row->record.id;
		const struct record r = record_of(&row->record, &result);
		char *const text = written(&r, row->format);
		for (char *c = text; row->format == RECORD_JSON && *c != '\0'; c++)
			*c = *c == '"' ? '`' : *c;
		cr_expect_str_eq(text, row->expected, "%s: %s", row->claim, text);
		free(text);
	}
}

Test(record, statuses_follow_the_result)
{
	static const struct {
		superflip_outcome outcome;
		unsigned n_solutions;
		bool is_optimal;
		enum record_status status;
	} results[] = {
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
	array_foreach(row, results) {
		const struct result result = result_with(row->outcome, row->n_solutions, row->is_optimal);
		const struct record r = {.result = &result.public};
		cr_expect_eq(record_status(&r), row->status, "case %td", row - results);
		cr_expect_eq(record_is_complete(&r), row->outcome == SUPERFLIP_SOLVED, "case %td", row - results);
	}
}
