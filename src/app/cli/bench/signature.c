/* superflip bench signature: one number that changes when some search visits other nodes. */
#include "cli/bench/bench.h"

#include "cli/cli.h"
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
struct prepared {
	const struct signature_case *about;
	struct goal goal;
	struct turn_automaton turns;         /* of a set, or of these faces; else empty */
	struct cover cover;
	struct cube *completions;
	size_t n_completions;
	uint32_t faces;                      /* as moves; 0: all */
};

/* Fill p->cover.  @return false without memory */
static bool choose_tables(struct prepared *p)
{
	const struct signature_case *const a = p->about;
	const bool is_set = a->turns != NULL || a->costs != NULL || a->metric > TURNS_QTM;
	struct turn_set set;
	struct input_error error;
	goal_parse(a->goal != NULL ? a->goal : "solved", &p->goal, &error);
	if (is_set
	    && (!turn_set_read(a->metric, a->turns, a->costs, 0, &set, &error)
	        || !turn_automaton_make(&set, &p->turns)))
		return false;
	if (a->heuristic == NULL)
		return cover_fill(&p->goal, is_set ? &p->turns : NULL, MOST_STATES, &p->cover);
	p->cover.spec = *heuristic_find(a->heuristic);
	if (is_set) {
		p->cover.goal =
			(struct heuristic_goal){.goal = p->goal, .turns = &p->turns, .costs = {p->turns.costs}};
		p->cover.spec.goal = &p->cover.goal;
	}
	p->completions = a->goal != NULL ? goal_completions(&p->goal, &p->n_completions) : NULL;
	return a->goal == NULL || p->completions != NULL;
}

/* A cube that random turns make: of the set, or those that are permitted. */
static struct cube scrambled(const struct prepared *p, struct random_source *source)
{
	const struct turn_automaton *const turns = &p->turns;
	struct cube cube = cube_solved;
	unsigned state = 0, last = LAST_NONE;
	for (unsigned i = 0; i < p->about->n_turns; i++) {
		if (turns->n_states == 0 || p->faces != 0) {
			cube = cube_after(&cube, random_move(source, p->faces != 0 ? p->faces : SEARCH_ALL_TURNS, &last));
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
static uint64_t count_nodes(struct bench_run *run, const struct prepared *p, struct pool *pool,
                            const struct cube *cube)
{
	struct search_request request = search_request_default(cube);
	struct search_result result;
	uint64_t n_generated = 0;
	request.turns = p->faces != 0 ? &p->turns : NULL;
	request.goals = p->completions;
	request.n_goals = p->n_completions;
	request.goal = p->about->goal != NULL ? &p->goal : NULL;
	request.max_length = p->turns.n_states != 0 ? SEARCH_MAX_COST : SEARCH_MAX_LENGTH;
	for (unsigned is_first = 0; is_first < 2 && run->exit_status == EXIT_SOLVED; is_first++) {
		request.n_solutions = is_first ? 1 : SEARCH_ALL;
		pool_solve(pool, &request, &result);
		bench_check(run, result.outcome);
		n_generated += result.n_generated;
		search_result_free(&result);
	}
	return n_generated;
}

static uint64_t measure(struct bench_run *run, const struct signature_case *about)
{
	struct prepared p = {.about = about};
	struct random_source source;
	uint64_t n_generated = 0;
	for (const char *face = about->permitted; face != NULL && *face != '\0'; face++)
		p.faces |= 7u << 3 * (strchr(face_letter, *face) - face_letter);
	const enum metric metric = about->metric == TURNS_QTM ? METRIC_QTM : METRIC_HTM;
	const struct turn_set of_faces = turn_set_of_moves(metric, p.faces);
	if ((p.faces != 0 && !turn_automaton_make(&of_faces, &p.turns)) || !choose_tables(&p))
		bench_fail_memory(run);
	else if (heuristic_open(&p.cover.spec, metric, run->pdb_directory, &run->heuristics[0], NULL)
	         == STATUS_OK)
		run->n_open++;
	else
		bench_build(run, &p.cover.spec, metric);
	struct pool *const pool = run->exit_status == EXIT_SOLVED ? pool_create_alone(&run->heuristics[0]) : NULL;
	if (pool == NULL && run->exit_status == EXIT_SOLVED)
		bench_fail_memory(run);
	random_from_seed(&source, 1);
	for (unsigned i = 0; i < N_CUBES && pool != NULL && bench_may_go_on(run); i++) {
		const struct cube cube = scrambled(&p, &source);
		n_generated += count_nodes(run, &p, pool, &cube);
	}
	if (pool != NULL) {
		TABLE_ROW(run->table, cell_text(p.cover.spec.name), cell_text(turn_metric_name[about->metric]),
		          cell_text(p.goal.name),
		          cell_text(about->turns != NULL   ? about->turns
		                    : about->costs != NULL ? about->costs
		                                           : about->permitted),
		          cell_count(n_generated));
		pool_destroy(pool);
	}
	bench_close(run);
	free(p.completions);
	turn_automaton_free(&p.turns);
	return n_generated;
}

static void run_signature(struct bench_run *run)
{
	uint64_t signature = 0;
	if (!bench_begin(run, json_pack("{s:s}", "bench", "signature"),
	                 "heuristic,metric,goal,turns,generated", "", 0))
		return;
	for (unsigned i = 0; i < N_CASES && bench_may_go_on(run); i++) {
		bench_show(run, "case %u of %u", i + 1, (unsigned)N_CASES);
		signature += measure(run, &cases[i]);
	}
	if (bench_may_go_on(run)) {
		TABLE_ROW(run->table, cell_text("signature"), cell_none(), cell_none(), cell_none(),
		          cell_count(signature));
	} else {
		table_free(run->table);
		run->table = NULL;
	}
}

const struct measurement bench_signature = {
	.name = "signature",
	.summary = "one number that changes when some search visits other nodes",
	.run = run_signature,
	.n_threads = 1,
	.set.user = BENCH_SIGNATURE,
	.set.misuse = "bench signature: '%s' is an argument too many",
	.set.usage =
		"bench signature [OPTION...]\n\n"
		"Nodes of complete and incomplete iterations over heuristics, metrics, goals and turns, one\n"
		"thread, with small tables, built in memory unless they are installed.  The last row is their\n"
		"sum, the signature, the same on every machine.  A commit that changes it changes what is\n"
		"searched, and says so.",
};
