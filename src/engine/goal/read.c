/* Reading goals: names with arguments, seen from sides, joined. */
#include "goal/goal.h"

#include "base/suggest.h"

#include <ctype.h>
#include <strings.h>

enum { N_SLOTS = 4, WORD_MAX = 32, WORDS_MAX = 64, MAX_QUARTERS = 5 };

/* ---- sides ---- */

/* @return N_FACES: the letter is that of no face */
static unsigned face_of(char letter)
{
	return (unsigned)(strchrnul(face_letter, text_capital(letter)) - face_letter);
}

static bool faces_fit(const char *sides, const char *home, unsigned symmetry, bool in_any_order)
{
	for (unsigned i = 0; sides[i] != '\0'; i++) {
		const char image = face_letter[symmetry_face(symmetry, face_of(sides[i]))];
		if (in_any_order ? strchr(home, image) == NULL : home[i] != image)
			return false;
	}
	return true;
}

/* The rotation that brings the sides home.  @return false: there is none */
static bool find_rotation(const char *sides, const char *home, bool in_any_order, uint8_t *rotation)
{
	if (strlen(sides) != strlen(home))
		return false;
	for (const char *side = sides; *side != '\0'; side++)
		if (face_of(*side) == N_FACES || strchr(side + 1, *side) != NULL)
			return false;
	for (uint8_t symmetry = 0; symmetry < N_SYMMETRIES; symmetry += 2)
		if (faces_fit(sides, home, symmetry, in_any_order)) {
			*rotation = symmetry;
			return true;
		}
	return false;
}

/* ---- several views ---- */

/* Both at once, from a side from which both can be said. */
static bool join_views(const struct goal_view *a, const struct goal_view *b, struct goal_view *out)
{
	for (unsigned i = 0; i < 2 + N_SYMMETRIES / 2; i++) {
		const uint8_t symmetry = i == 0 ? a->symmetry : i == 1 ? b->symmetry : (uint8_t)(2 * (i - 2));
		struct pattern of_a, of_b;
		if (!goal_view_from(a, symmetry, &of_a) || !goal_view_from(b, symmetry, &of_b))
			continue;
		if (of_a.free_face != of_b.free_face && of_a.free_face != 0 && of_b.free_face != 0)
			return false;
		for (unsigned k = 0; k < N_PATTERN_NUMBERS; k++)
			if (of_a.number[k] != of_b.number[k] && of_a.number[k] != 0 && of_b.number[k] != 0)
				return false;
		*out = (struct goal_view){.pattern = pattern_join(&of_a, &of_b), .symmetry = symmetry};
		return true;
	}
	return false;
}

/* ---- reading ---- */

struct reader {
	const char *text, *at;
	struct input_error *error;
	bool is_neutral;
	char faces[WORD_MAX];        /* of neutral; "": all */
	unsigned side;               /* the face of the first name that has one; N_FACES: none so far */
	uint8_t free_before;         /* 1 + the face whose turns are free before the first move; 0: none */
};

#define refuse(r, at, ...) input_error_at((r)->error, (r)->text, (at), strcspn((at), "+:, "), __VA_ARGS__)

static const struct goal_word *find_word(const char *name, int (*compare)(const char *, const char *))
{
	items_foreach(word, goal_words, n_goal_words)
		if (compare(word->name, name) == 0)
			return word;
	return NULL;
}

/* A set of cases that is no goal as well, in whatever letters it is.  @return NULL: there is none */
static const struct case_set_name *find_set(const char *name)
{
	items_foreach(set, case_set_names, n_case_set_names)
		if (strcasecmp(set->name, name) == 0 && find_word(set->name, strcmp) == NULL)
			return set;
	return NULL;
}

/* In whatever letters it is. */
static const char *suggest_word(const char *name)
{
	const char *names[WORDS_MAX];
	char small[WORD_MAX] = "";
	for (unsigned i = 0; i < n_goal_words; i++)
		names[i] = goal_words[i].name;
	for (unsigned i = 0; name[i] != '\0' && i + 1 < WORD_MAX; i++)
		small[i] = (char)tolower((unsigned char)name[i]);
	return suggest(small, names, n_goal_words);
}

