#include "pieces/closure.h"

#include "cube/turn_automaton.h"
#include "pieces/families.h"

enum { WORD_TURNS = 4, MAX_INNER = 1 << 15, MAX_OUTER = 1 << 18 };
static const uint32_t no_state = UINT32_MAX;

/* A cube as whoever holds it sees it; frame: the symmetry that has turned the centres. */
struct held {
	struct cube cube;
	uint8_t frame;
};

/* The outer states, or the inner ones. */
struct side {
	bool is_inner;
	uint32_t n, most;                   /* most: a power of two */
	struct state {
		struct held held;
		uint64_t name;
		uint32_t after[N_MOVES];
	} *state;
	uint32_t *number;                   /* 1 + number of a state; open addressing by its name */
};

struct closure {
	struct side outer, inner;
	uint32_t n_classes, class_size;
	uint32_t *with;                     /* an inner state that goes with an outer one; what follows is in the
	                                     * same memory */
	uint32_t *class;                    /* of an inner state */
	uint32_t *place;                    /* of an inner state in its class */
	uint32_t *at;                       /* the inner state of a place: [class * class_size + place] */
};

/* ---- turns as parameters ---- */

/* Six turns in two words, a byte each: axis, near, middle, far, two bits each; then a word with a bit for
 * each move that the set has. */
static struct turn turn_of(const uint32_t *p, unsigned move)
{
	const unsigned n = move % 3 + 1, turn = p[move / 3 / WORD_TURNS] >> move / 3 % WORD_TURNS * 8 & 255;
	return (struct turn){
		.axis = (uint8_t)(turn >> 6),
		.near = (uint8_t)((turn >> 4) * n % 4),
		.middle = (uint8_t)((turn >> 2) * n % 4),
		.far = (uint8_t)(turn * n % 4),
	};
}

static bool has_move(const uint32_t *p, unsigned move)
{
	return p[2] >> move & 1;
}

bool closure_coordinate(const struct turn_set *set, struct coordinate_key *out, struct turn_costs *costs)
{
	struct coordinate_key key = {.family = COORDINATE_CLOSURE};
	struct turn_costs of_moves = {{0}};
	unsigned n_turns = 0;
	uint64_t seen = 0;
	for (unsigned i = 0; i < set->n; i++) {
		const struct turn *const t = &set->turn[i];
		const unsigned element = turn_element(t);
		unsigned move = 0;
		for (; move < 3 * n_turns; move++) {
			const struct turn known = turn_of(key.parameter, move);
			if (memcmp(&known, t, offsetof(struct turn, cost)) == 0)
				break;
		}
		/* Pieces have to be turned by each turn, and by no two in the same way. */
		if (move == N_MOVES || element % AXIS_PRODUCTS == 0 || seen >> element & 1)
			return false;
		if (move == 3 * n_turns) {  /* one more of the six, if it is a power of none */
			key.parameter[n_turns / WORD_TURNS] |=
				(uint32_t)(t->axis << 6 | t->near << 4 | t->middle << 2 | t->far) << n_turns % WORD_TURNS * 8;
			n_turns++;
		}
		seen |= UINT64_C(1) << element;
		key.parameter[2] |= 1u << move;
		uint8_t *const least = &of_moves.of[move];
		*least = t->cost;
		for (unsigned row = 1; row <= set->n_rows; row++)
			*least = set->after[row][i] < *least ? set->after[row][i] : *least;
	}
	struct closure *const c = closure_make(key.parameter);
	if (c == NULL)
		return false;
	key.parameter[3] = c->outer.n;
	key.parameter[4] = c->class_size;
	closure_free(c);
	*out = key;
	*costs = of_moves;
	return true;
}

void closure_write_turns(const uint32_t *p, char *text, size_t size)
{
	size_t n = 0;
	for (unsigned move = 0; move < N_MOVES && n < size; move++) {
		const struct turn t = turn_of(p, move);
		const bool is_letter = move % 3 == 0 && (p[2] >> move & 7) == 7;
		char word[TURN_TEXT_SIZE] = "";
		if (has_move(p, move))
			turn_write(&t, word);
		n += (size_t)snprintf(text + n, size - n, "%s%s", n > 0 && *word != '\0' ? " " : "", word);
		move += is_letter ? 2 : 0;
	}
}

/* ---- states ---- */

static struct held held_after(const struct held *h, const struct held *turn)
{
	return (struct held){cube_product(&h->cube, &turn->cube), symmetry_product[h->frame][turn->frame]};
}

