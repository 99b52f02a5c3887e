#include "cli/solve_options.h"
#include "cli/algs.h"
#include "cli/cli.h"
#include "cli/option.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_THREADS = 1024, MAX_WIDTH = 10000, MAX_SLACK = 10, FOR_SEARCH = FOR_SOLVE | FOR_BATCH, FOR_SHEET = FOR_SEARCH | FOR_ALGS,
       FOR_ALL = FOR_SHEET | FOR_VERIFY };

/* ---- values of their own kind ---- */
static bool take_method(void *options, const struct option_row *row, const char *name)
{
	struct solve_options *const o = options;
	char names[400] = "";
	for (unsigned i = 0; superflip_method_at(i) != NULL; i++)
		snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i > 0 ? ", " : "", superflip_method_at(i)->name);
	o->method_name = strcmp(name, "optimal") == 0 ? NULL : name;
	return superflip_method_find(name) != NULL || option_refuse(row, name, names);
}

static void tell_steps(const void *options, FILE *out)
{
	const struct solve_options *const o = options;
	fputs("steps=", out);
	for (const char *c = o->steps_text; *c != '\0'; c++)
		fputc(*c == '\n' ? '|' : *c, out);
	fputc('\n', out);
}

static bool take_all(void *options, const struct option_row *row, const char *value)
{
	struct solve_options *const o = options;
	(void)row;
	(void)value;
	o->request.n_solutions = SUPERFLIP_ALL;
	return true;
}

static void tell_solutions(const void *options, FILE *out)
{
	const struct solve_options *const o = options;
	if (o->request.n_solutions == SUPERFLIP_ALL)
		fputs("solutions=all\n", out);
	else
		fprintf(out, "solutions=%" PRId64 "\n", o->request.n_solutions);
}

static void tell_parentheses(const void *options, FILE *out)
{
	const struct solve_options *const o = options;
	fprintf(out, "parentheses=%s\n", (o->read_options & SUPERFLIP_READ_NISS) != 0 ? "niss"
	                                 : (o->read_options & SUPERFLIP_READ_GROUPS) != 0 ? "group" : "none");
}

static bool take_format(void *options, const struct option_row *row, const char *value)
{
	struct solve_options *const o = options;
	(void)value;
	if (o->format != RECORD_TEXT && o->format != row->max)
		return complain_and(false, "--json, --csv and --tsv exclude each other");
	o->format = (enum record_format)row->max;
	return true;
}

static void tell_format(const void *options, FILE *out)
{
	static const char *const name[] = {[RECORD_TEXT] = "text", [RECORD_JSON] = "json", [RECORD_CSV] = "csv", [RECORD_TSV] = "tsv"};
	const struct solve_options *const o = options;
	fprintf(out, "format=%s\n", name[o->format]);
}

bool goal_open(const struct solve_options *o, superflip_goal **out)
{
	superflip_error error;
	*out = NULL;
	if (!goal_is_of_pieces(o) || superflip_goal_parse(o->goal_name, out, &error) == SUPERFLIP_OK)
		return true;
	return complain_and(false, "--goal: %s", error.text);
}

bool goal_read(const struct solve_options *o, superflip_cube **out)
{
	superflip_error error;
	*out = NULL;
	if (o->goal_text == NULL || goal_is_of_pieces(o)
	    || superflip_cube_parse(o->puzzle, o->goal_text, o->read_options, out, &error) == SUPERFLIP_OK)
		return true;
	return complain_and(false, "--goal: column %u: %s", error.column, error.text);
}

static void tell_goal(const void *options, FILE *out)
{
	superflip_cube *goal;
	superflip_goal *pieces;
	char text[4096] = "solved";
	if (goal_open(options, &pieces) && pieces != NULL)
		superflip_goal_patterns(pieces, text, sizeof text);
	superflip_goal_free(pieces);
	if (goal_read(options, &goal) && goal != NULL && !superflip_cube_is_solved(goal))
		superflip_cube_write(goal, SUPERFLIP_FORM_FACELETS, text, sizeof text);
	superflip_cube_free(goal);
	fprintf(out, "goal=%s\n", text);
}

