/* superflip bench: picks the measurement; each has a file of its own beside this one. */
#include "cli/bench/bench.h"

#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

static const struct bench {
	const char *name, *summary;
	int (*run)(int argc, char **argv);
} benches[] = {
	{"depth", "nodes and seconds of complete iterations, by heuristic and depth", bench_depth},
	{"heuristic", "the distribution of heuristic values", bench_heuristic},
	{"predict", "predicted and measured nodes (Korf, Reid & Edelkamp 2001, Table 3)", bench_predict},
	{"korf", "a list of instances, iteration by iteration (Korf 1997, Table 2)", bench_korf},
	{"solve", "lists of cubes: seconds by optimal length, and how close they come to the limit of memory", bench_solve},
	{"threads", "speed-up, stealing and idle time by number of threads", bench_threads},
	{"memory", "random reads per second: the limit of the machine", bench_memory},
	{"methods", "heuristics, databases and methods by optimal length (the tables of Chen & Li)", bench_methods},
	{"pocket", "the 2x2x2: theory beside each way to solve it", bench_pocket},
};
enum { N_BENCHES = sizeof benches / sizeof *benches };

static int print_help(void)
{
	printf("usage: superflip bench MEASUREMENT [OPTION...] [ARGUMENT...]\n\n"
	       "Measure heuristics, searches and machines.\n\nmeasurements:\n");
	for (unsigned i = 0; i < N_BENCHES; i++)
		printf("  %-10s %s\n", benches[i].name, benches[i].summary);
	printf("\n`superflip bench MEASUREMENT --help` describes one of them.\n");
	return EXIT_SOLVED;
}

int command_bench(int argc, char **argv)
{
	if (argc < 2) {
		complain("bench: a measurement is missing; `superflip bench --help` lists them");
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return print_help();
	for (unsigned i = 0; i < N_BENCHES; i++)
		if (strcmp(argv[1], benches[i].name) == 0) {
			catch_interrupts(false);
			return benches[i].run(argc - 1, argv + 1);
		}
	complain("bench: unknown measurement '%s'; `superflip bench --help` lists them", argv[1]);
	return EXIT_USAGE;
}
