#include "cli/html.h"

/* src/app/web/page as one file, with a mark where the cubes belong (Makefile, scripts/inline-page). */
extern const unsigned char web_file[];
extern const size_t web_file_bytes;
struct html_page html_page;

static const char mark[] = "<!-- data -->";

enum { FACELETS_SIZE = 54 + 1 };

/* @param goal   its facelets; NULL: the solved cube
 * @param sides  those of its sides from which it is reached; NULL: none */
static bool add(const char *facelets, const char *goal, json_t *sides, json_t *record)
{
	json_t *const cube = json_pack("{s:o?, s:s?, s:s*, s:o*}", "record", record, "facelets", facelets, "seen",
	                               goal, "seen_from", sides);
	return json_array_append_new(html_page.cubes, cube) == 0;
}

bool html_page_add(const struct record *record)
{
	char facelets[FACELETS_SIZE], seen[FACELETS_SIZE];
	const superflip_goal *const goal = record->problem->pieces;
	json_t *const sides = goal != NULL ? json_object() : NULL;
	for (uint64_t i = 0; goal != NULL && i < record->result->n_solutions; i++) {
		const struct solution s = record_solution_of(record, i);
		superflip_goal *side;
		if (*s.reached == '\0' || superflip_goal_parse(s.reached, &side, NULL) != SUPERFLIP_OK)
			continue;
		superflip_goal_facelets(side, seen, sizeof seen);
		json_object_set_new(sides, s.reached, json_string(seen));
		superflip_goal_free(side);
	}
	if (goal != NULL)
		superflip_goal_facelets(goal, seen, sizeof seen);
	/* The facelets of a scramble as its solution finds them. */
	superflip_cube *cube;
	const superflip_status drawn =
		superflip_cube_parse(html_page.puzzle, record->scramble,
	                         record->problem->read_options | SUPERFLIP_READ_GREY, &cube, NULL);
	if (drawn == SUPERFLIP_OK) {
		superflip_cube_write(cube, SUPERFLIP_FORM_FACELETS, facelets, sizeof facelets);
		superflip_cube_free(cube);
	}
	return drawn != SUPERFLIP_NO_MEMORY && add(drawn == SUPERFLIP_OK ? facelets : NULL,
	                                           goal != NULL ? seen : NULL, sides, record_json(record));
}

bool html_page_add_moves(const char *facelets, const char *title, const char *status,
                         const uint8_t *moves, size_t n_moves, json_t *stages, json_t *step_moves,
                         unsigned read_options)
{
	return add(facelets, NULL, NULL,
	           json_pack("{s:s, s:s, s:o*, s:s, s:[{s:I, s:o, s:o*}]}", "scramble", title, "status", status,
	                     "stages", stages, "letters",
	                     read_options & SUPERFLIP_READ_FRENCH ? "french" : "english", "solutions",
	                     "length", (json_int_t)superflip_moves_length(html_page.metric, moves, n_moves),
	                     "moves", json_moves(moves, n_moves, read_options), "step_moves", step_moves));
}

/* The 2x2x2's table mod 3 in one metric, which lets a page solve any of them, as base64 (RFC 4648).
 * @return owned by the caller; NULL without memory */
static char *pocket_table_text(superflip_metric metric)
{
	static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	static_assert(POCKET_TABLE_BYTES % 3 == 0, "base64 without padding");
	struct pocket_table *const table = pocket_table_build((enum metric)metric);
	char *const text = table != NULL ? malloc(POCKET_TABLE_BYTES / 3 * 4 + 1) : NULL, *to = text;
	for (unsigned i = 0; text != NULL && i < POCKET_TABLE_BYTES; i += 3) {
		const uint8_t *const bytes = table->mod3 + i;
		const uint32_t word = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];
		for (unsigned k = 0; k < 4; k++)
			*to++ = digit[word >> (18 - 6 * k) & 63];
		*to = '\0';
	}
	free(table);
	return text;
}

int html_page_write(const char *path, bool may_overwrite)
{
	const unsigned char *const gap = memmem(web_file, web_file_bytes, mark, sizeof mark - 1);
	assert(gap != NULL);  /* file.html has the mark (tests/cli/html.bats) */
	const size_t n_before = (size_t)(gap - web_file), n_until = n_before + sizeof mark - 1;
	/* All that the page's script reads. */
	const bool is_pocket = html_page.puzzle == SUPERFLIP_2X2;
	char *const digits = is_pocket ? pocket_table_text(html_page.metric) : NULL;
	char *const data = is_pocket && digits == NULL ? NULL : json_line(json_pack(
		"{s:s, s:s, s:s?, s:O}", "puzzle", record_puzzle_names[html_page.puzzle],
		"metric", record_metric_name[html_page.metric], "table", digits, "cubes", html_page.cubes));
	free(digits);
	if (data == NULL)
		return complain_and(EXIT_MEMORY, "not enough memory for %s", path);
	struct new_file f;
	int status = new_file_begin(path, may_overwrite, &f);
	if (status == EXIT_SOLVED) {
		fwrite(web_file, 1, n_before, f.file);
		for (const char *at = data; *at != '\0'; at++)
			if (*at == '<')  /* within a script element nothing may look like the end of it */
				fputs("\\u003c", f.file);
			else
				fputc(*at, f.file);
		fwrite(web_file + n_until, 1, web_file_bytes - n_until, f.file);
		status = new_file_end(&f, true);
	}
	free(data);
	return status;
}
