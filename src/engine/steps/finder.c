#include "steps/finder.h"

#include "base/record_log.h"
#include "pdb/directory.h"
#include "pdb/generate.h"
#include "pdb/table_progress.h"
#include "pdb/message.h"
#include "steps/two_phase.h"

#include <search.h>

/* ---- the cases of a step: where few states look different to it, each is solved once, up to the symmetries
 * of its goal ---- */

/* What the step sees of a cube, from one side the same for all cubes of a case; and its solutions, seen from
 * there.  On disk it is the bytes of these two. */
struct known_case {
	uint64_t n_solutions;
	struct goal_look look;
	struct search_solution solutions[];
};
enum { NOT_ON_DISK = offsetof(struct known_case, look) };

struct cases {
	uint64_t n_solutions;               /* of all of them */
	struct record_log log;              /* fd -1: new cases are not kept on disk */
	void *tree;                         /* of struct known_case, owned (tsearch()) */
};

static int compare_looks(const void *a, const void *b)
{
	const struct known_case *const x = a, *const y = b;
	return memcmp(&x->look, &y->look, sizeof x->look);
}

/* @return whether the case was taken over: it was not there, and not more than KEPT_MAX solutions are */
static bool add_case(struct cases *cases, struct known_case *known)
{
	struct known_case *const *const at =
		cases->n_solutions + known->n_solutions <= KEPT_MAX ? tsearch(known, &cases->tree, compare_looks) : NULL;
	const bool is_new = at != NULL && *at == known;
	cases->n_solutions += is_new ? known->n_solutions : 0;
	return is_new;
}

static void read_case(struct cases *cases, const char *record, size_t size)
{
	struct known_case *const known = malloc(NOT_ON_DISK + size);
	const size_t n_bytes = size > sizeof known->look ? size - sizeof known->look : 0,
				 n = n_bytes / sizeof *known->solutions;
	bool is_taken = n > 0 && n * sizeof *known->solutions == n_bytes && known != NULL;
	if (is_taken) {
		known->n_solutions = n;
		memcpy(&known->look, record, size);
		items_foreach(s, known->solutions, n) {
			is_taken &= s->n_moves <= sizeof s->moves && s->n_before + s->n_after <= s->n_moves;
			items_foreach(move, s->moves, is_taken ? s->n_moves : 0)
				is_taken = *move < N_MOVES;
		}
	}
	if (!is_taken || !add_case(cases, known))
		free(known);
}

/* ---- opening ---- */

static unsigned evaluate_stage(const struct heuristic *h, const struct cube *c)
{
	const struct stage_bound *const b = (const void *)h->spec;
	return thistlethwaite_distance(b->stage, c);
}

static unsigned evaluate_subgroup(const struct heuristic *h, const struct cube *c)
{
	const struct stage_bound *const b = (const void *)h->spec;
	const struct subgroup_state state = subgroup_enter(element_of_cube(c));
	unsigned bound = 0;
	while (subgroup_is_beyond(b->subgroup, state, bound))
		bound++;
	return bound;
}

static void fill_subgroup(void *subgroup, uint32_t number)
{
	subgroup_fill_distances(subgroup, number);
}

static bool open_tables(struct finder *f, const struct heuristic_spec *spec, const struct method_setup *setup)
{
	char directory[PATH_MAX], path[PATH_MAX];
	enum status status = STATUS_OK;
	for (unsigned i = 0; i < spec->n_tables && status == STATUS_OK; i++) {
		const struct pdb_key key = heuristic_table_key(spec, i, METRIC_HTM);
		struct table_progress progress;
		const struct pdb_generate_options options = {
			.n_threads = setup->n_threads, .wait = true,
			.progress = table_progress_begin(&progress, setup->notify, setup->notify_context, key.coordinate),
		};
		bool was_built;
		if (pdb_find(setup->directory, key, path) != STATUS_OK
		    && (status = pdb_directory(setup->directory, directory)) == STATUS_OK)
			status = pdb_generate(directory, key, &options, &was_built);
	}
	if (status == STATUS_OK)
		status = heuristic_open(spec, METRIC_HTM, setup->directory, &f->heuristic, NULL);
	if (status == STATUS_OK)
		status = heuristic_await_check(&f->heuristic, NULL, NULL);
	if (status == STATUS_INTERRUPTED) {
		errno = ECANCELED;
		return false;
	}
	return status == STATUS_OK
	       || method_refuse(setup, "step '%s': its tables: %s", f->step->name, pdb_status_text(status));
}

