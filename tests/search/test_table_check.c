/* No result is proved by a table whose bytes nobody has checked, or that somebody has written to. */
#include "pdb/check.h"
#include "pieces/families.h"
#include "pdb/directory.h"
#include "pdb/file.h"
#include "pdb/generate.h"
#include "search/search.h"

#include "pdb/table_file.h"
#include "search/fixture.h"
#include "support/support.h"

#include <fcntl.h>

static void enter(void)
{
	table_enter();
	build_orientation(table_directory);
}

TestSuite(search_table_check, .init = enter, .fini = table_leave);

/* Make one entry of the table of flips too large: the search would take detours. */
static void damage_flips(void)
{
	cr_assert_eq(pdb_path(table_directory,
	                      (struct pdb_key){{.family = COORDINATE_FLIP}, .metric = METRIC_HTM}, table_path),
	                          STATUS_OK);
	table_overwrite(PDB_HEADER_BYTES + 40, "\x77\x77\x77\x77", 4);
}

static struct heuristic open_orientation(void)
{
	struct heuristic h;
	cr_assert_eq(heuristic_open(heuristic_find("orientation"), METRIC_HTM, table_directory, &h, NULL),
	             STATUS_OK);
	return h;
}

static struct search_result solve(const struct heuristic *h, unsigned n_threads)
{
	const struct cube cube = cube_of_moves("R U F");
	const struct search_request request = search_request_default(&cube);
	return fixture_solve(h, NULL, n_threads, &request);
}

Test(search_table_check, sound_tables_prove)
{
	struct heuristic h = open_orientation();
	struct search_result result = solve(&h, 2);
	cr_expect(result.is_optimal);
	cr_expect_eq(result.outcome, SEARCH_SOLVED);
	cr_expect_eq(result.lower_bound, 3);
	search_result_free(&result);
	heuristic_close(&h);
}

Test(search_table_check, a_table_that_was_written_to_proves_nothing)
{
	for (unsigned n_threads = 1; n_threads <= 2; n_threads++) {
		struct heuristic h = open_orientation();
		damage_flips();
		struct search_result result = solve(&h, n_threads);
		unsigned failed = 0;
		cr_expect_eq(result.outcome, SEARCH_BAD_TABLE);
		cr_expect_not(result.is_optimal);
		cr_expect_eq(result.lower_bound, 0);
		cr_expect_eq(heuristic_fault(&h, &failed), STATUS_CHANGED);
		cr_expect_eq(failed, 1, "the table of flips");
		search_result_free(&result);
		heuristic_close(&h);
		table_leave();
		enter();
	}
}

/* As if the table were so large that its check is not waited for when it is opened. */
Test(search_table_check, a_damaged_table_whose_check_goes_on_beside_the_search_proves_nothing)
{
	struct heuristic h = open_orientation();
	struct pdb *const flips = &h.table[1];
	pdb_check_end(flips->check);
	damage_flips();
	struct pdb_header header;
	cr_assert_eq(pdb_describe(table_path, &header), STATUS_OK);
	const int fd = open(table_path, O_RDONLY);
	cr_assert_eq(pdb_check_begin(table_path, fd, &header, flips->mapping, false, &flips->check), STATUS_OK);
	close(fd);
	struct search_result result = solve(&h, 2);
	cr_expect_eq(result.outcome, SEARCH_BAD_TABLE);
	cr_expect_not(result.is_optimal);
	cr_expect_eq(heuristic_fault(&h, NULL), STATUS_DAMAGED);
	search_result_free(&result);
	heuristic_close(&h);
}
