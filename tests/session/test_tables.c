#include "session/fixture.h"

TestSuite(api_tables, .init = open_own, .fini = close_own);

enum verb { BUILD, BUILD_AGAIN, VERIFY, OPEN, PREPARE };

/* What becomes of the tables of a problem; of OPEN they are closed again. */
static superflip_status do_told(superflip_session *by, enum verb verb, const char *fields,
                                superflip_notify *notify, void *context)
{
	superflip_problem *const problem = problem_of(fields);
	superflip_tables *tables = NULL;
	superflip_error *const e = &last_error;
	const superflip_status status = verb == VERIFY ? superflip_tables_verify(by, problem, notify, context, e)
		: verb == OPEN ? superflip_tables_open(by, problem, NULL, notify, context, &tables, e)
		: verb == PREPARE ? superflip_session_prepare(by, problem, NULL, notify, context, e)
		: superflip_tables_build(by, problem, verb == BUILD ? 0 : SUPERFLIP_BUILD_AGAIN, notify, context, e);
	superflip_tables_close(tables);
	return status;
}

static superflip_status do_with(superflip_session *by, enum verb verb, const char *fields)
{
	return do_told(by, verb, fields, NULL, NULL);
}

static superflip_tables *tables_of(superflip_session *by, const char *fields)
{
	superflip_tables *tables = NULL;
	must(superflip_tables_open(by, problem_of(fields), NULL, NULL, NULL, &tables, &last_error));
	return tables;
}

static superflip_session *open_with(superflip_session_options options)
{
	superflip_session *opened = NULL;
	options.size = sizeof options;
	options.directory = options.directory != NULL ? options.directory : own_directory;
	must(superflip_session_open(&options, &opened, NULL));
	return opened;
}

/* What was told of tables. */
struct told { unsigned n; bool is_wrong; superflip_progress last; };

static bool listen(void *context, const superflip_progress *progress)
{
	struct told *const t = context;
	t->n++;
	t->last = *progress;
	t->is_wrong |= progress->size != sizeof *progress || progress->stage == NULL || progress->table[0] == '\0'
	               || !(progress->share >= 0 && progress->share <= 1);
	return true;
}

static bool refuse(void *context, const superflip_progress *progress)
{
	return false;
}

Test(api_tables, are_missing_built_opened_and_verified)
{
	struct told told = {.n = 0};
	char path[100];
	cr_expect_eq(do_with(session, VERIFY, "heuristic=twist"), SUPERFLIP_TABLE_MISSING);
	cr_assert_eq(do_told(session, BUILD, "heuristic=twist", listen, &told), SUPERFLIP_OK, "%s",
	             last_error.text);
	cr_expect(told.n > 0 && !told.is_wrong);
	cr_expect_str_eq(told.last.table, "twist");
	cr_expect_eq(do_with(session, VERIFY, "heuristic=twist"), SUPERFLIP_OK);
	snprintf(path, sizeof path, "%s/flip-htm.pdb", own_directory);
	superflip_session *const builder = open_with((superflip_session_options){.n_threads = 2});
	for (unsigned i = 0; i < 2; i++) {  /* what is named is not built unasked */
		cr_expect_eq(do_with(i == 0 ? session : builder, OPEN, "heuristic=orientation"),
		             SUPERFLIP_TABLE_MISSING);
		cr_expect_not_null(strstr(last_error.text, "orientation"), "%s", last_error.text);
		cr_expect_str_eq(last_error.path, path, "%s", last_error.path);
	}
	superflip_session_close(builder);
	build("orientation", "htm");
	superflip_tables *tables = tables_of(session, "heuristic=orientation");
	must(superflip_tables_await_check(tables, NULL, NULL, NULL));
	superflip_table_info info = {.size = sizeof info};
	cr_assert(superflip_tables_table(tables, 0, &info));
	cr_expect_str_eq(info.heuristic, "orientation");
	cr_expect(info.n_tables == 2 && info.checked_share == 1 && strlen(info.kernel) > 0);
	cr_expect_str_eq(info.name, "twist");
	cr_expect(access(info.path, R_OK) == 0 && info.file_bytes > 4096 && !info.is_preloaded);
	info.n_tables = 0;
	cr_expect(!superflip_tables_table(tables, 2, &info) && info.n_tables == 2 && info.name[0] == '\0');
	cr_expect_eq(superflip_tables_bound(tables, cube_of("R")), 1u);
	superflip_tables_close(tables);
	superflip_session *const preloading = open_with((superflip_session_options){.preloads = true});
	tables = tables_of(preloading, "heuristic=orientation");
	superflip_session_close(preloading);  /* tables live longer */
	cr_expect(superflip_tables_table(tables, 0, &info) && info.is_preloaded);
	superflip_tables_close(tables);
}