bool turns_open(const struct solve_options *o, superflip_turns **out)
{
	*out = NULL;
	return !o->has_turn_set || turn_options_open(&o->turns, out);
}

void goal_write_moves(const struct solve_options *o, char *text)
{
	uint8_t moves[SUPERFLIP_N_MOVES];
	size_t n = 0;
	for (uint8_t m = 0; m < SUPERFLIP_N_MOVES; m++)
		if ((o->permitted >> m & 1) != 0)
			moves[n++] = m;
	superflip_moves_write(moves, n, o->read_options, text, 3 * SUPERFLIP_N_MOVES + 1);
}

static void tell_moves(const void *options, FILE *out)
{
	char text[2048] = "all";
	superflip_turns *turns;
	if (goal_restricts(options))
		goal_write_moves(options, text);
	if (turns_open(options, &turns) && turns != NULL)
		superflip_turns_identity(turns, text, sizeof text);
	superflip_turns_free(turns);
	fprintf(out, "moves=%s\n", text);
}

/* ---- the table ---- */

static const char *const letters_name[] = {"URF", "rbd"};

#define IN(field) OPTION_IN(struct solve_options, field)
static const struct option_row rows[] = {
	{0, FOR_ALL, "heuristic", "NAME", "lower bounds to search with; auto: the strongest installed",
	 OPTION_TEXT, IN(tables.heuristic), .take = option_take_heuristic, .identifies = true, .absent = "auto"},
	{0, FOR_ALL, "metric", "htm|qtm|stm|atm|stqm|etm",
	 "count turns of faces (htm, the default), quarter turns of them (qtm), slices, too (stm, stqm),\naxes (atm), rotations, too (etm)",
	 OPTION_CHOICE, IN(turns.metric), OPTION_NAMES(turn_option_metrics), .identifies = true},
	{0, FOR_SEARCH, "method", "NAME", "how to solve; optimal: proved shortest solutions, the default",
	 OPTION_TEXT, IN(method_name), .take = take_method, .identifies = true, .absent = "optimal"},
	{0, FOR_SEARCH, "steps", "FILE", "solve by the list of steps in FILE (doc/steps.md), or of this name: cfop, roux, petrus, zz,\n"
	 "corners-first, fmc", OPTION_TEXT, IN(steps_path), .identifies = true, .tell = tell_steps},
	{0, FOR_SEARCH, "width", "N", "with a list of steps: go on with the N best beginnings after each step (1)",
	 OPTION_NUMBER, IN(width), .min = 1, .max = MAX_WIDTH, .identifies = true},
	{0, FOR_SEARCH, "step-slack", "K", "with a list of steps: steps may be K moves longer than the shortest",
	 OPTION_NUMBER, IN(step_slack), .max = MAX_SLACK, .identifies = true},
	{0, FOR_SEARCH, "niss", NULL, "with a list of steps: try the inverse, too; (R U) are turns on the inverse",
	 OPTION_FLAG, IN(has_niss), .identifies = true},
	{0, FOR_SEARCH, "explain", NULL, "print a method's stages: the moves of each, and the cube after it",
	 OPTION_FLAG, IN(explains), .identifies = true},
	{'n', FOR_SHEET, "solutions", "N", "find up to N of the shortest solutions (1); of a goal, the N best",
	 OPTION_NUMBER, IN(request.n_solutions), .min = 1, .max = INT64_MAX, .expected = "a whole number of at least 1; --all finds all",
	 OPTION_GIVEN(struct solve_options, has_count), .identifies = true, .tell = tell_solutions},
	{0, FOR_SHEET, "all", NULL, "find all shortest solutions; with --max N all of at most N moves", OPTION_OTHER, .take = take_all},
	{'O', FOR_SHEET, "over", "K", "also solutions up to K moves longer than the shortest",
	 OPTION_NUMBER, IN(request.over_optimal), .max = SUPERFLIP_MAX_LENGTH, OPTION_GIVEN(struct solve_options, has_over),
	 .identifies = true},
	{0, FOR_SHEET, "past-goal", NULL, "with --goal: also solutions that reach it before their end",
	 OPTION_FLAG, IN(request.past_goal), .identifies = true},
	{'m', FOR_SEARCH, "min", "LENGTH", "the shortest length to search for",
	 OPTION_NUMBER, IN(request.min_length), .max = SUPERFLIP_MAX_LENGTH, .identifies = true},
	{'M', FOR_SHEET, "max", "LENGTH", "the longest length to search for",
	 OPTION_NUMBER, IN(request.max_length), .max = SUPERFLIP_MAX_LENGTH, OPTION_GIVEN(struct solve_options, has_max),
	 .identifies = true},
	{0, FOR_SEARCH, "up-to-symmetry", NULL, "with --all: one of the solutions that symmetries and inversion exchange",
	 OPTION_FLAG, IN(request.up_to_symmetry), .identifies = true},
	{0, FOR_ALL, "goal", "GOAL", "reach this instead of the solved cube: a position, or a goal such as cross, eo:FB,\n"
	 "xcross:FR (`superflip help goals`)", OPTION_TEXT, IN(goal_text), .identifies = true, .tell = tell_goal},
	{0, FOR_ALL, "auf", "FACE", "with --goal: turns of FACE cost nothing before the first move and after the last", OPTION_TEXT,
	 IN(free_face)},
	{0, FOR_SEARCH | FOR_VERIFY, "neutral", "all|FACES", "with --goal: on whichever of FACES it is reached in the fewest moves; with a "
	 "list of steps:\nwhichever of FACES is below", OPTION_TEXT, IN(neutral_faces), .identifies = true},
	{0, FOR_SEARCH | FOR_VERIFY, "centers", NULL, "centres count, too: moves turn them, and after facelets or cubies \"U+ R2 F-\" "
	 "names\nthose that are turned", OPTION_FLAG, IN(read_options), .max = SUPERFLIP_READ_CENTERS, .identifies = true},
	{0, FOR_ALL, "moves", "TURNS", "use these turns only: \"U R2 F\", \"M U\", \"R U r\"; a letter alone is all turns\nof its layers",
	 OPTION_TEXT, IN(turns.moves), .identifies = true, .tell = tell_moves},
	{0, FOR_ALL, "cost", "COSTS", "what turns cost: \"U=1 U2=1.5 (R L')=2\", or @FILE; solutions have the least cost",
	 OPTION_TEXT, IN(turns.costs)},
	{0, FOR_SHEET, "exclude", "TURNS", "use all turns but these", OPTION_TEXT, IN(exclude_text)},
	{0, FOR_ALGS, "rank", "htm|qtm|stm|cost|hand|FILE", "what puts algorithms in order: a metric, --cost, prices of turns for a hand, "
	 "or those\nof FILE (doc/algs.md)", OPTION_TEXT, IN(rank)},
	{0, FOR_SHEET, "deterministic", NULL, "the same solution each time, for any number of threads",
	 OPTION_FLAG, IN(request.is_deterministic), .identifies = true},
	{0, FOR_ALL, "time-limit", "SECONDS", "give up on a cube after SECONDS (also 10m, 2h)",
	 OPTION_SECONDS, IN(request.time_limit_s), .identifies = true},
	{0, FOR_ALL, "node-limit", "N", "give up on a cube after N generated nodes (also 1e9, 5G)",
	 OPTION_COUNT, IN(request.node_limit), .identifies = true},
	{'t', FOR_ALL, "threads", "N", "threads (also -j); 0: all usable processors, the default",
	 OPTION_NUMBER, IN(tables.n_threads), .max = MAX_THREADS},
	{'j', FOR_ALL, "jobs", "N", NULL, OPTION_NUMBER, IN(tables.n_threads), .max = MAX_THREADS},
	{0, FOR_ALL, "memory", "SIZE", "use no tables larger than SIZE together: 8G, or 50% of the machine", OPTION_SIZE,
	 IN(tables.memory_bytes)},
	{0, FOR_ALL, "preload", NULL, "copy the tables into memory, on huge pages, instead of mapping the files", OPTION_FLAG,
	 IN(tables.preloads)},
	{0, FOR_ALL, "pdb-dir", "DIRECTORY", "where the pattern databases are", OPTION_TEXT, IN(tables.directory)},
	{0, FOR_SEARCH, "puzzle", "3x3|2x2", "which puzzle (3x3)", OPTION_CHOICE, IN(puzzle), OPTION_NAMES(option_puzzle_names),
	 .identifies = true},
	{0, FOR_SEARCH, "letters", "URF|rbd", "the turns of a 2x2 solution: U R F, or r b d, which keep the cubie at UFL",
	 OPTION_CHOICE, IN(turns_opposite), OPTION_NAMES(letters_name), .identifies = true},
	{0, FOR_ALL, "french", NULL, "moves are written with H B A P G D for U D F B L R",
	 OPTION_FLAG, IN(read_options), .max = SUPERFLIP_READ_FRENCH, .identifies = true},
	{0, FOR_SHEET, "from", "PROGRAM", "the program that wrote the list: cstimer, tnoodle, cubedesk, twisty-timer, cube-explorer",
	 OPTION_CHOICE, IN(source), OPTION_NAMES(list_source_name), .min = LIST_RECOGNISE + 1, .identifies = true,
	 .expected = "cstimer, tnoodle, cubedesk, twisty-timer, cube-explorer, lines"},
	{0, FOR_ALL, "parentheses", "group|niss", "what (R U) means: a group, or turns on the inverse (NISS)",
	 OPTION_OTHER, IN(read_options), .take = option_take_parentheses, .identifies = true, .tell = tell_parentheses},
	{0, FOR_SHEET, "json", NULL, "print JSON Lines", OPTION_OTHER, .take = take_format, .max = RECORD_JSON, .identifies = true,
	 .tell = tell_format},
	{0, FOR_SHEET, "csv", NULL, "print CSV", OPTION_OTHER, .take = take_format, .max = RECORD_CSV},
	{0, FOR_SEARCH, "tsv", NULL, "print values separated by tabs", OPTION_OTHER, .take = take_format, .max = RECORD_TSV},
	{0, FOR_SEARCH, "link", NULL, "add a link that shows the solution on alpha.twizzle.net",
	 OPTION_FLAG, IN(with_links), .identifies = true},
	{'o', FOR_BATCH, "output", "FILE", "write the results to FILE as they come", OPTION_TEXT, IN(output_path)},
	{0, FOR_ALGS, "html", "FILE", "also write a page to FILE that draws the cases", OPTION_TEXT, IN(html_path)},
	{0, FOR_SOLVE, "html", "FILE", "also write a page to FILE that plays the solutions in a browser", OPTION_TEXT, IN(html_path)},
	{'o', FOR_VERIFY, "output", "DIRECTORY", "where --shard writes its file", OPTION_TEXT, IN(output_path)},
	{0, FOR_ALL, "force", NULL, "replace FILE if it exists", OPTION_FLAG, IN(may_overwrite)},
	{0, FOR_BATCH, "resume", NULL, "continue FILE where an earlier run, however it ended, stopped", OPTION_FLAG, IN(resumes)},
	{0, FOR_BATCH | FOR_VERIFY, "shard", "K/N", "do shard K of N only; -o names a directory; `superflip merge` joins the shards",
	 OPTION_OTHER, IN(shard), .take = option_take_shard},
	{0, FOR_SEARCH, "no-dedup", NULL, "search cubes that are equal up to symmetry or inversion one by one",
	 OPTION_FLAG, IN(keeps_duplicates), .identifies = true},
	{0, FOR_VERIFY, "optimal", NULL, "prove again that there is no shorter solution, or none at all, where a record\nsays so",
	 OPTION_FLAG, IN(prove_again), .identifies = true},
	{0, FOR_SOLVE, "journal", "FILE", "keep finished units of work in FILE; a later run goes on from there", OPTION_TEXT,
	 IN(journal_path)},
	{0, FOR_SOLVE, "unit-moves", "N", "with --journal: units of work begin with N moves or more (about 5,000 units)",
	 OPTION_NUMBER, IN(unit_moves), .min = SOLVE_UNIT_MOVES_MIN, .max = SOLVE_UNIT_MOVES_MAX},
	{0, FOR_SHEET, "progress", "SECONDS", "without a terminal: a line of progress after SECONDS (60), then more rarely",
	 OPTION_SECONDS, IN(progress_s)},
	{'q', FOR_ALL, "quiet", NULL, "print only errors on standard error", OPTION_FLAG, IN(is_quiet)},
	{'v', FOR_ALL, "verbose", NULL, "describe the tables and every iteration of the search", OPTION_FLAG, IN(is_verbose)},
};
enum { N_ROWS = sizeof rows / sizeof *rows };

