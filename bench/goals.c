/* Random states, solved for each goal: lengths, nodes and time.
 *
 *     goals [-n STATES] [-s SEED] [-t THREADS] [-p DIRECTORY] [GOAL...]
 *
 * The states are those of `superflip scramble --seed SEED`.  Tables are built in memory if they are not
 * installed in the directory; the large ones are used if they are. */
#include "base/clock.h"
#include "base/memory.h"
#include "cube/random.h"
#include "pieces/cover.h"
#include "search/search.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static const char *const usual[] = {"cross", "xcross", "xxcross", "xxxcross", "f2l",
                                    "fb",    "2x2x3",  "eocross", "dr"};
enum { N_USUAL = sizeof usual / sizeof *usual };

struct setting { unsigned n_states, seed, n_threads; const char *directory; };

struct opened {
	struct cover cover;
	struct heuristic heuristic;
};

static bool build(struct opened *o)
{
	o->heuristic = (struct heuristic){.spec = &o->cover.spec, .metric = METRIC_HTM};
	for (unsigned t = 0; t < o->cover.spec.n_tables; t++) {
		if (pdb_build(pdb_key_in(o->cover.spec.table[t], METRIC_HTM), 0, NULL, &o->heuristic.table[t])
		    != STATUS_OK)
			return false;
	}
	return true;
}

static bool open_goal(const char *name, const char *directory, struct opened *o)
{
	struct goal goal;
	struct input_error error;
	memset(o, 0, sizeof *o);
	if (!goal_parse(name, &goal, &error)) {
		fprintf(stderr, "goals: %s\n", error.message);
		return false;
	}
	return cover_choose(&goal, NULL, METRIC_HTM, directory, memory_available_bytes(), &o->cover)
	       && (heuristic_open(&o->cover.spec, METRIC_HTM, directory, &o->heuristic, NULL) == STATUS_OK
	           || build(o));
}

static void close_goal(struct opened *o)
{
	heuristic_close(&o->heuristic);
}

static void measure(const struct setting *s, struct opened *o)
{
	struct pool *const pool = pool_create(&o->heuristic, s->n_threads);
	struct random_source source;
	double slowest_s = 0, sum_s = 0;
	uint64_t n_nodes = 0, bytes = 0;
	unsigned sum = 0, longest = 0;
	if (pool == NULL)
		return;
	random_from_seed(&source, s->seed);
	const clock_t begin = clock();
	for (unsigned i = 0; i < s->n_states; i++) {
		const struct cube c = random_cube(&source);
		const struct search_request request = search_request_default(&c);
		struct search_result r;
		pool_solve(pool, &request, &r);
		sum_s += r.seconds;
		slowest_s = r.seconds > slowest_s ? r.seconds : slowest_s;
		sum += r.length;
		longest = r.length > longest ? r.length : longest;
		n_nodes += r.n_generated;
		search_result_free(&r);
	}
	const double n = s->n_states, processor_s = (double)(clock() - begin) / CLOCKS_PER_SEC;
	for (unsigned t = 0; t < o->cover.spec.n_tables; t++)
		bytes += o->heuristic.table[t].size_bytes;
	printf("%-12s %7.1f %6u %8.2f %8u %12.0f %9.3f %10.3f %10.3f\n", o->cover.spec.name, (double)bytes * 1e-6,
	       o->cover.goal.n_looks, sum / n, longest, (double)n_nodes / n, sum_s / n * 1e3, slowest_s * 1e3,
	       processor_s / n * 1e3);
	fflush(stdout);
	pool_destroy(pool);
}

int main(int argc, char **argv)
{
	struct setting s = {.n_states = 100, .seed = 1};
	for (int option; (option = getopt(argc, argv, "n:s:t:p:")) != -1;) {
		if (option == '?')
			return EXIT_FAILURE;
		if (option == 'p')
			s.directory = optarg;
		else
			*(option == 'n' ? &s.n_states : option == 's' ? &s.seed : &s.n_threads) = (unsigned)strtoul(optarg, NULL, 10);
	}
	cube_init();
	printf("goal              MB  looks     mean  longest        nodes        ms    slowest  processor\n");
	const unsigned n = argc > optind ? (unsigned)(argc - optind) : N_USUAL;
	static struct opened opened;
	for (unsigned i = 0; i < n; i++) {
		if (!open_goal(argc > optind ? argv[optind + (int)i] : usual[i], s.directory, &opened))
			return EXIT_FAILURE;
		measure(&s, &opened);
		close_goal(&opened);
	}
	return EXIT_SUCCESS;
}
