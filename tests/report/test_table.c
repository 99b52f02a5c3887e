#include "report/table.h"

#include "support/test.h"

/* A table as a format writes it, to be freed; the table is. */
static char *written(struct table *t, enum table_format format)
{
	char *text = NULL;
	size_t size;
	FILE *const out = open_memstream(&text, &size);
	cr_assert(table_write(t, format, out));
	fclose(out);
	return text;
}

static void expect(struct table *t, enum table_format format, const char *expected)
{
	char *const text = written(t, format);
	cr_expect_str_eq(text, expected, "%s:\n%s", table_format_name[format], text);
	free(text);
}

static const char columns[] = "name_of_it,count,mean";

/* Text is aligned and large numbers are grouped, for people; CSV has plain numbers and quoted text, JSON
 * Lines nulls; Markdown escapes what it would interpret. */
Test(table, each_format_has_facts_and_cells_in_its_own_way)
{
	static const char *const expected[N_TABLE_FORMATS] = {
		[TABLE_TEXT] = "# machine: C\n# seed: 7\n# share: 0.250\n# names: a and b\n"
		               "name_of_it              count       mean\n"
		               "plain         114,098,463,567  -1,234.50\n"
		               "a|b, \"c\" #_%                            \n",
		[TABLE_CSV] = "# machine: C\n# seed: 7\n# share: 0.250\n# names: a and b\n"
		              "name_of_it,count,mean\n"
		              "plain,114098463567,-1234.5\n"
		              "\"a|b, \"\"c\"\" #_%\",,\n",
		[TABLE_JSONL] = "{\"machine\":\"C\",\"seed\":7,\"share\":0.25,\"names\":[\"a\",\"b\"]}\n"
		                "{\"name_of_it\":\"plain\",\"count\":114098463567,\"mean\":-1234.5}\n"
		                "{\"name_of_it\":\"a|b, \\\"c\\\" #_%\",\"count\":null,\"mean\":null}\n",
		[TABLE_MARKDOWN] = "- machine: C\n- seed: 7\n- share: 0.250\n- names: a and b\n\n"
		                   "| name\\_of\\_it | count | mean |\n"
		                   "|---|---:|---:|\n"
		                   "| plain | 114,098,463,567 | -1,234.50 |\n"
		                   "| a\\|b, \"c\" #\\_% |  |  |\n",
	};
	for (enum table_format format = 0; format < N_TABLE_FORMATS; format++) {
		struct table *const t = table_create(columns);
		table_add_fact(t, "machine", json_string("C"), NULL);
		table_add_fact(t, "seed", json_integer(7), NULL);
		table_add_fact(t, "share", json_real(0.25), "0.250");
		table_add_fact(t, "names", json_pack("[s, s]", "a", "b"), "a and b");
		TABLE_ROW(t, cell_text("plain"), cell_count(114098463567), cell_real(-1234.5, 2),
		          cell_text("a|b, \"c\" #_%"), cell_text(NULL), cell_real(NAN, 2));
		expect(t, format, expected[format]);
	}
}

Test(table, a_table_may_be_empty)
{
	for (enum table_format format = 0; format < N_TABLE_FORMATS; format++)
		free(written(table_create(columns), format));
}

Test(table, small_numbers_are_not_rounded_to_nothing)
{
	struct table *const t = table_create("x");
	TABLE_ROW(t, cell_real(6.255e-24, 9), cell_real(0, 2));
	expect(t, TABLE_TEXT, "        x\n6.255e-24\n     0.00\n");
}