static void print_more(unsigned user)
{
	if ((user & FOR_SEARCH) != 0)
		puts("\nmethods:");
	for (unsigned i = 0; (user & FOR_SEARCH) != 0 && superflip_method_at(i) != NULL; i++)
		option_print_entry(superflip_method_at(i)->name, 18, superflip_method_at(i)->summary);
	if (user == FOR_ALGS)
		algs_print_sets();
	puts(user == FOR_VERIFY ? "\n`superflip help heuristics` lists the heuristics."
	                        : "\n`superflip help heuristics` lists the heuristics,\n`superflip help goals` the goals.");
	printf("\nexit status: 0 %s, 2 usage, 3 bad input,\n"
	       "4 table or I/O error, 5 not enough memory, 128 + n after signal n\n",
	       user == FOR_VERIFY ? "all right, 1 some wrong or not proved" : "all solved, 1 some not solved");
}

char *solve_options_identity(const struct solve_options *options, enum option_users user)
{
	return option_set_identify(&(struct option_set){.rows = rows, .n_rows = N_ROWS, .user = user}, options);
}

/* A name that promises another format than the one that is written. */
static void warn_of_name(const struct solve_options *o)
{
	static const struct { const char *ending, *option; enum record_format format; } promises[] = {
		{".jsonl", "--json", RECORD_JSON}, {".json", "--json", RECORD_JSON}, {".ndjson", "--json", RECORD_JSON},
		{".csv", "--csv", RECORD_CSV}, {".tsv", "--tsv", RECORD_TSV},
	};
	static const char *const format_name[] = {
		[RECORD_TEXT] = "text", [RECORD_JSON] = "JSON Lines", [RECORD_CSV] = "CSV", [RECORD_TSV] = "TSV",
	};
	const char *const ending = o->output_path != NULL && o->shard.n == 0 ? strrchr(o->output_path, '.') : NULL;
	for (unsigned i = 0; ending != NULL && i < sizeof promises / sizeof *promises; i++)
		if (strcmp(ending, promises[i].ending) == 0 && o->format != promises[i].format)
			complain("-o %s: the results are written as %s; add %s to write what the name says", o->output_path,
			         format_name[o->format], promises[i].option);
}