/* The characters up to one of `ends`, at most WORD_MAX - 1, without spaces around them. */
static void take(struct reader *r, const char *ends, char out[WORD_MAX])
{
	unsigned n = 0;
	for (; *r->at != '\0' && strchr(ends, *r->at) == NULL; r->at++)
		if (*r->at != ' ' && n + 1 < WORD_MAX)
			out[n++] = *r->at;
	out[n] = '\0';
}

/* The same in capital letters. */
static void take_faces(struct reader *r, const char *ends, char out[WORD_MAX])
{
	take(r, ends, out);
	for (; *out != '\0'; out++)
		*out = text_capital(*out);
}

static const char *const slot_name[N_SLOTS] = {"FR", "FL", "BL", "BR"};

/* A pattern with the pairs of some slots of D as well, in Kociemba's order of corners and of edges. */
static struct pattern pattern_with_slots(const char *pattern, unsigned slots)
{
	struct pattern p;
	char name[PATTERN_NAME_SIZE];
	strcpy(name, pattern);
	set_foreach(slot, slots)
		name[DFR + slot] = name[N_CORNERS + 1 + FR + slot] = 'x';
	pattern_read(name, &p);
	return p;
}

/* The number of the slot that these sides are, seen from `symmetry`; N_SLOTS: none. */
static unsigned slot_of(const char *sides, unsigned symmetry)
{
	unsigned slot = 0;
	if (strlen(sides) != 2 || face_of(sides[0]) == N_FACES || face_of(sides[1]) == N_FACES
	    || sides[0] == sides[1])
		return N_SLOTS;
	while (slot < N_SLOTS && !faces_fit(sides, slot_name[slot], symmetry, true))
		slot++;
	return slot;
}

/* The face on which a goal of one name is that is at home on others, or whose turns are free. */
static void note_side(struct reader *r, const struct goal_word *word, const struct goal_view *view)
{
	struct pattern counted = view->pattern;
	unsigned side = 0;
	counted.free_face = 0;
	while (side < N_FACES && face_letter[symmetry_face(view->symmetry, side)] != word->home[0])
		side++;
	if (word->argument == GOAL_BEFORE)
		r->free_before = (uint8_t)(1 + side);
	else if (r->side == N_FACES && side < N_FACES && !pattern_equal(&counted, &pattern_of_nothing))
		r->side = side;
}

static bool read_sides(struct reader *r, const struct goal_word *word, struct goal *out)
{
	struct goal_view view = {.symmetry = 0};
	char sides[WORD_MAX];
	pattern_read(word->pattern, &view.pattern);
	snprintf(sides, sizeof sides, "%s", word->home);
	const char *const begin = r->at;
	if (*r->at == ':') {
		r->at++;
		take_faces(r, "+", sides);
	}
	if (!find_rotation(sides, word->home, word->argument == GOAL_CORNER, &view.symmetry))
		return refuse(r, begin + (*begin == ':'), "'%s' is no side of '%s'; expected such as %s:%s", sides,
		              word->name, word->name, word->home);
	const unsigned free_before = r->free_before;
	note_side(r, word, &view);
	if (free_before != 0 && free_before != r->free_before)
		return refuse(r, begin, "turns of one face only are free before the first move");
	return goal_add_view(out, &view);
}

static bool read_cross(struct reader *r, const struct goal_word *word, struct goal *out)
{
	uint8_t symmetry = 0;
	const unsigned n_slots = 1 + word->argument - GOAL_SLOT;
	unsigned wanted = 0;  /* a set of slots; 0: any */
	for (bool is_first = true; *r->at == ':' || *r->at == ','; is_first = false) {
		char sides[WORD_MAX];
		const char *const begin = ++r->at;
		take_faces(r, ",+", sides);
		if (is_first && strlen(sides) == 1 && find_rotation(sides, word->home, false, &symmetry))
			continue;
		const unsigned slot = slot_of(sides, symmetry);
		if (slot == N_SLOTS || wanted >> slot & 1)
			return refuse(
				r, begin,
				"'%s' is no slot beside this cross, or stands there twice; beside a cross on D there are FR FL BL BR",
				sides);
		wanted |= 1u << slot;
	}
	const unsigned n = (unsigned)__builtin_popcount(wanted);
	if (n != 0 && n != n_slots)
		return refuse(r, r->at, "'%s' has %u slot%s, not %u", word->name, n_slots, n_slots == 1 ? "" : "s",
		              n);
	for (unsigned slots = 0; slots < 1u << N_SLOTS; slots++) {
		if ((unsigned)__builtin_popcount(slots) != n_slots || (n != 0 && slots != wanted))
			continue;
		const struct goal_view view = {
			.pattern = pattern_with_slots(word->pattern, slots), .symmetry = symmetry};
		note_side(r, word, &view);
		goal_add_view(out, &view);
	}
	return true;
}

