/* How threads share work: each has a deque, and an idle one steals from another. */
#include "search/pool.h"

#include "base/clock.h"
#include "cube/random.h"

#include <sched.h>

/* ---- sharing ---- */
bool worker_should_share(const struct worker *w)
{
	return atomic_load_explicit(&w->pool->n_idle, memory_order_relaxed) != 0 && deque_is_empty(&w->deque);
}

static bool share_task(struct worker *w, const struct task *task)
{
	struct task *const copy = malloc(sizeof *copy);
	if (copy == NULL)
		return false;
	*copy = *task;
	/* Counted before it can be seen: n_open never reaches 0 while something is waiting. */
	atomic_fetch_add(&task->search->n_open, 1);
	open_unit_hold(task->open);
	if (deque_push(&w->deque, copy))
		return true;
	open_unit_release(task->search, task->open);
	atomic_fetch_sub(&task->search->n_open, 1);
	free(copy);
	return false;
}

bool worker_share(struct worker *w, struct search *s, const struct work_unit *unit)
{
	return share_task(w, &(struct task){.search = s, .unit = *unit, .open = w->open});
}

bool worker_goes_on(struct worker *w, struct search *s, const struct work_unit *node, unsigned left,
                    unsigned share_min_left)
{
	if (left > 0)
		return left < share_min_left || !worker_should_share(w) || !worker_share(w, s, node);
	const struct cube end = search_unit_cube(s, node);
	const struct goal *const near = search_near_goal(s);
	if (near != NULL ? goal_holds(near, &end) : heuristic_is_reached(w->pool->heuristic, &end))
		search_found(s, node->start, node->prefix, node->n_prefix);
	return false;
}

/* ---- stealing ---- */
static void run_task(struct worker *w, const struct task *task)
{
	struct search *const s = task->search;
	if (search_must_stop(s))
		;
	else if (task->take_part != NULL)
		task->take_part(w, s, task->context);
	else if (task->open != NULL)
		open_unit_run(w, s, &task->unit, task->open);
	else
		root_order_run(w, s, &task->unit);
	search_report(w, s);
	open_unit_release(s, task->open);
	/* Seq_cst: whoever sees 0 sees the counts and solutions of all units. */
	atomic_fetch_sub(&s->n_open, 1);
}

/* Yield; sleep once nothing has been found for a while, since other threads may need this processor.  Between
 * two iterations one thread alone is busy for up to a millisecond, and a thread that sleeps then comes
 * late. */
void worker_pause(unsigned *n_pauses)
{
	enum { PAUSES_BEFORE_SLEEP = 4000 };  /* a few milliseconds */
	if (++*n_pauses < PAUSES_BEFORE_SLEEP) {
		sched_yield();
	} else {
		const struct timespec pause = {.tv_nsec = 100 * 1000};
		nanosleep(&pause, NULL);
	}
}

static void end_idling(struct worker *w, double since_s)
{
	atomic_fetch_sub_explicit(&w->pool->n_idle, 1, memory_order_relaxed);
	w->idle_s += clock_monotonic_s() - since_s;
}

void worker_empty_deque(struct worker *w)
{
	for (struct task *task; (task = deque_take(&w->deque, true)) != NULL; free(task))
		run_task(w, task);
}

void worker_help_while(struct worker *w, bool (*goes_on)(const void *context), const void *context)
{
	unsigned n_failures = 0;
	double idle_since_s = 0;
	while (goes_on(context)) {
		void *task = deque_take(&w->deque, true);
		const unsigned n = w->pool->n_threads;
		const unsigned first = task == NULL && n > 1 ? (unsigned)(random_splitmix64(&w->random) % n) : 0;
		for (unsigned i = 0; i < n && task == NULL; i++) {
			struct worker *const victim = &w->pool->workers[(first + i) % n];
			task = victim != w ? deque_take(&victim->deque, false) : NULL;
			w->n_steals += task != NULL;
		}
		if (task != NULL) {
			if (n_failures != 0)
				end_idling(w, idle_since_s);
			n_failures = 0;
			run_task(w, task);
			free(task);
		} else {
			if (n_failures == 0) {
				atomic_fetch_add_explicit(&w->pool->n_idle, 1, memory_order_relaxed);
				idle_since_s = clock_monotonic_s();
			}
			worker_pause(&n_failures);
		}
	}
	if (n_failures != 0)
		end_idling(w, idle_since_s);
}

/* ---- working together ---- */
static bool is_open(const void *context)
{
	const struct search *const s = context;
	return atomic_load(&s->n_open) != 0;
}

/* A task that nobody has seen yet, and all that comes of it. */
static void run_to_the_end(struct worker *w, const struct task *task)
{
	run_task(w, task);
	worker_help_while(w, is_open, task->search);
}

void search_together(struct worker *w, struct search *s,
                     take_part_fn *take_part, void *context)
{
	const struct task task = {.search = s, .take_part = take_part, .context = context};
	atomic_store(&s->n_open, 1);
	for (unsigned i = 1; i < s->pool->n_threads; i++)
		share_task(w, &task);
	run_to_the_end(w, &task);
}

void search_unit(struct worker *w, struct search *s, const struct work_unit *unit)
{
	atomic_store(&s->n_open, 1);
	run_to_the_end(w, &(struct task){.search = s, .unit = *unit});
}
