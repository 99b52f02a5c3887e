#include "support/support.h"
#include "search/deque.h"

#include <sched.h>

enum { N_THIEVES = 3, N_TASKS = 400000 };

/* Tasks are addresses in an array; what they point to is the number of times that each was taken. */
static _Atomic unsigned n_taken[N_TASKS];

Test(deque, owner_and_thief_meet_in_the_middle)
{
	int task[3];
	struct deque dq = DEQUE_EMPTY;
	cr_expect(deque_is_empty(&dq));
	for (unsigned i = 0; i < 3; i++)
		cr_expect(deque_push(&dq, &task[i]));
	cr_expect_eq(deque_take(&dq, false), &task[0]);
	cr_expect_eq(deque_take(&dq, true), &task[2]);
	cr_expect_not(deque_is_empty(&dq));
	cr_expect_eq(deque_take(&dq, true), &task[1]);
	cr_expect_null(deque_take(&dq, true));
	cr_expect_null(deque_take(&dq, false));
	cr_expect(deque_is_empty(&dq));
}

/* More pushes in all than there are slots, so that positions wrap. */
Test(deque, a_full_one_refuses_and_stays_as_it_was)
{
	static int task[3 * DEQUE_CAPACITY];
	struct deque dq = DEQUE_EMPTY;
	for (unsigned round = 0; round < 3; round++) {
		int *const first = task + round * DEQUE_CAPACITY;
		for (unsigned i = 0; i < DEQUE_CAPACITY; i++)
			cr_assert(deque_push(&dq, first + i), "round %u, push %u", round, i);
		cr_expect_not(deque_push(&dq, task));
		void *const oldest = deque_take(&dq, false);
		cr_expect_eq(oldest, first);
		cr_expect(deque_push(&dq, oldest), "a theft makes room");
		cr_expect_eq(deque_take(&dq, true), oldest);
		for (unsigned i = DEQUE_CAPACITY; i-- > 1;)
			cr_assert_eq(deque_take(&dq, true), first + i, "round %u, take %u", round, i);
		cr_expect_null(deque_take(&dq, true));
	}
}

struct theft {
	struct deque dq;
	pthread_barrier_t start;
	_Atomic bool is_over;
	_Atomic uint64_t n_stolen;
};

static void mark(void *task)
{
	atomic_fetch_add_explicit((_Atomic unsigned *)task, 1, memory_order_relaxed);
}

static void *steal_until_over(void *argument)
{
	struct theft *const theft = argument;
	uint64_t n_stolen = 0;
	pthread_barrier_wait(&theft->start);
	while (!atomic_load(&theft->is_over)) {
		void *const task = deque_take(&theft->dq, false);
		if (task == NULL)
			continue;
		mark(task);
		n_stolen++;
	}
	atomic_fetch_add(&theft->n_stolen, n_stolen);
	return NULL;
}

/* Bursts of pushes and takes of random length: the deque is often full, often empty, and often holds a single
 * task, the one that owner and thieves race for.  What is left at the end, at least the last task, is the
 * thieves'.
 * @return the number of tasks that the owner took */
static uint64_t push_and_take(struct deque *dq, uint64_t seed)
{
	struct dice dice = {seed};
	uint64_t n_own = 0;
	for (unsigned next = 0; next < N_TASKS;) {
		const unsigned longest = dice_below(&dice, 8) == 0 ? 2 * DEQUE_CAPACITY : 4;
		for (unsigned n = 1 + dice_below(&dice, longest); n > 0 && next < N_TASKS; n--)
			if (deque_push(dq, &n_taken[next]))
				next++;
		for (unsigned n = 1 + dice_below(&dice, longest); n > 0 && next < N_TASKS; n--) {
			void *const task = deque_take(dq, true);
			if (task == NULL)
				break;
			mark(task);
			n_own++;
		}
		if (dice_below(&dice, 64) == 0)
			sched_yield();
	}
	while (!deque_is_empty(dq))
		sched_yield();
	return n_own;
}

Test(deque, with_three_thieves_every_task_is_taken_exactly_once)
{
	static struct theft theft;
	for (uint64_t seed = 1; seed <= 3; seed++) {
		theft.dq = (struct deque)DEQUE_EMPTY;
		atomic_store(&theft.is_over, false);
		atomic_store(&theft.n_stolen, 0);
		for (unsigned i = 0; i < N_TASKS; i++)
			atomic_store_explicit(&n_taken[i], 0, memory_order_relaxed);
		pthread_barrier_init(&theft.start, NULL, N_THIEVES + 1);
		pthread_t thief[N_THIEVES];
		for (unsigned i = 0; i < N_THIEVES; i++)
			cr_assert_eq(pthread_create(&thief[i], NULL, steal_until_over, &theft), 0);
		pthread_barrier_wait(&theft.start);
		const uint64_t n_own = push_and_take(&theft.dq, seed);
		atomic_store(&theft.is_over, true);
		for (unsigned i = 0; i < N_THIEVES; i++)
			pthread_join(thief[i], NULL);
		pthread_barrier_destroy(&theft.start);
		unsigned n_wrong = 0;
		for (unsigned i = 0; i < N_TASKS; i++)
			n_wrong += atomic_load_explicit(&n_taken[i], memory_order_relaxed) != 1;
		cr_expect_eq(n_wrong, 0u, "%u tasks of seed %lu were not taken exactly once", n_wrong, seed);
		cr_expect_eq(n_own + atomic_load(&theft.n_stolen), (uint64_t)N_TASKS, "seed %lu", seed);
		cr_expect_gt(atomic_load(&theft.n_stolen), (uint64_t)0, "seed %lu: nobody stole anything", seed);
	}
}
