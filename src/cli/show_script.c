#include "cli/show_script.h"

#include "cli/cli.h"
#include "cli/html.h"
#include "cli/short_moves.h"
#include "pocket/text.h"

#include <stdlib.h>
#include <string.h>

static int complain_of(int argument, const struct input_error *error)
{
	complain("argument %d: column %u: %s", argument, error->column, error->message);
	return error->is_no_memory ? EXIT_MEMORY : EXIT_INPUT;
}

static bool read_position(superflip_puzzle puzzle, const char *text, unsigned options, enum position_form *form, struct cube *out,
                          struct input_error *error)
{
	struct position position;
	if (puzzle == SUPERFLIP_2X2)
		return pocket_read_any(text, options, form, out, error);
	if (!position_read(text, options, &position, error))
		return false;
	*form = position.form;
	*out = position.cube;
	return true;
}

/* The moves that short_moves_make() finds make the position; backwards they solve it. */
static int find_solution(struct show_script *out)
{
	struct short_moves tables = {0};
	uint8_t moves[SHORT_MOVES_MAX];
	unsigned n = 0;
	const int status = short_moves_make(&tables, out->puzzle, &out->start, moves, &n);
	short_moves_free(&tables);
	if (status != EXIT_SOLVED)
		return status;
	out->moves.moves = malloc(n + 1);
	if (out->moves.moves == NULL) {
		complain("not enough memory");
		return EXIT_MEMORY;
	}
	for (unsigned i = 0; i < n; i++)
		out->moves.moves[i] = (uint8_t)move_inverse(moves[n - 1 - i]);
	out->moves.n_moves = n;
	out->status = out->puzzle == SUPERFLIP_2X2 ? "optimal" : "solved";
	return EXIT_SOLVED;
}

int show_script_read(superflip_puzzle puzzle, unsigned read_options, int n, char *const *scrambles,
                     struct show_script *out)
{
	struct show_script script = {
		.puzzle = puzzle, .start = cube_solved, .title = scrambles[0], .status = n == 2 ? "played" : "moves",
		.letters = (read_options & READ_FRENCH) != 0 ? LETTERS_FRENCH : LETTERS_ENGLISH,
	};
	const unsigned move_options = read_options | (puzzle == SUPERFLIP_2X2 ? READ_POCKET : 0);
	enum position_form form;
	struct input_error error = {.column = 0};
	struct cube position;
	if (!read_position(puzzle, scrambles[0], read_options, &form, &position, &error))
		return complain_of(1, &error);
	if (n == 2 || form != POSITION_MOVES)
		script.start = position;
	if (n == 1 && form != POSITION_MOVES) {
		const int status = find_solution(&script);
		if (status != EXIT_SOLVED)
			return status;
	} else if (!notation_read(scrambles[n - 1], move_options, &script.moves, &error)) {
		return complain_of(n, &error);
	}
	*out = script;
	return EXIT_SOLVED;
}

void show_script_free(struct show_script *s)
{
	maneuver_free(&s->moves);
}

void show_script_draw(superflip_puzzle puzzle, const struct cube *c, char out[FACELET_TEXT_SIZE])
{
	static const uint8_t corners_of_face[] = {0, 2, 6, 8};
	char facelets[FACELET_TEXT_SIZE];
	facelet_write(c, facelets);
	if (puzzle == SUPERFLIP_3X3) {
		memcpy(out, facelets, sizeof facelets);
		return;
	}
	for (unsigned i = 0; i < POCKET_FACELETS; i++)
		out[i] = facelets[i / 4 * FACE_FACELETS + corners_of_face[i % 4]];
	out[POCKET_FACELETS] = '\0';
}

int show_html(const struct show_script *s, const char *path, bool may_overwrite)
{
	char facelets[FACELET_TEXT_SIZE];
	show_script_draw(s->puzzle, &s->start, facelets);
	struct html_page *const page = html_page_create(s->puzzle, SUPERFLIP_HTM);
	if (page == NULL ||
	    !html_page_add_moves(page, facelets, s->title, s->status, s->moves.moves, s->moves.n_moves, s->letters == LETTERS_FRENCH)) {
		complain("not enough memory");
		html_page_free(page);
		return EXIT_MEMORY;
	}
	const int status = html_page_write(page, path, may_overwrite);
	html_page_free(page);
	return status;
}
