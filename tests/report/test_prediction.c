/* Predicted nodes against those of searches. */
#include "report/prediction.h"

#include "session/fixture.h"

#include "support/test.h"
#include <time.h>

Test(prediction, counts_the_first_moves_that_symmetries_of_the_cube_leave)
{
	static const char *const more[] = {"", " U D", " U", " R2 L2 U2 D2 F2 B2"};
	superflip_tables *const tables = tables_of("coset-30m", SUPERFLIP_HTM);
	struct prediction *const prediction = prediction_start(tables);
	struct solver *const solver = solver_of(tables);
	struct solve_request request;
	request = solve_request_default;
	request.max_length = 15;
	while (prediction_of(prediction, NULL, 14) <= 0)
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
	for (unsigned i = 0; i < sizeof more / sizeof *more; i++) {
		char text[100];
		snprintf(text, sizeof text, "%s%s", superflip_position, more[i]);
		superflip_cube *const cube = cube_of(text);
		superflip_result *const result = result_of(solver, cube, &request);
		for (unsigned k = 0; k < result->n_iterations; k++) {
			const superflip_iteration *const it = superflip_result_iteration(result, k);
			const double share = prediction_of(prediction, cube, it->threshold) / (double)it->n_generated;
			cr_expect(it->threshold < 12 || (share > 0.5 && share < 2), "%s, %u moves: %.3f", text, it->threshold, share);
		}
		superflip_result_free(result);
		superflip_cube_free(cube);
	}
	prediction_stop(prediction);
	solver_free(solver);
}
