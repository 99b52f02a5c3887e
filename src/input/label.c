#include "input/label.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static size_t length_of(const char *text)
{
	return text != NULL ? strlen(text) : 0;
}

static char *append(char *to, const char *begin, const char *text, const char *prefix)
{
	if (length_of(text) == 0)
		return to;
	if (to > begin)
		*to++ = ' ';
	return stpcpy(stpcpy(to, prefix), text);
}

char *label_join(const struct label *l)
{
	const size_t size = length_of(l->title) + length_of(l->number) + length_of(l->name) + length_of(l->time) +
	                    length_of(l->comment) + length_of(l->date) + 8;
	char *const label = malloc(size);
	if (label == NULL)
		return NULL;
	*label = '\0';
	char *to = append(label, label, l->title, "");
	to = append(to, label, l->number, "");
	const char last = to > label ? to[-1] : '\0';
	const int is_followed = length_of(l->name) + length_of(l->time) + length_of(l->comment) + length_of(l->date) > 0;
	if (length_of(l->number) > 0 && is_followed && last >= '0' && last <= '9')
		to = stpcpy(to, ".");
	to = append(to, label, l->name, "");
	to = append(to, label, l->time, "");
	to = append(to, label, l->comment, "");
	append(to, label, l->date, "@");
	return label;
}

void label_format_time(double milliseconds, int has_plus_two, int is_dnf, char out[LABEL_TIME_SIZE])
{
	*out = '\0';
	if (!(milliseconds >= 0 && milliseconds < 1e12))
		return;
	const unsigned long long hundredths = (unsigned long long)milliseconds / 10 + (has_plus_two ? 200 : 0);
	const unsigned long long minutes = hundredths / 6000;
	const unsigned rest = (unsigned)(hundredths % 6000);
	char time[24];
	if (minutes > 0)
		snprintf(time, sizeof time, "%llu:%02u.%02u", minutes, rest / 100, rest % 100);
	else
		snprintf(time, sizeof time, "%u.%02u", rest / 100, rest % 100);
	snprintf(out, LABEL_TIME_SIZE, "%s%s%s%s", is_dnf ? "DNF(" : "", time, has_plus_two ? "+" : "", is_dnf ? ")" : "");
}

void label_format_date(double seconds, char out[LABEL_DATE_SIZE])
{
	struct tm date;
	*out = '\0';
	if (!(seconds > 0 && seconds < 4e9))
		return;
	const time_t at = (time_t)seconds;
	if (gmtime_r(&at, &date) == NULL || strftime(out, LABEL_DATE_SIZE, "%Y-%m-%d %H:%M:%S", &date) == 0)
		*out = '\0';
}
