/* What is left of a coset after searching and extending: a few hundred positions, or thousands, solved one by one and
 * marked.  Where a length is to be kept, by the two-phase method if it finds a solution that is short enough soon; else by the
 * optimal solver. */
#include "base/array.h"
#include "base/parallel.h"
#include "cli/cli.h"
#include "cli/coset/coset.h"
#include "cli/tables_engine.h"
#include "method/method.h"
#include "search/search.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000000 };          /* more are refused: a deeper search is quicker */

static const double soon_s = 2;

struct left_over {
	struct cube *cube;
	bool *is_solved;
	const void *method_tables;
	const struct method *method;
	struct subgroup_coset *coset;
	uint64_t n, n_begun, n_done;
	size_t capacity;
	unsigned within;
	unsigned min_length;          /* that the optimal solver looks for */
	bool is_exact;                /* nothing is nearer */
	bool has_memory;
	struct progress_bar *bar;
	bool was_interrupted;
};

static bool add(void *context, const struct cube *position)
{
	struct left_over *const l = context;
	struct cube *const cube = array_reserve(l->cube, l->n + 1, &l->capacity, sizeof *cube);
	l->has_memory = cube != NULL;
	if (cube == NULL)
		return false;
	l->cube = cube;
	l->cube[l->n++] = *position;
	return l->n < MOST;
}

static void solve_soon(void *context, uint32_t i)
{
	struct left_over *const l = context;
	const struct search_request request = {.cube = l->cube[i], .n_threads = 1, .max_length = l->within, .time_limit_s = soon_s};
	struct method_result result;
	l->method->solve(l->method, l->method_tables, &request, &result);
	l->is_solved[i] = result.outcome == SEARCH_SOLVED && result.n_moves <= l->within && method_result_solves(&result, &l->cube[i]);
}

static bool goes_on(void *context, uint32_t n_begun)
{
	struct left_over *const l = context;
	const struct pdb_progress progress = progress_bar_callback(l->bar);
	l->was_interrupted = !progress.tell(progress.context, "left over", n_begun, l->n);
	return !l->was_interrupted;
}

/* Mark those that are solved. */
static void keep_unsolved(struct left_over *l)
{
	uint64_t n_kept = 0;
	for (uint64_t i = 0; i < l->n; i++)
		if (l->is_solved[i])
			subgroup_coset_mark(l->coset, &l->cube[i]);
		else
			l->cube[n_kept++] = l->cube[i];
	l->n = n_kept;
}

/* Keep those that the two-phase method has not solved soon. @return false without memory */
static bool solve_most(const struct coset_options *options, struct left_over *l)
{
	void *tables = NULL;
	l->method = method_find("two-phase");
	if (l->method == NULL || !l->method->create(options->n_threads, &tables))
		return false;
	l->method_tables = tables;
	parallel_for_watched(options->n_threads, (uint32_t)l->n, solve_soon, goes_on, l);
	l->method->destroy(tables);
	keep_unsolved(l);
	return true;
}

static enum search_next next(void *context, struct search_request *request, void **tag)
{
	struct left_over *const l = context;
	if (l->n_begun == l->n)
		return STREAM_END;
	*tag = &l->cube[l->n_begun];
	*request = search_request_default(&l->cube[l->n_begun++]);
	request->min_length = l->min_length;
	request->max_length = l->within;
	return STREAM_NEXT;
}

static void done(void *context, void *tag, struct search_result *result)
{
	struct left_over *const l = context;
	const ptrdiff_t i = (const struct cube *)tag - l->cube;
	l->n_done++;
	l->is_solved[i] = result->outcome == SEARCH_SOLVED && result->n_solutions > 0;
	l->has_memory &= result->outcome != SEARCH_NO_MEMORY;
	search_result_free(result);
}

static bool tick(void *context, uint64_t n_generated)
{
	struct left_over *const l = context;
	(void)n_generated;
	const struct pdb_progress progress = progress_bar_callback(l->bar);
	l->was_interrupted = !progress.tell(progress.context, "left over", l->n_done, l->n);
	return !l->was_interrupted;
}

/* Solve those that are left with the optimal solver. */
static void run_pool(struct pool *pool, struct left_over *l)
{
	const struct search_stream stream = {.context = l, .next = next, .done = done, .tick = tick};
	l->n_begun = l->n_done = 0;
	memset(l->is_solved, 0, l->n * sizeof *l->is_solved);
	pool_run(pool, &stream);
}

static int open_pool(const struct coset_options *options, struct heuristic *h, struct pool **pool)
{
	const struct solve_options tables = {
		.heuristic_name = options->heuristic_name != NULL ? options->heuristic_name : "auto", .metric = SUPERFLIP_HTM,
		.n_threads = options->n_threads, .is_quiet = options->is_quiet, .pdb_directory = options->pdb_directory,
	};
	const int status = tables_open(&tables, h);
	if (status != EXIT_SOLVED)
		return status;
	*pool = pool_create(h, options->n_threads);
	if (*pool != NULL)
		return EXIT_SOLVED;
	complain("not enough memory, or no threads");
	heuristic_close(h);
	return EXIT_MEMORY;
}

static int solve_all(const struct coset_options *options, struct left_over *l)
{
	struct heuristic h;
	struct pool *pool;
	const int status = open_pool(options, &h, &pool);
	if (status != EXIT_SOLVED)
		return status;
	/* There are many solutions of exactly that length, and one of them is soon found.  Where none is, and none may be shorter,
	 * it is proved that there is none. */
	l->min_length = l->within;
	run_pool(pool, l);
	keep_unsolved(l);
	if (!l->is_exact && !l->was_interrupted && l->n > 0) {
		l->min_length = 0;
		run_pool(pool, l);
		keep_unsolved(l);
	}
	pool_destroy(pool);
	/* Then what is not solved is not proved to be further away. */
	const int fault = heuristic_fault(&h, NULL) != PDB_OK ? tables_complain_of_fault(&h) : EXIT_SOLVED;
	heuristic_close(&h);
	if (!l->has_memory)
		complain("not enough memory");
	return fault != EXIT_SOLVED ? fault : !l->has_memory ? EXIT_MEMORY : l->was_interrupted ? 128 + interrupted_by() : EXIT_SOLVED;
}

static int solve_list(const struct coset_options *options, struct left_over *l)
{
	l->is_solved = calloc(l->n + 1, sizeof *l->is_solved);
	if (l->is_solved == NULL || (!l->is_exact && !solve_most(options, l))) {
		complain("not enough memory");
		return EXIT_MEMORY;
	}
	if (l->was_interrupted)
		return 128 + interrupted_by();
	return l->n == 0 ? EXIT_SOLVED : solve_all(options, l);
}

int coset_solve_left_over(const struct coset_options *options, struct subgroup_coset *coset, unsigned within, bool is_exact)
{
	struct progress_bar bar = progress_bar_start("coset", options->is_quiet, interrupted_by, status_is_wanted);
	struct left_over l = {.coset = coset, .within = within, .is_exact = is_exact, .bar = &bar};
	l.has_memory = subgroup_coset_make_images(coset);
	if (l.has_memory)
		subgroup_coset_visit_missing(coset, add, &l);
	int status = EXIT_SOLVED;
	if (!l.has_memory) {
		complain("not enough memory");
		status = EXIT_MEMORY;
	} else if (l.n == MOST) {
		complain("coset: more than %d positions are left over; search deeper with --search", MOST);
		status = EXIT_NOT_SOLVED;
	} else {
		status = solve_list(options, &l);
	}
	progress_bar_finish(&bar);
	free(l.cube);
	free(l.is_solved);
	return status;
}
