/* What tests of texts of moves share. */
#ifndef SUPERFLIP_TESTS_CUBE_MANEUVERS_H
#define SUPERFLIP_TESTS_CUBE_MANEUVERS_H
#include "cube/notation.h"

/** Reads a text that must be sound. */
struct maneuver maneuver_of(const char *text, unsigned options);

/** Both texts, done one instead of the other, leave the same cube held the same way. `options` are those of the first. */
void expect_same_end(const char *text, unsigned options, const char *other);

/** The text is refused in this column, for this token (NULL: any), with this part of a message. */
void expect_refused_text(const char *text, unsigned options, unsigned column, const char *token, const char *part);
#endif
