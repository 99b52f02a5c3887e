/* superflip review: a solution as somebody did it, step by step, and how short each step could have been. */
#include "cli/cases.h"
#include "cli/html.h"
#include "cli/tables.h"
#include "input/reconstruction.h"
#include "input/words.h"
#include "steps/finder.h"

static const char usage[] =
	"review [OPTION...] [FILE|LINK|SCRAMBLE SOLUTION]\n\n"
	"Describe the steps of solutions: cross, pairs, OLL and PLL with their cases, Roux's blocks, EO, DR, HTR and others; for each\n"
	"its moves and the fewest that were possible from there without turns on the inverse, and for the whole the proved optimum.\n"
	"FILE (or standard input) holds scrambles and solutions as people write them: lines with comments after //, links of\n"
	"alg.cubing.net and Twizzle with setup and alg, or csTimer's export of solves with their turns.  (R U) is a group, or turns on the inverse if these solve the cube.\n"
	"Each search ends after --time-limit (10 seconds by default) and reports what it has proved.";

/* ---- what was turned ---- */

enum { TURNS_MAX = 2000, MOVES_MAX = 2 * TURNS_MAX };

static unsigned n_turns;
static struct moment {                /* after so many turns */
	struct cube cube;                 /* on the centres of the scramble */
	uint8_t frame;                    /* how it is held, a rotation */
	unsigned n_moves, stm;            /* so far: turns of faces; counting a slice as one */
	struct turn turn;                 /* the next one */
	bool is_inverse;                  /* it is on the inverse (NISS) */
	unsigned row;                     /* its line */
	bool has_comment;                 /* its line has one */
} moment[TURNS_MAX + 1];
static uint8_t moves[MOVES_MAX];      /* turns of faces, as seen from these centres */

/* @param inverse_frame  how the inverse is held, on which it is; NULL: on the cube */
static void add_turn(struct turn t, uint8_t *inverse_frame)
{
	struct moment *const now = &moment[n_turns++], *const next = now + 1;
	uint8_t *const frame = inverse_frame != NULL ? inverse_frame : &next->frame;
	now->turn = t;
	now->is_inverse = inverse_frame != NULL;
	*next = *now;
	const unsigned turns = symmetry_axis_turns[*frame][turn_element(&t)];
	const unsigned quarters[] = {axis_turns_first(turns), axis_turns_second(turns)};
	next->stm += quarters[0] + quarters[1] > 0;
	for (unsigned side = 0; side < 2; side++)
		if (quarters[side] > 0) {
			const unsigned face = axis_turns_axis(turns) + side * N_AXES;
			const unsigned move = moves[next->n_moves++] = (uint8_t)(face * 3 + quarters[side] - 1);
			const struct cube undone = cube_after(&cube_solved, move_inverse(move));
			next->cube = now->is_inverse ? cube_product(&undone, &next->cube) : cube_after(&next->cube, move);
		}
	for (unsigned i = 0; i < t.middle; i++)
		*frame = symmetry_product[*frame][symmetry_quarter_turn[t.axis]];
}

/* @param solution  cut up
 * @param options   what parentheses are
 * @return false with *error filled, its row too */
static bool turn_all(const struct cube *start, char *solution, unsigned options, superflip_error *error)
{
	struct input_error fault = {.message = "more than 2,000 turns"};
	bool is_read = true;
	n_turns = 0;
	moment[0] = (struct moment){.cube = *start};
	for (char *line; is_read && (line = strsep(&solution, "\n")) != NULL; moment[n_turns].row++) {
		struct turn_list list = {.n = 0};
		char *const comment = reconstruction_comment(line);
		moment[n_turns].has_comment = *comment != '\0';
		*comment = '\0';
		is_read = expression_read(line, options, &list, &fault) && n_turns + list.n <= TURNS_MAX;
		uint8_t inverse_frame = 0;
		for (size_t i = 0; i < list.n && is_read; i++)
			if (i < list.n_inverse)
				add_turn(turn_times(list.turns[list.n_inverse - 1 - i], 3), &inverse_frame);
			else
				add_turn(list.turns[i], NULL);
		turn_list_free(&list);
		if (!is_read) {
			*error = (superflip_error){.row = moment[n_turns].row, .column = fault.column};
			strcpy(error->text, fault.message);
		}
	}
	return is_read;
}

/* ---- the steps ---- */

/* A list of steps, seen from a side, and after how many turns each of its goals is reached for the first
 * time, in their order; UINT_MAX: never. */
