#include "steps/case_set.h"

/* Sune, its mirror image, and what else makes all states of the last layer: two edges flipped in place, two
 * corners and edges exchanged. */
#define SUNE "R U R' U R U2 R'"
#define TWO_FLIPPED "F R U R' U' F'"
#define EXCHANGED "R U R' U' R' F R2 U' R' U' R U R' F'"
#define THREE_EDGES "R2 U R U R' U' R' U' R' U R'"

/* As books name them: a case is what its algorithm solves. */
static const char *const oll_names[] = {
	"1 R U2 R2 F R F' U2 R' F R F'",
	"2 F R U R' U' F' f R U R' U' f'",
	"3 f R U R' U' f' U' F R U R' U' F'",
	"4 f R U R' U' f' U F R U R' U' F'",
	"5 r' U2 R U R' U r",
	"6 r U2 R' U' R U' r'",
	"7 r U R' U R U2 r'",
	"8 r' U' R U' R' U2 r",
	"9 R U R' U' R' F R2 U R' U' F'",
	"10 R U R' U R' F R F' R U2 R'",
	"11 r U R' U R' F R F' R U2 r'",
	"12 F R U R' U' F' U F R U R' U' F'",
	"13 F U R U' R2 F' R U R U' R'",
	"14 R' F R U R' F' R F U' F'",
	"15 r' U' r R' U' R U r' U r",
	"16 r U r' R U R' U' r U' r'",
	"17 R U R' U R' F R F' U2 R' F R F'",
	"18 r U R' U R U2 r2 U' R U' R' U2 r",
	"19 M U R U R' U' M' R' F R F'",
	"20 M U R U R' U' M2 U R U' r'",
	"21 R U2 R' U' R U R' U' R U' R'",
	"22 R U2 R2 U' R2 U' R2 U2 R",
	"23 R2 D' R U2 R' D R U2 R",
	"24 r U R' U' r' F R F'",
	"25 F' r U R' U' r' F R",
	"26 R U2 R' U' R U' R'",
	"27 R U R' U R U2 R'",
	"28 r U R' U' M U R U' R'",
	"29 R U R' U' R U' R' F' U' F R U R'",
	"30 F R' F R2 U' R' U' R U R' F2",
	"31 R' U' F U R U' R' F' R",
	"32 L U F' U' L' U L F L'",
	"33 R U R' U' R' F R F'",
	"34 R U R2 U' R' F R U R U' F'",
	"35 R U2 R2 F R F' R U2 R'",
	"36 L' U' L U' L' U L U L F' L' F",
	"37 F R' F' R U R U' R'",
	"38 R U R' U R U' R' U' R' F R F'",
	"39 L F' L' U' L U F U' L'",
	"40 R' F R U R' U' F' U R",
	"41 R U R' U R U2 R' F R U R' U' F'",
	"42 R' U' R U' R' U2 R F R U R' U' F'",
	"43 F' U' L' U L F",
	"44 F U R U' R' F'",
	"45 F R U R' U' F'",
	"46 R' U' R' F R F' U R",
	"47 R' U' R' F R F' R' F R F' U R",
	"48 F R U R' U' R U R' U' F'",
	"49 r U' r2 U r2 U r2 U' r",
	"50 r' U r2 U' r2 U' r2 U r'",
	"51 f R U R' U' R U R' U' f'",
	"52 R' F' U' F U' R U R' U R",
	"53 r' U' R U' R' U R U' R' U2 r",
	"54 r U R' U R U' R' U R U2 r'",
	"55 R U2 R2 U' R U' R' U2 F R F'",
	"56 r U r' U R U' R' U R U' R' r U' r'",
	"57 R U R' U' M' U R U' r'",
	NULL,
};
static const char *const pll_names[] = {
	"Aa R' F R' B2 R F' R' B2 R2",
	"Ab R2 B2 R F R' B2 R F' R",
	"E R B' R' F R B R' F' R B R' F R B' R' F'",
	"F R' U' F' R U R' U' R' F R2 U' R' U' R U R' U R",
	"Ga R2 U R' U R' U' R U' R2 D U' R' U R D'",
	"Gb R' U' R U D' R2 U R' U R U' R U' R2 D",
	"Gc R2 U' R U' R U R' U R2 D' U R U' R' D",
	"Gd R U R' U' D R2 U' R U' R' U R' U R2 D'",
	"H M2 U M2 U2 M2 U M2",
	"Ja R' U L' U2 R U' R' U2 R L",
	"Jb R U R' F' R U R' U' R' F R2 U' R'",
	"Na R U R' U R U R' F' R U R' U' R' F R2 U' R' U2 R U' R'",
	"Nb R' U R U' R' F' U' F R U R' F R' F' R U' R",
	"Ra R U' R' U' R U R D R' U' R D' R' U2 R'",
	"Rb R' U2 R U2 R' F R U R' U' R' F' R2",
	"T R U R' U' R' F R2 U' R' U' R U R' F'",
	"Ua R U' R U R U R U' R' U' R2",
	"Ub R2 U R U R' U' R' U' R' U R'",
	"V R' U R' U' B' R' B2 U' B' U B' R B R",
	"Y F R U' R' U' R U R' F' R U R' U' R' F R F'",
	"Z M' U M2 U M2 U M' U2 M2",
	NULL,
};

