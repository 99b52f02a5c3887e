#include "session/fixture.h"

#include "support/test.h"
#include <math.h>
#include <unistd.h>

TestSuite(api_tables, .init = make_own_directory, .fini = remove_own_directory);

static superflip_tables_options options_of(const char *heuristic)
{
	superflip_tables_options options;
	superflip_tables_options_init(&options);
	options.heuristic = heuristic;
	options.directory = own_directory;
	return options;
}

static bool count_calls(void *context, const char *table, const char *stage, uint64_t done, uint64_t total)
{
	++*(unsigned *)context;
	return strcmp(table, "twist") == 0 && strlen(stage) > 0 && done <= total;
}

static bool refuse(void *context, const char *table, const char *stage, uint64_t done, uint64_t total)
{
	(void)context, (void)table, (void)stage, (void)done, (void)total;
	return false;
}

Test(api_tables, are_missing_built_opened_and_verified)
{
	superflip_tables_options options = options_of("twist");
	superflip_tables *tables = NULL;
	superflip_error error;
	unsigned n_calls = 0;
	char path[100];
	cr_expect_eq(superflip_tables_verify(&options, &error), SUPERFLIP_TABLE_MISSING);
	options.progress = count_calls;
	options.progress_context = &n_calls;
	cr_assert_eq(superflip_tables_build(&options, &error), SUPERFLIP_OK, "%s", error.text);
	cr_expect_gt(n_calls, 0u);
	cr_expect_eq(superflip_tables_verify(&options, &error), SUPERFLIP_OK);
	options = options_of("orientation");
	cr_expect_eq(superflip_tables_open(&options, &tables, &error), SUPERFLIP_TABLE_MISSING);
	cr_expect_not_null(strstr(error.text, "orientation"), "%s", error.text);
	snprintf(path, sizeof path, "%s/flip-htm.pdb", own_directory);
	cr_expect_str_eq(error.path, path, "%s", error.path);
	options.builds_missing = true;
	cr_expect_eq(superflip_tables_open(&options, &tables, &error), SUPERFLIP_TABLE_MISSING, "what is named is not built unasked");
	cr_assert_eq(superflip_tables_build(&options, &error), SUPERFLIP_OK, "%s", error.text);
	tables = tables_by(&options);
	cr_expect_str_eq(superflip_tables_heuristic(tables), "orientation");
	cr_expect_eq(superflip_tables_count(tables), 2u);
	cr_expect_eq(superflip_tables_await_check(tables, NULL, NULL, NULL), SUPERFLIP_OK);
	cr_expect_eq(superflip_tables_checked_share(tables), 1.0);
	cr_expect_eq(superflip_tables_fault(tables, NULL), SUPERFLIP_OK);
	superflip_table_info info;
	superflip_table_info_init(&info);
	cr_assert_eq(superflip_tables_table(tables, 0, &info, NULL), SUPERFLIP_OK);
	cr_expect_str_eq(info.name, "twist");
	cr_expect_eq(access(info.path, R_OK), 0);
	cr_expect_eq(superflip_tables_table(tables, 2, &info, NULL), SUPERFLIP_BAD_ARGUMENT);
	superflip_cube *const cube = cube_of("R");
	cr_expect_eq(superflip_tables_bound(tables, cube), 1u);
	superflip_cube_free(cube);
	superflip_tables_close(tables);
}

Test(api_tables, a_build_that_is_cancelled_leaves_nothing)
{
	superflip_tables_options options = options_of("corners");
	superflip_error error;
	options.progress = refuse;
	cr_expect_eq(superflip_tables_build(&options, &error), SUPERFLIP_CANCELLED, "%s", error.text);
	options.progress = NULL;
	cr_expect_eq(superflip_tables_verify(&options, &error), SUPERFLIP_TABLE_MISSING);
}

Test(api_tables, a_damaged_file_is_named_and_not_replaced_unasked)
{
	superflip_tables_options options = options_of("orientation");
	superflip_tables *tables;
	superflip_error error;
	char path[100];
	cr_assert_eq(superflip_tables_build(&options, NULL), SUPERFLIP_OK);
	snprintf(path, sizeof path, "%s/twist-htm.pdb", own_directory);
	FILE *const file = fopen(path, "r+");
	cr_assert(file != NULL && fseek(file, 4096 + 100, SEEK_SET) == 0);
	const int byte = fgetc(file);
	cr_assert(fseek(file, -1, SEEK_CUR) == 0 && fputc(byte ^ 0x10, file) != EOF && fclose(file) == 0);
	cr_expect_eq(superflip_tables_verify(&options, &error), SUPERFLIP_TABLE_DAMAGED);
	cr_expect_str_eq(error.path, path);
	cr_expect_eq(superflip_tables_open(&options, &tables, &error), SUPERFLIP_TABLE_DAMAGED);
	cr_expect_str_eq(error.path, path);
	cr_expect_not_null(strstr(error.text, path), "%s", error.text);
	options.builds_again = true;
	cr_expect_eq(superflip_tables_build(&options, &error), SUPERFLIP_OK);
	cr_expect_eq(superflip_tables_verify(&options, &error), SUPERFLIP_OK);
}

