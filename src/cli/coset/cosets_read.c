/* The list of superflip coset --cosets. */
#include "cli/cli.h"
#include "cli/coset/coset.h"
#include "cube/position.h"
#include "input/list.h"
#include "report/printable.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

void coset_list_free(struct coset_list *list)
{
	for (uint64_t i = 0; i < list->n; i++)
		free(list->item[i].name);
	free(list->item);
}

static int fail_memory(void)
{
	return coset_complain(COSET_NO_MEMORY, NULL);
}

/* A coset takes minutes or hours: what is wrong with a list is told before the first one. */
static int refuse(const char *name, const struct list_entry *entry, unsigned row, unsigned column, const char *message)
{
	complain("%s:%" PRIu64 ":%u: %s", name, entry->line + row, column, message);
	return EXIT_INPUT;
}

/* "R U F # label", on one line, as a terminal may show it. @return NULL without memory */
static char *name_of(const struct list_entry *entry)
{
	char *name = NULL;
	size_t size;
	char *const scramble = strdup(entry->scramble);
	FILE *const file = scramble != NULL ? open_memstream(&name, &size) : NULL;
	if (file == NULL) {
		free(scramble);
		return NULL;
	}
	for (char *c = scramble; *c != '\0'; c++)
		*c = *c == '\n' || *c == '\r' || *c == '\t' ? ' ' : *c;
	printable_write(scramble, file);
	if (entry->label != NULL) {
		fputs(" # ", file);
		printable_write(entry->label, file);
	}
	free(scramble);
	return fclose(file) == 0 ? name : NULL;
}

static int add_entry(const char *name, const struct list_entry *entry, struct coset_list *out, uint64_t *capacity)
{
	struct position position;
	struct input_error error;
	if (entry->fault != NULL)
		return refuse(name, entry, 0, entry->column, entry->fault);
	if (!position_read(entry->scramble, 0, &position, &error))
		return error.is_no_memory ? fail_memory()
		                          : refuse(name, entry, error.row, error.row == 0 ? entry->column - 1 + error.column : error.column,
		                                   error.message);
	if (out->n == *capacity) {
		const uint64_t more = *capacity == 0 ? 64 : 2 * *capacity;
		struct coset_item *const item = realloc(out->item, more * sizeof *item);
		if (item == NULL)
			return fail_memory();
		out->item = item;
		*capacity = more;
	}
	struct coset_item *const item = &out->item[out->n];
	*item = (struct coset_item){.cube = position.cube, .name = name_of(entry)};
	if (item->name == NULL)
		return fail_memory();
	out->source = XXH3_64bits_withSeed(&item->cube, sizeof item->cube, out->source);
	out->source = XXH3_64bits_withSeed(item->name, strlen(item->name), out->source);
	out->n++;
	return EXIT_SOLVED;
}

static int read_all(struct list *list, const char *name, struct coset_list *out)
{
	uint64_t capacity = 0;
	struct list_entry entry;
	enum list_status next;
	while ((next = list_next(list, -1, &entry)) == LIST_ENTRY) {
		if (interrupted_by() != 0)
			return 128 + interrupted_by();
		const int status = add_entry(name, &entry, out, &capacity);
		if (status != EXIT_SOLVED)
			return status;
	}
	if (next == LIST_NO_MEMORY)
		return fail_memory();
	if (next != LIST_END) {
		complain("%s: %s", name, next == LIST_IO ? strerror(errno) : list_fault(list));
		return next == LIST_IO ? EXIT_TABLE : EXIT_INPUT;
	}
	if (out->n > 0)
		return EXIT_SOLVED;
	complain("%s: no coset in this list; a line of it is a position, as moves, facelets or cubies", name);
	return EXIT_INPUT;
}

int coset_list_read(const char *path, struct coset_list *out)
{
	const bool is_standard_input = strcmp(path, "-") == 0;
	const int fd = is_standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	*out = (struct coset_list){0};
	if (fd < 0)
		return complain_of_errno(path);
	struct list *const list = list_open(fd, LIST_RECOGNISE, 0);
	const int status = list != NULL ? read_all(list, is_standard_input ? "standard input" : path, out) : fail_memory();
	list_close(list);
	if (!is_standard_input)
		close(fd);
	if (status != EXIT_SOLVED)
		coset_list_free(out);
	return status;
}
