#include "cli/pocket/record.h"

#include "report/printable.h"
#include "report/record.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static json_t *text_or_null(const char *text)
{
	json_t *const string = text != NULL ? json_string(text) : NULL;
	return string != NULL ? string : json_null();  /* no UTF-8 */
}

static json_t *solutions_of(const struct pocket_record *record)
{
	if (record->moves == NULL)
		return json_array();
	return json_pack("[{s:I, s:s}]", "length", (json_int_t)record->length, "moves", record->moves);
}

/* What `superflip solve --puzzle 2x2 --json` says, too. */
static int put_answer(json_t *object, const struct pocket_record *record, const struct pocket_options *options)
{
	const bool is_optimal = !options->walks && record->moves != NULL;
	int failed = options->goal_text != NULL ? json_object_set_new(object, "goal", text_or_null(options->goal_text)) : 0;
	failed |= json_object_set_new(object, "method", json_string(options->walks ? "walk" : "optimal"));
	failed |= json_object_set_new(object, "length", record->moves != NULL ? json_integer((json_int_t)record->length) : json_null());
	failed |= json_object_set_new(object, "lower_bound", json_integer(is_optimal ? (json_int_t)record->length : 0));
	failed |= json_object_set_new(object, "complete", json_boolean(record->moves != NULL));
	failed |= json_object_set_new(object, "stopped", text_or_null(record->message));
	failed |= json_object_set_new(object, "duplicate_of", json_null());
	failed |= json_object_set_new(object, "solutions", solutions_of(record));
	failed |= json_object_set_new(object, "seconds", json_real(record->seconds));
	failed |= json_object_set_new(object, "nodes", json_integer(0));
	failed |= json_object_set_new(object, "nodes_by_depth", json_array());
	failed |= json_object_set_new(object, "heuristic", options->walks ? json_null() : json_string("pocket"));
	return failed | json_object_set_new(object, "threads", json_integer(1));
}

static int put_error(json_t *object, const struct input_error *error)
{
	return json_object_set_new(object, "error", json_pack("{s:i, s:o, s:o}", "column", (int)error->column, "token",
	                           text_or_null(error->token), "message", text_or_null(error->message)));
}

static void print_json(const struct pocket_record *record, const struct pocket_options *options)
{
	json_t *const line = record->line > 0 ? json_integer(record->line) : json_null();
	char checksum[17];
	snprintf(checksum, sizeof checksum, "%016" PRIx64, (uint64_t)XXH3_64bits(record->scramble, strlen(record->scramble)));
	json_t *const object = json_pack("{s:s, s:I, s:o, s:n, s:s, s:o, s:s, s:s, s:s}", "schema", RECORD_SCHEMA, "id",
	                                 (json_int_t)record->id, "line", line, "label", "puzzle", "2x2x2", "scramble",
	                                 text_or_null(record->scramble), "checksum", checksum, "status", record->status, "metric",
	                                 metric_name[options->metric]);
	const int failed = record->error != NULL ? put_error(object, record->error) : put_answer(object, record, options);
	char *const text = failed == 0 ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
	if (text == NULL)
		pocket_give_up_without_memory();
	printable_write_json(text, stdout);
	putchar('\n');
	free(text);
	json_decref(object);
}

void pocket_record_print(const struct pocket_record *record, const struct pocket_options *options)
{
	if (options->json)
		print_json(record, options);
	else if (record->moves == NULL)
		puts(record->status);
	else
		printf("%" PRIu64 "%s%s%s\n", record->length, options->walks ? "" : "*", record->length > 0 ? "  " : "", record->moves);
	fflush(stdout);
}
