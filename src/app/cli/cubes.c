#include "cli/cubes.h"

#include "base/processor.h"
#include "cli/cli.h"
#include "cube/facelet.h"
#include "pocket/solve.h"
#include "pocket/text.h"
#include "steps/method.h"

#include <stdlib.h>
#include <string.h>

int entry_refuse(const char *name, const struct list_entry *entry, const struct input_error *error)
{
	const unsigned row = error != NULL ? error->row : 0;
	const unsigned column = (error != NULL ? error->column : 1) + (row == 0 ? entry->column - 1 : 0);
	entry_complain(name, entry->number, entry->line, row, column, error != NULL ? error->message : entry->fault);
	return error != NULL && error->is_no_memory ? EXIT_MEMORY : EXIT_INPUT;
}

bool scramble_read(superflip_puzzle puzzle, const char *text, unsigned read_options, struct scramble *out, struct input_error *error)
{
	struct position p = {.seen = POSITION_WHOLE};
	const bool is_pocket = puzzle == SUPERFLIP_2X2;
	if (is_pocket ? !pocket_read_any(text, read_options, &p.form, &p.cube, error) : !position_read(text, read_options, &p, error))
		return false;
	*out = (struct scramble){.cube = p.cube, .form = p.form, .rotation = p.rotation, .seen = p.seen};
	return p.form != POSITION_MOVES || (read_options & SCRAMBLE_MOVES) == 0
	    || notation_read(text, read_options | (is_pocket ? READ_POCKET : 0), &out->moves, error);
}

int entry_read_scramble(const char *name, const struct list_entry *entry, superflip_puzzle puzzle, unsigned read_options,
                        struct scramble *out)
{
	struct input_error error = {.column = 1};
	if (entry->fault != NULL)
		return entry_refuse(name, entry, NULL);
	return scramble_read(puzzle, entry->scramble, read_options, out, &error) ? EXIT_SOLVED : entry_refuse(name, entry, &error);
}

int argument_refuse(int i, const struct input_error *error)
{
	entry_complain(NULL, (uint64_t)i + 1, 0, error->row, error->column, error->message);
	return error->is_no_memory ? EXIT_MEMORY : EXIT_INPUT;
}

int argument_read_scramble(char *const *arguments, int i, superflip_puzzle puzzle, unsigned read_options, struct scramble *out)
{
	struct input_error error = {.column = 0};
	return scramble_read(puzzle, arguments[i], read_options, out, &error) ? EXIT_SOLVED : argument_refuse(i, &error);
}

void cubes_write(superflip_puzzle puzzle, const struct cube *c, uint64_t seen, bool as_cubies, char out[CUBES_TEXT_SIZE])
{
	if (as_cubies)
		cubies_write(c, seen, out);
	else if (puzzle == SUPERFLIP_2X2)
		pocket_write_facelets(c, out);
	else
		facelet_write_seen(c, seen, out);
	if (!centres_are_upright(c->centres)) {
		strcat(out, " ");
		centres_write(c->centres, out + strlen(out));
	}
}

/* ---- few moves ---- */

int short_moves_make(struct short_moves *s, superflip_puzzle puzzle, const struct cube *c,
                     uint8_t moves[SHORT_MOVES_MAX], unsigned *n)
{
	if (puzzle == SUPERFLIP_2X2) {
		if (s->pocket == NULL)
			s->pocket = pocket_table_build(METRIC_HTM);
		if (s->pocket == NULL)
			return complain_of_memory();
		struct pocket_solution solution;
		pocket_solve_cube(s->pocket, c, &solution);
		*n = solution.n_moves;
		memcpy(moves, solution.moves, *n);
		moves_invert(moves, *n);
		return EXIT_SOLVED;
	}
	/* What solves the inverse is the cube itself. */
	const struct cube inverse = cube_inverse(c);
	const struct search_request request = {
		.cube = inverse, .n_threads = 1, .max_length = SHORT_MOVES_MAX, .stopped = was_interrupted,
		.not_first = s->not_first, .not_last = s->not_last,
	};
	struct method_result result = {.outcome = SEARCH_NO_MEMORY};
	if (s->tables != NULL || method_create(&two_phase_method, &(struct method_setup){.n_threads = processors_usable()}, &s->tables))
		method_solve(&two_phase_method, s->tables, &request, &result);
	if (result.outcome == SEARCH_SOLVED && method_result_solves(&result, &inverse)) {
		memcpy(moves, result.moves, result.n_moves);
		*n = result.n_moves;
		return EXIT_SOLVED;
	}
	return interrupted_by() != 0 ? 128 + interrupted_by() : complain_of_memory();
}

void short_moves_free(struct short_moves *s)
{
	method_destroy(&two_phase_method, s->tables);
	free(s->pocket);
}
