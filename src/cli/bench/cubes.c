#include "cli/bench/bench.h"
#include "cli/cli.h"
#include "cube/position.h"
#include "input/list.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int complain_of_line(const struct bench_options *o, const char *name, const struct list_entry *entry,
                            const struct input_error *error)
{
	if (entry->fault != NULL)
		complain("%s: %s:%" PRIu64 ": %s", o->command, name, entry->line, entry->fault);
	else
		complain("%s: %s:%" PRIu64 ":%u: %s", o->command, name, entry->line, entry->column + error->column - 1,
		         error->message);
	return entry->fault == NULL && error->is_no_memory ? EXIT_MEMORY : EXIT_INPUT;
}

static int add_cube(struct bench_cubes *cubes, const struct cube *c)
{
	struct cube *const more = realloc(cubes->cube, (cubes->n + 1) * sizeof *more);
	if (more == NULL)
		return bench_fail_memory();
	cubes->cube = more;
	cubes->cube[cubes->n++] = *c;
	return EXIT_SOLVED;
}

static int read_list(const struct bench_options *o, struct list *list, const char *name, struct bench_cubes *cubes)
{
	for (int status = EXIT_SOLVED; status == EXIT_SOLVED;) {
		struct list_entry entry;
		struct position position;
		struct input_error error;
		switch (list_next(list, -1, &entry)) {
		case LIST_ENTRY:
			if (entry.fault != NULL || !position_read(entry.scramble, 0, &position, &error))
				return complain_of_line(o, name, &entry, &error);
			status = add_cube(cubes, &position.cube);
			if (status != EXIT_SOLVED)
				return status;
			break;
		case LIST_END:
			return EXIT_SOLVED;
		case LIST_LATER:
			break;
		case LIST_NO_MEMORY:
			return bench_fail_memory();
		case LIST_BAD_EXPORT:
			complain("%s: %s: %s", o->command, name, list_fault(list));
			return EXIT_INPUT;
		case LIST_IO:
			complain("%s: %s: %s", o->command, name, strerror(errno));
			return EXIT_TABLE;
		}
	}
	return EXIT_SOLVED;
}

int bench_read_cubes(const struct bench_options *o, const char *name, struct bench_cubes *cubes)
{
	const int fd = strcmp(name, "-") == 0 ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		complain("%s: %s: %s", o->command, name, strerror(errno));
		return EXIT_TABLE;
	}
	struct list *const list = list_open(fd, LIST_RECOGNISE, 0);
	const int status = list != NULL ? read_list(o, list, name, cubes) : bench_fail_memory();
	if (list != NULL)
		list_close(list);
	if (fd != STDIN_FILENO)
		close(fd);
	return status;
}

int bench_read_lists(const struct bench_options *o, int n_names, char **names, struct bench_cubes *cubes)
{
	int status = EXIT_SOLVED;
	for (int i = 0; i < n_names && status == EXIT_SOLVED; i++) {
		const unsigned n_before = cubes->n;
		status = bench_read_cubes(o, names[i], cubes);
		if (o->n_instances != 0 && cubes->n - n_before > o->n_instances)
			cubes->n = n_before + (unsigned)o->n_instances;
	}
	if (status != EXIT_SOLVED || n_names == 0 || cubes->n > 0)
		return status;
	complain("%s: no cubes", o->command);
	return EXIT_INPUT;
}
