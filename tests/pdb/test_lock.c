/* Two builders never work on the same table. */
#include "pdb/generate.h"

#include "table_file.h"

#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>

TestSuite(pdb_lock, .init = table_enter, .fini = table_leave);

Test(pdb_lock, tables_do_not_lock_each_other)
{
	char other[sizeof table_path + 8];
	struct pdb_lock first, second;
	snprintf(other, sizeof other, "%s2", table_path);
	cr_assert_eq(pdb_lock_take(table_path, false, &first), STATUS_OK);
	cr_assert_eq(pdb_lock_take(other, false, &second), STATUS_OK);
	pdb_lock_release(&first);
	pdb_lock_release(&second);
}

Test(pdb_lock, the_lock_of_a_dead_process_is_free)
{
	struct pdb_lock lock;
	const pid_t child = fork();
	if (child == 0)
		_exit(pdb_lock_take(table_path, false, &lock) == STATUS_OK ? 0 : 1);
	int status;
	cr_assert_eq(waitpid(child, &status, 0), child);
	cr_assert_eq(status, 0);
	cr_expect_eq(scratch_count(table_directory), 1, "its file is still there");
	cr_assert_eq(pdb_lock_take(table_path, false, &lock), STATUS_OK);
	pdb_lock_release(&lock);
}

static void note(int signal_number)
{
}

Test(pdb_lock, a_signal_ends_the_waiting)
{
	struct pdb_lock first, second;
	const struct sigaction action = {.sa_handler = note};
	sigaction(SIGALRM, &action, NULL);
	cr_assert_eq(pdb_lock_take(table_path, false, &first), STATUS_OK);
	/* Again and again: the first may come before it waits. */
	const struct timeval soon = {.tv_usec = 10000};
	setitimer(ITIMER_REAL, &(struct itimerval){soon, soon}, NULL);
	cr_expect_eq(pdb_lock_take(table_path, true, &second), STATUS_INTERRUPTED);
	setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
	pdb_lock_release(&first);
}

/* Processes that all add one to a number in a file, each under the lock, lose none of the additions. */
Test(pdb_lock, waiting_builders_come_one_at_a_time)
{
	enum { N_PROCESSES = 8, N_TURNS = 50 };
	pid_t child[N_PROCESSES];
	char counter[sizeof table_path + 8];
	snprintf(counter, sizeof counter, "%s.n", table_path);
	FILE *file = fopen(counter, "w");
	fputs("0", file);
	fclose(file);
	for (unsigned i = 0; i < N_PROCESSES; i++)
		if ((child[i] = fork()) == 0) {
			for (unsigned turn = 0; turn < N_TURNS; turn++) {
				struct pdb_lock lock;
				unsigned n;
				if (pdb_lock_take(table_path, true, &lock) != STATUS_OK
				    || (file = fopen(counter, "r+")) == NULL)
					_exit(1);
				if (fscanf(file, "%u", &n) != 1)
					_exit(1);
				rewind(file);
				fprintf(file, "%u", n + 1);
				fclose(file);
				pdb_lock_release(&lock);
			}
			_exit(0);
		}
	for (unsigned i = 0; i < N_PROCESSES; i++) {
		int status;
		waitpid(child[i], &status, 0);
		cr_expect_eq(status, 0);
	}
	unsigned n = 0;
	file = fopen(counter, "r");
	cr_assert_eq(fscanf(file, "%u", &n), 1);
	fclose(file);
	cr_expect_eq(n, N_PROCESSES * N_TURNS, "%u", n);
}
