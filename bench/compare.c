/* Solvers against each other on one list of scrambles, taking turns in one run.
 *
 *     compare [-r ROUNDS] [-m htm|qtm] [-w FORM] [-s LIST] [-l SECONDS] [-f FORMAT] LIST COMMAND COMMAND...
 *
 * COMMAND is a command line for the shell.  It gets the cubes on standard input, one on a line, or in a file, whose
 * name stands for each {} in it.  A round runs every command once: A B C A B C ...
 *
 *     -r ROUNDS   rounds (5)
 *     -m METRIC   in which lengths are compared (htm)
 *     -w FORM     what the cubes are written as: text, as LIST has them (the default), facelets, or cubies (Reid)
 *     -s LIST     time another list in the same way, directly before, and subtract it: what starting and loading
 *                 tables takes.  `empty` is no cube, `solved` a solved one
 *     -l SECONDS  kill a command after so many
 *     -f FORMAT   text (the default), csv, jsonl, markdown or latex
 *
 * Any sequence of turns in a command's output that solves a cube of the list is taken for a solution, wherever it
 * stands; of several for one cube the shortest counts.  A command that prints none is timed all the same.
 *
 * Exit status: 0 all was solved, in equal lengths, or nothing could be read; 1 a command failed, left cubes unsolved,
 * or lengths differ; 2 usage; 3 a bad list; 4 a file or process that the system refused; 128 + n after signal n. */
#include "cube/cubies.h"
#include "base/clock.h"
#include "cube/facelet.h"
#include "cube/notation.h"
#include "input/list.h"
#include "report/run_log.h"
#include "report/table.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_SOLVERS = 26, MAX_ROUNDS = 1000, MAX_TOLD = 5 };
static const unsigned NO_SOLUTION = UINT_MAX;
enum { STATUS_RIGHT = 0, STATUS_WRONG = 1, STATUS_USAGE = 2, STATUS_LIST = 3, STATUS_SYSTEM = 4 };
enum form { FORM_TEXT, FORM_FACELETS, FORM_CUBIES, N_FORMS };
static const char *const form_name[N_FORMS] = {"text", "facelets", "cubies"};

struct options {
	unsigned n_rounds;
	enum metric metric;
	enum form form;
	const char *startup;                 /* NULL: not to be timed */
	unsigned limit_s;                    /* 0: none */
	enum table_format format;
};

/* The cubes, and the files of this run in a folder of their own. */
struct cubes {
	struct cube *cube;
	size_t n, capacity;
};
enum { FILE_LIST, FILE_STARTUP, FILE_OUTPUT, FILE_ERRORS, N_FILES };
static const char *const file_name[N_FILES] = {"list", "startup", "output", "errors"};
struct folder {
	char path[PATH_MAX - 16];
	char file[N_FILES][PATH_MAX];
};

struct timing { double wall_s, processor_s; };

struct solver {
	const char *command;
	char letter[2];
	struct timing run[MAX_ROUNDS], startup[MAX_ROUNDS];
	unsigned *length;                    /* of each cube, in the last round; NO_SOLUTION if none was found */
	size_t n_solved;                     /* cubes, in the round with the fewest */
	bool has_failed;
};

static int status_so_far = STATUS_RIGHT;

static void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void complain(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fputs("compare: ", stderr);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
}

static void fail(int status, const char *what)
{
	complain("%s: %s", what, strerror(errno));
	exit(status);
}

/* ---- files ---- */
static struct folder folder;

static void remove_folder(void)
{
	for (unsigned i = 0; i < N_FILES; i++)
		unlink(folder.file[i]);
	rmdir(folder.path);
}

static void make_folder(void)
{
	const char *const parent = getenv("TMPDIR");
	snprintf(folder.path, sizeof folder.path, "%s/compare-XXXXXX", parent != NULL && *parent == '/' ? parent : "/tmp");
	if (strchr(folder.path, '\'') != NULL || mkdtemp(folder.path) == NULL)
		fail(STATUS_SYSTEM, folder.path);
	for (unsigned i = 0; i < N_FILES; i++)
		snprintf(folder.file[i], sizeof folder.file[i], "%s/%s", folder.path, file_name[i]);
	atexit(remove_folder);
}

