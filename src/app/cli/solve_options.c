#include "cli/solve_options.h"

#include "cli/algs.h"

struct solve_options solve_options;
superflip_problem *const problem = &solve_options.problem;

enum { FOR_SEARCH = FOR_SOLVE | FOR_BATCH, FOR_SHEET = FOR_SEARCH | FOR_ALGS,
       FOR_ALL = FOR_SHEET | FOR_VERIFY | FOR_REVIEW };

/* ---- values of their own kind ---- */

static void tell_steps(const void *options, FILE *out)
{
	const struct solve_options *const o = options;
	fputs("steps=", out);
	for (const char *c = o->steps_text; *c != '\0'; c++)
		fputc(*c == '\n' ? '|' : *c, out);
	fputc('\n', out);
}

static const char *const format_option[] = {
	[RECORD_TEXT] = "text", [RECORD_JSON] = "json", [RECORD_CSV] = "csv", [RECORD_TSV] = "tsv"};

static void tell_format(const void *options, FILE *out)
{
	const struct solve_options *const o = options;
	fprintf(out, "format=%s\n", format_option[o->format]);
}

/* ---- the table ---- */

static const char *const letters_name[] = {"URF", "rbd"};

#undef IN
#define IN(field) OPTION_IN(struct solve_options, field)
static const struct option_row rows[] = {
	{0, FOR_SEARCH | IDENTIFIES, "steps", "FILE",
	 "solve by the list of steps in FILE (doc/steps.md), or by a known list: cfop, roux, petrus, zz,\n"
	 "corners-first, sandwich, fmc",
	 OPTION_TEXT, IN(steps_path), .tell = tell_steps},
	ROW_FLAG(0, FOR_SEARCH | IDENTIFIES, "explain",
             "print a method's stages: the moves of each, and the cube after it", explains),
	{0, FOR_SHEET, "all", NULL, "find all shortest solutions; with --max N all of at most N moves",
	 OPTION_FLAG, IN(problem.search.n_solutions), .max = (uint64_t)ALL_SOLUTIONS},
	ROW_TEXT(0, FOR_ALGS, "rank", "htm|qtm|stm|cost|hand|FILE",
             "how algorithms are sorted: by a metric, --cost, prices of turns for a hand, "
             "or those\nof FILE (doc/algs.md)",
             rank),
	ROW_FLAG(0, FOR_ALGS, "which",
             "name the cases of scrambles, with the turns of the last layer before and after\ntheir algorithms",
             names_cases),
	ROWS_OF_TABLES(FOR_ALL, tables),
	ROW_CHOICE(0, FOR_SEARCH | IDENTIFIES, "letters", "URF|rbd",
               "the turns of a 2x2 solution: U R F, or r b d, which keep the cubie at UFL", turns_opposite,
               letters_name),
	{0, FOR_SHEET | IDENTIFIES, "from", "PROGRAM",
	 "the program that wrote the list: cstimer, tnoodle, cubedesk, twisty-timer, cube-explorer",
	 OPTION_CHOICE, IN(source), OPTION_NAMES(list_source_name), .min = LIST_RECOGNISE + 1,
	 .expected = "cstimer, tnoodle, cubedesk, twisty-timer, cube-explorer, lines"},
	{0, FOR_SHEET | FOR_REVIEW | IDENTIFIES, "json", NULL, "print JSON Lines", OPTION_FLAG, IN(format),
	 .max = RECORD_JSON, .tell = tell_format},
	{0, FOR_SHEET, "csv", NULL, "print CSV", OPTION_FLAG, IN(format), .max = RECORD_CSV},
	{0, FOR_SEARCH, "tsv", NULL, "print values separated by tabs", OPTION_FLAG, IN(format),
	 .max = RECORD_TSV},
	ROW_FLAG(0, FOR_SEARCH | IDENTIFIES, "link", "add a link that shows the solution on alpha.twizzle.net",
             with_links),
	ROW_TEXT('o', FOR_BATCH, "output", "FILE", "write the results to FILE as they come", output_path),
	ROW_TEXT(0, FOR_ALGS, "html", "FILE", "also write a page to FILE that draws the cases", html_path),
	ROW_TEXT(0, FOR_SOLVE | FOR_REVIEW, "html", "FILE",
             "also write a page to FILE that plays the solutions in a browser",
             html_path),
	ROW_TEXT('o', FOR_VERIFY, "output", "DIRECTORY", "where --shard writes its file", output_path),
	ROW_FLAG(0, FOR_ALL, "force", "replace FILE if it exists", may_overwrite),
	ROW_FLAG(0, FOR_BATCH, "resume", "continue FILE where an earlier run, however it ended, stopped",
             resumes),
	{0, FOR_BATCH, "stats", NULL,
	 "print at the end: mean, deviation and a bar chart of the lengths, and counts by\nside of a goal",
	 OPTION_FLAG, IN(stats), .max = STATS},
	{0, FOR_BATCH, "stats-only", NULL, "the same without the records", OPTION_FLAG, IN(stats),
	 .max = STATS | STATS_ONLY},
	ROW_SHARD(FOR_BATCH | FOR_VERIFY,
	          "do shard K of N only; -o names a directory; `superflip merge` joins the shards"),
	ROW_FLAG(0, FOR_SEARCH | IDENTIFIES, "no-dedup",
             "search each cube, even if it equals another up to symmetry or inversion", keeps_duplicates),
	ROW_FLAG(0, FOR_VERIFY | IDENTIFIES, "optimal",
             "prove again that there is no shorter solution, or none at all, where a record\nsays so",
             prove_again),
	ROW_TEXT(0, FOR_SOLVE, "journal", "FILE",
             "save finished units of work in FILE; a later run continues from there", journal_path),
	ROW_NUMBER(0, FOR_SOLVE, "unit-moves", "N",
               "with --journal: units of work begin with N moves or more (about 5,000 units)", unit_moves,
               SOLVE_UNIT_MOVES_MIN, SOLVE_UNIT_MOVES_MAX),
	{0, FOR_SHEET, "progress", "SECONDS",
	 "without a terminal: a line of progress after SECONDS (60), then more rarely", OPTION_SECONDS,
	 IN(progress_s)},
	ROW_QUIET(FOR_ALL, "print only errors on standard error"),
	ROW_FLAG('v', FOR_SHEET | FOR_VERIFY, "verbose", "describe the tables and every iteration of the search",
             is_verbose),
};

