#include "steps/case_set.h"

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
		items_foreach(generator, o.generator, is_made ? o.n_generators : 0) {
			const struct cube c = cube_product(&o.state[i].cube, generator);
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
	items_foreach(one, out->of, is_made ? out->n : 0) {
		const struct cube inverse = cube_inverse(&one->cube);
		/* As a mirror shows it, from the first side from which that is one of the set. */
		for (unsigned s = 1; s < N_SYMMETRIES && one->mirror == 0; s += 2) {
			const struct cube seen = cube_conjugate(&one->cube, s);
			const struct state *const state = symmetries >> s & 1 ? state_of(&o, &seen) : NULL;
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
