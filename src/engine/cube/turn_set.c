#include "cube/turn_set.h"

const char *const turn_metric_name[N_TURN_METRICS] = {"htm", "qtm", "stm", "atm", "stqm", "etm"};

enum { THOUSAND = 1000, MAX_THOUSANDTHS = 1000 * THOUSAND };

/* A set while it is read: costs in thousandths. */
struct reader {
	enum turn_metric metric;
	unsigned options;
	const char *text;
	struct input_error *error;
	struct turn_set *set;
	uint32_t thousandths[TURN_SET_MAX + 1][TURN_SET_MAX];  /* alone; after turn 0, 1, ..., 0: as alone */
	bool is_named[TURN_SET_MAX];        /* in the text that is being read, alone and not by its letter */
};

/* ---- metrics ---- */

static unsigned n_quarters(unsigned turns)
{
	return turns == 2 ? 2 : turns != 0;
}

/* In a metric; 0: nothing. */
static unsigned metric_cost(enum turn_metric metric, const struct turn *t)
{
	const unsigned element = turn_element(t);
	const unsigned first = axis_turns_first(element), second = axis_turns_second(element);
	unsigned amount = 0;
	bool is_one = true;
	items_foreach(layer, t->layer, N_LAYERS) {
		is_one &= *layer == 0 || amount == 0 || *layer == amount;
		amount = *layer != 0 ? *layer : amount;
	}
	switch (metric) {
	case TURNS_HTM:  return (first != 0 ? 1u : 0u) + (second != 0 ? 1u : 0u);
	case TURNS_QTM:  return n_quarters(first) + n_quarters(second);
	case TURNS_ATM:  return first != 0 || second != 0;
	case TURNS_STM:  return first == 0 && second == 0 ? 0 : is_one ? 1 : 2;
	case TURNS_STQM:
		return first == 0 && second == 0 ? 0
		       : is_one                  ? n_quarters(amount)
		                                 : n_quarters(first) + n_quarters(second);
	case TURNS_ETM:  return is_one ? 1 : 2;
	case N_TURN_METRICS: break;
	}
	return 0;
}

/* ---- adding turns ---- */

static unsigned find_turn(const struct turn_set *set, const struct turn *t)
{
	unsigned i = 0;
	while (i < set->n && memcmp(&set->turn[i], t, offsetof(struct turn, cost)) != 0)
		i++;
	return i;
}

static void add_metric_turn(struct reader *r, struct turn t)
{
	if (find_turn(r->set, &t) < r->set->n)
		return;
	r->thousandths[0][r->set->n] = metric_cost(r->metric, &t) * THOUSAND;
	r->set->turn[r->set->n++] = t;
}

/* The turns of the layers of `one`, of each axis. */
static void add_layers(struct reader *r, struct turn one)
{
	for (; one.axis < N_AXES; one.axis++)
		for (unsigned n = 1; n < 4; n++)
			add_metric_turn(r, turn_times(one, n));
}

/* ---- words ---- */

/* "M", "U2", "Rw'", "(R L')". */
struct word {
	const char *at, *end;
	struct turn turn;
	bool is_letter;                     /* stands for all turns of its layers */
};

static bool fail_at(struct reader *r, const char *at, const char *end, const char *message)
{
	return input_error_at(r->error, r->text, at, (size_t)(end - at), "'%s' %s", r->error->token, message);
}

static bool read_pair(struct reader *r, struct word *w)
{
	const char *at = text_skip_space(w->at + 1), *end;
	w->turn = (struct turn){.axis = N_AXES};
	for (; *at != ')'; at = text_skip_space(end)) {
		struct turn t;
		if (*at == '\0')
			return fail_at(r, w->at, w->at + 1, "is never closed by ')'");
		end = turn_token_end(at);
		if (!turn_read(at, end, r->options, &t))
			return turn_explain(r->text, at, end, r->options, r->error);
		if (w->turn.axis != N_AXES && w->turn.axis != t.axis)
			return fail_at(r, at, end, "is about another axis; turns in parentheses are done at once");
		w->turn.axis = t.axis;
		for (unsigned i = 0; i < N_LAYERS; i++)
			w->turn.layer[i] = (uint8_t)((w->turn.layer[i] + t.layer[i]) % 4);
	}
	w->end = at + 1;
	return true;
}

