/* What a journal of units gives back, and what it refuses. */
#include "cluster/unit_journal.h"
#include "pdb/check.h"
#include "pdb/file.h"

#include "pdb/scratch.h"
#include "search/fixture.h"
#include "support/support.h"

static char detail[RECORD_LOG_DETAIL_MAX];

SCRATCH_SUITE(unit_journal, "units");

static struct unit_journal open_with(const struct heuristic *h)
{
	struct unit_journal journal;
	cr_assert_eq(unit_journal_open(path, h, &journal, detail), STATUS_OK, "%s", detail);
	return journal;
}

static struct unit_journal open_journal(void)
{
	static struct heuristic h;  /* outlives the journal */
	h = fixture_named("manhattan", METRIC_HTM);
	return open_with(&h);
}

static struct unit_entry entry_of(unsigned i)
{
	return (struct unit_entry){
		.cube = i % 2, .threshold = 10 + i % 3, .unit = i, .account = {{i * 100, i * 10, i}, i * 1000}};
}

/* Two cubes, n units and a solution. */
static void write_journal(unsigned n)
{
	struct unit_journal journal = open_journal();
	const struct cube a = cube_of_moves("U R2 F"), b = cube_of_moves("D2 L");
	cr_assert_eq(unit_journal_cube(&journal, &a, 3), 0u);
	cr_assert_eq(unit_journal_cube(&journal, &b, 4), 1u);
	cr_assert_eq(unit_journal_cube(&journal, &a, 3), 0u);
	for (unsigned i = 0; i < n; i++) {
		const struct unit_entry entry = entry_of(i);
		cr_assert(unit_journal_add(&journal, &entry));
	}
	const struct unit_solution solution = {.cube = 1, .threshold = 2, .path = {14, 10}};
	cr_assert(unit_journal_add_solution(&journal, &solution));
	cr_assert_eq(unit_journal_flush(&journal), STATUS_OK);
	unit_journal_close(&journal);
}

Test(unit_journal, gives_back_what_was_written)
{
	const struct cube b = cube_of_moves("D2 L");
	write_journal(10000);
	struct unit_journal journal = open_journal();
	cr_assert_eq(journal.n_entries, 10000, "%lu entries", journal.n_entries);
	for (unsigned i = 0; i < 10000; i++) {
		const struct unit_entry want = entry_of(i), *const got = &journal.entry[i];
		cr_expect(got->cube == want.cube && got->threshold == want.threshold && got->unit == want.unit);
		cr_expect(got->account.cpu_ns == want.account.cpu_ns);
		cr_expect(memcmp(&got->account.counts, &want.account.counts, sizeof want.account.counts) == 0);
	}
	cr_expect_eq(journal.n_cubes, 2u);
	cr_expect_eq(unit_journal_min_moves(&journal, &b), 4u);
	cr_assert_eq(journal.n_solutions, 1u);
	cr_expect(journal.solution[0].cube == 1 && journal.solution[0].threshold == 2);
	cr_expect(journal.solution[0].path[0] == 14 && journal.solution[0].path[1] == 10);
	unit_journal_close(&journal);
}

Test(unit_journal, refuses_a_record_that_makes_no_sense)
{
	static const char *const bad[] = {"",
	                                  "cube U 3",
	                                  "unit 2 10 0 1 1 1 1",
	                                  "unit 0 41 0 1 1 1 1",
	                                  "unit 0 10 0 1 1 1",
	                                  "unit 0 10 0 1 1 1 1 1",
	                                  "solution 5 0",
	                                  "solution 0 18",
	                                  "solution 0 1 x",
	                                  "other"};
	array_foreach(row, bad) {
		unlink(path);
		write_journal(2);
		struct unit_journal journal = open_journal();
		cr_assert_eq(record_log_append(&journal.log, *row, strlen(*row)), STATUS_OK);
		cr_assert_eq(record_log_flush(&journal.log, false), STATUS_OK);
		unit_journal_close(&journal);
		cr_expect_eq(unit_journal_read(path, &journal, detail), STATUS_FOREIGN, "'%s'", *row);
	}
}

Test(unit_journal, of_another_table_is_refused)
{
	const struct heuristic corners = fixture_named("corners", METRIC_HTM);
	struct heuristic other = corners;
	struct unit_journal journal = open_with(&corners);
	unit_journal_close(&journal);
	other.table[0].checksum++;
	cr_expect_eq(unit_journal_open(path, &other, &journal, detail), STATUS_DIFFERENT);
	cr_expect(strncmp(detail, "tables ", 7) == 0, "%s", detail);
}

