/* Runs the tests where Criterion's runner cannot: under qemu-user. That runner starts each test as a program
 * of its own, which an emulator of one program cannot follow; here each test is a fork. Stands in for
 * libcriterion: these are the functions that the macros of its headers call (2.4).
 * usage: plain-tests [-j N] [PATTERN]    PATTERN as in --filter, e.g. "deque/?*" */
#include <criterion/criterion.h>
#include <criterion/internal/assert.h>
#include <fnmatch.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXIT_SKIPPED = 77, MAX_JOBS = 64, TEST_MAX_S = 21600 };

struct criterion_options criterion_options;

extern struct criterion_test *const __start_cr_tst[], *const __stop_cr_tst[];
extern struct criterion_suite *const __start_cr_sts[], *const __stop_cr_sts[];

static const struct criterion_test *running;
static bool has_failed;
static jmp_buf test_end;

/* ---- what the macros call ---- */
int cr_asprintf(char **out, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	const int n = vasprintf(out, format, arguments);
	va_end(arguments);
	return n;
}

/* Shown with Criterion's --verbose only. */
void cr_log(enum criterion_severity severity, const char *format, ...)
{
}

void cr_asprintf_free(char *text)
{
	free(text);
}

char *cr_translate_assert_msg(int index, ...)
{
	char *text = NULL;
	(void)cr_asprintf(&text, "assertion failed (kind %d)", index);
	return text;
}

void cri_asserts_passed_incr(void)
{
}

void criterion_send_assert(struct criterion_assert_stats *s)
{
	if (!s->passed)
		printf("[FAIL] %s::%s: %s:%u: %s\n", running->category, running->name, s->file, s->line, s->message);
}

void criterion_continue_test(void)
{
	has_failed = true;
}

void criterion_abort_test(void)
{
	has_failed = true;
	longjmp(test_end, 1);
}

void criterion_skip_test(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	printf("[SKIP] %s::%s: ", running->category, running->name);
	vprintf(format, arguments);
	va_end(arguments);
	printf("\n");
	longjmp(test_end, 2);
}

/* The trampolines of the headers call these in order; what a suite says comes before what its test says. */
static const struct criterion_test_extra_data *suite_data(void)
{
	for (struct criterion_suite *const *s = __start_cr_sts; s < __stop_cr_sts; s++)
		if (*s != NULL && strcmp((*s)->name, running->category) == 0)
			return (*s)->data;
	return NULL;
}

void criterion_internal_test_setup(void)
{
	const struct criterion_test_extra_data *const suite = suite_data();
	if (suite != NULL && suite->init != NULL)
		suite->init();
	if (running->data->init != NULL)
		running->data->init();
}

void criterion_internal_test_main(void (*test)(void))
{
	const int how = setjmp(test_end);
	if (how == 0)
		test();
	if (how == 2) {
		fflush(NULL);
		_exit(EXIT_SKIPPED);
	}
}

void criterion_internal_test_teardown(void)
{
	const struct criterion_test_extra_data *const suite = suite_data();
	if (running->data->fini != NULL)
		running->data->fini();
	if (suite != NULL && suite->fini != NULL)
		suite->fini();
}

/* ---- the run ---- */
static struct { pid_t pid; const struct criterion_test *test; } job[MAX_JOBS];
static unsigned n_running, n_passed, n_failed, n_crashed, n_skipped;

/* All threads of a test on one processor: between those on several, qemu orders a store and a later load less
 * than C's seq_cst does, and deques lose tasks. */
static void pin(unsigned slot)
{
	cpu_set_t usable, one;
	CPU_ZERO(&one);
	if (sched_getaffinity(0, sizeof usable, &usable) != 0)
		return;
	slot %= (unsigned)CPU_COUNT(&usable);
	for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &usable) && slot-- == 0) {
			CPU_SET(cpu, &one);
			(void)sched_setaffinity(0, sizeof one, &one);
			return;
		}
}

static void start(const struct criterion_test *test)
{
	static unsigned n_started;
	n_started++;
	fflush(NULL);
	const pid_t pid = fork();
	if (pid == 0) {
		running = test;
		pin(n_started);
		alarm(TEST_MAX_S);  /* one that hangs crashes in the end */
		test->test();
		fflush(NULL);
		exit(has_failed ? 1 : 0);
	}
	if (pid < 0) {
		perror("fork");
		exit(2);
	}
	job[n_running].pid = pid;
	job[n_running++].test = test;
}

static void finish_one(void)
{
	int status;
	const pid_t pid = wait(&status);
	for (unsigned i = 0; i < n_running; i++) {
		if (job[i].pid != pid)
			continue;
		const struct criterion_test *const t = job[i].test;
		job[i] = job[--n_running];
		const int wanted = t->data->signal;
		if (WIFSIGNALED(status) && WTERMSIG(status) != wanted) {
			printf("[CRASH] %s::%s: signal %d\n", t->category, t->name, WTERMSIG(status));
			n_crashed++;
		} else if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SKIPPED) {
			n_skipped++;
		} else if (WIFSIGNALED(status) || (WEXITSTATUS(status) == 0 && wanted == 0)) {
			n_passed++;
		} else {
			printf("[FAIL] %s::%s\n", t->category, t->name);
			n_failed++;
		}
		return;
	}
}

int main(int argc, char **argv)
{
	unsigned n_jobs = 1;
	const char *pattern = "*";
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "-j") == 0 && i + 1 < argc)
			n_jobs = (unsigned)strtoul(argv[++i], NULL, 10);
		else
			pattern = argv[i];
	n_jobs = n_jobs < 1 ? 1 : n_jobs > MAX_JOBS ? MAX_JOBS : n_jobs;
	for (struct criterion_test *const *t = __start_cr_tst; t < __stop_cr_tst; t++) {
		char name[512];
		if (*t == NULL)
			continue;
		snprintf(name, sizeof name, "%s/%s", (*t)->category, (*t)->name);
		if (fnmatch(pattern, name, FNM_EXTMATCH) != 0)
			continue;
		if (n_running == n_jobs)
			finish_one();
		start(*t);
	}
	while (n_running > 0)
		finish_one();
	printf("[====] Synthesis: Tested: %u | Passing: %u | Failing: %u | Crashing: %u | Skipped: %u\n",
	       n_passed + n_failed + n_crashed + n_skipped, n_passed, n_failed, n_crashed, n_skipped);
	return n_failed + n_crashed > 0;
}