static const char *const eoll_names[] = {
	"Dot F R U R' U' F' f R U R' U' f'",
	"L f R U R' U' f'",
	"Line F R U R' U' F'",
	NULL,
};
static const char *const ocll_names[] = {
	"H R U2 R' U' R U R' U' R U' R'",
	"Pi R U2 R2 U' R2 U' R2 U2 R",
	"U R2 D' R U2 R' D R U2 R",
	"T r U R' U' r' F R F'",
	"L F' r U R' U' r' F R",
	"AS R U2 R' U' R U' R'",
	"S R U R' U R U2 R'",
	NULL,
};

#define TWO_LAYERS "____xxxx-____xxxxxxxx"
#define BUT_FOR_AUF "xxxxxxxx-xxxxxxxxxxxx-U"

const struct case_set_name case_set_names[] = {
	{"oll", "the last layer is oriented", "oll", {"U", SUNE, TWO_FLIPPED}, true, false,
	 .names = oll_names, .around = TWO_LAYERS, .solved = "ooooxxxx-ooooxxxxxxxx"},
	{"pll", "its pieces are placed", "pll", {"U", EXCHANGED, "R' U R' U' R' U' R' U R U R2"}, true, true,
	 .names = pll_names, .around = "ooooxxxx-ooooxxxxxxxx", .solved = BUT_FOR_AUF},
	{"coll", "its corners, if its edges are oriented, which they stay", "coll", {"U", SUNE, EXCHANGED}, true,
	 true, .around = "____xxxx-ooooxxxxxxxx", .solved = "xxxxxxxx-ooooxxxxxxxx-U"},
	{"cmll", "its corners; the edges of the slice M may move (Roux)", "cmll", {"U", SUNE, EXCHANGED}, true,
	 true, .around = "____xxxx-____x_x_xxxx", .solved = "xxxxxxxx-____x_x_xxxx-U"},
	{"zbll", "the last layer, if its edges are oriented", "ll", {"U", SUNE, EXCHANGED}, true, true,
	 .around = "____xxxx-ooooxxxxxxxx", .solved = BUT_FOR_AUF},
	{"ell", "the last layer's edges, if its corners are solved", "ell",
	 {"U", "M' U M U2 M' U M", THREE_EDGES}, true, true,
	 .around = "xxxxxxxx-____xxxxxxxx-U", .solved = BUT_FOR_AUF},
	{"f2l", "the pair of the slot FR", "f2l", {"U", "R U R'", "F' U F"}, false, false,
	 .around = "________-____xxxx____", .solved = "____x___-____xxxxx___", .sees = "____x___-________x___"},
	{"ll", "the last layer", "ll", {"U", SUNE, TWO_FLIPPED, EXCHANGED}, true, true, .names = NULL},
	{"eoll", "the last layer's edges are oriented", "f2l+eo", {"U", TWO_FLIPPED}, true, false,
	 .names = eoll_names},
	{"ocll", "its corners are oriented, if its edges are", "oll", {"U", SUNE}, true, false,
	 .names = ocll_names},
	{"cll", "its corners, whatever its edges do", "f2l+corners+auf:U", {"U", SUNE, EXCHANGED}, true, true,
	 .names = NULL},
	{"2gll", "the last layer, where turns of R and U solve it", "ll", {"U", SUNE, THREE_EDGES}, true, true,
	 .names = NULL},
	{"zbls", "the pair of the slot FR with all edges oriented", "f2l+eo", {"U", "R U R'", "F' U F"}, false,
	 false, .names = NULL},
	{"wv", "as R U' R' inserts the last pair, edges oriented (Winter)", "oll",
	 {"U", SUNE}, false, false, .setup = {"R U R'"}},
	{"sv", "the same as R U R' inserts the pair (Summer Variation)", "oll", {"U", SUNE}, false, false,
	 .setup = {"R U' R'"}},
	{"vls", "as wv, whatever the edges are (Valk Last Slot)", "oll", {"U", SUNE, TWO_FLIPPED}, false, false,
	 .setup = {"R U R'"}},
	{"hls", "as sv, whatever the edges are (Hessler Last Slot)", "oll", {"U", SUNE, TWO_FLIPPED}, false,
	 false, .setup = {"R U' R'"}},
	{"eg", "2x2x2, one side of one color (CLL, EG-1, EG-2)", "corners+auf:U",
	 {"U", SUNE, EXCHANGED}, false, false, .setup = {"", "F R' U2 F2 R' F", "R2 F2 R2"}, .moves = "U R F"},
	{"lse", "Roux, the last six edges, the centres in place", "ll", {"U", "M U M'", "M' U M", "M2 U M2"},
	 false, true, .moves = "M U"},
};
const unsigned n_case_set_names = sizeof case_set_names / sizeof *case_set_names;

