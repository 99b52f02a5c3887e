/* Lists from texts, and what is expected of their entries. */
#ifndef SUPERFLIP_TESTS_INPUT_READING_H
#define SUPERFLIP_TESTS_INPUT_READING_H
#include "input/list.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A list of these bytes, from an unlinked file or (to see short reads) from a pipe. */
static inline int descriptor_of(const char *bytes, size_t size)
{
	FILE *const file = tmpfile();
	cr_assert_not_null(file);
	cr_assert_eq(fwrite(bytes, 1, size, file), size);
	rewind(file);
	const int fd = dup(fileno(file));
	fclose(file);
	return fd;
}

struct reading {
	int fd;
	struct list *list;
	struct list_entry entry;
};

static inline struct reading read_bytes(const char *bytes, size_t size, enum list_source source)
{
	struct reading r = {.fd = descriptor_of(bytes, size)};
	r.list = list_open(r.fd, source, 0);
	cr_assert_not_null(r.list);
	return r;
}

static inline struct reading read_text(const char *text)
{
	return read_bytes(text, strlen(text), LIST_RECOGNISE);
}

static inline void expect_entry(struct reading *r, uint64_t line, unsigned column, const char *scramble, const char *label)
{
	cr_assert_eq(list_next(r->list, -1, &r->entry), LIST_ENTRY, "an entry with '%s' is missing", scramble);
	cr_expect_eq(r->entry.line, line, "'%s' is on line %llu", scramble, (unsigned long long)r->entry.line);
	cr_expect_eq(r->entry.column, column, "'%s' is in column %u", scramble, r->entry.column);
	cr_expect_str_eq(r->entry.scramble, scramble);
	cr_expect_null(r->entry.fault, "'%s': %s", scramble, r->entry.fault);
	if (label == NULL)
		cr_expect_null(r->entry.label, "'%s' has the label '%s'", scramble, r->entry.label);
	else
		cr_expect(r->entry.label != NULL && strcmp(r->entry.label, label) == 0, "'%s' has the label '%s'", scramble,
		          r->entry.label != NULL ? r->entry.label : "(none)");
}

static inline void expect_fault(struct reading *r, uint64_t line, const char *fault)
{
	cr_assert_eq(list_next(r->list, -1, &r->entry), LIST_ENTRY);
	cr_expect_eq(r->entry.line, line, "the fault is on line %llu", (unsigned long long)r->entry.line);
	cr_assert_not_null(r->entry.fault, "'%s' has no fault", r->entry.scramble);
	cr_expect_not_null(strstr(r->entry.fault, fault), "the fault is '%s'", r->entry.fault);
}

static inline void expect_skipped(const struct reading *r, const char *what)
{
	char skipped[LIST_SKIPPED_SIZE];
	list_describe_skipped(r->list, skipped);
	cr_expect_str_eq(skipped, what);
}

/* A source without any cube: what is said of it. */
static inline void expect_refused(struct reading *r, const char *fault)
{
	cr_expect_eq(list_next(r->list, -1, &r->entry), LIST_BAD_EXPORT);
	cr_expect_eq(list_next(r->list, -1, &r->entry), LIST_BAD_EXPORT, "refused once more");
	cr_expect_not_null(strstr(list_fault(r->list), fault), "the fault is '%s'", list_fault(r->list));
	list_close(r->list);
	close(r->fd);
}

static inline void expect_end(struct reading *r)
{
	cr_expect_eq(list_next(r->list, -1, &r->entry), LIST_END);
	cr_expect_eq(list_next(r->list, -1, &r->entry), LIST_END, "the end stays the end");
	list_close(r->list);
	close(r->fd);
}
#endif
