/* superflip bench signature: one number that changes when some search visits other nodes. */
#include "cli/bench/bench.h"

#include "cube/random.h"

enum { N_CUBES = 6, MOST_STATES = 1 << 22 };

/* A heuristic, or a goal with its tables, and turns: each kernel, metric and kind of goal is searched by some
 * case. */
static const struct signature_case {
	const char *heuristic;               /* NULL: tables of the goal */
	const char *goal;                    /* NULL: the solved cube */
	enum turn_metric metric;
	const char *turns, *costs;           /* of a set; both NULL: the turns of a metric */
	const char *permitted;               /* the faces whose turns are permitted, with the tables of all turns;
	                                      * NULL: all */
	uint8_t n_turns;                     /* of the scrambles */
} cases[] = {
	{"simple", .n_turns = 4}, {"manhattan", NULL, TURNS_QTM, .n_turns = 5},
	{"orientation", .permitted = "URF", .n_turns = 7},
	{"orientation", NULL, TURNS_QTM, .permitted = "UR", .n_turns = 8}, {"korf", .n_turns = 11},
	{"korf", NULL, TURNS_QTM, .n_turns = 9}, {"edges-upper", "pll", .n_turns = 7},
	{"reid", .n_turns = 11}, {"coset-30m", .n_turns = 14}, {"coset-30m", NULL, TURNS_QTM, .n_turns = 10},
	{"coset-30m", NULL, TURNS_STM, .n_turns = 8}, {NULL, "cross", .n_turns = 20},
	{NULL, "cross+neutral", TURNS_QTM, .n_turns = 20}, {NULL, "eo:FB+cross:D", .n_turns = 20},
	{NULL, "xcross:FR", .permitted = "URF", .n_turns = 20}, {NULL, "f2l", .n_turns = 9},
	{NULL, "ll", TURNS_QTM, .n_turns = 4}, {NULL, "2x2x2", TURNS_STM, .n_turns = 20},
	{NULL, "cross", TURNS_ATM, .n_turns = 20}, {NULL, "eo:FB", TURNS_STQM, .n_turns = 20},
	{NULL, "cross", TURNS_STM, "R U r", .n_turns = 7}, {NULL, "cross", TURNS_ETM, "x R U", .n_turns = 7},
	{NULL, "cross", .costs = "U=1 U2=1.5 R=2", .n_turns = 7},
	{NULL, NULL, TURNS_STM, "M U", .n_turns = 9}, {.turns = "R2 U", .costs = "R2=1.5 U=1", .n_turns = 9},
	{NULL, NULL, TURNS_STM, "M U R F", .n_turns = 6},
};
enum { N_CASES = sizeof cases / sizeof *cases };

/* A case with what it is searched with. */
static struct prepared {
	const struct signature_case *about;
	struct goal goal;
	struct turn_automaton turns;         /* of a set, or of these faces; else empty */
	struct cover cover;
	struct cube *completions;
	size_t n_completions;
	uint32_t faces;                      /* as moves; 0: all */
} prepared;

/* Fill prepared.cover.  @return false without memory */
static bool choose_tables(void)
{
	const struct signature_case *const a = prepared.about;
	const bool is_set = a->turns != NULL || a->costs != NULL || a->metric > TURNS_QTM;
	struct turn_set set;
	struct input_error error;
	goal_parse(a->goal != NULL ? a->goal : "solved", &prepared.goal, &error);
	if (is_set
	    && (!turn_set_read(a->metric, a->turns, a->costs, 0, &set, &error)
	        || !turn_automaton_make(&set, &prepared.turns)))
		return false;
	if (a->heuristic == NULL)
		return cover_fill(&prepared.goal, is_set ? &prepared.turns : NULL, MOST_STATES, &prepared.cover);
	prepared.cover.spec = *heuristic_find(a->heuristic);
	if (is_set) {
		prepared.cover.goal = (struct heuristic_goal){
			.goal = prepared.goal, .turns = &prepared.turns, .costs = {prepared.turns.costs}};
		prepared.cover.spec.goal = &prepared.cover.goal;
	}
	prepared.completions = a->goal != NULL ? goal_completions(&prepared.goal, &prepared.n_completions) : NULL;
	return a->goal == NULL || prepared.completions != NULL;
}

