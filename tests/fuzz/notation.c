/* Maneuvers with every option: what is read can be printed in the one notation of results, and read again. */
#include "cube/notation.h"
#include "cube/symmetry.h"
#include "fuzz/fuzz.h"

enum { ALL_OPTIONS = READ_FRENCH | READ_GROUPS | READ_NISS | READ_POCKET };

static void check_printed(const struct maneuver *m, unsigned letters)
{
	const size_t size = notation_write_in(letters, m->moves, m->n_moves, NULL, 0) + 1;
	char *const text = malloc(size);
	struct maneuver again;
	struct input_error error;
	CLAIM(text != NULL && notation_write_in(letters, m->moves, m->n_moves, text, size) == size - 1);
	CLAIM(notation_read(text, letters, &again, &error));
	CLAIM(again.n_moves == m->n_moves && memcmp(again.moves, m->moves, m->n_moves) == 0
	      && again.rotation == 0);
	maneuver_free(&again);
	free(text);
}

/* Without brackets and in the letters of the regulations it is the same. */
static void check_standard(const char *text, unsigned options, const struct maneuver *m)
{
	char *const standard = notation_standard(text, options);
	struct maneuver again;
	struct input_error error;
	CLAIM(standard != NULL);
	CLAIM(notation_read(standard, options & READ_POCKET, &again, &error));
	CLAIM(cube_equal(&again.cube, &m->cube) && again.rotation == m->rotation);
	maneuver_free(&again);
	free(standard);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_init();
	char *const text = fuzz_text(data, size);
	for (unsigned options = 0; options <= ALL_OPTIONS; options++) {
		struct maneuver m;
		struct input_error error = {.column = 0};
		if (notation_read(text, options, &m, &error)) {
			const struct cube made = cube_after_moves(cube_solved, m.moves, (unsigned)m.n_moves);
			CLAIM(cube_equal(&made, &m.cube) && cube_check(&m.cube) == CUBE_OK && m.rotation < N_SYMMETRIES);
			check_printed(&m, 0);
			check_printed(&m, READ_FRENCH);
			check_standard(text, options, &m);
			maneuver_free(&m);
		} else {
			CLAIM(error.is_no_memory || (error.column > 0 && error.message[0] != '\0'));
		}
	}
	free(text);
	return 0;
}