Test(api_tables, what_is_cancelled_leaves_nothing)
{
	superflip_session *const builder = open_with((superflip_session_options){.notify = refuse});
	superflip_problem *const problem = problem_of("goal=cross");
	superflip_cube *const cube = cube_of("R");
	superflip_job *job;
	cr_expect_eq(do_told(session, BUILD, "heuristic=corners", refuse, NULL), SUPERFLIP_CANCELLED, "%s",
	             last_error.text);
	cr_expect_eq(do_with(session, VERIFY, "heuristic=corners"), SUPERFLIP_TABLE_MISSING);
	cr_expect_eq(do_told(session, PREPARE, "goal=cross", refuse, NULL), SUPERFLIP_CANCELLED, "%s",
	             last_error.text);
	cr_expect_eq(superflip_job_start(builder, problem, cube, NULL, &job, &last_error), SUPERFLIP_CANCELLED,
	             "by the session's");
	superflip_session_close(builder);
	superflip_session *const silent = open_with((superflip_session_options){.n_threads = 1});
	cr_expect_eq(superflip_job_start(silent, problem, cube, OPTIONS(.notify = refuse), &job, &last_error),
	             SUPERFLIP_CANCELLED, "by the job's");
	superflip_session_close(silent);
	cr_expect_eq(do_with(session, VERIFY, "goal=cross"), SUPERFLIP_TABLE_MISSING);
}

Test(api_tables, a_session_builds_what_is_missing_unless_it_may_not)
{
	struct told told = {.n = 0};
	superflip_session *const limited =
		open_with((superflip_session_options){.n_threads = 2, .build_bytes = 10000});
	superflip_session *const builder = open_with((superflip_session_options){
		.n_threads = 2, .notify = listen, .notify_context = &told,
	});
	superflip_problem *const problem = problem_of("goal=cross");
	superflip_needs needs = {.size = sizeof needs};
	superflip_cube *const cube = cube_of("R");
	superflip_result *result;
	cr_expect_eq(do_with(session, OPEN, "goal=cross"), SUPERFLIP_TABLE_MISSING);
	cr_expect_eq(do_with(limited, OPEN, "goal=cross"), SUPERFLIP_TOO_LARGE);
	cr_expect_not_null(strstr(last_error.text, "the goal 'cross' needs tables of 1 MiB"), "%s",
	                   last_error.text);
	cr_expect(do_with(limited, OPEN, "goal=eo:FB") == SUPERFLIP_OK, "a smaller one: %s", last_error.text);
	must(superflip_solve(builder, problem, cube, &result, &last_error));
	cr_expect(result->is_optimal && result->length == 1);
	superflip_result_free(result);
	cr_expect(told.n > 0 && !told.is_wrong && told.last.table_number == 1 && told.last.n_tables == 1);
	cr_expect(superflip_session_measure(limited, problem, cube, &needs, NULL) == SUPERFLIP_OK
	          && needs.is_installed);
	cr_expect_eq(do_with(limited, OPEN, "goal=cross"), SUPERFLIP_OK, "it is there now");
	superflip_session_close(limited);
	superflip_session_close(builder);
}

Test(api_tables, a_damaged_file_is_named_and_not_replaced_unasked)
{
	static const struct { enum verb verb; superflip_status status;
	} steps[] = {
		{VERIFY, SUPERFLIP_TABLE_DAMAGED},
		{OPEN, SUPERFLIP_TABLE_DAMAGED},
		{PREPARE, SUPERFLIP_TABLE_DAMAGED},
		{BUILD_AGAIN, SUPERFLIP_OK},
		{VERIFY, SUPERFLIP_OK},
		{OPEN, SUPERFLIP_OK},
	};
	char path[100];
	build("orientation", "htm");
	snprintf(path, sizeof path, "%s/twist-htm.pdb", own_directory);
	FILE *const file = fopen(path, "r+");
	cr_assert(file != NULL && fseek(file, 4096 + 100, SEEK_SET) == 0);
	const int byte = fgetc(file);
	cr_assert(fseek(file, -1, SEEK_CUR) == 0 && fputc(byte ^ 0x10, file) != EOF && fclose(file) == 0);
	array_foreach(step, steps) {
		cr_expect_eq(do_with(session, step->verb, "heuristic=orientation"), step->status, "step %td",
		             step - steps);
		if (step->status == SUPERFLIP_OK)
			continue;
		cr_expect_str_eq(last_error.path, path);
		cr_expect(step->verb == VERIFY || strstr(last_error.text, path) != NULL, "%s", last_error.text);
	}
}

Test(api_tables, what_cannot_be_had_is_refused)
{
	superflip_session *const small = open_with((superflip_session_options){.memory_bytes = 1000});
	static const struct {
		enum verb verb;
		const char *fields;
		superflip_status status;
		bool is_small;
	} rows[] = {
		{BUILD, "heuristic=auto", SUPERFLIP_BAD_ARGUMENT, false},
		{OPEN, "heuristic=korf", SUPERFLIP_TOO_LARGE, true},
		{OPEN, "", SUPERFLIP_TOO_LARGE, true},
		{OPEN, "", SUPERFLIP_TABLE_MISSING, false},
		{OPEN, "goal=cross;heuristic=korf", SUPERFLIP_BAD_ARGUMENT, false},
	};
	array_foreach(row, rows)
		cr_expect_eq(do_with(row->is_small ? small : session, row->verb, row->fields), row->status, "%s: %s",
		             row->fields, last_error.text);
	superflip_session_close(small);
}

