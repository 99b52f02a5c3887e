/* From a key to a sound file in a directory. */
#include "pieces/families.h"
#include "pdb/directory.h"
#include "pdb/file.h"
#include "pdb/generate.h"
#include "base/memory.h"
#include "pdb/pdb.h"

#include "pdb/scratch.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct pdb_key twist = {{.family = COORDINATE_TWIST}, METRIC_HTM};
static const struct pdb_generate_options plain = {.n_threads = 1};

static char directory[SCRATCH_MAX], path[PATH_MAX];

static void enter(void)
{
	cube_init();
	scratch_make(directory);
	pdb_path(directory, twist, path);
}

static void leave(void)
{
	scratch_remove(directory);
}

TestSuite(pdb_generate, .init = enter, .fini = leave);

static void spoil(uint64_t offset)
{
	const int fd = open(path, O_WRONLY);
	cr_assert_eq(pwrite(fd, "spoiled", 7, (off_t)offset), 7);
	close(fd);
}

Test(pdb_generate, the_small_tables_have_their_known_depths)
{
	static const uint32_t kinds[] = {COORDINATE_TWIST, COORDINATE_FLIP, COORDINATE_CORNER_PERM};
	for (unsigned k = 0; k < 3; k++)
		for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
			const struct pdb_key key = {{.family = kinds[k]}, metric};
			bool was_built;
			struct pdb pdb;
			struct pdb_histogram expected;
			cr_assert_eq(pdb_generate(directory, key, &plain, &was_built), PDB_OK);
			cr_expect(was_built);
			cr_assert_eq(pdb_path(directory, key, path), PDB_OK);
			cr_assert_eq(pdb_open(path, key, NULL, &pdb), PDB_OK);
			cr_assert(pdb_known_histogram(key, &expected));
			cr_expect(pdb_histogram_equal(&pdb.histogram, &expected));
			cr_expect_eq(pdb_get(&pdb, 0), 0, "the solved state comes first");
			pdb_close(&pdb);
		}
	cr_expect_eq(scratch_count(directory), 6, "tables and nothing else");
}

Test(pdb_generate, a_sound_table_is_not_built_again_unless_forced)
{
	bool was_built;
	struct stat first, second;
	cr_assert_eq(pdb_generate(directory, twist, &plain, &was_built), PDB_OK);
	stat(path, &first);
	cr_assert_eq(pdb_generate(directory, twist, &plain, &was_built), PDB_OK);
	cr_expect_not(was_built);
	stat(path, &second);
	cr_expect_eq(first.st_ino, second.st_ino);
	const struct pdb_generate_options forced = {.n_threads = 1, .force = true};
	cr_assert_eq(pdb_generate(directory, twist, &forced, &was_built), PDB_OK);
	cr_expect(was_built);
}

Test(pdb_generate, an_unsound_table_is_never_replaced_silently)
{
	bool was_built;
	const struct pdb_generate_options forced = {.n_threads = 1, .force = true};
	cr_assert_eq(pdb_generate(directory, twist, &plain, &was_built), PDB_OK);
	spoil(PDB_HEADER_BYTES + 100);
	cr_expect_eq(pdb_generate(directory, twist, &plain, &was_built), PDB_DAMAGED);
	cr_expect_not(was_built);
	spoil(0);
	cr_expect_eq(pdb_generate(directory, twist, &plain, &was_built), PDB_BAD_MAGIC);
	cr_expect_eq(pdb_generate(directory, twist, &forced, &was_built), PDB_OK);
	cr_expect_eq(pdb_verify(path, NULL, NULL), PDB_OK);
}

Test(pdb_generate, a_locked_table_is_left_to_its_builder)
{
	bool was_built;
	struct pdb_lock lock;
	cr_assert_eq(pdb_lock_take(path, false, &lock), PDB_OK);
	cr_expect_eq(pdb_generate(directory, twist, &plain, &was_built), PDB_LOCKED);
	pdb_lock_release(&lock);
	cr_expect_eq(scratch_count(directory), 0);
}

