#include "pocket/solve.h"

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

void pocket_solve_cube(const struct pocket_table *table, const struct cube *c, struct pocket_solution *out)
{
	out->n_moves = (uint8_t)pocket_table_solve(table, pocket_index_to_solve(c), out->moves);
	for (unsigned i = 0; i < out->n_moves; i++)
		out->moves[i] = (uint8_t)pocket_face_turn(out->moves[i]);
	out->length = (uint8_t)moves_cost(table->metric, out->moves, out->n_moves);
}