/* "3c": so many pieces of one kind; "2c2e": of each kind one of three groups is solved, since the two are in
 * two of them at most. */
static bool read_leave(struct reader *r, const struct goal_word *word, struct goal *out)
{
	static const char *const corners[] = {"xxx_____", "___xxx__", "______xx"},
	                         *const edges[] = {"xxxx________", "____xxxx____", "________xxxx"};
	char given[WORD_MAX] = "", name[PATTERN_NAME_SIZE];
	const char *const begin = r->at += *r->at == ':';
	struct goal_view view = {.symmetry = 0};
	if (*r->at == '\0' || *r->at == '+')
		strcpy(given, "3c");
	else
		take(r, "+", given);
	const bool is_edges = given[0] != '\0' && given[1] == 'e', is_both = strcmp(given, "2c2e") == 0;
	if (!is_both
	    && (given[0] < '2' || given[0] > (is_edges ? '9' : '7') || (given[1] != 'c' && !is_edges)
	        || given[2] != '\0'))
		return refuse(r, begin, "'%s' are no pieces to leave; expected such as %s:3c, 3e or 2c2e", given,
		              word->name);
	for (unsigned i = 0; i < (is_both ? 9u : 1u); i++) {
		snprintf(name, sizeof name, "%s-%s", is_both ? corners[i / 3] : is_edges ? "xxxxxxxx" : "________",
		         is_both ? edges[i % 3] : is_edges ? "____________" : "xxxxxxxxxxxx");
		pattern_read(name, &view.pattern);
		view.pattern.number[is_edges ? LEFT_EDGES : LEFT_CORNERS] = (uint8_t)(given[0] - '0' + 1);
		view.pattern.number[LEFT_EDGES] = is_both ? 3 : view.pattern.number[LEFT_EDGES];
		goal_add_view(out, &view);
	}
	return true;
}

/* "4c4e", "3qt", "2c3qt": what half turns do not bring home, and the quarter turns that do; "4a1", "2c3": a
 * class of corners. */
static bool read_numbers(const char *name, struct pattern *out)
{
	*out = pattern_of_nothing;
	for (const char *at = name; *at != '\0';) {
		const unsigned n = (unsigned char)*at++ - (unsigned)'0', letter = (unsigned char)*at - (unsigned)'a',
					   quarters = letter < 3 ? (unsigned char)at[1] - (unsigned)'0' : UINT_MAX;
		if (quarters <= MAX_QUARTERS && at[2] == '\0') {
			out->number[CORNER_CLASS] = (uint8_t)(n << 5 | letter << 3 | (quarters + 1));
			return n == 4 || (letter == 2 && (n == 0 || n == 2));
		}
		const enum pattern_number number = *at == 'c' ? BAD_CORNERS : *at == 'e' ? BAD_EDGES
		                                   : *at == 'q' && *++at == 't' ? QUARTERS : N_PATTERN_NUMBERS;
		if (number == N_PATTERN_NUMBERS || n > (number == QUARTERS ? MAX_QUARTERS : 8u)
		    || (number != QUARTERS && n % 2 != 0))
			return false;
		out->number[number] = (uint8_t)(n + 1);
		at++;
	}
	return *name != '\0';
}

/* A pattern without -H, which means something only with the classes of htr, or numbers. */
static bool is_pattern(const char *name, struct pattern *out)
{
	return (pattern_read(name, out) && !out->half_turns) || read_numbers(name, out);
}

