/* The loop of a server: several cubes in work, events through a pipe, any of them cancelled at any time.
 *     cc server.c -o server $(pkg-config --cflags --libs superflip); ./server
 * It reads lines from standard input, "solve NAME SCRAMBLE", "cancel NAME", "quit", and prints the results. */
#include <superflip.h>

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MAX_JOBS = 64, NAME_BYTES = 32 };

static struct { char name[NAME_BYTES]; superflip_job *job; uint64_t n_changes; } jobs[MAX_JOBS];
static int wake[2];

/* Called from a thread of the library: only wake the loop. */
static bool notify(void *context, const superflip_progress *progress)
{
	const ssize_t written = write(wake[1], "!", 1);  /* the pipe does not block: if it is full, the loop wakes anyway */
	(void)written, (void)context, (void)progress;
	return true;
}

static void start(superflip_session *session, superflip_problem *problem, const char *name, const char *scramble)
{
	const superflip_job_options options = {.size = sizeof options, .notify = notify};
	superflip_error error;
	superflip_cube *cube;
	unsigned i = 0;
	while (i < MAX_JOBS && jobs[i].job != NULL)
		i++;
	if (i == MAX_JOBS) {
		printf("%s: too many cubes in work\n", name);
		return;
	}
	if (superflip_cube_parse(SUPERFLIP_3X3, scramble, 0, &cube, &error) != SUPERFLIP_OK) {
		printf("%s: column %u: %s\n", name, error.column, error.text);
		return;
	}
	snprintf(jobs[i].name, sizeof jobs[i].name, "%s", name);
	jobs[i].n_changes = 0;
	if (superflip_job_start(session, problem, cube, &options, &jobs[i].job, &error) != SUPERFLIP_OK)
		printf("%s: %s\n", name, error.text);
	superflip_cube_free(cube);
}

static void cancel(const char *name)
{
	for (unsigned i = 0; i < MAX_JOBS; i++)
		if (jobs[i].job != NULL && strcmp(jobs[i].name, name) == 0)
			superflip_job_cancel(jobs[i].job);  /* returns at once; the result comes through the loop */
}

static void print_result(const char *name, const superflip_result *result)
{
	char text[3 * SUPERFLIP_MAX_LENGTH + 1] = "";
	superflip_solution solution;
	if (superflip_result_solution(result, 0, &solution))
		superflip_moves_write(solution.moves, solution.n_moves, 0, text, sizeof text);
	if (result->outcome == SUPERFLIP_STOPPED)
		printf("%s: cancelled, at least %u moves\n", name, result->lower_bound);
	else
		printf("%s: %u%s  %s\n", name, result->length, result->is_optimal ? "*" : "", text);
}

/* @return whether cubes are in work */
static bool report_changes(void)
{
	bool has_jobs = false;
	for (unsigned i = 0; i < MAX_JOBS; i++) {
		superflip_progress progress = {.size = sizeof progress};
		if (jobs[i].job == NULL)
			continue;
		superflip_job_progress(jobs[i].job, &progress);
		if (progress.is_done) {
			print_result(jobs[i].name, superflip_job_result(jobs[i].job));
			superflip_job_free(jobs[i].job);
			jobs[i].job = NULL;
		} else if (progress.n_changes != jobs[i].n_changes && progress.lower_bound >= 16)
			printf("%s: at least %u moves, %.1f s\n", jobs[i].name, progress.lower_bound, progress.seconds);
		jobs[i].n_changes = progress.n_changes;
		has_jobs |= jobs[i].job != NULL;
	}
	fflush(stdout);
	return has_jobs;
}

/* @return whether the loop goes on */
static bool obey(superflip_session *session, superflip_problem *problem, char *line)
{
	char *const name = strchr(line, ' '), *scramble;
	line[strcspn(line, "\n")] = '\0';
	if (name != NULL && strncmp(line, "cancel ", 7) == 0) {
		cancel(name + 1);
	} else if (name != NULL && strncmp(line, "solve ", 6) == 0 && (scramble = strchr(name + 1, ' ')) != NULL) {
		*scramble = '\0';
		start(session, problem, name + 1, scramble + 1);
	} else if (strcmp(line, "quit") == 0)
		return false;
	else
		printf("expected: solve NAME SCRAMBLE, cancel NAME, or quit\n");
	return true;
}

int main(void)
{
	superflip_error error;
	superflip_session *session;
	superflip_problem *problem;
	char line[512], ignored[256];
	bool has_input = true;
	setvbuf(stdin, NULL, _IONBF, 0);  /* what poll() does not see may not wait in a buffer */
	if (pipe(wake) != 0 || fcntl(wake[1], F_SETFL, O_NONBLOCK) != 0
	    || superflip_session_open(NULL, &session, &error) != SUPERFLIP_OK
	    || superflip_problem_create(&problem, &error) != SUPERFLIP_OK
	    || superflip_session_prepare(session, problem, NULL, NULL, NULL, &error) != SUPERFLIP_OK) {
		fprintf(stderr, "cannot start\n");
		return 1;
	}
	while (report_changes() || has_input) {
		struct pollfd events[2] = {{.fd = has_input ? STDIN_FILENO : -1, .events = POLLIN},
		                           {.fd = wake[0], .events = POLLIN}};
		poll(events, 2, 100);
		if (events[0].revents != 0)
			has_input = fgets(line, sizeof line, stdin) != NULL && obey(session, problem, line);
		if (events[1].revents != 0 && read(wake[0], ignored, sizeof ignored) < 0)
			break;
	}
	superflip_problem_free(problem);
	superflip_session_close(session);
	return 0;
}
