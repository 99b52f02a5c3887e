#include "support/support.h"
#include "session/fixture.h"
#include "session/solver.h"

static superflip_result *solve(superflip_solver *solver, const char *text, const superflip_request *request)
{
	superflip_cube *const cube = cube_of(text);
	superflip_result *const result = result_of(solver, cube, request);
	for (uint64_t i = 0; i < result->n_solutions && (request == NULL || request->goal == NULL); i++) {
		unsigned n_moves;
		const uint8_t *const moves = superflip_result_solution(result, i, &n_moves, NULL, NULL);
		cr_expect(solves(cube, NULL, moves, n_moves), "%s, solution %lu", text, i);
	}
	superflip_cube_free(cube);
	return result;
}

Test(api_solver, lengths_are_those_of_the_scrambles, .init = open_korf, .fini = close_korf)
{
	for (unsigned i = 0; i < N_EASY; i++) {
		superflip_result *const result = solve(korf, easy[i], NULL);
		cr_expect_eq(result->outcome, SUPERFLIP_SOLVED);
		cr_expect(result->is_optimal && result->is_complete);
		cr_expect_eq(result->length, easy_length[i], "'%s': %u", easy[i], result->length);
		cr_expect_eq(result->lower_bound, easy_length[i]);
		superflip_result_free(result);
	}
}

/* A backend whose search is wrong: it claims that one turn solves every cube. */
static void claim_one_turn(void *context, struct pool *pool, const struct search_stream *stream)
{
	struct search_request request;
	void *tag;
	(void)pool;
	while (stream->next(stream->context, &request, &tag) == STREAM_NEXT) {
		struct search_result result = {.outcome = SEARCH_SOLVED, .is_optimal = true, .length = 1, .lower_bound = 1, .n_solutions = 1};
		result.solutions = malloc(sizeof *result.solutions);
		cr_assert_not_null(result.solutions);
		*result.solutions = *(const struct search_solution *)context;
		stream->done(stream->context, tag, &result);
	}
}

Test(api_solver, what_does_not_solve_the_cube_at_its_cost_is_an_internal_error, .init = open_korf, .fini = close_korf)
{
	static struct search_solution claim = {.n_moves = 1, .length = 1, .moves = {0}};  /* U */
	korf->backend = (struct solver_backend){.context = &claim, .run = claim_one_turn};
	static const struct { const char *scramble; uint8_t n_moves, length; bool is_sound; } cases[] = {
		{"U'", 1, 1, true}, {"U", 1, 1, false}, {"", 1, 1, false}, {"U'", 1, 2, false}, {"U'", 0, 1, false}, {"", 0, 0, true},
	};
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		superflip_cube *const cube = cube_of(cases[i].scramble);
		claim.n_moves = cases[i].n_moves;
		claim.length = cases[i].length;
		superflip_result *const result = result_of(korf, cube, NULL);
		cr_expect_eq(result->outcome, cases[i].is_sound ? SUPERFLIP_SOLVED : SUPERFLIP_FAILED, "%u", i);
		cr_expect_eq(result->is_optimal, cases[i].is_sound, "%u: a star", i);
		cr_expect_eq(result->n_solutions, cases[i].is_sound ? 1u : 0u, "%u", i);
		cr_expect_eq(result->failure, cases[i].is_sound ? SUPERFLIP_OK : SUPERFLIP_INTERNAL, "%u", i);
		superflip_result_free(result);
		superflip_cube_free(cube);
	}
}

Test(api_solver, all_solutions_come_once_each_and_classes_count_them, .init = open_korf, .fini = close_korf)
{
	superflip_request request;
	superflip_request_init(&request);
	request.n_solutions = SUPERFLIP_ALL;
	superflip_result *const all = solve(korf, "R2 L2 U2 D2 F2 B2", &request);
	request.up_to_symmetry = true;
	superflip_result *const classes = solve(korf, "R2 L2 U2 D2 F2 B2", &request);
	uint64_t n_images = 0;
	for (uint64_t i = 0; i < classes->n_solutions; i++) {
		unsigned n_moves, length, of_this;
		cr_assert_not_null(superflip_result_solution(classes, i, &n_moves, &length, &of_this));
		n_images += of_this;
	}
	cr_expect_gt(all->n_solutions, classes->n_solutions);
	cr_expect_eq(n_images, all->n_solutions, "%lu of %lu", n_images, all->n_solutions);
	unsigned n_moves;
	cr_expect_null(superflip_result_solution(all, all->n_solutions, &n_moves, NULL, NULL));
	superflip_result_free(all);
	superflip_result_free(classes);
}