enum { N_SLOTS = 1 << 17, N_AUF = 16 };

/* A state: what the goal sees of a cube. */
struct state {
	struct goal_look look;
	struct cube cube;
	unsigned case_number;       /* 0: none yet, or it is solved */
};

struct orbit {
	struct goal goal;
	struct cube generator[CASE_SET_GENERATORS];
	unsigned n_generators;
	struct state *state;
	size_t n, capacity;
	uint32_t *slot;             /* open addressing: 1 + the number of a state */
};

/* ---- states ---- */

/* The slot of what the goal sees of a cube, or the free one where it belongs. */
static uint32_t *slot_of(const struct orbit *o, const struct goal_look *look)
{
	uint64_t slot = look->words[0] % N_SLOTS;
	while (o->slot[slot] != 0 && memcmp(&o->state[o->slot[slot] - 1].look, look, sizeof *look) != 0)
		slot = (slot + 1) % N_SLOTS;
	return &o->slot[slot];
}

/* @return NULL: it is no state of the set */
static struct state *state_of(const struct orbit *o, const struct cube *c)
{
	const struct goal_look look = goal_look(&o->goal, c, 0);
	const uint32_t number = *slot_of(o, &look);
	return number == 0 ? NULL : &o->state[number - 1];
}

static bool add_state(struct orbit *o, const struct cube *c)
{
	const struct state state = {.look = goal_look(&o->goal, c, 0), .cube = *c};
	uint32_t *const slot = slot_of(o, &state.look);
	if (*slot != 0)
		return true;
	*slot = (uint32_t)o->n + 1;
	return array_append(&o->state, &o->n, &o->capacity, &state, sizeof state);
}

static struct cube cube_of(const char *maneuver)
{
	struct position p = {.cube = cube_solved};
	struct input_error error;
	position_read(maneuver, 0, &p, &error);
	return p.cube;
}

/* ---- cases ---- */

/* A cube with turns of U before whatever made it, which are the same after its solution, and after that,
 * before its solution. */
static struct cube turned(const struct cube *c, unsigned before, unsigned after)
{
	static const uint8_t turns[3] = {FACE_U * 3, FACE_U * 3, FACE_U * 3};
	const struct cube first = cube_after_moves(cube_solved, turns, before);
	return cube_after_moves(cube_product(&first, c), turns, after);
}

/* Add the case of a cube unless there is none, or it is known. */
static bool add_case(const struct orbit *o, const struct cube *c, struct case_set *out, size_t *n,
                     size_t *capacity)
{
	const struct case_of_set found = {.cube = *c};
	const struct state *const state = state_of(o, c);
	bool is_known = state == NULL || state->case_number != 0;
	for (unsigned turns = 0; turns < 4 && !is_known; turns++) {
		const struct cube t = turned(c, 0, turns);
		is_known = goal_holds(&o->goal, &t);
	}
	if (is_known)
		return true;
	if (!array_append(&out->of, n, capacity, &found, sizeof found))
		return false;
	/* A case is all states that turns of U before and after the solution make of one. */
	for (unsigned i = 0; i < N_AUF; i++) {
		const struct cube t = turned(c, i / 4, i % 4);
		state_of(o, &t)->case_number = (unsigned)*n;
	}
	return true;
}

/* Those that have names first, in the order of these; then those of the states from `first` on. */
static bool find_cases(const struct orbit *o, size_t first, struct case_set *out)
{
	size_t capacity = 0, n = 0;
	bool is_found = true;
	for (const char *const *named = out->about->names; named != NULL && *named != NULL && is_found; named++) {
		const struct cube algorithm = cube_of(strchr(*named, ' ')), c = cube_inverse(&algorithm);
		is_found = add_case(o, &c, out, &n, &capacity);
	}
	for (size_t i = first; i < o->n && is_found; i++)
		is_found = add_case(o, &o->state[i].cube, out, &n, &capacity);
	out->n = (unsigned)n;
	return is_found;
}

