#include "cli/cli.h"

#include "report/printable.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

void complain(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fflush(stdout);
	write_line(stderr, "superflip: ", format, arguments);
	va_end(arguments);
}

int complain_of_errno(const char *name)
{
	const int error = errno;
	complain("%s: %s", name, strerror(error));
	return error == ENOMEM ? EXIT_MEMORY : EXIT_TABLE;
}

void print_line_to(FILE *out, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	write_line(out, "", format, arguments);
	va_end(arguments);
}
