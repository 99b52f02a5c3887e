/* The last layer: all cases of OLL and PLL, and all states.
 *
 *     last_layer [-t THREADS] [-h HEURISTIC] [-p DIRECTORY] [-o OVER] [-s STEP]
 *     last_layer -l GOAL
 *
 * Cases are orbits of the cubes whose first two layers are solved: of OLL by what is turned where, of PLL by
 * what is where, whatever turns of U come before and after.  Of each all solutions up to OVER moves longer
 * than the shortest are searched.  Then every STEP-th class of states, up to symmetries that keep U and
 * inversion, is solved in the fewest moves; -s 0: none.
 *
 * -l lists the classes of the states at a goal, such as xxxcross:D,FL,BL,BR, up to the goal's symmetries and
 * inversion, as a list for `superflip batch`: facelets, labelled with the number of states. */
#include "base/clock.h"
#include "cube/facelet.h"
#include "cube/symmetry.h"
#include "goal/goal.h"
#include "search/search.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct cubes {
	struct cube *cube;
	size_t n;
};

/* Those of the goal whose cubes were listed last. */
static uint64_t symmetries;

static struct cubes cubes_at(const char *name)
{
	struct goal goal;
	struct input_error error;
	struct cubes list = {.cube = NULL};
	if (!goal_parse(name, &goal, &error)) {
		fprintf(stderr, "%s: %s\n", name, error.message);
		exit(EXIT_FAILURE);
	}
	list.cube = goal_completions(&goal, &list.n);
	symmetries = goal_symmetries(&goal);
	if (list.cube == NULL) {
		fputs("not enough memory\n", stderr);
		exit(EXIT_FAILURE);
	}
	return list;
}

/* ---- orbits ---- */

static struct cube turned(struct cube c, unsigned quarters)
{
	while (quarters-- > 0)
		c = cube_after(&c, 0);
	return c;
}

static void keep_less(struct cube *least, const struct cube *c)
{
	if (memcmp(c, least, sizeof *c) < 0)
		*least = *c;
}

static struct cube oll_case(const struct cube *given)
{
	struct cube c = cube_solved;
	memcpy(c.corner_ori, given->corner_ori, sizeof c.corner_ori);
	memcpy(c.edge_ori, given->edge_ori, sizeof c.edge_ori);
	struct cube least = c;
	for (unsigned before = 1; before < 4; before++) {
		const struct cube back = turned(cube_solved, 4 - before), there = turned(c, before),
		                  same = cube_product(&back, &there);
		keep_less(&least, &same);
	}
	return least;
}

static struct cube pll_case(const struct cube *c)
{
	struct cube least = *c;
	for (unsigned before = 0; before < 4; before++)
		for (unsigned after = 0; after < 4; after++) {
			const struct cube start = turned(cube_solved, before), moved = cube_product(&start, c),
			                  same = turned(moved, after);
			keep_less(&least, &same);
		}
	return least;
}

/* Up to the goal's symmetries, and inversion. */
static struct cube state_class(const struct cube *c)
{
	const struct cube inverse = cube_inverse(c);
	struct cube least = *c;
	for (unsigned s = 0; s < N_SYMMETRIES; s++)
		if (symmetries >> s & 1) {
			const struct cube same = cube_conjugate(c, s), inverted = cube_conjugate(&inverse, s);
			keep_less(&least, &same);
			keep_less(&least, &inverted);
		}
	return least;
}

static int compare_cubes(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct cube));
}

/* Put what is the same together.  @param weights  filled: how many cubes are of each */
static void find_orbits(struct cubes *list, struct cube (*same)(const struct cube *), unsigned *weights)
{
	size_t n = 0;
	for (size_t i = 0; i < list->n; i++)
		list->cube[i] = same(&list->cube[i]);
	qsort(list->cube, list->n, sizeof *list->cube, compare_cubes);
	for (size_t i = 0; i < list->n; i++) {
		if (i == 0 || compare_cubes(&list->cube[i], &list->cube[n - 1]) != 0) {
			weights[n] = 0;
			list->cube[n++] = list->cube[i];
		}
		weights[n - 1]++;
	}
	list->n = n;
}

/* ---- searching ---- */

struct tally {
	uint64_t n_states, n_moves, n_solutions;
	unsigned longest;
	double longest_s;
};

