#include "report/lengths.h"

enum { BAR_BLOCKS = 32, BAR_BYTES = 3 * BAR_BLOCKS + 1 };

/* A mean or a share of a random sample is so many standard errors off in one of twenty samples. */
static const double off_by = 1.96;

/* Whole blocks, and one in eighths. */
static const char *bar(double share, char text[BAR_BYTES])
{
	char *end = text;
	*end = '\0';
	for (int left = (int)lround(share * BAR_BLOCKS * 8); left > 0; left -= 8)
		end += sprintf(end, "\xe2\x96%c", left < 8 ? 0x90 - left : 0x88);
	return text;
}

/* Costs need not be whole numbers. */
static json_t *number(double length)
{
	return length == floor(length) ? json_integer((json_int_t)length) : json_real(length);
}

static void add_fact(struct table *table, const char *key, double value)
{
	char text[32];
	snprintf(text, sizeof text, "%.4f", value);
	table_add_fact(table, key, json_real(value), text);
}

bool lengths_print(const struct lengths *l, const char *counted, json_t *facts, enum table_format format,
                   FILE *out)
{
	const double unit = l->unit > 0 ? l->unit : 1;
	double n = 0, mean = 0, squares = 0, most = 0, up_to = 0;
	unsigned least = 0, longest = 0;
	char text[BAR_BYTES];
	snprintf(text, sizeof text, "length,%s,percent,up_to_percent%s%s", counted,
	         l->is_sample ? ",error_percent" : "", format == TABLE_TEXT ? ",bar" : "");
	struct table *const table = table_create(text);
	const char *key;
	json_t *value;
	json_object_foreach(facts, key, value)
		table_add_fact(table, key, json_incref(value), NULL);
	if (facts == NULL)
		table_add_fact(table, "", NULL, NULL);
	json_decref(facts);
	for (unsigned i = 0; i <= SUPERFLIP_MAX_MOVES; i++) {
		least = n == 0 ? i : least;
		longest = l->n[i] > 0 ? i : longest;
		n += (double)l->n[i];
		mean += (double)l->n[i] * i * unit;
		most = fmax(most, (double)l->n[i]);
	}
	table_add_fact(table, counted, number(n), table_count_text(n, text));
	mean /= fmax(n, 1);
	for (unsigned i = least; i <= longest; i++)
		squares += (double)l->n[i] * pow(i * unit - mean, 2);
	const double deviation = n > 1 ? sqrt(squares / (n - l->is_sample)) : 0;
	add_fact(table, "mean", mean);
	if (l->is_sample)
		add_fact(table, "mean_error", off_by * deviation / sqrt(n));
	add_fact(table, "deviation", deviation);
	table_add_fact(table, "least", number(least * unit), NULL);
	table_add_fact(table, "most", number(longest * unit), NULL);
	for (unsigned i = least; i <= longest && n > 0; i++) {
		const double here = (double)l->n[i];
		/* A. Agresti, B. Coull, The American Statistician 52 (1998): good for rare lengths, too. */
		const double share = (here + 2) / (n + 4), error = off_by * sqrt(share * (1 - share) / (n + 4));
		up_to += here;
		TABLE_ROW(table, (struct cell){.value = number(i * unit), .decimals = 2}, cell_count(l->n[i]),
		          cell_real(100 * here / n, 3), cell_real(100 * up_to / n, 3));
		if (l->is_sample)
			TABLE_ROW(table, cell_real(100 * error, 3));
		if (format == TABLE_TEXT)
			TABLE_ROW(table, cell_text(bar(here / most, text)));
	}
	return table_write(table, format, out);
}
