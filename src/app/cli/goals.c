/* superflip goals: the states of a goal by distance. */
#include "cli/drawn.h"

#include "report/lengths.h"

enum { USUAL_CUBES = 1000, USUAL_EXACT_CUBES = 100000, N_GENERATORS = 8, SEED = 1,
       SOON_COUNTED = 1 << 20 /* states, by a search in seconds */ };

static struct request {
	const char *given, *moves;    /* NULL: whole cubes; all turns */
	unsigned metric;
	uint64_t count, seed;         /* count 0: as usual */
	bool has_seed;
	enum table_format format;
	struct tables_options tables;
} request;

static struct goal goal, given;   /* given: without a view if there is none */
static struct lengths lengths;

/* The cubes that are solved: one of each state, or random ones. */
static struct {
	struct cube *of;              /* owned; NULL: random ones */
	uint64_t n, n_drawn;
} cubes;

/* ---- without solving ---- */

static bool is_single(void)
{
	return goal.n_views == 1 && !goal_frees_before(&goal);
}

/* @param solver  as for drawn_histogram() */
static bool is_known(const struct solver *solver)
{
	struct pdb_histogram histogram;
	const bool is_it =
		request.given == NULL && is_single() && drawn_histogram(&goal, request.metric, solver, &histogram);
	for (unsigned d = 0; is_it && d <= histogram.max_depth; d++)
		lengths.n[d] = histogram.count[d];
	return is_it;
}

/* Breadth-first search by the turns of --moves, or of the metric.
 * @return EXIT_SOLVED; EXIT_NOT_SOLVED: there are too many states; else complained */
static int search(void)
{
	struct turn_set set;
	struct input_error error;
	struct goal_step step[TURN_SET_MAX];
	if (!turn_set_read(request.metric, request.moves, NULL, 0, &set, &error)
	    || (request.moves != NULL && turn_set_faces(&set) == 0))
		return usage_error("--moves '%s': expected turns of faces, such as \"U R2\"", request.moves);
	for (unsigned i = 0; i < set.n; i++) {
		const unsigned back = axis_turns_inverse(turn_element(&set.turn[i]));
		step[i] = (struct goal_step){cube_after_element(&cube_solved, back), set.turn[i].cost};
		/* Cubes that are at one pattern are a group. */
		if (given.n_views > 1 || given.view[0].pattern.free_face != 0
		    || (given.n_views == 1 && !goal_holds(&given, &step[i].cube)))
			return usage_error("--moves '%s': some of these turns lead away from '%s'", request.moves,
			                   given.name);
	}
	if (!goal_spread(&goal, step, set.n, lengths.n, NULL))
		return request.moves == NULL
		           ? EXIT_NOT_SOLVED
		           : usage_error(
					   "--moves '%s': these turns make more than %d states of '%s', or than fit in memory",
					   request.moves, GOAL_MAX_LOOKS, goal.name);
	return EXIT_SOLVED;
}

/* ---- by solving ---- */

/* One cube of each state of the goal among the cubes that are at `given`.  @return whether these are all */
static bool list_states(double n_states)
{
	struct goal_step step[N_GENERATORS];
	struct random_source generators;
	uint64_t n_looks[GOAL_MAX_DISTANCE + 1];
	double n = 0;
	/* A few of a group generate it, as a rule; the number tells. */
	random_from_seed(&generators, SEED);
	items_foreach(one, step, N_GENERATORS)
		*one = (struct goal_step){goal_random(&given, &generators), 1};
	if (!goal_spread(&goal, step, N_GENERATORS, n_looks, &cubes.of))
		return false;
	for (unsigned d = 0; d <= GOAL_MAX_DISTANCE; d++)
		n += (double)n_looks[d];
	if (n_looks[0] == 1 && n == round(n_states)) {
		cubes.n = (uint64_t)n;
		return true;
	}
	free(cubes.of);
	cubes.of = NULL;
	return false;
}

