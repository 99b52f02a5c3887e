#include "cli/cli.h"

#include "report/printable.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MESSAGE_MAX = 12288 };

/* Messages quote what others wrote, names of files and scrambles: this is the one place where they leave the program. */
static void write_line(FILE *out, const char *beginning, const char *format, va_list arguments)
{
	char text[MESSAGE_MAX];  /* no allocation: the message may be about the lack of memory */
	vsnprintf(text, sizeof text, format, arguments);
	flockfile(out);
	fputs(beginning, out);
	printable_write(text, out);
	fputc('\n', out);
	funlockfile(out);
}

static void write_complaint(const char *format, va_list arguments)
{
	fflush(stdout);
	write_line(stderr, "superflip: ", format, arguments);
}

void complain(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	write_complaint(format, arguments);
	va_end(arguments);
}

int complain_and(int result, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	write_complaint(format, arguments);
	va_end(arguments);
	return result;
}

int complain_of_errno(const char *name)
{
	const int error = errno;
	return complain_and(error == ENOMEM ? EXIT_MEMORY : EXIT_TABLE, "%s: %s", name, strerror(error));
}

int complain_of_memory(void)
{
	return complain_and(EXIT_MEMORY, "not enough memory");
}

void print_line_to(FILE *out, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	write_line(out, "", format, arguments);
	va_end(arguments);
}

bool colours_are_welcome(void)
{
	const char *const no_color = getenv("NO_COLOR");
	return no_color == NULL || *no_color == '\0';
}

int process_end(int status)
{
	const bool has_failed = ferror(stdout);
	if (fflush(stdout) == 0 && !has_failed)
		return status;
	if (status == EXIT_TABLE && has_failed)
		return status;  /* already reported where it happened */
	return complain_and(EXIT_TABLE, "cannot write the output%s%s", has_failed ? "" : ": ", has_failed ? "" : strerror(errno));
}

/* Jansson does not survive a failed allocation everywhere, and what it then reads or writes may be wrong. */
static void *allocate_or_exit(size_t size)
{
	void *const memory = malloc(size);
	if (memory != NULL || size == 0)
		return memory;
	_exit(complain_of_memory());
}

void process_prepare(void)
{
	catch_other_signals();
	json_set_alloc_funcs(allocate_or_exit, free);
}
