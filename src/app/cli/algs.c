/* superflip algs: sheets of algorithms. */
#include "cli/algs.h"

#include "base/suggest.h"
#include "cli/cli.h"
#include "cli/new_file.h"
#include "cli/option.h"
#include "cli/output.h"
#include "cli/solving.h"
#include "goal/goal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const char usage[] =
	"algs [OPTION...] SET|FILE\n\n"
	"Print algorithms for cases: all of a SET such as oll or pll, one of it such as pll-T, or those of FILE, as moves that make\n"
	"them or as stickers, grey where they do not matter.  One shortest algorithm of each case, or all with --max, --over, --all;\n"
	"those that free turns or symmetries of the goal make the same are one.";

void algs_print_sets(void)
{
	puts("\nsets, and the goal of each:");
	for (unsigned i = 0; i < n_case_set_names; i++)
		printf("  %-6s %s (--goal %s)\n", case_set_names[i].name, case_set_names[i].summary,
		       case_set_names[i].goal);
	putchar('\n');
	option_print_text(
		"Cases of oll are named as in books, oll-1 to oll-57, and those of pll pll-Aa, -Ab, -E, -F, -Ga to -Gd, -H, -Ja, -Jb, -Na, -Nb, -Ra,\n"
		"-Rb, -T, -Ua, -Ub, -V, -Y and -Z; those of the other sets are numbered as they are found.",
		0);
}

/* ---- the cases ---- */

enum { MAX_SETS = 16 };

/* A set, and which of its cases: "pll", "pll-T", "zbll-3"; NULL: it is a file.
 * @param number  of the case, 0 for all, UINT32_MAX if no case has this name */
static const struct case_set_name *find_set(const char *text,
                                            int (*compare)(const char *, const char *, size_t),
                                            uint64_t *number)
{
	*number = 0;
	for (const struct case_set_name *set = case_set_names; set < case_set_names + n_case_set_names; set++) {
		const size_t n = strlen(set->name);
		const char *const name = text + n + 1;
		if (compare(text, set->name, n) != 0 || (text[n] != '\0' && text[n] != '-'))
			continue;
		if (text[n] == '\0' || (set->names == NULL && number_read(name, 1, UINT32_MAX, number)))
			return set;
		if (set->names == NULL)
			continue;
		for (*number = 1; set->names[*number - 1] != NULL; ++*number) {
			const char *const known = set->names[*number - 1];
			if (strncasecmp(name, known, strlen(name)) == 0 && known[strlen(name)] == ' ')
				return set;
		}
		*number = UINT32_MAX;
		return set;
	}
	return NULL;
}

/* A file that cannot be opened may be meant to be a set. */
static int refuse_file(const char *name)
{
	static const char *const nicknames[][2] = {{"sune", "oll-27"}, {"antisune", "oll-26"}};
	char sets[80] = "", in_small_letters[40];
	const char *names[MAX_SETS];
	uint64_t number;
	const struct case_set_name *const set = find_set(name, strncasecmp, &number);
	if (errno != ENOENT || strchr(name, '/') != NULL || strchr(name, '.') != NULL)
		return complain_of_errno(name);
	for (unsigned i = 0; i < n_case_set_names; i++) {
		names[i] = case_set_names[i].name;
		snprintf(sets + strlen(sets), sizeof sets - strlen(sets), "%s%s", i > 0 ? ", " : "", names[i]);
	}
	const char *nearest = suggest(name, names, n_case_set_names);
	for (unsigned i = 0; i < sizeof nicknames / sizeof *nicknames; i++)
		nearest = strcasecmp(name, nicknames[i][0]) == 0 ? nicknames[i][1] : nearest;
	if (set != NULL && number != UINT32_MAX) {
		snprintf(in_small_letters, sizeof in_small_letters, "%s%s", set->name, name + strlen(set->name));
		nearest = in_small_letters;
	}
	return complain_and(EXIT_TABLE, "algs: there is neither a file '%s' nor a set%s%s%s the sets are %s",
	                    name, nearest != NULL ? "; did you mean '" : "", nearest != NULL ? nearest : "",
	                    nearest != NULL ? "'?" : ";", sets);
}

