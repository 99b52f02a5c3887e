/* What a superflip_cube is inside. */
#pragma once
#include "session/error.h"

static_assert((int)SUPERFLIP_READ_FRENCH == READ_FRENCH && (int)SUPERFLIP_READ_GROUPS == READ_GROUPS
              && (int)SUPERFLIP_READ_NISS == READ_NISS && (int)SUPERFLIP_READ_GREY == READ_GREY
              && (int)SUPERFLIP_READ_CENTERS == READ_CENTERS, "what callers ask for is what readers take");

struct superflip_cube {
	superflip_puzzle puzzle;
	superflip_form form;
	uint8_t rotation;             /* as in struct position */
	struct cube cube;             /* of the 2x2x2 the corners; its edges mean nothing.  If not all is seen:
	                               * one that looks so */
	uint64_t seen;                /* as in struct position; of the 2x2x2 all */
	bool is_completed;
};

/** Fill the tables that everything about a puzzle needs.  Idempotent, thread-safe; cheap after the first
 * call. */
void api_init(superflip_puzzle puzzle);

/** A copy of what was made becomes the caller's, who frees it.
 * @param out  where the pointer to it goes
 * @return SUPERFLIP_OK, SUPERFLIP_NO_MEMORY */
superflip_status api_give(const void *made, size_t size, void *out, superflip_error *error);

/** The options of position_read() and notation_read(). */
static inline unsigned read_options_of(superflip_puzzle puzzle, unsigned options)
{
	return options | (puzzle == SUPERFLIP_2X2 ? READ_POCKET : 0);
}

struct random_source;
/** Each position is equally likely; source->error tells if there are no random numbers. */
struct cube position_draw(superflip_puzzle puzzle, struct random_source *source);

/** The 54 or 24 facelets of a cube as it is held; '.' for those that are not seen.
 * @param out  FACELET_TEXT_SIZE bytes */
void cube_draw(superflip_puzzle puzzle, const struct cube *c, uint64_t seen, char *out);

struct maneuver;

/** Check and read a text of moves; to be freed by maneuver_free().
 * @return as superflip_moves_parse() */
superflip_status maneuver_parse(superflip_puzzle puzzle, const char *text, unsigned options,
                                struct maneuver *out, superflip_error *error);