/* One name with its arguments, or a pattern. */
static bool read_term(struct reader *r, struct goal *out)
{
	char name[WORD_MAX];
	const char *const begin = text_skip_space(r->at);
	struct goal_view view = {.symmetry = 0};
	out->n_views = 0;
	r->at = begin;
	take(r, ":+ ", name);
	r->at = text_skip_space(r->at);
	const struct goal_word *const word = find_word(name, strcmp);
	if (word == NULL && is_pattern(name, &view.pattern))
		return goal_add_view(out, &view);
	if (word == NULL) {
		const unsigned slot = slot_of(name, 0);
		if (slot < N_SLOTS)
			return goal_add_view(out, &(struct goal_view){
				.pattern = pattern_with_slots("________-____________", 1u << slot)});
		const struct case_set_name *const set = find_set(name);
		if (set != NULL)
			return refuse(r, begin, "'%s' is a set of cases, not a goal; its goal is '%s'", name, set->goal);
		const char *const nearest = suggest_word(name);
		return refuse(r, begin, "there is no goal '%s'%s%s%s", name,
		              nearest != NULL ? "; did you mean '" : "", nearest != NULL ? nearest : "",
		              nearest != NULL ? "'?" : "");
	}
	if (word->argument == GOAL_ALIAS) {
		const char *const rest = r->at;
		r->at = word->picture;
		const bool is_read = read_term(r, out);
		r->at = rest;
		return is_read;
	}
	r->is_neutral |= word->argument == GOAL_MODIFIER;
	if (word->argument == GOAL_MODIFIER && *r->at == ':') {
		const char *const faces = ++r->at;
		take_faces(r, "+", r->faces);
		if (r->faces[0] == '\0' || r->faces[strspn(r->faces, face_letter)] != '\0')
			return refuse(r, faces, "'%s' are no faces; expected such as neutral:UD", r->faces);
	}
	if (word->argument == GOAL_LEAVE)
		return read_leave(r, word, out);
	return word->argument >= GOAL_SLOT ? read_cross(r, word, out) : read_sides(r, word, out);
}

static bool make_neutral(struct goal *goal, const struct reader *r)
{
	const struct goal given = *goal;
	goal->n_views = 0;
	goal_foreach_view(from, &given)
		for (unsigned rotation = 0; rotation < N_SYMMETRIES; rotation += 2) {
			struct goal_view view = *from;
			view.symmetry = symmetry_product[view.symmetry][rotation];
			view.rotation = (uint8_t)rotation;
			/* Whether it shows on one of the wanted faces what was given on the reader's side. */
			bool is_wanted = r->faces[0] == '\0';
			for (const char *face = r->faces; *face != '\0'; face++)
				is_wanted |= symmetry_face(view.symmetry, face_of(*face))
				    == symmetry_face(from->symmetry, r->side);
			if (is_wanted && !goal_add_view(goal, &view))
				return false;
		}
	return true;
}

/* The faces that come to these when the cube is seen from a rotation; in_any_order: in a usual one. */
static void write_faces(const char *faces, unsigned rotation, bool in_any_order, char *out)
{
	char turned[WORD_MAX];
	unsigned n = 0;
	for (; faces[n] != '\0' && n + 1 < WORD_MAX; n++)
		turned[n] = face_letter[symmetry_face(symmetry_inverse[rotation], face_of(faces[n]))];
	turned[n] = '\0';
	for (const char *face = in_any_order ? "UDFBRL" : turned; *face != '\0'; face++)
		if (strchr(turned, *face) != NULL)
			*out++ = *face;
	*out = '\0';
}

/* A name with its arguments, seen from a rotation. */
static void write_term(char *term, unsigned rotation, char *out)
{
	char *const given = term + strcspn(term, ":"), arguments[GOAL_NAME_SIZE];
	const bool has_arguments = *given == ':';
	*given = '\0';
	const struct goal_word *const word = find_word(term, strcmp);
	if (word == NULL) {  /* a pair */
		write_faces(term, rotation, true, out);
		return;
	}
	/* Slots may stand without their face. */
	const bool has_home = !has_arguments || (word->argument >= GOAL_SLOT && strcspn(given + 1, ",") != 1);
	const bool in_any_order = word->argument == GOAL_CORNER || strcmp(word->usage, ":AXIS") == 0;
	snprintf(arguments, sizeof arguments, "%s%s%s", has_home ? word->home : "",
	         has_home && has_arguments ? "," : "", has_arguments ? given + 1 : "");
	out = stpcpy(out, term);
	char *next = arguments;
	for (char separator = ':'; next != NULL && arguments[0] != '\0'; separator = ',') {
		*out++ = separator;
		write_faces(strsep(&next, ","), rotation, in_any_order, out);
		out += strlen(out);
	}
}