Test(api_solver, limits_lengths_and_goals_do_what_they_say, .init = open_korf, .fini = close_korf)
{
	superflip_request request;
	superflip_request_init(&request);
	request.max_length = 3;
	superflip_result *result = solve(korf, "R U R' U'", &request);
	cr_expect_eq(result->outcome, SUPERFLIP_NONE);
	cr_expect_eq(result->lower_bound, 4u);
	superflip_result_free(result);

	superflip_request_init(&request);
	request.node_limit = 100000;
	result = solve(korf, superflip_position, &request);
	cr_expect_eq(result->outcome, SUPERFLIP_NODE_LIMIT);
	cr_expect_not(result->is_optimal);
	cr_expect_eq(result->n_solutions, 0u);
	superflip_result_free(result);

	superflip_cube *const goal = cube_of("R U");
	superflip_request_init(&request);
	request.goal = goal;
	result = solve(korf, "R U F", &request);
	cr_expect_eq(result->length, 1u);
	superflip_cube *const cube = cube_of("R U F");
	cr_expect(is_solved_by(cube, goal, result));
	superflip_result_free(result);
	superflip_cube_free(cube);
	superflip_cube_free(goal);
}

Test(api_solver, a_time_limit_leaves_a_short_solution_if_one_is_asked_for, .init = open_korf, .fini = close_korf)
{
	superflip_request request;
	superflip_request_init(&request);
	request.time_limit_s = 0.2;
	superflip_result *result = solve(korf, superflip_position, &request);
	cr_expect_eq(result->outcome, SUPERFLIP_TIME_LIMIT);
	cr_expect_eq(result->n_solutions, 0u);
	superflip_result_free(result);
	request.approximates = true;
	result = solve(korf, superflip_position, &request);
	cr_expect_eq(result->n_solutions, 1u);
	cr_expect(result->is_approximate);
	cr_expect_geq(result->length, 20u);
	cr_expect_leq(result->lower_bound, 20u);
	superflip_result_free(result);
}

Test(api_solver, fewer_turns_solve_what_they_can_reach)
{
	superflip_tables *const tables = tables_of("korf", SUPERFLIP_HTM);
	superflip_solver_options options;
	superflip_solver_options_init(&options);
	cr_assert_eq(superflip_moves_parse_set("R U", 0, &options.moves, NULL), SUPERFLIP_OK);
	superflip_solver *const solver = solver_by(&options, tables);
	superflip_result *result = solve(solver, "R U R' U'", NULL);
	cr_expect_eq(result->length, 4u);
	superflip_result_free(result);
	result = solve(solver, "F", NULL);
	cr_expect_eq(result->outcome, SUPERFLIP_NONE);
	cr_expect(result->is_unreachable);
	superflip_result_free(result);
	superflip_solver_free(solver);
	superflip_tables_close(tables);
}

/* Tables of all that the permitted turns make find what Korf's find, and those of other turns are refused. */
Test(api_solver, tables_of_few_turns_serve_solvers_of_these, .init = make_own_directory, .fini = remove_own_directory)
{
	superflip_tables_options of_tables;
	superflip_tables_options_init(&of_tables);
	of_tables.directory = own_directory;
	of_tables.builds_missing = true;
	for (superflip_metric metric = SUPERFLIP_HTM; metric <= SUPERFLIP_QTM; metric++) {
		superflip_tables *const of_all = tables_of("korf", metric);
		superflip_solver_options options;
		superflip_solver_options_init(&options);
		options.metric = metric;
		cr_assert_eq(superflip_moves_parse_set("U2 R2", 0, &options.moves, NULL), SUPERFLIP_OK);
		superflip_turns *const turns = superflip_turns_of_moves(metric, options.moves);
		of_tables.turns = turns;
		cr_expect_eq(superflip_turns_states(turns), 12u);
		superflip_tables *const tables = tables_by(&of_tables);
		superflip_solver *few = solver_by(&options, tables), *const all = solver_by(&options, of_all);
		static const char *const texts[] = {"U2", "U2 R2", "U2 R2 U2", "(U2 R2)3", "R"};
		for (unsigned i = 0; i < 5; i++) {
			superflip_result *const by_few = solve(few, texts[i], NULL), *const by_all = solve(all, texts[i], NULL);
			cr_expect_eq(by_few->outcome, by_all->outcome, "%s", texts[i]);
			cr_expect_eq(by_few->length, by_all->length, "%s: %u, %u", texts[i], by_few->length, by_all->length);
			cr_expect_eq(by_few->why_unreachable, by_all->why_unreachable);
			superflip_result_free(by_few);
			superflip_result_free(by_all);
		}
		superflip_solver_free(few);
		superflip_solver_free(all);
		cr_assert_eq(superflip_moves_parse_set("U2 R", 0, &options.moves, NULL), SUPERFLIP_OK);
		cr_expect_eq(superflip_solver_create(&options, tables, &few, NULL), SUPERFLIP_BAD_ARGUMENT);
		superflip_tables_close(tables);
		superflip_tables_close(of_all);
		superflip_turns_free(turns);
	}
}

