/* The least cost of a solution by turns of a set, without anything of the solver: a cube is 54 stickers, a
 * turn moves those of its layers, and searches by cost from the cube and from the goal meet.
 *
 *     turns draw METRIC MOVES COSTS GOAL CAP SEED N
 *         prints N scrambles whose least cost is at most CAP: COST SCRAMBLE, as here with tabs between fields
 *     turns check METRIC MOVES COSTS GOAL
 *         reads answers, COST SCRAMBLE MAX STATUS LENGTH BOUND LENGTH:MOVES..., the first two as `draw`
 *         printed them, "-" for a number that is not there; prints the wrong ones, and ends with 1 if there
 *         are any
 *
 * METRIC, MOVES, COSTS and GOAL are those of the command, empty without an option; prices of pairs come last,
 * each after a semicolon: "U=2; R L after U D=3; * after *=1.5".  Goals: the solved cube,
 * cross[:FACE], cross+neutral, 2x2x2, f2l, eo:AXIS, and positions. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_STICKERS = 54, N_HELD = 24, MAX_TURNS = 64, NAME_SIZE = 16, MAX_GOALS = 6, GREY = 6 };
enum { NEVER = 1 << 28 };

static void die(const char *what, const char *text)
{
	fprintf(stderr, "turns: %s '%s'\n", what, text);
	exit(2);
}

/* ---- the cube: x to the right, y up, z to the front ---- */
struct sticker { int at[3], normal[3], n_sides, colour; };
static struct sticker stickers[N_STICKERS];
static const char faces[] = "RLUDFB";           /* by colour: 2 * axis, one more on the negative side */
static const char *const amounts[] = {"", "2", "'"};

static void make_stickers(void)
{
	for (int i = 0, n = 0; i < 27 * 3; i++) {
		const int axis = i % 3, x = i / 3 % 3 - 1, y = i / 9 % 3 - 1, z = i / 27 - 1;
		struct sticker s = {.at = {x, y, z}, .n_sides = abs(x) + abs(y) + abs(z)};
		s.normal[axis] = s.at[axis];
		s.colour = 2 * axis + (s.at[axis] < 0);
		if (s.at[axis] != 0)
			stickers[n++] = s;
	}
}

/* Stickers at their places, by number or by colour.  A turn is what it makes of the solved cube. */
struct cube {
	uint8_t at[N_STICKERS];
	uint8_t last;                               /* with prices of pairs: the last turn's number + 1; else 0 */
};
/* Quarter turns, clockwise as seen from R, U or F, of the layers at 1, 0 and -1 of an axis. */
struct turn { uint8_t axis, layer[3]; };

static struct cube effect_of(struct turn t)
{
	const int b = (t.axis + 1) % 3, c = (t.axis + 2) % 3;
	struct cube after = {.last = 0};
	for (unsigned s = 0; s < N_STICKERS; s++) {
		struct sticker moved = stickers[s];
		for (unsigned n = t.layer[1 - moved.at[t.axis]]; n > 0; n--) {
			const int at = moved.at[b], normal = moved.normal[b];
			moved.at[b] = moved.at[c];
			moved.at[c] = -at;
			moved.normal[b] = moved.normal[c];
			moved.normal[c] = -normal;
		}
		unsigned to = 0;
		while (memcmp(stickers[to].at, moved.at, sizeof moved.at) != 0
		       || memcmp(stickers[to].normal, moved.normal, sizeof moved.normal) != 0)
			to++;
		after.at[to] = (uint8_t)s;
	}
	return after;
}

static struct cube turned(const struct cube *c, const struct cube *effect)
{
	struct cube after = {.last = 0};
	for (unsigned s = 0; s < N_STICKERS; s++)
		after.at[s] = c->at[effect->at[s]];
	return after;
}

