#include "cli/entries.h"

#include "cli/cli.h"

#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* How long to wait for input before looking around. */
enum { WAIT_MS = 200 };

int entries_complain_of_list(const struct list *list, enum list_status status, const char *name)
{
	switch (status) {
	case LIST_IO:
		return complain_of_errno(name);
	case LIST_NO_MEMORY:
		return complain_and(EXIT_MEMORY, "%s: not enough memory for the list", name);
	case LIST_BAD_EXPORT:
		return complain_and(EXIT_INPUT, "%s: %s", name, list_fault(list));
	default:
		return EXIT_SOLVED;
	}
}

static int read_and_close(const struct entry_reader *reader, struct list *list, const char *name)
{
	char skipped[LIST_SKIPPED_SIZE];
	if (list == NULL)
		return complain_of_memory();
	enum list_status status = LIST_ENTRY;
	int result = EXIT_SOLVED;
	while (result == EXIT_SOLVED && (status == LIST_ENTRY || status == LIST_LATER)) {
		struct list_entry entry;
		status = list_next(list, WAIT_MS, &entry);
		if (interrupted_by() != 0)
			result = 128 + interrupted_by();
		else if (status == LIST_ENTRY)
			result = reader->take(reader->context, name, &entry);
		if (result == EXIT_SOLVED && reader->look_around != NULL)
			reader->look_around(reader->context);
	}
	if (result == EXIT_SOLVED)
		result = entries_complain_of_list(list, status, name);
	/* A list without a scramble is an error, and says what it has instead. */
	if (result == EXIT_SOLVED && list_describe_skipped(list, skipped) > 0)
		complain("%s: skipped: %s", name, skipped);
	list_close(list);
	return result;
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

void entry_complain(const char *name, uint64_t number, uint64_t line, unsigned row, unsigned column, const char *message)
{
	char place[48] = "";
	if (column > 0 && line > 0)
		snprintf(place, sizeof place, ":%u", column);
	else if (column > 0 && row > 0)
		snprintf(place, sizeof place, ": line %u, column %u", row + 1, column);
	else if (column > 0)
		snprintf(place, sizeof place, ": column %u", column);
	if (name == NULL)
		complain("argument %" PRIu64 "%s: %s", number, place, message);
	else if (line > 0)
		complain("%s:%" PRIu64 "%s: %s", name, line + row, place, message);
	else
		complain("%s: scramble %" PRIu64 "%s: %s", name, number, place, message);
}
