/* Text from anywhere on its way out. */
#include "report/printable.h"

#include "support/test.h"
#include <jansson.h>

static char *written(void (*write)(const char *text, FILE *out), const char *text)
{
	char *result;
	size_t size;
	FILE *const out = open_memstream(&result, &size);
	write(text, out);
	fclose(out);
	return result;
}

static void expect(void (*write)(const char *text, FILE *out), const char *text, const char *shown)
{
	char *const result = written(write, text);
	cr_expect_str_eq(result, shown);
	free(result);
}

static void write_lines(const char *text, FILE *out)
{
	cr_expect(printable_write_lines(text, strlen(text), out));
}

Test(printable, what_can_be_shown_is_left_as_it_is)
{
	static const char *const texts[] = {"", "R U2 F'", "gr\u00F6\u00DFer \u2019 \u20AC", "\U0001F600 \u4E09"};
	array_foreach(row, texts) {
		expect(printable_write, *row, *row);
		expect(printable_write_json, *row, *row);
	}
}

Test(printable, what_steers_a_terminal_or_hides_is_described)
{
	static const struct { void (*write)(const char *text, FILE *out); const char *text, *shown;
	} cases[] = {
		{printable_write, "a\x1B[2Jb\r\n\x7F", "a<U+001B>[2Jb<U+000D><U+000A><U+007F>"},
		{printable_write,
	     "\xC2\x9B"
	     "31m \u202Eabc\u202C R\u200B \uFEFF",
	     "<U+009B>31m <U+202E>abc<U+202C> R<U+200B> <U+FEFF>"},
		{printable_write, "\U000E0041", "<U+E0041>"},
		/* Bytes that are no UTF-8. */
		{printable_write,
	     "\x9B"
	     "31m \xC3",
	     "<0x9B>31m <0xC3>"},
		{printable_write, "\xED\xA0\x80", "<U+D800>"},
		/* Lines keep their ends and tabs. */
		{write_lines, "1\tR U2\n2\tgr\u00F6\u00DFer\n", "1\tR U2\n2\tgr\u00F6\u00DFer\n"},
		{write_lines,
	     "a\x1B[2Jb\r\n\xC2\x9B"
	     "31m\n\xE2\x82",
	     "a<U+001B>[2Jb<U+000D>\n<U+009B>31m\n<0xE2><0x82>"},
		/* CSV keeps line feeds. */
		{csv_write_text, "a\x1B]0;b\x07", "a<U+001B>]0;b<U+0007>"},
		{csv_write_text, "two\nlines, \x1B", "\"two\nlines, <U+001B>\""},
		{csv_write_text, "say \"\xC2\x9B\"", "\"say \"\"<U+009B>\"\"\""},
	};
	array_foreach(row, cases)
		expect(row->write, row->text, row->shown);
}

Test(printable, a_nul_byte_in_a_line_is_described)
{
	char *shown;
	size_t size;
	FILE *const out = open_memstream(&shown, &size);
	cr_expect(printable_write_lines("a\0b\u20AC", 6, out));
	fclose(out);
	cr_expect_str_eq(shown, "a<U+0000>b\u20AC");
	free(shown);
}

Test(printable, nothing_below_the_space_or_between_0x7f_and_0x9f_ever_comes_out)
{
	for (unsigned first = 1; first < 256; first++)
		for (unsigned second = 0; second < 256; second++) {
			const char text[] = {(char)first, (char)second, '\0'};
			char *const shown = written(printable_write, text);
			for (const unsigned char *p = (const unsigned char *)shown; *p != '\0'; p++) {
				const bool is_second = p > (const unsigned char *)shown && p[-1] >= 0xC2;
				cr_assert(*p >= ' ' && *p != 0x7F && (*p < 0x7F || *p >= 0xA0 || is_second), "%02x %02x",
				          first, second);
				cr_assert(!(p[0] == 0xC2 && p[1] < 0xA0), "%02x %02x", first, second);
			}
			free(shown);
		}
}

Test(printable, json_means_the_same_and_hides_nothing)
{
	static const char text[] = "{\"label\":\"\xC2\x9B" "31m \u202E\U000E0041 \u00F6 \\u001b\"}";
	char *const shown = written(printable_write_json, text);
	cr_expect_str_eq(shown, "{\"label\":\"\\u009b31m \\u202e\\udb40\\udc41 \u00F6 \\u001b\"}");
	json_t *const before = json_loads(text, 0, NULL), *const after = json_loads(shown, 0, NULL);
	cr_expect(json_equal(before, after));
	json_decref(before);
	json_decref(after);
	free(shown);
}
