#include "input/reconstruction.h"

#include "cube/notation.h"
#include "input/list_line.h"
#include "input/words.h"

static const char before_label[] = " \t*_\xEF\xBB\xBF";  /* of Markdown, and a byte-order mark */

bool reconstruction_begins(const char *line)
{
	line += strspn(line, before_label);
	return ((strncasecmp(line, "scramble", 8) == 0 || strncasecmp(line, "setup", 5) == 0)
	        && line[strcspn(line, ":([/")] == ':')
	       || text_begins(line, "{\"session") > 0;
}

char *reconstruction_comment(char *line)
{
	char *at = line;
	while (*at != '\0' && strncmp(at, "//", 2) != 0 && !(*at == '#' && (at == line || text_is_blank(at[-1]))))
		at++;
	return at;
}

/* Turns, and not the name of a step that could be read as some. */
static bool are_moves(char *text)
{
	line_trim_end(text, text + strlen(text));
	return strpbrk(text, "URFDLBMESurfdlbxyz") != NULL && words_may_be_turns(text)
	       && !words_have("f2l f2b fb sb ll dr ", text, strlen(text));
}

/* Leave what is to be turned, and its comment.  @return whether there is anything */
static bool clean(char *line)
{
	char *const comment = reconstruction_comment(line), sign = *comment;
	*comment = '\0';
	/* csTimer's times of turns, "R@1200". */
	for (char *at = line; (at = strchr(at, '@')) != NULL;)
		memset(at, ' ', 1 + strspn(at + 1, "0123456789"));
	const bool has_moves = are_moves(line);
	memset(line + (has_moves ? strlen(line) : 0), ' ',
	       (size_t)(comment - line) - (has_moves ? strlen(line) : 0));
	*comment = sign;
	return has_moves;
}

char *reconstruction_moves(const struct reconstruction *r)
{
	char *const text = strdup(r->solution), *at = text;
	while (at != NULL && *(at = reconstruction_comment(at)) != '\0')
		memset(at, ' ', strcspn(at, "\n"));
	for (at = text; at != NULL && (at = strchr(at, '\n')) != NULL;)
		*at = ' ';
	return text;
}

unsigned reconstruction_options(const struct reconstruction *r, unsigned options)
{
	static const unsigned readings[] = {READ_GROUPS, READ_NISS};
	unsigned reading = options & (READ_GROUPS | READ_NISS);
	char *const text = reconstruction_moves(r);
	struct input_error ignored;
	struct position p;
	struct maneuver m;
	array_foreach(next, readings)
		if (reading == 0 && text != NULL && position_read(r->scramble, options, &p, &ignored)
		    && notation_read(text, options | *next, &m, &ignored)) {
			const struct cube end = maneuver_end(&m, &p.cube);
			reading = cube_is_solved(&end) ? *next : 0;
			maneuver_free(&m);
		}
	free(text);
	return options | (reading != 0 ? reading : READ_GROUPS);
}

/* The next solve of an export.  @return false: there is none */
static bool next_of_export(struct reconstruction *r)
{
	static char fault[LIST_FAULT_SIZE];
	struct export *const e = &r->export;
	if (e->event == NULL) {
		e->event = "333";
		if (export_read(r->rest, strlen(r->rest), LIST_CSTIMER, e, fault) != LIST_ENTRY) {
			r->line = 1;
			r->fault = *fault != '\0' ? fault : "not enough memory";
			return true;
		}
	}
	while (r->n_exported < e->n_entries) {
		const struct list_entry *const entry = &e->entries[r->n_exported++];
		r->scramble = entry->scramble;
		r->solution = entry->solution;
		r->fault = entry->fault;
		r->line = r->solution_line = r->n_exported;
		if (r->solution != NULL && clean(r->solution))
			return true;
	}
	export_free(e);
	return false;
}

bool reconstruction_next(struct reconstruction *r)
{
	bool is_labelled = r->given != NULL, is_over = false;
	if (r->export.event != NULL || (r->given == NULL && r->rest != NULL && *line_skip_blanks(r->rest) == '{'))
		return next_of_export(r);
	r->scramble = r->given;
	r->solution = r->given = NULL;
	r->fault = NULL;
	while (r->rest != NULL && !is_over) {
		char *const line = r->rest, *const end = line + strcspn(line, "\n"), sign = *end;
		*end = '\0';
		char *text = line_skip_blanks(line);
		const bool is_link = link_begins(text), begins = reconstruction_begins(line);
		struct line_parts parts;
		if ((is_link || begins) && (r->scramble != NULL || is_labelled)) {
			*end = sign;
			break;
		}
		r->rest = sign != '\0' ? end + 1 : NULL;
		r->n_lines++;
		is_labelled |= begins;
		is_over = is_link || (*text == '\0' && r->solution != NULL && !is_labelled);
		if (r->scramble != NULL) {
			if (clean(line) && r->solution == NULL) {
				r->solution = line;
				r->solution_line = r->n_lines;
			}
			*end = sign;
			continue;
		}
		r->line = r->solution_line = r->n_lines;
		text += begins ? strcspn(text, ":") + 1 : 0;
		text += strspn(text, before_label);
		if (is_link)
			r->fault = link_read(text, 0, &r->scramble, &r->solution);
		else if (line_parts_read(&(struct line){.text = text, .size = strlen(text), .number = r->n_lines}, 0,
		                         0, &parts)
		             == LINE_SCRAMBLE
		         && are_moves(parts.entry.scramble)) {
			r->scramble = parts.entry.scramble;
			r->fault = parts.entry.fault;
		}
	}
	if (r->rest != NULL && r->solution != NULL)
		r->rest[-1] = '\0';
	if (r->fault == NULL && r->solution == NULL)
		r->fault = "expected a scramble, and below it a solution";
	return r->scramble != NULL || is_over || is_labelled;
}
