/* superflip bench: picks the measurement; each has a file of its own beside this one. */
#include "cli/bench/bench.h"

#include "base/memory.h"
#include "cli/cli.h"
#include "cli/option.h"

#include <stdio.h>

static const struct measurement *const measurements[] = {
	&bench_depth, &bench_korf, &bench_solve, &bench_threads, &bench_signature,
};
enum { N_MEASUREMENTS = sizeof measurements / sizeof *measurements };

static int print_help(void)
{
	printf("usage: superflip bench MEASUREMENT [OPTION...] [ARGUMENT...]\n\n"
	       "Measure heuristics, searches and machines.\n\nmeasurements:\n");
	for (unsigned i = 0; i < N_MEASUREMENTS; i++)
		option_print_entry(measurements[i]->name, 13, measurements[i]->summary);
	printf("\n`superflip bench MEASUREMENT --help` describes one of them.\n");
	return EXIT_SOLVED;
}

static bool choose_cover(struct bench_options *o)
{
	struct goal goal;
	struct input_error error;
	const bool is_goal = goal_parse(o->goal, &goal, &error);
	if (!is_goal)
		complain("%s: %s", o->command, error.message);
	else if (o->n_specs > 0)
		complain("%s: --goal has tables of its own; leave out '%s'", o->command, o->specs[0]->name);
	else if (!cover_choose(&goal, NULL, o->metric, o->pdb_directory, memory_available_bytes(), &o->cover))
		complain("%s: no tables are small enough for the goal '%s'", o->command, goal.name);
	else
		o->specs[o->n_specs++] = &o->cover.spec;
	return o->n_specs == 1 && o->specs[0] == &o->cover.spec;
}

static int run(const struct measurement *m, int argc, char **argv)
{
	struct bench_options options = m->defaults;
	int status;
	cube_init();
	const int first = bench_options_read(argc, argv, m, &options, &status);
	if (first < 0)
		return status;
	if (options.goal != NULL && !choose_cover(&options))
		return EXIT_USAGE;
	if (options.n_specs == 0 && m->heuristics != NULL)
		bench_add_specs(&options, m->heuristics);
	catch_interrupts(false);
	struct bench_run r = bench_start(&options, argc - first, argv + first);
	m->run(&r);
	return bench_end(&r);
}

int command_bench(int argc, char **argv)
{
	if (argc < 2)
		return complain_and(EXIT_USAGE, "bench: a measurement is missing; `superflip bench --help` lists them");
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return print_help();
	for (unsigned i = 0; i < N_MEASUREMENTS; i++)
		if (strcmp(argv[1], measurements[i]->name) == 0)
			return run(measurements[i], argc - 1, argv + 1);
	return complain_and(EXIT_USAGE, "bench: unknown measurement '%s'; `superflip bench --help` lists them", argv[1]);
}