/* A cube that random turns make: of the set, or those that are permitted. */
static struct cube scrambled(struct random_source *source)
{
	const struct turn_automaton *const turns = &prepared.turns;
	struct cube cube = cube_solved;
	unsigned state = 0, last = LAST_NONE;
	for (unsigned i = 0; i < prepared.about->n_turns; i++) {
		if (turns->n_states == 0 || prepared.faces != 0) {
			cube = cube_after(
				&cube, random_move(source, prepared.faces != 0 ? prepared.faces : SEARCH_ALL_TURNS, &last));
			continue;
		}
		const struct turn_step *const step =
			&turns->step[turns->first[state]
		                 + random_below(source, turns->first[state + 1] - turns->first[state])];
		cube = cube_after_element(&cube, step->element);
		state = step->next;
	}
	return cube_inverse(&cube);
}

/* Complete iterations, by all solutions, and then one that ends with the first solution.  @return the nodes
 * of both */
static uint64_t count_nodes(struct pool *pool,
                            const struct cube *cube)
{
	struct search_request request = search_request_default(cube);
	struct search_result result;
	uint64_t n_generated = 0;
	request.turns = prepared.faces != 0 ? &prepared.turns : NULL;
	request.goals = prepared.completions;
	request.n_goals = prepared.n_completions;
	request.goal = prepared.about->goal != NULL ? &prepared.goal : NULL;
	request.max_length = prepared.turns.n_states != 0 ? SEARCH_MAX_COST : SEARCH_MAX_LENGTH;
	for (unsigned is_first = 0; is_first < 2 && bench.exit_status == EXIT_SOLVED; is_first++) {
		request.n_solutions = is_first ? 1 : SEARCH_ALL;
		pool_solve(pool, &request, &result);
		bench_check(result.outcome);
		n_generated += result.n_generated;
		search_result_free(&result);
	}
	return n_generated;
}

static uint64_t measure(const struct signature_case *about)
{
	prepared = (struct prepared){.about = about};
	struct random_source source;
	uint64_t n_generated = 0;
	for (const char *face = about->permitted; face != NULL && *face != '\0'; face++)
		prepared.faces |= 7u << 3 * (strchr(face_letter, *face) - face_letter);
	const enum metric metric = about->metric == TURNS_QTM ? METRIC_QTM : METRIC_HTM;
	const struct turn_set of_faces = turn_set_of_moves(metric, prepared.faces);
	if ((prepared.faces != 0 && !turn_automaton_make(&of_faces, &prepared.turns)) || !choose_tables())
		end_without_memory();
	if (heuristic_open(&prepared.cover.spec, metric, bench.pdb_directory, &bench.heuristics[0], NULL)
	         == STATUS_OK)
		bench.n_open++;
	else
		bench_build(&prepared.cover.spec, metric);
	if (bench.exit_status == EXIT_SOLVED) {
		struct pool *const pool = pool_create(&bench.heuristics[0], POOL_ALONE);
		if (pool == NULL)
			end_without_memory();
		random_from_seed(&source, 1);
		for (unsigned i = 0; i < N_CUBES && bench_may_go_on(); i++) {
			const struct cube cube = scrambled(&source);
			n_generated += count_nodes(pool, &cube);
		}
		TABLE_ROW(bench.table, cell_text(prepared.cover.spec.name),
		          cell_text(turn_metric_name[about->metric]), cell_text(prepared.goal.name),
		          cell_text(about->turns != NULL   ? about->turns
		                    : about->costs != NULL ? about->costs
		                                           : about->permitted),
		          cell_count(n_generated));
		pool_destroy(pool);
	}
	bench_close();
	free(prepared.completions);
	turn_automaton_free(&prepared.turns);
	return n_generated;
}

static void run_signature(void)
{
	uint64_t signature = 0;
	if (!bench_begin(json_pack("{s:s}", "bench", "signature"),
	                 "heuristic,metric,goal,turns,generated", "", 0))
		return;
	for (unsigned i = 0; i < N_CASES && bench_may_go_on(); i++) {
		bench_show("case %u of %u", i + 1, (unsigned)N_CASES);
		signature += measure(&cases[i]);
	}
	if (bench_may_go_on()) {
		TABLE_ROW(bench.table, cell_text("signature"), cell_text(NULL), cell_text(NULL), cell_text(NULL),
		          cell_count(signature));
	} else {
		table_free(bench.table);
		bench.table = NULL;
	}
}

const struct measurement bench_signature = {
	{"signature", "one number that changes when some search visits other nodes", .set = {
		.user = BENCH_SIGNATURE,
		.misuse = "bench signature: '%s' is an argument too many",
		.usage =
			"bench signature [OPTION...]\n\n"
			"Nodes of complete and incomplete iterations over heuristics, metrics, goals and turns, one\n"
			"thread, with small tables, built in memory unless they are installed.  The last row is their\n"
			"sum, the signature, the same on every machine.  A commit that changes it changes what is\n"
			"searched, and says so.",
	}},
	.run = run_signature,
	.n_threads = 1,
};
