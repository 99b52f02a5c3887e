#include "report/status_line.h"

#include <sys/ioctl.h>
#include <unistd.h>

void terminal_size(int fd, unsigned *rows, unsigned *columns)
{
	struct winsize size;
	const bool is_known = ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0;
	*rows = is_known ? size.ws_row : 24;
	*columns = is_known ? size.ws_col : 80;
}

bool status_line_is_wanted(bool is_quiet)
{
	return !is_quiet && isatty(STDERR_FILENO);
}

unsigned status_line_fit(const char *text, unsigned columns)
{
	const unsigned room = columns - 1;  /* a character in the last column would wrap the line */
	unsigned fit = (unsigned)strlen(text);
	while (fit > room) {
		do
			fit--;
		while (fit > 0 && text_begins(&text[fit], ", ") == 0);
		if (fit == 0)
			return room;
	}
	return fit;
}

void status_line_show(FILE *out, const char *text)
{
	unsigned rows, columns;
	terminal_size(fileno(out), &rows, &columns);
	fprintf(out, "\r\033[K%.*s", (int)status_line_fit(text, columns), text);
	fflush(out);
}

void status_line_clear(FILE *out)
{
	fputs("\r\033[K", out);
}

bool status_log_is_due(double interval_s, double elapsed_s, double last_s)
{
	const double rarer_s = elapsed_s / 10;
	return elapsed_s - last_s >= (rarer_s > interval_s ? rarer_s : interval_s);
}
