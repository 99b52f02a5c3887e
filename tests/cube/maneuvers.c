#include "cube/maneuvers.h"

#include "cube/layout.h"

#include "support/test.h"

void expect_same_end(const char *text, unsigned options, const char *other)
{
	struct maneuver a = maneuver_of(text, options), b = maneuver_of(other, 0);
	cr_expect(cube_equal(&a.cube, &b.cube), "'%s' is not '%s'", text, other);
	cr_expect_eq(a.rotation, b.rotation, "'%s' and '%s' end with different centres", text, other);
	maneuver_free(&a);
	maneuver_free(&b);
}

bool facelets_read(const char *text, struct position *out, struct input_error *error)
{
	struct layout layout;
	layout_collect(text, &layout);
	return layout_read(&layout, ORDER_FACES, out, error);
}

struct position position_by(read_form_fn *read, const char *text)
{
	struct position p = {.cube = cube_solved};
	struct input_error error = {0};
	cr_expect(read(text, &p, &error), "%s: %s", text, error.message);
	return p;
}

void expect_position_refused(read_form_fn *read, const char *text, unsigned column, const char *token,
                             const char *message)
{
	struct position p;
	struct input_error error = {0};
	cr_assert(!read(text, &p, &error), "%s", text);
	cr_expect_eq(error.column, column, "'%s': column %u, expected %u: %s", text, error.column, column,
	             error.message);
	cr_expect(token == NULL || strcmp(error.token, token) == 0, "'%s': token '%s'", text, error.token);
	cr_expect_str_eq(error.message, message);
}

void expect_refused_text(const char *text, unsigned options, unsigned column, const char *token,
                         const char *part)
{
	struct maneuver m;
	struct input_error error = {0};
	cr_assert(!notation_read(text, options, &m, &error), "%s", text);
	cr_expect_eq(error.column, column, "'%s': column %u, expected %u", text, error.column, column);
	cr_expect(token == NULL || strcmp(error.token, token) == 0, "'%s': token '%s'", text, error.token);
	cr_expect(strstr(error.message, part) != NULL, "'%s': %s", text, error.message);
}
