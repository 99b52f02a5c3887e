
#include "cube/centres.h"

struct cube symmetry_cube[N_SYMMETRIES];
uint8_t symmetry_inverse[N_SYMMETRIES];
uint8_t symmetry_product[N_SYMMETRIES][N_SYMMETRIES];
uint8_t symmetry_move[N_SYMMETRIES][N_MOVES];
uint8_t symmetry_axis_turns[N_SYMMETRIES][N_AXIS_TURNS];
const uint8_t symmetry_quarter_turn[3] = {2, 22, 46};  /* y x z: after y, what was B is at R */

/* 120 degrees about URF-DBL, 180 about F-B, 90 about U-D, and the left-right mirror generate all 48
 * (Kociemba). */
static const struct cube generator[4] = {
	{{URF, DFR, DLF, UFL, UBR, DRB, DBL, ULB}, {1, 2, 1, 2, 2, 1, 2, 1},
	 {UF, FR, DF, FL, UB, BR, DB, BL, UR, DR, DL, UL}, {1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1}, 0},
	{{DLF, DFR, DRB, DBL, UFL, URF, UBR, ULB}, {0}, {DL, DF, DR, DB, UL, UF, UR, UB, FL, FR, BR, BL}, {0}, 0},
	{{UBR, URF, UFL, ULB, DRB, DFR, DLF, DBL}, {0},
	 {UB, UR, UF, UL, DB, DR, DF, DL, BR, FR, FL, BL}, {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1}, 0},
	{{UFL, URF, UBR, ULB, DLF, DFR, DRB, DBL}, {3, 3, 3, 3, 3, 3, 3, 3},
	 {UL, UF, UR, UB, DL, DF, DR, DB, FL, FR, BR, BL}, {0}, 0},
};
static const unsigned generator_order[4] = {3, 2, 4, 2};

static unsigned find(const struct cube *wanted, const struct cube *among, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (cube_equal(wanted, &among[i]))
			return i;
	abort();  /* the constants above do not generate a group */
}

void symmetry_fill_cubes(void)
{
	struct cube c = cube_solved;
	for (unsigned n = 0; n < N_SYMMETRIES; n++) {
		symmetry_cube[n] = c;
		/* Count up in mixed radix, the mirror fastest; a digit that wraps has come back to the identity. */
		unsigned period = 1;
		for (unsigned g = 4; g-- > 0;) {
			c = cube_product(&c, &generator[g]);
			period *= generator_order[g];
			if ((n + 1) % period != 0)
				break;
		}
	}
	for (unsigned a = 0; a < N_SYMMETRIES; a++)
		for (unsigned b = 0; b < N_SYMMETRIES; b++) {
			const struct cube ab = cube_product(&symmetry_cube[a], &symmetry_cube[b]);
			symmetry_product[a][b] = (uint8_t)find(&ab, symmetry_cube, N_SYMMETRIES);
			if (symmetry_product[a][b] == 0)
				symmetry_inverse[a] = (uint8_t)b;
		}
}

void symmetry_fill_moves(void)
{
	for (unsigned s = 0; s < N_SYMMETRIES; s++)
		for (unsigned m = 0; m < N_MOVES; m++) {
			const struct cube seen = cube_conjugate(&move_cube[m], s);
			symmetry_move[s][m] = (uint8_t)find(&seen, move_cube, N_MOVES);
		}
	for (unsigned s = 0; s < N_SYMMETRIES; s++)
		for (unsigned turns = 0; turns < N_AXIS_TURNS; turns++) {
			/* By the images of both faces' turns. */
			const unsigned of_face[2] = {axis_turns_first(turns), axis_turns_second(turns)},
				axis = axis_turns_axis(turns);
			unsigned image[2] = {0, 0};
			for (unsigned side = 0; side < 2; side++) {
				const unsigned move = symmetry_move[s][3 * (axis + 3 * side) + (of_face[side] + 2) % 3];
				image[move_face(move) / 3] = of_face[side] == 0 ? 0 : move_turns(move);
			}
			symmetry_axis_turns[s][turns] =
				(uint8_t)axis_turns_number(symmetry_face(s, axis) % 3, image[0], image[1]);
		}
}

struct cube cube_conjugate(const struct cube *c, unsigned symmetry)
{
	const struct cube left = cube_product(&symmetry_cube[symmetry], c);
	struct cube image = cube_product(&left, &symmetry_cube[symmetry_inverse[symmetry]]);
	if (c->centres != 0)
		image.centres = centres_image(c->centres, symmetry);
	return image;
}

bool symmetry_keeps_moves(unsigned symmetry, bool inverts, uint32_t moves)
{
	uint32_t images = 0;
	set_foreach(m, moves)
		images |= 1u << symmetry_move[symmetry][inverts ? move_inverse(m) : m];
	return images == moves;
}

uint64_t cube_symmetries(const struct cube *c)
{
	uint64_t symmetries = 0;
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		const struct cube seen = cube_conjugate(c, s);
		if (cube_equal(&seen, c))
			symmetries |= (uint64_t)1 << s;
	}
	return symmetries;
}
