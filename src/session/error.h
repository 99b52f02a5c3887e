/* Filling in superflip_error. */
#pragma once
#include "superflip.h"

#include "cube/position.h"
#include "pdb/pdb.h"

/** Fill in an error.
 * @param error  may be NULL
 * @return status */
superflip_status error_say(superflip_error *error, superflip_status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/** Of the caller: out of range, or what does not go together. */
#define error_refuse(error, ...) error_say((error), SUPERFLIP_BAD_ARGUMENT, __VA_ARGS__)

/** The file at fault, after error_say(); of a long path the end. */
void error_set_path(superflip_error *error, const char *path);

superflip_status error_no_memory(superflip_error *error);

/** Name the field at fault, after the error was filled.  @return status */
static inline superflip_status error_of_field(superflip_error *error, const char *field,
                                              superflip_status status)
{
	if (error != NULL)
		error->field = field;
	return status;
}

/** errno tells why. */
superflip_status error_of_system(superflip_error *error, superflip_status status, const char *path,
                                 const char *what);

superflip_status error_of_input(superflip_error *error, const struct input_error *fault);

/** What a status of src/engine/pdb is here. */
superflip_status error_status_of_pdb(enum status status);

/** Call it while errno is that of the failure.
 * @param path  of the file; NULL: looked for in `directory` */
superflip_status error_of_table(superflip_error *error, enum status status, const char *directory,
                                struct pdb_key key);

/** Of an open table that turned out to be damaged. */
superflip_status error_of_check(superflip_error *error, enum status status, const struct pdb *table);