static bool read_word(struct reader *r, const char *at, struct word *w)
{
	*w = (struct word){.at = at};
	if (*at == '(' && !read_pair(r, w))
		return false;
	if (*at != '(') {
		w->end = turn_token_end(at);
		for (const char *c = at + 1; c < w->end; c++)
			if (strchr("=<>", *c) != NULL)
				w->end = c;
		if (!turn_read(at, w->end, r->options, &w->turn))
			return turn_explain(r->text, at, w->end, r->options, r->error);
		w->is_letter = w->end == at + 1 || (w->end == at + 2 && at[1] == 'w');
	}
	return (w->turn.near | w->turn.middle | w->turn.far) != 0 || fail_at(r, w->at, w->end, "turns nothing");
}

/* Add the turns of a word, or find them.
 * @param thousandths  their cost; 0: that of the metric */
static bool take_word(struct reader *r, const struct word *w, uint32_t thousandths, bool may_add)
{
	for (unsigned n = 1; n < (w->is_letter ? 4u : 2u); n++) {
		/* Itself, or quarter turns and half turns of its layers. */
		const struct turn t = turn_times(w->turn, n);
		const unsigned i = find_turn(r->set, &t);
		if (i == r->set->n && !may_add)
			return fail_at(r, w->at, w->end, "is not one of the turns that are permitted");
		if (i == TURN_SET_MAX)
			return fail_at(r, w->at, w->end, "is one turn too many: a set has at most 64");
		if (i < r->set->n && (r->is_named[i] || (thousandths == 0 && may_add)))
			return fail_at(r, w->at, w->end, "is there twice");
		if (i == r->set->n) {
			r->set->turn[r->set->n++] = t;
			r->thousandths[0][i] = metric_cost(r->metric, &t) * THOUSAND;
		}
		if (thousandths != 0)
			r->thousandths[0][i] = thousandths;
		r->is_named[i] = !w->is_letter;
	}
	return true;
}

static const char between[] = " \t\r\n,;<>";

/* A number above 0 with up to three decimals, in thousandths. */
static bool read_cost(struct reader *r, const char **at, uint32_t *out)
{
	const char *const begin = *at += strspn(*at, between), *end = begin;
	uint32_t value = 0, weight = THOUSAND;
	bool is_sound = text_is_digit(*begin);
	for (; text_is_digit(*end); end++)
		value = value <= MAX_THOUSANDTHS ? value * 10 + (uint32_t)(*end - '0') : value;
	is_sound &= value <= THOUSAND;
	value = is_sound ? value * THOUSAND : 0;
	for (end += *end == '.'; text_is_digit(*end); end++) {
		weight /= 10;
		is_sound &= weight > 0;
		value += weight * (uint32_t)(*end - '0');
	}
	*at = end + strcspn(end, between);
	*out = value;
	if (is_sound && value > 0 && *at == end)
		return true;
	return fail_at(r, begin, *at,
	               "is no cost; expected a number above 0, at most 1000, with up to three decimals");
}

static const char after[] = "after";

/* "U R after D = 2", "* after R L = 1.5". */
static bool read_pairs(struct reader *r, const char **at)
{
	const char *const begin = *at;
	uint64_t side[2] = {0, 0}, *to = side;  /* those that follow, and those before them */
	uint32_t cost;
	for (; **at != '=' && **at != '\0'; *at += strspn(*at, between)) {
		struct word w = {.end = *at + 1};
		uint64_t turns = **at == '*' ? UINT64_MAX : 0;
		if (to == side && strncmp(*at, after, strlen(after)) == 0) {
			to++;
			*at += strlen(after);
			continue;
		}
		if (turns == 0 && !read_word(r, *at, &w))
			return false;
		for (unsigned n = 1; n < (w.is_letter ? 4u : 2u) && turns != UINT64_MAX; n++) {
			const struct turn t = turn_times(w.turn, n);
			const unsigned i = find_turn(r->set, &t);
			turns |= i < r->set->n ? UINT64_C(1) << i : 0;
		}
		if (turns == 0)
			return fail_at(r, w.at, w.end, "is not one of the turns that are permitted");
		*to |= turns;
		*at = w.end;
	}
	if (side[0] == 0 || side[1] == 0 || **at == '\0')
		return fail_at(r, begin, *at, "is no price of turns after others; expected U R after D=2");
	++*at;
	if (!read_cost(r, at, &cost))
		return false;
	for (unsigned i = 0; i < r->set->n * r->set->n; i++) {
		const unsigned a = i / r->set->n, b = i % r->set->n;
		if (side[1] >> a & side[0] >> b & 1)
			r->thousandths[a + 1][b] = cost;
	}
	return true;
}

