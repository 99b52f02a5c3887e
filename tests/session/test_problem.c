/* Problems by the public header: fields, what goes together, identities, costs, verdicts. */
#include "session/fixture.h"

TestSuite(api_problem, .fini = free_made);

Test(api_problem, fields_are_listed_and_set_and_refused_by_name)
{
	superflip_problem *const problem = problem_of("");
	superflip_field field;
	unsigned n = 0;
	for (; superflip_field_at(n, &field); n++)
		if (field.value == NULL) {
			must(superflip_problem_set(problem, field.name, "yes", NULL));
			must(superflip_problem_set(problem, field.name, "no", NULL));
			cr_expect_eq(superflip_problem_set(problem, field.name, "maybe", NULL), SUPERFLIP_BAD_TEXT, "%s",
			             field.name);
		}
	cr_expect_gt(n, 20u);
	cr_expect_not(superflip_field_at(UINT_MAX, &field));
	static const struct { const char *field, *value; superflip_status status; const char *token;
	} rows[] = {
		{"nosuch", "1", SUPERFLIP_UNKNOWN_NAME, NULL},
		{NULL, "1", SUPERFLIP_UNKNOWN_NAME, NULL},
		{"goal", NULL, SUPERFLIP_BAD_ARGUMENT, NULL},
		{"max", "41", SUPERFLIP_BAD_TEXT, "41"},
		{"max", "-1", SUPERFLIP_BAD_TEXT, "-1"},
		{"solutions", "0", SUPERFLIP_BAD_TEXT, "0"},
		{"metric", "xtm", SUPERFLIP_BAD_TEXT, "xtm"},
		{"method", "nosuch", SUPERFLIP_BAD_TEXT, "nosuch"},
		{"heuristic", "korff", SUPERFLIP_BAD_TEXT, "korff"},
		{"time-limit", "soon", SUPERFLIP_BAD_TEXT, "soon"},
		{"puzzle", "4x4", SUPERFLIP_BAD_TEXT, "4x4"},
		{"parentheses", "both", SUPERFLIP_BAD_TEXT, "both"},
	};
	array_foreach(row, rows) {
		cr_expect_eq(superflip_problem_set(problem, row->field, row->value, &last_error), row->status, "%s",
		             last_error.text);
		cr_expect_eq(superflip_problem_set(problem, row->field, row->value, NULL), row->status);
		cr_expect(last_error.status == row->status && last_error.text[0] != '\0');
		if (row->status != SUPERFLIP_UNKNOWN_NAME)
			cr_expect_str_eq(last_error.field, row->field);
		if (row->token != NULL)
			cr_expect_str_eq(last_error.token, row->token);
	}
}