/* Which tables bound the step; they may be in f->cover or f->bound.
 * @return NULL (errno is set) if none are small enough, or without memory */
static const struct heuristic_spec *choose_tables(struct finder *f, const struct step *before,
                                                  const struct method_setup *setup)
{
	const struct step *const step = f->step;
	const unsigned stage = thistlethwaite_stage_of(&step->goal);
	if (step->turns.n != 0 && !turn_automaton_make(&step->turns, &f->turns))
		return NULL;
	/* Between two of Thistlethwaite's groups, with the turns of the first. */
	if (stage > 0 && stage < N_THISTLETHWAITE_STAGES && step->faces == thistlethwaite_moves[stage]
	    && before != NULL && thistlethwaite_stage_of(&before->goal) == stage - 1) {
		f->cover.goal.goal = step->goal;
		f->bound = (struct stage_bound){
			.spec = {.name = step->name, .evaluate = evaluate_stage,
			    .goal = goal_is_solved_cube(&step->goal) ? NULL : &f->cover.goal},
			.stage = stage,
		};
		return &f->bound.spec;
	}
	/* The finish from a domino. */
	if (goal_is_solved_cube(&step->goal) && step->faces == SUBGROUP_MOVES && before != NULL
	    && thistlethwaite_stage_of(&before->goal) == DOMINO_STAGE) {
		f->bound = (struct stage_bound){.spec = {.name = step->name, .evaluate = evaluate_subgroup},
		                                .stage = N_THISTLETHWAITE_STAGES};
		return &f->bound.spec;
	}
	/* Where some pieces do not count at all, one search for those that do beats one for each cube. */
	const struct pattern *const pattern = &step->goal.view[0].pattern;
	bool all_count = true;
	array_foreach(piece, pattern->of)
		all_count &= (*piece & PATTERN_ORIENTED) != 0;
	if (step->faces != 0 && all_count && goal_n_completions(&step->goal) <= SEARCH_MAX_GOALS) {
		const bool is_whole = goal_is_solved_cube(&step->goal);
		f->completions = is_whole ? NULL : goal_completions(&step->goal, &f->n_completions);
		return is_whole || f->completions != NULL ? heuristic_find(heuristic_standard) : NULL;
	}
	const struct turn_automaton *const turns = step->faces == 0 ? &f->turns : NULL;
	if (!cover_fill(&step->goal, turns, COVER_STEP, &f->cover)
	    && !cover_fill(&step->goal, turns, COVER_SMALL, &f->cover)) {
		method_refuse(setup, "step '%s': no tables are small enough for the goal '%s'", step->name,
		              step->goal.name);
		return NULL;
	}
	return &f->cover.spec;
}

/* The cases of the step, with those that an earlier run solved: they are kept in a file of the directory,
 * too.  Where it cannot be written to, or another process writes it, it is only read. */
