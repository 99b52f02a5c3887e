/* How far a scramble is from a goal, and the shortest ways there.
 *     cc goal.c -o goal $(pkg-config --cflags --libs superflip); ./goal cross+FR "R U R' U'"
 * The tables of the goal are built if they are missing. */
#include <superflip.h>

#include <stdio.h>

static int complain(const superflip_error *error)
{
	fprintf(stderr, "goal: column %u: %s\n", error->column, error->text);
	return 1;
}

static void print_solutions(const superflip_result *result)
{
	char text[3 * SUPERFLIP_MAX_LENGTH + 1];
	unsigned n_moves;
	const uint8_t *moves;
	for (uint64_t i = 0; (moves = superflip_result_solution(result, i, &n_moves, NULL, NULL)) != NULL; i++) {
		superflip_moves_write(moves, n_moves, 0, text, sizeof text);
		printf("%u  %s\n", n_moves, text);
	}
}

int main(int argc, char **argv)
{
	superflip_goal *goal = NULL;
	superflip_cube *cube = NULL;
	superflip_tables *tables = NULL;
	superflip_solver *solver = NULL;
	superflip_result *result = NULL;
	superflip_tables_options where;
	superflip_request request;
	superflip_error error = {0};
	superflip_tables_options_init(&where);
	superflip_request_init(&request);
	where.builds_missing = true;
	request.n_solutions = SUPERFLIP_ALL;
	superflip_status status = superflip_goal_parse(argc > 1 ? argv[1] : "cross", &goal, &error);
	where.goal = goal;
	if (status == SUPERFLIP_OK)
		status = superflip_cube_parse(SUPERFLIP_3X3, argc > 2 ? argv[2] : "", 0, &cube, &error);
	if (status == SUPERFLIP_OK)
		status = superflip_tables_open(&where, &tables, &error);
	if (status == SUPERFLIP_OK)
		status = superflip_solver_create(NULL, tables, &solver, &error);
	if (status == SUPERFLIP_OK)
		status = superflip_solve(solver, cube, &request, &result, &error);
	if (result != NULL) {
		printf("%s: at least %u moves\n", superflip_goal_name(goal), superflip_tables_bound(tables, cube));
		print_solutions(result);
	}
	superflip_result_free(result);
	superflip_solver_free(solver);
	superflip_tables_close(tables);
	superflip_cube_free(cube);
	superflip_goal_free(goal);
	return status == SUPERFLIP_OK ? 0 : complain(&error);
}
