#include "pocket/solve.h"

#include "cube/symmetry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char spaces[] = " \t\r\n";

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

void pocket_solve_cube(const struct pocket_table *table, const struct cube *c, struct pocket_solution *out)
{
	out->n_moves = (uint8_t)pocket_table_solve(table, pocket_index_to_solve(c), out->moves);
	for (unsigned i = 0; i < out->n_moves; i++)
		out->moves[i] = (uint8_t)pocket_face_turn(out->moves[i]);
	out->length = (uint8_t)moves_cost(table->metric, out->moves, out->n_moves);
}

bool pocket_solve(const struct pocket_table *table, const char *scramble, struct pocket_solution *out,
                  struct input_error *error)
{
	struct cube c;
	if (!pocket_read(scramble, &c, error))
		return false;
	pocket_solve_cube(table, &c, out);
	return true;
}

static size_t prime_bytes(const char *text)
{
	if (*text == '\'')
		return 1;
	return strncmp(text, "\u2019", strlen("\u2019")) == 0 ? strlen("\u2019") : 0;
}

/* Read one turn at *text and step over it; N_MOVES if there is none. */
static unsigned read_turn(const char **text)
{
	static const char letters[] = "URFDLB" "rbd";
	static const uint8_t faces[] = {FACE_U, FACE_R, FACE_F, FACE_D, FACE_L, FACE_B, FACE_R, FACE_B, FACE_D};
	const char *const letter = **text != '\0' ? strchr(letters, **text) : NULL;
	if (letter == NULL)
		return N_MOVES;
	(*text)++;
	unsigned turns = 1;
	if (**text == '2' || **text == '3')
		turns = (unsigned)(*(*text)++ - '0');
	const size_t n_bytes = prime_bytes(*text);
	*text += n_bytes;
	return faces[letter - letters] * 3u + (n_bytes > 0 ? 4 - turns : turns) - 1;
}

/* Columns are counted in characters: the bytes of UTF-8 that continue one do not count. */
static unsigned column_of(const char *text, const char *at)
{
	unsigned column = 1;
	for (; text < at; text++)
		column += ((unsigned char)*text & 0xC0) != 0x80;
	return column;
}

/* A long token is cut between two characters, not inside one. */
static void describe_error(const char *scramble, const char *at, struct input_error *error)
{
	size_t n_bytes = strcspn(at, spaces);
	if (n_bytes >= sizeof error->token)
		for (n_bytes = sizeof error->token - 1; n_bytes > 0 && ((unsigned char)at[n_bytes] & 0xC0) == 0x80;)
			n_bytes--;
	for (size_t i = 0; i < n_bytes; i++)
		error->token[i] = (unsigned char)at[i] < ' ' || at[i] == 0x7F ? '?' : at[i];  /* terminals obey control characters */
	error->token[n_bytes] = '\0';
	error->column = column_of(scramble, at);
	snprintf(error->message, sizeof error->message,
	         "'%s' is no turn of the 2x2x2; expected one of U R F D L B (or r b d) with 2 or ' behind it",
	         error->token);
}

bool pocket_read(const char *scramble, struct cube *out, struct input_error *error)
{
	pocket_init();
	struct cube c = cube_solved;
	for (const char *text = scramble + strspn(scramble, spaces); *text != '\0'; text += strspn(text, spaces)) {
		const char *const token = text;
		const unsigned move = read_turn(&text);
		if (move == N_MOVES) {
			describe_error(scramble, token, error);
			return false;
		}
		c = cube_after(&c, move);
	}
	*out = c;
	return true;
}
