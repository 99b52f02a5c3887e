#include "cli/entries.h"

#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* How long to wait for input before looking around. */
enum { WAIT_MS = 200 };

static int explain_end(struct list *list, enum list_status status, const char *name)
{
	char skipped[LIST_SKIPPED_SIZE];
	if (status == LIST_IO)
		return complain_of_errno(name);
	if (status == LIST_NO_MEMORY)
		complain("%s: not enough memory for the list", name);
	else if (status == LIST_BAD_EXPORT)
		complain("%s: %s", name, list_fault(list));
	else if (list_describe_skipped(list, skipped) > 0)
		complain("%s: skipped: %s", name, skipped);
	return status == LIST_END ? EXIT_SOLVED : status == LIST_NO_MEMORY ? EXIT_MEMORY : EXIT_INPUT;
}

static int read_all(const struct entry_reader *reader, struct list *list, const char *name)
{
	for (;;) {
		struct list_entry entry;
		const enum list_status status = list_next(list, WAIT_MS, &entry);
		if (interrupted_by() != 0)
			return 128 + interrupted_by();
		const int taken = status == LIST_ENTRY ? reader->take(reader->context, name, &entry) : EXIT_SOLVED;
		if (taken != EXIT_SOLVED)
			return taken;
		if (reader->look_around != NULL)
			reader->look_around(reader->context);
		if (status != LIST_ENTRY && status != LIST_LATER)
			return explain_end(list, status, name);
	}
}

static int read_and_close(const struct entry_reader *reader, struct list *list, const char *name)
{
	if (list == NULL) {
		complain("not enough memory");
		return EXIT_MEMORY;
	}
	const int status = read_all(reader, list, name);
	list_close(list);
	return status;
}

int entries_of_file(const struct entry_reader *reader, const char *path)
{
	const bool is_stdin = strcmp(path, "-") == 0;
	const int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return complain_of_errno(path);
	const int status = read_and_close(reader, list_open(fd, reader->source, reader->list_options), is_stdin ? "standard input" : path);
	if (!is_stdin)
		close(fd);
	return status;
}

int entries_of_arguments(const struct entry_reader *reader, char *const *arguments, int n)
{
	return read_and_close(reader, list_open_arguments(arguments, (uint64_t)n, reader->list_options), NULL);
}

int entry_refuse(const char *name, const struct list_entry *entry, const struct input_error *error)
{
	const struct input_error none = {.column = 1};
	const struct input_error *const e = error != NULL ? error : &none;
	const unsigned column = e->row == 0 ? e->column + entry->column - 1 : e->column;
	const char *const message = error != NULL ? error->message : entry->fault;
	if (name == NULL)
		complain("argument %" PRIu64 ": column %u: %s", entry->number, column, message);
	else if (entry->line > 0)
		complain("%s:%" PRIu64 ":%u: %s", name, entry->line + e->row, column, message);
	else
		complain("%s: scramble %" PRIu64 ": column %u: %s", name, entry->number, column, message);
	return e->is_no_memory ? EXIT_MEMORY : EXIT_INPUT;
}

int entry_read(const char *name, const struct list_entry *entry, unsigned read_options, struct position *out)
{
	struct input_error error;
	if (entry->fault != NULL)
		return entry_refuse(name, entry, NULL);
	return position_read(entry->scramble, read_options, out, &error) ? EXIT_SOLVED : entry_refuse(name, entry, &error);
}
