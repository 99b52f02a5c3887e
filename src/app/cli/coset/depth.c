/* One depth of a coset, as the options of superflip coset say, and what is left after searching and
 * extending: a few hundred positions, or thousands, solved one by one and marked.  Where a length is to be
 * kept, by the two-phase method if it finds a solution that is short enough soon; else by the optimal
 * solver. */
#include "cli/coset/coset.h"
#include "cli/tables.h"

enum { MOST = 1000000 };          /* left over; more are refused: a deeper search is quicker */

static const double soon_s = 2;

static struct left_over {
	struct cube *cube;
	bool *is_solved;
	const void *method_tables;
	size_t n, capacity, n_begun, n_done;
	unsigned within;
	unsigned min_length;          /* that the optimal solver looks for */
	bool has_memory;
} left;

static bool add(void *context, const struct cube *position)
{
	left.has_memory = array_append(&left.cube, &left.n, &left.capacity, position, sizeof *position);
	return left.has_memory && left.n < MOST;
}

static void solve_soon(void *context, uint32_t i)
{
	/* Extending has found what has a phase 2 in this H. */
	const struct search_request request = {
		.cube = left.cube[i], .n_threads = 1, .max_length = left.within, .time_limit_s = soon_s,
		.skips_first_view = true};
	struct method_result result;
	method_solve(&two_phase_method, left.method_tables, &request, &result);
	left.is_solved[i] = result.outcome == SEARCH_SOLVED && result.n_moves <= left.within
	                  && method_result_solves(&result, &left.cube[i]);
}

static bool goes_on(void *context, uint32_t n_done)
{
	return pdb_tell(&bar_progress, "left over", n_done, left.n);
}

/* Mark those that are solved. */
static void keep_unsolved(void)
{
	uint64_t n_kept = 0;
	for (uint64_t i = 0; i < left.n; i++)
		if (left.is_solved[i])
			subgroup_coset_set(&coset_run.coset, &left.cube[i]);
		else
			left.cube[n_kept++] = left.cube[i];
	left.n = n_kept;
}

static enum search_next next(void *context, struct search_request *request, void **tag)
{
	if (left.n_begun == left.n)
		return STREAM_END;
	*tag = &left.cube[left.n_begun];
	*request = search_request_default(&left.cube[left.n_begun++]);
	request->min_length = left.min_length;
	request->max_length = left.within;
	return STREAM_NEXT;
}

static void done(void *context, void *tag, struct search_result *result)
{
	const ptrdiff_t i = (const struct cube *)tag - left.cube;
	left.n_done++;
	left.is_solved[i] = result->outcome == SEARCH_SOLVED && result->n_solutions > 0;
	left.has_memory &= result->outcome != SEARCH_NO_MEMORY;
	search_result_free(result);
}

static bool tick(void *context, uint64_t n_generated)
{
	return goes_on(NULL, (uint32_t)left.n_done);
}

/* Solve those that are left with the optimal solver. */
static int solve_all(bool is_exact)
{
	superflip_problem p;
	superflip_tables *tables;
	superflip_error error;
	solve_options.tables = (struct tables_options){
		.n_threads = coset_run.n_threads, .directory = coset_run.pdb_directory};
	problem_init(&p);
	p.heuristic = coset_run.heuristic_name;
	const int status = tables_open_shared(&p, &tables);
	if (status != EXIT_SOLVED)
		return status;
	struct pool *const pool = pool_create(&tables->heuristic, coset_run.n_threads);
	if (pool == NULL) {
		superflip_tables_close(tables);
		return complain_and(EXIT_MEMORY, "not enough memory, or no threads");
	}
	bar_begin("coset", "cosets of H");  /* again, after those of tables */
	/* There are many solutions of exactly that length, and one of them is soon found.  Where none is, and
	 * none may be shorter, it is proved that there is none. */
	left.min_length = left.within;
	for (unsigned i = 0; i < 2 && (i == 0 || (!is_exact && interrupted_by() == 0 && left.n > 0)); i++) {
		left.n_begun = left.n_done = 0;
		memset(left.is_solved, 0, left.n * sizeof *left.is_solved);
		pool_run(pool, &(struct search_stream){.next = next, .done = done, .tick = tick});
		keep_unsolved();
		left.min_length = 0;
	}
	pool_destroy(pool);
	/* Then what is not solved is not proved to be further away. */
	const int fault = tables_fault(tables, &error) != SUPERFLIP_OK ? tables_complain(&error) : EXIT_SOLVED;
	superflip_tables_close(tables);
	if (fault != EXIT_SOLVED)
		return fault;
	return !left.has_memory ? complain_of_memory() : interrupted_by();
}

