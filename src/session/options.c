#include "session/session.h"

static size_t size_of(const void *structure)
{
	size_t size;
	memcpy(&size, structure, sizeof size);
	return size;
}

superflip_status options_read(void *defaults, const void *given, superflip_error *error)
{
	if (given == NULL)
		return SUPERFLIP_OK;
	const size_t known = size_of(defaults), size = size_of(given);
	/* A stack that was never written to may hold anything: 64 KiB of options are none. */
	if (size < sizeof(size_t) || size > 65536)
		return error_refuse(error, "an option structure does not begin with its size");
	for (size_t i = known; i < size; i++)
		if (((const unsigned char *)given)[i] != 0)
			return error_refuse(error, "an option is set that this version of the library (%s) does not know",
			                    superflip_version());
	memcpy(defaults, given, size < known ? size : known);
	memcpy(defaults, &known, sizeof known);
	return SUPERFLIP_OK;
}

void options_give(void *callers, const void *filled)
{
	const size_t size = size_of(callers), known = size_of(filled);
	if (size < sizeof size)
		return;
	memcpy((unsigned char *)callers + sizeof size, (const unsigned char *)filled + sizeof size,
	       (size < known ? size : known) - sizeof size);
}

superflip_status options_take_puzzle(superflip_puzzle puzzle, superflip_error *error)
{
	if (puzzle > SUPERFLIP_2X2)
		return error_refuse(error, "the puzzle is neither SUPERFLIP_3X3 nor SUPERFLIP_2X2");
	api_init(puzzle);
	return SUPERFLIP_OK;
}

superflip_status options_check_text(superflip_puzzle puzzle, const char *text, unsigned options,
                                    superflip_error *error)
{
	const unsigned known = SUPERFLIP_READ_FRENCH | SUPERFLIP_READ_GROUPS | SUPERFLIP_READ_NISS
	                       | SUPERFLIP_READ_GREY | SUPERFLIP_READ_CENTERS;
	if (options_take_puzzle(puzzle, error) != SUPERFLIP_OK)
		return SUPERFLIP_BAD_ARGUMENT;
	if (text == NULL)
		return error_refuse(error, "the text is NULL");
	if (puzzle == SUPERFLIP_2X2 && options & SUPERFLIP_READ_CENTERS)
		return error_refuse(error, "the 2x2x2 has no centres");
	if (options & ~known)
		return error_refuse(error, "the options 0x%x have unknown bits", options);
	return SUPERFLIP_OK;
}

/* ---- the version ---- */

#define TEXT_OF(number) #number
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *superflip_version(void)
{
	return VERSION_TEXT(SUPERFLIP_VERSION_MAJOR, SUPERFLIP_VERSION_MINOR, SUPERFLIP_VERSION_PATCH);
}
