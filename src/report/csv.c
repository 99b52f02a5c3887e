#include "report/csv.h"

#include <string.h>

void csv_write_text(const char *text, FILE *out)
{
	if (text[strcspn(text, "\",\r\n#")] == '\0' && *text != ' ') {
		fputs(text, out);
		return;
	}
	fputc('"', out);
	for (; *text != '\0'; text++) {
		if (*text == '"')
			fputc('"', out);
		fputc(*text, out);
	}
	fputc('"', out);
}
