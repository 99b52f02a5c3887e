/* One depth of a coset, as the options of superflip coset say. */
#include "cli/cli.h"
#include "base/words.h"
#include "cli/coset/coset.h"

#include <inttypes.h>

enum { USUAL_SEARCH_DEPTH = 15 };

unsigned coset_search_depth(const struct coset_options *options)
{
	return options->within == 0 ? 0 : options->search_depth != 0 ? options->search_depth : USUAL_SEARCH_DEPTH;
}

bool coset_stops_early(const struct coset_options *options)
{
	return options->within == 0 && options->max_depth != SUBGROUP_MAX_DEPTH;
}

unsigned coset_last_depth(const struct coset_options *options)
{
	return options->within != 0 ? options->within : options->max_depth;
}

void coset_prepare(const struct coset_options *options, struct subgroup_coset *coset)
{
	coset->leaves_few = options->within == 0 && options->max_depth == SUBGROUP_MAX_DEPTH;
}

/* The optimal solver tells which of the last positions are at this distance. */
static int end_depth_with_solver(const struct coset_options *options, struct subgroup_coset *coset)
{
	const uint64_t n_left = N_MEMBERS - bitmap_count(&coset->bitmap, options->n_threads);
	if (!options->is_quiet)
		complain("coset: %s left; the optimal solver finds those at distance %u", words_of(n_left, "position"),
		         coset->n_depths);
	const int status = coset_solve_left_over(options, coset, coset->n_depths, true);
	if (status == EXIT_SOLVED)
		subgroup_coset_end_depth(coset);
	return status;
}

int coset_run_depth(const struct coset_options *options, struct subgroup_coset *coset, struct progress_bar *bar)
{
	/* A bar that was finished does not appear again. */
	*bar = progress_bar_start("coset", options->is_quiet, interrupted_by, status_is_wanted);
	const bool is_searched = options->within == 0 || coset->n_depths <= coset_search_depth(options);
	const enum subgroup_coset_status done = subgroup_coset_next_depth(coset, is_searched);
	progress_bar_finish(bar);
	return done == SUBGROUP_OK ? EXIT_SOLVED : done == SUBGROUP_FEW_LEFT ? end_depth_with_solver(options, coset) : coset_complain(done, NULL);
}
