/* Proving again that solutions said to be optimal are shortest. */
#include "cli/verify_state.h"

#include "cli/cli.h"
#include "cli/status.h"
#include "pocket/solve.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct proof {
	const struct search_request *request;   /* NULL once given out */
	struct search_result *result;
};

static enum search_next give_request(void *context, struct search_request *request, void **tag)
{
	struct proof *const proof = context;
	(void)tag;
	if (proof->request == NULL)
		return STREAM_END;
	*request = *proof->request;
	proof->request = NULL;
	return STREAM_NEXT;
}

static void take_result(void *context, void *tag, struct search_result *result)
{
	struct proof *const proof = context;
	(void)tag;
	*proof->result = *result;
}

static bool tick(void *context, uint64_t n_generated)
{
	(void)context;
	if (status_is_wanted())
		complain("proving a length again: %.1f million nodes", (double)n_generated / 1e6);
	return interrupted_by() == 0;
}

static struct prover *open_prover(struct verify *v, enum metric metric)
{
	struct prover *const prover = &v->prover[metric];
	if (prover->is_open)
		return prover;
	struct solve_options options = *v->options;
	options.metric = metric;
	if (options.heuristic_name == NULL)
		options.heuristic_name = "corners";
	v->exit_status = tables_open(&options, &prover->heuristic);
	if (v->exit_status != EXIT_SOLVED)
		return NULL;
	prover->pool = pool_create(&prover->heuristic, options.n_threads);
	if (prover->pool == NULL) {
		complain("cannot start the threads: %s", strerror(errno));
		heuristic_close(&prover->heuristic);
		v->exit_status = EXIT_MEMORY;
		return NULL;
	}
	prover->is_open = true;
	return prover;
}

static void search(const struct prover *prover, const struct search_request *request, struct search_result *result)
{
	struct proof proof = {.request = request, .result = result};
	pool_run(prover->pool, &(struct search_stream){
		.context = &proof, .next = give_request, .done = take_result, .tick = tick,
	});
}

/* With some of the turns only. */
static void search_restricted(const struct claim *claim, const struct prover *prover, struct search_request request,
                              struct search_result *result)
{
	struct restricted restricted;
	*result = (struct search_result){.outcome = SEARCH_NO_MEMORY};
	if (!restricted_open(claim->metric, claim->permitted, RESTRICTED_PERIMETER, &restricted))
		return;
	restricted_request(&restricted, &request);
	search(prover, &request, result);
	restricted_close(&restricted);
}

void verify_prove_again(struct verify *v, const struct claim *claim)
{
	struct prover *const prover = claim->length > 0 ? open_prover(v, claim->metric) : NULL;
	if (prover == NULL)
		return;
	struct search_request request = v->options->request;
	request.cube = claim->cube;
	request.max_length = claim->length - 1 < SEARCH_MAX_LENGTH ? claim->length - 1 : SEARCH_MAX_LENGTH;
	struct search_result result;
	if (claim->permitted != SEARCH_ALL_TURNS)
		search_restricted(claim, prover, request, &result);
	else
		search(prover, &request, &result);
	const struct record record = {.result = &result};
	if (result.outcome == SEARCH_BAD_TABLE)
		v->exit_status = tables_complain_of_fault(&prover->heuristic);
	else if (result.n_solutions > 0)
		verify_say_wrong(v, "%u moves are not optimal: there is a solution of %u", claim->length, result.length);
	else if (result.outcome != SEARCH_NONE && interrupted_by() == 0)
		verify_say_unproved(v, claim, record_stop_reason(&record), result.lower_bound);
	search_result_free(&result);
}

/* The distances of all states decide at once. */
void verify_prove_pocket_again(struct verify *v, const struct claim *claim)
{
	struct pocket_table **const table = &v->pocket_table[claim->metric];
	if (*table == NULL)
		*table = pocket_table_build(claim->metric);
	if (*table == NULL) {
		complain("not enough memory");
		v->exit_status = EXIT_MEMORY;
		return;
	}
	struct pocket_solution shortest;
	pocket_solve_cube(*table, &claim->cube, &shortest);
	if (shortest.length < claim->length)
		verify_say_wrong(v, "%u moves are not optimal: there is a solution of %u", claim->length, shortest.length);
}

void verify_close_provers(struct verify *v)
{
	for (unsigned m = 0; m < N_METRICS; m++) {
		free(v->pocket_table[m]);
		if (!v->prover[m].is_open)
			continue;
		pool_destroy(v->prover[m].pool);
		tables_close(v->options, &v->prover[m].heuristic);
	}
}
