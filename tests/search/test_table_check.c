/* No result is proved by a table whose bytes nobody has checked, or that somebody has written to. */
#include "pdb/check.h"

#include "pdb/table_file.h"
#include "search/fixture.h"
#include "support/support.h"

TestSuite(search_table_check, .init = table_enter, .fini = table_leave);

/* One entry of the table of flips is too large: the search would take detours. */
static void expect_no_proof(struct heuristic *h, unsigned n_threads, enum status fault)
{
	const struct cube cube = cube_of_moves("R U F");
	const struct search_request request = search_request_default(&cube);
	const struct search_result result = fixture_solve(h, NULL, n_threads, &request);
	unsigned failed = 0;
	cr_expect(result.outcome == SEARCH_BAD_TABLE && !result.is_optimal && result.lower_bound == 0);
	cr_expect_eq(heuristic_fault(h, &failed), fault);
	cr_expect_eq(failed, 1, "the table of flips");
	heuristic_close(h);
}

Test(search_table_check, a_table_that_was_written_to_proves_nothing)
{
	for (unsigned n_threads = 1; n_threads <= 2; n_threads++) {
		struct heuristic h = open_orientation(table_directory, table_path);
		table_overwrite(PDB_HEADER_BYTES + 40, "\x77\x77\x77\x77", 4);
		expect_no_proof(&h, n_threads, STATUS_CHANGED);
		unlink(table_path);
	}
}

/* As if the table were so large that its check is not waited for when it is opened. */
Test(search_table_check, a_damaged_table_whose_check_goes_on_beside_the_search_proves_nothing)
{
	struct heuristic h = open_orientation(table_directory, table_path);
	struct pdb *const flips = &h.table[1];
	struct pdb_header header;
	pdb_check_end(flips->check);
	table_overwrite(PDB_HEADER_BYTES + 40, "\x77\x77\x77\x77", 4);
	cr_assert_eq(pdb_describe(table_path, &header), STATUS_OK);
	const int fd = open(table_path, O_RDONLY);
	cr_assert_eq(pdb_check_begin(table_path, fd, &header, flips->mapping, false, &flips->check), STATUS_OK);
	close(fd);
	expect_no_proof(&h, 2, STATUS_DAMAGED);
}
