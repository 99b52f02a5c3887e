#include "cli/pdb/request.h"

enum { SIZE_TEXT_MAX = 16 };

const char *duration_text(double seconds, char text[DURATION_TEXT_MAX])
{
	static const struct { double seconds; const char *name; } units[] = {
		{365.25 * 86400, "y"}, {86400, "d"}, {3600, "h"}, {60, "min"}, {1, "s"},
	};
	enum { N_UNITS = sizeof units / sizeof *units };
	unsigned i = 0;
	while (i + 1 < N_UNITS && seconds < 2 * units[i].seconds)  /* 90 s, not 1.5 min */
		i++;
	const double value = seconds / units[i].seconds;
	if (isinf(seconds))
		snprintf(text, DURATION_TEXT_MAX, "-");
	else if (value >= 1000)
		snprintf(text, DURATION_TEXT_MAX, ">1000 %s", units[i].name);
	else
		snprintf(text, DURATION_TEXT_MAX, "%.*f %s", value < 0.995 ? 2 : value < 9.95 ? 1 : 0, value, units[i].name);
	return text;
}

/* In the units of --budget and --memory. */
static const char *size_text(uint64_t bytes, char text[SIZE_TEXT_MAX])
{
	static const char *const units[] = {"KiB", "MiB", "GiB"};
	double value = (double)bytes / 1024;
	unsigned i = 0;
	for (; i < 2 && value >= 1024; i++)
		value /= 1024;
	snprintf(text, SIZE_TEXT_MAX, "%.1f %s", value, units[i]);
	return text;
}

const struct heuristic_spec *budget_choose(void)
{
	const struct expect_limits *const limits = &pdb_request.limits;
	const struct expect_choice choice = expect_choose(limits);
	/* "6.0 GiB and 60 s of building". */
	char allowed[64], bytes[SIZE_TEXT_MAX], available[SIZE_TEXT_MAX], duration[DURATION_TEXT_MAX];
	const bool has_time = !isinf(limits->building_s);
	snprintf(allowed, sizeof allowed, "%s%s%s%s", size_text(limits->file_bytes, bytes),
	         has_time ? " and " : "", has_time ? duration_text(limits->building_s, duration) : "",
	         has_time ? " of building" : "");
	const struct expect_needs needs =
		expect_needs(choice.best != NULL ? choice.best : choice.smallest, limits);
	size_text(needs.file_bytes, bytes);
	duration_text(needs.building_s, duration);
	if (choice.best == NULL)
		complain(
			"pdb build: --budget: no tables fit in %s; the smallest, those of '%s', take %s and about %s to build",
			allowed, choice.smallest->name, bytes, duration);
	if (choice.best == NULL || is_quiet)
		return choice.best;
	/* One line: the choice, what to expect of it, and what the next better one would need. */
	const double solving_s = expect_solving_s(choice.best, pdb_request.metric, &pdb_request.machine);
	printf("%s is the best within %s: %s", choice.best->name, allowed, bytes);
	if (needs.building_s > 0)
		printf(", built in about %s", duration);
	if (!isinf(solving_s))
		printf(", a random position in about %s with one thread", duration_text(solving_s, duration));
	if (choice.better != NULL) {
		const struct expect_needs more = expect_needs(choice.better, limits);
		printf("; %s, the next better one, ", choice.better->name);
		if (choice.obstacle == EXPECT_TOO_LARGE)
			printf("takes %s", size_text(more.file_bytes, bytes));
		else if (choice.obstacle == EXPECT_TOO_MUCH_MEMORY)
			printf("needs %s of memory to be built, of which %s is available",
			       size_text(more.memory_bytes, bytes), size_text(limits->memory_bytes, available));
		else if (choice.obstacle == EXPECT_TOO_SLOW)
			printf("takes about %s to build", duration_text(more.building_s, duration));
	}
	putchar('\n');
	fflush(stdout);
	return choice.best;
}
