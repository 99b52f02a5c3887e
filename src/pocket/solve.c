#include "pocket/solve.h"

#include "cube/symmetry.h"

#include <stdlib.h>

static unsigned find_x2(void)
{
	for (unsigned s = 0; s < N_SYMMETRIES; s += 2)
		if (symmetry_move[s][3 * FACE_R] == 3 * FACE_R && symmetry_move[s][3 * FACE_U] == 3 * FACE_D)
			return s;
	abort();  /* it is one of the 24 rotations */
}

uint32_t pocket_index_to_solve(const struct cube *c)
{
	const struct cube turned = cube_conjugate(c, find_x2());
	const struct pocket p = pocket_of_cube(&turned);
	return pocket_rank(&p);
}

unsigned pocket_face_turn(unsigned pocket_move)
{
	static const uint8_t faces[] = {FACE_R, FACE_F, FACE_U};
	return faces[pocket_move / 3] * 3u + pocket_move % 3;
}

/* The rotation of the whole cube that takes the corner UFL where a turn of U, L or F takes it. */
static unsigned rotation_with(unsigned move)
{
	const struct cube *const turn = &move_cube[move];
	for (unsigned s = 0; s < N_SYMMETRIES; s += 2)
		for (unsigned to = 0; to < N_CORNERS; to++)
			if (turn->corner_perm[to] == UFL && symmetry_cube[s].corner_perm[to] == UFL
			    && turn->corner_ori[to] == symmetry_cube[s].corner_ori[to])
				return s;
	abort();  /* a rotation takes any corner anywhere, in any twist */
}

void pocket_turn_opposite(const uint8_t *moves, unsigned n, uint8_t *out)
{
	unsigned turned = 0;  /* how the whole cube has been turned so far */
	for (unsigned i = 0; i < n; i++) {
		const unsigned move = symmetry_move[turned][moves[i]], face = move_face(move);
		const bool keeps_ufl = face == FACE_R || face == FACE_B || face == FACE_D;
		out[i] = (uint8_t)(keeps_ufl ? move : (face + 3) % N_FACES * 3 + move % 3);
		if (!keeps_ufl)
			turned = symmetry_product[rotation_with(move)][turned];
	}
}

void pocket_solve_cube(const struct pocket_table *table, const struct cube *c, struct pocket_solution *out)
{
	out->n_moves = (uint8_t)pocket_table_solve(table, pocket_index_to_solve(c), out->moves);
	for (unsigned i = 0; i < out->n_moves; i++)
		out->moves[i] = (uint8_t)pocket_face_turn(out->moves[i]);
	out->length = (uint8_t)moves_cost(table->metric, out->moves, out->n_moves);
}
