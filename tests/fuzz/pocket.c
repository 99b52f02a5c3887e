/* Scrambles of the 2x2x2 in every form. */
#include "fuzz/fuzz.h"
#include "pocket/solve.h"
#include "pocket/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_init();
	char *const text = fuzz_text(data, size);
	struct cube cube;
	enum position_form form;
	struct input_error error = {.column = 0};
	if (pocket_read_any(text, 0, &form, &cube, &error))
		CLAIM(pocket_index_to_solve(&cube) < POCKET_STATES);
	else
		CLAIM(error.column > 0 && error.message[0] != '\0');
	free(text);
	return 0;
}