static bool is_same(const struct cube *a, const struct cube *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

static struct cube held[N_HELD];                /* the solved cube as it may be held; [0]: as it usually is */

static void make_held(void)
{
	for (unsigned i = 0, n = 0; i < 64; i++) {
		struct cube c = effect_of((struct turn){0, {0, 0, 0}});
		for (uint8_t axis = 0; axis < 3; axis++) {
			const uint8_t q = i >> 2 * axis & 3;
			const struct cube rotation = effect_of((struct turn){axis, {q, q, q}});
			c = turned(&c, &rotation);
		}
		unsigned known = 0;
		while (known < n && !is_same(&held[known], &c))
			known++;
		if (known == n)
			held[n++] = c;
	}
}

/* ---- words ---- */
/* One turn at *text, which is moved past it; *is_letter: no amount is written. */
static bool read_turn(const char **text, struct turn *t, bool *is_letter)
{
	/* L, D and B turn the other way as seen from R, U and F; M follows L, E follows D, S follows F. */
	static const char letters[] = "RLMrlxUDEudyFBSfbz";
	static const char layers[6][4] = {"100", "003", "030", "110", "033", "111"};
	const char *const found = **text != '\0' ? strchr(letters, **text) : NULL, *const at = *text + 1;
	if (found == NULL)
		return false;
	const bool is_wide = *at == 'w', is_half = at[is_wide] == '2';
	const bool is_back = at[is_wide + is_half] == '\'';
	const char *const layer = *found == 'S' ? "010" : layers[(found - letters) % 6 + (is_wide ? 3 : 0)];
	*t = (struct turn){.axis = (uint8_t)((found - letters) / 6)};
	for (unsigned i = 0; i < 3; i++)
		t->layer[i] = (uint8_t)((layer[i] - '0') * (is_half ? 2 : 1) * (is_back ? 3 : 1) % 4);
	*is_letter = !is_half && !is_back;
	*text = at + is_wide + is_half + is_back;
	return true;
}

static struct turn product(struct turn a, struct turn b)
{
	for (unsigned i = 0; i < 3; i++)
		a.layer[i] = (a.layer[i] + b.layer[i]) % 4;
	return a;
}

/* "M", "U2" or "(R L')", whose name is without the brackets.  @return false at the end */
static bool read_word(const char **text, struct turn *t, bool *is_letter, char name[NAME_SIZE])
{
	*text += strspn(*text, " ");
	const bool is_pair = **text == '(';
	const char *const begin = *text += is_pair;
	if (*begin == '\0')
		return false;
	if (!read_turn(text, t, is_letter))
		die("no turn:", begin);
	for (struct turn second; is_pair && **text != ')'; *t = product(*t, second)) {
		*text += strspn(*text, " ");
		if (!read_turn(text, &second, is_letter) || second.axis != t->axis)
			die("no turns of one axis:", begin);
	}
	*is_letter &= !is_pair;
	snprintf(name, NAME_SIZE, "%.*s", (int)(*text - begin), begin);
	*text += is_pair;
	return true;
}

/* ---- the set; costs are in thousandths ---- */
static struct {
	unsigned n;
	struct turn turn[MAX_TURNS];
	char name[MAX_TURNS][NAME_SIZE];
	int cost[MAX_TURNS];
	struct cube forth[MAX_TURNS], back[MAX_TURNS];
	int price[3][64];                           /* of the cheapest turns of an axis that do a product */
	bool has_pairs;
	int after[MAX_TURNS + 1][MAX_TURNS];        /* of a turn after the one with that number + 1 */
} set;

static unsigned product_number(struct turn t)
{
	return t.layer[0] + 4u * t.layer[1] + 16u * t.layer[2];
}

static unsigned find_turn(struct turn t)
{
	unsigned i = 0;
	while (i < set.n && memcmp(&set.turn[i], &t, sizeof t) != 0)
		i++;
	return i;
}

/* doc/turns.md, "A set". */
static int metric_cost(const char *metric, struct turn t)
{
	static const int quarters[] = {0, 1, 2, 1};
	const unsigned near = (t.layer[0] + 4u - t.layer[1]) % 4, far = (t.layer[2] + 4u - t.layer[1]) % 4;
	const unsigned amount = t.layer[0] | t.layer[1] | t.layer[2];   /* if it is one */
	const bool turns_pieces = near != 0 || far != 0;
	bool is_one = true;
	for (unsigned i = 0; i < 3; i++)
		is_one &= t.layer[i] == 0 || t.layer[i] == amount;
	const struct { const char *metric; int cost; } costs[] = {
		{"htm", (near != 0) + (far != 0)}, {"qtm", quarters[near] + quarters[far]},
		{"atm", turns_pieces},
		{"stm", !turns_pieces ? 0 : is_one ? 1 : 2}, {"etm", is_one ? 1 : 2},
		{"stqm", !turns_pieces ? 0 : is_one ? quarters[amount] : quarters[near] + quarters[far]},
	};
	for (unsigned i = 0; i < sizeof costs / sizeof *costs; i++)
		if (strcmp(metric, costs[i].metric) == 0)
			return 1000 * costs[i].cost;
	die("no metric:", metric);
	return 0;
}

/* A turn, or all turns of a letter. */
static void add_word(const char *metric, struct turn t, bool is_letter, const char *name)
{
	struct turn power = t;
	for (unsigned n = 0; n < (is_letter ? 3u : 1u); n++, power = product(power, t)) {
		if (find_turn(power) < set.n)
			continue;
		if (set.n == MAX_TURNS)
			die("one turn too many:", name);
		set.turn[set.n] = power;
		set.cost[set.n] = metric_cost(metric, power);
		snprintf(set.name[set.n++], NAME_SIZE, "%.12s%s", name, amounts[n]);
	}
}

static void add_words(const char *metric, const char *text)
{
	struct turn t;
	bool is_letter;
	for (char name[NAME_SIZE]; read_word(&text, &t, &is_letter, name);)
		add_word(metric, t, is_letter, name);
}

/* A turn that is named has its cost, whatever that of its letter is. */
static void read_costs(const char *metric, const char *costs, bool may_add)
{
	for (unsigned pass = 0; pass < 2; pass++) {
		struct turn t;
		bool is_letter;
		const char *text = costs;
		for (char name[NAME_SIZE], *end; read_word(&text, &t, &is_letter, name); text = end) {
			const int cost = (int)(strtod(text + 1, &end) * 1000 + 0.5);
			struct turn power = t;
			if (may_add)
				add_word(metric, t, is_letter, name);
			for (unsigned n = 0; n < (is_letter ? 3u : 1u); n++, power = product(power, t))
				if (find_turn(power) < set.n && is_letter == (pass == 0))
					set.cost[find_turn(power)] = cost;
		}
	}
}

/* The turns of words, as bits: "U R2", "*". */
static uint64_t read_turns(const char *text)
{
	uint64_t turns = 0;
	struct turn t;
	bool is_letter;
	text += strspn(text, " ");
	if (*text == '*')
		return ~(uint64_t)0;
	for (char name[NAME_SIZE]; read_word(&text, &t, &is_letter, name);) {
		struct turn power = t;
		for (unsigned n = 0; n < (is_letter ? 3u : 1u); n++, power = product(power, t))
			if (find_turn(power) < set.n)
				turns |= (uint64_t)1 << find_turn(power);
	}
	return turns;
}

static void read_pair(char *text)
{
	char *const after = strstr(text, "after"), *const cost = strchr(text, '=');
	if (after == NULL || cost == NULL)
		die("no price of a pair:", text);
	*after = *cost = '\0';
	const uint64_t second = read_turns(text), first = read_turns(after + strlen("after"));
	for (unsigned a = 0; a < set.n; a++)
		for (unsigned b = 0; b < set.n; b++)
			if ((first >> a & 1) != 0 && (second >> b & 1) != 0)
				set.after[a + 1][b] = (int)(strtod(cost + 1, NULL) * 1000 + 0.5);
}

static void price_axis(uint8_t axis)
{
	int *const price = set.price[axis];
	for (unsigned p = 1; p < 64; p++)
		price[p] = NEVER;
	for (bool has_changed = true; has_changed;) {
		has_changed = false;
		for (unsigned n = 0; n < 64 * set.n; n++) {
			const unsigned p = n % 64, i = n / 64;
			const struct turn before = {axis, {p % 4, p / 4 % 4, (uint8_t)(p / 16)}};
			const unsigned to = product_number(product(before, set.turn[i]));
			if (set.turn[i].axis == axis && price[p] + set.cost[i] < price[to]) {
				price[to] = price[p] + set.cost[i];
				has_changed = true;
			}
		}
	}
}

static void make_set(const char *metric, const char *moves, const char *costs)
{
	static const char atm[] = "(R L)(R L2)(R L')(R2 L)(R2 L2)(R2 L')(R' L)(R' L2)(R' L')"
	                          "(U D)(U D2)(U D')(U2 D)(U2 D2)(U2 D')(U' D)(U' D2)(U' D')"
	                          "(F B)(F B2)(F B')(F2 B)(F2 B2)(F2 B')(F' B)(F' B2)(F' B')";
	static const struct { const char *metric, *more; } more[] = {
		{"atm", atm}, {"stm", "M E S"}, {"stqm", "M E S"}, {"etm", "M E S x y z"},
	};
	add_words(metric, *moves != '\0' ? moves : "R L U D F B");
	for (unsigned i = 0; i < sizeof more / sizeof *more && *moves == '\0'; i++)
		if (strcmp(metric, more[i].metric) == 0)
			add_words(metric, more[i].more);
	char copy[1024], *rest = copy;
	snprintf(copy, sizeof copy, "%s", costs);
	read_costs(metric, strsep(&rest, ";"), *moves == '\0');
	set.has_pairs = rest != NULL;
	for (unsigned i = 0; i < (MAX_TURNS + 1) * set.n; i++)
		set.after[i / set.n][i % set.n] = set.cost[i % set.n];
	while (rest != NULL)
		read_pair(strsep(&rest, ";"));
	for (unsigned i = 0; i < set.n; i++) {
		set.forth[i] = effect_of(set.turn[i]);
		set.back[i] = effect_of(product(product(set.turn[i], set.turn[i]), set.turn[i]));
	}
	for (uint8_t axis = 0; axis < 3; axis++)
		price_axis(axis);
}

/* Turn a cube by a text.  Turns of one axis in a row cost what the cheapest turns that do the same cost, with
 * prices of pairs what they cost as they are written.
 * @return the cost, NEVER if the set has no turns for it */
static int turn_by(const char *text, struct cube *c)
{
	struct turn t, run = {0, {0, 0, 0}};
	bool is_letter;
	int cost = 0;
	unsigned last = 0;
	for (char name[NAME_SIZE]; read_word(&text, &t, &is_letter, name);) {
		const struct cube effect = effect_of(t);
		*c = turned(c, &effect);
		if (set.has_pairs) {
			const unsigned i = find_turn(t);
			cost = cost < NEVER && i < set.n ? cost + set.after[last][i] : NEVER;
			last = i + 1;
			continue;
		}
		if (t.axis == run.axis) {
			run = product(run, t);
			continue;
		}
		cost += cost < NEVER ? set.price[run.axis][product_number(run)] : 0;
		run = t;
	}
	if (!set.has_pairs)
		cost += cost < NEVER ? set.price[run.axis][product_number(run)] : 0;
	return cost < NEVER ? cost : NEVER;
}

/* ---- goals, which may be held in any way ---- */
static unsigned n_goals;                        /* any of them will do */
static struct cube goal_colour[MAX_GOALS];      /* of each place; pieces that do not matter are grey */
static struct cube home;                        /* of each sticker, where it is at the goal */

/* The centres are where they are if the cube is held so. */
static unsigned how_held(const struct cube *c)
{
	for (unsigned h = 0, n_alike = 0; h < N_HELD; h++, n_alike = 0) {
		for (unsigned s = 0; s < N_STICKERS; s++)
			n_alike += stickers[s].n_sides == 1 && held[h].at[s] == c->at[s];
		if (n_alike == 6)
			return h;
	}
	die("a cube without its centres", "");
	return 0;
}

/* A cube is solved as the scramble leaves it held. */
static struct cube scrambled(const char *text)
{
	struct cube c = held[0], as_held = c;
	turn_by(text, &c);
	const struct cube *const rotation = &held[how_held(&c)];
	for (unsigned s = 0; s < N_STICKERS; s++) {
		const uint8_t *const found = memchr(rotation->at, c.at[s], N_STICKERS);
		as_held.at[s] = (uint8_t)(found - rotation->at);
	}
	return as_held;
}

/* An edge shows its orientation by its sticker on U or D (for UD: on F or B), else by that on the axis. */
static int orientation_colour(const struct sticker *s, int axis)
{
	const int first = axis == 1 ? 2 : 1;
	if (s->n_sides != 2)
		return s->n_sides == 1 ? s->colour / 2 : GREY;
	return s->normal[s->at[first] != 0 ? first : axis] != 0 ? 3 : 4;
}

static int face_number(char face)
{
	return (int)((const char *)memchr(faces, face, sizeof faces) - faces);
}

static void make_goals(const char *goal)
{
	const bool is_cross = strncmp(goal, "cross", 5) == 0, is_eo = strncmp(goal, "eo:", 3) == 0;
	const bool is_block = strcmp(goal, "2x2x2") == 0, is_f2l = strcmp(goal, "f2l") == 0;
	const bool is_position = !is_cross && !is_eo && !is_block && !is_f2l;
	const int face = face_number(is_eo ? goal[3] : is_cross && goal[5] == ':' ? goal[6] : 'D');
	const struct cube end = is_position ? scrambled(goal) : held[0];
	n_goals = is_cross && goal[5] == '+' ? MAX_GOALS : 1;
	for (unsigned i = 0; i < n_goals * N_STICKERS; i++) {
		const unsigned g = i / N_STICKERS, s = i % N_STICKERS;
		const int *const at = stickers[s].at, bottom = n_goals == 1 ? face : (int)g;
		const bool is_below = at[bottom / 2] == (bottom % 2 == 0 ? 1 : -1);
		const bool counts = is_position || stickers[s].n_sides == 1 || (is_f2l && at[1] <= 0)
		                    || (is_cross && stickers[s].n_sides == 2 && is_below)
		                    || (is_block && at[0] <= 0 && at[1] <= 0 && at[2] <= 0);
		const int colour = counts ? stickers[s].colour : GREY;
		goal_colour[g].at[s] = (uint8_t)(is_eo ? orientation_colour(&stickers[s], face / 2) : colour);
		home.at[end.at[s]] = (uint8_t)s;
	}
}

static struct cube coloured(const struct cube *c, unsigned goal)
{
	struct cube colours = {.last = 0};
	for (unsigned s = 0; s < N_STICKERS; s++)
		colours.at[s] = goal_colour[goal].at[home.at[c->at[s]]];
	return colours;
}

/* ---- cubes by their least cost from a start ---- */
struct reached { struct cube cube; int cost; };
struct ball {
	size_t n, n_slots;                          /* slots: a power of 2, at least twice n */
	struct reached *reached;
	uint32_t *slot;                             /* a number in `reached` plus 1 */
};

static uint32_t *slot_of(const struct ball *b, const struct cube *c)
{
	uint64_t hash = 0;
	for (unsigned s = 0; s < N_STICKERS; s++)
		hash = (hash ^ c->at[s]) * 0x100000001B3 + (hash >> 29);
	hash = (hash ^ c->last) * 0x100000001B3 + (hash >> 29);
	size_t i = hash % b->n_slots;
	while (b->slot[i] != 0 && !is_same(&b->reached[b->slot[i] - 1].cube, c))
		i = (i + 1) % b->n_slots;
	return &b->slot[i];
}

static void reach(struct ball *b, const struct cube *c, int cost)
{
	if (b->n == b->n_slots / 2) {
		b->n_slots = b->n_slots != 0 ? 4 * b->n_slots : 1024;
		free(b->slot);
		b->slot = calloc(b->n_slots, sizeof *b->slot);
		b->reached = realloc(b->reached, b->n_slots / 2 * sizeof *b->reached);
		if (b->slot == NULL || b->reached == NULL)
			die("not enough memory", "");
		for (size_t i = 0; i < b->n; i++)
			*slot_of(b, &b->reached[i].cube) = (uint32_t)i + 1;
	}
	uint32_t *const slot = slot_of(b, c);
	if (*slot == 0) {
		b->reached[b->n++] = (struct reached){*c, cost};
		*slot = (uint32_t)b->n;
	}
	if (cost < b->reached[*slot - 1].cost)
		b->reached[*slot - 1].cost = cost;
}

static int cost_in(const struct ball *b, const struct cube *c)
{
	const uint32_t found = *slot_of(b, c);
	return found != 0 ? b->reached[found - 1].cost : NEVER;
}

/* The next cost above `cost` that a cube has. */
static int next_cost(const struct ball *b, int cost)
{
	int next = NEVER;
	for (size_t i = 0; i < b->n; i++)
		if (b->reached[i].cost > cost && b->reached[i].cost < next)
			next = b->reached[i].cost;
	return next;
}

/* All cubes within `radius` of a goal. */
static struct ball ball_around(unsigned goal, int radius)
{
	struct ball b = {.n = 0};
	for (unsigned h = 0; h < N_HELD; h++) {
		const struct cube end = turned(&goal_colour[goal], &held[h]);
		reach(&b, &end, 0);
	}
	for (int cost = 0; cost < radius; cost = next_cost(&b, cost))
		for (size_t i = 0; i < b.n; i++)
			for (unsigned t = 0; t < set.n && b.reached[i].cost == cost; t++) {
				const struct cube before = turned(&b.reached[i].cube, &set.back[t]);
				if (cost + set.cost[t] <= radius)
					reach(&b, &before, cost + set.cost[t]);
			}
	return b;
}

/* With prices of pairs, what turns before the goal cost depends on those before them, so the radius is 0.
 * The least cost from a cube to the goal, if it is at most `cap`; else a greater one.  Once all cubes nearer
 * than `cost` have been turned, all ways of at most cost + radius are known: the first cube of such a way
 * that is not nearer is in the ball. */
static int least_cost(const struct ball *goal, int radius, const struct cube *start, int cap)
{
	struct ball b = {.n = 0};
	int best = cost_in(goal, start);
	reach(&b, start, 0);
	for (int cost = 0; cost + radius < cap && cost + radius < best; cost = next_cost(&b, cost))
		for (size_t i = 0; i < b.n; i++)
			for (unsigned t = 0; t < set.n && b.reached[i].cost == cost; t++) {
				struct cube after = turned(&b.reached[i].cube, &set.forth[t]);
				const int so_far = cost + set.after[b.reached[i].cube.last][t], rest = cost_in(goal, &after);
				best = so_far + rest < best ? so_far + rest : best;
				after.last = (uint8_t)(set.has_pairs ? t + 1 : 0);
				if (so_far + radius < cap)
					reach(&b, &after, so_far);
			}
	free(b.slot);
	free(b.reached);
	return best;
}

/* ---- the commands ---- */
static uint64_t chance;                         /* splitmix64 */

static unsigned below(unsigned n)
{
	uint64_t z = chance += 0x9E3779B97F4A7C15;
	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
	z = (z ^ z >> 27) * 0x94D049BB133111EB;
	return (unsigned)((z ^ z >> 31) % n);
}

/* Turns of the set (kind 0), rotations between them (1), or turns of faces (2), far by some sets. */
static void draw_scramble(unsigned kind, char *text)
{
	const char *gap = "";
	for (unsigned n = 1 + below(kind == 2 ? 3 : 8); n > 0; n--, gap = " ") {
		if (kind == 1 && below(3) == 0) {
			text += sprintf(text, "%s%c%s", gap, "xyz"[below(3)], amounts[below(3)]);
			gap = " ";
		}
		if (kind == 2)
			text += sprintf(text, "%s%c%s", gap, faces[below(6)], amounts[below(3)]);
		else
			text += sprintf(text, "%s%s", gap, set.name[below(set.n)]);
	}
}

static void draw(int cap, unsigned n)
{
	const int radius = set.has_pairs ? 0 : cap / 2;
	struct ball ball[MAX_GOALS];
	for (unsigned g = 0; g < n_goals; g++)
		ball[g] = ball_around(g, radius);
	for (unsigned drawn = 0, n_tries = 1; drawn < n; n_tries++) {
		char text[8 * 2 * NAME_SIZE];
		draw_scramble(n_tries % 100 == 0 ? 0 : drawn % 3, text);
		const struct cube c = scrambled(text);
		int best = NEVER;
		for (unsigned g = 0; g < n_goals; g++) {
			const struct cube start = coloured(&c, g);
			const int cost = least_cost(&ball[g], radius, &start, cap);
			best = cost < best ? cost : best;
		}
		if (n_tries > 1000 * n)
			die("too few scrambles within", "CAP");
		if (best > cap || (2 * best < cap && below(8) != 0))
			continue;                           /* few that are near */
		printf("%g\t%s\n", best / 1000.0, text);
		drawn++;
	}
	for (unsigned g = 0; g < n_goals; g++) {
		free(ball[g].slot);
		free(ball[g].reached);
	}
}

static int thousandths(const char *text)
{
	return strcmp(text, "-") == 0 ? NEVER : (int)(strtod(text, NULL) * 1000 + 0.5);
}

static const char *fault_of_solution(char *solution, int cost, struct cube c)
{
	char *const moves = strchr(solution, ':');
	if (moves == NULL || turn_by(moves + 1, &c) != thousandths(solution) || thousandths(solution) < cost)
		return "a solution does not cost what it says";
	for (unsigned i = 0; i < n_goals * N_HELD; i++) {
		const struct cube colours = coloured(&c, i / N_HELD);
		const struct cube end = turned(&goal_colour[i / N_HELD], &held[i % N_HELD]);
		if (is_same(&colours, &end))
			return NULL;
	}
	return "a solution does not solve";
}

/* @return what is wrong with an answer, or NULL */
static const char *fault_of(char *const field[6], char *solutions)
{
	const int cost = thousandths(field[0]), max = thousandths(field[2]), bound = thousandths(field[5]);
	const struct cube c = scrambled(field[1]);
	const char *fault = solutions == NULL ? "no solution" : NULL;
	if (cost > max && strcmp(field[3], "none") != 0)
		return "no solution is within the maximum";
	if (cost > max)
		return bound <= max || bound > cost ? "wrong bound" : NULL;
	if (strcmp(field[3], "optimal") != 0 || thousandths(field[4]) != cost || bound != cost)
		return "not the least cost";
	for (char *one; fault == NULL && (one = strsep(&solutions, "\t")) != NULL;)
		fault = fault_of_solution(one, cost, c);
	return fault;
}

static int check(void)
{
	char line[65536];
	int status = 0;
	while (fgets(line, sizeof line, stdin) != NULL) {
		char *rest = line, *field[6] = {NULL};
		line[strcspn(line, "\n")] = '\0';
		for (unsigned i = 0; i < 6; i++)
			if ((field[i] = strsep(&rest, "\t")) == NULL)
				die("too few fields:", line);
		const char *const fault = fault_of(field, rest);
		if (fault == NULL)
			continue;
		printf("%s: %s: costs %s; --max %s: %s, %s, bound %s\n", field[1], fault, field[0], field[2],
		       field[3], field[4], field[5]);
		status = 1;
	}
	return status;
}

int main(int argc, char **argv)
{
	const bool draws = argc == 9 && strcmp(argv[1], "draw") == 0;
	if (!draws && (argc != 6 || strcmp(argv[1], "check") != 0))
		die("expected draw METRIC MOVES COSTS GOAL CAP SEED N, or check METRIC MOVES COSTS GOAL, not",
		    argc > 1 ? argv[1] : "");
	make_stickers();
	make_held();
	make_set(argv[2], argv[3], argv[4]);
	make_goals(argv[5]);
	if (!draws)
		return check();
	chance = strtoull(argv[7], NULL, 10);
	draw(thousandths(argv[6]), (unsigned)atoi(argv[8]));
	return 0;
}