void goal_name_from(const char *name, unsigned rotation, char out[GOAL_SIDE_SIZE])
{
	char copy[GOAL_NAME_SIZE], term[GOAL_NAME_SIZE], *next = copy, *end = out;
	struct pattern ignored;
	snprintf(copy, sizeof copy, "%s", name);
	snprintf(out, GOAL_SIDE_SIZE, "%s", name);
	while (next != NULL && !goal_is_stickers(name)) {
		snprintf(term, sizeof term, "%s", strsep(&next, "+"));
		const struct goal_word *const word = find_word(term, strcmp);
		if (text_begins(term, "neutral") > 0)
			continue;
		if (word != NULL && word->argument == GOAL_ALIAS)
			snprintf(term, sizeof term, "%s", word->picture);
		if (end > out)
			*end++ = '+';
		if (is_pattern(term, &ignored) || text_begins(term, "leave:") > 0)
			strcpy(end, term);
		else
			write_term(term, rotation, end);
		end += strlen(end);
	}
}

static void copy_name(const char *text, char name[GOAL_NAME_SIZE])
{
	unsigned n = 0;
	for (; *text != '\0' && n + 1 < GOAL_NAME_SIZE; text++)
		if (*text != ' ')
			name[n++] = *text;
	name[n] = '\0';
}

/* Whether turns are also names in other letters, names without a +, a name with its sides but without a colon
 * (dr-UD), or a name that another command knows.
 * @return true with *error saying so */
static bool has_two_readings(const char *text, struct input_error *error)
{
	struct position p;
	char compact[GOAL_NAME_SIZE], goal[2 * GOAL_NAME_SIZE] = "", turns[2 * GOAL_NAME_SIZE] = "";
	char meaning[GOAL_NAME_SIZE] = "";
	if (strlen(text) >= GOAL_NAME_SIZE || !position_read(text, 0, &p, error))
		return false;
	const struct case_set_name *const set = find_set(text);
	if (set != NULL)
		snprintf(meaning, sizeof meaning, "a set of cases (its goal is %s)", set->goal);
	else if (strcasecmp(text, "zz") == 0)
		strcpy(meaning, "the method zz");
	for (const char *at = text_skip_space(text), *end; *at != '\0'; at = text_skip_space(at)) {
		char name[GOAL_NAME_SIZE];
		snprintf(name, sizeof name, "%.*s", (int)(text_skip_word(at) - at), at);
		if (find_word(name, strcasecmp) == NULL)
			name[strcspn(name, "-")] = '\0';
		end = at + strlen(name);
		const struct goal_word *const word = find_word(name, strcasecmp);
		const bool is_side = goal[0] != '\0' && end > at && name[strspn(name, "URFDLBurfdlb")] == '\0';
		if (word == NULL && *meaning == '\0' && !is_side)
			return false;
		sprintf(goal + strlen(goal), "%s%.*s",
		        goal[0] == '\0' ? ""
		        : word != NULL  ? "+"
		                        : ":",
		        (int)(end - at), word != NULL ? word->name : name);
		for (const char *token = at; at < end; token = at) {
			at = turn_token_end(at);
			sprintf(turns + strlen(turns), " %.*s", (int)(at - token), token);
		}
	}
	copy_name(text, compact);
	return (*meaning != '\0' || strcmp(goal, compact) != 0)
	       && !input_error_refuse(error, text, "two readings: %s%s or the turns%s; write one of these",
	                              *meaning != '\0' ? meaning : "the goal ", *meaning != '\0' ? "" : goal,
	                              turns);
}