static bool open_cases(struct finder *f, const struct method_setup *setup)
{
	static const char format[] = "superflip-cases/1";
	const struct step *const step = f->step;
	unsigned n_made;
	char directory[PATH_MAX], path[PATH_MAX + 32], detail[RECORD_LOG_DETAIL_MAX];
	char goal[GOAL_IDENTITY_SIZE], turns[TURN_SET_TEXT_SIZE], identity[sizeof goal + sizeof turns + 100];
	const char *record;
	size_t size;
	struct record_log log;
	f->cases = calloc(1, sizeof *f->cases);
	if (f->cases != NULL)
		f->cases->log.fd = -1;
	if (f->cases == NULL || pdb_directory(setup->directory, directory) != STATUS_OK)
		return f->cases != NULL;
	goal_identity(&step->goal, goal);
	snprintf(turns, sizeof turns, "%05x", step->faces);
	if (step->faces == 0)
		turn_set_identity(&step->turns, turns);
	/* Lines "key=value" that say what solves a case. */
	snprintf(identity, sizeof identity,
	         "goal=%s\nturns=%s\nsymmetries=%jx\nsolutions=%u\nslack=%u\nbytes=%zu\n", goal, turns,
	         (uintmax_t)f->symmetries, f->n_wanted, f->slack, sizeof(struct search_solution));
	pdb_directory_make(directory, &n_made);  /* there is none yet where all tables are the system's */
	snprintf(path, sizeof path, "%s/cases-%016" PRIx64 ".log", directory,
	         XXH3_64bits(identity, strlen(identity)));
	enum status status = record_log_open(path, format, identity, &log, detail);
	const bool may_write = status == STATUS_OK;
	if (status == STATUS_LOCKED || status == STATUS_IO)
		status = record_log_read(path, format, NULL, &log, detail);
	if (status != STATUS_OK)
		return true;
	while ((status = record_log_next(&log, &record, &size)) == STATUS_OK)
		read_case(f->cases, record, size);
	if (may_write && status == STATUS_END && record_log_cut(&log) == STATUS_OK)
		f->cases->log = log;
	else
		record_log_close(&log);
	return true;
}

bool finder_open(struct finder *f, const struct step *step, const struct step *before,
                 const struct method_setup *setup)
{
	f->step = step;
	pthread_mutex_init(&f->lock, NULL);
	const struct heuristic_spec *const spec = choose_tables(f, before, setup);
	if (spec == &f->bound.spec && f->bound.stage < N_THISTLETHWAITE_STAGES)
		thistlethwaite_make_tables();
	else if (spec == &f->bound.spec && (f->bound.subgroup = subgroup_tables_create()) == NULL)
		return false;
	else if (spec == &f->bound.spec)
		parallel_for(setup->n_threads, SUBGROUP_N_DISTANCES, fill_subgroup, f->bound.subgroup);
	if (spec == NULL || !open_tables(f, spec, setup)
	    || (step->faces != 0 && step->turns.n > 0
	        && (f->reach = reach_make(&step->turns, &step->goal)) == NULL))
		return false;
	f->symmetries = step->faces == 0 ? 1 : goal_symmetries(&step->goal);
	for (unsigned s = 0; s < N_SYMMETRIES; s++)
		if (!symmetry_keeps_moves(s, false, step->faces))
			f->symmetries &= ~(UINT64_C(1) << s);
	/* A goal of several views sees more of a cube than makes a case. */
	if (step->n_cases <= CASES_MAX && step->goal.n_views == 1 && !open_cases(f, setup))
		return false;
	return (f->idle[f->n_idle++] = pool_create(&f->heuristic, POOL_ALONE)) != NULL;
}

void finder_close(struct finder *f)
{
	items_foreach(pool, f->idle, f->n_idle)
		pool_destroy(*pool);
	if (f->step != NULL)
		pthread_mutex_destroy(&f->lock);
	if (f->heuristic.spec != NULL)
		heuristic_close(&f->heuristic);
	turn_automaton_free(&f->turns);
	if (f->cases != NULL) {
		tdestroy(f->cases->tree, free);
		record_log_close(&f->cases->log);
	}
	free(f->cases);
	free(f->completions);
	free(f->bound.subgroup);
	reach_free(f->reach);
}

bool finder_add_missing(const struct step *step, const struct step *before, const struct method_setup *setup,
                        struct missing_tables *out)
{
	struct finder f = {.step = step};
	const struct heuristic_spec *const spec = choose_tables(&f, before, setup);
	for (unsigned i = 0; spec != NULL && i < spec->n_tables; i++) {
		const struct pdb_key key = heuristic_table_key(spec, i, METRIC_HTM);
		char path[PATH_MAX];
		bool is_known = pdb_find(setup->directory, key, path) == STATUS_OK;
		items_foreach(known, out->key, out->n)
			is_known |= pdb_key_equal(*known, key);
		if (is_known)
			continue;
		out->key[out->n++] = key;
		out->bytes += PDB_HEADER_BYTES + pdb_data_bytes(key);
	}
	turn_automaton_free(&f.turns);
	free(f.completions);
	return spec != NULL;
}

