/* What a journal of units gives back, and what it refuses. */
#include "cluster/unit_record.h"

#include "pdb/scratch.h"
#include "search/fixture.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[SCRATCH_MAX], path[PATH_MAX], detail[UNIT_JOURNAL_DETAIL_MAX];

static void enter(void)
{
	cube_init();
	scratch_make(directory);
	snprintf(path, sizeof path, "%s/units", directory);
}

static void leave(void)
{
	scratch_remove(directory);
}

TestSuite(unit_journal, .init = enter, .fini = leave);

static struct heuristic manhattan(enum metric metric)
{
	return (struct heuristic){.spec = heuristic_find("manhattan"), .metric = metric};
}

static struct unit_journal open_journal(void)
{
	const struct heuristic h = manhattan(METRIC_HTM);
	struct unit_journal journal;
	const enum unit_journal_status status = unit_journal_open(path, &h, &journal, detail);
	cr_assert_eq(status, UNIT_JOURNAL_OK, "%d", status);
	return journal;
}

static struct unit_entry entry_of(unsigned i)
{
	return (struct unit_entry){.cube = i % 2, .threshold = 10 + i % 3, .unit = i, .account = {{i * 100, i * 10, i}, i * 1000}};
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
	cr_assert_eq(unit_journal_flush(&journal), UNIT_JOURNAL_OK);
	unit_journal_close(&journal);
}

static void expect_entries(const struct unit_journal *journal, uint64_t n)
{
	cr_assert_eq(journal->n_entries, n, "%lu entries", (unsigned long)journal->n_entries);
	for (unsigned i = 0; i < n; i++) {
		const struct unit_entry want = entry_of(i), *const got = &journal->entry[i];
		cr_expect(got->cube == want.cube && got->threshold == want.threshold && got->unit == want.unit);
		cr_expect(got->account.cpu_ns == want.account.cpu_ns);
		cr_expect(memcmp(&got->account.counts, &want.account.counts, sizeof want.account.counts) == 0);
	}
}

Test(unit_journal, gives_back_what_was_written)
{
	const struct cube b = cube_of_moves("D2 L");
	write_journal(10000);
	struct unit_journal journal = open_journal();
	expect_entries(&journal, 10000);
	cr_expect_eq(journal.n_cubes, 2u);
	cr_expect_eq(unit_journal_min_moves(&journal, &b), 4u);
	cr_assert_eq(journal.n_solutions, 1u);
	cr_expect(journal.solution[0].cube == 1 && journal.solution[0].threshold == 2);
	cr_expect(journal.solution[0].path[0] == 14 && journal.solution[0].path[1] == 10);
	unit_journal_close(&journal);
}

Test(unit_journal, that_is_cut_anywhere_has_what_is_whole_and_goes_on)
{
	write_journal(20);
	const long whole = UNIT_JOURNAL_HEADER_BYTES + 23 * UNIT_RECORD_BYTES;
	for (long size = whole - 1; size > UNIT_JOURNAL_HEADER_BYTES + 3 * UNIT_RECORD_BYTES; size -= 7) {
		cr_assert_eq(truncate(path, size), 0);
		struct unit_journal journal = open_journal();
		expect_entries(&journal, (uint64_t)(size - UNIT_JOURNAL_HEADER_BYTES) / UNIT_RECORD_BYTES - 2);
		cr_expect_eq(journal.n_torn_bytes, (uint64_t)(size - UNIT_JOURNAL_HEADER_BYTES) % UNIT_RECORD_BYTES);
		const struct unit_entry next = entry_of((unsigned)journal.n_entries);
		cr_assert(unit_journal_add(&journal, &next));
		cr_assert_eq(unit_journal_flush(&journal), UNIT_JOURNAL_OK);
		const uint64_t n = journal.n_entries + 1;
		unit_journal_close(&journal);
		struct unit_journal again = open_journal();
		expect_entries(&again, n);
		unit_journal_close(&again);
	}
}

Test(unit_journal, believes_nothing_from_the_first_flipped_bit_on)
{
	write_journal(20);
	struct dice dice = {5};
	for (unsigned i = 0; i < 200; i++) {
		const unsigned record = 2 + dice_below(&dice, 20), bit = dice_below(&dice, UNIT_RECORD_BYTES * 8);
		const long at = UNIT_JOURNAL_HEADER_BYTES + (long)record * UNIT_RECORD_BYTES + bit / 8;
		FILE *const file = fopen(path, "r+");
		cr_assert_not_null(file);
		fseek(file, at, SEEK_SET);
		const int byte = fgetc(file);
		fseek(file, at, SEEK_SET);
		fputc(byte ^ 1 << bit % 8, file);
		fflush(file);
		struct unit_journal journal;
		cr_expect_eq(unit_journal_read(path, &journal, detail), UNIT_JOURNAL_OK);
		expect_entries(&journal, record - 2);
		unit_journal_close(&journal);
		fseek(file, at, SEEK_SET);
		fputc(byte, file);
		fclose(file);
	}
}

Test(unit_journal, of_another_metric_heuristic_or_table_is_refused_with_the_difference)
{
	struct unit_journal journal;
	const struct heuristic qtm = manhattan(METRIC_QTM), corners = fixture_named("corners", METRIC_HTM);
	write_journal(3);
	cr_expect_eq(unit_journal_open(path, &qtm, &journal, detail), UNIT_JOURNAL_DIFFERENT);
	cr_expect_str_eq(detail, "metric htm there, qtm now");
	cr_expect_eq(unit_journal_open(path, &corners, &journal, detail), UNIT_JOURNAL_DIFFERENT);
	cr_expect_str_eq(detail, "heuristic manhattan there, corners now");
	unlink(path);
	struct heuristic other = corners;
	cr_assert_eq(unit_journal_open(path, &corners, &journal, detail), UNIT_JOURNAL_OK);
	unit_journal_close(&journal);
	other.table[0].checksum++;
	cr_expect_eq(unit_journal_open(path, &other, &journal, detail), UNIT_JOURNAL_DIFFERENT);
	cr_expect(strncmp(detail, "tables ", 7) == 0, "%s", detail);
}

Test(unit_journal, is_written_by_one_process_at_a_time)
{
	struct unit_journal first = open_journal(), second;
	const struct heuristic h = manhattan(METRIC_HTM);
	cr_expect_eq(unit_journal_open(path, &h, &second, detail), UNIT_JOURNAL_BUSY);
	unit_journal_close(&first);
	first = open_journal();
	unit_journal_close(&first);
}

Test(unit_journal, is_no_other_file)
{
	struct unit_journal journal;
	const struct heuristic h = manhattan(METRIC_HTM);
	FILE *const file = fopen(path, "w");
	fprintf(file, "superflip-units/2\nheuristic manhattan\n%2000s", "");
	fclose(file);
	cr_expect_eq(unit_journal_open(path, &h, &journal, detail), UNIT_JOURNAL_FOREIGN);
	struct stat status;
	cr_assert_eq(stat(path, &status), 0);
	cr_expect_gt(status.st_size, 2000);  /* and left alone */
	unlink(path);
	cr_expect_eq(unit_journal_read(path, &journal, detail), UNIT_JOURNAL_MISSING);
}
