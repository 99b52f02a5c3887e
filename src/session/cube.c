#include "session/session.h"

#include "cube/cubies.h"
#include "cube/random.h"

void api_init(superflip_puzzle puzzle)
{
	if (puzzle == SUPERFLIP_2X2)
		pocket_init();
	else
		cube_init();
}

superflip_status api_give(const void *made, size_t size, void *out, superflip_error *error)
{
	void *const copy = array_copy(made, size);
	if (copy == NULL)
		return error_no_memory(error);
	memcpy(out, &copy, sizeof copy);  /* pointers of all types look alike */
	return SUPERFLIP_OK;
}

static superflip_status give(superflip_cube cube, superflip_cube **out, superflip_error *error)
{
	return api_give(&cube, sizeof cube, out, error);
}

/* One that no text tells of. */
static superflip_status give_cubies(superflip_puzzle puzzle, struct cube c, superflip_cube **out,
                                    superflip_error *error)
{
	return give((superflip_cube){puzzle, SUPERFLIP_FORM_CUBIES, 0, c, POSITION_WHOLE, false}, out, error);
}

/* ---- making ---- */

superflip_status position_parse(superflip_puzzle puzzle, const char *text, unsigned options,
                                struct position *out, superflip_error *error)
{
	if (options_check_text(puzzle, text, options, error) != SUPERFLIP_OK)
		return SUPERFLIP_BAD_ARGUMENT;
	struct input_error fault = {.column = 0};
	*out = (struct position){.seen = POSITION_WHOLE};
	const bool is_read = puzzle == SUPERFLIP_2X2
	                         ? pocket_read_any(text, options, &out->form, &out->cube, &fault)
	                         : position_read(text, options, out, &fault);
	return is_read ? SUPERFLIP_OK : error_of_input(error, &fault);
}

superflip_status superflip_cube_parse(superflip_puzzle puzzle, const char *text, unsigned options,
                                      superflip_cube **out, superflip_error *error)
{
	struct position position;
	const superflip_status status = position_parse(puzzle, text, options, &position, error);
	if (status != SUPERFLIP_OK)
		return status;
	static_assert((int)SUPERFLIP_FORM_FACELETS == POSITION_FACELETS
	                  && (int)SUPERFLIP_FORM_CUBIES == POSITION_CUBIES,
	              "forms");
	return give((superflip_cube){puzzle, (superflip_form)position.form, (uint8_t)position.rotation,
	                             position.cube, position.seen, position.is_completed},
	            out, error);
}

superflip_status superflip_cube_turned(const superflip_cube *cube, const uint8_t *moves, size_t n,
                                       superflip_cube **out, superflip_error *error)
{
	api_init(cube->puzzle);
	superflip_cube turned = *cube;
	for (size_t i = 0; i < n; i++) {
		if (moves[i] >= N_MOVES)
			return error_refuse(error, "move %zu is %u; expected 0 to %d", i + 1,
			                    moves[i], N_MOVES - 1);
		turned.cube = cube_after(&turned.cube, moves[i]);
	}
	return give(turned, out, error);
}

superflip_status superflip_cube_turned_by(const superflip_cube *cube, const char *text, unsigned options,
                                          superflip_cube **out, superflip_error *error)
{
	struct maneuver m;
	superflip_status status = maneuver_parse(cube->puzzle, text, options, &m, error);
	if (status != SUPERFLIP_OK)
		return status;
	superflip_cube turned = *cube;
	const struct cube end = maneuver_end(&m, &cube->cube);
	turned.cube = cube_conjugate(&end, symmetry_inverse[m.rotation]);
	if (cube->puzzle == SUPERFLIP_3X3)
		turned.rotation = symmetry_product[cube->rotation][m.rotation];
	/* What is seen is known by cubie: other turns than those of faces would rename the cubies. */
	status = cube->seen != POSITION_WHOLE && (m.rotation != 0 || m.n_inverse > 0)
		? error_refuse(error, "rotations, and turns on the inverse, are of whole cubes")
		: give(turned, out, error);
	maneuver_free(&m);
	return status;
}