Test(api_solver, methods_are_listed_and_solve)
{
	superflip_cube *const cube = cube_of("R U2 F D2 L B R2 U F2 D");
	unsigned n_solved = 0;
	cr_expect_str_eq(superflip_method_at(0)->name, "optimal");
	for (unsigned i = 1; superflip_method_at(i) != NULL; i++) {
		const superflip_method *const method = superflip_method_at(i);
		cr_expect_eq(superflip_method_find(method->name), method);
		/* Lists of steps take seconds, to find the cases of the last layer for the first time. */
		if (method->is_hopeless || method->is_optimal || (method->takes_steps && (strcmp(method->name, "steps") == 0 || !are_slow_wanted())))
			continue;
		superflip_solver *const solver = solver_of_method(method->name);
		superflip_result *const result = result_of(solver, cube, NULL);
		unsigned n_stage_moves = 0, n;
		cr_expect(is_solved_by(cube, NULL, result), "%s", method->name);
		uint8_t stage_moves[SUPERFLIP_MAX_MOVES];
		for (unsigned k = 0; k < result->n_stages; k++) {
			const char *name = NULL;
			const uint8_t *const stage = superflip_result_stage(result, k, &name, &n);
			cr_assert_not_null(name);
			memcpy(stage_moves + n_stage_moves, stage, n);
			n_stage_moves += n;
		}
		cr_expect_gt(result->n_stages, 0u, "%s", method->name);
		cr_expect(solves(cube, NULL, stage_moves, n_stage_moves), "%s", method->name);
		superflip_result_free(result);
		superflip_solver_free(solver);
		n_solved++;
	}
	cr_expect_geq(n_solved, 4u);
	superflip_cube_free(cube);
}

Test(api_solver, a_list_of_steps_is_measured_and_its_results_outlive_the_solver, .init = make_own_directory, .fini = remove_own_directory)
{
	superflip_solver_options options;
	superflip_goal_info info;
	superflip_error error;
	superflip_solver_options_init(&options);
	superflip_goal_info_init(&info);
	cr_expect_eq(superflip_steps_measure(&options, &info, &error), SUPERFLIP_BAD_ARGUMENT);
	options.method = "steps";
	options.directory = own_directory;
	options.steps = "EO = eo:FB\nDR = dr:UD ; turns U R D L F2 B2\nHTR = htr ; turns U D R2 L2 F2 B2\nend = sloved";
	cr_expect_eq(superflip_steps_measure(&options, &info, &error), SUPERFLIP_BAD_TEXT);
	cr_expect_not_null(strstr(error.text, "line 4, column 7: there is no goal 'sloved'"), "%s", error.text);
	options.steps = "EO = eo:FB\nDR = dr:UD ; turns U R D L F2 B2\nHTR = htr ; turns U D R2 L2 F2 B2\nend = solved ; turns U2 R2 F2 D2 L2 B2";
	cr_assert_eq(superflip_steps_measure(&options, &info, &error), SUPERFLIP_OK, "%s", error.text);
	cr_expect(info.n_tables == 1 && info.file_bytes < 8192 && !info.is_installed);
	superflip_solver *const solver = solver_by(&options, NULL);
	cr_expect(superflip_steps_measure(&options, &info, NULL) == SUPERFLIP_OK && info.n_tables == 0 && info.is_installed);
	superflip_result *const result = solve(solver, "R U F", NULL);
	superflip_solver_free(solver);
	static const char *const names[] = {"EO", "DR", "HTR", "end"}, *const goals[] = {"eo:FB", "dr:UD", "htr", "solved"};
	for (unsigned i = 0; i < 4; i++) {
		const char *name = NULL;
		unsigned n;
		superflip_result_stage(result, i, &name, &n);
		cr_expect_str_eq(name, names[i]);
		cr_expect_str_eq(superflip_result_stage_goal(result, i), goals[i]);
		cr_expect_eq(superflip_result_chain_step(result, 0, i, NULL), n);
	}
	cr_expect_null(superflip_result_stage_goal(result, 4));
	superflip_result_free(result);
}