static void print_more(unsigned user)
{
	const superflip_method *m;
	if (user & FOR_SEARCH) {
		puts("\nmethods:");
		for (unsigned i = 0; (m = superflip_method_at(i)) != NULL; i++)
			option_print_entry(m->name, 18, m->summary);
	}
	if (user == FOR_ALGS)
		algs_print_sets();
	puts(user == FOR_VERIFY
	         ? "\n`superflip help heuristics` lists the heuristics."
	         : "\n`superflip help heuristics` lists the heuristics,\n`superflip help goals` the goals.");
	printf("\nexit status: 0 %s, 2 usage, 3 bad input,\n"
	       "4 table or I/O error, 5 not enough memory, 128 + n after signal n\n",
	       user == FOR_VERIFY ? "all right, 1 some wrong or not proved" : "all solved, 1 some not solved");
}

enum table_format solve_options_table_format(void)
{
	return solve_options.format == RECORD_TEXT ? TABLE_TEXT
	       : solve_options.format == RECORD_JSON ? TABLE_JSONL : TABLE_CSV;
}

char *solve_options_identity(enum option_users user)
{
	return option_set_identify(&(struct option_set){OPTION_SET(rows, user), .has_problem = true},
	                           &solve_options);
}

/* A name that promises another format than the one that is written. */
static void warn_of_name(void)
{
	static const struct { const char *ending; enum record_format format;
	} promises[] = {{".jsonl", RECORD_JSON}, {".json", RECORD_JSON}, {".ndjson", RECORD_JSON},
	                {".csv", RECORD_CSV}, {".tsv", RECORD_TSV}};
	static const char *const format_name[] = {
		[RECORD_TEXT] = "text", [RECORD_JSON] = "JSON Lines", [RECORD_CSV] = "CSV", [RECORD_TSV] = "TSV",
	};
	const char *const ending = solve_options.output_path != NULL && solve_options.shard.n == 0
	                               ? strrchr(solve_options.output_path, '.')
	                               : NULL;
	array_foreach(promise, promises)
		if (ending != NULL && text_equal(ending, promise->ending) && solve_options.format != promise->format)
			complain("-o %s: the results are written as %s; add --%s to write what the name says",
			         solve_options.output_path, format_name[solve_options.format],
			         format_option[promise->format]);
}

/* ---- which options go together ---- */

/* A list that the program has, by its name, or one of a file. */
static bool read_steps(void)
{
	if (solve_options.steps_path == NULL)
		return true;
	const superflip_method *const known = method_named(solve_options.steps_path);
	if (!problem_is_search(problem))
		return complain_and(false, "--steps is a method; leave out --method %s", problem->method->name);
	problem->steps = solve_options.steps_text;
	if (known == NULL || !known->takes_steps || text_equal(known->name, "steps"))
		return option_read_file("--steps", solve_options.steps_path, "a list of steps",
		                        solve_options.steps_text, sizeof solve_options.steps_text);
	problem->method = known;
	problem->steps = NULL;
	return true;
}

