/* Solvers against each other on one list of scrambles, taking turns in one run.
 *
 *     compare [-r ROUNDS] [-m htm|qtm] [-w FORM] [-s LIST] [-l SECONDS] [-f FORMAT] LIST COMMAND COMMAND...
 *
 * COMMAND is a command line for the shell.  It gets the cubes on standard input, one on a line, or in a file,
 * whose name stands for each {} in it.  A round runs every command once: A B C A B C ...
 *
 *     -r ROUNDS   rounds (5)
 *     -m METRIC   in which lengths are compared (htm)
 *     -w FORM     what the cubes are written as: text, as LIST has them (the default), facelets, or cubies
 *                 (Reid)
 *     -s LIST     time another list in the same way, directly before, and subtract it: what starting and
 *                 loading tables takes.  `empty` is no cube, `solved` a solved one
 *     -l SECONDS  kill a command after so many
 *     -f FORMAT   text (the default), csv, jsonl or markdown
 *
 * Any sequence of turns in a command's output that solves a cube of the list is taken for a solution,
 * wherever it stands; of several for one cube the shortest counts.  A command that prints none is timed all
 * the same.
 *
 * Exit status: 0 all was solved, in equal lengths, or nothing could be read; 1 a command failed, left cubes
 * unsolved, or lengths differ; 2 usage; 3 a bad list; 4 a file or process that the system refused; 128 + n
 * after signal n. */
#include "contest/contest.h"
#include "input/list.h"
#include "report/json.h"
#include "report/run_log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const form_name[N_FORMS] = {"text", "facelets", "cubies"};

/* ---- lists ---- */
static void write_cube(FILE *out, const struct cube *c, const char *text, enum form form)
{
	char facelets[FACELET_TEXT_SIZE], cubies[CUBIES_TEXT_SIZE];
	facelet_write(c, facelets);
	cubies_write(c, POSITION_WHOLE, cubies);
	fprintf(out, "%s\n", form == FORM_FACELETS ? facelets : form == FORM_CUBIES ? cubies : text);
}

static void add_cube(struct cubes *cubes, const struct cube *c)
{
	if (cubes->n == cubes->capacity) {
		cubes->capacity = 2 * cubes->capacity + 64;
		cubes->cube = realloc(cubes->cube, cubes->capacity * sizeof *cubes->cube);
		if (cubes->cube == NULL)
			contest_fail(STATUS_SYSTEM, "memory");
	}
	cubes->cube[cubes->n++] = *c;
}

/* Read a list and write it as the commands are to get it. */
static void copy_list(const char *name, enum form form, const char *to, struct cubes *cubes)
{
	const int fd = open(name, O_RDONLY | O_CLOEXEC);
	FILE *const out = fopen(to, "we");
	struct list *const list = fd < 0 ? NULL : list_open(fd, LIST_RECOGNISE, 0);
	if (out == NULL)
		contest_fail(STATUS_SYSTEM, to);
	if (list == NULL)
		contest_fail(STATUS_LIST, name);
	struct list_entry entry;
	enum list_status status;
	while ((status = list_next(list, -1, &entry)) == LIST_ENTRY || status == LIST_LATER) {
		struct position position;
		struct input_error error;
		if (status == LIST_LATER)
			continue;
		const bool is_read = entry.fault == NULL && position_read(entry.scramble, 0, &position, &error);
		if (!is_read) {
			contest_complain("%s:%" PRIu64 ": %s", name, entry.line, entry.fault != NULL ? entry.fault : error.message);
			exit(STATUS_LIST);
		}
		write_cube(out, &position.cube, entry.scramble, form);
		if (cubes != NULL)
			add_cube(cubes, &position.cube);
	}
	if (status == LIST_BAD_EXPORT) {
		contest_complain("%s: %s", name, list_fault(list));
		exit(STATUS_LIST);
	}
	if (status != LIST_END)
		contest_fail(STATUS_LIST, name);
	list_close(list);
	close(fd);
	if (fclose(out) != 0)
		contest_fail(STATUS_SYSTEM, to);
}

static void write_startup(const struct options *o)
{
	if (strcmp(o->startup, "empty") != 0 && strcmp(o->startup, "solved") != 0) {
		copy_list(o->startup, o->form, contest_directory.file[FILE_STARTUP], NULL);
		return;
	}
	FILE *const out = fopen(contest_directory.file[FILE_STARTUP], "we");
	if (out != NULL && strcmp(o->startup, "solved") == 0)
		write_cube(out, &cube_solved, "R R'", o->form);
	if (out == NULL || fclose(out) != 0)
		contest_fail(STATUS_SYSTEM, contest_directory.file[FILE_STARTUP]);
}