/* What a turn makes of the solved cube: the outer layers turn, then all of it as far as the middle layer
 * does. */
static struct held held_of_turn(const struct turn *t)
{
	const unsigned quarter = symmetry_quarter_turn[t->axis];
	const struct held rotation = {symmetry_cube[quarter], (uint8_t)quarter};
	struct held h = {cube_after_element(&cube_solved, turn_element(t)), 0};
	for (unsigned i = 0; i < t->middle; i++)
		h = held_after(&h, &rotation);
	return h;
}

static uint64_t name_of(const struct side *s, const struct held *h)
{
	const unsigned begin = s->is_inner ? N_CORNERS : 0, n = cubie_kind_end(begin) - begin;
	uint64_t name = s->is_inner ? 0 : h->frame;
	cubie_foreach_of_kind(place, begin)
		name = name << 5 | (cube_ori(&h->cube, place) * n + cube_cubie(&h->cube, place) - begin);
	return name;
}

/* Where the number of a state is, or will be. */
static uint32_t *find(const struct side *s, uint64_t name)
{
	const uint32_t mask = 2 * s->most - 1;
	uint32_t i = (uint32_t)(name * UINT64_C(0x9E3779B97F4A7C15) >> 32) & mask;
	while (s->number[i] != 0 && s->state[s->number[i] - 1].name != name)
		i = (i + 1) & mask;
	return &s->number[i];
}

/* @return no_state: there are too many */
static uint32_t number_of(struct side *s, const struct held *h)
{
	const uint64_t name = name_of(s, h);
	uint32_t *const number = find(s, name);
	if (*number == 0 && s->n == s->most)
		return no_state;
	if (*number == 0) {
		s->state[s->n].held = *h;
		s->state[s->n].name = name;
		*number = ++s->n;
	}
	return *number - 1;
}

/* All states, in the order in which they are found, and what the moves and their inverses make of them. */
static bool side_fill(struct side *s, const uint32_t *p)
{
	struct held turn[N_MOVES];
	const struct held solved = {cube_solved, 0};
	s->state = malloc(s->most * sizeof *s->state);
	s->number = calloc(2 * (size_t)s->most, sizeof *s->number);
	if (s->state == NULL || s->number == NULL)
		return false;
	for (unsigned move = 0; move < N_MOVES; move++) {
		const struct turn t = turn_of(p, move);
		turn[move] = has_move(p, move) || has_move(p, move_inverse(move)) ? held_of_turn(&t) : solved;
	}
	number_of(s, &solved);
	items_foreach(state, s->state, s->n)
		for (unsigned move = 0; move < N_MOVES; move++) {
			const struct held after = held_after(&state->held, &turn[move]);
			if ((state->after[move] = number_of(s, &after)) == no_state)
				return false;
		}
	return true;
}

static void side_free(struct side *s)
{
	free(s->state);
	free(s->number);
}

/* ---- classes ---- */

static uint32_t root_of(uint32_t *parent, uint32_t i)
{
	while (parent[i] != i)
		i = parent[i] = parent[parent[i]];
	return i;
}

static bool unite(uint32_t *parent, uint32_t a, uint32_t b)
{
	a = root_of(parent, a);
	b = root_of(parent, b);
	parent[a > b ? a : b] = a > b ? b : a;
	return a != b;
}

/* Unite the inner states that go with one outer state: those that two ways to it make, and then what moves
 * make of united ones. */
static void unite_classes(struct closure *c, uint32_t *parent)
{
	for (uint32_t i = 0; i < c->inner.n; i++)
		parent[i] = i;
	memset(c->with, 0xff, c->outer.n * sizeof *c->with);
	c->with[0] = 0;
	for (uint32_t i = 0; i < c->outer.n; i++)
		for (unsigned move = 0; move < N_MOVES; move++) {
			uint32_t *const with = &c->with[c->outer.state[i].after[move]];
			const uint32_t inner = c->inner.state[c->with[i]].after[move];
			if (*with == no_state)
				*with = inner;
			unite(parent, *with, inner);
		}
	for (bool goes_on = true; goes_on;) {
		goes_on = false;
		for (uint32_t i = 0; i < c->inner.n; i++)
			for (unsigned move = 0; move < N_MOVES; move++)
				goes_on |= unite(parent, c->inner.state[i].after[move],
				                 c->inner.state[root_of(parent, i)].after[move]);
	}
}

