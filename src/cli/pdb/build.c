/* superflip pdb build */
#include "cli/cli.h"
#include "cli/pdb/request.h"
#include "cli/tables.h"
#include "heuristic/heuristic.h"
#include "pdb/directory.h"
#include "pdb/file.h"
#include "pdb/generate.h"
#include "report/progress.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>

static int build_one(const struct request *r, const char *directory, struct pdb_key key)
{
	char name[COORDINATE_NAME_MAX], path[PATH_MAX];
	coordinate_name(key.coordinate, name);
	struct progress_bar bar = progress_bar_start(name, r->is_quiet, interrupted_by, status_is_wanted);
	const struct pdb_progress progress = progress_bar_callback(&bar);
	const struct pdb_generate_options options = {
		.n_threads = r->n_threads, .force = r->is_forced, .wait = r->waits, .progress = &progress,
	};
	bool is_new;
	const enum pdb_status status = pdb_generate(directory, key, &options, &is_new);
	const int error = errno;
	progress_bar_finish(&bar);
	if (pdb_path(directory, key, path) != PDB_OK)
		return fail(PDB_IO, directory, NULL);
	if (status != PDB_OK) {
		errno = error;
		return fail(status, path, &key);
	}
	if (r->is_quiet)
		return EXIT_SOLVED;
	struct pdb_header header;
	if (is_new && pdb_describe(path, &header) == PDB_OK)
		print_line_to(stdout, "%s: built in %.2f s, %" PRIu64 " bytes", path, progress_bar_seconds(&bar),
		       pdb_header_file_bytes(&header));
	else
		print_line_to(stdout, "%s: already there", path);
	fflush(stdout);
	return EXIT_SOLVED;
}

static bool are_goals(const struct request *r)
{
	bool are = true;
	for (int i = 0; i < r->n_names; i++)
		are &= heuristic_find(r->names[i]) == NULL && goal_is_named(r->names[i]);
	return are;
}

static bool says_what_to_build(const struct request *r)
{
	if (r->n_names > 0 && r->budget.bytes != 0 && !are_goals(r))
		complain("pdb build: --budget chooses the tables itself, or those of a goal; leave out '%s'", r->names[0]);
	else if (r->budget.bytes == 0 && !isinf(r->budget.building_s))
		complain("pdb build: --build-time limits the choice of --budget, which is missing");
	else if (r->n_names == 0 && r->budget.bytes == 0)
		complain("pdb build: name a table, a heuristic, or `default`, or give a --budget; `superflip pdb list` lists them");
	else
		return true;
	return false;
}

int pdb_command_build(const struct request *r)
{
	struct table_list tables = {.n = 0};
	char directory[PATH_MAX];
	if (!says_what_to_build(r))
		return EXIT_USAGE;
	catch_interrupts(false);
	for (int i = 0; i < r->n_names; i++)
		if (!add_name(r, r->names[i], &tables))
			return EXIT_USAGE;
	if (pdb_directory(r->directory, directory) != PDB_OK)
		return tables_complain_of_directory();
	if (r->budget.bytes != 0 && r->n_names == 0) {
		const struct heuristic_spec *chosen;
		const int status = budget_choose(&r->budget, r->metric, directory, r->is_forced, r->n_threads, r->is_quiet, &chosen);
		if (status != EXIT_SOLVED)
			return status;
		add_name(r, chosen->name, &tables);
	}
	for (unsigned i = 0; i < tables.n; i++) {
		const int status = interrupted_by() == 0 ? build_one(r, directory, tables.key[i]) : 128 + interrupted_by();
		if (status != EXIT_SOLVED)
			return status;
	}
	return EXIT_SOLVED;
}
