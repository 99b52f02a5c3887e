/* Labels: what stands around a scramble (title, number, name, time, comment, date) as one line. */
#ifndef SUPERFLIP_INPUT_LABEL_H
#define SUPERFLIP_INPUT_LABEL_H
#include <stddef.h>
#include <stdint.h>

/** The parts of a label; NULL or "": there is none. Nothing is owned. */
struct label {
	const char *title, *number, *name, *time, *comment, *date;
};

/** Join the parts: "TITLE NUMBER. NAME TIME COMMENT @DATE".
 * @return a text of the caller's, released by free(); NULL without memory; "" if there are no parts */
char *label_join(const struct label *parts);

enum { LABEL_TIME_SIZE = 40, LABEL_DATE_SIZE = 32 };

/** Milliseconds as timers print them: 12.34, 1:02.34; a penalty of 2 s ends with +, a solve that counts for nothing is
 * DNF(12.34). */
void label_format_time(double milliseconds, int has_plus_two, int is_dnf, char out[LABEL_TIME_SIZE]);

/** Seconds since 1970 as 2024-01-31 12:00:00 (UTC); "" for what is no date. */
void label_format_date(double seconds, char out[LABEL_DATE_SIZE]);
#endif
