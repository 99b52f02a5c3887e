#include "contest/contest.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int contest_status = STATUS_RIGHT;

void contest_complain(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fputs("compare: ", stderr);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
}

void contest_fail(int status, const char *what)
{
	contest_complain("%s: %s", what, strerror(errno));
	exit(status);
}

/* ---- files ---- */
static const char *const file_name[N_FILES] = {"list", "startup", "output", "errors"};

struct directory contest_directory;

static void remove_directory(void)
{
	for (unsigned i = 0; i < N_FILES; i++)
		unlink(contest_directory.file[i]);
	rmdir(contest_directory.path);
}

void contest_make_directory(void)
{
	const char *const parent = getenv("TMPDIR");
	snprintf(contest_directory.path, sizeof contest_directory.path, "%s/compare-XXXXXX",
	         parent != NULL && *parent == '/' ? parent : "/tmp");
	if (strchr(contest_directory.path, '\'') != NULL || mkdtemp(contest_directory.path) == NULL)
		contest_fail(STATUS_SYSTEM, contest_directory.path);
	for (unsigned i = 0; i < N_FILES; i++)
		snprintf(contest_directory.file[i], sizeof contest_directory.file[i], "%s/%s", contest_directory.path,
		         file_name[i]);
	atexit(remove_directory);
}

/* ---- running ---- */
static volatile sig_atomic_t running_pid, signal_taken, is_overdue;

void contest_stop(int signal_number)
{
	if (signal_number == SIGALRM)
		is_overdue = 1;
	else
		signal_taken = signal_number;
	if (running_pid > 0)
		kill((pid_t)-running_pid, SIGKILL);
}

/* Put the file's name in place of each {}; false if there is none. */
static bool insert_name(const char *command, const char *name, char *out, size_t size)
{
	bool has_any = false;
	size_t n = 0;
	for (const char *p = command; *p != '\0' && n + 1 < size;) {
		const bool is_place = p[0] == '{' && p[1] == '}';
		const int written =
			is_place ? snprintf(out + n, size - n, "'%s'", name) : snprintf(out + n, size - n, "%c", *p);
		n += (size_t)written;
		p += is_place ? 2 : 1;
		has_any |= is_place;
	}
	if (n + 1 >= size) {
		contest_complain("'%.60s...': too long", command);
		exit(STATUS_USAGE);
	}
	out[n] = '\0';
	return has_any;
}

static void become_command(const char *command, const char *input)
{
	const int in = open(input, O_RDONLY),
	          out = open(contest_directory.file[FILE_OUTPUT], O_WRONLY | O_CREAT | O_TRUNC, 0600);
	const int errors = open(contest_directory.file[FILE_ERRORS], O_WRONLY | O_CREAT | O_TRUNC, 0600);
	setpgid(0, 0);
	if (in < 0 || out < 0 || errors < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(errors, 2) < 0)
		_exit(127);
	close(in);
	close(out);
	close(errors);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

/* The last line that the command wrote to standard error, or nothing. */
static void last_error(char *line, size_t size)
{
	char next[200];
	FILE *const f = fopen(contest_directory.file[FILE_ERRORS], "re");
	*line = '\0';
	while (f != NULL && fgets(next, sizeof next, f) != NULL)
		if (next[strspn(next, " \t\r\n")] != '\0')
			snprintf(line, size, "; it said: %.*s", (int)strcspn(next, "\r\n"), next);
	if (f != NULL)
		fclose(f);
}

static void complain_of_end(const struct solver *s, int wait_status, unsigned limit_s)
{
	char said[300];
	last_error(said, sizeof said);
	if (is_overdue)
		contest_complain("%s: killed after %u s%s", s->command, limit_s, said);
	else if (WIFSIGNALED(wait_status))
		contest_complain("%s: signal %d (%s)%s", s->command, WTERMSIG(wait_status),
		                 strsignal(WTERMSIG(wait_status)), said);
	else
		contest_complain("%s: exit status %d%s", s->command, WEXITSTATUS(wait_status), said);
}

struct timing contest_run(struct solver *s, const char *list, const struct options *o)
{
	char command[4 * PATH_MAX];
	const bool names_file = insert_name(s->command, list, command, sizeof command);
	is_overdue = 0;
	const double begin_s = clock_monotonic_s();
	const pid_t pid = fork();
	if (pid < 0)
		contest_fail(STATUS_SYSTEM, "a process for a command");
	if (pid == 0)
		become_command(command, names_file ? "/dev/null" : list);
	setpgid(pid, pid);  /* here as well: a signal may come before the child has done it */
	running_pid = (sig_atomic_t)pid;
	alarm(o->limit_s);
	if (signal_taken != 0)
		kill(-pid, SIGKILL);
	int wait_status;
	struct rusage usage;
	while (wait4(pid, &wait_status, 0, &usage) < 0)
		if (errno != EINTR)
			contest_fail(STATUS_SYSTEM, "waiting for a command");
	const double end_s = clock_monotonic_s();
	alarm(0);
	running_pid = 0;
	if (signal_taken != 0)
		exit(128 + (int)signal_taken);
	if (wait_status != 0) {
		complain_of_end(s, wait_status, o->limit_s);
		s->has_failed = true;
		contest_status = STATUS_WRONG;
	}
	return (struct timing){end_s - begin_s, seconds(usage.ru_utime) + seconds(usage.ru_stime)};
}
