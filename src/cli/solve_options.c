#include "cli/solve_options.h"
#include "cli/cli.h"
#include "cli/option.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_THREADS = 1024, FOR_SEARCH = FOR_SOLVE | FOR_BATCH, FOR_ALL = FOR_SEARCH | FOR_VERIFY };

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
	if (o->format != RECORD_TEXT && o->format != row->max) {
		complain("--json, --csv and --tsv exclude each other");
		return false;
	}
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
	complain("--goal: %s", error.text);
	return false;
}

bool goal_read(const struct solve_options *o, superflip_cube **out)
{
	superflip_error error;
	*out = NULL;
	if (o->goal_text == NULL || goal_is_of_pieces(o) || superflip_cube_parse(o->puzzle, o->goal_text, o->read_options, out, &error) == SUPERFLIP_OK)
		return true;
	complain("--goal: column %u: %s", error.column, error.text);
	return false;
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

void goal_write_moves(const struct solve_options *o, char *text)
{
	uint8_t moves[SUPERFLIP_N_MOVES];
	size_t n = 0;
	for (uint8_t m = 0; m < SUPERFLIP_N_MOVES; m++)
		if ((o->permitted >> m & 1) != 0)
			moves[n++] = m;
	superflip_moves_write(moves, n, 0, text, 3 * SUPERFLIP_N_MOVES + 1);
}

static void tell_moves(const void *options, FILE *out)
{
	char text[3 * SUPERFLIP_N_MOVES + 1] = "all";
	if (goal_restricts(options))
		goal_write_moves(options, text);
	fprintf(out, "moves=%s\n", text);
}

/* ---- the table ---- */

static const char *const letters_name[] = {"URF", "rbd"};

#define IN(field) OPTION_IN(struct solve_options, field)
static const struct option_row rows[] = {
	{0, FOR_ALL, "heuristic", "NAME", "lower bounds to search with; auto: the strongest installed",
	 OPTION_TEXT, IN(tables.heuristic), .take = option_take_heuristic, .identifies = true, .absent = "auto"},
	{0, FOR_ALL, "metric", "htm|qtm", "count half turns as one move (htm, the default) or two",
	 OPTION_CHOICE, IN(tables.metric), OPTION_NAMES(record_metric_name), .identifies = true},
	{0, FOR_SEARCH, "method", "NAME", "how to solve; optimal: proved shortest solutions, the default",
	 OPTION_TEXT, IN(method_name), .take = take_method, .identifies = true, .absent = "optimal"},
	{0, FOR_SEARCH, "explain", NULL, "print a method's stages: the moves of each, and the cube after it",
	 OPTION_FLAG, IN(explains), .identifies = true},
	{'n', FOR_SEARCH, "solutions", "N", "find up to N solutions (1)",
	 OPTION_NUMBER, IN(request.n_solutions), .min = 1, .max = INT64_MAX, .expected = "a whole number of at least 1; --all finds all",
	 .identifies = true, .tell = tell_solutions},
	{0, FOR_SEARCH, "all", NULL, "find all shortest solutions; with --max N all of at most N moves", OPTION_OTHER, .take = take_all},
	{'O', FOR_SEARCH, "over", "K", "also solutions up to K moves longer than the shortest",
	 OPTION_NUMBER, IN(request.over_optimal), .max = SUPERFLIP_MAX_LENGTH, OPTION_GIVEN(struct solve_options, has_over), .identifies = true},
	{'m', FOR_SEARCH, "min", "LENGTH", "the shortest length to search for",
	 OPTION_NUMBER, IN(request.min_length), .max = SUPERFLIP_MAX_LENGTH, .identifies = true},
	{'M', FOR_SEARCH, "max", "LENGTH", "the longest length to search for",
	 OPTION_NUMBER, IN(request.max_length), .max = SUPERFLIP_MAX_LENGTH, OPTION_GIVEN(struct solve_options, has_max), .identifies = true},
	{0, FOR_SEARCH, "up-to-symmetry", NULL, "with --all: one of the solutions that symmetries and inversion exchange",
	 OPTION_FLAG, IN(request.up_to_symmetry), .identifies = true},
	{0, FOR_ALL, "goal", "GOAL", "reach this instead of the solved cube: a position, or a goal such as cross, eo:FB,\nxcross:FR (`superflip help goals`)",
	 OPTION_TEXT, IN(goal_text), .identifies = true, .tell = tell_goal},
	{0, FOR_SEARCH, "auf", "FACE", "with --goal: turns of FACE at the end are free", OPTION_TEXT, IN(free_face)},
	{0, FOR_SEARCH, "neutral", "all|FACES", "with --goal: on whichever of FACES it is reached in the fewest moves", OPTION_TEXT, IN(neutral_faces)},
	{0, FOR_SEARCH, "moves", "TURNS", "use these turns only: \"U R2 F\"; a letter alone is all turns of its face",
	 OPTION_TEXT, IN(moves_text), .identifies = true, .tell = tell_moves},
	{0, FOR_SEARCH, "exclude", "TURNS", "use all turns but these", OPTION_TEXT, IN(exclude_text)},
	{0, FOR_SEARCH, "deterministic", NULL, "the same solution each time, for any number of threads",
	 OPTION_FLAG, IN(request.is_deterministic), .identifies = true},
	{0, FOR_ALL, "time-limit", "SECONDS", "give up on a cube after SECONDS (also 10m, 2h)",
	 OPTION_SECONDS, IN(request.time_limit_s), .identifies = true},
	{0, FOR_ALL, "node-limit", "N", "give up on a cube after N generated nodes (also 1e9, 5G)",
	 OPTION_COUNT, IN(request.node_limit), .identifies = true},
	{'t', FOR_ALL, "threads", "N", "threads (also -j); 0: all usable processors, the default",
	 OPTION_NUMBER, IN(tables.n_threads), .max = MAX_THREADS},
	{'j', FOR_ALL, "jobs", "N", NULL, OPTION_NUMBER, IN(tables.n_threads), .max = MAX_THREADS},
	{0, FOR_ALL, "memory", "SIZE", "use no tables larger than SIZE together: 8G, or 50% of the machine", OPTION_SIZE, IN(tables.memory_bytes)},
	{0, FOR_ALL, "preload", NULL, "copy the tables into memory, on huge pages, instead of mapping the files", OPTION_FLAG, IN(tables.preloads)},
	{0, FOR_ALL, "pdb-dir", "DIRECTORY", "where the pattern databases are", OPTION_TEXT, IN(tables.directory)},
	{0, FOR_SEARCH, "puzzle", "3x3|2x2", "which puzzle (3x3)", OPTION_CHOICE, IN(puzzle), OPTION_NAMES(option_puzzle_names), .identifies = true},
	{0, FOR_SEARCH, "letters", "URF|rbd", "the turns of a 2x2 solution: U R F, or r b d, which keep the cubie at UFL",
	 OPTION_CHOICE, IN(turns_opposite), OPTION_NAMES(letters_name), .identifies = true},
	{0, FOR_ALL, "french", NULL, "moves are written with H B A P G D for U D F B L R",
	 OPTION_FLAG, IN(read_options), .max = SUPERFLIP_READ_FRENCH, .identifies = true},
	{0, FOR_SEARCH, "from", "PROGRAM", "the program that wrote the list: cstimer, tnoodle, cubedesk, twisty-timer, cube-explorer",
	 OPTION_CHOICE, IN(source), OPTION_NAMES(list_source_name), .min = LIST_RECOGNISE + 1, .identifies = true,
	 .expected = "cstimer, tnoodle, cubedesk, twisty-timer, cube-explorer, lines"},
	{0, FOR_ALL, "parentheses", "group|niss", "what (R U) means: a group, or turns on the inverse (NISS)",
	 OPTION_OTHER, IN(read_options), .take = option_take_parentheses, .identifies = true, .tell = tell_parentheses},
	{0, FOR_SEARCH, "json", NULL, "print JSON Lines", OPTION_OTHER, .take = take_format, .max = RECORD_JSON, .identifies = true, .tell = tell_format},
	{0, FOR_SEARCH, "csv", NULL, "print CSV", OPTION_OTHER, .take = take_format, .max = RECORD_CSV},
	{0, FOR_SEARCH, "tsv", NULL, "print values separated by tabs", OPTION_OTHER, .take = take_format, .max = RECORD_TSV},
	{0, FOR_SEARCH, "link", NULL, "add a link that shows the solution on alpha.twizzle.net",
	 OPTION_FLAG, IN(with_links), .identifies = true},
	{'o', FOR_BATCH, "output", "FILE", "write the results to FILE as they come", OPTION_TEXT, IN(output_path)},
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
	{0, FOR_SOLVE, "journal", "FILE", "keep finished units of work in FILE; a later run goes on from there", OPTION_TEXT, IN(journal_path)},
	{0, FOR_SOLVE, "unit-moves", "N", "with --journal: units of work begin with N moves or more (about 5,000 units)",
	 OPTION_NUMBER, IN(unit_moves), .min = SOLVE_UNIT_MOVES_MIN, .max = SOLVE_UNIT_MOVES_MAX},
	{0, FOR_SEARCH, "progress", "SECONDS", "without a terminal: a line of progress after SECONDS (60), then more rarely",
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
		printf("  %-15s %s\n", superflip_method_at(i)->name, superflip_method_at(i)->summary);
	puts(user == FOR_VERIFY ? "\n`superflip help heuristics` lists the heuristics."
	                        : "\n`superflip help heuristics` lists the heuristics, `superflip help goals` the goals.");
	printf("\nexit status: 0 %s, 2 usage, 3 bad input, 4 table or I/O error,\n"
	       "5 not enough memory, 128 + n after signal n\n",
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
			complain("-o %s: the results are written as %s; add %s to write what the name says", o->output_path, format_name[o->format],
			         promises[i].option);
}

/* Each thread has a workspace of its own: a thousand of them take seconds and a gigabyte before they begin. */
static void limit_threads(struct solve_options *o)
{
	const unsigned n = number_useful_threads(o->tables.n_threads);
	if (n < o->tables.n_threads && !o->is_quiet)
		complain("--threads %u: more than %u are of no use on this machine; using %u", o->tables.n_threads, n, n);
	o->tables.n_threads = n;
}

/* ---- what goes together ---- */

static bool refuse_of_method(const struct solve_options *o, const char *option, const char *why)
{
	complain("--method %s: %s %s", o->method_name, option, why);
	return false;
}

static bool method_agrees(const struct solve_options *o)
{
	const superflip_request *const r = &o->request;
	if (o->method_name == NULL)
		return !o->explains || (complain("--explain prints the stages of --method two-phase, thistlethwaite or layers"), false);
	const superflip_method *const method = superflip_method_find(o->method_name);
	const bool is_pocket = o->puzzle == SUPERFLIP_2X2;
	if (is_pocket && strcmp(o->method_name, "random-walk") != 0)
		return refuse_of_method(o, "--puzzle 2x2", "is solved by its table, or by --method random-walk");
	if (r->n_solutions != 1 || r->over_optimal != 0 || r->min_length != 0)
		return refuse_of_method(o, "-n, --all, --over and --min", "are for the search for shortest solutions; it finds one solution");
	if (!method->counts_quarter_turns && !is_pocket && o->tables.metric != SUPERFLIP_HTM)
		return refuse_of_method(o, "--metric qtm", "is not counted; leave it out");
	if (!method->searches && r->max_length != SUPERFLIP_MAX_LENGTH)
		return refuse_of_method(o, "--max", "has no effect");
	if (!method->searches && r->time_limit_s > 0)
		return refuse_of_method(o, "--time-limit", "has no effect: the method searches nothing");
	if (!method->counts_nodes && r->node_limit != 0)
		return refuse_of_method(o, "--node-limit", "has no effect: the method counts no nodes");
	if (o->tables.heuristic != NULL && !method->takes_tables)
		return refuse_of_method(o, "--heuristic", "has no effect: the method uses none");
	if (o->explains && !method->has_stages)
		return refuse_of_method(o, "--explain", "has no effect: the method has no stages");
	if (o->explains && o->format == RECORD_CSV)
		return refuse_of_method(o, "--explain", "has no form in CSV; --json has one");
	return true;
}

/* @return 0, having complained, if a word is no turn of a face */
static uint32_t read_moves(const char *option, const char *text, unsigned options)
{
	uint32_t moves = 0;
	superflip_error error;
	if (superflip_moves_parse_set(text, options, &moves, &error) == SUPERFLIP_OK)
		return moves;
	if (error.token[0] != '\0')
		complain("--%s '%s': '%s' is not a turn of a face; expected some of U R F D L B, each perhaps with 2 or '", option, text,
		         error.token);
	else
		complain("--%s '%s': expected turns of faces, such as \"U R2 F\"", option, text);
	return 0;
}

static bool read_permitted(struct solve_options *o)
{
	o->permitted = SUPERFLIP_ALL_MOVES;
	if (o->moves_text != NULL && (o->permitted = read_moves("moves", o->moves_text, o->read_options)) == 0)
		return false;
	if (o->exclude_text != NULL) {
		const uint32_t excluded = read_moves("exclude", o->exclude_text, o->read_options);
		o->permitted &= ~excluded;
		if (excluded == 0)
			return false;
	}
	if (o->permitted == 0)
		complain("--moves and --exclude leave no turn");
	return o->permitted != 0;
}

/* Add --auf and --neutral to the text of the goal. */
static bool complete_goal(struct solve_options *o)
{
	const bool is_all = o->neutral_faces != NULL && strcmp(o->neutral_faces, "all") == 0;
	if (o->free_face == NULL && o->neutral_faces == NULL)
		return true;
	if (o->goal_text != NULL && !superflip_text_is_goal(o->goal_text)) {
		complain("--auf and --neutral go with a goal that has a name, not with a position");
		return false;
	}
	snprintf(o->goal_whole, sizeof o->goal_whole, "%s%s%s%s%s%s", o->goal_text != NULL ? o->goal_text : "solved",
	         o->free_face != NULL ? "+auf:" : "", o->free_face != NULL ? o->free_face : "", o->neutral_faces != NULL ? "+neutral" : "",
	         o->neutral_faces == NULL || is_all ? "" : ":", o->neutral_faces == NULL || is_all ? "" : o->neutral_faces);
	o->goal_text = o->goal_whole;
	return true;
}

/* Tell goals that name pieces from positions. */
static bool read_goal_of_pieces(struct solve_options *o)
{
	superflip_goal *goal;
	superflip_error error;
	if (!complete_goal(o))
		return false;
	if (o->goal_text == NULL || !superflip_text_is_goal(o->goal_text))
		return true;
	if (o->puzzle == SUPERFLIP_2X2) {
		complain("--goal '%s' is of the 3x3", o->goal_text);
		return false;
	}
	if (superflip_goal_parse(o->goal_text, &goal, &error) != SUPERFLIP_OK) {
		complain("--goal: column %u: %s", error.column, error.text);
		return false;
	}
	if (superflip_goal_is_solved(goal))
		o->goal_text = NULL;
	else
		snprintf(o->goal_name, sizeof o->goal_name, "%s", superflip_goal_name(goal));
	superflip_goal_free(goal);
	return true;
}

static bool goal_of_pieces_agrees(const struct solve_options *o)
{
	const bool names_heuristic = o->tables.heuristic != NULL && strcmp(o->tables.heuristic, "auto") != 0;
	if (!goal_is_of_pieces(o) || (o->method_name == NULL && !names_heuristic))
		return true;
	if (o->method_name != NULL)
		complain("--method is for whole cubes, not for --goal '%s'", o->goal_name);
	else
		complain("--heuristic is for whole cubes: '%s' may overestimate the moves to --goal '%s', which has tables of its own",
		         o->tables.heuristic, o->goal_name);
	return false;
}

static bool goal_agrees(struct solve_options *o)
{
	superflip_cube *goal;
	const char *const option = o->moves_text != NULL ? "moves"
	                         : o->exclude_text != NULL ? "exclude" : o->request.up_to_symmetry ? "up-to-symmetry" : NULL;
	if (option != NULL && o->puzzle == SUPERFLIP_2X2) {
		complain("--%s is for --puzzle 3x3: of the 2x2 one shortest solution in turns of U, R and F is looked up", option);
		return false;
	}
	if (!read_goal_of_pieces(o) || !goal_of_pieces_agrees(o) || !goal_read(o, &goal))
		return false;
	superflip_cube_free(goal);
	if (!read_permitted(o))
		return false;
	if (goal_restricts(o) && o->method_name != NULL && strcmp(o->method_name, "optimal") != 0) {
		complain("--method %s uses all turns; --moves and --exclude are for --method optimal", o->method_name);
		return false;
	}
	if (o->request.up_to_symmetry && o->request.n_solutions != SUPERFLIP_ALL) {
		complain("--up-to-symmetry needs --all: only all solutions fall into whole classes");
		return false;
	}
	return true;
}

static bool options_agree(struct solve_options *o)
{
	if (o->request.min_length > o->request.max_length) {
		complain("--min %u is greater than --max %u", o->request.min_length, o->request.max_length);
		return false;
	}
	if (o->request.n_solutions == SUPERFLIP_ALL && o->has_max && !o->has_over)
		o->request.over_optimal = SUPERFLIP_MAX_LENGTH;  /* all of at most so many moves, not only the shortest */
	if (!method_agrees(o) || !goal_agrees(o))
		return false;
	if (o->journal_path != NULL && (o->puzzle == SUPERFLIP_2X2 || o->method_name != NULL || goal_restricts(o))) {
		complain("--journal keeps units of the search for shortest solutions by all turns; not with --method, --moves, --exclude, --puzzle 2x2");
		return false;
	}
	const superflip_request *const r = &o->request;
	const bool is_plain = r->n_solutions == 1 && r->over_optimal == 0 && r->min_length == 0 &&
	                      r->max_length == SUPERFLIP_MAX_LENGTH && o->tables.heuristic == NULL;
	if (o->turns_opposite && (o->puzzle != SUPERFLIP_2X2 || (o->read_options & SUPERFLIP_READ_FRENCH) != 0)) {
		complain("--letters rbd is for --puzzle 2x2, without --french");
		return false;
	}
	if (o->puzzle == SUPERFLIP_2X2 && !is_plain) {
		complain("--puzzle 2x2 finds one shortest solution; it takes no lengths, limits, heuristics or --french");
		return false;
	}
	return true;
}

int solve_options_read(int argc, char **argv, enum option_users user, const char *usage, struct solve_options *out,
                       int *exit_status)
{
	const struct option_set set = {.rows = rows, .n_rows = N_ROWS, .user = user, .usage = usage, .print_more = print_more};
	*out = (struct solve_options){0};
	superflip_request_init(&out->request);
	superflip_tables_options_init(&out->tables);
	out->request.approximates = true;
	const int first = option_set_read(&set, argc, argv, out, exit_status);
	if (first < 0 || !options_agree(out))
		return -1;
	limit_threads(out);
	if (user == FOR_BATCH && !out->is_quiet)
		warn_of_name(out);
	return first;
}