/* Turns, or turns with their costs. */
static bool read_words(struct reader *r, const char *text, bool has_costs, bool may_add)
{
	struct word w;
	uint32_t thousandths = 0;
	r->text = text;
	memset(r->is_named, 0, sizeof r->is_named);
	for (const char *at = text + strspn(text, between); *at != '\0'; at += strspn(at, between)) {
		const char *const pair = has_costs ? strstr(at, after) : NULL;
		if (pair != NULL && pair < at + strcspn(at, "=")) {
			if (!read_pairs(r, &at))
				return false;
			continue;
		}
		if (!read_word(r, at, &w))
			return false;
		at = w.end + (has_costs ? strspn(w.end, between) : 0);
		if (has_costs && *at++ != '=')
			return fail_at(r, w.at, w.end, "has no cost; expected U=1.5");
		if ((has_costs && !read_cost(r, &at, &thousandths)) || !take_word(r, &w, thousandths, may_add))
			return false;
	}
	return r->set->n > 0
	       || input_error_at(r->error, text, text, 0, "expected turns, such as \"M U\" or \"R U r\"");
}

/* ---- the set ---- */

unsigned turn_cost_gcd(unsigned a, unsigned b)
{
	return b == 0 ? a : turn_cost_gcd(b, a % b);
}

/* Costs in units, of which all are multiples. */
static bool finish(struct reader *r)
{
	struct turn_set *const set = r->set;
	uint32_t unit = 0, dearest = 0;
	bool turns_pieces = false;
	char text[TURN_SET_TEXT_SIZE];
	input_error_locate(r->error, "", "", 0);
	for (unsigned i = 0; i < (set->n + 1) * set->n; i++) {
		const uint32_t alone = r->thousandths[0][i % set->n];
		uint32_t *const cost = &r->thousandths[i / set->n][i % set->n];
		*cost = *cost != 0 ? *cost : alone;
		if (alone == 0)
			return input_error_say(r->error,
			                       "a rotation costs nothing in %s; give it a cost, or count in etm",
			                       turn_metric_name[r->metric]);
		unit = turn_cost_gcd(*cost, unit);
		dearest = *cost > dearest ? *cost : dearest;
		turns_pieces |= turn_element(&set->turn[i % set->n]) % 16 != 0;
	}
	if (!turns_pieces)
		return input_error_say(r->error, "these turns only rotate the whole cube; they solve nothing");
	if (dearest / unit > TURN_COST_MAX)
		return input_error_say(
			r->error, "the costs are too different: the largest may be %d times their common divisor",
			TURN_COST_MAX);
	set->unit_thousandths = unit;
	for (unsigned a = 0; a <= set->n; a++) {
		uint8_t *const row = set->after[set->n_rows + (a > 0)];
		unsigned k = 0;
		for (unsigned b = 0; b < set->n; b++)
			row[b] = (uint8_t)(r->thousandths[a][b] / unit);
		while (memcmp(set->after[k], row, sizeof *set->after) != 0)
			k++;
		if (a == 0)
			continue;
		set->turn[a - 1].cost = set->after[0][a - 1];
		set->row[a - 1] = (uint8_t)k;
		set->n_rows += k > set->n_rows;
	}
	return turn_set_identity(set, text)
	       || input_error_say(r->error,
	                          "there are too many prices of turns after others that are not the same");
}