/* What tables tell of all states need not be solved; else how many are. */
static bool look(const struct solver *solver)
{
	const superflip_tables *const tables = solver->tables;
	const bool is_exact = tables != NULL && tables->cover != NULL && tables->cover->cover.goal.is_exact;
	if (is_known(solver))
		return false;
	cubes.n = request.count != 0 ? request.count : is_exact ? USUAL_EXACT_CUBES : USUAL_CUBES;
	const double n_states =
		given.n_views > 0 ? goal_n_completions(&given) / goal_n_completions(&goal) : INFINITY;
	lengths.is_sample =
		!is_single() || given.n_views != 1 || n_states > (double)cubes.n || !list_states(n_states);
	return true;
}

static bool draw(struct drawn *out)
{
	if (cubes.n_drawn == cubes.n)
		return false;
	out->cube = cubes.of != NULL ? cubes.of[cubes.n_drawn]
	            : given.n_views > 0 ? goal_random(&given, &drawn_source) : random_cube(&drawn_source);
	cubes.n_drawn++;
	return true;
}

static bool take(const struct drawn *d, const superflip_result *r)
{
	lengths.n[r->length]++;
	return true;
}

/* ---- the command ---- */

static int print(void)
{
	/* What is at the goal may look differently, as before free turns: then as many looks are one state. */
	uint64_t n_looks = is_single() && !lengths.is_sample ? lengths.n[0] : 1;
	for (unsigned d = 0; d <= GOAL_MAX_DISTANCE; d++)
		n_looks = lengths.n[d] % n_looks == 0 ? n_looks : 1;
	for (unsigned d = 0; d <= GOAL_MAX_DISTANCE; d++)
		lengths.n[d] /= n_looks;
	json_t *const facts = json_pack(
		"{s:s, s:s*, s:s*, s:s, s:s}", "goal", goal.name, "given", request.given, "moves", request.moves,
		"metric", turn_metric_name[request.metric], "kind", lengths.is_sample ? "sample" : "exact");
	if (lengths_print(&lengths, lengths.is_sample ? "cubes" : "states", facts, request.format, stdout))
		return EXIT_SOLVED;
	return complain_of_memory();
}

static int run(int n, char **arguments)
{
	int status = EXIT_NOT_SOLVED;
	if (!option_read_goal(arguments[0], &goal) || !option_read_goal(request.given, &given))
		return EXIT_USAGE;
	if (request.moves != NULL
	    || (request.metric > TURNS_QTM && request.given == NULL && is_single()
	        && DRAWN_CUBES / goal_n_completions(&goal) <= SOON_COUNTED))
		status = search();
	else if (is_known(NULL))
		status = EXIT_SOLVED;
	if (status == EXIT_NOT_SOLVED) {
		drawn_begin(request.has_seed, request.seed);
		status = drawn_end(drawn_solve(arguments[0], request.metric, &request.tables, look, draw, take));
		free(cubes.of);
	}
	return status == EXIT_SOLVED ? print() : status;
}

static const struct option_row rows[] = {
	ROW_TEXT(0, 1, "given", "GOAL", "of cubes that are at this goal: how far the next step is", given),
	ROW_CHOICE(0, 1, "metric", "METRIC", "htm (the default), qtm, stm, atm, stqm or etm", metric,
	           turn_metric_name),
	ROW_TEXT(0, 1, "moves", "TURNS",
	         "by these turns of faces only, \"U R2 F2\": of the states that they make", moves),
	ROW_NUMBER('n', 1, "count", "N",
	           "solve at most N cubes where no table tells: one of each state, or random\n"
	           "ones (1000, or 100000 where tables are exact)", count, 1, UINT64_MAX),
	{'s', 1, "seed", "S", "repeat the random cubes of this seed", OPTION_NUMBER, IN(seed), .max = UINT64_MAX,
	 OPTION_GIVEN(struct request, has_seed)},
	ROW_FORMAT(1),
	ROWS_OF_TABLES(1, tables),
	ROW_QUIET(1, "print only errors on standard error"),
};

const struct command command_goals = {
	"goals",
	"count the states of a goal by distance",
	run,
	&request,
	{
		OPTION_SET(rows, 1),
		.min_arguments = 1,
		.max_arguments = 1,
		.misuse = "goals: expected one GOAL; `superflip help goals` lists them",
		.usage =
			"goals [OPTION...] GOAL\n\n"
			"Count the states of a goal at each distance, with mean, deviation, least and most: exactly where a table or a\n"
			"breadth-first search has them, otherwise from random cubes, with 95 % intervals of the mean and of each share.",
	},
};
