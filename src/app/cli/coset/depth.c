/* One depth of a coset, as the options of superflip coset say, and what is left after searching and
 * extending: a few hundred positions, or thousands, solved one by one and marked.  Where a length is to be
 * kept, by the two-phase method if it finds a solution that is short enough soon; else by the optimal
 * solver. */
#include "base/array.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/words.h"
#include "cli/cli.h"
#include "cli/coset/coset.h"
#include "cli/tables.h"
#include "steps/method.h"

enum { MOST = 1000000 };          /* left over; more are refused: a deeper search is quicker */

static const double soon_s = 2;

struct left_over {
	struct coset_run *run;
	struct cube *cube;
	bool *is_solved;
	const void *method_tables;
	size_t n, capacity, n_begun, n_done;
	unsigned within;
	unsigned min_length;          /* that the optimal solver looks for */
	bool has_memory;
};

static bool add(void *context, const struct cube *position)
{
	struct left_over *const l = context;
	l->has_memory = array_append(&l->cube, &l->n, &l->capacity, position, sizeof *position);
	return l->has_memory && l->n < MOST;
}

static void solve_soon(void *context, uint32_t i)
{
	struct left_over *const l = context;
	const struct search_request request = {
		.cube = l->cube[i], .n_threads = 1, .max_length = l->within, .time_limit_s = soon_s};
	struct method_result result;
	method_solve(&two_phase_method, l->method_tables, &request, &result);
	l->is_solved[i] = result.outcome == SEARCH_SOLVED && result.n_moves <= l->within
	                  && method_result_solves(&result, &l->cube[i]);
}

static bool goes_on(void *context, uint32_t n_done)
{
	const struct left_over *const l = context;
	return pdb_tell(&l->run->progress, "left over", n_done, l->n);
}

/* Mark those that are solved. */
static void keep_unsolved(struct left_over *l)
{
	uint64_t n_kept = 0;
	for (uint64_t i = 0; i < l->n; i++)
		if (l->is_solved[i])
			subgroup_coset_set(&l->run->coset, &l->cube[i]);
		else
			l->cube[n_kept++] = l->cube[i];
	l->n = n_kept;
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
	(void)n_generated;
	return goes_on(context, (uint32_t)((const struct left_over *)context)->n_done);
}

/* Solve those that are left with the optimal solver. */
static int solve_all(struct left_over *l, bool is_exact)
{
	const struct coset_run *const r = l->run;
	const struct tables_options where = {
		.heuristic = r->heuristic_name, .n_threads = r->n_threads, .directory = r->pdb_directory,
	};
	struct heuristic h;
	const int status = tables_open_heuristic(&where, NULL, NULL, r->is_quiet, &h);
	if (status != EXIT_SOLVED)
		return status;
	struct pool *const pool = pool_create(&h, r->n_threads);
	if (pool == NULL) {
		heuristic_close(&h);
		return complain_and(EXIT_MEMORY, "not enough memory, or no threads");
	}
	/* There are many solutions of exactly that length, and one of them is soon found.  Where none is, and
	 * none may be shorter, it is proved that there is none. */
	l->min_length = l->within;
	for (unsigned i = 0; i < 2 && (i == 0 || (!is_exact && interrupted_by() == 0 && l->n > 0)); i++) {
		l->n_begun = l->n_done = 0;
		memset(l->is_solved, 0, l->n * sizeof *l->is_solved);
		pool_run(pool, &(struct search_stream){.context = l, .next = next, .done = done, .tick = tick});
		keep_unsolved(l);
		l->min_length = 0;
	}
	pool_destroy(pool);
	/* Then what is not solved is not proved to be further away. */
	const int fault = heuristic_fault(&h, NULL) != STATUS_OK ? tables_complain_of_fault(&h) : EXIT_SOLVED;
	heuristic_close(&h);
	if (fault != EXIT_SOLVED)
		return fault;
	return !l->has_memory ? complain_of_memory() : interrupted_or(EXIT_SOLVED);
}

/* Solve the positions that are not found, and mark those that have a solution of at most so many moves.
 * @param is_exact  none is nearer than that
 * @return EXIT_SOLVED, or the exit status, having complained */
