/* 54 stickers in every order and layout: what is read is a cube, and the stickers that are seen of it are
 * read as the same. */
#include "cube/layout.h"
#include "cube/symmetry.h"
#include "fuzz/fuzz.h"

static bool read_facelets(const char *text, struct position *out, struct input_error *error)
{
	struct layout layout;
	layout_collect(text, &layout);
	return layout_read(&layout, ORDER_FACES, out, error);
}

static void check_position(const struct position *p)
{
	char facelets[FACELET_TEXT_SIZE], facelets_again[FACELET_TEXT_SIZE];
	struct position again;
	struct input_error error;
	CLAIM(cube_check(&p->cube) == CUBE_OK && p->rotation < N_SYMMETRIES && p->rotation % 2 == 0);
	facelet_write_seen(&p->cube, p->seen, facelets);
	CLAIM(read_facelets(facelets, &again, &error) && again.rotation == 0);
	facelet_write_seen(&again.cube, again.seen, facelets_again);
	CLAIM(strcmp(facelets, facelets_again) == 0);
}

static void check_layout(const char *text)
{
	struct layout layout;
	layout_collect(text, &layout);
	CLAIM(layout.n_words <= layout.n || layout.n == 0);
	for (unsigned i = 0; i < layout.n && i < LAYOUT_SYMBOLS; i++)
		CLAIM(layout.at[i] >= text && layout.at[i] < text + strlen(text)
		      && (i == 0 || layout.at[i] > layout.at[i - 1]));
	for (unsigned order = 0; order < N_LAYOUT_ORDERS && layout.n == N_FACELETS; order++) {
		struct position p;
		struct input_error error = {.column = 0};
		if (order == ORDER_HEADS && layout.n_heads != N_FACES)
			continue;
		if (layout_read(&layout, (enum layout_order)order, &p, &error))
			check_position(&p);
		else
			CLAIM(error.column > 0 && error.message[0] != '\0');
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_init();
	char *const text = fuzz_text(data, size);
	struct position p;
	struct input_error error = {.column = 0};
	if (read_facelets(text, &p, &error))
		check_position(&p);
	else
		CLAIM(error.column > 0 && error.message[0] != '\0');
	check_layout(text);
	free(text);
	return 0;
}