bool turn_set_read(enum turn_metric metric, const char *turns, const char *costs, unsigned options,
                   struct turn_set *out, struct input_error *error)
{
	struct turn_set set = {.n = 0};
	struct reader r = {.metric = metric, .options = options, .error = error, .set = &set};
	if (turns == NULL) {
		add_layers(&r, (struct turn){.near = 1});
		add_layers(&r, (struct turn){.far = 1});
		if (metric == TURNS_STM || metric == TURNS_STQM || metric == TURNS_ETM)
			add_layers(&r, (struct turn){.middle = 1});
		if (metric == TURNS_ETM)
			add_layers(&r, (struct turn){.near = 1, .middle = 1, .far = 1});
		for (uint8_t pair = 0; pair < 27 && metric == TURNS_ATM; pair++)
			add_metric_turn(&r, (struct turn){.axis = pair / 9, .near = (uint8_t)(pair / 3 % 3 + 1),
			                                  .far = (uint8_t)(pair % 3 + 1)});
	} else if (!read_words(&r, turns, false, true))
		return false;
	if ((costs != NULL && !read_words(&r, costs, true, turns == NULL)) || !finish(&r))
		return false;
	*out = set;
	return true;
}

struct turn_set turn_set_of_moves(enum metric metric, uint32_t moves)
{
	struct turn_set set = {.unit_thousandths = THOUSAND};
	set_foreach(move, moves) {
		const unsigned face = move_face(move), quarters = move_turns(move);
		set.after[0][set.n] = (uint8_t)move_cost(metric, move);
		set.turn[set.n++] = (struct turn){
			.axis = (uint8_t)(face % 3),
			.near = (uint8_t)(face < 3 ? quarters : 0),
			.far = (uint8_t)(face < 3 ? 0 : 4 - quarters),
			.cost = (uint8_t)move_cost(metric, move),
		};
	}
	return set;
}

uint32_t turn_set_faces(const struct turn_set *set)
{
	uint32_t faces = 0;
	items_foreach(turn, set->turn, set->n) {
		const unsigned move = turn_move(turn);
		if (move == N_MOVES)
			return 0;
		faces |= 1u << move;
	}
	return faces;
}

/* ---- texts ---- */

static int compare_turns(const void *a, const void *b)
{
	return memcmp(*(const struct turn *const *)a, *(const struct turn *const *)b, sizeof(struct turn));
}

/* Append to the text of an identity, as far as there is room. */
static void append(char *text, const char *more)
{
	strncat(text, more, TURN_SET_TEXT_SIZE - 1 - strlen(text));
}

static void append_turn(char *text, const struct turn *t)
{
	char turn[TURN_TEXT_SIZE];
	turn_write(t, turn);
	const bool is_pair = strchr(turn, ' ') != NULL;
	append(text, text[0] != '\0' ? " " : "");
	append(text, is_pair ? "(" : "");
	append(text, turn);
	append(text, is_pair ? ")" : "");
}

static void append_cost(char *text, const struct turn_set *set, unsigned units)
{
	char cost[17];
	/* As it was given: "13", "20.5". */
	const unsigned thousandths = units * set->unit_thousandths;
	int length = snprintf(cost, sizeof cost, "=%u.%03u", thousandths / THOUSAND, thousandths % THOUSAND);
	while (cost[length - 1] == '0')
		length--;
	cost[cost[length - 1] == '.' ? length - 1 : length] = '\0';
	append(text, cost);
}

bool turn_set_identity(const struct turn_set *set, char *text)
{
	const struct turn *sorted[TURN_SET_MAX];
	uint64_t done = 1;                  /* rows */
	text[0] = '\0';
	for (unsigned i = 0; i < set->n; i++)
		sorted[i] = &set->turn[i];
	qsort(sorted, set->n, sizeof *sorted, compare_turns);
	items_foreach(turn, sorted, set->n) {
		append_turn(text, *turn);
		append_cost(text, set, (*turn)->cost);
	}
	/* What a turn costs after those of a row, if it is not what it costs alone. */
	for (unsigned i = 0; i < set->n; i++) {
		const unsigned row = set->row[sorted[i] - set->turn];
		for (unsigned b = 0; b < set->n; b++) {
			const unsigned cost = set->after[row][sorted[b] - set->turn];
			if (done >> row & 1 || cost == sorted[b]->cost)
				continue;
			append_turn(text, sorted[b]);
			append(text, " ");
			append(text, after);
			for (unsigned a = i; a < set->n; a++)
				if (set->row[sorted[a] - set->turn] == row)
					append_turn(text, sorted[a]);
			append_cost(text, set, cost);
		}
		done |= UINT64_C(1) << row;
	}
	return strlen(text) < TURN_SET_TEXT_SIZE - 1;
}
