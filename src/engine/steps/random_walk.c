/* The random walk: turn at random until the cube is solved, in walks of up to METHOD_MAX_MOVES turns, or
 * max_length, each from the cube itself; the same turns each time.  n_generated counts turns.  It shows what
 * the other methods are for: a walk that goes on for ever visits the solved cube once in
 * 43,252,003,274,489,856,000 turns on average, as often as any other position.  The choice of a turn depends
 * on the last turn alone, and a turn maps the positions one to one, so in the long run the walk is everywhere
 * equally often; the mean time of return is the inverse of that share (M. Kac, "On the notion of recurrence
 * in discrete stochastic processes", Bull. AMS 53, 1947). */
#include "cube/random.h"
#include "steps/method.h"
#include "pocket/solve.h"
#include "pocket/walk.h"

enum { TURNS_PER_CHECK = 1 << 12, SEED = 1 };

static unsigned longest_walk(const struct method_run *run)
{
	return method_max_length(run->request) > 0 ? run->request->max_length : METHOD_MAX_MOVES;
}

static bool must_end(struct method_run *run)
{
	return run->result->n_generated % TURNS_PER_CHECK == 0 && method_must_stop(run);
}

static void note_turn(struct method_result *out, unsigned move)
{
	out->moves[out->n_moves++] = (uint8_t)move;
	out->n_generated++;
}

static void solve(struct method_run *run)
{
	struct method_result *const out = run->result;
	struct random_source source;
	random_from_seed(&source, SEED);
	struct cube c = run->request->cube;
	for (unsigned last = LAST_NONE; !cube_is_solved(&c) && !must_end(run);) {
		if (out->n_moves == longest_walk(run)) {
			c = run->request->cube;
			out->n_moves = 0;
			last = LAST_NONE;
		}
		const unsigned move = random_move(&source, (1u << N_MOVES) - 1, &last);
		c = cube_after(&c, move);
		note_turn(out, move);
	}
}

static void solve_pocket(struct method_run *run)
{
	struct method_result *const out = run->result;
	const uint32_t index = pocket_index_to_solve(&run->request->cube);
	struct pocket_walk walk = pocket_walk_from(index, SEED);
	while (!pocket_walk_is_home(&walk) && !must_end(run)) {
		if (out->n_moves == longest_walk(run)) {
			walk = pocket_walk_from(index, walk.random);
			out->n_moves = 0;
		}
		note_turn(out, pocket_face_turn(pocket_walk_step(&walk)));
	}
}

/* The 3,674,160 states of the 2x2x2 are met in a few hundredths of a second. */
static const struct method pocket_walk = {
	{"random-walk", "turn at random until it is solved", .usual_s = 10, .has_stages = true, .searches = true},
	.solve = solve_pocket,
};

const struct method random_walk_method = {
	{"random-walk", "turn at random until it is solved: hopeless beyond a few moves", .usual_s = 1,
	 .has_stages = true, .searches = true, .is_hopeless = true},
	.solve = solve, .pocket = &pocket_walk,
};
