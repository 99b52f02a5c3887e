#include "base/array.h"
#include "cli/bench/bench.h"
#include "cli/cli.h"
#include "cli/cubes.h"

#include <stdlib.h>

static int add_cube(void *context, const char *name, const struct list_entry *entry)
{
	struct bench_cubes *const cubes = context;
	struct scramble position;
	const int status = entry_read_scramble(name, entry, SUPERFLIP_3X3, 0, &position);
	if (status != EXIT_SOLVED)
		return status;
	maneuver_free(&position.moves);
	struct cube *const more = array_reserve(cubes->cube, cubes->n + 1, &cubes->capacity, sizeof *more);
	if (more == NULL)
		return bench_fail_memory();
	cubes->cube = more;
	cubes->cube[cubes->n++] = position.cube;
	return EXIT_SOLVED;
}

int bench_read_cubes(const char *name, struct bench_cubes *cubes)
{
	return entries_of_file(&(struct entry_reader){.take = add_cube, .context = cubes}, name);
}

int bench_read_lists(const struct bench_options *o, int n_names, char **names, struct bench_cubes *cubes)
{
	int status = EXIT_SOLVED;
	for (int i = 0; i < n_names && status == EXIT_SOLVED; i++) {
		const unsigned n_before = cubes->n;
		status = bench_read_cubes(names[i], cubes);
		if (o->n_instances != 0 && cubes->n - n_before > o->n_instances)
			cubes->n = n_before + (unsigned)o->n_instances;
	}
	return status;
}
