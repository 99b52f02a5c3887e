/* Reading structures that begin with their size, whatever version of the header their owner was compiled
 * with. */
#pragma once
#include "session/error.h"

/** Copy what the caller has set over the defaults.
 * @param defaults  a structure of this version with its defaults, and its size
 * @param given     NULL: the defaults stay
 * @return SUPERFLIP_OK; SUPERFLIP_BAD_ARGUMENT: it does not begin with its size, or sets what only a newer
 * library knows */
superflip_status options_read(void *defaults, const void *given, superflip_error *error);

/** Copy a structure that was filled in for the caller, as far as his has room; his size stays. */
void options_give(void *callers, const void *filled);

/** Have the tables of a puzzle filled.  @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT: there is no such one */
superflip_status options_take_puzzle(superflip_puzzle puzzle, superflip_error *error);

/** Whether a text can be read at all; as options_take_puzzle().
 * @param options  SUPERFLIP_READ_...
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT */
superflip_status options_check_text(superflip_puzzle puzzle, const char *text, unsigned options,
                                    superflip_error *error);
