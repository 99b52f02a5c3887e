#include "report/table.h"
#include "report/statistics.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char *const columns[] = {"name_of_it", "count", "mean", NULL};

static struct table *example(void)
{
	struct table *const t = table_create(columns);
	table_add_fact(t, "machine", "C");
	table_add_fact_value(t, "seed", json_integer(7), NULL);
	table_add_fact_real(t, "share", 0.25, 3);
	table_add_fact_value(t, "names", json_pack("[s, s]", "a", "b"), "a and b");
	TABLE_ROW(t, cell_text("plain"), cell_count(114098463567), cell_real(-1234.5, 2), cell_text("a|b, \"c\" #_%"), cell_none(),
	          cell_real(NAN, 2));
	return t;
}

/* The example as a format writes it, to be freed. */
static char *written(enum table_format format)
{
	struct table *const t = example();
	char *text = NULL;
	size_t size;
	FILE *const out = open_memstream(&text, &size);
	cr_assert(table_write(t, format, out));
	fclose(out);
	return text;
}

static void expect(enum table_format format, const char *expected)
{
	char *const text = written(format);
	cr_expect_str_eq(text, expected, "%s:\n%s", table_format_name[format], text);
	free(text);
}

Test(table, text_is_aligned_and_grouped)
{
	expect(TABLE_TEXT,
	       "# machine: C\n# seed: 7\n# share: 0.250\n# names: a and b\n"
	       "name_of_it              count       mean\n"
	       "plain         114,098,463,567  -1,234.50\n"
	       "a|b, \"c\" #_%                            \n");
}

Test(table, csv_has_plain_numbers_and_quoted_text)
{
	expect(TABLE_CSV,
	       "# machine: C\n# seed: 7\n# share: 0.250\n# names: a and b\n"
	       "name_of_it,count,mean\n"
	       "plain,114098463567,-1234.5\n"
	       "\"a|b, \"\"c\"\" #_%\",,\n");
}

Test(table, json_lines_are_objects_with_nulls)
{
	char *const text = written(TABLE_JSONL);
	char *rest = text;
	const char *const seed = strsep(&rest, "\n"), *const first = strsep(&rest, "\n"), *const second = strsep(&rest, "\n");
	json_t *const facts = json_loads(seed, 0, NULL), *const row = json_loads(first, 0, NULL);
	json_t *const last = json_loads(second, 0, NULL);
	cr_expect_str_eq(json_string_value(json_object_get(facts, "machine")), "C");
	cr_expect_eq(json_integer_value(json_object_get(facts, "seed")), 7);
	cr_expect_eq(json_real_value(json_object_get(facts, "share")), 0.25);
	cr_expect_str_eq(json_string_value(json_array_get(json_object_get(facts, "names"), 1)), "b");
	cr_expect_eq(json_integer_value(json_object_get(row, "count")), 114098463567);
	cr_expect_float_eq(json_real_value(json_object_get(row, "mean")), -1234.5, 1e-9);
	cr_expect(json_is_null(json_object_get(last, "count")));
	cr_expect_str_eq(json_string_value(json_object_get(last, "name_of_it")), "a|b, \"c\" #_%");
	cr_expect_str_eq(rest, "");
	json_decref(facts);
	json_decref(row);
	json_decref(last);
	free(text);
}

Test(table, markdown_escapes_what_it_would_interpret)
{
	expect(TABLE_MARKDOWN,
	       "- machine: C\n- seed: 7\n- share: 0.250\n- names: a and b\n\n"
	       "| name\\_of\\_it | count | mean |\n"
	       "|---|---:|---:|\n"
	       "| plain | 114,098,463,567 | -1,234.50 |\n"
	       "| a\\|b, \"c\" #\\_% |  |  |\n");
}

Test(table, latex_sets_numbers_as_mathematics)
{
	expect(TABLE_LATEX,
	       "% machine: C\n% seed: 7\n% share: 0.250\n% names: a and b\n"
	       "\\begin{tabular}{lrr}\n\\hline\n"
	       "name\\_of\\_it & count & mean \\\\\n\\hline\n"
	       "plain & $114{,}098{,}463{,}567$ & $-1{,}234.50$ \\\\\n"
	       "a|b, \"c\" \\#\\_\\% &  &  \\\\\n"
	       "\\hline\n\\end{tabular}\n");
}

Test(table, a_table_may_be_empty)
{
	for (unsigned format = 0; format < N_TABLE_FORMATS; format++) {
		char *text = NULL;
		size_t size;
		FILE *const out = open_memstream(&text, &size);
		cr_expect(table_write(table_create(columns), (enum table_format)format, out));
		fclose(out);
		free(text);
	}
}

Test(table, small_numbers_are_not_rounded_to_nothing)
{
	static const char *const one[] = {"x", NULL};
	struct table *const t = table_create(one);
	TABLE_ROW(t, cell_real(6.255e-24, 9), cell_real(0, 2));
	char *text = NULL;
	size_t size;
	FILE *const out = open_memstream(&text, &size);
	cr_assert(table_write(t, TABLE_TEXT, out));
	fclose(out);
	cr_expect_str_eq(text, "        x\n6.255e-24\n     0.00\n", "%s", text);
	free(text);
}

Test(statistics, mean_and_standard_error_are_those_of_the_textbook)
{
	struct sample s = {0};
	for (unsigned x = 1; x <= 5; x++)
		sample_add(&s, x);
	cr_expect_float_eq(s.mean, 3.0, 1e-12);
	/* Variance 2.5 of five numbers. */
	cr_expect_float_eq(sample_standard_error(&s), sqrt(0.5), 1e-12);
	struct sample one = {0};
	sample_add(&one, 4);
	cr_expect(isnan(sample_standard_error(&one)));
}

Test(table, latex_has_powers_of_ten_and_signs_of_its_own)
{
	static const char *const two[] = {"text", "number", NULL};
	struct table *const t = table_create(two);
	TABLE_ROW(t, cell_text("1 +- 2, \\x^2 < ~"), cell_real(4.175e-4, 2), cell_text("far"), cell_real(-6.255e24, 2));
	char *text = NULL;
	size_t size;
	FILE *const out = open_memstream(&text, &size);
	cr_assert(table_write(t, TABLE_LATEX, out));
	fclose(out);
	cr_expect(strstr(text, "1 $\\pm$ 2, \\textbackslash{}x\\textasciicircum{}2 \\textless{} \\textasciitilde{} & $4.175 \\times 10^{-4}$ \\\\\n")
	          != NULL, "%s", text);
	cr_expect(strstr(text, "far & $-6.255 \\times 10^{24}$ \\\\\n") != NULL, "%s", text);
	free(text);
}
