#include "cube/notation.h"

#include "cube/centres.h"
#include "cube/turn.h"

static void add_move(struct maneuver *m, unsigned face, unsigned quarters)
{
	if (quarters % 4 != 0)
		m->moves[m->n_moves++] = symmetry_move[m->rotation][face * 3 + quarters % 4 - 1];
}

/* @return false without memory */
static bool make_maneuver(const struct turn_list *list, unsigned options, struct maneuver *out)
{
	struct maneuver m = {.moves = malloc(2 * list->n + 1),
		.cube = cube_solved};  /* a slice is two face turns */
	if (m.moves == NULL)
		return false;
	for (size_t i = 0; i < list->n; i++) {
		/* Layers turned by n, m, f about an axis are the whole cube turned by m, and the outer layers by n
		 * - m and f - m. */
		const struct turn *const turn = &list->turns[i];
		add_move(&m, turn->axis, turn->near + 4u - turn->middle);
		/* Clockwise for D, L, B is the other way round. */
		add_move(&m, turn->axis + N_AXES, turn->middle + 4u - turn->far);
		for (unsigned k = 0; k < turn->middle; k++)
			m.rotation = symmetry_product[m.rotation][symmetry_quarter_turn[turn->axis]];
		m.n_inverse = i < list->n_inverse ? m.n_moves : m.n_inverse;
	}
	/* The face turns were collected on the centres where they began; see them from where these ended. */
	m.cube.centres = options & READ_CENTERS ? CENTRES_MARKED : 0;
	items_foreach(move, m.moves, m.n_moves) {
		*move = symmetry_move[symmetry_inverse[m.rotation]][*move];
		m.cube = cube_after(&m.cube, *move);
	}
	*out = m;
	return true;
}

bool notation_read(const char *text, unsigned options, struct maneuver *out, struct input_error *error)
{
	struct turn_list list;
	struct maneuver as_niss;
	if (!expression_read(text, options, &list, error))
		return false;
	const bool has_memory = make_maneuver(&list, options, out), is_bare = list.has_bare_parentheses;
	const char *const bare = list.bare;
	turn_list_free(&list);
	if (!has_memory)
		return input_error_no_memory(error, text);
	/* (A) is done like A to some, and on the inverse to others: refused unless that makes the same cube. */
	bool is_read = true;
	if (is_bare && (options & (READ_NISS | READ_GROUPS)) == 0
	    && (is_read = notation_read(text, options | READ_NISS, &as_niss, error))) {
		is_read = (cube_equal(&out->cube, &as_niss.cube) && out->rotation == as_niss.rotation)
		          || input_error_at(error, text, bare, 1,
		                            "parentheses have two readings: a group, or turns on the inverse (NISS); "
		                            "parentheses: group or niss says which");
		maneuver_free(&as_niss);
	}
	if (!is_read)
		maneuver_free(out);
	return is_read;
}

struct cube maneuver_end(const struct maneuver *m, const struct cube *start)
{
	struct cube end = cube_solved;
	end.centres = start->centres != 0 ? CENTRES_MARKED : 0;
	for (size_t i = 0; i <= m->n_moves; i++) {
		if (i == m->n_inverse)
			end = cube_product(&end, start);
		if (i < m->n_moves)
			end = cube_after(&end, symmetry_move[m->rotation][m->moves[i]]);
	}
	return end;
}

void maneuver_write_out(struct maneuver *m)
{
	const size_t n_normal = m->n_moves - m->n_inverse;
	moves_invert(m->moves, m->n_moves);
	moves_invert(m->moves, n_normal);
	moves_invert(m->moves + n_normal, m->n_inverse);
	m->n_inverse = 0;
}

void maneuver_write_held(struct maneuver *m)
{
	maneuver_write_out(m);
	items_foreach(move, m->moves, m->n_moves)
		*move = symmetry_move[m->rotation][*move];
}

char *notation_standard(const char *text, unsigned options)
{
	struct turn_list list;
	struct input_error error;
	if (!expression_read(text, options, &list, &error))
		return NULL;
	char *const out = malloc((list.n + 1) * TURN_TEXT_SIZE), *end = out;
	if (out != NULL) {
		*out = '\0';
		items_foreach(turn, list.turns, list.n) {
			if (end > out)
				*end++ = ' ';
			end += turn_write(turn, end);
		}
	}
	turn_list_free(&list);
	return out;
}

void maneuver_free(struct maneuver *m)
{
	free(m->moves);
	*m = (struct maneuver){.cube = cube_solved};
}

static const char french_face[] = "HDABGP";  /* as face_letter */

size_t notation_write_in(unsigned options, const uint8_t *moves, size_t n, char *out, size_t size)
{
	size_t length = 0;
	for (size_t i = 0; i < n; i++) {
		char name[5] = " ";
		strcpy(name + 1, move_name[moves[i]]);
		if (options & READ_FRENCH)
			name[1] = french_face[move_face(moves[i])];
		for (const char *c = i > 0 ? name : name + 1; *c != '\0'; c++, length++)
			if (length + 1 < size)
				out[length] = *c;
	}
	if (size > 0)
		out[length < size ? length : size - 1] = '\0';
	return length;
}