static struct plan {
	struct step_list list;
	uint8_t side;
	unsigned at[STEPS_MAX];
} plan, best;

/* In how many ways a goal may be reached. */
static unsigned n_spins(const struct plan *p, unsigned step)
{
	return step + 1 < p->list.n && p->list.step[p->list.n - 1].faces == 0 ? 4 : 1;
}

/* See a cube from the plan's side.  In lists that end with M the centres between L and R may be anywhere
 * before: then it is seen as if they were in place.
 * @return whether it is at the goal of a step */
static bool see(const struct plan *p, unsigned step, const struct moment *m, struct cube *seen)
{
	const struct cube c = cube_conjugate(&m->cube, p->side);
	unsigned n_ways = n_spins(p, step), spin = 0;
	do {
		*seen = cube_product(&c, &symmetry_cube[spin]);
		spin = symmetry_product[spin][symmetry_quarter_turn[1]];
	} while (!goal_holds(&p->list.step[step].goal, seen) && --n_ways > 0);
	return n_ways > 0;
}

/* Find the plan that explains most of the cube for the longest time. */
static void find_best(void)
{
	struct input_error ignored;
	double least = INFINITY;
	for (const struct known_list *known = known_lists; known->name != NULL; known++) {
		step_list_read(known->text, &plan.list, &ignored);
		for (plan.side = 0; plan.side < N_SYMMETRIES; plan.side += 2) {
			/* How much of the cube the plan leaves unsolved, added up over all turns. */
			double all_left = 0, left = log(goal_n_completions(&(struct goal){.n_views = 1}));
			unsigned i = 0;
			for (unsigned t = 0; t <= n_turns; t++, all_left += left)
				for (struct cube seen; i < plan.list.n && see(&plan, i, &moment[t], &seen); i++) {
					plan.at[i] = t;
					left = log(goal_n_completions(&plan.list.step[i].goal));
				}
			while (i < plan.list.n)
				plan.at[i++] = UINT_MAX;
			if (all_left < least)
				best = plan;
			least = fmin(all_left, least);
		}
	}
}

/* Where the steps up to this one end: a line with a comment is a step as its author counts it, and turns of
 * the whole cube at the end belong to the last one. */
static unsigned end_of(unsigned last)
{
	const unsigned at = best.at[last], next = last + 1 < best.list.n ? best.at[last + 1] : UINT_MAX;
	unsigned end = at;
	struct cube seen;
	while (at > 0 && end < n_turns && moment[end].row == moment[at - 1].row && moment[end].has_comment)
		end++;
	end = end < next && see(&best, last, &moment[end], &seen) ? end : at;
	return moment[n_turns].n_moves == moment[end].n_moves ? n_turns : end;
}

/* ---- the shortest way ---- */

/* What is told of a step, or of the whole. */
static struct told {
	char name[STEPS_MAX * (STEP_NAME_SIZE + 3)], goal[GOAL_SIDE_SIZE], color[48];
	const struct moment *begin, *end;
	unsigned n, stm;                  /* its length in turns of faces, and counting a slice as one */
	bool by_slices, is_optimal;       /* `shortest` is in stm; it is proved, else a bound */
	unsigned shortest;
	char solution[MOVES_TEXT_BYTES];  /* of that length; "": none */
} told;

static void begin_telling(const char *name, const struct moment *begin, const struct moment *end)
{
	told = (struct told){.begin = begin, .end = end, .n = end->n_moves - begin->n_moves,
	                     .stm = end->stm - begin->stm};
	strcpy(told.name, name);
}

/* Write moves that are seen from a side as they are turned by hand where the step begins. */
static void write_solution(const struct search_solution *found, unsigned spin)
{
	uint8_t by_hand[sizeof found->moves];
	struct turn_set slices;
	struct input_error ignored;
	const unsigned n = found->n_moves;
	for (unsigned i = 0; i < n; i++)
		by_hand[i] =
			symmetry_move[symmetry_inverse[told.begin->frame]]
						 [symmetry_move[symmetry_inverse[best.side]][symmetry_move[spin][found->moves[i]]]];
	if (!told.by_slices || !turn_set_read(TURNS_STM, NULL, NULL, 0, &slices, &ignored)
	    || !turn_set_write(&slices, by_hand, n, ANY_ORIENTATION, NULL, told.solution, sizeof told.solution))
		notation_write(by_hand, n, told.solution, sizeof told.solution);
}

/* The fewest moves for steps first .. last together, with the turns that the list has for the first.  Nothing
 * is told if others did it in fewer. */
