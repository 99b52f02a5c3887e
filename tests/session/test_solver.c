/* What is found: lengths, all solutions, classes, methods. */
#include "support/support.h"
#include "session/fixture.h"
#include "session/session.h"

TestSuite(api_solver, .init = open_korf, .fini = close_korf);

Test(api_solver, lengths_are_those_of_the_scrambles)
{
	for (unsigned i = 0; i < N_EASY; i++) {
		superflip_result *const result = solve(KORF, easy[i]);
		cr_expect(result->outcome == SUPERFLIP_SOLVED && result->is_optimal && result->is_complete
		          && !result->is_by_method);
		cr_expect_eq(result->length, easy_length[i], "'%s': %u", easy[i], result->length);
		cr_expect_eq(result->lower_bound, easy_length[i]);
	}
}

/* A backend whose search is wrong: it claims that one turn solves every cube. */
static void claim_one_turn(void *context, struct pool *pool, const struct search_stream *stream)
{
	struct search_request request;
	void *tag;
	while (stream->next(stream->context, &request, &tag) == STREAM_NEXT) {
		struct search_result result = {
			.outcome = SEARCH_SOLVED, .is_optimal = true, .length = 1, .lower_bound = 1, .n_solutions = 1};
		result.solutions = malloc(sizeof *result.solutions);
		cr_assert_not_null(result.solutions);
		*result.solutions = *(const struct search_solution *)context;
		stream->done(stream->context, tag, &result);
	}
}

Test(api_solver, what_does_not_solve_the_cube_at_its_cost_is_an_internal_error)
{
	static struct search_solution claim = {.n_moves = 1, .length = 1, .moves = {0}};  /* U */
	superflip_problem *const problem = problem_of(KORF);
	struct solver *solver;
	must(superflip_problem_check(problem, NULL));
	cr_assert_eq(session_borrow(session, problem, NULL, NULL, true, NULL, NULL, &solver, NULL), SUPERFLIP_OK);
	solver->backend = (struct solver_backend){.context = &claim, .run = claim_one_turn};
	static const struct { const char *scramble; uint8_t n_moves, length; bool is_sound;
	} cases[] = {
		{"U'", 1, 1, true},  {"U", 1, 1, false},  {"", 1, 1, false},
		{"U'", 1, 2, false}, {"U'", 0, 1, false}, {"", 0, 0, true},
	};
	array_foreach(row, cases) {
		claim.n_moves = row->n_moves;
		claim.length = row->length;
		const superflip_result *const result = solve(KORF, row->scramble);
		cr_expect_eq(result->outcome, row->is_sound ? SUPERFLIP_SOLVED : SUPERFLIP_FAILED, "%s: %u",
		             row->scramble, row->length);
		cr_expect_eq(result->is_optimal, row->is_sound, "%s: %u, a star", row->scramble, row->length);
		cr_expect_eq(result->n_solutions, (uint64_t)row->is_sound);
		cr_expect_eq(result->failure, row->is_sound ? SUPERFLIP_OK : SUPERFLIP_INTERNAL);
	}
	session_return(session, solver);
}

Test(api_solver, all_solutions_come_once_each_and_classes_count_them)
{
	superflip_result *const all = solve(KORF "solutions=all", "R2 L2 U2 D2 F2 B2");
	superflip_result *const classes = solve(KORF "solutions=all;up-to-symmetry=yes", "R2 L2 U2 D2 F2 B2");
	superflip_solution s;
	uint64_t n_images = 0, n = 0;
	for (; superflip_result_solution(classes, n, &s); n++)
		n_images += s.n_images;
	cr_expect(n == classes->n_solutions && n < all->n_solutions && classes->n_symmetries > 1);
	cr_expect_eq(n_images, all->n_solutions, "%lu of %lu", n_images, all->n_solutions);
	cr_expect_not(superflip_result_solution(all, all->n_solutions, &s));
}

