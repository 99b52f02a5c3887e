#include "steps/case_set.h"

#include "base/array.h"
#include "cube/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sune, its mirror image, and what else makes all states of the last layer: two edges flipped in place, two corners and edges exchanged. */
#define SUNE "R U R' U R U2 R'"
#define TWO_FLIPPED "F R U R' U' F'"
#define EXCHANGED "R U R' U' R' F R2 U' R' U' R U R' F'"

const struct case_set_name case_set_names[] = {
	{"oll", "the last layer is oriented", "oll", "U;" SUNE ";" TWO_FLIPPED, true, false},
	{"pll", "its pieces are placed", "pll", "U;" EXCHANGED ";R' U R' U' R' U' R' U R U R2", true, true},
	{"coll", "its corners, if its edges are oriented, which they stay", "coll", "U;" SUNE ";" EXCHANGED, true, true},
	{"cmll", "its corners; the edges of the slice M may move (Roux)", "cmll", "U;" SUNE ";" EXCHANGED, true, true},
	{"zbll", "the last layer, if its edges are oriented", "ll", "U;" SUNE ";" EXCHANGED, true, true},
	{"ell", "the last layer's edges, if its corners are solved", "ell", "U;M' U M U2 M' U M;R2 U R U R' U' R' U' R' U R'", true, true},
	{"f2l", "the pair of the slot FR", "f2l", "U;R U R';F' U F", false, false},
	{"ll", "the last layer", "ll", "U;" SUNE ";" TWO_FLIPPED ";" EXCHANGED, true, true},
};
const unsigned n_case_set_names = sizeof case_set_names / sizeof *case_set_names;

enum { N_SLOTS = 1 << 17, MAX_GENERATORS = 4 };

/* A state: what the goal sees of a cube. */
struct state {
	struct goal_look look;
	struct cube cube;
	unsigned case_number;       /* 0: none yet, or it is solved */
};

struct orbit {
	struct goal goal;
	struct cube generator[MAX_GENERATORS];
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

/* Cubes that look the same still do after the same moves, so one of each look is enough. */
static bool find_states(struct orbit *o)
{
	bool is_found = add_state(o, &cube_solved);
	for (size_t i = 0; i < o->n && is_found; i++)
		for (unsigned g = 0; g < o->n_generators && is_found; g++) {
			const struct cube c = cube_product(&o->state[i].cube, &o->generator[g]);
			is_found = add_state(o, &c);
		}
	return is_found;
}

static void read_generators(struct orbit *o, const char *text)
{
	for (; *text != '\0'; text += strspn(text, ";")) {
		const size_t n = strcspn(text, ";");
		char one[64];
		struct position p;
		struct input_error error;
		snprintf(one, sizeof one, "%.*s", (int)n, text);
		if (position_read(one, 0, &p, &error))
			o->generator[o->n_generators++] = p.cube;
		text += n;
	}
}

/* ---- cases ---- */

/* A cube with turns of U before whatever made it, which are the same after its solution, and after that, before its solution. */
static struct cube turned(const struct cube *c, unsigned before, unsigned after)
{
	struct cube t = cube_solved;
	for (unsigned i = 0; i < before; i++)
		t = cube_after(&t, FACE_U * 3);
	t = cube_product(&t, c);
	for (unsigned i = 0; i < after; i++)
		t = cube_after(&t, FACE_U * 3);
	return t;
}

/* A case is all states that turns of U before and after the solution make of one. */
static void mark_case(const struct orbit *o, const struct cube *c, unsigned number)
{
	for (unsigned i = 0; i < 16; i++) {
		const struct cube t = turned(c, i / 4, i % 4);
		state_of(o, &t)->case_number = number;
	}
}

static bool is_at_goal(const struct orbit *o, const struct cube *c)
{
	bool is_there = false;
	for (unsigned after = 0; after < 4; after++) {
		const struct cube t = turned(c, 0, after);
		is_there |= goal_holds(&o->goal, &t);
	}
	return is_there;
}

static bool find_cases(const struct orbit *o, struct case_set *out)
{
	size_t capacity = 0, n = 0;
	for (size_t i = 0; i < o->n; i++) {
		const struct case_of_set found = {.cube = o->state[i].cube};
		if (o->state[i].case_number != 0 || is_at_goal(o, &found.cube))
			continue;
		if (!array_append(&out->of, &n, &capacity, &found, sizeof found))
			return false;
		mark_case(o, &found.cube, (unsigned)n);
	}
	out->n = (unsigned)n;
	return true;
}

/* As a mirror shows the case, from the first side from which that is one of the set. */
static unsigned mirror_of(const struct orbit *o, const struct cube *c, uint64_t symmetries)
{
	for (unsigned s = 1; s < N_SYMMETRIES; s += 2) {
		const struct cube seen = cube_conjugate(c, s);
		const struct state *const state = (symmetries >> s & 1) != 0 ? state_of(o, &seen) : NULL;
		if (state != NULL)
			return state->case_number;
	}
	return 0;
}

static void relate_cases(const struct orbit *o, struct case_set *set)
{
	const uint64_t symmetries = goal_symmetries(&o->goal);
	for (unsigned i = 0; i < set->n; i++) {
		const struct cube inverse = cube_inverse(&set->of[i].cube);
		set->of[i].mirror = mirror_of(o, &set->of[i].cube, symmetries);
		set->of[i].inverse = set->about->has_inverses ? state_of(o, &inverse)->case_number : 0;
	}
}

/* The stickers of the goal, wherever turns that are free leave them. */
static uint64_t stickers_of(struct goal goal)
{
	char text[FACELET_TEXT_SIZE];
	struct position p = {.seen = POSITION_WHOLE};
	struct input_error error;
	goal.view[0].pattern.free_face = 0;
	goal_draw(&goal, text);
	position_read(text, READ_GREY, &p, &error);
	return p.seen;
}

bool case_set_make(const struct case_set_name *about, struct case_set *out)
{
	struct orbit o = {.slot = calloc(N_SLOTS, sizeof *o.slot)};
	struct input_error error;
	*out = (struct case_set){.about = about};
	goal_parse(about->goal, &o.goal, &error);
	read_generators(&o, about->generators);
	const bool is_made = o.slot != NULL && find_states(&o) && find_cases(&o, out);
	if (is_made) {
		relate_cases(&o, out);
		out->seen = stickers_of(o.goal);
	}
	free(o.state);
	free(o.slot);
	if (!is_made)
		case_set_free(out);
	return is_made;
}

void case_set_free(struct case_set *set)
{
	free(set->of);
	set->of = NULL;
}