static void write_cube(FILE *out, const struct cube *c, const char *text, enum form form)
{
	char facelets[FACELET_TEXT_SIZE], cubies[CUBIES_TEXT_SIZE];
	facelet_write(c, facelets);
	cubies_write(c, cubies);
	fprintf(out, "%s\n", form == FORM_FACELETS ? facelets : form == FORM_CUBIES ? cubies : text);
}

static void add_cube(struct cubes *cubes, const struct cube *c)
{
	if (cubes->n == cubes->capacity) {
		cubes->capacity = 2 * cubes->capacity + 64;
		cubes->cube = realloc(cubes->cube, cubes->capacity * sizeof *cubes->cube);
		if (cubes->cube == NULL)
			fail(STATUS_SYSTEM, "memory");
	}
	cubes->cube[cubes->n++] = *c;
}

/* Read a list and write it as the commands are to get it. */
static void copy_list(const char *name, enum form form, const char *to, struct cubes *cubes)
{
	const int fd = open(name, O_RDONLY | O_CLOEXEC);
	FILE *const out = fopen(to, "we");
	struct list *const list = fd < 0 ? NULL : list_open(fd, LIST_RECOGNISE, "333");
	if (out == NULL)
		fail(STATUS_SYSTEM, to);
	if (list == NULL)
		fail(STATUS_LIST, name);
	struct list_entry entry;
	enum list_status status;
	while ((status = list_next(list, -1, &entry)) == LIST_ENTRY || status == LIST_LATER) {
		struct position position;
		struct input_error error;
		if (status == LIST_LATER)
			continue;
		const bool is_read = entry.fault == NULL && position_read(entry.scramble, 0, &position, &error);
		if (!is_read) {
			complain("%s:%" PRIu64 ": %s", name, entry.line, entry.fault != NULL ? entry.fault : error.message);
			exit(STATUS_LIST);
		}
		write_cube(out, &position.cube, entry.scramble, form);
		if (cubes != NULL)
			add_cube(cubes, &position.cube);
	}
	if (status == LIST_BAD_EXPORT) {
		complain("%s: %s", name, list_fault(list));
		exit(STATUS_LIST);
	}
	if (status != LIST_END)
		fail(STATUS_LIST, name);
	list_close(list);
	close(fd);
	if (fclose(out) != 0)
		fail(STATUS_SYSTEM, to);
}

static void write_startup(const struct options *o)
{
	if (strcmp(o->startup, "empty") != 0 && strcmp(o->startup, "solved") != 0) {
		copy_list(o->startup, o->form, folder.file[FILE_STARTUP], NULL);
		return;
	}
	FILE *const out = fopen(folder.file[FILE_STARTUP], "we");
	if (out != NULL && strcmp(o->startup, "solved") == 0)
		write_cube(out, &cube_solved, "R R'", o->form);
	if (out == NULL || fclose(out) != 0)
		fail(STATUS_SYSTEM, folder.file[FILE_STARTUP]);
}

/* ---- running ---- */
static volatile sig_atomic_t running_pid, signal_taken, is_overdue;

static void stop_command(int signal_number)
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
		const int written = is_place ? snprintf(out + n, size - n, "'%s'", name) : snprintf(out + n, size - n, "%c", *p);
		n += (size_t)written;
		p += is_place ? 2 : 1;
		has_any |= is_place;
	}
	if (n + 1 >= size) {
		complain("'%.60s...': too long", command);
		exit(STATUS_USAGE);
	}
	out[n] = '\0';
	return has_any;
}

static void become_command(const char *command, const char *input)
{
	const int in = open(input, O_RDONLY), out = open(folder.file[FILE_OUTPUT], O_WRONLY | O_CREAT | O_TRUNC, 0600);
	const int errors = open(folder.file[FILE_ERRORS], O_WRONLY | O_CREAT | O_TRUNC, 0600);
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
	FILE *const f = fopen(folder.file[FILE_ERRORS], "re");
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
		complain("%s: killed after %u s%s", s->command, limit_s, said);
	else if (WIFSIGNALED(wait_status))
		complain("%s: signal %d (%s)%s", s->command, WTERMSIG(wait_status), strsignal(WTERMSIG(wait_status)), said);
	else
		complain("%s: exit status %d%s", s->command, WEXITSTATUS(wait_status), said);
}