/* ---- searching ---- */

/* Whether whoever waits for the cube still does. */
static bool goes_on(void *context, uint64_t n_generated)
{
	const struct search_request *const limits = context;
	return limits->stopped == NULL || !limits->stopped(limits->context);
}

/* A search in <U,D,R2,L2,F2,B2>, by permutations. */
struct subgroup_search {
	const struct subgroup_tables *tables;
	const struct search_request *limits;
	uint64_t n_wanted;
	size_t capacity;
	struct search_result *out;
	struct search_solution path;
};

/* @return whether to go on */
static bool visit(struct subgroup_search *s, struct subgroup_state state, unsigned left, unsigned last)
{
	enum { CHECKS_EVERY = 1 << 14 };
	struct search_result *const out = s->out;
	if (left == 0) {
		size_t n = out->n_solutions;
		const bool is_added = array_append(&out->solutions, &n, &s->capacity, &s->path, sizeof s->path);
		out->n_solutions = n;
		out->outcome = is_added ? SEARCH_SOLVED : SEARCH_NO_MEMORY;
		return is_added && n < s->n_wanted;
	}
	if (out->n_expanded++ % CHECKS_EVERY == 0 && s->limits->stopped != NULL
	    && s->limits->stopped(s->limits->context)) {
		out->outcome = SEARCH_INTERRUPTED;
		return false;
	}
	bool goes_on = true;
	for (unsigned i = 0; i < N_SUBGROUP_MOVES && goes_on; i++) {
		const unsigned move = subgroup_move[i];
		const struct subgroup_state next = subgroup_after(s->tables, state, i);
		if ((move_successors[METRIC_HTM][last] >> move & 1) == 0)
			continue;
		out->n_generated++;
		if (subgroup_is_beyond(s->tables, next, left - 1))
			continue;
		s->path.moves[s->path.n_moves++] = (uint8_t)move;
		goes_on = visit(s, next, left - 1, move_last_after[METRIC_HTM][last][move]);
		s->path.n_moves--;
	}
	return goes_on;
}

void finder_search(struct finder *f, const struct cube *c, const struct search_request *limits,
                   int64_t n_solutions, unsigned least, unsigned most, struct search_result *out)
{
	if (f->bound.subgroup != NULL) {
		const unsigned bound = finder_bound(f, c);
		struct subgroup_search s = {
			.tables = f->bound.subgroup, .limits = limits, .out = out,
			.n_wanted = n_solutions == SEARCH_ALL ? UINT64_MAX : (uint64_t)n_solutions,
		};
		*out = (struct search_result){.outcome = SEARCH_NONE};
		for (unsigned length = least > bound ? least : bound; length <= most && out->outcome == SEARCH_NONE;
		     length++) {
			s.path.length = (uint8_t)length;
			visit(&s, subgroup_enter(element_of_cube(c)), length, LAST_NONE);
		}
		return;
	}
	struct search_request request = search_request_default(c);
	request.n_solutions = n_solutions;
	request.over_optimal = n_solutions == SEARCH_ALL ? 0 : f->slack;
	request.min_length = least;
	request.max_length = f->step->faces == 0 ? SEARCH_MAX_LENGTH : most;
	request.goals = f->completions;
	request.n_goals = f->n_completions;
	request.turns = f->reach != NULL ? &f->turns : NULL;
	request.time_limit_s = limits->time_limit_s;
	request.has_whole_tree = true;
	pthread_mutex_lock(&f->lock);
	/* One that no other thread searches with. */
	struct pool *pool = f->n_idle > 0 ? f->idle[--f->n_idle] : NULL;
	pthread_mutex_unlock(&f->lock);
	pool = pool != NULL ? pool : pool_create(&f->heuristic, POOL_ALONE);
	if (pool == NULL) {
		*out = (struct search_result){.outcome = SEARCH_NO_MEMORY};
		return;
	}
	pool_solve_watched(pool, &request,
	                   &(struct search_stream){.context = (void *)(uintptr_t)limits, .tick = goes_on}, out);
	pthread_mutex_lock(&f->lock);
	if (f->n_idle < FINDER_MAX_IDLE) {
		f->idle[f->n_idle++] = pool;
		pool = NULL;
	}
	pthread_mutex_unlock(&f->lock);
	pool_destroy(pool);
}

