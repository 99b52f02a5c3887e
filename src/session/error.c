#include "session/session.h"

#include "pdb/check.h"
#include "pdb/message.h"

#include <stdarg.h>

static const char dots[] = "...";

/* Whether a character of UTF-8 goes on with this byte. */
static bool is_within_character(char byte)
{
	return ((unsigned char)byte & 0xC0) == 0x80;
}

void error_set_path(superflip_error *error, const char *path)
{
	if (error == NULL)
		return;
	const size_t length = strlen(path);
	if (length < sizeof error->path) {
		strcpy(error->path, path);
		return;
	}
	const char *from = path + length - sizeof error->path + sizeof dots;
	while (is_within_character(*from))
		from++;
	strcpy(error->path, dots);
	strcat(error->path, from);
}

superflip_status error_say(superflip_error *error, superflip_status status, const char *format, ...)
{
	if (error == NULL)
		return status;
	*error = (superflip_error){.status = status};
	va_list arguments;
	va_start(arguments, format);
	const int length = vsnprintf(error->text, sizeof error->text, format, arguments);
	va_end(arguments);
	size_t end = sizeof error->text - sizeof dots;
	if (length < (int)sizeof error->text)
		return status;
	while (is_within_character(error->text[end]))
		end--;
	strcpy(error->text + end, dots);
	return status;
}

superflip_status error_no_memory(superflip_error *error)
{
	return error_say(error, SUPERFLIP_NO_MEMORY, "not enough memory");
}

superflip_status error_of_system(superflip_error *error, superflip_status status, const char *path,
                                 const char *what)
{
	const int system_errno = errno;
	error_say(error, status, "%s: %s", what, strerror(system_errno));
	if (error != NULL)
		error->system_errno = system_errno;
	error_set_path(error, path);
	return status;
}

superflip_status error_of_input(superflip_error *error, const struct input_error *fault)
{
	const superflip_status status = fault->is_no_memory ? SUPERFLIP_NO_MEMORY : SUPERFLIP_BAD_TEXT;
	error_say(error, status, "%s", fault->message);
	if (error == NULL)
		return status;
	error->row = fault->row;
	error->column = fault->column;
	snprintf(error->token, sizeof error->token, "%s", fault->token);
	return status;
}

superflip_status error_status_of_pdb(enum status status)
{
	static const superflip_status of_pdb[N_STATUS] = {
		[STATUS_OK] = SUPERFLIP_OK, [STATUS_MISSING] = SUPERFLIP_TABLE_MISSING, [STATUS_IO] = SUPERFLIP_IO,
		[STATUS_FOREIGN] = SUPERFLIP_TABLE_FOREIGN, [STATUS_BAD_VERSION] = SUPERFLIP_TABLE_FOREIGN,
		[STATUS_DIFFERENT] = SUPERFLIP_TABLE_FOREIGN, [STATUS_BAD_HEADER] = SUPERFLIP_TABLE_DAMAGED,
		[STATUS_TRUNCATED] = SUPERFLIP_TABLE_DAMAGED, [STATUS_UNFINISHED] = SUPERFLIP_TABLE_DAMAGED,
		[STATUS_DAMAGED] = SUPERFLIP_TABLE_DAMAGED, [STATUS_WRONG_DEPTHS] = SUPERFLIP_TABLE_DAMAGED,
		[STATUS_CHANGED] = SUPERFLIP_TABLE_CHANGED, [STATUS_LOCKED] = SUPERFLIP_TABLE_LOCKED,
		    [STATUS_NO_SPACE] = SUPERFLIP_NO_SPACE,
		[STATUS_NO_MEMORY] = SUPERFLIP_NO_MEMORY, [STATUS_INTERRUPTED] = SUPERFLIP_CANCELLED,
	};
	return of_pdb[status];
}

static superflip_status say_of_file(superflip_error *error, enum status status, int system_errno,
                                    const char *path,
                                    const char *message)
{
	error_say(error, error_status_of_pdb(status), "%s", message);
	error_set_path(error, path);
	if (error != NULL && status == STATUS_IO)
		error->system_errno = system_errno;
	return error_status_of_pdb(status);
}

superflip_status error_of_table(superflip_error *error, enum status status, const char *directory,
                                struct pdb_key key)
{
	/* A path for the message only: what is wrong with the directory, `status` and errno tell already. */
	const int system_errno = errno;
	char path[PATH_MAX], message[PDB_MESSAGE_MAX];
	if (pdb_find(directory, key, path) == STATUS_IO)
		path[0] = '\0';
	errno = system_errno;
	pdb_message(status, path, &key, message);
	return say_of_file(error, status, system_errno, path, message);
}

superflip_status error_of_check(superflip_error *error, enum status status, const struct pdb *table)
{
	char message[PDB_MESSAGE_MAX];
	const int system_errno = errno;
	pdb_check_message(table->check, status, message);
	return say_of_file(error, status, system_errno, pdb_check_path(table->check), message);
}

const char *superflip_status_text(superflip_status status)
{
	switch (status) {
	case SUPERFLIP_OK:            return "no fault";
	case SUPERFLIP_TIMEOUT:       return "the time to wait is over";
	case SUPERFLIP_END:           return "nothing more to come";
	case SUPERFLIP_FULL:          return "no room until a result is taken";
	case SUPERFLIP_CANCELLED:     return "cancelled";
	case SUPERFLIP_BAD_ARGUMENT:  return "an argument is out of range";
	case SUPERFLIP_BAD_TEXT:      return "a text is no cube and no moves";
	case SUPERFLIP_UNKNOWN_NAME:  return "an unknown name";
	case SUPERFLIP_FORKED:        return "a forked child needs a solver of its own";
	case SUPERFLIP_NO_MEMORY:     return "not enough memory";
	case SUPERFLIP_NO_THREADS:    return "threads cannot be started";
	case SUPERFLIP_IO:            return "an input or output error";
	case SUPERFLIP_NO_SPACE:      return "not enough disk space";
	case SUPERFLIP_TOO_LARGE:     return "the tables do not fit into the memory that was given";
	case SUPERFLIP_TABLE_MISSING: return "a table is not installed";
	case SUPERFLIP_TABLE_FOREIGN: return "not a table, or not the one that its name says";
	case SUPERFLIP_TABLE_DAMAGED: return "a damaged table";
	case SUPERFLIP_TABLE_CHANGED: return "a table was written to while it was in use";
	case SUPERFLIP_TABLE_LOCKED:  return "another process is building the table";
	case SUPERFLIP_INTERNAL:      return "a fault of this library; please report the cube";
	}
	return "an unknown status";
}

const char *superflip_outcome_text(superflip_outcome outcome)
{
	switch (outcome) {
	case SUPERFLIP_SOLVED:       return "solved";
	case SUPERFLIP_NONE:         return "proved that there is no solution";
	case SUPERFLIP_NODE_LIMIT:   return "stopped by the node limit";
	case SUPERFLIP_TIME_LIMIT:   return "stopped by the time limit";
	case SUPERFLIP_MEMORY_LIMIT: return "stopped by the memory limit";
	case SUPERFLIP_STOPPED:      return "cancelled";
	case SUPERFLIP_FAILED:       return "failed";
	}
	return "an unknown outcome";
}