/* @param number  of the case; 0: all
 * @return EXIT_SOLVED; else another status, having complained */
static int make_cases(struct sheet *sheet, uint64_t number, struct source *source)
{
	const struct case_set *const set = &sheet->set;
	if (!case_set_make(set->about, &sheet->set))
		return complain_of_memory();
	if (number > set->n)
		return complain_and(
			EXIT_USAGE,
			set->about->names != NULL
				? "%s has %u cases, and this is none; `superflip algs --help` tells their names"
				: "%s has %u cases, and no such number",
			set->about->name, set->n);
	sheet->first = number != 0 ? (unsigned)number - 1 : 0;
	const size_t n = number != 0 ? 1 : set->n;
	char **const facelets = sheet->facelets = calloc(n, sizeof *facelets + FACELET_TEXT_SIZE);
	if (facelets == NULL)
		return complain_of_memory();
	for (size_t i = 0; i < n; i++) {
		facelets[i] = (char *)(facelets + n) + i * FACELET_TEXT_SIZE;
		facelet_write(&set->of[sheet->first + i].cube, facelets[i]);
	}
	source->arguments = facelets;
	source->n_arguments = n;
	return EXIT_SOLVED;
}

/* ---- what is asked for ---- */

/* The turns of --moves if all algorithms of all turns are found sooner than those of these, since the kernels
 * for all turns are fast: whole faces, four or more, up to a length (doc/notebook.md, "Sheets of
 * algorithms").  0: they are not. */
static uint32_t turns_to_filter(const struct solve_options *o, const struct case_set_name *set)
{
	enum { MIN_FACES = 4 };
	const struct superflip_problem *const p = &o->problem;
	uint32_t moves;
	unsigned n_faces = 0;
	if (set == NULL || !set->is_layer || p->moves == NULL || p->excluded != NULL || !p->has_max || p->has_over
	    || p->has_count || p->goal != NULL || p->free_face != NULL || p->metric != SUPERFLIP_HTM
	    || p->costs != NULL || moves_parse_set(p->moves, 0, &moves, NULL) != SUPERFLIP_OK)
		return 0;
	for (unsigned face = 0; face < N_FACES; face++) {
		const uint32_t of_face = moves >> face * 3 & 7;
		if (of_face != 0 && of_face != 7)
			return 0;
		n_faces += of_face == 7;
	}
	return n_faces >= MIN_FACES ? moves : 0;
}

/* ---- the run ---- */

static const char page_head[] =
	"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Algorithms</title>\n<style>\n"
	"body { font-family: sans-serif; display: grid; grid-template-columns: repeat(auto-fill, minmax(24em, 1fr)); gap: 1em }\n"
	"section { border: 1px solid #888; padding: 0 1em; break-inside: avoid } h2 { font-size: 1em } svg { width: 9em; height: auto }\n"
	"</style></head><body>\n";

/* @param totals  filled */
static int make_sheet(struct solve_options *o, struct sheet *sheet, const struct source *source,
                      struct totals *totals)
{
	const enum table_format format = o->format == RECORD_JSON  ? TABLE_JSONL
	                                 : o->format == RECORD_CSV ? TABLE_CSV
	                                                           : TABLE_TEXT;
	struct output output;
	struct new_file page;
	int status = o->html_path != NULL ? new_file_begin(o->html_path, o->may_overwrite, &page) : EXIT_SOLVED;
	if (status != EXIT_SOLVED)
		return status;
	if (o->html_path != NULL) {
		sheet->html = page.file;
		fputs(page_head, sheet->html);
	}
	o->format = RECORD_TEXT;
	status = output_open(o, -1, &output);
	if (status == EXIT_SOLVED) {
		const bool has_set = sheet->set.about != NULL;
		char columns[100];
		snprintf(columns, sizeof columns, "case,length,status%s,algorithm%s,%s",
		         sheet->rank != NULL ? ",price" : "", has_set ? ",mirror,inverse" : "",
		         has_set ? "stickers" : "scramble");
		sheet->table = table_create(columns);
		output.sheet = sheet;
		status = output_close(&output, solve_source(o, source, &output, totals));
		if (!table_write(sheet->table, format, stdout) && status == EXIT_SOLVED)
			status = complain_of_memory();
	}
	if (sheet->html == NULL)
		return status;
	fputs("</body></html>\n", sheet->html);
	const int written = new_file_end(&page, status == EXIT_SOLVED);
	return status != EXIT_SOLVED ? status : written;
}

