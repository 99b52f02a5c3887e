/* Solve the cube of the command line, in a minute at most:
 *     cc solve.c -o solve $(pkg-config --cflags --libs superflip); ./solve "R U R' U'"
 * The first run builds tables, 87 MB, in a few seconds. */
#include <superflip.h>

#include <stdio.h>

int main(int argc, char **argv)
{
	superflip_error error;
	superflip_session *session = NULL;
	superflip_problem *problem = NULL;
	superflip_cube *cube = NULL;
	superflip_result *result = NULL;
	superflip_solution solution;
	char text[3 * SUPERFLIP_MAX_LENGTH + 1] = "none found";
	if (superflip_session_open(NULL, &session, &error) != SUPERFLIP_OK
	    || superflip_problem_create(&problem, &error) != SUPERFLIP_OK
	    || superflip_problem_set(problem, "time-limit", "60", &error) != SUPERFLIP_OK
	    || superflip_cube_parse(SUPERFLIP_3X3, argc > 1 ? argv[1] : "", 0, &cube, &error) != SUPERFLIP_OK
	    || superflip_solve(session, problem, cube, &result, &error) != SUPERFLIP_OK) {
		fprintf(stderr, "%s\n", error.text);
		return 1;
	}
	if (superflip_result_solution(result, 0, &solution))
		superflip_moves_write(solution.moves, solution.n_moves, 0, text, sizeof text);
	printf("%u%s  %s\n", result->lower_bound, result->is_optimal ? "*" : "+", text);
	superflip_result_free(result);
	superflip_cube_free(cube);
	superflip_problem_free(problem);
	superflip_session_close(session);
	return 0;
}
