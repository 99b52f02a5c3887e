#include "goal/pattern.h"

#include <pthread.h>
const struct pattern pattern_of_nothing;

bool pattern_equal(const struct pattern *a, const struct pattern *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

/* What counts of the piece in a place: its class, and its orientation if that counts. */
static uint8_t look_at(const struct pattern *p, const struct cube *c, unsigned place)
{
	const unsigned of = p->of[cube_cubie(c, place)];
	return (uint8_t)(of | (of & PATTERN_ORIENTED ? cube_ori(c, place) * 2 * PATTERN_ORIENTED : 0));
}

static bool is_alone(const struct pattern *p, unsigned piece)
{
	unsigned n_members = 0;
	cubie_foreach_of_kind(i, piece)
		n_members += p->of[i] == p->of[piece];
	return n_members == 1;
}

/* Whether half turns place the corners so, each being in its tetrad.  A half turn acts alike on both tetrads:
 * on the three ways to pair the four corners of one by the faces of an axis that they share.  The exclusive
 * or of two of them names the axis. */
static bool corners_are_by_half_turns(const uint8_t *perm)
{
	return (perm[URF] ^ perm[ULB]) == (perm[UFL] ^ perm[UBR])
	       && (perm[URF] ^ perm[DRB]) == (perm[UBR] ^ perm[DFR]);
}

struct pattern pattern_plain(const struct pattern *p)
{
	struct pattern plain = {.free_face = p->free_face};
	memcpy(plain.of, p->of, sizeof plain.of);
	return plain;
}

/* ---- numbers of the whole cube ---- */

bool pattern_asks_numbers(const struct pattern *p)
{
	return memcmp(p->number, pattern_of_nothing.number, sizeof p->number) != 0;
}

bool pattern_leaves_few(const struct pattern *p, const struct cube *c, unsigned n_places)
{
	unsigned n_left[2] = {0};
	for (unsigned place = 0; place < n_places; place++)
		n_left[place >= N_CORNERS] += cube_cubie(c, place) != place || cube_ori(c, place) != 0;
	/* 0 - 1u: any number. */
	return n_left[0] <= p->number[LEFT_CORNERS] - 1u && n_left[1] <= p->number[LEFT_EDGES] - 1u;
}

/* Places, and their pieces, that half turns exchange. */
static const char orbit[] = "ABABBABAABABABABCCCC";

/* The positions of <U,D,R2,L2,F2,B2> that half turns before them make of each other. */
enum { N_COSETS = 29400, COSET_BITS = 22, CORNER_BITS = 0x3F00FF };

static unsigned coset_of(const struct cube *c)
{
	unsigned corners = 0, edges = 0, first[2] = {N_CORNERS, N_CORNERS}, pairs = 0;
	/* Half turns keep which pair of one tetrad goes with which of the other: those that differ by 2, 5 or
	 * 7. */
	uint8_t at[2][N_CORNERS] = {{0}};  /* the places of pieces, by their difference from the first */
	for (unsigned place = 0; place < N_CORNERS; place++) {
		const unsigned piece = c->corner_perm[place];
		const bool is_b = orbit[piece] == 'B';
		first[is_b] = first[is_b] < place ? first[is_b] : place;
		at[is_b][piece ^ c->corner_perm[first[is_b]]] = (uint8_t)place;
		corners |= (unsigned)is_b << place;
		edges |= (unsigned)(orbit[N_CORNERS + c->edge_perm[place]] == 'B') << place;
	}
	for (unsigned place = first[0] + 1; place < N_CORNERS; place++)
		if ((corners >> place & 1) == 0)
			pairs = pairs << 3 | at[1][c->corner_perm[place] ^ c->corner_perm[first[0]]];
	return corners | edges << 8 | (pairs & 63) << 16;
}

/* By coset, one more; 0: not reached.  Of the corners alone by their bits, where no coset is. */
static uint8_t quarters_of[1 << COSET_BITS];
static struct cube found[N_COSETS];            /* one of each */

static void fill_quarters(void)
{
	static const uint32_t turns[] = {0x12492, QUARTER_TURNS & 0x00E07};  /* half turns; then quarter turns of
	                                                                      * U and D */
	/* Corners that are all bad are solved if the whole cube is turned by a quarter, as by U D'. */
	static const uint8_t quarter[] = {0, 11};
	const struct cube turned = cube_after_moves(cube_solved, quarter, 2);
	unsigned n = 1, n_before = 0;
	found[0] = cube_solved;
	quarters_of[coset_of(&turned) & CORNER_BITS] = quarters_of[coset_of(&cube_solved) & CORNER_BITS] =
		quarters_of[coset_of(&cube_solved)] = 1;
	for (uint8_t level = 1; n_before < n; level++) {
		const unsigned begin = n_before;
		for (unsigned kind = 0; kind < 2; kind++) {
			n_before = n;
			for (unsigned i = begin; i < (kind == 0 ? n : n_before); i++)
				for (uint32_t left = turns[kind]; left != 0; left &= left - 1) {
					const struct cube c = cube_after(&found[i], (unsigned)__builtin_ctz(left));
					const unsigned coset = coset_of(&c);
					uint8_t *const of_corners = &quarters_of[coset & CORNER_BITS];
					if (quarters_of[coset] != 0)
						continue;
					quarters_of[coset] = (uint8_t)(level + kind);
					*of_corners = *of_corners != 0 ? *of_corners : quarters_of[coset];
					found[n++] = c;
				}
		}
	}
}

/* @param c  which has all pieces in places of their classes */
static bool numbers_hold(const struct pattern *p, const struct cube *c)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, fill_quarters);
	if (p->number[LEFT_CORNERS] + p->number[LEFT_EDGES] > 0 && !pattern_leaves_few(p, c, N_CUBIES))
		return false;
	/* Pieces of B are at home in the places of 0xAA5A, of eight corners and eight edges. */
	const unsigned coset = coset_of(c), bad = coset ^ 0xAA5A, asked = p->number[CORNER_CLASS];
	unsigned n_bad[2] = {0}, difference = 0;
	for (unsigned place = 0; place < N_CORNERS; place++) {
		n_bad[0] += bad >> place & 1;
		n_bad[1] += bad >> place >> N_CORNERS & 1;
		difference ^= (bad >> place & 1) * place;
	}
	if (asked != 0 && 2 * n_bad[0] + (n_bad[1] > 4) > 8) {
		n_bad[0] = 8 - n_bad[0];
		n_bad[1] = 8 - n_bad[1];
	}
	/* Of four bad corners two are in each tetrad: a if both pairs are on faces of one axis. */
	const unsigned letter = asked & CLASS_C ? CLASS_C : difference != 0 ? CLASS_B : 0;
	const unsigned number[] = {
		[BAD_CORNERS] = n_bad[0] + 1, [BAD_EDGES] = n_bad[1] + 1, [QUARTERS] = quarters_of[coset],
		[CORNER_CLASS] = n_bad[0] << 5 | letter | quarters_of[coset & CORNER_BITS]};
	for (unsigned i = BAD_CORNERS; i < N_PATTERN_NUMBERS; i++)
		if (p->number[i] != 0 && p->number[i] != number[i])
			return false;
	return true;
}

