/* Where tables are looked for. */
#include "pieces/families.h"
#include "pdb/directory.h"

#include "support/support.h"
#include "table_file.h"

static char path[PATH_MAX];

static void enter(void)
{
	unsetenv("SUPERFLIP_PDB_DIR");
	table_enter();
}

TestSuite(pdb_directory, .init = enter, .fini = table_leave);

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

Test(pdb_directory, a_path_that_is_too_long_is_an_error)
{
	char name[PATH_MAX];
	memset(name, 'x', sizeof name);
	name[sizeof name - 5] = '\0';
	cr_assert_eq(pdb_directory(name, path), STATUS_OK);
	cr_expect_eq(pdb_path(name, twist, path), STATUS_IO);
	cr_expect_eq(errno, ENAMETOOLONG);
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