static bool find_classes(struct closure *c)
{
	c->with = malloc((c->outer.n + 4 * (size_t)c->inner.n) * sizeof *c->with);
	if (c->with == NULL)
		return false;
	c->class = c->with + c->outer.n;
	c->place = c->class + c->inner.n;
	c->at = c->place + c->inner.n;
	uint32_t *const parent = c->at + c->inner.n;
	unite_classes(c, parent);
	for (uint32_t i = 0; i < c->inner.n; i++)
		c->n_classes += root_of(parent, i) == i;
	c->class_size = c->inner.n / c->n_classes;
	uint32_t n = 0;
	memset(c->at, 0, c->n_classes * sizeof *c->at);  /* how many are placed, in the first places */
	for (uint32_t i = 0; i < c->inner.n; i++) {
		const uint32_t root = root_of(parent, i);  /* the first state of its class */
		c->class[i] = root == i ? n++ : c->class[root];
		c->place[i] = c->at[c->class[i]]++;
	}
	for (uint32_t i = 0; i < c->inner.n; i++)
		c->at[c->class[i] * c->class_size + c->place[i]] = i;
	return true;
}

/* Rows are numbered in 16 bits, and a solved cube is solved in one way. */
static bool is_small(const struct closure *c)
{
	bool is_small = c->class_size <= CLOSURE_MAX_CLASS && c->n_classes * N_MOVES <= UINT16_MAX
	                && (uint64_t)c->outer.n * c->class_size <= CLOSURE_MAX_STATES;
	for (unsigned s = 2; s < N_SYMMETRIES; s += 2) {
		const struct held turned = {symmetry_cube[s], (uint8_t)s};
		is_small &= *find(&c->outer, name_of(&c->outer, &turned)) == 0
		            || *find(&c->inner, name_of(&c->inner, &turned)) == 0;
	}
	return is_small;
}

struct closure *closure_make(const uint32_t *p)
{
	struct closure *const c = calloc(1, sizeof *c);
	if (c == NULL)
		return NULL;
	c->outer.most = MAX_OUTER;
	c->inner.most = MAX_INNER;
	c->inner.is_inner = true;
	if (side_fill(&c->inner, p) && side_fill(&c->outer, p) && find_classes(c) && is_small(c))
		return c;
	closure_free(c);
	return NULL;
}

void closure_free(struct closure *c)
{
	if (c == NULL)
		return;
	side_free(&c->outer);
	side_free(&c->inner);
	free(c->with);
	free(c);
}

/* ---- ranks ---- */

uint64_t closure_rank(const struct closure *c, const struct cube *cube)
{
	for (unsigned s = 0; s < N_SYMMETRIES; s += 2) {
		const struct held h = {cube_product(&symmetry_cube[s], cube), (uint8_t)s};
		const uint32_t outer = *find(&c->outer, name_of(&c->outer, &h)),
		               inner = *find(&c->inner, name_of(&c->inner, &h));
		if (outer != 0 && inner != 0 && c->class[c->with[outer - 1]] == c->class[inner - 1])
			return (uint64_t)(outer - 1) * c->class_size + c->place[inner - 1];
	}
	return 0;
}

/* ---- moves ---- */

bool closure_moves_fill(const struct closure *c, struct orbit_moves *out)
{
	const uint32_t size = c->class_size;
	if (!orbit_moves_alloc(c->outer.n, c->n_classes * N_MOVES, size, out))
		return false;
	for (uint32_t i = 0; i < c->outer.n; i++)
		for (unsigned move = 0; move < N_MOVES; move++) {
			out->after[i][move] = c->outer.state[i].after[move];
			out->row[i][move] = (uint16_t)(c->class[c->with[i]] * N_MOVES + move);
		}
	for (uint32_t i = 0; i < c->inner.n; i++)
		for (unsigned move = 0; move < N_MOVES; move++)
			out->rows[((size_t)c->class[i] * N_MOVES + move) * size + c->place[i]] =
				(uint16_t)c->place[c->inner.state[i].after[move]];
	return true;
}

void closure_steps(const uint32_t *p, uint8_t move_of[N_ORIENTATIONS][N_AXIS_TURNS],
                   uint8_t frame_after[N_ORIENTATIONS][N_AXIS_TURNS])
{
	for (unsigned o = 0; o < N_ORIENTATIONS; o++)
		set_foreach(move, p[2]) {
			const struct turn t = turn_of(p, move);
			const struct held turn = held_of_turn(&t);
			const unsigned element = symmetry_axis_turns[2 * o][turn_element(&t)];
			move_of[o][element] = (uint8_t)move;
			frame_after[o][element] = symmetry_product[2 * o][turn.frame] / 2;
		}
}