/* Each thread has a workspace of its own: a thousand of them take seconds and a gigabyte before they begin. */
static void limit_threads(struct solve_options *o)
{
	const unsigned n = number_useful_threads(o->tables.n_threads);
	if (n < o->tables.n_threads && !o->is_quiet)
		complain("--threads %u: more than %u are of no use on this machine; using %u", o->tables.n_threads, n, n);
	o->tables.n_threads = n;
}

bool solve_options_complete(struct solve_options *o)
{
	if (!solve_options_agree(o))
		return false;
	limit_threads(o);
	return true;
}

/* ---- reading ---- */

int solve_options_read(int argc, char **argv, enum option_users user, const char *usage, struct solve_options *out,
                       int *exit_status)
{
	const struct option_set set = {.rows = rows, .n_rows = N_ROWS, .user = user, .usage = usage, .print_more = print_more};
	*out = (struct solve_options){0};
	superflip_request_init(&out->request);
	superflip_tables_options_init(&out->tables);
	out->request.approximates = true;
	const int first = option_set_read(&set, argc, argv, out, exit_status);
	if (first < 0 || (user != FOR_ALGS && !solve_options_complete(out)))
		return -1;
	if (user == FOR_BATCH && !out->is_quiet)
		warn_of_name(out);
	return first;
}
