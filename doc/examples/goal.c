/* How far a scramble is from a goal, and all shortest ways there:
 *     cc goal.c -o goal $(pkg-config --cflags --libs superflip); ./goal cross+FR "R U R' U'"
 * The tables of the goal are built if they are missing. */
#include <superflip.h>

#include <stdio.h>

int main(int argc, char **argv)
{
	const char *const goal = argc > 1 ? argv[1] : "cross";
	superflip_error error;
	superflip_session *session = NULL;
	superflip_problem *problem = NULL;
	superflip_cube *cube = NULL;
	superflip_tables *tables = NULL;
	superflip_result *result = NULL;
	superflip_solution solution;
	char text[3 * SUPERFLIP_MAX_LENGTH + 1];
	if (superflip_session_open(NULL, &session, &error) != SUPERFLIP_OK
	    || superflip_problem_create(&problem, &error) != SUPERFLIP_OK
	    || superflip_problem_set(problem, "goal", goal, &error) != SUPERFLIP_OK
	    || superflip_problem_set(problem, "solutions", "all", &error) != SUPERFLIP_OK
	    || superflip_cube_parse(SUPERFLIP_3X3, argc > 2 ? argv[2] : "", 0, &cube, &error) != SUPERFLIP_OK
	    || superflip_tables_open(session, problem, cube, NULL, NULL, &tables, &error) != SUPERFLIP_OK
	    || superflip_solve(session, problem, cube, &result, &error) != SUPERFLIP_OK) {
		fprintf(stderr, "goal: column %u: %s\n", error.column, error.text);
		return 1;
	}
	printf("%s: at least %u moves\n", goal, superflip_tables_bound(tables, cube));
	for (uint64_t i = 0; superflip_result_solution(result, i, &solution); i++) {
		superflip_moves_write(solution.moves, solution.n_moves, 0, text, sizeof text);
		printf("%u  %s\n", solution.length, text);
	}
	superflip_result_free(result);
	superflip_tables_close(tables);
	superflip_cube_free(cube);
	superflip_problem_free(problem);
	superflip_session_close(session);
	return 0;
}
