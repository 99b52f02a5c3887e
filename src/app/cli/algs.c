/* superflip algs: sheets of algorithms. */
#include "cli/algs.h"

#include "base/suggest.h"
#include "cli/cases.h"
#include "cli/output.h"
#include "cli/solving.h"
#include "report/say.h"

void algs_print_sets(void)
{
	puts("\nsets, and the goal of each:");
	items_foreach(set, case_set_names, n_case_set_names)
		printf("  %-6s %s (--goal %s)\n", set->name, set->summary, set->goal);
	putchar('\n');
	option_print_text(
		"Cases have the names that cubers know: oll-1 to oll-57, pll-Aa to -Z, eoll-Dot, -L and -Line, ocll-H, -Pi, -U, -T, -L, -AS and -S,\n"
		"f2l-1 to -41, wv-1 to -27 and sv-1 to -27, coll-S-1, zbll-Pi-72 and zbll-PLL-T, cmll-L-Pure, cll-AS-1, eg-CLL-T-6, eg-1-U-2 and eg-2-H-4,\n"
		"vls-UB-27. Cases of ell, ll, zbls, hls and lse are numbered as they are found.",
		0);
}

struct sheet sheet;

/* ---- the cases ---- */

enum { MAX_SETS = 32 };

/* A file that cannot be opened may be meant to be a set. */
static int refuse_file(const char *name)
{
	static const char *const nicknames[][2] = {{"sune", "oll-27"}, {"antisune", "oll-26"}};
	char sets[160] = "", in_small_letters[40];
	const char *names[MAX_SETS];
	uint64_t number;
	const struct case_set_name *const set = cases_find(name, strncasecmp, &number);
	if (errno != ENOENT || strchr(name, '/') != NULL || strchr(name, '.') != NULL)
		return complain_of_errno(name);
	for (unsigned i = 0; i < n_case_set_names; i++) {
		names[i] = case_set_names[i].name;
		snprintf(sets + strlen(sets), sizeof sets - strlen(sets), "%s%s", i > 0 ? ", " : "", names[i]);
	}
	const char *nearest = suggest(name, names, n_case_set_names);
	array_foreach(nickname, nicknames)
		nearest = strcasecmp(name, (*nickname)[0]) == 0 ? (*nickname)[1] : nearest;
	if (set != NULL && number != UINT32_MAX) {
		snprintf(in_small_letters, sizeof in_small_letters, "%s%s", set->name, name + strlen(set->name));
		nearest = in_small_letters;
	}
	return complain_and(EXIT_TABLE, "algs: there is neither a file '%s' nor a set%s%s%s the sets are %s",
	                    name, nearest != NULL ? "; did you mean '" : "", nearest != NULL ? nearest : "",
	                    nearest != NULL ? "'?" : ";", sets);
}

/* A file, or else a case as moves or stickers. */
static int open_list(char **argument)
{
	struct position p;
	superflip_error error;
	const char *const name = *argument;
	source.fd = text_equal(name, "-") ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	if (source.fd >= 0)
		return EXIT_SOLVED;
	const int error_of_file = errno;
	const bool is_read = position_parse(SUPERFLIP_3X3, name, problem->read_options | READ_GREY, &p, &error)
	                     == SUPERFLIP_OK,
	           has_words = strchr(name, ' ') != NULL;
	errno = error_of_file;
	/* A word alone is the name of a set or a file rather than turns. */
	if (errno != ENOENT || !(has_words || (is_read && p.form != POSITION_MOVES)))
		return refuse_file(name);
	source.arguments = argument;
	source.n_arguments = 1;
	return is_read ? EXIT_SOLVED : argument_refuse(0, &error);
}

/* @param number  of the case; 0: all
 * @return EXIT_SOLVED; else another status, having complained */
static int make_cases(uint64_t number)
{
	const struct case_set *const set = &sheet.set;
	if (!case_set_make(set->about, &sheet.set))
		return complain_of_memory();
	if (number > set->n)
		return usage_error(set->about->names != NULL
				? "%s has %u cases, and this is none; `superflip algs --help` tells their names"
				: "%s has %u cases, and no such number",
			set->about->name, set->n);
	sheet.first = number != 0 ? (unsigned)number - 1 : 0;
	const size_t n = number != 0 ? 1 : set->n;
	char **const facelets = sheet.facelets = allocate(n, sizeof *facelets + FACELET_TEXT_SIZE);
	for (size_t i = 0; i < n; i++) {
		facelets[i] = (char *)(facelets + n) + i * FACELET_TEXT_SIZE;
		facelet_write(&set->of[sheet.first + i].cube, facelets[i]);
	}
	source.arguments = facelets;
	source.n_arguments = n;
	return EXIT_SOLVED;
}

/* ---- what is asked for ---- */

/* The turns of --moves if these are whole faces, four or more, up to a length: algorithms by them from any
 * side of U.  0: they are not. */
static uint32_t turns_to_filter(const struct case_set_name *set)
{
	uint32_t moves;
	if (set == NULL || !set->is_layer || problem->moves == NULL || problem->excluded != NULL
	    || !problem->has_max || problem->has_over || problem->has_count || problem->goal != NULL
	    || problem->free_face != NULL || problem->metric != SUPERFLIP_HTM || problem->costs != NULL
	    || moves_parse_set(problem->moves, 0, &moves, NULL) != SUPERFLIP_OK)
		return 0;
	/* 0x9249: the clockwise quarter turns. */
	return moves == (moves & 0x9249) * 7 && __builtin_popcount(moves) >= 12 ? moves : 0;
}

/* ---- the run ---- */

