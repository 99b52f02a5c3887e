#include "report/csv.h"

#include "report/printable.h"

#include <string.h>

void csv_write_text(const char *text, FILE *out)
{
	if (text[strcspn(text, "\",\r\n#")] == '\0' && *text != ' ') {
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

void tsv_write_text(const char *text, FILE *out)
{
	while (*text != '\0') {
		const size_t n_blank = strspn(text, "\t\r\n");
		if (n_blank > 0)
			fputc(' ', out);
		text += n_blank > 0 ? n_blank : printable_write_char(text, out);
	}
}
