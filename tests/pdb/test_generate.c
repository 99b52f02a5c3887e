/* From a key to a sound file in a directory. */
#include "pdb/directory.h"
#include "pieces/families.h"
#include "pdb/generate.h"
#include "base/memory.h"

#include "support/support.h"
#include "table_file.h"

static const struct pdb_generate_options plain = {.n_threads = 1};
static bool was_built;

static void enter(void)
{
	table_enter();
	pdb_path(table_directory, twist, table_path);
}

TestSuite(pdb_generate, .init = enter, .fini = table_leave);

static enum status generate(void)
{
	return pdb_generate(table_directory, twist, &plain, &was_built);
}

/* An empty file beside the table. */
static void leave_behind(const char *ending)
{
	char left[PATH_MAX + 16];
	snprintf(left, sizeof left, "%s%s", table_path, ending);
	close(open(left, O_CREAT | O_WRONLY, 0600));
}

Test(pdb_generate, the_small_tables_have_their_known_depths)
{
	static const uint32_t kinds[] = {COORDINATE_TWIST, COORDINATE_FLIP, COORDINATE_CORNER_PERM};
	for (unsigned k = 0; k < 3; k++)
		metric_foreach(metric) {
			const struct pdb_key key = {{.family = kinds[k]}, .metric = metric};
			struct pdb pdb;
			struct pdb_histogram expected;
			cr_assert_eq(pdb_generate(table_directory, key, &plain, &was_built), STATUS_OK);
			cr_expect(was_built);
			cr_assert_eq(pdb_path(table_directory, key, table_path), STATUS_OK);
			cr_assert_eq(pdb_open(table_path, key, true, NULL, &pdb), STATUS_OK);
			cr_assert(pdb_known_histogram(key, &expected));
			cr_expect_arr_eq(pdb.histogram.count, expected.count, sizeof expected.count);
			cr_expect_eq(pdb_get(&pdb, 0), 0, "the solved state comes first");
			pdb_close(&pdb);
		}
	cr_expect_eq(scratch_count(table_directory), 6, "tables and nothing else");
}

Test(pdb_generate, a_directory_that_cannot_be_written_is_an_error)
{
	cr_expect_eq(pdb_generate("/proc/self/pdb", twist, &plain, &was_built), STATUS_IO);
	if (geteuid() == 0)
		return;  /* root may write everywhere */
	chmod(table_directory, 0500);
	cr_expect_eq(generate(), STATUS_IO);
	cr_expect_eq(errno, EACCES);
	chmod(table_directory, 0700);
}

Test(pdb_generate, leftovers_beside_a_sound_table_are_cleared_away_too_unless_a_builder_is_at_work)
{
	char left[PATH_MAX + 16];
	cr_assert_eq(generate(), STATUS_OK);
	snprintf(left, sizeof left, "%s.tmp1-0", table_path);
	leave_behind(".tmp1-0");
	struct pdb_lock lock;
	cr_assert_eq(pdb_lock_take(table_path, false, &lock), STATUS_OK);
	cr_expect_eq(generate(), STATUS_OK);
	cr_expect_eq(access(left, F_OK), 0, "it may be the builder's");
	pdb_lock_release(&lock);
	leave_behind(".lock");
	cr_expect_eq(generate(), STATUS_OK);
	cr_expect_not(was_built);
	cr_expect_eq(scratch_count(table_directory), 1, "the table and nothing else");
	leave_behind(".checked.tmp1-0");
	cr_expect_eq(generate(), STATUS_OK);
	cr_expect_eq(scratch_count(table_directory), 1, "nor what was begun beside it");
}

Test(pdb_generate, the_machine_has_some_memory_and_not_all)
{
	needs_linux();
	const uint64_t available = memory_available_bytes();
	cr_expect_gt(available, UINT64_C(1) << 20);
	cr_expect_lt(available, UINT64_C(1) << 50);
}
