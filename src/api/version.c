#include "superflip.h"

#define TEXT_OF(number) #number
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *superflip_version(void)
{
	return VERSION_TEXT(SUPERFLIP_VERSION_MAJOR, SUPERFLIP_VERSION_MINOR, SUPERFLIP_VERSION_PATCH);
}

unsigned superflip_version_number(void)
{
	return SUPERFLIP_VERSION_NUMBER;
}