/* A cube begins as superflip_cubies do; of the 2x2x2 the corners count. */
static size_t n_bytes_of(superflip_puzzle puzzle)
{
	static_assert(sizeof(superflip_cubies) == offsetof(struct cube, centres), "the same but for the centres");
	return puzzle == SUPERFLIP_2X2 ? offsetof(struct cube, edge_perm) : sizeof(superflip_cubies);
}

superflip_status superflip_cube_from_cubies(superflip_puzzle puzzle, const superflip_cubies *cubies,
                                            superflip_cube **out, superflip_error *error)
{
	/* Cubies have no centres. */
	static const char *const texts[] = {
		[CUBE_CORNER_RANGE] = "a corner cubie or twist is out of range, or a corner appears twice",
		[CUBE_EDGE_RANGE] = "an edge cubie or flip is out of range, or an edge appears twice",
		[CUBE_TWIST] = "the corner orientations do not sum to 0 mod 3; no sequence of turns solves this cube",
		[CUBE_FLIP] = "the edge orientations do not sum to 0 mod 2; no sequence of turns solves this cube",
		[CUBE_PARITY] = "corner and edge permutation differ in parity; no sequence of turns solves this cube",
	};
	if (options_take_puzzle(puzzle, error) != SUPERFLIP_OK)
		return SUPERFLIP_BAD_ARGUMENT;
	struct cube c = cube_solved;
	memcpy(&c, cubies, n_bytes_of(puzzle));
	enum cube_fault fault = cube_check(&c);
	if (fault == CUBE_PARITY && puzzle == SUPERFLIP_2X2)  /* the edges that it does not have would make up for
	                                                       * it */
		fault = CUBE_OK;
	if (fault != CUBE_OK)
		return error_refuse(error, "%s", texts[fault]);
	return give_cubies(puzzle, c, out, error);
}

static bool are_full(const superflip_cube *a, const superflip_cube *b, superflip_error *error)
{
	const bool are_whole = superflip_cube_facts(a).is_whole && superflip_cube_facts(b).is_whole;
	if (a->puzzle == SUPERFLIP_3X3 && b->puzzle == SUPERFLIP_3X3 && are_whole)
		return true;
	error_refuse(error, are_whole ? "products and inverses are of the 3x3x3"
	                       : "products and inverses are of whole cubes");
	return false;
}

superflip_status superflip_cube_product(const superflip_cube *a, const superflip_cube *b,
                                        superflip_cube **out, superflip_error *error)
{
	if (!are_full(a, b, error))
		return SUPERFLIP_BAD_ARGUMENT;
	return give_cubies(SUPERFLIP_3X3, cube_product(&a->cube, &b->cube), out, error);
}

superflip_status superflip_cube_inverse(const superflip_cube *cube, superflip_cube **out,
                                        superflip_error *error)
{
	if (!are_full(cube, cube, error))
		return SUPERFLIP_BAD_ARGUMENT;
	return give_cubies(SUPERFLIP_3X3, cube_inverse(&cube->cube), out, error);
}

void superflip_cube_free(superflip_cube *cube)
{
	free(cube);
}

/* ---- asking ---- */

superflip_facts superflip_cube_facts(const superflip_cube *cube)
{
	superflip_facts facts = {
		.puzzle = cube->puzzle, .form = cube->form, .is_rotated = cube->rotation != 0,
		.is_whole = cube->seen == POSITION_WHOLE, .is_completed = cube->is_completed,
		.has_centers = cube->cube.centres != 0,
	};
	if (cube->puzzle == SUPERFLIP_2X2)
		facts.is_solved = pocket_index_to_solve(&cube->cube) == POCKET_SOLVED;
	else if (facts.is_whole)
		facts.is_solved = cube_is_solved(&cube->cube);
	else {
		char at_home[FACELET_TEXT_SIZE], text[FACELET_TEXT_SIZE];
		facelet_write(&cube_solved, at_home);
		facelet_write_seen(&cube->cube, cube->seen, text);
		facts.is_solved = true;
		for (unsigned i = 0; i < N_FACELETS; i++)
			facts.is_solved &= text[i] == '.' || text[i] == at_home[i];
	}
	facts.is_solved &= centres_are_upright(cube->cube.centres);
	return facts;
}