Test(api_tables, a_cancelled_build_leaves_no_directory_that_it_made)
{
	char below[100], path[4096];
	snprintf(below, sizeof below, "%s/a/b", own_directory);
	superflip_session *const deep = open_with((superflip_session_options){.directory = below});
	must(superflip_tables_directory(below, path, NULL));
	cr_expect_str_eq(path, below);
	cr_expect_eq(do_told(deep, BUILD, "heuristic=twist", refuse, NULL), SUPERFLIP_CANCELLED);
	snprintf(below, sizeof below, "%s/a", own_directory);
	cr_expect_neq(access(below, F_OK), 0);
	cr_expect_eq(access(own_directory, F_OK), 0);
	superflip_session_close(deep);
}

Test(api_tables, long_texts_of_an_error_are_cut_where_a_character_ends)
{
	char deep[1200];
	snprintf(deep, sizeof deep, "%s", own_directory);
	while (strlen(deep) < 1000)
		strcat(deep, "/\u00e9\u00e9\u00e9\u00e9\u00e9");
	superflip_session *const of_deep = open_with((superflip_session_options){.directory = deep});
	cr_assert_eq(do_with(of_deep, OPEN, "heuristic=korf"), SUPERFLIP_TABLE_MISSING);
	cr_expect_eq(strncmp(last_error.path, "...", 3), 0, "%s", last_error.path);
	cr_expect_not_null(strstr(last_error.path, "/corners-htm.pdb"), "%s", last_error.path);
	memcpy(deep, "/dev/null/", 10);
	superflip_session *const of_none = open_with((superflip_session_options){.directory = deep});
	cr_assert_eq(do_with(of_none, BUILD, "heuristic=korf"), SUPERFLIP_IO);
	superflip_session_close(of_none);
	cr_expect_lt(strlen(last_error.text), sizeof last_error.text);
	cr_expect_str_eq(last_error.text + strlen(last_error.text) - 3, "...", "%s", last_error.text);
	for (const char *at = last_error.text; (at = strchr(at, '\xC3')) != NULL; at++)
		cr_expect_eq(at[1], '\xA9', "no half of a character is left");
	cr_expect_leq(sizeof last_error, 1024u);
	superflip_session_close(of_deep);
}

static const superflip_heuristic *row_of(const superflip_catalogue *catalogue, const char *name)
{
	const superflip_heuristic *row;
	for (unsigned i = 0; (row = superflip_catalogue_at(catalogue, i)) != NULL; i++)
		if (strcmp(row->name, name) == 0)
			return row;
	return NULL;
}

Test(api_tables, the_catalogue_knows_what_is_installed_and_what_fits)
{
	superflip_catalogue *catalogue;
	must(do_with(session, BUILD, "heuristic=orientation"));
	cr_expect_eq(superflip_catalogue_make(session, (superflip_metric)7, false, &catalogue, NULL),
	             SUPERFLIP_BAD_ARGUMENT);
	must(superflip_catalogue_make(session, SUPERFLIP_HTM, true, &catalogue, NULL));
	cr_expect(row_of(catalogue, "orientation")->is_installed && !row_of(catalogue, "korf")->is_installed);
	cr_expect_null(row_of(catalogue, "nosuch"));
	const superflip_heuristic *const choice = superflip_catalogue_choose(catalogue, 40000000, UINT64_MAX, 0);
	cr_assert_not_null(choice);
	cr_expect_str_eq(choice->name, "coset-30m");
	cr_expect(choice->file_bytes <= 40000000 && choice->solve_s < row_of(catalogue, "korf")->solve_s);
	cr_expect_null(superflip_catalogue_choose(catalogue, 1, UINT64_MAX, 0));
	/* A budget of exactly the files is enough, and a larger one never buys a worse heuristic. */
	const superflip_heuristic *last = choice;
	for (uint64_t bytes = choice->file_bytes; bytes < UINT64_C(1) << 40; bytes *= 3) {
		const superflip_heuristic *const next = superflip_catalogue_choose(catalogue, bytes, UINT64_MAX, 0);
		cr_expect(next->file_bytes <= bytes && next->solve_s <= last->solve_s && !next->is_for_comparison,
		          "%ju bytes: %s after %s", (uintmax_t)bytes, next->name, last->name);
		last = next;
	}
	cr_expect_str_eq(last->name, "coset-8g");
	/* What is installed needs neither memory nor time. */
	cr_expect_str_eq(superflip_catalogue_choose(catalogue, 0, 1, 1e-12)->name, "orientation");
	superflip_catalogue_free(catalogue);
}
