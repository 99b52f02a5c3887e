/* superflip pdb verify */
#include "cli/cli.h"
#include "base/words.h"
#include "cli/pdb/request.h"
#include "cli/tables.h"
#include "pdb/directory.h"
#include "pdb/file.h"
#include "pdb/pdb.h"
#include "report/progress.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static int verify_file(const struct request *r, const char *path, const struct pdb_key *want)
{
	struct pdb_header header;
	const char *const slash = strrchr(path, '/'), *const name = slash == NULL ? path : slash + 1;
	struct progress_bar bar = progress_bar_start(name, r->is_quiet, interrupted_by, status_is_wanted);
	const struct pdb_progress progress = progress_bar_callback(&bar);
	enum pdb_status status = pdb_verify(path, &progress, &header);
	progress_bar_finish(&bar);
	if (status == PDB_OK && want != NULL && !pdb_key_equal(pdb_header_key(&header), *want))
		status = PDB_WRONG_TABLE;
	struct pdb_histogram histogram = {.max_depth = 0};
	if (status == PDB_OK) {
		histogram = pdb_header_histogram(&header);
		if (!pdb_known_agrees(pdb_header_key(&header), &histogram))
			status = PDB_WRONG_DEPTHS;
	}
	if (status != PDB_OK)
		return fail(status, path, want);
	if (!r->is_quiet)
		print_line_to(stdout, "%s: sound, %s, mean %.6f", path, words_of(header.n_entries, "entry"),
		              pdb_histogram_mean(&histogram));
	fflush(stdout);
	return EXIT_SOLVED;
}

/* All tables of a directory; `result` is what has failed before. */
static int verify_directory(const struct request *r, const char *directory, int result, unsigned *n_files)
{
	glob_t found;
	const int of_files = files_find(directory, &found);
	if (of_files != EXIT_SOLVED) {
		*n_files += 1;  /* there may be some */
		return of_files;
	}
	struct request all = *r;
	all.names = found.gl_pathv;
	all.n_names = (int)found.gl_pathc;
	*n_files += (unsigned)found.gl_pathc;
	const int of_directory = for_each_file(&all, verify_file);
	globfree(&found);
	return of_directory == EXIT_SOLVED ? result : of_directory;
}

int pdb_command_verify(const struct request *r)
{
	catch_interrupts(false);
	if (r->n_names != 0)
		return for_each_file(r, verify_file);
	char directory[PATH_MAX], system[PATH_MAX];
	unsigned n_files = 0;
	if (pdb_directory(r->directory, directory) != PDB_OK)
		return tables_complain_of_directory();
	int result = verify_directory(r, directory, EXIT_SOLVED, &n_files);
	if (r->directory == NULL && pdb_system_directory(system))
		result = verify_directory(r, system, result, &n_files);
	if (n_files == 0)
		return complain_and(EXIT_TABLE, "%s: no tables; run `superflip pdb build default`", directory);
	return result;
}