bool superflip_cube_equals(const superflip_cube *a, const superflip_cube *b)
{
	if (a->puzzle != b->puzzle)
		return false;
	if (a->puzzle == SUPERFLIP_2X2)
		return pocket_index_to_solve(&a->cube) == pocket_index_to_solve(&b->cube);
	char text_a[FACELET_TEXT_SIZE], text_b[FACELET_TEXT_SIZE];
	facelet_write_seen(&a->cube, a->seen, text_a);
	facelet_write_seen(&b->cube, b->seen, text_b);
	return strcmp(text_a, text_b) == 0 && a->cube.centres == b->cube.centres;
}

void superflip_cube_get_cubies(const superflip_cube *cube, superflip_cubies *out)
{
	struct cube c = cube_solved;
	memcpy(&c, &cube->cube, n_bytes_of(cube->puzzle));
	memcpy(out, &c, sizeof *out);
}

size_t superflip_cube_write(const superflip_cube *cube, superflip_form form, char *out, size_t size)
{
	char text[FACELET_TEXT_SIZE + CUBIES_TEXT_SIZE + POCKET_NUMBERS_SIZE] = "";
	const bool is_pocket = cube->puzzle == SUPERFLIP_2X2;
	if (form == SUPERFLIP_FORM_FACELETS && is_pocket)
		pocket_write_facelets(&cube->cube, text);
	else if (form == SUPERFLIP_FORM_FACELETS)
		facelet_write_seen(&cube->cube, cube->seen, text);
	else if (form == SUPERFLIP_FORM_CUBIES && is_pocket)
		pocket_write_numbers(&cube->cube, text);
	else if (form == SUPERFLIP_FORM_CUBIES)
		cubies_write(&cube->cube, cube->seen, text);
	char centres[CENTRES_TEXT_SIZE];
	centres_write(cube->cube.centres, centres);
	return (size_t)snprintf(out, size, "%s%s%s", text, *text != '\0' && *centres != '\0' ? " " : "", centres);
}

void cube_draw(superflip_puzzle puzzle, const struct cube *c, uint64_t seen, char *out)
{
	facelet_write_seen(c, seen, out);
	if (puzzle == SUPERFLIP_2X2)
		pocket_pick_facelets(out, out);
}

/* ---- random cubes ---- */

struct cube position_draw(superflip_puzzle puzzle, struct random_source *source)
{
	if (puzzle == SUPERFLIP_3X3)
		return random_cube(source);
	const struct pocket p = pocket_unrank((uint32_t)random_below(source, POCKET_STATES));
	return pocket_to_cube(&p);
}

struct superflip_random {
	struct random_source source;
};

static superflip_status fail(superflip_error *error, int system_errno)
{
	errno = system_errno;
	return error_of_system(error, SUPERFLIP_IO, "", "the system's random numbers");
}

superflip_status superflip_random_from_system(superflip_random **out, superflip_error *error)
{
	superflip_random made;
	return random_from_system(&made.source) ? api_give(&made, sizeof made, out, error)
	                                        : fail(error, made.source.error);
}

superflip_status superflip_random_from_seed(uint64_t seed, superflip_random **out, superflip_error *error)
{
	superflip_random made;
	random_from_seed(&made.source, seed);
	return api_give(&made, sizeof made, out, error);
}

void superflip_random_free(superflip_random *random)
{
	free(random);
}

superflip_status superflip_cube_random(superflip_random *random, superflip_puzzle puzzle,
                                       superflip_cube **out, superflip_error *error)
{
	if (options_take_puzzle(puzzle, error) != SUPERFLIP_OK)
		return SUPERFLIP_BAD_ARGUMENT;
	const struct cube c = position_draw(puzzle, &random->source);
	return random->source.error == 0 ? give_cubies(puzzle, c, out, error) : fail(error, random->source.error);
}