Test(pdb_generate, the_directory_is_made)
{
	bool was_built;
	char deep[SCRATCH_MAX + 8];
	snprintf(deep, sizeof deep, "%s/a/b", directory);
	cr_expect_eq(pdb_generate(deep, twist, &plain, &was_built), PDB_OK);
}

Test(pdb_generate, a_directory_that_cannot_be_written_is_an_error)
{
	bool was_built;
	cr_expect_eq(pdb_generate("/proc/self/pdb", twist, &plain, &was_built), PDB_IO);
	if (geteuid() == 0)
		return;  /* root may write everywhere */
	chmod(directory, 0500);
	cr_expect_eq(pdb_generate(directory, twist, &plain, &was_built), PDB_IO);
	cr_expect_eq(errno, EACCES);
	chmod(directory, 0700);
}

static bool stop_at_stage(void *context, const char *stage, uint64_t done, uint64_t total)
{
	(void)done, (void)total;
	return strcmp(stage, context) != 0;
}

Test(pdb_generate, an_interruption_at_any_stage_leaves_nothing_half_done)
{
	static char *const stages[] = {"building", "writing"};
	for (unsigned i = 0; i < 2; i++) {
		bool was_built = true;
		const struct pdb_progress stop = {stop_at_stage, stages[i]};
		const struct pdb_generate_options options = {.n_threads = 1, .progress = &stop};
		cr_expect_eq(pdb_generate(directory, twist, &options, &was_built), PDB_INTERRUPTED, "%s", stages[i]);
		cr_expect_not(was_built);
		cr_expect_eq(scratch_count(directory), 0, "%s", stages[i]);
	}
}

Test(pdb_generate, what_a_killed_build_left_is_cleared_away)
{
	bool was_built;
	char left[PATH_MAX + 16];
	snprintf(left, sizeof left, "%s.tmp1-0", path);
	close(open(left, O_CREAT | O_WRONLY, 0600));
	snprintf(left, sizeof left, "%s.lock", path);
	close(open(left, O_CREAT | O_WRONLY, 0600));
	cr_expect_eq(pdb_generate(directory, twist, &plain, &was_built), PDB_OK);
	cr_expect_eq(scratch_count(directory), 1);
}

Test(pdb_generate, leftovers_beside_a_sound_table_are_cleared_away_too_unless_a_builder_is_at_work)
{
	bool was_built;
	char left[PATH_MAX + 16], lock_path[PATH_MAX + 16];
	cr_assert_eq(pdb_generate(directory, twist, &plain, &was_built), PDB_OK);
	snprintf(left, sizeof left, "%s.tmp1-0", path);
	snprintf(lock_path, sizeof lock_path, "%s.lock", path);
	close(open(left, O_CREAT | O_WRONLY, 0600));
	struct pdb_lock lock;
	cr_assert_eq(pdb_lock_take(path, false, &lock), PDB_OK);
	cr_expect_eq(pdb_generate(directory, twist, &plain, &was_built), PDB_OK);
	cr_expect_eq(access(left, F_OK), 0, "it may be the builder's");
	pdb_lock_release(&lock);
	close(open(lock_path, O_CREAT | O_WRONLY, 0600));
	cr_expect_eq(pdb_generate(directory, twist, &plain, &was_built), PDB_OK);
	cr_expect_not(was_built);
	cr_expect_eq(scratch_count(directory), 1, "the table and nothing else");
	snprintf(left, sizeof left, "%s.checked.tmp1-0", path);
	close(open(left, O_CREAT | O_WRONLY, 0600));
	cr_expect_eq(pdb_generate(directory, twist, &plain, &was_built), PDB_OK);
	cr_expect_eq(scratch_count(directory), 1, "nor what was begun beside it");
}

Test(pdb_generate, the_machine_has_some_memory_and_not_all)
{
	const uint64_t available = memory_available_bytes();
	cr_expect_gt(available, UINT64_C(1) << 20);
	cr_expect_lt(available, UINT64_C(1) << 50);
}
