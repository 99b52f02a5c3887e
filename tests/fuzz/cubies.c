/* Reid's twenty cubies: what is read is a cube, and its line is read as the same cube. */
#include "cube/cubies.h"
#include "cube/facelet.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_init();
	char *const text = fuzz_text(data, size);
	struct position c, again;
	struct input_error error = {.column = 0};
	if (cubies_read(text, &c, &error)) {
		char line[CUBIES_TEXT_SIZE];
		char facelets[2][FACELET_TEXT_SIZE];
		CLAIM(cube_check(&c.cube) == CUBE_OK);
		cubies_write(&c.cube, c.seen, line);
		CLAIM(strlen(line) < sizeof line && cubies_read(line, &again, &error));
		facelet_write_seen(&c.cube, c.seen, facelets[0]);
		facelet_write_seen(&again.cube, again.seen, facelets[1]);
		CLAIM(strcmp(facelets[0], facelets[1]) == 0);
	} else {
		CLAIM(error.column > 0 && error.message[0] != '\0');
	}
	free(text);
	return 0;
}
