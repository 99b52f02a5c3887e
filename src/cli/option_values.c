/* The values of options: numbers, choices, and those that several commands have. */
#include "cli/option.h"

#include "base/processor.h"
#include "base/suggest.h"
#include "cli/cli.h"
#include "cluster/shard.h"
#include "cube/notation.h"
#include "heuristic/heuristic.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXPECTED_MAX = 200, NAMES_MAX = 64 };

/* ---- numbers ---- */

bool number_read(const char *text, uint64_t min, uint64_t max, uint64_t *out)
{
	/* strtoull() also takes blanks, signs and a wrapped-around negative number. */
	if (*text == '\0' || text[strspn(text, "0123456789")] != '\0')
		return false;
	errno = 0;
	const unsigned long long value = strtoull(text, NULL, 10);
	if (errno != 0 || value < min || value > max)
		return false;
	*out = value;
	return true;
}

/* Digits, perhaps with decimals and an exponent; what follows is left in *rest. */
static bool read_decimal(const char *text, long double *value, const char **rest)
{
	const char *p = text + strspn(text, "0123456789");
	if (p == text)
		return false;
	if (*p == '.') {
		const size_t n_decimals = strspn(p + 1, "0123456789");
		if (n_decimals == 0)
			return false;
		p += 1 + n_decimals;
	}
	if (*p == 'e' || *p == 'E') {
		const size_t n_digits = strspn(p + 1, "0123456789");
		if (n_digits == 0 || n_digits > 2)
			return false;
		p += 1 + n_digits;
	}
	char *end;
	*value = strtold(text, &end);
	*rest = p;
	return end == p;  /* strtold() knows more notations than these, such as 0x10 */
}

/* The power for a letter of "kMGT" at *p, which is then skipped. */
static long double take_factor(const char **p, long double thousand)
{
	static const char letters[] = "kMGT", others[] = "Kmgt";
	const char *const other = **p != '\0' ? strchr(others, **p) : NULL;
	const char *const found = other != NULL ? letters + (other - others) : **p != '\0' ? strchr(letters, **p) : NULL;
	if (found == NULL)
		return 1;
	long double factor = thousand;
	for (const char *letter = letters; letter < found; letter++)
		factor *= thousand;
	++*p;
	return factor;
}

static bool round_to_count(long double value, uint64_t *out)
{
	if (!(value >= 1 && value < 9.2e18L))
		return false;
	*out = (uint64_t)value;
	return true;
}

bool number_read_count(const char *text, uint64_t *out)
{
	long double value;
	const char *rest;
	if (!read_decimal(text, &value, &rest))
		return false;
	value *= take_factor(&rest, 1000);
	return *rest == '\0' && round_to_count(value, out);
}

bool number_read_seconds(const char *text, double *out)
{
	long double value;
	const char *rest;
	if (!read_decimal(text, &value, &rest))
		return false;
	const long double unit = *rest == 'h' ? 3600 : *rest == 'm' ? 60 : 1;
	rest += *rest == 'h' || *rest == 'm' || *rest == 's';
	if (*rest != '\0' || !(value > 0 && value * unit < 1e10L))
		return false;
	*out = (double)(value * unit);
	return true;
}

static uint64_t physical_memory_bytes(void)
{
	const long n_pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
	return n_pages > 0 && page_bytes > 0 ? (uint64_t)n_pages * (uint64_t)page_bytes : UINT64_MAX;
}

bool number_read_bytes(const char *text, uint64_t *out)
{
	long double value;
	const char *rest;
	if (!read_decimal(text, &value, &rest))
		return false;
	if (strcmp(rest, "%") == 0)
		return value <= 100 && round_to_count(value / 100 * (long double)physical_memory_bytes(), out);
	const long double factor = take_factor(&rest, 1024);
	if (factor > 1 && strncmp(rest, "iB", 2) == 0)
		rest += 2;
	else if (*rest == 'B')
		rest++;
	return *rest == '\0' && round_to_count(value * factor, out);
}

unsigned number_useful_threads(unsigned n)
{
	const unsigned per_processor = 4 * processors_usable(), limit = per_processor > 64 ? per_processor : 64;
	return n < limit ? n : limit;
}

/* ---- names ---- */

const char *const option_puzzle_names[2] = {"3x3", "2x2"};

bool option_refuse(const struct option_row *row, const char *value, const char *expected)
{
	return complain_and(false, "--%s '%s': expected %s", row->name, value, expected);
}