static int shorten(unsigned first, unsigned last)
{
	told.is_optimal = told.n == 0;
	if (told.is_optimal)
		return EXIT_SOLVED;
	const struct cube c = cube_conjugate(&told.begin->cube, best.side);
	struct finder finder = {.n_wanted = 1};
	struct step step = best.list.step[first];
	struct input_error fault = {.message = "not enough memory"};
	const struct method_setup setup = {.n_threads = processors_usable(),
	                                   .fault = &fault,
	                                   .directory = solve_options.tables.directory,
	                                   .notify = tables_show_bar};
	const struct search_request limits = {.time_limit_s = problem->search.time_limit_s};
	step.goal = best.list.step[last].goal;
	step.n_cases = INFINITY;  /* none are kept */
	told.by_slices = step.faces == 0;
	told.shortest = UINT_MAX;
	told.is_optimal = finder_open(&finder, &step, first > 0 ? &best.list.step[first - 1] : NULL, &setup);
	enum search_outcome outcome = told.is_optimal ? SEARCH_SOLVED : SEARCH_NO_MEMORY;
	for (unsigned k = told.is_optimal ? n_spins(&best, last) : 0, spin = 0; k > 0; k--) {
		struct search_result found;
		const struct cube spun = cube_product(&c, &symmetry_cube[spin]);
		finder_find(&finder, &spun, &limits, SEARCH_MAX_LENGTH, &found);
		told.is_optimal &= found.is_optimal;
		outcome = found.outcome > outcome ? found.outcome : outcome;
		if (found.lower_bound < told.shortest) {
			told.shortest = found.lower_bound;
			if (found.n_solutions > 0)
				write_solution(found.solutions, spin);
		}
		search_result_free(&found);
		spin = symmetry_product[spin][symmetry_quarter_turn[1]];
	}
	tables_finish_bars();
	if (told.shortest > (told.by_slices ? told.stm : told.n))
		told.shortest = told.is_optimal = 0;
	unsigned failed = 0;
	superflip_error error;
	if (outcome == SEARCH_BAD_TABLE)
		error_of_check(&error, heuristic_fault(&finder.heuristic, &failed), &finder.heuristic.table[failed]);
	const int status = outcome == SEARCH_BAD_TABLE   ? tables_complain(&error)
	                   : outcome == SEARCH_NO_MEMORY ? complain_and(EXIT_MEMORY, "%s", fault.message)
	                                                 : EXIT_SOLVED;
	finder_close(&finder);
	return status;
}

/* The optimum of the whole. */
static int shorten_all(const superflip_cube *cube)
{
	superflip_error error;
	superflip_result *result;
	superflip_solution solution;
	const superflip_status solved = superflip_solve(&session, problem, cube, &result, &error);
	tables_finish_bars();
	if (solved != SUPERFLIP_OK)
		return tables_complain(&error);
	told.is_optimal = result->is_optimal && superflip_result_solution(result, 0, &solution);
	told.shortest = result->lower_bound;
	if (told.is_optimal)
		notation_write(solution.moves, solution.n_moves, told.solution, sizeof told.solution);
	const int status = result->outcome == SUPERFLIP_FAILED
	                       ? complain_and(EXIT_TABLE, "%s", superflip_status_text(result->failure))
	                       : EXIT_SOLVED;
	superflip_result_free(result);
	return status;
}

/* ---- what is told ---- */

/* What was turned; those on the inverse in parentheses.  @param as_moves  turns of faces alone */
static const char *written(bool as_moves)
{
	static char text[TURNS_MAX * (TURN_TEXT_SIZE + 1)];
	char *to = text;
	bool is_inverse = false;
	for (const struct moment *m = told.begin; m < told.end; m++) {
		const unsigned n = m[1].n_moves - m->n_moves;
		if (as_moves && n == 0)
			continue;
		to += sprintf(to, "%s%s%s", is_inverse && !m->is_inverse ? ")" : "", to > text ? " " : "",
		              m->is_inverse && !is_inverse ? "(" : "");
		is_inverse = m->is_inverse;
		to += as_moves ? notation_write(moves + m->n_moves, n, to, TURN_TEXT_SIZE) : turn_write(&m->turn, to);
	}
	strcpy(to, is_inverse ? ")" : "");
	return text;
}