/* ---- tables ---- */
static struct unit_journal open_with_cube(const struct heuristic *h)
{
	struct unit_journal journal = open_with(h);
	const struct cube c = cube_of_moves("U R2 F");
	cr_assert_eq(unit_journal_cube(&journal, &c, 3), 0u);
	return journal;
}

/* Exchange 4 bytes of a file with others. */
static void swap_bytes(const char *file, char bytes[4])
{
	char before[4];
	const int fd = open(file, O_RDWR);
	cr_assert_eq(pread(fd, before, 4, PDB_HEADER_BYTES + 40), 4);
	cr_assert_eq(pwrite(fd, bytes, 4, PDB_HEADER_BYTES + 40), 4);
	memcpy(bytes, before, 4);
	close(fd);
}

static uint64_t entries_on_disk(void)
{
	struct unit_journal journal;
	cr_assert_eq(unit_journal_read(path, &journal, detail), STATUS_OK);
	const uint64_t n = journal.n_entries;
	unit_journal_close(&journal);
	return n;
}

static enum status add_and_flush(struct unit_journal *journal, unsigned i)
{
	const struct unit_entry entry = {.cube = 0, .threshold = 12, .unit = i};
	cr_assert(unit_journal_add(journal, &entry));
	return unit_journal_flush(journal);
}

/* The table is restored before anybody looks; the second time its time is put back, too. */
Test(unit_journal, keeps_no_unit_that_was_searched_before_a_table_was_found_changed)
{
	for (unsigned puts_time_back = 0; puts_time_back < 2; puts_time_back++) {
		char flips_path[PATH_MAX], bytes[4] = "\x77\x77\x77\x77";
		struct heuristic h = open_orientation(directory, flips_path);
		struct unit_journal journal = open_with_cube(&h);
		struct stat before;
		cr_expect_eq(add_and_flush(&journal, 0), STATUS_OK);
		cr_assert_eq(stat(flips_path, &before), 0);
		swap_bytes(flips_path, bytes);
		swap_bytes(flips_path, bytes);
		const struct timespec times[2] = {before.st_atim, before.st_mtim};
		if (puts_time_back)
			cr_assert_eq(utimensat(AT_FDCWD, flips_path, times, 0), 0);
		cr_expect_eq(add_and_flush(&journal, 1), STATUS_DAMAGED);
		cr_expect_eq(add_and_flush(&journal, 2), STATUS_DAMAGED, "the fault stays");
		cr_expect_eq(journal.n_dropped, 2u);
		cr_expect_eq(entries_on_disk(), 1u);
		unit_journal_close(&journal);
		heuristic_close(&h);
		unlink(path);
	}
}

/* As if a table were so large that its check goes on beside the search. */
Test(unit_journal, holds_units_back_until_the_bytes_of_the_tables_are_checked)
{
	char flips_path[PATH_MAX];
	struct heuristic h = open_orientation(directory, flips_path);
	struct unit_journal journal = open_with_cube(&h);
	struct pdb_check *const sound = h.table[1].check;
	/* A check of a table that is open already, without threads: no chunk is checked before somebody waits. */
	struct pdb_header header;
	pthread_attr_t usual, too_large;
	cr_assert_eq(pdb_describe(flips_path, &header), STATUS_OK);
	const int fd = open(flips_path, O_RDONLY);
	pthread_getattr_default_np(&usual);
	pthread_attr_init(&too_large);
	pthread_attr_setstacksize(&too_large, (size_t)1 << 47);
	pthread_setattr_default_np(&too_large);
	cr_assert_eq(pdb_check_begin(flips_path, fd, &header, h.table[1].mapping, false, &h.table[1].check),
	             STATUS_OK);
	pthread_setattr_default_np(&usual);
	close(fd);
	cr_expect_eq(add_and_flush(&journal, 0), STATUS_OK);
	cr_expect_eq(entries_on_disk(), 0u, "it is pending");
	cr_expect_eq(heuristic_await_check(&h, NULL, NULL), STATUS_OK);
	cr_expect_eq(unit_journal_flush(&journal), STATUS_OK);
	cr_expect_eq(entries_on_disk(), 1u);
	pdb_check_end(sound);
	unit_journal_close(&journal);
	heuristic_close(&h);
}