bool goal_parse(const char *text, struct goal *out, struct input_error *error)
{
	struct reader r = {.text = text, .at = text, .error = error, .side = N_FACES};
	struct goal goal = {.n_views = 0}, term = goal, joined = goal;
	if (goal_is_stickers(text))
		return goal_parse_stickers(text, out, error);
	if (has_two_readings(text, error))
		return false;
	if (strlen(text) >= GOAL_NAME_SIZE)
		return refuse(&r, text, "a goal has at most %d characters", GOAL_NAME_SIZE - 1);
	for (;;) {
		const char *const begin = r.at;
		if (!read_term(&r, &term))
			return false;
		/* Whatever the goal can be, with whatever the term can be. */
		bool can_join = true;
		joined.n_views = 0;
		for (unsigned i = 0; i < goal.n_views * term.n_views && can_join; i++) {
			struct goal_view view;
			can_join = join_views(&goal.view[i / term.n_views], &term.view[i % term.n_views], &view)
			           && goal_add_view(&joined, &view);
		}
		if (goal.n_views == 0)
			joined = term;
		else if (!can_join)
			return refuse(
				&r, begin,
				"this cannot be joined with what comes before: pieces can be oriented along one axis only, "
				"turns of one face only are free at the end, and a number is given once");
		goal = joined;
		if (*r.at == '\0')
			break;
		if (*r.at++ != '+')
			return refuse(&r, r.at - 1, "'+' is expected here");
	}
	/* Numbers of half turns are counted in <U,D,R2,L2,F2,B2>; alone they mean that. */
	struct pattern dr;
	pattern_read(find_word("dr", strcmp)->pattern, &dr);
	goal_foreach_view(view, &goal) {
		const struct pattern *const p = &view->pattern, plain = pattern_plain(p);
		char beside_dr[GOAL_NAME_SIZE + 3];
		if (p->number[BAD_CORNERS] + p->number[BAD_EDGES] + p->number[QUARTERS] + p->number[CORNER_CLASS] == 0
		    || pattern_equal(&plain, &dr))
			continue;
		if (!pattern_equal(&plain, &pattern_of_nothing))
			return refuse(&r, text,
			              "bad corners and edges, and quarter turns, are counted beside dr and nothing else, "
			              "as in dr:UD+4c4e");
		sprintf(beside_dr, "dr+%s", text);
		return goal_parse(beside_dr, out, error);
	}
	if (pattern_asks_numbers(&goal.view[0].pattern) && goal_n_completions(&goal) == 0)
		return refuse(&r, text, "no cube is at this goal");
	if (r.faces[0] != '\0' && r.side == N_FACES)
		return refuse(&r, text, "this goal is on no face; write 'neutral' for all sides");
	for (unsigned v = 0; v < goal.n_views && r.free_before != 0; v++)
		goal.view[v].free_before =
			(uint8_t)(1 + symmetry_face(goal.view[v].symmetry, r.free_before - 1u));
	if (r.is_neutral && !make_neutral(&goal, &r))
		return refuse(&r, text, "from all sides these are more than %d goals", GOAL_MAX_VIEWS);
	copy_name(text, goal.name);
	*out = goal;
	return true;
}

bool goal_is_named(const char *text)
{
	struct input_error error;
	struct reader r = {.text = text, .at = text_skip_space(text), .error = &error};
	struct position p;
	struct pattern pattern;
	char name[WORD_MAX];
	take(&r, ":+, ", name);
	r.at = text_skip_space(r.at);
	if ((find_word(name, strcmp) != NULL || is_pattern(name, &pattern)) && strchr(":+,", *r.at) != NULL)
		return true;
	if (goal_is_stickers(text))
		return !position_read(text, 0, &p, &error);  /* unless only one cube has these stickers */
	if (position_read(text, 0, &p, &error) || position_read(text, READ_FRENCH, &p, &error))
		return has_two_readings(text, &error);
	if (slot_of(name, 0) < N_SLOTS)
		return *r.at == '+';
	/* Nearly a name, and no turns without spaces between them. */
	return find_word(name, strcasecmp) != NULL || find_set(name) != NULL
	       || (name[strspn(name, "URFDLBMESXYZurfdlbmesxyzwi23'")] != '\0' && suggest_word(name) != NULL);
}
