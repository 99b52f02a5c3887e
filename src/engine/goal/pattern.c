#include "goal/pattern.h"

#include <stdio.h>
#include <string.h>

const struct pattern pattern_of_nothing;

bool pattern_equal(const struct pattern *a, const struct pattern *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

/* ---- one kind of piece: n corners or n edges ---- */

/* The class of a piece, and its orientation if that counts. */
static uint8_t look_at(const uint8_t *of, unsigned piece, unsigned orientation)
{
	return (uint8_t)(of[piece] | ((of[piece] & PATTERN_ORIENTED) != 0 ? orientation * 2 * PATTERN_ORIENTED : 0));
}

static bool pieces_hold(const uint8_t *of, unsigned n, const uint8_t *perm, const uint8_t *ori)
{
	for (unsigned place = 0; place < n; place++)
		if (look_at(of, perm[place], ori[place]) != of[place])
			return false;
	return true;
}

/* Each class is named after its first piece. */
static void join_pieces(const uint8_t *a, const uint8_t *b, unsigned n, uint8_t *out)
{
	for (unsigned i = 0; i < n; i++) {
		unsigned first = 0;
		while (a[first] != a[i] || b[first] != b[i])
			first++;
		out[i] = (uint8_t)(first | ((a[i] | b[i]) & PATTERN_ORIENTED));
	}
}

static bool is_alone(const uint8_t *of, unsigned n, unsigned piece)
{
	unsigned n_members = 0;
	for (unsigned i = 0; i < n; i++)
		n_members += of[i] == of[piece];
	return n_members == 1;
}

/* Whether half turns place the corners so, each being in its tetrad.  A half turn acts alike on both tetrads: on the three ways to pair
 * the four corners of one by the faces of an axis that they share.  The exclusive or of two of them names the axis. */
static bool corners_are_by_half_turns(const uint8_t *perm)
{
	return (perm[URF] ^ perm[ULB]) == (perm[UFL] ^ perm[UBR]) && (perm[URF] ^ perm[DRB]) == (perm[UBR] ^ perm[DFR]);
}

/* ---- patterns ---- */

bool pattern_holds(const struct pattern *p, const struct cube *c)
{
	if (pieces_hold(p->corner, N_CORNERS, c->corner_perm, c->corner_ori) && pieces_hold(p->edge, N_EDGES, c->edge_perm, c->edge_ori)
	    && (!p->half_turns || corners_are_by_half_turns(c->corner_perm)))
		return true;
	if (p->free_face == 0)
		return false;
	struct pattern strict = *p;
	strict.free_face = 0;
	for (unsigned turns = 0; turns < 3; turns++) {
		const struct cube turned = cube_after(c, (p->free_face - 1u) * 3 + turns);
		if (pattern_holds(&strict, &turned))
			return true;
	}
	return false;
}

void pattern_look(const struct pattern *p, const struct cube *c, uint8_t seen[N_CUBIES])
{
	for (unsigned place = 0; place < N_CORNERS; place++)
		seen[place] = p->half_turns ? (uint8_t)(3 * c->corner_perm[place] + c->corner_ori[place])
		                             : look_at(p->corner, c->corner_perm[place], c->corner_ori[place]);
	for (unsigned place = 0; place < N_EDGES; place++)
		seen[N_CORNERS + place] = look_at(p->edge, c->edge_perm[place], c->edge_ori[place]);
}

struct pattern pattern_join(const struct pattern *a, const struct pattern *b)
{
	struct pattern out = {.free_face = a->free_face != 0 ? a->free_face : b->free_face, .half_turns = a->half_turns || b->half_turns};
	join_pieces(a->corner, b->corner, N_CORNERS, out.corner);
	join_pieces(a->edge, b->edge, N_EDGES, out.edge);
	return out;
}

bool pattern_conjugate(const struct pattern *p, unsigned symmetry, struct pattern *q)
{
	struct pattern out = {.half_turns = p->half_turns};
	for (unsigned x = 0; x < N_CUBIES; x++) {
		/* Where the piece that is at home in a place is at home when it is seen from there. */
		const unsigned x_image = cube_cubie(&symmetry_cube[symmetry], x);
		const unsigned of = x < N_CORNERS ? p->corner[x] : p->edge[x - N_CORNERS];
		*(x < N_CORNERS ? &out.corner[x_image] : &out.edge[x_image - N_CORNERS]) = (uint8_t)of;
		/* Pieces x and y, each oriented in the other's place, are to be so when seen from there. */
		const unsigned y = (of & PATTERN_CLASS) + (x < N_CORNERS ? 0 : N_CORNERS);
		struct cube c = cube_solved;
		cube_put(&c, x, y, 0);
		cube_put(&c, y, x, 0);
		c = cube_conjugate(&c, symmetry);
		if ((of & PATTERN_ORIENTED) != 0 && (cube_ori(&c, x_image) != 0
		    || cube_ori(&c, cube_cubie(&symmetry_cube[symmetry], y)) != 0))
			return false;
	}
	out = pattern_join(&out, &out);  /* which names classes anew */
	if (p->free_face != 0)
		out.free_face = (uint8_t)(1 + move_face(symmetry_move[symmetry][(p->free_face - 1u) * 3]));
	*q = out;
	return true;
}

bool pattern_fixes_parity(const struct pattern *p)
{
	bool corners_are_placed = true, edges_are_placed = true;
	for (unsigned i = 0; i < N_CORNERS; i++)
		corners_are_placed &= is_alone(p->corner, N_CORNERS, i);
	for (unsigned i = 0; i < N_EDGES; i++)
		edges_are_placed &= is_alone(p->edge, N_EDGES, i);
	return p->free_face == 0 && (corners_are_placed || edges_are_placed || p->half_turns);
}

/* ---- names ---- */

static void write_pieces(const uint8_t *of, unsigned n, char *name)
{
	char free_class = 'a', oriented_class = 'A';
	bool has_blank = false, has_oriented = false;
	for (unsigned i = 0; i < n; i++) {
		const bool is_oriented = (of[i] & PATTERN_ORIENTED) != 0;
		const unsigned first = of[i] & PATTERN_CLASS;
		if (first < i)
			name[i] = name[first];
		else if (is_alone(of, n, i))
			name[i] = is_oriented ? 'x' : 'p';
		else if (is_oriented)
			name[i] = has_oriented ? oriented_class++ : 'o';
		else
			name[i] = has_blank ? free_class++ : '_';
		has_oriented |= name[i] == 'o';
		has_blank |= name[i] == '_';
	}
}

void pattern_write(const struct pattern *p, char name[PATTERN_NAME_SIZE])
{
	memset(name, 0, PATTERN_NAME_SIZE);
	write_pieces(p->corner, N_CORNERS, name);
	name[N_CORNERS] = '-';
	write_pieces(p->edge, N_EDGES, name + N_CORNERS + 1);
	if (p->free_face != 0 || p->half_turns)
		snprintf(name + N_CORNERS + 1 + N_EDGES, 4, "-%.*s%s", p->free_face != 0, &face_letter[(p->free_face + N_FACES - 1) % N_FACES],
		         p->half_turns ? "H" : "");
}

static bool read_pieces(const char *name, unsigned n, uint8_t *of)
{
	for (unsigned i = 0; i < n; i++) {
		const char c = name[i];
		const bool is_oriented = c == 'x' || c == 'o' || (c >= 'A' && c <= 'Z');
		if (c != '_' && !(c >= 'a' && c <= 'z') && !is_oriented)
			return false;
		const unsigned first = c == 'x' || c == 'p' ? i : (unsigned)(strchr(name, c) - name);
		of[i] = (uint8_t)(first | (is_oriented ? (unsigned)PATTERN_ORIENTED : 0));
	}
	return true;
}

bool pattern_read(const char *name, struct pattern *out)
{
	struct pattern p = {.free_face = 0};
	const size_t n_pieces = N_CORNERS + 1 + N_EDGES;
	if (strlen(name) < n_pieces || name[N_CORNERS] != '-')
		return false;
	if (!read_pieces(name, N_CORNERS, p.corner) || !read_pieces(name + N_CORNERS + 1, N_EDGES, p.edge))
		return false;
	const char *more = name + n_pieces;
	if (*more++ != '\0') {
		const char *const face = *more != '\0' ? strchr(face_letter, *more) : NULL;
		more += face != NULL;
		p.free_face = (uint8_t)(face != NULL ? face - face_letter + 1 : 0);
		p.half_turns = *more == 'H';
		more += p.half_turns;
		if (name[n_pieces] != '-' || *more != '\0' || more == name + n_pieces + 1)
			return false;
	}
	*out = p;
	return true;
}
