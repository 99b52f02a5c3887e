#include "cli/output.h"
#include "cli/searcher.h"
#include "cli/solving.h"

/* What the shell made of a scramble without quotes, and a list in the place of a cube. */
static void give_hints(void)
{
	uint64_t n_turns = 0;
	if (totals.n_cubes > 0 && *totals.skipped != '\0')
		complain("%s: skipped: %s", source.name, totals.skipped);
	items_foreach(argument, source.arguments, source.n_arguments) {
		n_turns += text_is_turn(*argument, 0);
		if (totals.n_bad > 0 && access(*argument, R_OK) == 0)
			complain("%s is a file; `superflip batch %s` solves the cubes in it", *argument, *argument);
	}
	if (n_turns > 1 && n_turns == source.n_arguments)
		complain(
			"each argument is a cube of its own; quotes keep the turns of a scramble together: superflip solve \"%s %s ...\"",
			source.arguments[0], source.arguments[1]);
}

static int run(int argc, char **argv)
{
	const int first = solve_options_read(
		argc, argv, FOR_SOLVE,
		"solve [OPTION...] [SCRAMBLE...]\n\n"
		"Find provably shortest solutions.  Each argument is a cube: moves (\"R U R' U'\"), 54 facelets or twenty cubies;\n"
		"the empty argument is the solved cube.  Without arguments cubes are read from standard input, one a line.\n"
		"A line of output is a length and the moves of a solution; * after the length: proved optimal.");
	if (first < 0)
		return ~first;
	if (!searcher_agrees())
		return EXIT_USAGE;
	source = (struct source){
		.arguments = argv + first,
		.n_arguments = (uint64_t)(argc - first),
		.name = "standard input",
		.fd = STDIN_FILENO,
	};
	if (source.n_arguments == 0 && isatty(STDIN_FILENO))
		remark("waiting for scrambles, one a line; Ctrl-D ends the list");
	catch_interrupts();
	int status = solve_options.html_path != NULL
	                 ? new_file_check(solve_options.html_path, solve_options.may_overwrite)
	                 : EXIT_SOLVED;
	if (status == EXIT_SOLVED)
		status = output_open(-1);
	if (solve_options.html_path != NULL)
		html_page = (struct html_page){problem->puzzle,
		                               (superflip_metric)problem->metric, json_array()};
	if (status == EXIT_SOLVED)
		status = output_close(solve_source());
	/* What was solved before an interruption is played, too; without memory the page may lack a cube. */
	if (solve_options.html_path != NULL && totals.n_cubes > 0 && status != EXIT_MEMORY) {
		const int written = html_page_write(solve_options.html_path, solve_options.may_overwrite);
		status = status != EXIT_SOLVED ? status : written;
	}
	if (!is_quiet)
		give_hints();
	/* An unreadable cube outranks an unsolved one. */
	return status != EXIT_SOLVED ? status : totals.n_bad > 0 ? EXIT_INPUT
	       : totals.n_complete == totals.n_cubes ? EXIT_SOLVED : EXIT_NOT_SOLVED;
}

const struct command command_solve = {
	"solve", "provably shortest solutions of one or more cubes", .run = run,
};