double pattern_share(const struct pattern *p)
{
	unsigned n = 0;
	array_foreach(c, found)
		n += numbers_hold(p, c);
	return (double)n / N_COSETS;
}

/* ---- classes, and all that counts ---- */

struct cube pattern_turn_free(const struct pattern *p, const struct cube *c, unsigned turns)
{
	return turns == 0 ? *c : cube_after(c, (p->free_face - 1u) * 3 + turns - 1);
}

unsigned pattern_turns_to(const struct pattern *p, const struct cube *c)
{
	unsigned turns = 0;
	for (; turns < pattern_n_turns(p); turns++) {
		const struct cube turned = pattern_turn_free(p, c, turns);
		bool holds = !p->half_turns || corners_are_by_half_turns(turned.corner_perm);
		for (unsigned place = 0; place < N_CUBIES && holds; place++)
			holds = look_at(p, &turned, place) == p->of[place];
		holds = holds && (!pattern_asks_numbers(p) || numbers_hold(p, &turned));
		if (holds)
			break;
	}
	return turns;
}

void pattern_look(const struct pattern *p, const struct cube *c, uint8_t seen[N_CUBIES])
{
	const bool asks_numbers = pattern_asks_numbers(p);
	for (unsigned place = 0; place < N_CUBIES; place++)
		seen[place] = (p->half_turns && place < N_CORNERS) || asks_numbers
		                  ? (uint8_t)(3 * cube_cubie(c, place) + cube_ori(c, place))
		                  : look_at(p, c, place);
}

