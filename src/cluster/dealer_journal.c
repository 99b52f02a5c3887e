/* What the dealer keeps, and what it finds in the journal of an earlier run. */
#include "cluster/dealer_state.h"

#include "base/clock.h"

#include <errno.h>
#include <string.h>

static const double flush_every_s = 1;

void dealer_note_error(struct dealer *d, int error)
{
	if (d->error == 0)
		d->error = error;
	if (d->search != NULL)
		search_fail(d->search, error == ENOMEM ? SEARCH_NO_MEMORY : SEARCH_INTERRUPTED);
}

void dealer_flush(struct dealer *d, bool at_once)
{
	const double now_s = clock_monotonic_s();
	if (d->journal == NULL || (!at_once && now_s - d->last_flush_s < flush_every_s))
		return;
	d->last_flush_s = now_s;
	const enum record_log_status status = unit_journal_flush(d->journal);
	if (d->journal->log.error != 0)
		dealer_note_error(d, d->journal->log.error);
	if (status == RECORD_LOG_DAMAGED && d->search != NULL)
		search_fail(d->search, SEARCH_BAD_TABLE);
}

void dealer_keep(struct dealer *d, uint32_t unit, const struct unit_account *account)
{
	const struct unit_entry entry = {.cube = d->cube, .threshold = d->search->threshold, .unit = unit, .account = *account};
	if (d->journal != NULL && !unit_journal_add(d->journal, &entry))
		dealer_note_error(d, ENOMEM);
	dealer_flush(d, false);
}

void dealer_keep_solution(struct dealer *d, const uint8_t *path, unsigned n)
{
	struct unit_solution solution = {.cube = d->cube, .threshold = n};
	memcpy(solution.path, path, n);
	if (d->journal != NULL && !unit_journal_add_solution(d->journal, &solution))
		dealer_note_error(d, ENOMEM);
	dealer_flush(d, true);
}

/* Units that an earlier run has searched are done. */
static void recall_units(struct dealer *d)
{
	struct node_counts sum = {0};
	for (uint64_t i = 0; i < d->journal->n_entries; i++) {
		const struct unit_entry *const e = &d->journal->entry[i];
		if (e->cube != d->cube || e->threshold != d->search->threshold || e->unit >= d->list.n_units || d->is_done[e->unit])
			continue;
		d->is_done[e->unit] = true;
		d->work[e->unit] = e->account.counts.n_expanded;
		sum.n_generated += e->account.counts.n_generated;
		sum.n_expanded += e->account.counts.n_expanded;
		sum.n_lookups += e->account.counts.n_lookups;
	}
	search_add_counts(d->search, &sum);
}

/* Whether a solution of the journal is in this iteration, and the first such one. */
static bool is_recalled(const struct dealer *d, uint64_t number)
{
	const struct unit_solution *const s = &d->journal->solution[number];
	bool is_first = s->cube == d->cube && s->threshold == d->search->threshold;
	for (uint64_t i = 0; i < number && is_first; i++)
		is_first = memcmp(&d->journal->solution[i], s, sizeof *s) != 0;
	return is_first;
}

/* Those of units that are not done will be found again, unless all that are wanted are there. */
static void recall_solutions(struct dealer *d)
{
	const struct search_request *const request = &d->search->request;
	const struct unit_journal *const j = d->journal;
	uint64_t n = 0;
	for (uint64_t i = 0; i < j->n_solutions; i++)
		n += is_recalled(d, i);
	const bool are_enough = !search_wants_all(d->search) && d->search->n_solutions + n >= (uint64_t)request->n_solutions;
	for (uint64_t i = 0; n > 0 && i < j->n_solutions; i++) {
		if (!is_recalled(d, i))
			continue;
		const uint32_t unit = unit_list_find(&d->list, j->solution[i].path, j->solution[i].threshold);
		if (are_enough || (unit != UINT32_MAX && d->is_done[unit]))
			search_add_solution(d->search, j->solution[i].path, j->solution[i].threshold);
	}
}

void dealer_recall(struct dealer *d)
{
	if (d->journal == NULL)
		return;
	recall_units(d);
	recall_solutions(d);
}
