#include "coset/kernel/asking.h"

/* Pairs that one way must have won more than the other, older trials counting less: by chance alone 3 are usual. */
static const double lead_remembered = 7.0 / 8, clear_lead = 4;

static bool is_between_trials(const struct asking *a)
{
	return a->n_blocks == 2 * ASKING_PAIRS;
}

struct asking asking_begin(bool at_once)
{
	return (struct asking){
		.at_once = at_once,
		.is_better_at_once = at_once,
		.n_blocks = 2 * ASKING_PAIRS,
		.end = ASKING_TRIED_FIRST_AFTER,
	};
}

void asking_resume(struct asking *a, int64_t now_ns)
{
	if (is_between_trials(a))
		return;
	a->n_lookups = 0;
	a->begin_ns = now_ns;
}

static void end_block(struct asking *a, int64_t now_ns)
{
	a->each_ns[a->at_once] = (double)(now_ns - a->begin_ns) / (double)a->n_lookups;
	a->n_blocks++;
	if (a->n_blocks % 2 == 0)
		a->n_wins += a->each_ns[true] < a->each_ns[false];
	else  /* so pairs begin with either way in turn */
		a->at_once = !a->at_once;
}

static void end_trial(struct asking *a)
{
	a->lead = a->lead * lead_remembered + a->n_wins - ASKING_PAIRS / 2.0;
	if (a->lead > clear_lead || a->lead < -clear_lead)
		a->is_better_at_once = a->lead > 0;
	a->at_once = a->is_better_at_once;
	a->end = ASKING_TRIED_AGAIN_AFTER;
}

void asking_next(struct asking *a, int64_t now_ns)
{
	if (is_between_trials(a)) {
		a->n_blocks = a->n_wins = 0;
		a->end = ASKING_BLOCK;
	} else {
		end_block(a, now_ns);
		if (is_between_trials(a))
			end_trial(a);
	}
	a->n_lookups = 0;
	a->begin_ns = now_ns;
}