/* Tell it in text, unless that is not wanted.  @return the same as JSON */
static json_t *tell_row(const char *cases)
{
	char what[sizeof told];
	const int size =
		snprintf(what, sizeof what, told.stm == told.n ? "%s%s%s%s%s: %s" : "%s%s%s%s%s: %s (%u stm)",
	             told.name, *told.color != '\0' ? ", " : "", told.color, *cases != '\0' ? ", " : "", cases,
	             words_of(told.n, "move"), told.stm);
	if (told.shortest > 0 || told.is_optimal)
		snprintf(what + size, sizeof what - (size_t)size,
		         told.is_optimal ? ", shortest %u*%s%s%s" : ", shortest at least %u%s%.0s%.0s", told.shortest,
		         told.by_slices ? " stm" : "", *told.solution != '\0' ? "  " : "", told.solution);
	if (solve_options.format == RECORD_TEXT)
		printf("%s%s// %s\n", written(false), told.begin < told.end ? " " : "", what);
	return json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:b, s:s, s:s, s:o, s:o}", "name", what,
	                 "step", told.name, "goal", told.goal, "color", told.color, "case", cases, "htm", told.n,
	                 "stm", told.stm, "shortest", told.shortest, "optimal", told.is_optimal, "metric",
	                 told.by_slices ? "stm" : "htm", "solution", told.is_optimal ? told.solution : "",
	                 "written", json_text(written(false)), "moves", json_text(written(true)));
}

/* @param rotation  of the scramble's centres */
static json_t *tell_step(unsigned first, unsigned last, unsigned rotation)
{
	unsigned slot;
	char faces[GOAL_SIDE_SIZE] = "";
	const struct goal *const goal = &best.list.step[last].goal;
	struct cube begin, end;
	see(&best, first > 0 ? first - 1 : 0, told.begin, &begin);
	see(&best, last, told.end, &end);
	goal_name_from(goal->name, symmetry_product[goal_rotation(goal, &end, 0)][best.side], told.goal);
	char *const cases = cases_name(&begin, &end, 0, &slot);
	/* The sides that the goal names, or of a pair those of its slot, as most cubes have them. */
	sscanf(told.goal, "%*[^:]:%s", faces);
	for (unsigned k = 0; k < 2 && slot < N_SYMMETRIES; k++)
		faces[k] = face_letter[symmetry_face(symmetry_inverse[best.side],
		                                     symmetry_face(symmetry_inverse[slot], FACE_R + k))];
	record_name_colors(faces, rotation, told.color);
	json_t *const row = tell_row(cases);
	free(cases);
	return row;
}

/* @param record  of JSON, which gets the steps and the whole */
static int tell_all(const superflip_cube *cube, unsigned rotation, json_t *record)
{
	const struct moment *begin = moment, *const end = moment + n_turns;
	json_t *const steps = json_object_get(record, "steps");
	find_best();
	for (unsigned i = 0; i < best.list.n && best.at[i] != UINT_MAX; begin = told.end) {
		const unsigned first = i;
		while (i < best.list.n && best.at[i] == best.at[first])
			i++;
		begin_telling("", begin, moment + end_of(i - 1));
		for (unsigned k = first; k < i; k++)
			sprintf(told.name + strlen(told.name), "%s%s", k > first ? " + " : "", best.list.step[k].name);
		const int status = shorten(first, i - 1);
		if (status != EXIT_SOLVED)
			return status;
		json_array_append_new(steps, tell_step(first, i - 1, rotation));
	}
	begin_telling("rest", begin, end);
	if (begin < end)
		json_array_append_new(steps, tell_row(""));
	begin_telling("all", moment, end);
	const int status = shorten_all(cube);
	told.begin = solve_options.format == RECORD_TEXT ? end : told.begin;  /* it was written step by step */
	if (status == EXIT_SOLVED)
		json_object_set_new(record, "all", tell_row(""));
	return status;
}

/* ---- reconstructions ---- */

static int worst;                     /* exit status of those so far */

/* @return EXIT_SOLVED, to go on */
static int refuse(int status, const char *name, unsigned line, const superflip_error *error)
{
	entry_complain(name, 1, line, error);
	worst = worst < status ? status : worst;
	return EXIT_SOLVED;
}

/* Turns on the inverse come last, backwards, each undone.  @return false without memory */
static bool add_to_page(const char *facelets, const char *scramble, json_t *steps)
{
	uint8_t played[MOVES_MAX];
	const unsigned n = moment[n_turns].n_moves;
	unsigned n_normal = 0, end = n;
	items_foreach(m, moment, n_turns)
		for (unsigned i = m->n_moves; i < m[1].n_moves; i++)
			if (m->is_inverse)
				played[--end] = (uint8_t)move_inverse(moves[i]);
			else
				played[n_normal++] = moves[i];
	json_t *const step_moves = n_normal < n ? json_array() : NULL, *step;
	size_t i;
	json_array_foreach(steps, i, step)
		json_array_append(step_moves, json_object_get(step, "moves"));
	return html_page_add_moves(facelets, scramble, "played", played, n, json_incref(steps), step_moves, 0);
}