/* Solve a case as it is seen from one side, the same for all its cubes, and keep that. */
static void find_in_cases(struct finder *f, const struct cube *c, const struct search_request *limits,
                          struct search_result *out)
{
	struct known_case wanted;
	struct goal_look *const look = &wanted.look;
	uint8_t symmetry = N_SYMMETRIES;
	for (uint64_t left = f->symmetries; left != 0; left &= left - 1) {
		const uint8_t other = (uint8_t)__builtin_ctzll(left);
		const struct goal_look from_there = goal_look(&f->step->goal, c, other);
		if (symmetry == N_SYMMETRIES || memcmp(&from_there, look, sizeof *look) < 0) {
			*look = from_there;
			symmetry = other;
		}
	}
	pthread_mutex_lock(&f->lock);
	struct known_case *const *const at = tfind(&wanted, &f->cases->tree, compare_looks);
	const struct known_case *const known = at != NULL ? *at : NULL;
	pthread_mutex_unlock(&f->lock);
	if (known != NULL) {
		*out = (struct search_result){.n_solutions = known->n_solutions};
		out->solutions = array_copy(known->solutions, known->n_solutions * sizeof *out->solutions);
		out->outcome = out->solutions != NULL ? SEARCH_SOLVED : SEARCH_NO_MEMORY;
	} else {
		const struct cube seen = cube_conjugate(c, symmetry);
		finder_search(f, &seen, limits, f->n_wanted, 0, SEARCH_MAX_LENGTH, out);
	}
	if (out->outcome != SEARCH_SOLVED)
		return;
	const size_t n_bytes = out->n_solutions * sizeof *out->solutions;
	struct known_case *const new = known == NULL ? malloc(sizeof *new + n_bytes) : NULL;
	if (new != NULL) {
		*new = (struct known_case){out->n_solutions, *look};
		memcpy(new->solutions, out->solutions, n_bytes);
		pthread_mutex_lock(&f->lock);
		const bool is_kept = add_case(f->cases, new);
		if (is_kept && record_log_append(&f->cases->log, &new->look, sizeof *look + n_bytes) == STATUS_OK)
			record_log_flush(&f->cases->log, false);
		pthread_mutex_unlock(&f->lock);
		if (!is_kept)
			free(new);
	}
	items_foreach(s, out->solutions, out->n_solutions)
		items_foreach(move, s->moves, s->n_moves)
			*move = symmetry_move[symmetry_inverse[symmetry]][*move];
}

bool finder_reaches(const struct finder *f, const struct cube *c)
{
	return f->reach == NULL || reach_obstacle(f->reach, c) == NULL;
}

unsigned finder_bound(const struct finder *f, const struct cube *c)
{
	unsigned bound = f->completions != NULL ? UINT_MAX : heuristic_evaluate(&f->heuristic, c);
	items_foreach(completion, f->completions, f->n_completions) {
		const struct cube back = cube_inverse(completion), left = cube_product(&back, c);
		const unsigned to_this = heuristic_evaluate(&f->heuristic, &left);
		bound = to_this < bound ? to_this : bound;
	}
	return bound;
}

void finder_find(struct finder *f, const struct cube *c, const struct search_request *request, unsigned most,
                 struct search_result *out)
{
	if (!finder_reaches(f, c))  /* a search would go on in vain */
		*out = (struct search_result){.outcome = SEARCH_NONE};
	else if (f->cases != NULL)
		find_in_cases(f, c, request, out);
	else
		finder_search(f, c, request, f->n_wanted, 0, most, out);
}