Test(api_solver, steps_that_are_not_there_have_no_moves, .init = open_korf, .fini = close_korf)
{
	superflip_solver *const layers = solver_of_method("layers");
	superflip_result *const results[] = {solve(korf, "R U F", NULL), solve(layers, "R U F", NULL)};
	for (unsigned i = 0; i < 2; i++) {
		bool is_on_inverse = true;
		cr_expect_eq(superflip_result_chain_step(results[i], 0, results[i]->n_stages, &is_on_inverse), 0u);
		cr_expect_not(is_on_inverse);
		cr_expect_eq(superflip_result_chain_step(results[i], 1, 0, NULL), 0u, "there is one solution");
		superflip_result_free(results[i]);
	}
	superflip_solver_free(layers);
}

Test(api_solver, a_textbook_search_agrees)
{
	superflip_tables *const tables = tables_of("korf", SUPERFLIP_HTM);
	superflip_solver_options options;
	superflip_solver *solver;
	superflip_solver_options_init(&options);
	options.method = "ida";
	cr_expect_eq(superflip_solver_create(&options, NULL, &solver, NULL), SUPERFLIP_BAD_ARGUMENT, "it needs tables");
	solver = solver_by(&options, tables);
	superflip_result *const result = solve(solver, "R U F D L", NULL);
	cr_expect_eq(result->length, 5u);
	cr_expect(result->is_optimal);
	cr_expect_gt(result->n_generated, 5u);
	superflip_result_free(result);
	superflip_solver_free(solver);
	superflip_tables_close(tables);
}

Test(api_solver, the_2x2x2_is_solved_in_both_metrics)
{
	for (superflip_metric metric = SUPERFLIP_HTM; metric <= SUPERFLIP_QTM; metric++) {
		superflip_solver_options options;
		superflip_cube *cube;
		superflip_result *result;
		superflip_solver_options_init(&options);
		options.puzzle = SUPERFLIP_2X2;
		options.metric = metric;
		superflip_solver *const solver = solver_by(&options, NULL);
		cr_assert_eq(superflip_cube_parse(SUPERFLIP_2X2, "R U2 F'", 0, &cube, NULL), SUPERFLIP_OK);
		result = result_of(solver, cube, NULL);
		cr_expect_eq(result->length, metric == SUPERFLIP_HTM ? 3u : 4u);
		cr_expect(result->is_optimal);
		cr_expect(is_solved_by(cube, NULL, result));
		superflip_result_free(result);
		superflip_cube_free(cube);
		cube = cube_of("R");
		cr_expect_eq(superflip_solve(solver, cube, NULL, &result, NULL), SUPERFLIP_BAD_ARGUMENT, "a cube of another puzzle");
		superflip_cube_free(cube);
		superflip_solver_free(solver);
	}
}

Test(api_solver, options_that_exclude_each_other_are_refused)
{
	superflip_tables *const tables = tables_of("korf", SUPERFLIP_HTM);
	superflip_solver_options options;
	superflip_solver *solver = NULL;
	superflip_error error;
	superflip_solver_options_init(&options);
	cr_expect_eq(superflip_solver_create(&options, NULL, &solver, &error), SUPERFLIP_BAD_ARGUMENT, "no tables");
	options.metric = SUPERFLIP_QTM;
	cr_expect_eq(superflip_solver_create(&options, tables, &solver, &error), SUPERFLIP_BAD_ARGUMENT, "another metric");
	options.method = "two-phase";
	cr_expect_eq(superflip_solver_create(&options, NULL, &solver, &error), SUPERFLIP_BAD_ARGUMENT, "quarter turns");
	options.metric = SUPERFLIP_HTM;
	options.method = "nosuch";
	cr_expect_eq(superflip_solver_create(&options, NULL, &solver, &error), SUPERFLIP_UNKNOWN_NAME);
	options.method = NULL;
	options.n_threads = 1000000;
	cr_expect_eq(superflip_solver_create(&options, tables, &solver, &error), SUPERFLIP_BAD_ARGUMENT, "threads");
	cr_expect_null(solver);
	superflip_tables_close(tables);
}