static int review(const char *name, const struct reconstruction *r)
{
	struct scramble s;
	superflip_error error = {.column = 0};
	char facelets[FACELET_TEXT_SIZE];
	snprintf(error.text, sizeof error.text, "%s", r->fault != NULL ? r->fault : "");
	if (r->fault != NULL || !scramble_read(SUPERFLIP_3X3, r->scramble, 0, &s, &error))
		return refuse(EXIT_INPUT, name, r->line, &error);
	if (!turn_all(&s.cube, r->solution, reconstruction_options(r, problem->read_options), &error))
		return refuse(EXIT_INPUT, name, r->solution_line, &error);
	if (solve_options.format == RECORD_TEXT)
		print_line_to(stdout, "Scramble: %s", r->scramble);
	const bool is_solved = cube_is_solved(&moment[n_turns].cube);
	const superflip_cube cube = {.puzzle = SUPERFLIP_3X3, .cube = s.cube, .seen = POSITION_WHOLE};
	json_t *const record =
		json_pack("{s:o, s:b, s:[]}", "scramble", json_text(r->scramble), "solved", is_solved, "steps");
	const int status = tell_all(&cube, s.rotation, record);
	facelet_write(&s.cube, facelets);
	if (html_page.cubes != NULL && !add_to_page(facelets, r->scramble, json_object_get(record, "steps")))
		return complain_of_memory();
	if (solve_options.format == RECORD_TEXT)
		json_decref(record);
	else
		json_write_line(record, 0, stdout);
	fflush(stdout);
	if (status != EXIT_SOLVED || is_solved)
		return status;
	strcpy(error.text, "this does not solve the scramble");
	return refuse(EXIT_NOT_SOLVED, name, r->solution_line, &error);
}

static int run(int argc, char **argv)
{
	const int first = solve_options_read(argc, argv, FOR_REVIEW, usage), n = argc - first;
	if (first < 0)
		return ~first;
	if (n > 2)
		return usage_error("review: expected a file, a link, or a scramble and a solution, each in quotes");
	const bool is_text = n == 2 || (n == 1 && link_begins(argv[first])),
	           is_stdin = n == 0 || text_equal(argv[first], "-");
	const char *const name = is_text ? "arguments" : is_stdin ? "standard input" : argv[first];
	struct reconstruction r = {.given = n == 2 ? argv[first] : NULL, .rest = is_text ? argv[argc - 1] : NULL};
	char *text = NULL;
	if (!is_text) {
		size_t size = 0;
		FILE *const file = is_stdin ? stdin : fopen(name, "re");
		const ssize_t n_read = file != NULL ? getdelim(&text, &size, '\0', file) : 0;
		if (file == NULL || ferror(file) || (n_read < 0 && !feof(file)))
			return complain_of_errno(name);
		r.rest = n_read > 0 ? text : NULL;
		if (n_read > 0 && text[n_read - 1] == '\0')
			return complain_and(EXIT_INPUT, "%s: a NUL byte", name);
	}
	if (tables_directory_is_missing(solve_options.tables.directory, "cross"))
		return EXIT_TABLE;
	if (problem->search.time_limit_s == 0)
		problem->search.time_limit_s = 10;
	session_init(&session, &solve_options.tables);
	session.builds = true;
	session.where.notify = tables_show_bar;
	if (solve_options.html_path != NULL)
		html_page = (struct html_page){SUPERFLIP_3X3, SUPERFLIP_HTM, json_array()};
	bool is_empty = true;
	int status = EXIT_SOLVED;
	for (; status == EXIT_SOLVED && reconstruction_next(&r); is_empty = false)
		status = review(name, &r);
	if (is_empty)
		status = complain_and(EXIT_INPUT, "%s: no scramble with a solution", name);
	session_end(&session);
	free(text);
	if (status == EXIT_SOLVED && html_page.cubes != NULL)
		status = html_page_write(solve_options.html_path, solve_options.may_overwrite);
	return status != EXIT_SOLVED ? status : worst;
}

const struct command command_review = {
	"review", "describe the steps of a solution, and how short each could have been", .run = run,
};