/* With the processor time of all processes that the command has waited for. */
static struct timing run(struct solver *s, const char *list, const struct options *o)
{
	char command[4 * PATH_MAX];
	const bool names_file = insert_name(s->command, list, command, sizeof command);
	is_overdue = 0;
	const double begin_s = clock_monotonic_s();
	const pid_t pid = fork();
	if (pid < 0)
		fail(STATUS_SYSTEM, "a process for a command");
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
			fail(STATUS_SYSTEM, "waiting for a command");
	const double end_s = clock_monotonic_s();
	alarm(0);
	running_pid = 0;
	if (signal_taken != 0)
		exit(128 + (int)signal_taken);
	if (wait_status != 0) {
		complain_of_end(s, wait_status, o->limit_s);
		s->has_failed = true;
		status_so_far = STATUS_WRONG;
	}
	return (struct timing){end_s - begin_s, seconds(usage.ru_utime) + seconds(usage.ru_stime)};
}

/* ---- reading what it printed ---- */
struct sequence {
	struct cube turns;
	unsigned n, cost;
};

/* Find the cube that the sequence solves: the next in order if it can be, else any without a solution, else any. */
static void take_solution(struct solver *s, const struct cubes *cubes, const struct sequence *found, size_t *next)
{
	const struct cube solved_by_it = cube_inverse(&found->turns);
	size_t best = cubes->n;
	for (size_t i = 0; i < cubes->n; i++) {
		const size_t k = (*next + i) % cubes->n;
		if (!cube_equal(&cubes->cube[k], &solved_by_it))
			continue;
		best = best == cubes->n ? k : best;
		if (s->length[k] == NO_SOLUTION) {
			best = k;
			break;
		}
	}
	if (best == cubes->n)
		return;
	if (found->cost < s->length[best])
		s->length[best] = found->cost;
	*next = (best + 1) % cubes->n;
}

/* Add a word to the sequence; false if it is no turns of faces. */
static bool add_turns(struct sequence *q, const char *word, enum metric metric)
{
	struct maneuver m;
	struct input_error error;
	if (strchr(face_letter, *word) == NULL || !notation_read(word, 0, &m, &error))
		return false;
	const bool has_still_centres = m.rotation == 0 && m.n_moves < 1000;
	if (has_still_centres) {
		const struct cube turns = cube_after_moves(cube_solved, m.moves, (unsigned)m.n_moves);
		q->turns = cube_product(&q->turns, &turns);
		q->n += (unsigned)m.n_moves;
		q->cost += moves_cost(metric, m.moves, (unsigned)m.n_moves);
	}
	maneuver_free(&m);
	return has_still_centres;
}

/* Words are parted by spaces; anything else that is no turn parts sequences. */
static void read_line(struct solver *s, const struct cubes *cubes, char *line, enum metric metric, size_t *next)
{
	struct sequence q = {.turns = cube_solved};
	for (char *p = line; *p != '\0';) {
		const size_t n = strcspn(p, " \t\r\n,;:=|()[]{}<>\"");
		const char end = p[n];
		p[n] = '\0';
		const bool is_turns = n > 0 && add_turns(&q, p, metric);
		if ((n > 0 && !is_turns) || end != ' ') {
			if (q.n > 0)
				take_solution(s, cubes, &q, next);
			q = (struct sequence){.turns = cube_solved};
		}
		p += n + (end != '\0');
	}
}

static void read_output(struct solver *s, const struct cubes *cubes, enum metric metric)
{
	FILE *const f = fopen(folder.file[FILE_OUTPUT], "re");
	char *line = NULL;
	size_t capacity = 0, next = 0, n_solved = 0, n_trivial = 0;
	if (f == NULL)
		fail(STATUS_SYSTEM, folder.file[FILE_OUTPUT]);
	for (size_t i = 0; i < cubes->n; i++)
		s->length[i] = NO_SOLUTION;
	while (getline(&line, &capacity, f) >= 0)
		read_line(s, cubes, line, metric, &next);
	free(line);
	fclose(f);
	for (size_t i = 0; i < cubes->n; i++) {
		const bool is_trivial = cube_is_solved(&cubes->cube[i]);
		n_trivial += is_trivial;
		n_solved += !is_trivial && s->length[i] != NO_SOLUTION;
		if (is_trivial)
			s->length[i] = 0;  /* whatever is printed about it, or nothing */
	}
	n_solved += n_solved > 0 || n_trivial == cubes->n ? n_trivial : 0;
	s->n_solved = n_solved < s->n_solved ? n_solved : s->n_solved;
}

