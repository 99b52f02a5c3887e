/* Predicted nodes against those of searches. */
#include "report/prediction.h"

#include "session/fixture.h"

#include <time.h>

Test(prediction, counts_the_first_moves_that_symmetries_of_the_cube_leave, .init = open_korf,
	 .fini = close_korf)
{
	static const char *const more[] = {"", " U D", " U", " R2 L2 U2 D2 F2 B2"};
	superflip_problem *const problem = problem_of("heuristic=coset-30m");
	superflip_tables *tables;
	build("coset-30m", "htm");
	cr_assert_eq(superflip_tables_open(session, problem, NULL, NULL, NULL, &tables, NULL), SUPERFLIP_OK);
	struct prediction *const prediction = prediction_start(tables);
	while (prediction_of(prediction, NULL, 14) <= 0)
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
	array_foreach(row, more) {
		char text[100];
		snprintf(text, sizeof text, "%s%s", superflip_position, *row);
		superflip_cube *const cube = cube_of(text);
		superflip_result *const result = result_of("heuristic=coset-30m;max=15", cube);
		for (unsigned k = 0; k < result->n_iterations; k++) {
			const superflip_iteration *const it = superflip_result_iteration(result, k);
			const double share = prediction_of(prediction, cube, it->threshold) / (double)it->n_generated;
			cr_expect(it->threshold < 12 || (share > 0.5 && share < 2), "%s, %u moves: %.3f", text,
			          it->threshold, share);
		}
	}
	prediction_stop(prediction);
	superflip_tables_close(tables);
}
