#include "report/json.h"

/* Memory as Jansson has it: a command ends where there is none (cli/process.c). */
static char *allocate(size_t size)
{
	json_malloc_t how;
	json_free_t ignored;
	json_get_alloc_funcs(&how, &ignored);
	return how(size);
}

const char *json_fault(const json_error_t *error)
{
	return json_error_code(error) == json_error_null_character ? "a NUL character, \\u0000, is not allowed"
	                                                           : error->text;
}

json_t *json_text(const char *text)
{
	if (text == NULL)
		return json_null();
	json_t *const string = json_string(text);
	if (string != NULL)
		return string;
	char *const repaired = allocate(3 * strlen(text) + 1), *to = repaired;
	if (repaired == NULL)
		return NULL;
	while (*text != '\0') {
		const size_t n = text_char_bytes(text);
		json_t *const character = json_stringn(text, n);  /* NULL: it is none */
		to = character != NULL ? mempcpy(to, text, n) : mempcpy(to, "\xEF\xBF\xBD", 3);
		text += character != NULL ? n : 1;
		json_decref(character);
	}
	json_t *const again = json_stringn(repaired, (size_t)(to - repaired));
	free(repaired);
	return again;
}

json_t *json_count(uint64_t n)
{
	return json_integer(n < INT64_MAX ? (json_int_t)n : INT64_MAX);
}

json_t *json_moves(const uint8_t *moves, size_t n, unsigned read_options)
{
	char *const text = allocate(3 * n + 1);
	if (text == NULL)
		return NULL;
	superflip_moves_write(moves, n, read_options, text, 3 * n + 1);
	json_t *const string = json_string(text);
	free(text);
	return string;
}

json_t *json_cube(const superflip_cube *cube, superflip_form form)
{
	char text[96], centers[24];
	const size_t length = superflip_cube_write(cube, form, text, sizeof text);
	const size_t n_after = superflip_cube_write(cube, SUPERFLIP_FORM_CENTERS, centers, sizeof centers);
	return json_stringn(text, length - (n_after > 0 ? n_after + 1 : 0));
}

json_t *json_centers(const superflip_cube *cube)
{
	char centers[24];
	superflip_cube_write(cube, SUPERFLIP_FORM_CENTERS, centers, sizeof centers);
	return superflip_cube_facts(cube).has_centers ? json_string(centers) : json_null();
}

char *json_line(json_t *object)
{
	char *const text = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(6));
	json_decref(object);
	return text;
}

bool json_write_line(json_t *object, unsigned digits, FILE *out)
{
	char *const text = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(digits));
	json_decref(object);
	if (text == NULL)
		return false;
	printable_write_json(text, out);
	fputc('\n', out);
	free(text);
	return true;
}