Test(api_problem, what_does_not_go_together_is_refused_with_its_field_and_mended)
{
	/* The fields; the one at fault; what mends it. */
	static const struct {
		const char *fields, *field, *mended_by, *value;
		superflip_status status;
	} rows[] = {
		{"min=5;max=4", "min", "max", "5", SUPERFLIP_BAD_ARGUMENT},
		{"up-to-symmetry=yes", "up-to-symmetry", "solutions", "all", SUPERFLIP_BAD_ARGUMENT},
		{"method=two-phase;metric=qtm", "metric", "metric", "htm", SUPERFLIP_BAD_ARGUMENT},
		{"method=two-phase;solutions=2", "solutions", "solutions", "1", SUPERFLIP_BAD_ARGUMENT},
		{"method=layers;moves=R U", "method", "method", "optimal", SUPERFLIP_BAD_ARGUMENT},
		{"method=layers;heuristic=korf", "heuristic", "method", "ida", SUPERFLIP_BAD_ARGUMENT},
		{"method=layers;max=30", "max", "max", "40", SUPERFLIP_BAD_ARGUMENT},
		{"method=layers;centers=yes", "centers", "centers", "no", SUPERFLIP_BAD_ARGUMENT},
		{"puzzle=2x2;method=cfop", "method", "puzzle", "3x3", SUPERFLIP_BAD_ARGUMENT},
		{"puzzle=2x2;heuristic=korf", "heuristic", "heuristic", "auto", SUPERFLIP_BAD_ARGUMENT},
		{"puzzle=2x2;goal=cross", "goal", "puzzle", "3x3", SUPERFLIP_BAD_ARGUMENT},
		{"width=3", "width", "method", "fmc", SUPERFLIP_BAD_ARGUMENT},
		{"goal=crss", "goal", "goal", "cross", SUPERFLIP_BAD_TEXT},
		{"goal=R Q", "goal", "goal", "R U", SUPERFLIP_BAD_TEXT},
		{"goal=cross;heuristic=korf", "heuristic", "heuristic", "auto", SUPERFLIP_BAD_ARGUMENT},
		{"goal=cross;method=layers", "method", "method", "optimal", SUPERFLIP_BAD_ARGUMENT},
		{"goal=R U;auf=U", "goal", "goal", "pll", SUPERFLIP_BAD_ARGUMENT},
		{"metric=stm;solutions=all;up-to-symmetry=yes", "up-to-symmetry", "up-to-symmetry", "no",
	     SUPERFLIP_BAD_ARGUMENT},
		{"metric=stm;exclude=F", "exclude", "metric", "htm", SUPERFLIP_BAD_ARGUMENT},
		{"metric=stm;french=yes", "french", "french", "no", SUPERFLIP_BAD_ARGUMENT},
		{"moves=R U Q", "moves", "moves", "R U", SUPERFLIP_BAD_TEXT},
		{"moves= ", "moves", "moves", "R U", SUPERFLIP_BAD_TEXT},
		{"moves=R U;exclude=R U", "moves", "exclude", "R", SUPERFLIP_BAD_ARGUMENT},
		{"exclude=Q", "exclude", "exclude", "F", SUPERFLIP_BAD_TEXT},
		{"metric=stm;moves=M M", "moves", "moves", "M", SUPERFLIP_BAD_TEXT},
		{"cost=U=cheap", "cost", "cost", "U=2", SUPERFLIP_BAD_TEXT},
	};
	array_foreach(row, rows) {
		superflip_problem *const problem = problem_of(row->fields);
		cr_expect_eq(superflip_problem_check(problem, &last_error), row->status, "%s: %d, %s", row->fields,
		             (int)last_error.status, last_error.text);
		cr_expect_str_eq(last_error.field, row->field, "%s: %s", row->fields, last_error.text);
		cr_expect_eq(superflip_problem_check(problem, NULL), row->status);
		must(superflip_problem_set(problem, row->mended_by, row->value, NULL));
		must(superflip_problem_check(problem, &last_error));
		cr_expect_eq(superflip_problem_set(problem, "max", "30", &last_error), SUPERFLIP_BAD_ARGUMENT,
		             "the problem was used");
	}
}

Test(api_problem, the_identity_is_the_same_however_the_question_was_put)
{
	static const struct { const char *a, *b; bool is_same; } rows[] = {
		{"", "metric=htm;method=optimal;solutions=1;heuristic=auto;max=40;deterministic=no", true},
		{"goal=cross", "goal= cross : D ", true},
		{"goal=cross;neutral=all", "goal=cross+neutral", true},
		{"goal=solved", "goal=U U'", true},
		{"goal=R R", "goal=R2", true},
		{"goal=pll;auf=U", "goal=pll+auf:U+preauf:U", true},
		{"moves=<R,U>", "moves=U, R", true},
		{"moves=R U F", "exclude=D L B", true},
		{"metric=stm;moves=R U", "metric=htm;moves=R U", true},
		{"cost=U=1", "", true},
		{"time-limit=10m", "time-limit=600", true},
		{"node-limit=1e9", "node-limit=1000000000", true},
		{"goal=cross", "goal=cross:U", false},
		{"goal=cross", "", false},
		{"moves=R U", "moves=R F", false},
		{"metric=qtm", "", false},
		{"metric=stm", "metric=stm;cost=M=2", false},
		{"solutions=all", "", false},
		{"parentheses=niss", "", false},
		{"centers=yes", "", false},
		{"puzzle=2x2", "", false},
		{"steps=a = eo:FB", "steps=a = eo:UD", false},
	};
	array_foreach(row, rows) {
		char a[8192], b[8192];
		superflip_problem *const one = problem_of(row->a), *const other = problem_of(row->b);
		must(superflip_problem_check(one, &last_error));
		must(superflip_problem_check(other, &last_error));
		cr_expect_eq(superflip_problem_identity(one, a, sizeof a), strlen(a));
		superflip_problem_identity(other, b, sizeof b);
		cr_expect_eq(strcmp(a, b) == 0, row->is_same, "'%s' and '%s':\n%s\n%s", row->a, row->b, a, b);
		cr_expect_eq(superflip_problem_identity(one, b, 4), strlen(a));
		cr_expect_eq(strlen(b), 3u, "cut to size");
	}
}

