#include "report/printable.h"

#include "base/memory.h"

size_t printable_write_char(const char *at, FILE *out)
{
	const size_t n_bytes = text_char_bytes(at);
	if (n_bytes > 0 && text_is_printable(at))
		fwrite(at, 1, n_bytes, out);
	else if (n_bytes > 0)
		fprintf(out, n_bytes == 1 && (unsigned char)*at >= 0x80 ? "<0x%02X>" : "<U+%04X>",
		        (unsigned)text_code_point(at));
	return n_bytes;
}

/* But for the characters of `kept`, which stay. */
static void write_but(const char *text, size_t size, const char *kept, FILE *out)
{
	for (size_t at = 0, from = 0; at < size; from = at) {
		/* These need no look at their characters. */
		while (at < size
		       && ((text[at] >= ' ' && text[at] < 0x7F) || memchr(kept, text[at], strlen(kept)) != NULL))
			at++;
		fwrite(text + from, 1, at - from, out);
		char next[5] = "";  /* a character, which the end may cut off */
		memcpy(next, text + at, size - at < 4 ? size - at : 4);
		const size_t n_bytes = printable_write_char(next, out);
		if (n_bytes == 0 && at < size)
			fputs("<U+0000>", out);
		at += n_bytes > 0 ? n_bytes : 1;
	}
}

void printable_write(const char *text, FILE *out)
{
	write_but(text, strlen(text), "", out);
}

char *printable_copy(const char *text)
{
	char *copy = NULL;
	size_t size;
	FILE *const out = memory_stream(&copy, &size);
	if (out != NULL)
		printable_write(text, out);
	return memory_stream_end(out, &copy);
}

bool printable_write_lines(const char *text, size_t size, FILE *out)
{
	write_but(text, size, "\n\t", out);
	return !ferror(out);
}

void printable_write_json(const char *json, FILE *out)
{
	const char *shown = json;  /* what follows it up to `json` is yet to be written */
	for (size_t n_bytes; (n_bytes = text_char_bytes(json)) != 0; json += n_bytes) {
		const unsigned char first = (unsigned char)*json;  /* whether char has a sign differs by processor */
		if (first >= ' ' && first < 0x80 ? first != 0x7F : text_is_printable(json))
			continue;
		fwrite(shown, 1, (size_t)(json - shown), out);
		const unsigned code = (unsigned)text_code_point(json);
		if (code < 0x10000)
			fprintf(out, "\\u%04x", code);
		else  /* as two surrogates of UTF-16 */
			fprintf(out, "\\u%04x\\u%04x", 0xD800 + ((code - 0x10000) >> 10), 0xDC00 + (code & 0x3FF));
		shown = json + n_bytes;
	}
	fwrite(shown, 1, (size_t)(json - shown), out);
}

void csv_write_text(const char *text, FILE *out)
{
	if (text[strcspn(text, "\",\r\n\t#")] == '\0' && *text != ' ') {
		printable_write(text, out);
		return;
	}
	fputc('"', out);
	while (*text != '\0') {
		if (*text == '"')
			fputc('"', out);
		if (*text == '\n' || *text == '\t')
			fputc(*text++, out);
		else
			text += printable_write_char(text, out);
	}
	fputc('"', out);
}
