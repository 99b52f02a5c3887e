/* Moves, facelets and cubies of a 3x3x3: what is read is a cube, what is not has a message with a place; both
 * can be shown. */
#include "cube/cubies.h"
#include "cube/notation.h"
#include "fuzz/fuzz.h"
#include "goal/goal.h"
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

/* What is written of a position is read as the same; what is seen of it is a goal, or the reason is told why
 * not. */
static void check_position(const struct position *position)
{
	char facelets[FACELET_TEXT_SIZE], cubies[CUBIES_TEXT_SIZE], facelets_again[FACELET_TEXT_SIZE];
	struct position again;
	struct input_error error = {.column = 0};
	struct goal goal;
	CLAIM(cube_check(&position->cube) == CUBE_OK);
	facelet_write_seen(&position->cube, position->seen, facelets);
	cubies_write(&position->cube, position->seen, cubies);
	const char *const texts[] = {facelets, cubies};
	for (unsigned i = 0; i < 2 && (i == 0 || position->seen != 0); i++) {
		CLAIM(position_read(texts[i], READ_GREY, &again, &error));
		facelet_write_seen(&again.cube, again.seen, facelets_again);
		CLAIM(strcmp(facelets, facelets_again) == 0);
	}
	if (!goal_of_seen(&position->cube, position->seen, &goal, &error))
		CLAIM(error.column > 0 && error.message[0] != '\0');
	else
		CLAIM(goal_holds(&goal, &cube_solved)
		      && goal_is_decided(&goal, &position->cube, position->seen, &error));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_init();
	char *const text = fuzz_text(data, size);
	static const unsigned options_tried[] = {0, READ_FRENCH, READ_GREY, READ_CENTERS};
	for (unsigned i = 0; i < sizeof options_tried / sizeof *options_tried; i++) {
		struct position position;
		struct input_error error = {.column = 0};
		if (position_read(text, options_tried[i], &position, &error))
			check_position(&position);
		else
			check_error(&error);
	}
	free(text);
	return 0;
}