/* ---- lengths ---- */
/* Compare with the first command that printed solutions. */
static void compare_lengths(const struct solver *solvers, unsigned n, const struct cubes *cubes)
{
	const struct solver *first = NULL;
	for (const struct solver *s = solvers; s < solvers + n; s++) {
		unsigned n_different = 0;
		if (s->n_solved == 0)
			contest_complain("%s: no solutions recognised in what it prints; it is timed only", s->command);
		else if (s->n_solved < cubes->n) {
			contest_complain("%s: solutions of %zu cubes of %zu", s->command, s->n_solved, cubes->n);
			contest_status = STATUS_WRONG;
		}
		if (first == NULL && s->n_solved > 0)
			first = s;
		for (size_t i = 0; i < cubes->n && s->n_solved > 0; i++) {
			if (s->length[i] == first->length[i] || s->length[i] == NO_SOLUTION
			    || first->length[i] == NO_SOLUTION)
				continue;
			contest_status = STATUS_WRONG;
			if (n_different++ < MAX_TOLD)
				contest_complain("cube %zu: %u moves by %s, %u by %s", i + 1, first->length[i],
				                 first->command, s->length[i], s->command);
		}
		if (n_different > MAX_TOLD)
			contest_complain("and %u more that differ", n_different - MAX_TOLD);
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
static void add_row(struct table *table, const struct solver *s, const struct solver *first,
                    const struct cubes *cubes, const struct options *o)
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
	TABLE_ROW(table, cell_text(s->letter), cell_count(s->n_solved), cell_real(middle, 4),
	          cell_real(wall[0], 4), cell_real(wall[n - 1], 4), cell_real(median(processor, n), 4),
	          cell_real(o->startup != NULL ? median(startup, n) : NAN, 4),
	          cell_real(middle / (double)cubes->n, 6), cell_real(median(ratio, n), 3));
}

static void add_facts(struct table *table)
{
	const char *key;
	json_t *value, *const about = run_about(0);
	json_object_foreach(about, key, value)
		if (json_is_string(value))
			table_add_fact(table, key, json_incref(value), NULL);
	json_decref(about);
}

static void print(const struct solver *solvers, unsigned n, const struct cubes *cubes,
                  const struct options *o, const char *list)
{
	struct table *const table =
		table_create("command,solved,seconds,min,max,processor_seconds,startup_seconds,seconds_each,ratio");
	char text[80];
	add_facts(table);
	table_add_fact(table, "list", json_text(list), NULL);
	snprintf(text, sizeof text, "%zu", cubes->n);
	table_add_fact(table, "states", json_string(text), NULL);
	snprintf(text, sizeof text, "%u", o->n_rounds);
	table_add_fact(table, "rounds", json_string(text), NULL);
	table_add_fact(table, "metric", json_string(metric_name[o->metric]), NULL);
	table_add_fact(table, "startup", json_text(o->startup != NULL ? o->startup : "not subtracted"), NULL);
	for (unsigned i = 0; i < n; i++)
		table_add_fact(table, solvers[i].letter, json_text(solvers[i].command), NULL);
	for (unsigned i = 0; i < n; i++)
		add_row(table, &solvers[i], &solvers[0], cubes, o);
	if (!table_write(table, o->format, stdout) || fflush(stdout) != 0)
		contest_fail(STATUS_SYSTEM, "standard output");
}

/* ---- options ---- */
static void refuse(char letter, const char *value, const char *expected)
{
	contest_complain("-%c '%s': expected %s", letter, value, expected);
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

static unsigned choice(char letter, const char *value, const char *const *names, unsigned n,
                       const char *expected)
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
		case 'w':
			o->form = (enum form)choice('w', optarg, form_name, N_FORMS, "text, facelets or cubies");
			break;
		case 's': o->startup = optarg; break;
		case 'l': o->limit_s = number('l', optarg, 1000000); break;
		case 'f':
			o->format = (enum table_format)choice('f', optarg, table_format_name, N_TABLE_FORMATS,
			                                      "text, csv, jsonl or markdown");
			break;
		default: exit(STATUS_USAGE);
		}
	if (argc - optind < 3 || argc - optind > 1 + MAX_SOLVERS) {
		contest_complain(
			"usage: compare [-r ROUNDS] [-m htm|qtm] [-w text|facelets|cubies] [-s empty|solved|LIST] [-l SECONDS] "
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
				s->startup[round] = contest_run(s, contest_directory.file[FILE_STARTUP], o);
			if (!s->has_failed)
				s->run[round] = contest_run(s, contest_directory.file[FILE_LIST], o);
			if (!s->has_failed)
				contest_read_output(s, cubes, o->metric);
		}
}

int main(int argc, char **argv)
{
	struct options o = {.n_rounds = 5};
	read_options(argc, argv, &o);
	cube_init();
	contest_make_directory();
	struct cubes cubes = {.n = 0};
	const char *const list = argv[optind];
	copy_list(list, o.form, contest_directory.file[FILE_LIST], &cubes);
	if (cubes.n == 0) {
		contest_complain("%s: no cubes", list);
		return STATUS_LIST;
	}
	if (o.startup != NULL)
		write_startup(&o);
	const unsigned n = (unsigned)(argc - optind - 1);
	struct solver *const solvers = calloc(n, sizeof *solvers);
	if (solvers == NULL)
		contest_fail(STATUS_SYSTEM, "memory");
	for (unsigned i = 0; i < n; i++) {
		solvers[i] = (struct solver){.command = argv[optind + 1 + (int)i],
		                             .letter = {(char)('A' + i)},
		                             .length = calloc(cubes.n, sizeof *solvers[i].length),
		                             .n_solved = cubes.n};
		if (solvers[i].length == NULL)
			contest_fail(STATUS_SYSTEM, "memory");
	}
	const int caught[] = {SIGINT, SIGTERM, SIGALRM};
	for (unsigned i = 0; i < sizeof caught / sizeof *caught; i++)
		sigaction(caught[i], &(struct sigaction){.sa_handler = contest_stop}, NULL);
	run_all(solvers, n, &cubes, &o);
	for (unsigned i = 0; i < n; i++)
		if (solvers[i].has_failed)
			return STATUS_WRONG;
	compare_lengths(solvers, n, &cubes);
	print(solvers, n, &cubes, &o, list);
	return contest_status;
}