/* Compare with the first command that printed solutions. */
static void compare_lengths(const struct solver *solvers, unsigned n, const struct cubes *cubes)
{
	const struct solver *first = NULL;
	for (const struct solver *s = solvers; s < solvers + n; s++) {
		unsigned n_different = 0;
		if (s->n_solved == 0)
			complain("%s: no solutions recognised in what it prints; it is timed only", s->command);
		else if (s->n_solved < cubes->n) {
			complain("%s: solutions of %zu cubes of %zu", s->command, s->n_solved, cubes->n);
			status_so_far = STATUS_WRONG;
		}
		if (first == NULL && s->n_solved > 0)
			first = s;
		for (size_t i = 0; i < cubes->n && s->n_solved > 0; i++) {
			if (s->length[i] == first->length[i] || s->length[i] == NO_SOLUTION || first->length[i] == NO_SOLUTION)
				continue;
			status_so_far = STATUS_WRONG;
			if (n_different++ < MAX_TOLD)
				complain("cube %zu: %u moves by %s, %u by %s", i + 1, first->length[i], first->command, s->length[i], s->command);
		}
		if (n_different > MAX_TOLD)
			complain("and %u more that differ", n_different - MAX_TOLD);
	}
}

/* ---- results ---- */
static int compare_doubles(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static void sort(double *values, unsigned n)
{
	qsort(values, n, sizeof *values, compare_doubles);
}

static double median(double *values, unsigned n)
{
	sort(values, n);
	return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/* Medians over the rounds; the ratio is taken within each round. */
static void add_row(struct table *table, const struct solver *s, const struct solver *first, const struct cubes *cubes,
                    const struct options *o)
{
	static double wall[MAX_ROUNDS], processor[MAX_ROUNDS], startup[MAX_ROUNDS], ratio[MAX_ROUNDS];
	const unsigned n = o->n_rounds;
	for (unsigned i = 0; i < n; i++) {
		startup[i] = s->startup[i].wall_s;
		ratio[i] = (s->run[i].wall_s - startup[i]) / (first->run[i].wall_s - first->startup[i].wall_s);
		wall[i] = s->run[i].wall_s - startup[i];
		processor[i] = s->run[i].processor_s - s->startup[i].processor_s;
	}
	const double middle = median(wall, n);
	table_add_text(table, s->letter);
	table_add_count(table, s->n_solved);
	table_add_real(table, middle, 4);
	table_add_real(table, wall[0], 4);
	table_add_real(table, wall[n - 1], 4);
	table_add_real(table, median(processor, n), 4);
	table_add_real(table, o->startup != NULL ? median(startup, n) : NAN, 4);
	table_add_real(table, middle / (double)cubes->n, 6);
	table_add_real(table, median(ratio, n), 3);
}

static void add_facts(struct table *table)
{
	const char *key;
	json_t *value, *const about = run_about(0);
	json_object_foreach(about, key, value)
		if (json_is_string(value))
			table_add_fact(table, key, json_string_value(value));
	json_decref(about);
}

static void print(const struct solver *solvers, unsigned n, const struct cubes *cubes, const struct options *o,
                  const char *list)
{
	static const char *const columns[] = {
		"command", "solved", "seconds", "min", "max", "processor_seconds", "startup_seconds", "seconds_each", "ratio",
	};
	struct table *const table = table_create(columns, sizeof columns / sizeof *columns);
	if (table == NULL)
		fail(STATUS_SYSTEM, "memory");
	char text[80];
	add_facts(table);
	table_add_fact(table, "list", list);
	snprintf(text, sizeof text, "%zu", cubes->n);
	table_add_fact(table, "states", text);
	snprintf(text, sizeof text, "%u", o->n_rounds);
	table_add_fact(table, "rounds", text);
	table_add_fact(table, "metric", metric_name[o->metric]);
	table_add_fact(table, "startup", o->startup != NULL ? o->startup : "not subtracted");
	for (unsigned i = 0; i < n; i++)
		table_add_fact(table, solvers[i].letter, solvers[i].command);
	for (unsigned i = 0; i < n; i++)
		add_row(table, &solvers[i], &solvers[0], cubes, o);
	if (!table_write(table, o->format, stdout) || fflush(stdout) != 0)
		fail(STATUS_SYSTEM, "standard output");
	table_free(table);
}

/* ---- options ---- */
static void refuse(char letter, const char *value, const char *expected)
{
	complain("-%c '%s': expected %s", letter, value, expected);
	exit(STATUS_USAGE);
}

static unsigned number(char letter, const char *value, unsigned max)
{
	char *end, expected[60];
	const unsigned long n = strtoul(value, &end, 10);
	snprintf(expected, sizeof expected, "a whole number from 1 to %u", max);
	if (*value < '0' || *value > '9' || *end != '\0' || n == 0 || n > max)
		refuse(letter, value, expected);
	return (unsigned)n;
}

static unsigned choice(char letter, const char *value, const char *const *names, unsigned n, const char *expected)
{
	for (unsigned i = 0; i < n; i++)
		if (strcmp(value, names[i]) == 0)
			return i;
	refuse(letter, value, expected);
	return 0;
}

static void read_options(int argc, char **argv, struct options *o)
{
	/* '+': a command's own options are not ours. */
	for (int letter; (letter = getopt(argc, argv, "+r:m:w:s:l:f:")) != -1;)
		switch (letter) {
		case 'r': o->n_rounds = number('r', optarg, MAX_ROUNDS); break;
		case 'm': o->metric = (enum metric)choice('m', optarg, metric_name, N_METRICS, "htm or qtm"); break;
		case 'w': o->form = (enum form)choice('w', optarg, form_name, N_FORMS, "text, facelets or cubies"); break;
		case 's': o->startup = optarg; break;
		case 'l': o->limit_s = number('l', optarg, 1000000); break;
		case 'f':
			o->format = (enum table_format)choice('f', optarg, table_format_name, N_TABLE_FORMATS,
			                                      "text, csv, jsonl, markdown or latex");
			break;
		default: exit(STATUS_USAGE);
		}
	if (argc - optind < 3 || argc - optind > 1 + MAX_SOLVERS) {
		complain("usage: compare [-r ROUNDS] [-m htm|qtm] [-w text|facelets|cubies] [-s empty|solved|LIST] [-l SECONDS] "
		         "[-f FORMAT] LIST COMMAND COMMAND...");
		exit(STATUS_USAGE);
	}
}

static void run_all(struct solver *solvers, unsigned n, const struct cubes *cubes, const struct options *o)
{
	for (unsigned round = 0; round < o->n_rounds; round++)
		for (struct solver *s = solvers; s < solvers + n; s++) {
			if (s->has_failed)
				continue;
			if (o->startup != NULL)
				s->startup[round] = run(s, folder.file[FILE_STARTUP], o);
			if (!s->has_failed)
				s->run[round] = run(s, folder.file[FILE_LIST], o);
			if (!s->has_failed)
				read_output(s, cubes, o->metric);
		}
}

int main(int argc, char **argv)
{
	struct options o = {.n_rounds = 5};
	read_options(argc, argv, &o);
	cube_init();
	make_folder();
	struct cubes cubes = {.n = 0};
	const char *const list = argv[optind];
	copy_list(list, o.form, folder.file[FILE_LIST], &cubes);
	if (cubes.n == 0) {
		complain("%s: no cubes", list);
		return STATUS_LIST;
	}
	if (o.startup != NULL)
		write_startup(&o);
	const unsigned n = (unsigned)(argc - optind - 1);
	struct solver *const solvers = calloc(n, sizeof *solvers);
	if (solvers == NULL)
		fail(STATUS_SYSTEM, "memory");
	for (unsigned i = 0; i < n; i++) {
		solvers[i] = (struct solver){.command = argv[optind + 1 + (int)i], .letter = {(char)('A' + i)},
		                             .length = calloc(cubes.n, sizeof *solvers[i].length), .n_solved = cubes.n};
		if (solvers[i].length == NULL)
			fail(STATUS_SYSTEM, "memory");
	}
	const int caught[] = {SIGINT, SIGTERM, SIGALRM};
	for (unsigned i = 0; i < sizeof caught / sizeof *caught; i++)
		sigaction(caught[i], &(struct sigaction){.sa_handler = stop_command}, NULL);
	run_all(solvers, n, &cubes, &o);
	for (unsigned i = 0; i < n; i++)
		if (solvers[i].has_failed)
			return STATUS_WRONG;
	compare_lengths(solvers, n, &cubes);
	print(solvers, n, &cubes, &o, list);
	return status_so_far;
}
