#include "cli/pocket/record.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

enum { JSON_SCHEMA = 1 };

static json_t *text_or_null(const char *text)
{
	json_t *const string = json_string(text);
	return string != NULL ? string : json_null();  /* no UTF-8 */
}

static void print_json(const struct pocket_record *record, const struct pocket_options *options)
{
	json_t *const object = json_pack("{si ss si so ss ss}", "schema", JSON_SCHEMA, "puzzle", "2x2x2", "line",
	                                 (int)record->number, "scramble", text_or_null(record->scramble), "status",
	                                 record->status, "metric", metric_name[options->metric]);
	if (record->moves != NULL) {
		json_object_set_new(object, "length", json_integer((json_int_t)record->length));
		if (!options->walks)
			json_object_set_new(object, "lower_bound", json_integer((json_int_t)record->length));
		json_object_set_new(object, "solutions", json_pack("[s]", record->moves));
	} else {
		json_object_set_new(object, "message", text_or_null(record->message));
	}
	json_dumpf(object, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(object);
}

void pocket_record_print(const struct pocket_record *record, const struct pocket_options *options)
{
	if (options->json)
		print_json(record, options);
	else if (record->moves == NULL)
		puts(record->status);
	else if (record->length == 0)
		puts("0");
	else
		printf("%" PRIu64 "  %s\n", record->length, record->moves);
	fflush(stdout);
}