/* What only text or only turns of faces have. */
static bool output_agrees(void)
{
	const unsigned format = solve_options.format;
	const char *const fault =
		format & (format - 1) ? "--json, --csv and --tsv exclude each other"
		: solve_options.explains && !problem->method->has_stages
			? "--explain prints the stages of --method two-phase, thistlethwaite, layers or a list of steps"
		: solve_options.explains && format == RECORD_CSV
			? "--explain has no form in CSV; --json has one"
		: solve_options.journal_path != NULL
		  && (problem->puzzle == SUPERFLIP_2X2 || !problem_is_search(problem)
		      || problem->turns != problem_units(problem))
			? "--journal keeps units of the search for shortest solutions by all turns; not with --method, "
			  "--moves, --exclude, --puzzle 2x2"
		: solve_options.turns_opposite
		  && (problem->puzzle != SUPERFLIP_2X2 || problem->read_options & SUPERFLIP_READ_FRENCH)
			? "--letters rbd is for --puzzle 2x2, without --french"
			: NULL;
	if (problem_units(problem) != NULL
	    && (solve_options.journal_path != NULL || solve_options.html_path != NULL))
		return complain_and(
			false,
			"--%s is for turns of faces in htm and qtm; not with slices, wide turns, costs or --metric %s",
			solve_options.journal_path != NULL ? "journal" : "html",
			turn_metric_name[problem->turns->metric]);
	return fault == NULL || complain_and(false, "%s", fault);
}

/* Complete the options by each other, and refuse what does not go together, beside those of the problem. */
static bool agree(void)
{
	superflip_error error;
	if (!read_steps()
	    || !option_read_costs(&problem->costs, solve_options.costs_read, sizeof solve_options.costs_read))
		return false;
	if (problem->search.n_solutions == ALL_SOLUTIONS && problem->has_max && !problem->has_over)
		problem->search.over_optimal = SUPERFLIP_MAX_LENGTH;  /* all of at most so many moves, not only the
		                                                 * shortest */
	if (!problem_complete(problem, &error))
		return option_complain(&error) == EXIT_SOLVED;
	if (!problem->method->searches && problem->search.time_limit_s > 0)
		return complain_and(false, "--time-limit has no effect: the method '%s' searches nothing",
		                    problem->method->name);
	return output_agrees();
}

bool solve_options_complete(void)
{
	if (!agree()) {
		problem_free(problem);
		return false;
	}
	/* Each thread has a workspace of its own: a thousand of them take seconds and a gigabyte before they
	 * begin. */
	const unsigned per_processor = 4 * processors_usable(), limit = per_processor > 64 ? per_processor : 64;
	if (solve_options.tables.n_threads <= limit)
		return true;
	remark("--threads %u: more than %u are of no use on this machine; using %u",
	       solve_options.tables.n_threads, limit, limit);
	solve_options.tables.n_threads = limit;
	return true;
}

/* ---- reading ---- */

int solve_options_read(int argc, char **argv, enum option_users user, const char *usage)
{
	const struct option_set set = {
		OPTION_SET(rows, user), .has_problem = true, .usage = usage, .print_more = print_more};
	solve_options = (struct solve_options){0};
	problem_init(problem);
	problem->search.approximates = true;
	const int first = option_set_read(&set, argc, argv, &solve_options);
	if (first >= 0 && user != FOR_ALGS && !solve_options_complete())
		return ~EXIT_USAGE;
	if (first >= 0 && user == FOR_BATCH && !is_quiet)
		warn_of_name();
	return first;
}

char *solve_options_problem(void)
{
	const struct solve_options asked = solve_options;
	char *text = NULL;
	size_t size;
	char *const here = solve_options_identity(FOR_BATCH);
	solve_options_read(1, (char *[]){"batch", NULL}, FOR_BATCH, "");
	char *const there = solve_options_identity(FOR_BATCH);
	problem_free(problem);
	solve_options = asked;
	FILE *const out = here != NULL && there != NULL ? memory_stream(&text, &size) : NULL;
	for (const char *a = here, *b = there; out != NULL && *a != '\0'; a = strchr(a, '\n') + 1) {
		const size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");
		if (n != m || memcmp(a, b, n) != 0) {
			/* Every format has room for letters and some signs; of other values, and of long ones, there is the
			 * checksum. */
			static const char plain[] =
				"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .:+-_'()|/";
			enum { VALUE_MAX = 60 };
			const size_t n_key = strcspn(a, "=") + 1, n_value = n - n_key;
			fprintf(out, "%s%.*s", ftello(out) > 0 ? ";" : "", (int)n_key, a);
			if (n_value <= VALUE_MAX && strspn(a + n_key, plain) >= n_value)
				fprintf(out, "%.*s", (int)n_value, a + n_key);
			else
				fprintf(out, "~%016" PRIx64, (uint64_t)XXH3_64bits(a + n_key, n_value));
		}
		b += m + 1;
	}
	if (out != NULL && ftello(out) == 0)
		fputs(RESULTS_USUAL, out);
	free(here);
	free(there);
	return memory_stream_end(out, &text);
}
