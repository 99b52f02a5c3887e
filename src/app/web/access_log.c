#include "web/http_request.h"

#include "report/printable.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A text of the client between quotes. */
static void write_quoted(const char *text, size_t n, FILE *out)
{
	for (const char *const end = text + n; text < end;) {
		if (*text == '"' || *text == '\\')
			fprintf(out, "\\x%02X", (unsigned)*text++);
		else
			text += printable_write_char(text, out);
	}
}

/* The page's query may be the token, which opens the server to whoever reads it. */
static void write_uri(const char *uri, FILE *out)
{
	const size_t n = strcspn(uri, "?");
	const bool is_page = (n == 1 && *uri == '/') || (n == 3 && strncasecmp(uri, "%2F", n) == 0);
	write_quoted(uri, is_page ? n : strlen(uri), out);
	if (is_page && uri[n] != '\0')
		fputs("?...", out);
}

static void write_line(FILE *out, const char *client, const struct web_log_line *line)
{
	char when[40];
	struct tm parts;
	strftime(when, sizeof when, "%d/%b/%Y:%H:%M:%S %z", localtime_r(&line->begin, &parts));
	fprintf(out, "%s - - [%s] \"", client, when);
	if (line->method != NULL) {
		write_quoted(line->method, strlen(line->method), out);
		fputc(' ', out);
	}
	if (line->uri != NULL)
		write_uri(line->uri, out);
	fprintf(out, "%s%s\" ", line->version != NULL ? " " : "", line->version != NULL ? line->version : "");
	if (line->status != 0)
		fprintf(out, "%u %" PRIu64 "\n", line->status, line->n_bytes);
	else
		fputs("- -\n", out);
}

void web_log_write(FILE *out, const char *client, const struct web_log_line *line)
{
	char *text = NULL;
	size_t size = 0;
	FILE *const whole = open_memstream(&text, &size);  /* so that lines of several threads do not mix */
	if (whole == NULL)
		return;
	write_line(whole, client, line);
	if (fclose(whole) == 0) {
		fwrite(text, 1, size, out);
		fflush(out);
	}
	free(text);
}

void web_log_forget(struct web_log_line *line)
{
	free(line->method);
	free(line->uri);
	free(line->version);
}
