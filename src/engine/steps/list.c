/* Reading lists of steps. */
#include "steps/list.h"

#include "cube/random.h"

enum { LINE_SIZE = 200, N_SAMPLES = 40, SEED = 1, ALL_FACES = (1 << N_MOVES) - 1 };

struct reader {
	struct step_list *list;
	struct input_error *error;
	const char *text, *line;      /* the list, and the line that is read */
	char work[LINE_SIZE];         /* a copy of the line, being taken apart */
};

#define refuse(r, at, ...) refuse_in_text((r), (r)->line + ((at) - (r)->work), __VA_ARGS__)
#define refuse_in_text(r, at, ...) \
	input_error_at((r)->error, (r)->text, (at), strcspn((at), " ;=\t\n"), __VA_ARGS__)

/* Cut off the spaces at both ends. */
static char *trim(char *text)
{
	text += strspn(text, " \t\r");
	for (size_t n = strlen(text); n > 0 && strchr(" \t\r", text[n - 1]) != NULL; n--)
		text[n - 1] = '\0';
	return text;
}

/* ---- what stands after the goal ---- */

static bool read_word(const struct reader *r, struct step *step, char *text)
{
	char *const end = text + strcspn(text, " \t"), *const value = *end != '\0' ? trim(end + 1) : end;
	*end = '\0';
	const bool is_inverse = strcmp(text, "inverse") == 0, is_keep = strcmp(text, "keep") == 0;
	if (!is_inverse && !is_keep && strcmp(text, "turns") != 0)
		return refuse(r, text, "'%s' is unknown here; expected turns, keep or inverse", text);
	if ((*value == '\0') != is_inverse)
		return refuse(r, text, is_inverse ? "'%s' takes no value" : "'%s' needs a value", text);
	if (is_inverse) {
		step->may_invert = true;
	} else if (is_keep) {
		char *number_end;
		const unsigned long n = strtoul(value, &number_end, 10);
		if (*value == '-' || *number_end != '\0' || n < 1 || n > STEP_MAX_KEEP)
			return refuse(r, value, "'%s' is not a number from 1 to %d", value, STEP_MAX_KEEP);
		step->keep = (unsigned)n;
	} else {
		struct input_error fault;
		if (!turn_set_read(TURNS_STM, value, NULL, 0, &step->turns, &fault))
			return refuse(r, value, "%s", fault.message);
		step->faces = turn_set_faces(&step->turns);
		step->turns.n = step->faces == ALL_FACES ? 0 : step->turns.n;
	}
	return true;
}

/* ---- a line ---- */

/* Whether cubes at the goal of a step are at the goal of the step before. */
static bool follows(const struct step *step, const struct step *before)
{
	struct random_source source;
	random_from_seed(&source, SEED);
	for (unsigned view = 0; view < step->goal.n_views; view++) {
		struct goal alone = {.n_views = 1, .view = {step->goal.view[view]}};
		for (unsigned i = 0; i < N_SAMPLES; i++) {
			const struct cube c = goal_random(&alone, &source);
			if (!goal_holds(&before->goal, &c))
				return false;
		}
	}
	return true;
}

bool step_goal_has_inverses(const struct goal *goal)
{
	struct random_source source;
	random_from_seed(&source, SEED);
	for (unsigned i = 0; i < N_SAMPLES; i++) {
		const struct cube c = goal_random(goal, &source), inverse = cube_inverse(&c);
		if (!goal_holds(goal, &inverse))
			return false;
	}
	return true;
}

static bool read_step(struct reader *r, char *equals)
{
	struct step_list *const list = r->list;
	if (list->n == STEPS_MAX)
		return refuse(r, r->work, "a list has at most %d steps", STEPS_MAX);
	struct step *const step = &list->step[list->n];
	*step = (struct step){.faces = ALL_FACES};
	*equals = '\0';
	snprintf(step->name, sizeof step->name, "%s", trim(r->work));
	if (step->name[0] == '\0')
		return refuse(r, r->work, "the step has no name");
	char *next = equals + 1, *word = strsep(&next, ";");
	const char *const goal = trim(word);
	struct input_error fault;
	if (!goal_parse(goal, &step->goal, &fault))
		return refuse(r, goal + (fault.column > 0 ? fault.column - 1 : 0), "%s", fault.message);
	while (next != NULL)
		if (!read_word(r, step, trim(strsep(&next, ";"))))
			return false;
	if (list->n > 0 && !follows(step, step - 1))
		return refuse(r, goal,
		              "'%s' does not follow: cubes that are there need not be at '%s', the goal before",
		              step->goal.name, step[-1].goal.name);
	if (step->may_invert && !step_goal_has_inverses(&step->goal))
		return refuse(r, goal, "'%s' on the inverse is not '%s' on the cube; leave out inverse",
		              step->goal.name, step->goal.name);
	step->n_cases = goal_n_completions(list->n > 0 ? &step[-1].goal : &(struct goal){.n_views = 1})
	                / goal_n_completions(&step->goal);
	list->n++;
	return true;
}

bool step_list_take_neutral(struct step_list *list, const char *faces)
{
	faces = strcmp(faces, "all") == 0 ? face_letter : faces;
	if (*faces == '\0' || faces[strspn(faces, face_letter)] != '\0' || strlen(faces) > N_FACES)
		return false;
	strcpy(list->neutral, faces);
	return true;
}

static bool read_line(struct reader *r)
{
	const char *const comment = strchr(r->work, '#');
	r->work[comment != NULL ? (size_t)(comment - r->work) : strlen(r->work)] = '\0';
	char *const equals = strchr(r->work, '='), *const text = trim(r->work);
	static const char neutral[] = "neutral ";
	if (*text == '\0')
		return true;
	if (equals == NULL && strncmp(text, neutral, strlen(neutral)) == 0) {
		const char *const faces = trim(text + strlen(neutral));
		return step_list_take_neutral(r->list, faces)
		    || refuse(r, faces, "'%s' are no faces; expected such as UD, or all", faces);
	}
	return equals != NULL ? read_step(r, equals)
	                      : refuse(r, r->work, "expected NAME = GOAL, such as cross = cross:D");
}

bool step_list_read(const char *text, struct step_list *out, struct input_error *error)
{
	struct reader r = {.list = out, .error = error, .text = text, .line = text};
	out->n = 0;
	out->neutral[0] = '\0';
	while (*text != '\0') {
		const size_t length = strcspn(text, "\n");
		r.line = text;
		if (length >= LINE_SIZE)
			return refuse(&r, r.work, "a line has at most %d characters", LINE_SIZE - 1);
		*(char *)mempcpy(r.work, text, length) = '\0';
		if (!read_line(&r))
			return false;
		text += length + (text[length] == '\n');
	}
	return out->n > 0 || refuse(&r, r.work, "there is no step in this list");
}
