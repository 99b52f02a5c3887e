/* Nodes a second of every kernel of the Korf heuristic, for some numbers of threads.
 *
 *     korf [-n CUBES] [-d DEPTH] [-t THREADS] [-r ROUNDS] [-s SEED] [-m htm|qtm] [-p DIRECTORY] [-k]
 *
 * Each run searches one complete iteration of threshold DEPTH on the same random cubes, one cube at a time
 * with all threads.  Kernels and thread counts take turns within a round, so that whatever else the machine
 * does meets all of them; the table shows the median of each one's ROUNDS (5) and the quartiles.  -t: thread
 * counts 1, 2, 4 .. THREADS.  -k: the plain kernel, too. */
#include "rounds.h"

#include "cube/random.h"
#include "base/clock.h"
#include "base/processor.h"
#include "pieces/kernels.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_RUNS = 64 };

struct options {
	unsigned n_cubes, depth, max_threads, n_rounds;
	uint64_t seed;
	enum metric metric;
	const char *directory;
	bool with_plain;
};

/* One kernel with one number of threads. */
struct contest {
	const struct kernel *kernel;
	struct pool *pool;
	uint64_t n_generated, n_lookups;
	struct rounds rounds;
};

static void run(struct contest *contest, const struct options *o, const struct cube *cubes)
{
	uint64_t n_generated = 0, n_lookups = 0;
	const double begin_s = clock_monotonic_s();
	for (unsigned i = 0; i < o->n_cubes; i++) {
		struct search_request request = search_request_default(&cubes[i]);
		request.n_solutions = SEARCH_ALL;
		request.min_length = request.max_length = o->depth;
		struct search_result result;
		pool_solve(contest->pool, &request, &result);
		n_generated += result.n_generated;
		n_lookups += result.n_lookups;
		search_result_free(&result);
	}
	contest->rounds.s[contest->rounds.n++] = clock_monotonic_s() - begin_s;
	contest->n_generated = n_generated;
	contest->n_lookups = n_lookups;
}

static unsigned enter_all(struct contest *contests, const struct options *o, const struct heuristic *h)
{
	unsigned n = 0;
	for (unsigned k = 0; k < n_kernels; k++)
		for (unsigned n_threads = 1; n_threads <= o->max_threads && n < MAX_RUNS; n_threads *= 2) {
			if (!kernels[k]->is_for(h) || (kernels[k] == &kernel_plain && !o->with_plain))
				continue;
			contests[n] =
				(struct contest){.kernel = kernels[k], .pool = pool_create_with(h, kernels[k], n_threads)};
			if (contests[n].pool == NULL) {
				perror("korf: a pool of threads");
				exit(EXIT_FAILURE);
			}
			n++;
		}
	return n;
}

static void print_table(struct contest *contests, unsigned n)
{
	printf("%-16s %7s %15s %14s %9s %9s %9s %12s\n", "kernel", "threads", "generated", "lookups/node",
	       "seconds", "lower", "upper", "M nodes/s");
	for (unsigned i = 0; i < n; i++) {
		struct contest *const c = &contests[i];
		const double seconds = rounds_quartile(&c->rounds, 2);
		printf("%-16s %7u %15" PRIu64 " %14.3f %9.3f %9.3f %9.3f %12.2f\n", c->kernel->name,
		       pool_threads(c->pool), c->n_generated, (double)c->n_lookups / (double)c->n_generated, seconds,
		       rounds_quartile(&c->rounds, 1), rounds_quartile(&c->rounds, 3),
		       (double)c->n_generated / seconds * 1e-6);
	}
}

static unsigned positive(const char *text)
{
	char *end;
	const unsigned long value = strtoul(text, &end, 10);
	if (*text == '-' || end == text || *end != '\0' || value == 0 || value > 1000000) {
		fprintf(stderr, "korf: '%s' is not a number from 1 to 1000000\n", text);
		exit(2);
	}
	return (unsigned)value;
}

static void read_options(int argc, char **argv, struct options *o)
{
	for (int letter; (letter = getopt(argc, argv, "n:d:t:r:s:m:p:k")) != -1;)
		switch (letter) {
		case 'n': o->n_cubes = positive(optarg); break;
		case 'd': o->depth = positive(optarg); break;
		case 't': o->max_threads = positive(optarg); break;
		case 'r': o->n_rounds = positive(optarg); break;
		case 's': o->seed = positive(optarg); break;
		case 'm': o->metric = strcmp(optarg, metric_name[METRIC_QTM]) == 0 ? METRIC_QTM : METRIC_HTM; break;
		case 'p': o->directory = optarg; break;
		case 'k': o->with_plain = true; break;
		default: exit(2);
		}
	if (o->depth > SEARCH_MAX_LENGTH || o->n_rounds > MAX_ROUNDS) {
		fprintf(stderr, "korf: a depth is at most %d, and there are at most %d rounds\n", SEARCH_MAX_LENGTH,
		        MAX_ROUNDS);
		exit(2);
	}
}

int main(int argc, char **argv)
{
	struct options o = {
		.n_cubes = 5, .depth = 14, .max_threads = processors_usable(), .n_rounds = 5, .seed = 1};
	read_options(argc, argv, &o);
	cube_init();
	struct heuristic korf;
	if (heuristic_open(heuristic_find("korf"), o.metric, o.directory, &korf, NULL) != STATUS_OK) {
		fprintf(stderr, "korf: its tables are not installed; `superflip pdb build korf` makes them\n");
		return EXIT_FAILURE;
	}
	struct cube *const cubes = calloc(o.n_cubes, sizeof *cubes);
	if (cubes == NULL) {
		perror("korf");
		return EXIT_FAILURE;
	}
	struct random_source source;
	random_from_seed(&source, o.seed);
	for (unsigned i = 0; i < o.n_cubes; i++)
		cubes[i] = random_cube(&source);
	static struct contest contests[MAX_RUNS];
	const unsigned n = enter_all(contests, &o, &korf);
	for (unsigned round = 0; round < o.n_rounds; round++)
		for (unsigned i = 0; i < n; i++)
			run(&contests[i], &o, cubes);
	printf("%u random cubes of seed %" PRIu64 ", threshold %u %s, median and quartiles of %u rounds\n",
	       o.n_cubes, o.seed, o.depth, metric_name[o.metric], o.n_rounds);
	print_table(contests, n);
	for (unsigned i = 0; i < n; i++)
		pool_destroy(contests[i].pool);
	free(cubes);
	heuristic_close(&korf);
}
