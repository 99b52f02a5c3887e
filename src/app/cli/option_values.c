/* Values of options that several commands have. */
#include "cli/option.h"

#include "base/processor.h"
#include "cli/cli.h"
#include "cluster/shard.h"
#include "heuristic/heuristic.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

unsigned number_useful_threads(unsigned n)
{
	const unsigned per_processor = 4 * processors_usable(), limit = per_processor > 64 ? per_processor : 64;
	return n < limit ? n : limit;
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

bool option_take_range(void *options, const struct option_row *row, const char *value, superflip_error *error)
{
	char first[16];
	unsigned *const range = (unsigned *)(void *)((char *)options + row->member);
	const char *const dots = strstr(value, "..");
	const size_t n_first = dots != NULL ? (size_t)(dots - value) : strlen(value);
	uint64_t a, b;
	snprintf(first, sizeof first, "%.*s", n_first < sizeof first ? (int)n_first : 0, value);
	if (!number_read(first, row->min, row->max, &a)
	    || !number_read(dots != NULL ? dots + 2 : first, a, row->max, &b))
		return option_refuse(error, row, value, row->expected);
	range[0] = (unsigned)a;
	range[1] = (unsigned)b;
	return true;
}

bool option_take_shard(void *options, const struct option_row *row, const char *value, superflip_error *error)
{
	struct shard *const shard = (struct shard *)(void *)((char *)options + row->member);
	return shard_read(value, shard) || option_refuse(error, row, value, "K/N, shard K of N, such as 3/100");
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

bool option_read_costs(const char **costs, char *text, size_t size)
{
	if (*costs == NULL || **costs != '@')
		return true;
	const char *const path = *costs + 1;
	*costs = text;
	return option_read_file("--cost", path, "costs of turns", text, size);
}
