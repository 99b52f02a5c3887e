/* Solve the cube of the command line: cc solve.c -o solve $(pkg-config --cflags --libs superflip); ./solve "R U R' U'" */
#include <superflip.h>

#include <stdio.h>

int main(int argc, char **argv)
{
	superflip_error error;
	superflip_tables_options where;
	superflip_tables *tables = NULL;
	superflip_solver *solver = NULL;
	superflip_cube *cube = NULL;
	superflip_result *result = NULL;
	superflip_tables_options_init(&where);
	where.builds_missing = true;  /* 87 MB, in a few seconds, once */
	if (superflip_cube_parse(SUPERFLIP_3X3, argc > 1 ? argv[1] : "", 0, &cube, &error) != SUPERFLIP_OK
	    || superflip_tables_open(&where, &tables, &error) != SUPERFLIP_OK
	    || superflip_solver_create(NULL, tables, &solver, &error) != SUPERFLIP_OK
	    || superflip_solve(solver, cube, NULL, &result, &error) != SUPERFLIP_OK) {
		fprintf(stderr, "%s\n", error.text);
		return 1;
	}
	unsigned n_moves;
	char text[3 * SUPERFLIP_MAX_LENGTH + 1] = "";
	const uint8_t *const moves = superflip_result_solution(result, 0, &n_moves, NULL, NULL);
	if (moves != NULL)
		superflip_moves_write(moves, n_moves, 0, text, sizeof text);
	printf("%u%s  %s\n", result->length, result->is_optimal ? "*" : "", text);
	superflip_result_free(result);
	superflip_solver_free(solver);
	superflip_tables_close(tables);
	superflip_cube_free(cube);
	return 0;
}
