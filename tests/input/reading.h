/* Lists from texts, and what is expected of their entries. */
#ifndef SUPERFLIP_TESTS_INPUT_READING_H
#define SUPERFLIP_TESTS_INPUT_READING_H
#include "input/list.h"

#include "support/test.h"

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

static inline struct reading open_reading(const char *bytes, size_t size, enum list_source source,
                                          unsigned options)
{
	struct reading r = {.fd = descriptor_of(bytes, size)};
	r.list = list_open(r.fd, source, options);
	cr_assert_not_null(r.list);
	return r;
}

static inline struct reading read_bytes(const char *bytes, size_t size)
{
	return open_reading(bytes, size, LIST_RECOGNISE, 0);
}

/* Tables of cases leave out what is not there. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

/* An entry of a list, or its fault. */
struct expected {
	uint64_t line;
	unsigned column;
	const char *scramble, *label, *fault;
};

static inline void expect_entry(struct reading *r, const struct expected *e)
{
	cr_assert_eq(list_next(r->list, -1, &r->entry), LIST_ENTRY, "the entry of line %llu is missing",
	             (unsigned long long)e->line);
	const char *const label = r->entry.label, *const fault = r->entry.fault;
	cr_expect_eq(r->entry.line, e->line, "'%s' is on line %llu", r->entry.scramble,
	             (unsigned long long)r->entry.line);
	if (e->fault != NULL) {
		cr_expect(fault != NULL && strstr(fault, e->fault) != NULL, "the fault of '%s' is '%s'",
		          r->entry.scramble, fault);
		return;
	}
	cr_expect_null(fault, "'%s': %s", e->scramble, fault);
	cr_expect_eq(r->entry.column, e->column, "'%s' is in column %u", e->scramble, r->entry.column);
	cr_expect_str_eq(r->entry.scramble, e->scramble);
	cr_expect(label == NULL || e->label == NULL ? label == e->label : strcmp(label, e->label) == 0,
	          "'%s' has the label '%s'", e->scramble, label);
}

static inline void expect_skipped(const struct reading *r, const char *what)
{
	char skipped[LIST_SKIPPED_SIZE];
	list_describe_skipped(r->list, skipped);
	cr_expect_str_eq(skipped, what);
}

static inline void close_reading(struct reading *r)
{
	list_close(r->list);
	close(r->fd);
}

/* A source that is refused as a whole: what is said of it. */
static inline void expect_refused(struct reading *r, const char *fault)
{
	cr_expect_eq(list_next(r->list, -1, &r->entry), LIST_BAD_EXPORT);
	cr_expect_not_null(strstr(list_fault(r->list), fault), "the fault is '%s'", list_fault(r->list));
	cr_expect_eq(list_next(r->list, -1, &r->entry), LIST_BAD_EXPORT, "refused once more");
	cr_expect_not_null(strstr(list_fault(r->list), fault), "for the same reason, not '%s'",
	                   list_fault(r->list));
	close_reading(r);
}

static inline void expect_end(struct reading *r)
{
	cr_expect_eq(list_next(r->list, -1, &r->entry), LIST_END);
	cr_expect_eq(list_next(r->list, -1, &r->entry), LIST_END, "the end stays the end");
	close_reading(r);
}

/* ---- tables of cases ---- */
struct list_case {
	const char *claim, *text;
	struct expected entries[13];
	const char *skipped;                 /* NULL: nothing */
	const char *refused;                 /* NULL: the source is not */
	enum list_source source;
	unsigned options;
};

static inline void expect_cases(const struct list_case *cases, size_t n)
{
	for (const struct list_case *c = cases; c < cases + n; c++) {
		struct reading r = open_reading(c->text, strlen(c->text), c->source, c->options);
		cr_log_info("%s", c->claim);  /* shown with --verbose */
		if (c->refused != NULL) {
			expect_refused(&r, c->refused);
			continue;
		}
		for (const struct expected *e = c->entries; e->scramble != NULL || e->fault != NULL; e++)
			expect_entry(&r, e);
		expect_skipped(&r, c->skipped != NULL ? c->skipped : "");
		expect_end(&r);
	}
}
#endif
