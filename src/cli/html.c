#include "cli/html.h"

#include "cli/cli.h"
#include "cli/new_file.h"
#include "cube/facelet.h"
#include "pocket/table.h"
#include "pocket/text.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* src/web/page as one file, with a mark where the cubes belong (Makefile, scripts/inline-page). */
extern const unsigned char web_file[];
extern const size_t web_file_bytes;
static const char mark[] = "<!-- data -->";

struct html_page {
	enum puzzle puzzle;
	enum metric metric;
	json_t *cubes;
};

struct html_page *html_page_create(enum puzzle puzzle, enum metric metric)
{
	struct html_page *const page = malloc(sizeof *page);
	if (page == NULL)
		return NULL;
	*page = (struct html_page){.puzzle = puzzle, .metric = metric, .cubes = json_array()};
	if (page->cubes != NULL)
		return page;
	free(page);
	return NULL;
}

void html_page_free(struct html_page *page)
{
	if (page == NULL)
		return;
	json_decref(page->cubes);
	free(page);
}

static bool add(struct html_page *page, const char *facelets, json_t *record)
{
	json_t *const cube = json_pack("{s:o?, s:s?}", "record", record, "facelets", facelets);
	return json_array_append_new(page->cubes, cube) == 0;
}

/* The facelets of a scramble as its solution finds them. @return false if it is no cube */
static bool draw(const struct html_page *page, const char *scramble, unsigned read_options, char facelets[FACELET_TEXT_SIZE])
{
	struct position position;
	struct cube c;
	struct input_error ignored;
	if (page->puzzle == PUZZLE_POCKET) {
		if (!pocket_read_any(scramble, read_options, NULL, &c, &ignored))
			return false;
		pocket_write_facelets(&c, facelets);
		return true;
	}
	if (!position_read(scramble, read_options, &position, &ignored))
		return false;
	facelet_write(&position.cube, facelets);
	return true;
}

bool html_page_add(struct html_page *page, const struct record *record, unsigned read_options)
{
	char facelets[FACELET_TEXT_SIZE], *text = NULL;
	size_t n_bytes = 0;
	FILE *const out = open_memstream(&text, &n_bytes);
	if (out == NULL)
		return false;
	bool is_written = record_write(record, RECORD_JSON, false, out);
	is_written &= fclose(out) == 0;
	json_t *const object = is_written ? json_loadb(text, n_bytes, 0, NULL) : NULL;
	free(text);
	return object != NULL && add(page, draw(page, record->scramble, read_options, facelets) ? facelets : NULL, object);
}

bool html_page_add_moves(struct html_page *page, const char *facelets, const char *title, const char *status,
                         const uint8_t *moves, size_t n_moves, enum move_letters letters)
{
	const size_t size = 3 * n_moves + 1;
	char *const text = malloc(size);
	if (text == NULL)
		return false;
	notation_write_in(letters, moves, n_moves, text, size);
	json_t *const record = json_pack("{s:s, s:s, s:s, s:[{s:I, s:s}]}", "scramble", title, "status", status, "letters",
	                                 letters == LETTERS_FRENCH ? "french" : "english", "solutions", "length",
	                                 (json_int_t)moves_cost(page->metric, moves, (unsigned)n_moves), "moves", text);
	free(text);
	return record != NULL && add(page, facelets, record);
}

/* RFC 4648. @return a text of the caller's; NULL without memory */
static char *base64(const uint8_t *bytes, size_t n)
{
	static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char *const text = malloc((n + 2) / 3 * 4 + 1), *to = text;
	for (size_t i = 0; text != NULL && i < n; i += 3) {
		const unsigned left = n - i < 3 ? (unsigned)(n - i) : 3;
		const uint32_t word = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) | (left > 2 ? bytes[i + 2] : 0);
		for (unsigned k = 0; k < 4; k++)
			*to++ = k <= left ? digit[word >> (18 - 6 * k) & 63] : '=';
	}
	if (text != NULL)
		*to = '\0';
	return text;
}

static char *table_as_text(enum metric metric)
{
	struct pocket_table *const table = pocket_table_build(metric);
	char *const text = table != NULL ? base64(table->mod3, sizeof table->mod3) : NULL;
	free(table);
	return text;
}

/* All that the page's script reads; NULL without memory. */
static char *data_of(const struct html_page *page)
{
	const bool is_pocket = page->puzzle == PUZZLE_POCKET;
	char *const table = is_pocket ? table_as_text(page->metric) : NULL;
	if (is_pocket && table == NULL)
		return NULL;
	json_t *const data = json_pack("{s:s, s:s, s:s?, s:O}", "puzzle", is_pocket ? "2x2x2" : "3x3x3", "metric",
	                               metric_name[page->metric], "table", table, "cubes", page->cubes);
	char *const text = data != NULL ? json_dumps(data, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
	json_decref(data);
	free(table);
	return text;
}

/* Within a script element nothing may look like the end of it. */
static void write_data(const char *data, FILE *out)
{
	for (const char *at = data; *at != '\0'; at++)
		if (*at == '<')
			fputs("\\u003c", out);
		else
			fputc(*at, out);
}

int html_page_write(const struct html_page *page, const char *path, bool may_overwrite)
{
	const unsigned char *const gap = memmem(web_file, web_file_bytes, mark, sizeof mark - 1);
	assert(gap != NULL);  /* file.html has the mark (tests/cli/html.bats) */
	const size_t n_before = (size_t)(gap - web_file), n_until = n_before + sizeof mark - 1;
	char *const data = data_of(page);
	if (data == NULL) {
		complain("not enough memory for %s", path);
		return EXIT_MEMORY;
	}
	struct new_file f;
	int status = new_file_begin(path, may_overwrite, &f);
	if (status == EXIT_SOLVED) {
		fwrite(web_file, 1, n_before, f.file);
		write_data(data, f.file);
		fwrite(web_file + n_until, 1, web_file_bytes - n_until, f.file);
		status = new_file_end(&f, true);
	}
	free(data);
	return status;
}