/* @param sheet   its set and its turns are there
 * @param number  as for make_cases()
 * @return an exit status */
static int run(struct solve_options *o, struct sheet *sheet, uint64_t number, const char *name)
{
	struct superflip_problem *const p = &o->problem;
	struct rank rank;
	struct goal goal;
	struct input_error error;
	const bool has_set = sheet->set.about != NULL,
			   is_range = p->has_max || p->has_over || p->search.n_solutions == ALL_SOLUTIONS;
	/* How many algorithms of a case are printed, and so are to be found. */
	sheet->keep = p->has_count && p->search.n_solutions != ALL_SOLUTIONS ? (uint64_t)p->search.n_solutions
	              : is_range                                             ? UINT64_MAX
	                                                                     : 1;
	if (is_range || sheet->keep > 1 || o->rank != NULL)
		p->search.n_solutions = ALL_SOLUTIONS;
	sheet->goal = &goal;
	sheet->finds_longer = p->has_count && !p->has_over && !p->has_max;
	sheet->free_face = has_set && p->free_face == NULL ? "U" : p->free_face;
	struct source source = {.name = name, .fd = -1};
	struct totals totals = {0};
	int status = o->rank != NULL ? rank_open(o->rank, &rank) : EXIT_SOLVED;
	if (status != EXIT_SOLVED)
		return status;
	sheet->rank = o->rank != NULL ? &rank : NULL;
	/* Of a position the identity alone. */
	sheet->symmetries =
		goal_parse(p->goal != NULL ? p->goal : "solved", &goal, &error) ? goal_symmetries(&goal) : 1;
	if (p->has_max && !p->has_over)
		p->search.over_optimal = SUPERFLIP_MAX_LENGTH;
	if (has_set)
		status = make_cases(sheet, number, &source);
	else if ((source.fd = strcmp(name, "-") == 0 ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC)) < 0)
		status = refuse_file(name);
	if (status == EXIT_SOLVED)
		status = make_sheet(o, sheet, &source, &totals);
	if (sheet->rank != NULL)
		turns_free(rank.metric);
	case_set_free(&sheet->set);
	free(sheet->facelets);
	problem_free(p);
	return status != EXIT_SOLVED                  ? status
	       : totals.n_bad > 0                     ? EXIT_INPUT
	       : totals.n_complete == totals.n_cubes ? EXIT_SOLVED
	                                              : EXIT_NOT_SOLVED;
}

int command_algs(int argc, char **argv)
{
	struct solve_options options;
	struct sheet sheet = {.rank = NULL};
	uint64_t number;
	int status;
	const int first = solve_options_read(argc, argv, FOR_ALGS, usage, &options, &status);
	if (first < 0)
		return status;
	if (argc - first != 1)
		return complain_and(EXIT_USAGE,
		                    "algs: expected one SET or FILE; `superflip algs --help` describes it");
	cube_init();
	const struct case_set_name *const set = sheet.set.about = find_set(argv[first], strncmp, &number);
	sheet.permitted = turns_to_filter(&options, set);
	struct superflip_problem *const p = &options.problem;
	p->moves = sheet.permitted != 0 ? NULL : p->moves;
	if (options.rank != NULL && strcmp(options.rank, "cost") == 0) {
		if (p->costs == NULL)
			return complain_and(EXIT_USAGE, "--rank cost needs --cost");
		options.rank = NULL;
	}
	if (set != NULL && p->goal == NULL) {
		p->goal = set->goal;
		/* By all turns it takes as many from every side. */
		const bool is_same = set->is_layer && p->moves == NULL && p->excluded == NULL;
		p->free_before = p->free_face == NULL && !is_same ? "U" : NULL;
	}
	if (!solve_options_complete(&options))
		return EXIT_USAGE;
	catch_interrupts();
	return run(&options, &sheet, number, argv[first]);
}
