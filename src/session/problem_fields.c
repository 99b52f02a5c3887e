/* Problems as callers have them: fields that are set by name, and what is told of them. */
#include "session/session.h"

/* A value that was set; rows borrow it. */
struct problem_text {
	struct problem_text *next;
	char text[];
};

bool superflip_field_at(unsigned i, superflip_field *out)
{
	if (i >= n_problem_rows)
		return false;
	const struct option_row *const row = &problem_rows[i];
	*out = (superflip_field){row->name, row->value, row->help, row->users & IDENTIFIES};
	return true;
}

superflip_status superflip_problem_create(superflip_problem **out, superflip_error *error)
{
	superflip_problem made;
	problem_init(&made);
	return api_give(&made, sizeof made, out, error);
}

void superflip_problem_free(superflip_problem *problem)
{
	if (problem == NULL)
		return;
	problem_free(problem);
	while (problem->texts != NULL) {
		struct problem_text *const text = problem->texts;
		problem->texts = text->next;
		free(text);
	}
	free(problem);
}

superflip_status superflip_problem_set(superflip_problem *problem, const char *field, const char *value,
                                       superflip_error *error)
{
	const struct option_row *const row = field != NULL ? problem_row(field) : NULL;
	superflip_error ignored;
	error = error != NULL ? error : &ignored;
	if (row == NULL)
		return error_say(error, SUPERFLIP_UNKNOWN_NAME, "there is no field '%s'", field != NULL ? field : "");
	if (problem->is_complete)
		return error_refuse(error, "the problem was used and does not change any more");
	if (value == NULL)
		return error_of_field(error, row->name,
		                      error_refuse(error, "the value is NULL"));
	if (row->value == NULL && strcmp(value, "yes") != 0 && strcmp(value, "no") != 0) {
		option_refuse(error, row, value, "yes or no");
		return error->status;
	}
	const size_t size = strlen(value) + 1;
	struct problem_text *const text = malloc(sizeof *text + size);
	if (text == NULL)
		return error_no_memory(error);
	memcpy(text->text, value, size);
	text->next = problem->texts;
	problem->texts = text;
	/* A single table is for superflip_tables_build() and _verify(). */
	const superflip_problem before = *problem;
	if (row->take == option_take_heuristic && coordinate_parse(value, &(struct coordinate_key){0}))
		problem->heuristic = text->text;
	else if (!option_row_take(row, problem, text->text, error)) {
		*problem = before;
		return error->status;
	}
	return SUPERFLIP_OK;
}

superflip_status superflip_problem_check(superflip_problem *problem, superflip_error *error)
{
	superflip_error ignored;
	if (problem->is_complete)
		return SUPERFLIP_OK;
	const superflip_problem before = *problem;
	error = error != NULL ? error : &ignored;
	problem->is_complete = problem_complete(problem, error);
	if (problem->is_complete)
		return SUPERFLIP_OK;
	problem_free(problem);
	*problem = before;
	return error->status;
}

size_t superflip_problem_identity(const superflip_problem *problem, char *out, size_t size)
{
	size_t length = 0;
	char *text = NULL;
	FILE *const stream = memory_stream(&text, &length);
	for (unsigned i = 0; stream != NULL && i < n_problem_rows; i++)
		if (problem_rows[i].users & IDENTIFIES)
			option_row_tell(&problem_rows[i], problem, stream);
	snprintf(out, size, "%s", memory_stream_end(stream, &text) != NULL ? text : "");
	length = text != NULL ? length : 0;
	free(text);
	return length;
}

double superflip_problem_cost(const superflip_problem *problem, unsigned units)
{
	return problem->turns != NULL ? turns_cost(problem->turns, units) : units;
}

bool superflip_problem_write(const superflip_problem *problem, const uint8_t *moves, size_t n,
                             unsigned *units, char *out, size_t size, size_t *length)
{
	unsigned cost;
	if (problem_units(problem) == NULL) {
		const size_t whole =
			notation_write_in(problem->read_options & SUPERFLIP_READ_FRENCH, moves, n, out, size);
		cost = moves_cost((enum metric)problem->metric, moves, (unsigned)n);
		if (length != NULL)
			*length = whole;
	} else {
		char *const whole = malloc(12 * n + 1);
		const bool is_written = whole != NULL && n <= SUPERFLIP_MAX_MOVES
		                        && turns_write(problem->turns, moves, (unsigned)n, &cost, whole, 12 * n + 1);
		const int written = is_written ? snprintf(out, size, "%s", whole) : -1;
		free(whole);
		if (written < 0)
			return false;
		if (length != NULL)
			*length = (size_t)written;
	}
	if (units != NULL)
		*units = cost;
	return true;
}
