#include "method/random_walk.h"

#include "base/clock.h"
#include "cube/random.h"
#include "pocket/solve.h"
#include "pocket/search.h"

enum { TURNS_PER_LOOK = 1 << 12, SEED = 1 };  /* at clock and stopped() */

static bool must_end(const struct search_request *request, double start_s, struct method_result *out)
{
	if (request->time_limit_s > 0 && clock_monotonic_s() - start_s >= request->time_limit_s)
		out->outcome = SEARCH_TIME_LIMIT;
	else if (request->stopped != NULL && request->stopped(request->context))
		out->outcome = SEARCH_INTERRUPTED;
	else
		return false;
	return true;
}

static unsigned longest_walk(const struct search_request *request)
{
	return method_max_length(request) > 0 ? request->max_length : METHOD_MAX_MOVES;
}

static void solve(const struct method *method, const void *tables, const struct search_request *request, struct method_result *out)
{
	(void)method, (void)tables;
	const double start_s = clock_monotonic_s();
	const unsigned longest = longest_walk(request);
	struct random_source source;
	random_from_seed(&source, SEED);
	*out = (struct method_result){.outcome = SEARCH_SOLVED};
	struct cube c = request->cube;
	for (unsigned last = LAST_NONE; !cube_is_solved(&c);) {
		if (out->n_generated % TURNS_PER_LOOK == 0 && must_end(request, start_s, out))
			return;
		if (out->n_moves == longest) {
			c = request->cube;
			out->n_moves = 0;
			last = LAST_NONE;
		}
		const unsigned move = random_move(&source, (1u << N_MOVES) - 1, &last);
		c = cube_after(&c, move);
		out->moves[out->n_moves++] = (uint8_t)move;
		out->n_generated++;
	}
}

static void solve_pocket(const struct method *method, const void *tables, const struct search_request *request, struct method_result *out)
{
	(void)method, (void)tables;
	const double start_s = clock_monotonic_s();
	const unsigned longest = longest_walk(request);
	const uint32_t index = pocket_index_to_solve(&request->cube);
	struct pocket_walk walk = pocket_walk_from(index, SEED);
	*out = (struct method_result){.outcome = SEARCH_SOLVED};
	while (!pocket_walk_is_home(&walk)) {
		if (out->n_generated % TURNS_PER_LOOK == 0 && must_end(request, start_s, out))
			return;
		if (out->n_moves == longest) {
			walk = pocket_walk_from(index, walk.random);
			out->n_moves = 0;
		}
		out->moves[out->n_moves++] = (uint8_t)pocket_face_turn(pocket_walk_step(&walk));
		out->n_generated++;
	}
}

const struct method random_walk_method = {
	{"random-walk", "turn at random until it is solved: hopeless beyond a few moves", .usual_s = 1, .has_stages = true, .searches = true,
	 .is_hopeless = true},
	.solve = solve,
};

const struct method pocket_walk_method = {
	{"random-walk", "turn at random until it is solved", .usual_s = 10, .has_stages = true, .searches = true}, .solve = solve_pocket,
};