bool case_set_make(const struct case_set_name *about, struct case_set *out)
{
	struct orbit o = {.slot = calloc(N_SLOTS, sizeof *o.slot)};
	struct input_error error;
	*out = (struct case_set){.about = about};
	goal_parse(about->goal, &o.goal, &error);
	for (; o.n_generators < CASE_SET_GENERATORS && about->generators[o.n_generators] != NULL;
	     o.n_generators++)
		o.generator[o.n_generators] = cube_of(about->generators[o.n_generators]);
	/* Cubes that look the same still do after the same moves, so one of each look is enough. */
	bool is_made = o.slot != NULL && add_state(&o, &cube_solved);
	for (size_t i = 0; i < o.n && is_made; i++)
		for (unsigned g = 0; g < o.n_generators && is_made; g++) {
			const struct cube c = cube_product(&o.state[i].cube, &o.generator[g]);
			is_made = add_state(&o, &c);
		}
	const size_t n_generated = o.n;
	for (unsigned k = 0; k < CASE_SET_SETUPS && about->setup[k] != NULL; k++) {
		const struct cube setup = cube_of(about->setup[k]);
		for (size_t i = 0; i < n_generated && is_made; i++) {
			const struct cube c = cube_product(&o.state[i].cube, &setup);
			is_made = add_state(&o, &c);
		}
	}
	for (size_t i = n_generated; i < o.n && is_made; i++) {
		const struct cube c = turned(&o.state[i].cube, 0, 1);
		is_made = add_state(&o, &c);
	}
	const bool is_set_up = about->setup[0] != NULL && *about->setup[0] != '\0';
	is_made = is_made && find_cases(&o, is_set_up ? n_generated : 0, out);
	const uint64_t symmetries = goal_symmetries(&o.goal);
	for (struct case_of_set *one = out->of; is_made && one < out->of + out->n; one++) {
		const struct cube inverse = cube_inverse(&one->cube);
		/* As a mirror shows it, from the first side from which that is one of the set. */
		for (unsigned s = 1; s < N_SYMMETRIES && one->mirror == 0; s += 2) {
			const struct cube seen = cube_conjugate(&one->cube, s);
			const struct state *const state = (symmetries >> s & 1) != 0 ? state_of(&o, &seen) : NULL;
			one->mirror = state != NULL ? state->case_number : 0;
		}
		one->inverse = about->has_inverses ? state_of(&o, &inverse)->case_number : 0;
	}
	if (is_made) {
		/* The stickers of the goal, wherever turns that are free leave them. */
		char text[FACELET_TEXT_SIZE];
		struct position p = {.seen = POSITION_WHOLE};
		o.goal.view[0].pattern.free_face = 0;
		goal_draw(&o.goal, text);
		position_read(text, READ_GREY, &p, &error);
		out->seen = p.seen;
	}
	free(o.state);
	free(o.slot);
	if (!is_made)
		case_set_free(out);
	return is_made;
}

void case_set_write_name(const struct case_set_name *about, unsigned number, char name[CASE_NAME_SIZE])
{
	if (about->names != NULL)
		snprintf(name, CASE_NAME_SIZE, "%s-%.*s", about->name, (int)strcspn(about->names[number - 1], " "),
		         about->names[number - 1]);
	else
		snprintf(name, CASE_NAME_SIZE, "%s-%u", about->name, number);
}

unsigned case_set_find(const struct case_set *set, const struct cube *c, unsigned *before, unsigned *after)
{
	struct goal goal;
	struct input_error error;
	goal_parse(set->about->sees != NULL ? set->about->sees : set->about->goal, &goal, &error);
	const struct goal_look look = goal_look(&goal, c, 0);
	for (unsigned i = 0; i < N_AUF * set->n; i++) {
		const struct cube t = turned(&set->of[i / N_AUF].cube, i % 4, i / 4 % 4);
		const struct goal_look other = goal_look(&goal, &t, 0);
		*before = (4 - i / 4 % 4) % 4;
		*after = (4 - i % 4) % 4;
		if (memcmp(&look, &other, sizeof look) == 0)
			return i / N_AUF + 1;
	}
	return 0;
}

void case_set_free(struct case_set *set)
{
	free(set->of);
	set->of = NULL;
}
