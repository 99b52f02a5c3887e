/* What solves the cubes of a source: tables, threads, a stream. */
#include "cli/solving_state.h"

#include "cli/cli.h"
#include "cli/goal.h"
#include "cli/output.h"
#include "cli/tables.h"
#include "report/prediction.h"

#include <string.h>

/* Another heuristic than the options name, for what they say of a method: its --memory is for nodes. */
static int open_tables_of_method(struct solving *s)
{
	struct solve_options wanted = *s->options;
	wanted.memory_bytes = 0;
	if (wanted.heuristic_name == NULL)
		wanted.heuristic_name = "korf";
	return tables_open_shared(&wanted, true, &s->tables);
}

static int open_tables(struct solving *s)
{
	const struct solve_options *const o = s->options;
	const superflip_method *const method = o->method_name != NULL ? superflip_method_find(o->method_name) : NULL;
	if (o->puzzle == SUPERFLIP_2X2 || (method != NULL && !method->takes_tables))
		return EXIT_SOLVED;
	/* What is kept in a journal, or told to others, counts at once; else whoever states a result waits for the check. */
	return method == NULL ? tables_open_shared(o, s->searcher != NULL, &s->tables) : open_tables_of_method(s);
}

static int create_solver(struct solving *s)
{
	const struct solve_options *const o = s->options;
	superflip_solver_options options;
	superflip_solver_options_init(&options);
	options.puzzle = o->puzzle;
	options.metric = o->metric;
	options.n_threads = o->n_threads;
	options.method = o->method_name;
	options.moves = o->permitted;
	options.memory_bytes = o->memory_bytes;
	if (superflip_solver_create(&options, s->tables, &s->solver, &s->error) == SUPERFLIP_OK)
		return EXIT_SOLVED;
	const bool is_of_threads = s->error.status == SUPERFLIP_NO_THREADS;
	complain(is_of_threads ? "%s; choose a smaller --threads" : "%s", s->error.text);
	return is_of_threads ? EXIT_MEMORY : s->error.status == SUPERFLIP_NO_MEMORY ? EXIT_MEMORY : EXIT_TABLE;
}

static int open_stream(struct solving *s)
{
	const struct solve_options *const o = s->options;
	superflip_stream_options options;
	superflip_stream_options_init(&options);
	options.window = WINDOW;
	options.drops_brief_iterations = !o->is_verbose;
	options.finds_duplicates = !o->keeps_duplicates && s->source->n_arguments != 1;
	superflip_request request = o->request;
	superflip_cube *goal;
	if (!goal_read(o, &goal))
		return EXIT_INPUT;
	request.goal = goal;
	const superflip_status status = superflip_stream_open(s->solver, &request, &options, &s->stream, &s->error);
	superflip_cube_free(goal);
	if (status == SUPERFLIP_OK)
		return EXIT_SOLVED;
	complain(options.finds_duplicates ? "%s; --no-dedup needs less" : "%s", s->error.text);
	return EXIT_MEMORY;
}

/* The turns that are permitted, for records. */
static void describe_turns(struct solving *s)
{
	uint8_t moves[SUPERFLIP_N_MOVES];
	size_t n = 0;
	if (!goal_restricts(s->options))
		return;
	for (uint8_t m = 0; m < SUPERFLIP_N_MOVES; m++)
		if ((s->options->permitted >> m & 1) != 0)
			moves[n++] = m;
	superflip_moves_write(moves, n, 0, s->turns, sizeof s->turns);
	superflip_moves_group_order(s->options->permitted, s->group_order, sizeof s->group_order);
}

static int open_searcher(struct solving *s)
{
	s->n_threads = superflip_solver_threads(s->solver);
	s->heuristic_name = superflip_solver_heuristic(s->solver);
	describe_turns(s);
	return s->searcher != NULL
	       ? s->searcher->open(s->searcher->context, s->options, s->solver, &s->n_threads, &s->searcher_state) : EXIT_SOLVED;
}

int solving_open(struct solving *s)
{
	const struct solve_options *const o = s->options;
	const superflip_method *const method = o->method_name != NULL ? superflip_method_find(o->method_name) : NULL;
	s->keeps_cubes = method != NULL && method->has_stages && (o->explains || s->output->html != NULL);
	s->searcher = o->searcher != NULL ? o->searcher : o->journal_path != NULL ? &searcher_by_units : NULL;
	int status = open_tables(s);
	if (status == EXIT_SOLVED)
		status = create_solver(s);
	if (status == EXIT_SOLVED)
		status = open_searcher(s);
	if (status == EXIT_SOLVED)
		status = open_stream(s);
	if (status != EXIT_SOLVED)
		solving_close(s);
	return status;
}

int solving_close(struct solving *s)
{
	prediction_stop(s->prediction);
	superflip_stream_free(s->stream);
	superflip_solver_free(s->solver);
	const int status = s->searcher_state != NULL ? s->searcher->close(s->searcher_state, s->options) : EXIT_SOLVED;
	if (s->tables != NULL)
		tables_close_shared(s->options, s->tables);
	s->prediction = NULL;
	s->stream = NULL;
	s->solver = NULL;
	s->tables = NULL;
	s->searcher_state = NULL;
	return status;
}