Test(api_problem, solutions_are_written_as_they_are_turned_and_cost)
{
	static const struct { const char *fields, *moves, *written; double cost; } rows[] = {
		{"", "R U2 F'", "R U2 F'", 3},
		{"metric=qtm", "R U2 F'", "R U2 F'", 4},
		{"french=yes", "R U2", "D H2", 2},
		{"metric=stm", "L R' U", "", 2},                  /* what is written may differ: the cost decides */
		{"metric=stm;cost=M=1.5", "R L'", "", 1.5},
		{"moves=M U", "R L'", "", 2},
		{"moves=M U", "R", NULL, 0},
		{"cost=U=1 U2=1.5 R=3", "U2 R", "U2 R", 4.5},
	};
	array_foreach(row, rows) {
		uint8_t moves[8];
		char text[64];
		size_t n, length;
		unsigned units = 0;
		superflip_problem *const problem = problem_of(row->fields);
		must(superflip_problem_check(problem, &last_error));
		must(superflip_moves_parse(SUPERFLIP_3X3, row->moves, 0, moves, 8, &n, NULL));
		const bool is_written =
			superflip_problem_write(problem, moves, n, &units, text, sizeof text, &length);
		cr_expect_eq(is_written, row->written != NULL, "%s: %s", row->fields, row->moves);
		if (!is_written)
			continue;
		cr_expect(length == strlen(text) && (*row->written == '\0' || strcmp(text, row->written) == 0), "%s",
		          text);
		cr_expect_eq(superflip_problem_cost(problem, units), row->cost, "%s: %s", row->fields, text);
		cr_expect(superflip_problem_write(problem, moves, n, NULL, NULL, 0, &length)
		          && length == strlen(text));
	}
}

Test(api_problem, solutions_are_judged_by_turning)
{
	static const struct {
		const char *fields, *cube, *solution;
		bool solves, is_permitted;
		unsigned n_moves, length;
	} rows[] = {
		{"", "R U", "U' R'", true, true, 2, 2},
		{"", "R U", "U'", false, true, 1, 1},
		{"", "R U", "x B' R' x'", true, true, 2, 2}, /* B is what U is after x, and R stays */
		{"goal=R;metric=qtm", "R U", "U2 U", true, true, 2, 3},
		{"goal=R", "R U", "U' R'", false, true, 2, 2},
		{"goal=cross", "R U", "R", false, true, 1, 1},
		{"goal=cross", "U R", "R'", true, true, 1, 1},
		{"goal=cross:D;neutral=all", "U", "", true, true, 0, 0},
		{"moves=R U", "R F", "F' R'", true, false, 2, UINT_MAX},
		{"exclude=F", "R F", "F' R'", true, false, 2, UINT_MAX},
		{"metric=stm", "M U", "U' M'", true, true, 3, 2},
		{"metric=stm;cost=M=1.5", "M U", "U' M'", true, true, 3, 5},
		{"moves=M U", "M U", "U' M'", true, true, 3, 3},
		{"moves=M U", "R", "R'", true, false, 1, UINT_MAX},
		{"parentheses=niss", "R U", "(R U)", true, true, 2, 2},
		{"french=yes", "R U", "H' D'", true, true, 2, 2},
		{"puzzle=2x2", "R U", "y U' B'", true, true, 2, 2},
	};
	superflip_verdict verdict = {.size = sizeof verdict};
	array_foreach(row, rows) {
		superflip_problem *const problem = problem_of(row->fields);
		const superflip_puzzle puzzle = strstr(row->fields, "2x2") != NULL ? SUPERFLIP_2X2 : SUPERFLIP_3X3;
		const superflip_cube *const cube = cube_with(puzzle, row->cube, 0);
		verdict = verdict_of(problem, cube, row->solution);
		cr_expect(verdict.solves == row->solves && verdict.is_permitted == row->is_permitted
		          && verdict.n_moves == row->n_moves && verdict.length == row->length,
		          "%s, '%s' by '%s': %d, %d, %zu, %u", row->fields, row->cube, row->solution, verdict.solves,
		          verdict.is_permitted, verdict.n_moves, verdict.length);
		cr_expect_eq(superflip_problem_verify(problem, cube, "Q", &verdict, &last_error), SUPERFLIP_BAD_TEXT);
	}
	superflip_problem *const problem = problem_of("goal=cross");
	const superflip_cube *const pocket = cube_with(SUPERFLIP_2X2, "R", 0);
	const superflip_cube *const grey = grey_cube_of("....U..U....RR.....F...F.F..D..D......................");
	cr_expect_eq(superflip_problem_verify(problem, pocket, "", &verdict, NULL), SUPERFLIP_BAD_ARGUMENT);
	cr_expect_eq(superflip_problem_verify(problem, grey, "", &verdict, NULL), SUPERFLIP_BAD_ARGUMENT,
	             "what is seen does not decide it");
	cr_expect_eq(superflip_problem_verify(problem_of("min=5;max=4"), cube_of(""), "", &verdict, NULL),
	             SUPERFLIP_BAD_ARGUMENT);
}