struct pattern pattern_join(const struct pattern *a, const struct pattern *b)
{
	struct pattern out = {.free_face = a->free_face != 0 ? a->free_face : b->free_face,
	                      .half_turns = a->half_turns || b->half_turns};
	for (unsigned i = 0; i < N_PATTERN_NUMBERS; i++)
		out.number[i] = a->number[i] != 0 ? a->number[i] : b->number[i];
	/* Each class is named after its first piece. */
	for (unsigned i = 0; i < N_CUBIES; i++) {
		unsigned first = cubie_kind_begin(i);
		while (a->of[first] != a->of[i] || b->of[first] != b->of[i])
			first++;
		out.of[i] = (uint8_t)((first - cubie_kind_begin(i)) | ((a->of[i] | b->of[i]) & PATTERN_ORIENTED));
	}
	return out;
}

bool pattern_conjugate(const struct pattern *p, unsigned symmetry, struct pattern *q)
{
	struct pattern out = *p;
	for (unsigned x = 0; x < N_CUBIES; x++) {
		/* Where the piece that is at home in a place is at home when it is seen from there. */
		const unsigned x_image = cube_cubie(&symmetry_cube[symmetry], x);
		const unsigned of = out.of[x_image] = p->of[x];
		/* Pieces x and y, each oriented in the other's place, are to be so when seen from there. */
		const unsigned y = (of & PATTERN_CLASS) + cubie_kind_begin(x);
		struct cube c = cube_solved;
		cube_put(&c, x, y, 0);
		cube_put(&c, y, x, 0);
		c = cube_conjugate(&c, symmetry);
		if (of & PATTERN_ORIENTED && (cube_ori(&c, x_image) != 0
		    || cube_ori(&c, cube_cubie(&symmetry_cube[symmetry], y)) != 0))
			return false;
	}
	out = pattern_join(&out, &out);  /* which names classes anew */
	if (p->free_face != 0)
		out.free_face = (uint8_t)(1 + symmetry_face(symmetry, p->free_face - 1u));
	*q = out;
	return true;
}

bool pattern_fixes_parity(const struct pattern *p)
{
	bool are_placed[] = {true, true};
	for (unsigned i = 0; i < N_CUBIES; i++)
		are_placed[i >= N_CORNERS] &= is_alone(p, i);
	return p->free_face == 0 && (are_placed[0] || are_placed[1] || p->half_turns);
}

/* ---- names ---- */

/* The character of each corner, or of each edge. */
static void write_pieces(const struct pattern *p, unsigned begin, char *name)
{
	char free_class = 'a', oriented_class = 'A';
	bool has_blank = false, has_oriented = false;
	for (unsigned i = 0; begin + i < cubie_kind_end(begin); i++) {
		const unsigned of = p->of[begin + i], first = of & PATTERN_CLASS;
		const bool is_oriented = of & PATTERN_ORIENTED;
		if (first < i)
			name[i] = name[first];
		else if (is_alone(p, begin + i))
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
	write_pieces(p, 0, name);
	name[N_CORNERS] = '-';
	write_pieces(p, N_CORNERS, name + N_CORNERS + 1);
	if (p->free_face != 0 || p->half_turns)
		snprintf(name + N_CORNERS + 1 + N_EDGES, 4, "-%.*s%s", p->free_face != 0,
		         &face_letter[(p->free_face + N_FACES - 1) % N_FACES], p->half_turns ? "H" : "");
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
	if (strlen(name) < n_pieces || name[N_CORNERS] != '-' || !read_pieces(name, N_CORNERS, p.corner)
	    || !read_pieces(name + N_CORNERS + 1, N_EDGES, p.edge))
		return false;
	const char *more = name + n_pieces;
	if (*more == '-' && more[1] != '\0') {
		const char *const face = strchr(face_letter, *++more);
		more += face != NULL;
		p.free_face = (uint8_t)(face != NULL ? face - face_letter + 1 : 0);
		p.half_turns = *more == 'H';
		more += p.half_turns;
	}
	if (*more != '\0')
		return false;
	*out = p;
	return true;
}
