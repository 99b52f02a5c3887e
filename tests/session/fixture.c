#include "session/fixture.h"
#include "pdb/scratch.h"
#include "support/tables.h"

#include "support/test.h"

const char *const easy[N_EASY] = {
	"", "R", "R U2", "R U R'", "R U R' U'", "R2 L2 U2 D2", "F R U R' U' F'", "R U F D L", "R2 U F2 D' B L2", "U2 R' F2 L D",
};
const unsigned easy_length[N_EASY] = {0, 1, 2, 3, 4, 4, 6, 5, 6, 5};
const char superflip_position[] = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

superflip_cube *cube_of(const char *text)
{
	superflip_cube *cube = NULL;
	superflip_error error = {.text = ""};
	cr_assert_eq(superflip_cube_parse(SUPERFLIP_3X3, text, 0, &cube, &error), SUPERFLIP_OK, "%s", error.text);
	return cube;
}

superflip_tables *tables_of(const char *heuristic, superflip_metric metric)
{
	superflip_tables_options options;
	superflip_error error = {.text = ""};
	superflip_tables_options_init(&options);
	options.heuristic = heuristic;
	options.metric = metric;
	options.directory = shared_table_directory();
	options.n_threads = 2;
	cr_assert_eq(superflip_tables_build(&options, &error), SUPERFLIP_OK, "%s", error.text);
	return tables_by(&options);
}

superflip_tables *tables_by(const superflip_tables_options *options)
{
	superflip_tables *tables = NULL;
	superflip_error error = {.text = ""};
	cr_assert_eq(superflip_tables_open(options, &tables, &error), SUPERFLIP_OK, "%s", error.text);
	return tables;
}

char own_directory[SCRATCH_MAX];

void make_own_directory(void)
{
	scratch_make(own_directory);
}

void remove_own_directory(void)
{
	scratch_remove(own_directory);
}

superflip_solver *solver_by(const superflip_solver_options *options, superflip_tables *tables)
{
	superflip_solver *solver = NULL;
	superflip_error error = {.text = ""};
	cr_assert_eq(superflip_solver_create(options, tables, &solver, &error), SUPERFLIP_OK, "%s", error.text);
	return solver;
}

superflip_solver *solver_of(superflip_tables *tables)
{
	superflip_solver *const solver = solver_by(NULL, tables);
	superflip_tables_close(tables);  /* the solver keeps them */
	return solver;
}

superflip_solver *solver_of_method(const char *method)
{
	superflip_solver_options options;
	superflip_solver_options_init(&options);
	options.method = method;
	return solver_by(&options, NULL);
}

superflip_result *result_of(superflip_solver *solver, const superflip_cube *cube, const superflip_request *request)
{
	superflip_result *result = NULL;
	superflip_error error = {.text = ""};
	cr_assert_eq(superflip_solve(solver, cube, request, &result, &error), SUPERFLIP_OK, "%s", error.text);
	return result;
}

superflip_solver *korf;

void open_korf(void)
{
	superflip_tables *const tables = tables_of("korf", SUPERFLIP_HTM);
	superflip_solver_options options;
	superflip_solver_options_init(&options);
	options.n_threads = 2;
	korf = solver_by(&options, tables);
	superflip_tables_close(tables);  /* the solver keeps them */
}

void close_korf(void)
{
	superflip_solver_free(korf);
}

bool solves(const superflip_cube *cube, const superflip_cube *goal, const uint8_t *moves, unsigned n)
{
	char text[3 * SUPERFLIP_MAX_MOVES + 1];
	superflip_verdict verdict;
	superflip_verdict_init(&verdict);
	superflip_moves_write(moves, n, 0, text, sizeof text);
	return superflip_verify(cube, goal, SUPERFLIP_HTM, text, 0, &verdict, NULL) == SUPERFLIP_OK && verdict.solves;
}

bool is_solved_by(const superflip_cube *cube, const superflip_cube *goal, const superflip_result *result)
{
	unsigned n;
	const uint8_t *const moves = superflip_result_solution(result, 0, &n, NULL, NULL);
	return moves != NULL && solves(cube, goal, moves, n);
}