Test(api_solver, methods_are_listed_and_solve)
{
	static const char scramble[] = "R U2 F D2 L B R2 U F2 D";
	unsigned n_solved = 0;
	cr_expect_str_eq(superflip_method_at(0)->name, "optimal");
	for (unsigned i = 1; superflip_method_at(i) != NULL; i++) {
		const superflip_method *const method = superflip_method_at(i);
		/* Lists of steps take seconds, to find the cases of the last layer for the first time. */
		if (method->is_hopeless || method->is_optimal
		    || (method->takes_steps && (strcmp(method->name, "steps") == 0 || !are_slow_wanted())))
			continue;
		char fields[60];
		uint8_t moves[SUPERFLIP_MAX_MOVES];
		unsigned n = 0, n_shared = 0;
		snprintf(fields, sizeof fields, "method=%s", method->name);
		superflip_cube *const cube = cube_of(scramble);
		superflip_result *const result = result_of(fields, cube);
		superflip_solution s;
		superflip_stage stage;
		cr_expect(result->is_by_method && superflip_result_solution(result, 0, &s), "%s", method->name);
		for (unsigned k = 0; superflip_result_stage(result, k, &stage); k++) {
			cr_assert_not_null(stage.name);
			memcpy(moves + n, stage.moves, stage.n_moves);
			n += stage.n_moves;
			/* Of a list of steps, which may turn on the inverse, a share is what the stage turns. */
			cr_expect_eq(
				memcmp(result->is_by_list ? stage.moves : s.moves + n_shared, stage.share, stage.n_share), 0,
				"%s: stages make the solution", method->name);
			n_shared += stage.n_share;
		}
		cr_expect(result->n_stages > 0 && n_shared >= s.n_moves
		              && (result->is_by_list || n_shared == s.n_moves),
		          "%s", method->name);
		cr_expect(superflip_cube_facts(cube_turned(cube, moves, n)).is_solved, "%s", method->name);
		n_solved++;
	}
	cr_expect_geq(n_solved, 4u);
}

#define THREE_STEPS "EO = eo:FB\nDR = dr:UD ; turns U R D L F2 B2\nHTR = htr ; turns U D R2 L2 F2 B2\n"

Test(api_solver, a_list_of_steps_is_measured_and_its_results_outlive_the_session, .init = open_own,
	 .fini = close_own)
{
	static const char *const names[] = {"EO", "DR", "HTR", "end"}, *const goals[] = {"eo:FB", "dr:UD", "htr",
	                                                                                 "solved"};
	superflip_problem *const wrong = problem_of(""), *const problem = problem_of("method=steps");
	superflip_cube *const cube = cube_of("R U F");
	superflip_needs needs = {.size = sizeof needs};
	superflip_result *result;
	must(superflip_problem_set(wrong, "steps", THREE_STEPS "end = sloved", NULL));
	cr_expect_eq(superflip_session_measure(session, wrong, NULL, &needs, &last_error), SUPERFLIP_BAD_TEXT);
	cr_expect_not_null(strstr(last_error.text, "line 4, column 7: there is no goal 'sloved'"), "%s",
	                   last_error.text);
	cr_assert_eq(
		superflip_problem_set(problem, "steps", THREE_STEPS "end = solved ; turns U2 R2 F2 D2 L2 B2", NULL),
		SUPERFLIP_OK);
	must(superflip_session_measure(session, problem, NULL, &needs, &last_error));
	cr_expect(needs.n_tables == 1 && needs.file_bytes < 8192 && !needs.is_installed);
	cr_expect_eq(superflip_solve(session, problem, cube, &result, NULL), SUPERFLIP_TABLE_MISSING,
	             "nothing is built unasked");
	must(superflip_session_prepare(session, problem, NULL, NULL, NULL, &last_error));
	cr_expect(superflip_session_measure(session, problem, NULL, &needs, NULL) == SUPERFLIP_OK
	          && needs.n_tables == 0 && needs.is_installed);
	must(superflip_solve(session, problem, cube, &result, NULL));
	superflip_session_close(session);
	session = NULL;
	superflip_stage stage;
	unsigned n = 0;
	for (; superflip_result_stage(result, n, &stage); n++) {
		cr_expect_str_eq(stage.name, names[n]);
		cr_expect_str_eq(stage.goal, goals[n]);
		cr_expect_eq(superflip_result_chain_step(result, 0, n, NULL), stage.n_moves);
	}
	cr_expect_eq(n, 4u);
	char text[100];
	cr_expect(result->is_by_list && superflip_result_chain(result, 0, 0, text, sizeof text) == strlen(text));
	superflip_result_free(result);
}

Test(api_solver, steps_that_are_not_there_have_no_moves)
{
	static const char *const problems[] = {KORF, "method=layers"};
	array_foreach(fields, problems) {
		const superflip_result *const result = solve(*fields, "R U F");
		bool is_on_inverse = true;
		cr_expect_eq(superflip_result_chain_step(result, 0, result->n_stages, &is_on_inverse), 0u);
		cr_expect_not(is_on_inverse);
		cr_expect_eq(superflip_result_chain_step(result, 1, 0, NULL), 0u, "there is one solution");
		cr_expect_eq(superflip_result_chain(result, 0, 0, NULL, 0) > 0, result->is_by_method);
	}
}
