/* Seconds to build pattern databases in memory, for some numbers of threads.
 *
 *     build [-t THREADS] [-r ROUNDS] [TABLE...]
 *
 * TABLE is a coordinate's name, "corners" or "edges-URUFULUBFRFL"; without any, those of the Korf heuristic.
 * Thread counts 1, 2, 4 .. THREADS take turns within a round; the table shows the median of ROUNDS (5), and
 * the quartiles. */
#include "rounds.h"

#include "pdb/pdb.h"
#include "base/clock.h"
#include "base/processor.h"
#include "heuristic/heuristic.h"
#include "search/search.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX_THREAD_COUNTS = 9 };

static unsigned positive(const char *text)
{
	char *end;
	const unsigned long value = strtoul(text, &end, 10);
	if (*text == '-' || end == text || *end != '\0' || value == 0 || value > MAX_ROUNDS) {
		fprintf(stderr, "build: '%s' is not a number from 1 to 1000\n", text);
		exit(2);
	}
	return (unsigned)value;
}

/* @return seconds; *n_entries is what was built */
static double time_build(struct pdb_key key, unsigned n_threads, uint64_t *n_entries)
{
	struct pdb image;
	const double begin_s = clock_monotonic_s();
	if (pdb_build(key, n_threads, NULL, &image) != STATUS_OK) {
		fprintf(stderr, "build: not enough memory\n");
		exit(EXIT_FAILURE);
	}
	const double seconds = clock_monotonic_s() - begin_s;
	*n_entries = image.n_entries;
	pdb_close(&image);
	return seconds;
}

static void measure(struct pdb_key key, unsigned max_threads, unsigned n_rounds)
{
	struct rounds rounds[MAX_THREAD_COUNTS] = {0};
	uint64_t n_entries = 0;
	for (unsigned round = 0; round < n_rounds; round++)
		for (unsigned i = 0; i < MAX_THREAD_COUNTS && 1u << i <= max_threads; i++)
			rounds[i].s[rounds[i].n++] = time_build(key, 1u << i, &n_entries);
	char name[COORDINATE_NAME_MAX];
	coordinate_name(key.coordinate, name);
	for (unsigned i = 0; i < MAX_THREAD_COUNTS && 1u << i <= max_threads; i++)
		printf("%-22s %-6s %12" PRIu64 " %7u %9.3f %9.3f %9.3f\n", name, metric_name[key.metric], n_entries,
		       1u << i, rounds_quartile(&rounds[i], 2), rounds_quartile(&rounds[i], 1),
		       rounds_quartile(&rounds[i], 3));
}

static void measure_both_metrics(struct coordinate_key coordinate, unsigned max_threads, unsigned n_rounds)
{
	for (unsigned metric = METRIC_HTM; metric < N_METRICS; metric++) {
		const struct pdb_key key = {.coordinate = coordinate, .metric = (enum metric)metric};
		measure(key, max_threads, n_rounds);
	}
}

int main(int argc, char **argv)
{
	unsigned max_threads = processors_usable(), n_rounds = 5;
	for (int letter; (letter = getopt(argc, argv, "t:r:")) != -1;)
		switch (letter) {
		case 't': max_threads = positive(optarg); break;
		case 'r': n_rounds = positive(optarg); break;
		default: return 2;
		}
	cube_init();
	printf("%-22s %-6s %12s %7s %9s %9s %9s\n", "table", "metric", "entries", "threads", "seconds", "lower",
	       "upper");
	if (optind == argc) {
		const struct heuristic_spec *const korf = heuristic_find("korf");
		for (unsigned i = 0; i < korf->n_tables; i++)
			measure_both_metrics(korf->table[i], max_threads, n_rounds);
	}
	for (int i = optind; i < argc; i++) {
		struct coordinate_key coordinate;
		if (!coordinate_parse(argv[i], &coordinate)) {
			fprintf(stderr, "build: '%s' is no coordinate\n", argv[i]);
			return 2;
		}
		measure_both_metrics(coordinate, max_threads, n_rounds);
	}
	return EXIT_SUCCESS;
}
