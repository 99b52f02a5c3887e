#include "input/list_export.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool add_entry(struct export *e, const char *scramble, size_t size, const char *label)
{
	if (e->n_entries == e->capacity) {
		const size_t capacity = e->capacity * 2 + 64;
		struct export_entry *const entries = realloc(e->entries, capacity * sizeof *entries);
		if (entries == NULL)
			return false;
		e->entries = entries;
		e->capacity = capacity;
	}
	struct export_entry *const entry = &e->entries[e->n_entries];
	entry->scramble = strndup(scramble, size);
	entry->label = strdup(label);
	e->n_entries++;  /* export_free() then releases the half of an entry, too */
	return entry->scramble != NULL && entry->label != NULL;
}

/* "333bf" is a 3x3x3, "444" is not; csTimer's types without a leading digit ("pll", "edges") may be anything. */
static bool is_other_puzzle(const char *type, const char *event)
{
	return type[0] >= '0' && type[0] <= '9' && strncmp(type, event, strlen(event)) != 0;
}

/* The scramble type of csTimer's session n: properties.sessionData is JSON within a string. "" if it does not say. */
static const char *session_type(json_t *session_data, const char *number)
{
	const char *const type = json_string_value(
		json_object_get(json_object_get(json_object_get(session_data, number), "opt"), "scrType"));
	return type != NULL ? type : "";
}

static bool add_session(struct export *e, json_t *session, bool is_left_out)
{
	size_t i;
	json_t *solve;
	json_array_foreach(session, i, solve) {   /* [[penalty, milliseconds...], scramble, comment, date] */
		const char *const scramble = json_string_value(json_array_get(solve, 1));
		const char *const comment = json_string_value(json_array_get(solve, 2));
		if (is_left_out)
			e->n_other_puzzles++;
		else if (!add_entry(e, scramble != NULL ? scramble : "", scramble != NULL ? strlen(scramble) : 0,
		                    comment != NULL ? comment : ""))
			return false;
	}
	return true;
}

static enum list_status read_sessions(struct export *e, json_t *root, const char *event)
{
	json_t *const properties = json_object_get(root, "properties");
	const char *const data_text = json_string_value(json_object_get(properties, "sessionData"));
	json_t *const session_data = data_text != NULL ? json_loads(data_text, 0, NULL) : NULL;
	bool has_memory = true;
	const char *name;
	json_t *session;
	json_object_foreach(root, name, session)
		if (has_memory && strncmp(name, "session", 7) == 0 && json_is_array(session))
			has_memory = add_session(e, session, is_other_puzzle(session_type(session_data, name + 7), event));
	json_decref(session_data);
	return has_memory ? LIST_ENTRY : LIST_NO_MEMORY;
}

/* The cubes of a multi-blind attempt are lines of one string. */
static bool add_attempt(struct export *e, const char *text, const char *label)
{
	bool has_memory = true;
	for (const char *end; has_memory && *text != '\0'; text = *end != '\0' ? end + 1 : end) {
		end = strchrnul(text, '\n');
		has_memory = add_entry(e, text, (size_t)(end - text), label);
	}
	return has_memory;
}

static bool add_scramble_set(struct export *e, json_t *set, const char *round_id, unsigned set_number)
{
	static const struct { const char *key, *prefix; } kinds[] = {{"scrambles", ""}, {"extraScrambles", "E"}};
	for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		size_t i;
		json_t *scramble;
		json_array_foreach(json_object_get(set, kinds[k].key), i, scramble) {
			char label[100];   /* "333-r1 A2": round, group, attempt */
			const int group = 'A' + (int)(set_number % 26);
			snprintf(label, sizeof label, "%.60s %c%s%zu", round_id, group, kinds[k].prefix, i + 1);
			if (json_is_string(scramble) && !add_attempt(e, json_string_value(scramble), label))
				return false;
		}
	}
	return true;
}

static uint64_t count_scrambles(json_t *set)
{
	return json_array_size(json_object_get(set, "scrambles")) + json_array_size(json_object_get(set, "extraScrambles"));
}

static enum list_status read_competition(struct export *e, json_t *events, const char *event_wanted)
{
	size_t i, j, k;
	json_t *event, *round, *set;
	json_array_foreach(events, i, event) {
		const char *const event_id = json_string_value(json_object_get(event, "id"));
		json_array_foreach(json_object_get(event, "rounds"), j, round) {
			const char *const round_id = json_string_value(json_object_get(round, "id"));
			json_array_foreach(json_object_get(round, "scrambleSets"), k, set)
				if (event_id == NULL || strncmp(event_id, event_wanted, strlen(event_wanted)) != 0)
					e->n_other_puzzles += count_scrambles(set);
				else if (!add_scramble_set(e, set, round_id != NULL ? round_id : event_id, (unsigned)k))
					return LIST_NO_MEMORY;
		}
	}
	return LIST_ENTRY;
}

/* TNoodle wraps the competition (WCIF); a bare one is read as well. */
static json_t *competition_events(json_t *root)
{
	json_t *const wrapped = json_object_get(json_object_get(root, "wcif"), "events");
	return wrapped != NULL ? wrapped : json_object_get(root, "events");
}

static bool has_sessions(json_t *root)
{
	const char *name;
	json_t *value;
	json_object_foreach(root, name, value)
		if (strncmp(name, "session", 7) == 0 && json_is_array(value))
			return true;
	return false;
}

enum list_status export_read(const char *text, size_t size, enum list_source source, const char *event,
                             struct export *out)
{
	*out = (struct export){0};
	json_error_t error;
	json_t *const root = json_loadb(text, size, 0, &error);
	if (root == NULL) {
		snprintf(out->fault, sizeof out->fault, "line %d: not an export in JSON: %.120s", error.line, error.text);
		return LIST_BAD_EXPORT;
	}
	enum list_status status = LIST_BAD_EXPORT;
	json_t *const events = competition_events(root);
	if (source != LIST_CSTIMER && json_is_array(events))
		status = read_competition(out, events, event);
	else if (source != LIST_TNOODLE && has_sessions(root))
		status = read_sessions(out, root, event);
	else
		snprintf(out->fault, sizeof out->fault, "JSON, but %s",
		         source == LIST_CSTIMER ? "without csTimer's \"session1\"" :
		         source == LIST_TNOODLE ? "without TNoodle's \"wcif\"" :
		         "neither csTimer's (\"session1\") nor TNoodle's (\"wcif\")");
	json_decref(root);
	return status;
}

void export_free(struct export *export)
{
	for (size_t i = 0; i < export->n_entries; i++) {
		free(export->entries[i].scramble);
		free(export->entries[i].label);
	}
	free(export->entries);
}