static int solve_left_over(struct coset_run *r, unsigned within, bool is_exact)
{
	struct left_over l = {
		.run = r, .within = within, .has_memory = subgroup_coset_prepare_symmetries(&r->coset)};
	void *tables;
	int status = EXIT_SOLVED;
	coset_start_bar(r);
	if (l.has_memory)
		subgroup_coset_visit_missing(&r->coset, add, &l);
	l.is_solved = calloc(l.n + 1, sizeof *l.is_solved);
	if (!l.has_memory || l.is_solved == NULL)
		status = complain_of_memory();
	else if (l.n == MOST)
		status =
			complain_and(EXIT_NOT_SOLVED,
		                 "coset: more than %d positions are left over; search deeper with --search", MOST);
	else if (!is_exact
	         && !method_create(&two_phase_method, &(struct method_setup){.n_threads = r->n_threads}, &tables))
		status = complain_of_memory();
	else if (!is_exact) {
		/* Keep those that the two-phase method has not solved soon. */
		l.method_tables = tables;
		parallel_for_watched(r->n_threads, (uint32_t)l.n, solve_soon, &l, goes_on, &l);
		method_destroy(&two_phase_method, tables);
		keep_unsolved(&l);
		status = interrupted_or(EXIT_SOLVED);
	}
	if (status == EXIT_SOLVED && l.n > 0)
		status = solve_all(&l, is_exact);
	progress_bar_finish(&r->bar);
	free(l.cube);
	free(l.is_solved);
	return status;
}

/* ---- depth by depth ---- */

void coset_start_bar(struct coset_run *r)
{
	r->bar = progress_bar_start("coset", r->is_quiet, interrupted_by, status_is_wanted);
	r->bar.building = "cosets of H";
	r->progress = progress_bar_callback(&r->bar);
}

int coset_open(struct coset_run *r, const struct cube *c)
{
	const double gb = 1e9, needed = (double)subgroup_coset_memory_bytes(c, r->n_threads) / gb;
	const double allowed = (double)r->memory_bytes / gb, available = (double)memory_available_bytes() / gb;
	if (needed > allowed)
		return complain_and(EXIT_MEMORY, "coset: %.2f GB of memory are needed, --memory allows %.2f GB",
		                    needed, allowed);
	if (needed > available)
		return complain_and(EXIT_MEMORY,
		                    "coset: %.2f GB of memory are needed, %.2f GB are free; close other programs, or "
		                    "use a machine with more",
		                    needed, available);
	if (!r->is_quiet)
		complain(
			"coset: %.2f GB of memory: a bit for each of 19,508,428,800 positions, a quarter more to extend them, and "
			"%.2f GB to guide the search%s",
			needed, (double)MOVE_PRUNING_BYTES / gb,
			r->stops_early ? "" : "; the solver of what is left over maps a table besides");
	coset_start_bar(r);
	const enum status opened = subgroup_coset_open(c, r->n_threads, &r->progress, &r->coset);
	progress_bar_finish(&r->bar);
	return coset_status(opened, NULL);
}

int coset_next_depth(struct coset_run *r)
{
	struct subgroup_coset *const coset = &r->coset;
	/* Few positions may be left to the optimal solver, where every one is asked for. */
	coset->leaves_few = r->action != COSET_SAMPLE && r->within == 0 && !r->stops_early;
	coset_start_bar(r);
	const enum status done =
		subgroup_coset_next_depth(coset, r->within == 0 || coset->n_depths <= r->search_depth);
	progress_bar_finish(&r->bar);
	if (done != STATUS_FEW_LEFT)
		return coset_status(done, NULL);
	/* The optimal solver tells which of the last positions are at this distance. */
	if (!r->is_quiet)
		complain("coset: %s left; the optimal solver finds those at distance %u",
		         words_of(N_H_ELEMENTS - bitmap_count(&coset->bitmap, r->n_threads), "position"),
		         coset->n_depths);
	const int status = solve_left_over(r, coset->n_depths, true);
	if (status == EXIT_SOLVED)
		subgroup_coset_end_depth(coset);
	return status;
}

int coset_finish(struct coset_run *r)
{
	const uint64_t n_found = r->coset.n_found;
	r->n_singly = 0;
	if (r->within == 0 || subgroup_coset_is_complete(&r->coset))
		return EXIT_SOLVED;
	const int status = solve_left_over(r, r->within, false);
	if (status == EXIT_SOLVED)
		r->n_singly = (r->coset.n_found = bitmap_count(&r->coset.bitmap, r->n_threads)) - n_found;
	return status;
}
