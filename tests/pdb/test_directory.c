/* Where tables are looked for. */
#include "pieces/families.h"
#include "pdb/directory.h"

#include "support/support.h"
#include "table_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

static const struct pdb_key corners = {{.family = COORDINATE_CORNERS}, .metric = METRIC_HTM};
static const struct pdb_key korf_edges = {EDGES_COORDINATE(0x30F), .metric = METRIC_QTM};

static char path[PATH_MAX];

static void enter(void)
{
	unsetenv("SUPERFLIP_PDB_DIR");
	table_enter();
}

TestSuite(pdb_directory, .init = enter, .fini = table_leave);

Test(pdb_directory, the_option_comes_before_the_environment)
{
	setenv("SUPERFLIP_PDB_DIR", "/from/environment", 1);
	cr_assert_eq(pdb_directory("/from/option", path), STATUS_OK);
	cr_expect_str_eq(path, "/from/option");
	cr_assert_eq(pdb_directory(NULL, path), STATUS_OK);
	cr_expect_str_eq(path, "/from/environment");
}

Test(pdb_directory, a_source_build_has_its_own_directory)
{
	needs_linux();
	setenv("XDG_CACHE_HOME", "/cache", 1);
	cr_assert_eq(pdb_directory(NULL, path), STATUS_OK);
	const size_t n = strlen(path);
	cr_expect_gt(n, 4);
	cr_expect_str_eq(path + n - 4, "/pdb");
	strcat(path, "/README.md");
	cr_expect_eq(access(path, F_OK), 0);
}

Test(pdb_directory, an_empty_variable_is_none)
{
	char usual[PATH_MAX];
	cr_assert_eq(pdb_directory(NULL, usual), STATUS_OK);
	setenv("SUPERFLIP_PDB_DIR", "", 1);
	cr_assert_eq(pdb_directory(NULL, path), STATUS_OK);
	cr_expect_str_eq(path, usual);
}

Test(pdb_directory, files_are_named_after_coordinate_and_metric)
{
	cr_assert_eq(pdb_path("pdb", corners, path), STATUS_OK);
	cr_expect_str_eq(path, "pdb/corners-htm.pdb");
	cr_assert_eq(pdb_path("/a/b", korf_edges, path), STATUS_OK);
	cr_expect_str_eq(path, "/a/b/edges-URUFULUBFRFL-qtm.pdb");
}

Test(pdb_directory, a_path_that_is_too_long_is_an_error)
{
	char name[PATH_MAX];
	memset(name, 'x', sizeof name);
	name[sizeof name - 5] = '\0';
	cr_assert_eq(pdb_directory(name, path), STATUS_OK);
	cr_expect_eq(pdb_path(name, corners, path), STATUS_IO);
	cr_expect_eq(errno, ENAMETOOLONG);
}

Test(pdb_directory, a_missing_table_would_be_written_where_it_is_looked_for)
{
	char expected[SCRATCH_MAX + 32];
	snprintf(expected, sizeof expected, "%s/corners-htm.pdb", table_directory);
	cr_expect_eq(pdb_find(table_directory, corners, path), STATUS_MISSING);
	cr_expect_str_eq(path, expected);
	close(open(expected, O_CREAT | O_WRONLY, 0600));
	cr_expect_eq(pdb_find(table_directory, corners, path), STATUS_OK);
	cr_expect_str_eq(path, expected);
}

Test(pdb_directory, directories_are_made_with_those_above_them)
{
	char deep[SCRATCH_MAX + 32], file[SCRATCH_MAX + 32];
	struct stat made;
	unsigned n_made;
	snprintf(deep, sizeof deep, "%s/a/b//c/", table_directory);
	cr_expect_eq(pdb_directory_make(deep, &n_made), STATUS_OK);
	cr_expect_eq(n_made, 3u);
	cr_expect_eq(pdb_directory_make(deep, &n_made), STATUS_OK, "it may be there");
	cr_expect_eq(n_made, 0u);
	cr_assert_eq(stat(deep, &made), 0);
	cr_expect(S_ISDIR(made.st_mode));
	snprintf(file, sizeof file, "%s/file", table_directory);
	close(open(file, O_CREAT | O_WRONLY, 0600));
	cr_expect_eq(pdb_directory_make(file, &n_made), STATUS_IO);
	cr_expect_eq(errno, ENOTDIR);
	strcat(file, "/below");
	cr_expect_eq(pdb_directory_make(file, &n_made), STATUS_IO);
	cr_expect_eq(errno, ENOTDIR);
}

Test(pdb_directory, what_was_made_is_removed_unless_it_holds_something)
{
	char deep[SCRATCH_MAX + 32], file[SCRATCH_MAX + 64];
	unsigned n_made;
	snprintf(deep, sizeof deep, "%s/a/b//c/", table_directory);
	cr_assert_eq(pdb_directory_make(deep, &n_made), STATUS_OK);
	snprintf(file, sizeof file, "%s/a/file", table_directory);
	close(open(file, O_CREAT | O_WRONLY, 0600));
	pdb_directory_unmake(deep, n_made);
	snprintf(deep, sizeof deep, "%s/a/b", table_directory);
	cr_expect_neq(access(deep, F_OK), 0);
	cr_expect_eq(access(file, F_OK), 0);
}
