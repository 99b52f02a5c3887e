/* Moves, facelets and cubies of a 3x3x3: what is read is a cube, what is not has a message with a place; both can be shown. */
#include "cube/cubies.h"
#include "cube/facelet.h"
#include "cube/notation.h"
#include "cube/position.h"
#include "cube/text.h"
#include "fuzz/fuzz.h"
#include "report/printable.h"

/* A message is one line that can be shown once it is made printable. */
static void check_error(const struct input_error *error)
{
	char *shown;
	size_t size;
	CLAIM(error->column > 0 && error->message[0] != '\0');
	FILE *const out = open_memstream(&shown, &size);
	printable_write(error->message, out);
	fclose(out);
	for (const char *at = shown; *at != '\0'; at += text_char_bytes(at))
		CLAIM(text_is_printable(at));
	free(shown);
}

static void check_position(const struct position *position)
{
	char facelets[FACELET_TEXT_SIZE], cubies[CUBIES_TEXT_SIZE];
	struct position again;
	struct input_error error;
	CLAIM(cube_check(&position->cube) == CUBE_OK);
	facelet_write(&position->cube, facelets);
	cubies_write(&position->cube, cubies);
	CLAIM(position_read(facelets, 0, &again, &error) && cube_equal(&again.cube, &position->cube));
	CLAIM(position_read(cubies, 0, &again, &error) && cube_equal(&again.cube, &position->cube));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool is_ready;
	if (!is_ready)
		cube_init();
	is_ready = true;
	char *const text = fuzz_text(data, size);
	for (unsigned options = 0; options <= READ_FRENCH; options += READ_FRENCH) {
		struct position position;
		struct input_error error = {.column = 0};
		if (position_read(text, options, &position, &error))
			check_position(&position);
		else
			check_error(&error);
	}
	free(text);
	return 0;
}
