/* What tests of texts share. */
#ifndef SUPERFLIP_TESTS_CUBE_MANEUVERS_H
#define SUPERFLIP_TESTS_CUBE_MANEUVERS_H
#include "support/read.h"

/** Both texts, done one instead of the other, leave the same cube held the same way. `options` are those of
 * the first. */
void expect_same_end(const char *text, unsigned options, const char *other);

/** A reader of one form of positions. */
typedef bool read_form_fn(const char *text, struct position *out, struct input_error *error);
read_form_fn facelets_read;

/** Reads a position that must be sound. */
struct position position_by(read_form_fn *read, const char *text);

/** A position is refused in this column, for this token (NULL: any), with this message. */
void expect_position_refused(read_form_fn *read, const char *text, unsigned column, const char *token,
                             const char *message);

/** The text is refused in this column, for this token (NULL: any), with this part of a message. */
void expect_refused_text(const char *text, unsigned options, unsigned column, const char *token,
                         const char *part);
#endif