static void solve(struct pool *pool, const struct search_request *request, unsigned weight,
                  struct tally *tally)
{
	struct search_result result;
	pool_solve(pool, request, &result);
	if (result.outcome != SEARCH_SOLVED || !result.is_optimal)
		exit(EXIT_FAILURE);
	tally->n_states += weight;
	tally->n_moves += (uint64_t)weight * result.length;
	tally->n_solutions += result.n_solutions;
	tally->longest = result.length > tally->longest ? result.length : tally->longest;
	tally->longest_s = result.seconds > tally->longest_s ? result.seconds : tally->longest_s;
	search_result_free(&result);
}

/* Of each orbit of the cubes at one goal its distance to another. */
static void measure(struct pool *pool, const char *name, const char *from,
                    struct cube (*same)(const struct cube *), const char *to,
                    const struct search_request *asked, unsigned step)
{
	const struct cubes goals = cubes_at(to);
	struct cubes cases = cubes_at(from);
	unsigned *const weights = malloc(cases.n * sizeof *weights);
	if (weights == NULL)
		exit(EXIT_FAILURE);
	find_orbits(&cases, same, weights);
	struct tally tally = {0};
	struct search_request request = *asked;
	request.goals = goals.cube;
	request.n_goals = goals.n;
	size_t n = 0;
	const double start_s = clock_monotonic_s();
	const clock_t start_clock = clock();
	for (size_t i = 0; i < cases.n; i += step, n++) {
		request.cube = cases.cube[i];
		solve(pool, &request, asked->n_solutions == 1 ? weights[i] : 1, &tally);
	}
	const double elapsed_s = clock_monotonic_s() - start_s;
	printf("%-6s  %6zu  %6zu  %9" PRIu64 "  %6.3f  %7u  %7.2f  %8.4f  %7.2f  %9.2f\n", name, cases.n, n,
	       tally.n_solutions, (double)tally.n_moves / (double)tally.n_states, tally.longest, elapsed_s,
	       elapsed_s / (double)n, tally.longest_s, (double)(clock() - start_clock) / CLOCKS_PER_SEC);
	fflush(stdout);
	free(weights);
	free(cases.cube);
	free(goals.cube);
}

static int list_classes(const char *goal)
{
	cube_init();
	struct cubes states = cubes_at(goal);
	unsigned *const weights = malloc(states.n * sizeof *weights);
	if (weights == NULL)
		return EXIT_FAILURE;
	find_orbits(&states, state_class, weights);
	for (size_t i = 0; i < states.n; i++) {
		char facelets[FACELET_TEXT_SIZE];
		facelet_write(&states.cube[i], facelets);
		printf("%s  # %u\n", facelets, weights[i]);
	}
	free(weights);
	free(states.cube);
	return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
	const char *name = "coset-30m", *directory = NULL;
	unsigned n_threads = 0, step = 1, over = 1;
	for (int option; (option = getopt(argc, argv, "t:h:p:o:s:l:")) != -1;) {
		if (option == 'h')
			name = optarg;
		else if (option == 'p')
			directory = optarg;
		else if (option == 'l')
			return list_classes(optarg);
		else if (option == '?')
			return EXIT_FAILURE;
		else
			*(option == 't' ? &n_threads : option == 'o' ? &over : &step) = (unsigned)strtoul(optarg, NULL, 10);
	}
	struct heuristic h;
	const struct heuristic_spec *const spec = heuristic_find(name);
	if (spec == NULL || heuristic_open(spec, METRIC_HTM, directory, &h, NULL) != STATUS_OK) {
		fprintf(stderr, "%s cannot be opened\n", name);
		return EXIT_FAILURE;
	}
	struct pool *const pool = pool_create(&h, n_threads);
	if (pool == NULL)
		return EXIT_FAILURE;
	struct search_request shortest = search_request_default(&cube_solved), all = shortest;
	all.n_solutions = SEARCH_ALL;
	all.over_optimal = over;
	printf(
		"%s, %u threads\n        orbits  solved  solutions    mean  longest  seconds  per case  slowest  processor\n",
		name, pool_threads(pool));
	measure(pool, "oll", "f2l", oll_case, "oll", &shortest, 1);
	measure(pool, "pll", "oll", pll_case, "pll", &shortest, 1);
	measure(pool, "oll, +", "f2l", oll_case, "oll", &all, 1);
	measure(pool, "pll, +", "oll", pll_case, "pll", &all, 1);
	if (step != 0)
		measure(pool, "states", "f2l", state_class, "solved", &shortest, step);
	pool_destroy(pool);
	heuristic_close(&h);
	return EXIT_SUCCESS;
}