Test(api_tables, the_catalogue_knows_what_is_installed_and_what_fits)
{
	superflip_tables_options options = options_of("orientation");
	superflip_catalogue *catalogue;
	superflip_budget budget;
	cr_assert_eq(superflip_tables_build(&options, NULL), SUPERFLIP_OK);
	cr_assert_eq(superflip_catalogue_make(&options, SUPERFLIP_MEASURE, &catalogue, NULL), SUPERFLIP_OK);
	cr_expect(superflip_catalogue_find(catalogue, "orientation")->is_installed);
	cr_expect_not(superflip_catalogue_find(catalogue, "korf")->is_installed);
	cr_expect_str_eq(superflip_catalogue_standard(catalogue)->name, "korf");
	cr_expect_null(superflip_catalogue_find(catalogue, "nosuch"));
	cr_expect_null(superflip_catalogue_at(catalogue, superflip_catalogue_count(catalogue)));
	superflip_budget_init(&budget);
	budget.file_bytes = 40000000;
	budget.build_bytes = UINT64_MAX;
	const superflip_heuristic *const choice = superflip_catalogue_choose(catalogue, &budget);
	cr_assert_not_null(choice);
	cr_expect_str_eq(choice->name, "coset-30m");
	cr_expect_leq(choice->file_bytes, budget.file_bytes);
	cr_expect(isfinite(choice->solve_s) && choice->solve_s < superflip_catalogue_find(catalogue, "korf")->solve_s);
	budget.file_bytes = 1;
	cr_expect_null(superflip_catalogue_choose(catalogue, &budget));
	superflip_catalogue_free(catalogue);
}

Test(api_tables, names_that_mean_nothing_are_refused)
{
	superflip_tables_options options = options_of("nosuch");
	superflip_tables *tables;
	cr_expect_eq(superflip_tables_open(&options, &tables, NULL), SUPERFLIP_UNKNOWN_NAME);
	cr_expect_eq(superflip_tables_build(&options, NULL), SUPERFLIP_UNKNOWN_NAME);
	options.heuristic = "auto";
	cr_expect_eq(superflip_tables_build(&options, NULL), SUPERFLIP_BAD_ARGUMENT);
	options = options_of("korf");
	options.memory_bytes = 1000;
	cr_expect_eq(superflip_tables_open(&options, &tables, NULL), SUPERFLIP_TOO_LARGE);
}

Test(api_tables, a_cancelled_build_leaves_no_directory_that_it_made)
{
	char below[100];
	snprintf(below, sizeof below, "%s/a/b", own_directory);
	superflip_tables_options options = options_of("twist");
	options.directory = below;
	options.progress = refuse;
	cr_expect_eq(superflip_tables_build(&options, NULL), SUPERFLIP_CANCELLED);
	snprintf(below, sizeof below, "%s/a", own_directory);
	cr_expect_neq(access(below, F_OK), 0);
	cr_expect_eq(access(own_directory, F_OK), 0);
}

Test(api_tables, long_texts_of_an_error_are_cut_where_a_character_ends)
{
	char deep[1200];
	superflip_error error;
	superflip_tables *tables;
	superflip_tables_options options = options_of("korf");
	snprintf(deep, sizeof deep, "%s", own_directory);
	while (strlen(deep) < 1000)
		strcat(deep, "/\u00e9\u00e9\u00e9\u00e9\u00e9");
	options.directory = deep;
	cr_assert_eq(superflip_tables_open(&options, &tables, &error), SUPERFLIP_TABLE_MISSING);
	cr_expect_lt(strlen(error.text), sizeof error.text);
	cr_expect_str_eq(error.text + strlen(error.text) - 3, "...");
	cr_expect_eq(strncmp(error.path, "...", 3), 0, "%s", error.path);
	cr_expect_not_null(strstr(error.path, "/corners-htm.pdb"), "%s", error.path);
	for (const char *at = error.text; (at = strchr(at, '\xC3')) != NULL; at++)
		cr_expect_eq(at[1], '\xA9', "no half of a character is left");
	cr_expect_leq(sizeof error, 1024u);
}
