/* Moves, for superflip show: what is left of them, whether two lead to the same position, and what is to be played. */
#include "cli/show.h"

#include "cli/cli.h"
#include "cli/html.h"
#include "pocket/text.h"
#include "steps/method.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum move_letters letters_of(unsigned read_options)
{
	return (read_options & READ_FRENCH) != 0 ? LETTERS_FRENCH : LETTERS_ENGLISH;
}

int show_reduced(int n, char *const *maneuvers, unsigned read_options)
{
	int status = EXIT_SOLVED;
	for (int i = 0; i < n; i++) {
		struct maneuver m;
		struct input_error error;
		if (!notation_read(maneuvers[i], read_options, &m, &error)) {
			status = argument_refuse(i, &error);
			continue;
		}
		const unsigned n_left = method_fold_moves(m.moves, (unsigned)m.n_moves);
		for (unsigned k = 0; k < n_left; k++) {
			char text[8];
			notation_write_in(letters_of(read_options), &m.moves[k], 1, text, sizeof text);
			printf(k > 0 ? " %s" : "%s", text);
		}
		putchar('\n');
		maneuver_free(&m);
	}
	return status;
}

int show_same(char *const scrambles[2], unsigned read_options)
{
	struct scramble position[2];
	for (int i = 0; i < 2; i++) {
		const int status = argument_read_scramble(scrambles, i, SUPERFLIP_3X3, read_options, &position[i]);
		if (status != EXIT_SOLVED)
			return status;
		maneuver_free(&position[i].moves);
	}
	const bool are_same = cube_equal(&position[0].cube, &position[1].cube) && position[0].rotation == position[1].rotation;
	puts(are_same ? "the same position" : "different positions");
	return are_same ? EXIT_SOLVED : EXIT_NOT_SOLVED;
}

/* ---- what is to be played ---- */

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
	if (out->moves.moves == NULL)
		return complain_of_memory();
	for (unsigned i = 0; i < n; i++)
		out->moves.moves[i] = (uint8_t)move_inverse(moves[n - 1 - i]);
	out->moves.n_moves = n;
	out->status = out->puzzle == SUPERFLIP_2X2 ? "optimal" : "solved";
	return EXIT_SOLVED;
}

int show_script_read(superflip_puzzle puzzle, unsigned read_options, int n, char *const *scrambles, struct show_script *out)
{
	struct scramble position;
	struct input_error error = {.column = 0};
	const unsigned grey = n == 2 && puzzle == SUPERFLIP_3X3 ? READ_GREY : 0;
	int status = argument_read_scramble(scrambles, 0, puzzle, read_options | grey, &position);
	if (status != EXIT_SOLVED)
		return status;
	*out = (struct show_script){
		.puzzle = puzzle, .start = cube_solved, .seen = POSITION_WHOLE, .title = scrambles[0], .status = n == 2 ? "played" : "moves",
		.letters = letters_of(read_options), .moves = position.moves,
	};
	if (n == 2 || position.form != POSITION_MOVES)
		out->start = position.cube;
	if (grey != 0)
		out->seen = position.seen;
	if (n == 1)
		return position.form != POSITION_MOVES ? find_solution(out) : EXIT_SOLVED;
	maneuver_free(&position.moves);
	const unsigned move_options = read_options | (puzzle == SUPERFLIP_2X2 ? READ_POCKET : 0);
	return notation_read(scrambles[1], move_options, &out->moves, &error) ? EXIT_SOLVED : argument_refuse(1, &error);
}

void show_script_draw(const struct show_script *s, const struct cube *c, char out[FACELET_TEXT_SIZE])
{
	static const uint8_t corners_of_face[] = {0, 2, 6, 8};
	char facelets[FACELET_TEXT_SIZE];
	facelet_write_seen(c, s->seen, facelets);
	if (s->puzzle == SUPERFLIP_3X3) {
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
	show_script_draw(s, &s->start, facelets);
	struct html_page *const page = html_page_create(s->puzzle, SUPERFLIP_HTM);
	if (page == NULL ||
	    !html_page_add_moves(page, facelets, s->title, s->status, s->moves.moves, s->moves.n_moves, s->letters == LETTERS_FRENCH)) {
		html_page_free(page);
		return complain_of_memory();
	}
	const int status = html_page_write(page, path, may_overwrite);
	html_page_free(page);
	return status;
}
