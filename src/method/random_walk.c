#include "method/random_walk.h"

#include "base/clock.h"
#include "cube/random.h"
#include "pocket/solve.h"
#include "pocket/walk.h"

enum { TURNS_PER_LOOK = 1 << 12, SEED = 1 };  /* at clock and stopped() */

static bool must_end(const struct method_limits *limits, double start_s, struct method_result *out)
{
	if (limits->time_limit_s > 0 && clock_monotonic_s() - start_s >= limits->time_limit_s)
		out->outcome = METHOD_TIME_LIMIT;
	else if (limits->stopped != NULL && limits->stopped(limits->context))
		out->outcome = METHOD_INTERRUPTED;
	else
		return false;
	return true;
}

static unsigned longest_walk(const struct method_limits *limits)
{
	return limits->max_length > 0 && limits->max_length < METHOD_MAX_MOVES ? limits->max_length : METHOD_MAX_MOVES;
}

static void solve(const void *tables, const struct cube *cube, const struct method_limits *limits, struct method_result *out)
{
	(void)tables;
	const double start_s = clock_monotonic_s();
	const unsigned longest = longest_walk(limits);
	struct random_source source;
	random_from_seed(&source, SEED);
	*out = (struct method_result){.outcome = METHOD_SOLVED};
	struct cube c = *cube;
	for (unsigned last = LAST_NONE; !cube_is_solved(&c);) {
		if (out->n_generated % TURNS_PER_LOOK == 0 && must_end(limits, start_s, out))
			return;
		if (out->n_moves == longest) {
			c = *cube;
			out->n_moves = 0;
			last = LAST_NONE;
		}
		const unsigned move = random_move(&source, (1u << N_MOVES) - 1, &last);
		c = cube_after(&c, move);
		out->moves[out->n_moves++] = (uint8_t)move;
		out->n_generated++;
	}
}

static void solve_pocket(const void *tables, const struct cube *cube, const struct method_limits *limits, struct method_result *out)
{
	(void)tables;
	const double start_s = clock_monotonic_s();
	const unsigned longest = longest_walk(limits);
	const uint32_t index = pocket_index_to_solve(cube);
	struct pocket_walk walk = pocket_walk_from(index, SEED);
	*out = (struct method_result){.outcome = METHOD_SOLVED};
	while (!pocket_walk_is_home(&walk)) {
		if (out->n_generated % TURNS_PER_LOOK == 0 && must_end(limits, start_s, out))
			return;
		if (out->n_moves == longest) {
			walk = pocket_walk_from(index, walk.random);
			out->n_moves = 0;
		}
		out->moves[out->n_moves++] = (uint8_t)pocket_face_turn(pocket_walk_step(&walk));
		out->n_generated++;
	}
}

static bool create(unsigned n_threads, void **out)
{
	(void)n_threads;
	*out = NULL;
	return true;
}

static void destroy(void *tables)
{
	(void)tables;
}

static size_t table_bytes(const void *tables)
{
	(void)tables;
	return 0;
}

const struct method random_walk_method = {
	.name = "random-walk", .summary = "turn at random until it is solved: hopeless beyond a few moves",
	.usual_time_s = 1, .is_hopeless = true,
	.create = create, .destroy = destroy, .table_bytes = table_bytes, .solve = solve,
};

const struct method pocket_walk_method = {
	.name = "random-walk", .summary = "turn at random until it is solved", .usual_time_s = 10,
	.create = create, .destroy = destroy, .table_bytes = table_bytes, .solve = solve_pocket,
};