static int make_sheet(void)
{
	const enum table_format format = solve_options_table_format();
	struct new_file page;
	int status = solve_options.html_path != NULL
	                 ? new_file_begin(solve_options.html_path, solve_options.may_overwrite, &page)
	                 : EXIT_SOLVED;
	if (status != EXIT_SOLVED)
		return status;
	if (solve_options.html_path != NULL) {
		sheet.html = page.file;
		page_begin(sheet.html, problem->read_options, "Algorithms");
	}
	solve_options.format = RECORD_TEXT;
	status = output_open(-1);
	if (status == EXIT_SOLVED) {
		const bool has_set = sheet.set.about != NULL;
		char columns[100];
		snprintf(columns, sizeof columns, "case,length,status%s,algorithm%s,%s",
		         sheet.has_rank ? ",price" : "", has_set ? ",mirror,inverse" : "",
		         has_set ? "stickers" : "scramble");
		sheet.table = table_create(format == TABLE_TEXT ? say(problem->read_options, columns) : columns);
		status = output_close(solve_source());
		print_table(sheet.table, format);
	}
	if (sheet.html == NULL)
		return status;
	fputs(PAGE_END, sheet.html);
	const int written = new_file_end(&page, status == EXIT_SOLVED);
	return status != EXIT_SOLVED ? status : written;
}

/* @param sheet   its set and its turns are there
 * @param number  as for make_cases()
 * @return an exit status */
static int make(uint64_t number, char **argument)
{
	struct goal goal;
	struct input_error error;
	const bool has_set = sheet.set.about != NULL, is_range = problem->has_max || problem->has_over
	                                                         || problem->search.n_solutions == ALL_SOLUTIONS;
	/* How many algorithms of a case are printed, and so are to be found. */
	sheet.keep = problem->has_count && problem->search.n_solutions != ALL_SOLUTIONS
	                 ? (uint64_t)problem->search.n_solutions
	             : is_range ? UINT64_MAX
	                        : 1;
	if (is_range || sheet.keep > 1 || solve_options.rank != NULL)
		problem->search.n_solutions = ALL_SOLUTIONS;
	sheet.goal = &goal;
	sheet.finds_longer = problem->has_count && !problem->has_over && !problem->has_max;
	/* With neutral each side has a free face of its own. */
	const char *const free_face = problem->free_face;
	sheet.free_face = free_face == NULL                             ? has_set ? "U" : NULL
	                  : strstr(problem->goal, "neutral") == NULL ? free_face
	                                                                : NULL;
	source = (struct source){.name = *argument, .fd = -1};
	int status = solve_options.rank != NULL ? rank_open(solve_options.rank) : EXIT_SOLVED;
	if (status != EXIT_SOLVED)
		return status;
	sheet.has_rank = solve_options.rank != NULL;
	/* Of a position the identity alone. */
	sheet.symmetries = goal_parse(problem->goal != NULL ? problem->goal : "solved", &goal, &error)
	                       ? goal_symmetries(&goal)
	                       : 1;
	if (problem->has_max && !problem->has_over)
		problem->search.over_optimal = SUPERFLIP_MAX_LENGTH;
	status = has_set ? make_cases(number) : open_list(argument);
	if (status == EXIT_SOLVED)
		status = make_sheet();
	return status != EXIT_SOLVED                  ? status
	       : totals.n_bad > 0                     ? EXIT_INPUT
	       : totals.n_complete == totals.n_cubes ? EXIT_SOLVED
	                                              : EXIT_NOT_SOLVED;
}

static int run(int argc, char **argv)
{
	uint64_t number;
	const int first = solve_options_read(
		argc, argv, FOR_ALGS,
		"algs [OPTION...] SET|FILE|CASE\n"
		"       superflip algs --which [SCRAMBLE...]\n\n"
		"Print algorithms for cases: those of a SET such as oll or pll, of one of its cases such as pll-T, of FILE, or of a single\n"
		"CASE, as moves that make it or as stickers, grey where they do not matter.  Each case gets one shortest algorithm, or all with\n"
		"--max, --over, --all; algorithms that differ only by free turns or symmetries of the goal are printed once.  --which names the\n"
		"cases of scrambles (or of the lines of standard input).");
	if (first < 0)
		return ~first;
	if (solve_options.names_cases)
		return cases_print(argv + first, argc - first);
	if (argc - first != 1)
		return usage_error("algs: expected one SET, FILE or CASE; `superflip algs --help` describes it");
	cube_init();
	const struct case_set_name *const set = sheet.set.about = cases_find(argv[first], strncmp, &number);
	sheet.permitted = turns_to_filter(set);
	/* All turns take less time than five faces, or than any to one state: their kernels are fast
	 * (doc/notebook.md, "Sheets of algorithms"). */
	if (__builtin_popcount(sheet.permitted) > 12 || (sheet.permitted != 0 && set->has_inverses))
		problem->moves = NULL;
	if (solve_options.rank != NULL && text_equal(solve_options.rank, "cost")) {
		if (problem->costs == NULL)
			return usage_error("--rank cost needs --cost");
		solve_options.rank = NULL;
	}
	if (set != NULL && problem->goal == NULL) {
		problem->goal = set->goal;
		if (problem->moves == NULL && problem->excluded == NULL)
			problem->moves = set->moves;
		/* By all turns it takes as many from every side. */
		const bool is_same = set->is_layer && problem->moves == NULL && problem->excluded == NULL;
		problem->free_before = problem->free_face == NULL && !is_same ? "U" : NULL;
	}
	if (!solve_options_complete())
		return EXIT_USAGE;
	catch_interrupts();
	return make(number, &argv[first]);
}

const struct command command_algs = {
	"algs", "print sheets of algorithms: the cases of OLL, PLL and others, or of a list", .run = run,
};
