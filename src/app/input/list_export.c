#include "input/list_export.h"

#include "input/list_line.h"
#include "report/json.h"

static const char *text_in(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static void free_texts(const struct list_entry *entry)
{
	free(entry->scramble);
	free(entry->label);
	free(entry->solution);
}

static bool add_entry(struct export *e, const char *scramble, size_t size, const struct label *label)
{
	struct list_entry entry = {.column = 1, .scramble = strndup(scramble, size)};
	if (entry.scramble != NULL && label_join(label, &entry.label)
	    && (label->solution == NULL || (entry.solution = strdup(label->solution)) != NULL)) {
		entry.fault = *line_skip_blanks(entry.scramble) == '\0' ? "the scramble is empty" : NULL;
		if (array_append(&e->entries, &e->n_entries, &e->capacity, &entry, sizeof entry))
			return true;
	}
	free_texts(&entry);
	return false;
}

void export_free(struct export *e)
{
	while (e->n_entries > 0)
		free_texts(&e->entries[--e->n_entries]);
	free(e->entries);
	e->entries = NULL;
}

/* A solve of a timer; its number and the title of its session, unless that is NULL, are added to the
 * label. */
static bool add_solve(struct export *e, json_t *scramble, struct label *label, size_t number,
                      const char *title)
{
	char number_text[24], title_text[64] = "";
	const char *const text = json_string_value(scramble);
	snprintf(number_text, sizeof number_text, "%zu", number);
	if (title != NULL)
		snprintf(title_text, sizeof title_text, "%.60s,", title);
	label->number = number_text;
	label->title = title_text;
	return add_entry(e, text != NULL ? text : "", SIZE_MAX, label);
}

/* "333bf" is a 3x3x3, "444" is not; what names no type (NULL) is a 3x3x3. */
static bool is_other_puzzle(const struct export *e, const char *type)
{
	/* csTimer's types of scrambles are those of the 3x3x3 ("pll", "edges") unless they begin like one of
	 * these. */
	static const char others[] =
		"pyr mgm mls sq skb clk prc mrb heli redi ssq gig bic bsq fto dmd 15p 8p gear "
		"ivy dino r2 r3 r4 klm mpyr lcube lol crz sfl cm3 ctico ";
	for (const char *other = others; type != NULL && *other != '\0'; other += strcspn(other, " ") + 1)
		if (strncmp(type, other, strcspn(other, " ")) == 0)
			return true;
	const bool is_size = type != NULL && type[0] >= '2' && type[0] <= '9' && type[1] == type[0]
	    && type[2] == type[0];
	return strncmp(is_size ? type : "333", e->event, 3) != 0;
}

/* Its solves are [[penalty, milliseconds...], scramble, comment, date]; the penalty is 0, 2000 or -1 (DNF).
 * Of a cube that tells its turns there follows ["R@0 U'@120 ...", puzzle]. */
static bool add_session(struct export *e, json_t *session, json_t *properties, bool is_only_one)
{
	size_t i;
	json_t *solve, *const name = json_object_get(properties, "name");
	char number[40];
	const char *title = json_string_value(name);
	if (json_is_integer(name)) {
		snprintf(number, sizeof number, "session %lld", (long long)json_integer_value(name));
		title = number;
	}
	if (is_other_puzzle(e, text_in(json_object_get(properties, "opt"), "scrType"))) {
		e->n_other_puzzles += json_array_size(session);
		return true;
	}
	json_array_foreach(session, i, solve) {
		json_t *const times = json_array_get(solve, 0);
		const double penalty = json_number_value(json_array_get(times, 0));
		struct label label = {.comment = json_string_value(json_array_get(solve, 2)),
		                      .solution = json_string_value(json_array_get(json_array_get(solve, 4), 0))};
		label_set_time(&label, json_number_value(json_array_get(times, 1)), penalty == 2000, penalty == -1);
		label_set_date(&label, json_number_value(json_array_get(solve, 3)));
		if (!add_solve(e, json_array_get(solve, 1), &label, i + 1, is_only_one ? NULL : title))
			return false;
	}
	return true;
}

static bool is_session(const char *name, json_t *value)
{
	return text_begins(name, "session") > 0 && text_is_digit(name[7]) && json_is_array(value);
}

static bool read_sessions(struct export *e, json_t *root)
{
	const char *const data_text = text_in(json_object_get(root, "properties"), "sessionData");
	json_t *const session_data = data_text != NULL ? json_loads(data_text, 0, NULL) : NULL;
	bool has_memory = true;
	unsigned n_used = 0;
	const char *name;
	json_t *session;
	json_object_foreach(root, name, session)
		n_used += is_session(name, session) && json_array_size(session) > 0;
	json_object_foreach(root, name, session)
		if (has_memory && is_session(name, session))
			has_memory = add_session(e, session, json_object_get(session_data, name + 7), n_used == 1);
	json_decref(session_data);
	return has_memory;
}

/* ---- CubeDesk: {"solves": [...], "sessions": [...]} ---- */
static bool read_cubedesk(struct export *e, json_t *root)
{
	size_t i, k;
	json_t *solve, *session, *const sessions = json_object_get(root, "sessions");
	json_array_foreach(json_object_get(root, "solves"), i, solve) {
		if (is_other_puzzle(e, text_in(solve, "cube_type"))) {
			e->n_other_puzzles++;
			continue;
		}
		json_t *const raw = json_object_get(solve, "raw_time"), *const id =
																	json_object_get(solve, "session_id");
		const double seconds = json_number_value(raw != NULL ? raw : json_object_get(solve, "time"));
		const char *title = NULL;
		json_array_foreach(sessions, k, session)
			if (json_array_size(sessions) > 1 && title == NULL && json_is_string(id)
			    && json_equal(json_object_get(session, "id"), id))
				title = text_in(session, "name");
		struct label label = {.comment = text_in(solve, "notes")};
		label_set_time(&label, seconds * 1000 + 0.5, json_is_true(json_object_get(solve, "plus_two")),
		               json_is_true(json_object_get(solve, "dnf")));
		label_set_date(&label, json_number_value(json_object_get(solve, "started_at")) / 1000);
		if (!add_solve(e, json_object_get(solve, "scramble"), &label, i + 1, title))
			return false;
	}
	return true;
}

/* ---- TNoodle ---- */
static bool add_scramble_set(struct export *e, json_t *set, const char *round_id, unsigned set_number)
{
	for (unsigned is_extra = 0; is_extra < 2; is_extra++) {
		size_t i;
		json_t *scramble;
		json_array_foreach(json_object_get(set, is_extra ? "extraScrambles" : "scrambles"), i, scramble) {
			char label[100];   /* "333-r1 A2": round, group, attempt */
			snprintf(label, sizeof label, "%.60s %c%s%zu", round_id,
			         'A' + (int)(set_number % 26), is_extra ? "E" : "", i + 1);
			/* The cubes of a multi-blind attempt are lines of one string. */
			const char *text = json_string_value(scramble);
			for (const char *end; text != NULL && *text != '\0'; text = end + (*end != '\0')) {
				end = text + strcspn(text, "\n");
				if (!add_entry(e, text, (size_t)(end - text), &(struct label){.name = label}))
					return false;
			}
		}
	}
	return true;
}

static bool read_competition(struct export *e, json_t *events)
{
	size_t i, j, k;
	json_t *event, *round, *set;
	json_array_foreach(events, i, event) {
		const char *const event_id = text_in(event, "id");
		json_array_foreach(json_object_get(event, "rounds"), j, round) {
			const char *const round_id = text_in(round, "id");
			json_array_foreach(json_object_get(round, "scrambleSets"), k, set)
				if (event_id == NULL || strncmp(event_id, e->event, 3) != 0)
					e->n_other_puzzles += json_array_size(json_object_get(set, "scrambles"))
					                      + json_array_size(json_object_get(set, "extraScrambles"));
				else if (!add_scramble_set(e, set, round_id != NULL ? round_id : event_id, (unsigned)k))
					return false;
		}
	}
	return true;
}

enum list_status export_read(const char *text, size_t size, enum list_source source, struct export *out,
                             char fault[LIST_FAULT_SIZE])
{
	json_error_t error;
	json_t *const root = json_loadb(text, size, 0, &error), *value;
	if (root == NULL) {
		snprintf(fault, LIST_FAULT_SIZE, "line %d: not an export in JSON: %.120s", error.line, json_fault(&error));
		return LIST_BAD_EXPORT;
	}
	/* TNoodle wraps the competition (WCIF); a bare one is read as well. */
	json_t *events = json_object_get(json_object_get(root, "wcif"), "events");
	events = events != NULL ? events : json_object_get(root, "events");
	const bool is_any = source == LIST_RECOGNISE;
	const char *name;
	bool has_sessions = false, has_memory = true;
	json_object_foreach(root, name, value)
		has_sessions |= is_session(name, value);
	if ((is_any || source == LIST_TNOODLE) && json_is_array(events))
		has_memory = read_competition(out, events);
	else if ((is_any || source == LIST_CUBEDESK) && json_is_array(json_object_get(root, "solves")))
		has_memory = read_cubedesk(out, root);
	else if ((is_any || source == LIST_CSTIMER) && has_sessions)
		has_memory = read_sessions(out, root);
	else
		snprintf(fault, LIST_FAULT_SIZE, "JSON, but %s",
		         source == LIST_CSTIMER ? "without csTimer's \"session1\"" :
		         source == LIST_TNOODLE ? "without TNoodle's \"wcif\"" :
		         source == LIST_CUBEDESK ? "without CubeDesk's \"solves\"" :
		         "neither csTimer's (\"session1\") nor TNoodle's (\"wcif\") nor CubeDesk's (\"solves\")");
	json_decref(root);
	return *fault != '\0' ? LIST_BAD_EXPORT : has_memory ? LIST_ENTRY : LIST_NO_MEMORY;
}
