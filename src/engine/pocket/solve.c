#include "pocket/solve.h"

#include "base/clock.h"

uint32_t pocket_index_to_solve(const struct cube *c)
{
	enum { X2 = 12 };  /* the symmetry that turns the cube half about R-L */
	const struct cube turned = cube_conjugate(c, X2);
	const struct pocket p = pocket_of_cube(&turned);
	return pocket_rank(&p);
}

unsigned pocket_face_turn(unsigned pocket_move)
{
	static const uint8_t faces[] = {FACE_R, FACE_F, FACE_U};
	return faces[pocket_move / 3] * 3u + pocket_move % 3;
}

void pocket_turn_opposite(const uint8_t *moves, unsigned n, uint8_t *out)
{
	unsigned turned = 0;  /* how the whole cube has been turned so far */
	for (unsigned i = 0; i < n; i++) {
		const unsigned move = symmetry_move[turned][moves[i]], face = move_face(move);
		const bool keeps_ufl = face == FACE_R || face == FACE_B || face == FACE_D;
		out[i] = (uint8_t)(keeps_ufl ? move : (face + 3) % N_FACES * 3 + move % 3);
		/* The rotation of the whole cube takes the corner UFL where the turn of U, L or F takes it. */
		unsigned s = 0, to = 0;
		while (move_cube[move].corner_perm[to] != UFL)
			to++;
		while (!keeps_ufl && (symmetry_cube[s].corner_perm[to] != UFL
		    || symmetry_cube[s].corner_ori[to] != move_cube[move].corner_ori[to]))
			s += 2;
		turned = symmetry_product[s][turned];
	}
}

/* ---- all solutions of some lengths: depth-first, cut by the distance of each state ---- */

enum { STATES_PER_CHECK = 1 << 12 };

struct descent {
	const uint8_t *distance;
	const struct search_request *request;
	struct search_result *out;    /* SEARCH_SOLVED, until something ends the search early */
	size_t n, capacity;           /* of solutions */
	uint64_t n_states;
	double start_s;
	struct search_solution path;  /* so far */
};

/* Add the paths that solve a state in `left` more.  @return false: nothing more is wanted, or the outcome
 * says why the search ends */
static bool descend(struct descent *d, uint32_t index, unsigned left)
{
	const struct search_request *const r = d->request;
	enum search_outcome *const outcome = &d->out->outcome;
	const unsigned n = d->path.n_moves;
	if (left == 0) {
		if (!array_append(&d->out->solutions, &d->n, &d->capacity, &d->path, sizeof d->path))
			*outcome = SEARCH_NO_MEMORY;
		return *outcome == SEARCH_SOLVED && d->n != (uint64_t)r->n_solutions;
	}
	if (++d->n_states % STATES_PER_CHECK == 0) {
		if (r->stopped(r->context))
			*outcome = SEARCH_INTERRUPTED;
		else if (r->time_limit_s > 0 && clock_monotonic_s() - d->start_s >= r->time_limit_s)
			*outcome = SEARCH_TIME_LIMIT;
	}
	for (unsigned i = 0; i < POCKET_MOVES && *outcome == SEARCH_SOLVED; i++) {
		const uint8_t move = (uint8_t)pocket_face_turn(i);
		const uint32_t next = pocket_state_after(index, i);
		const unsigned cost = moves_cost(r->metric, &move, 1);
		if (d->distance[next] + cost > left || (n > 0 && move_face(d->path.moves[n - 1]) == move_face(move)))
			continue;
		d->path.moves[n] = move;
		d->path.n_moves = (uint8_t)(n + 1);
		if (!descend(d, next, left - cost))
			return false;
		d->path.n_moves = (uint8_t)n;
	}
	return *outcome == SEARCH_SOLVED;
}

void pocket_search(const uint8_t *distance, const struct search_request *request, struct search_result *out)
{
	const uint32_t index = pocket_index_to_solve(&request->cube);
	struct descent d = {.distance = distance, .request = request, .out = out, .start_s = clock_monotonic_s()};
	struct search_solution *const path = &d.path;
	*out = (struct search_result){.outcome = SEARCH_SOLVED, .lower_bound = distance[index]};
	for (path->length =
	         (uint8_t)(out->lower_bound > request->min_length ? out->lower_bound : request->min_length);
	     path->length <= request->max_length
	     && (d.n == 0 || path->length <= out->solutions->length + request->over_optimal);
	     path->length++)
		if (!descend(&d, index, path->length))
			break;
	out->n_solutions = d.n;
	if (d.n > 0) {
		out->length = out->solutions->length;
		out->is_optimal = out->length == out->lower_bound;
		qsort(out->solutions, d.n, sizeof *path, search_compare_solutions);
	} else if (out->outcome == SEARCH_SOLVED)
		out->outcome = SEARCH_NONE;
	out->seconds = clock_monotonic_s() - d.start_s;
}
