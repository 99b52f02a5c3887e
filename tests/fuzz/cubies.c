/* Reid's twenty cubies: what is read is a cube, and its line is read as the same cube. */
#include "cube/cubies.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool is_ready;
	if (!is_ready)
		cube_init();
	is_ready = true;
	char *const text = fuzz_text(data, size);
	struct cube c, again;
	struct input_error error = {.column = 0};
	if (cubies_read(text, &c, &error)) {
		char line[CUBIES_TEXT_SIZE];
		CLAIM(cube_check(&c) == CUBE_OK);
		cubies_write(&c, line);
		CLAIM(strlen(line) < sizeof line && cubies_read(line, &again, &error) && cube_equal(&again, &c));
	} else {
		CLAIM(error.column > 0 && error.message[0] != '\0');
	}
	free(text);
	return 0;
}