bool option_choose(const struct option_row *row, const char *value, const char *const *names, unsigned n, unsigned *out)
{
	char expected[EXPECTED_MAX] = "";
	for (*out = (unsigned)row->min; *out < n; ++*out)
		if (strcmp(value, names[*out]) == 0)
			return true;
	for (unsigned i = 0; i < n; i++) {
		const size_t length = strlen(expected);
		snprintf(expected + length, sizeof expected - length, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ", names[i]);
	}
	return option_refuse(row, value, row->expected != NULL ? row->expected : expected);
}

bool option_take_heuristic(void *options, const struct option_row *row, const char *value)
{
	(void)options;
	const char *names[NAMES_MAX];
	unsigned n = 0;
	if (strcmp(value, "auto") == 0 || heuristic_find(value) != NULL)
		return true;
	for (; n < n_heuristic_specs && n < NAMES_MAX; n++)
		names[n] = heuristic_specs[n].name;
	const char *const nearest = suggest(value, names, n);
	return complain_and(false, "--%s '%s': no such name%s%s%s `superflip help heuristics` lists them", row->name, value,
	                    nearest != NULL ? ", did you mean '" : "", nearest != NULL ? nearest : "", nearest != NULL ? "'?" : ";");
}

void option_print_heuristics(void)
{
	printf("heuristics, weakest first:\n");
	for (unsigned i = 0; i < n_heuristic_specs; i++)
		printf("  %-14s %s\n", heuristic_specs[i].name, heuristic_specs[i].summary);
}

void option_print_goals(void)
{
	const char *arguments, *picture;
	option_print_text("Goals for --goal, joined by +: --goal eo:FB+cross:D.  Without arguments a goal is where the brackets "
	                  "say.", 0);
	putchar('\n');
	for (unsigned i = 0; superflip_goal_at(i, NULL, NULL) != NULL; i++) {
		char call[40];
		const char *const name = superflip_goal_at(i, &arguments, &picture);
		snprintf(call, sizeof call, "%s%s", name, arguments);
		option_print_entry(call, 25, picture);
	}
	putchar('\n');
	option_print_text("A slot alone, as in cross+FR, is its pair: a corner of D and the edge above it.\n"
	                  "54 stickers are a goal, too: U R F D L B, with . where one does not matter.  Scrambles are written so "
	                  "as well; what is seen of one is then solved.  `superflip show --goals SCRAMBLE` tells how far it is from "
	                  "each goal, `show --goal GOAL` draws one.", 0);
}

/* ---- values of more than one command ---- */

bool option_take_parentheses(void *options, const struct option_row *row, const char *value)
{
	static const char *const names[] = {"group", "niss"};
	unsigned choice;
	if (!option_choose(row, value, names, 2, &choice))
		return false;
	*(unsigned *)(void *)((char *)options + row->member) |= choice == 0 ? READ_GROUPS : READ_NISS;
	return true;
}

bool option_take_range(void *options, const struct option_row *row, const char *value)
{
	char first[16];
	unsigned *const range = (unsigned *)(void *)((char *)options + row->member);
	const char *const dots = strstr(value, "..");
	const size_t n_first = dots != NULL ? (size_t)(dots - value) : strlen(value);
	uint64_t a, b;
	snprintf(first, sizeof first, "%.*s", n_first < sizeof first ? (int)n_first : 0, value);
	if (!number_read(first, row->min, row->max, &a) || !number_read(dots != NULL ? dots + 2 : first, a, row->max, &b))
		return option_refuse(row, value, row->expected);
	range[0] = (unsigned)a;
	range[1] = (unsigned)b;
	return true;
}

bool option_take_shard(void *options, const struct option_row *row, const char *value)
{
	struct shard *const shard = (struct shard *)(void *)((char *)options + row->member);
	return shard_read(value, shard) || option_refuse(row, value, "K/N, shard K of N, such as 3/100");
}

bool option_read_file(const char *option, const char *path, const char *what, char *text, size_t size)
{
	FILE *const in = fopen(path, "re");
	if (in == NULL)
		return complain_and(false, "%s: %s: %s", option, path, strerror(errno));
	const size_t n = fread(text, 1, size, in);
	fclose(in);
	if (n == size)
		complain("%s: %s is too long to be %s", option, path, what);
	else
		text[n] = '\0';
	return n < size;
}

/* ---- turn sets ---- */

const char *const turn_option_metrics[N_TURN_OPTION_METRICS] = {"htm", "qtm", "stm", "atm", "stqm", "etm"};

bool turn_options_read_file(struct turn_options *o)
{
	if (o->costs == NULL || *o->costs != '@')
		return true;
	const char *const path = o->costs + 1;
	o->costs = o->costs_read;
	return option_read_file("--cost", path, "costs of turns", o->costs_read, sizeof o->costs_read);
}

bool turn_options_open(const struct turn_options *o, superflip_turns **out)
{
	superflip_error error;
	const char *const metric = turn_option_metrics[o->metric];
	if (superflip_turns_parse(metric, o->moves, o->costs, 0, out, &error) == SUPERFLIP_OK)
		return true;
	if (error.column > 0)
		complain("--moves, --cost: column %u: %s", error.column, error.text);
	else
		complain("--metric %s: %s", metric, error.text);
	return false;
}