/* Solve the positions that are not found, and mark those that have a solution of at most so many moves.
 * @param is_exact  none is nearer than that
 * @return EXIT_SOLVED, or the exit status, having complained */
static int solve_left_over(unsigned within, bool is_exact)
{
	left = (struct left_over){
		.within = within, .has_memory = subgroup_coset_prepare_symmetries(&coset_run.coset)};
	void *tables;
	int status = EXIT_SOLVED;
	bar_begin("coset", "cosets of H");
	if (left.has_memory)
		subgroup_coset_visit_missing(&coset_run.coset, add, NULL);
	left.is_solved = calloc(left.n + 1, sizeof *left.is_solved);
	if (!left.has_memory || left.is_solved == NULL)
		status = complain_of_memory();
	else if (left.n == MOST)
		status =
			complain_and(EXIT_NOT_SOLVED,
		                 "coset: more than %d positions are left over; search deeper with --search", MOST);
	else if (!is_exact
	         && !method_create(&two_phase_method, &(struct method_setup){.n_threads = coset_run.n_threads},
	                           &tables))
		status = complain_of_memory();
	else if (!is_exact) {
		/* Keep those that the two-phase method has not solved soon. */
		left.method_tables = tables;
		parallel_for_watched(coset_run.n_threads, (uint32_t)left.n, solve_soon, NULL, goes_on, NULL);
		method_destroy(&two_phase_method, tables);
		keep_unsolved();
		status = interrupted_by();
	}
	if (status == EXIT_SOLVED && left.n > 0)
		status = solve_all(is_exact);
	progress_bar_finish(&bar);
	free(left.cube);
	free(left.is_solved);
	return status;
}

/* ---- depth by depth ---- */

int coset_open(const struct cube *c)
{
	const uint64_t needed = subgroup_coset_memory_bytes(c, coset_run.n_threads),
				   available = memory_available_bytes();
	char needs[WORDS_BYTES], limit[WORDS_BYTES];
	words_bytes(needed, needs);
	if (needed > coset_run.memory_bytes)
		return complain_and(EXIT_MEMORY, "coset: %s of memory are needed, --memory allows %s", needs,
		                    words_bytes(coset_run.memory_bytes, limit));
	if (needed > available)
		return complain_and(EXIT_MEMORY,
		                    "coset: %s of memory are needed, %s are free; close other programs, or use a "
		                    "machine with more",
		                    needs, words_bytes(available, limit));
	remark(
		"coset: %.2f GB of memory: a bit for each of 19,508,428,800 positions, a quarter more to extend them, and "
		"%.2f GB to guide the search%s",
		(double)needed / 1e9, (double)MOVE_PRUNING_BYTES / 1e9,
		coset_run.stops_early ? "" : "; the solver of what is left over maps a table besides");
	bar_begin("coset", "cosets of H");
	const enum status opened =
		subgroup_coset_open(c, coset_run.n_threads, &bar_progress, &coset_run.coset);
	progress_bar_finish(&bar);
	return coset_status(opened, NULL);
}

int coset_next_depth(void)
{
	struct subgroup_coset *const coset = &coset_run.coset;
	/* Few positions may be left to the optimal solver, where every one is asked for. */
	coset->leaves_few = coset_run.action != COSET_SAMPLE && coset_run.within == 0 && !coset_run.stops_early;
	bar_begin("coset", "cosets of H");
	const enum status done =
		subgroup_coset_next_depth(coset, coset_run.within == 0 || coset->n_depths <= coset_run.search_depth);
	progress_bar_finish(&bar);
	if (done != STATUS_FEW_LEFT)
		return coset_status(done, NULL);
	/* The optimal solver tells which of the last positions are at this distance. */
	remark("coset: %s left; the optimal solver finds those at distance %u",
		         words_of(N_H_ELEMENTS - bitmap_count(&coset->bitmap, coset_run.n_threads), "position"),
		         coset->n_depths);
	const int status = solve_left_over(coset->n_depths, true);
	if (status == EXIT_SOLVED)
		subgroup_coset_end_depth(coset);
	return status;
}

int coset_finish(void)
{
	const uint64_t n_found = coset_run.coset.n_found;
	coset_run.n_singly = 0;
	if (coset_run.within == 0 || subgroup_coset_is_complete(&coset_run.coset))
		return EXIT_SOLVED;
	const int status = solve_left_over(coset_run.within, false);
	if (status == EXIT_SOLVED)
		coset_run.n_singly =
			(coset_run.coset.n_found = bitmap_count(&coset_run.coset.bitmap, coset_run.n_threads)) - n_found;
	return status;
}
