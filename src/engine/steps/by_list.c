/* The driver of lists of steps: the best beginnings go on, step by step.
 *
 * After each step the shortest beginnings are kept, as many as the width.  With a width of 1 each step is
 * solved as short as it can be, as people do; a larger width makes the sum shorter, but proves nothing about
 * it. */
#include "steps/finder.h"

#include <math.h>

enum { ALIKE = 4 /* chains that may become the same solution */ };

/* A beginning: what became of the cube by the step before and those of its parents. */
struct beginning {
	struct cube cube;                 /* seen from `side` */
	const struct beginning *parent;   /* in the row before */
	unsigned length;                  /* of all steps so far */
	uint8_t side;
	struct method_stage stage;
	uint8_t moves[2 * SEARCH_MAX_LENGTH];
};

/* Those after a step, the shortest first. */
struct row {
	unsigned n, max;
	struct beginning *of;
};

struct list_tables {
	struct step_list list;
	struct finder finder[STEPS_MAX];
	const struct goal *goal;          /* where the list ends; NULL: at the solved cube */
	struct method_beginning begin;    /* of all solutions */
	unsigned width;
	bool has_niss;
	struct turn_set units;            /* empty: turns of faces */
	unsigned n_sides;
	uint8_t side[N_SYMMETRIES];       /* from which the list is tried */
};

/* ---- set-up ---- */

static void destroy(void *tables)
{
	struct list_tables *const t = tables;
	for (unsigned i = 0; t != NULL && i < STEPS_MAX; i++)
		finder_close(&t->finder[i]);
	free(t);
}

/* Read a method's list, or the caller's own. */
static bool read_list(struct step_list *list, const struct method *method, const struct method_setup *setup)
{
	struct input_error error;
	const char *text = setup->steps != NULL ? setup->steps : "";
	for (const struct known_list *known = known_lists; known->name != NULL; known++)
		text = strcmp(known->name, method->about.name) == 0 ? known->text : text;
	if (!step_list_read(text, list, &error)) {
		if (setup->fault != NULL)
			*setup->fault = error;
		return method_refuse(setup, "line %u, column %u: %s", error.row + 1, error.column, error.message);
	}
	return setup->neutral == NULL || step_list_take_neutral(list, setup->neutral)
	       || method_refuse(setup, "'%s' are no faces; expected such as UD, or all", setup->neutral);
}

static bool create(const struct method *method, const struct method_setup *setup, void **out)
{
	struct list_tables *const t = calloc(1, sizeof *t);
	if (t == NULL)
		return false;
	t->width = setup->width > 0 ? setup->width : 1;
	t->has_niss = setup->has_niss;
	if (setup->units != NULL)
		t->units = *setup->units;
	if (setup->begin != NULL)
		t->begin = *setup->begin;
	bool is_open = read_list(&t->list, method, setup);
	uint64_t same = ~UINT64_C(0), is_covered = 0;
	if (is_open && !goal_is_solved_cube(&t->list.step[t->list.n - 1].goal))
		t->goal = &t->list.step[t->list.n - 1].goal;
	for (unsigned i = 0; i < t->list.n && is_open; i++) {
		const struct step *const step = &t->list.step[i];
		t->finder[i].slack = setup->slack;
		const bool is_finish = i + 1 == t->list.n && t->goal == NULL;
		t->finder[i].n_wanted = step->keep > t->width ? step->keep : is_finish ? 1 : t->width;
		is_open = finder_open(&t->finder[i], step, i > 0 ? step - 1 : NULL, setup);
		same &= t->finder[i].symmetries;
	}
	if (!is_open) {
		const int error = errno;
		destroy(t);
		errno = error;
		return false;
	}
	/* The sides that are below if asked for, one of each class of those from which the list is the same. */
	for (uint8_t side = 0; side < N_SYMMETRIES; side += 2) {
		bool is_wanted = side == 0 && t->list.neutral[0] == '\0';
		for (const char *face = t->list.neutral; *face != '\0'; face++)
			is_wanted |= symmetry_face(side, (unsigned)(strchr(face_letter, *face) - face_letter)) == FACE_D;
		if (!is_wanted || is_covered >> side & 1)
			continue;
		t->side[t->n_sides++] = side;
		for (uint64_t left = same; left != 0; left &= left - 1)
			is_covered |= UINT64_C(1) << symmetry_product[__builtin_ctzll(left)][side];
	}
	*out = t;
	return true;
}

static bool measure(const struct method *method, const struct method_setup *setup, unsigned *n,
                    uint64_t *bytes)
{
	struct missing_tables missing = {.n = 0};
	struct step_list *const list = malloc(sizeof *list);
	bool is_known = list != NULL && read_list(list, method, setup);
	for (unsigned i = 0; is_known && i < list->n; i++)
		is_known = finder_add_missing(&list->step[i], i > 0 ? &list->step[i - 1] : NULL, setup, &missing);
	free(list);
	*n = missing.n;
	*bytes = missing.bytes;
	return is_known;
}

/* ---- a step ---- */

/* @return false without memory */
static bool make_row(struct row *row, unsigned max)
{
	*row = (struct row){.max = max, .of = malloc((max + 1) * sizeof *row->of)};
	return row->of != NULL;
}

/* Put a beginning after those that are as short, and let go of the longest if there are too many. */
static void add_beginning(struct row *row, const struct beginning *b)
{
	unsigned at = row->n;
	while (at > 0 && row->of[at - 1].length > b->length)
		at--;
	memmove(&row->of[at + 1], &row->of[at], (row->n - at) * sizeof *row->of);
	row->of[at] = *b;
	row->n += row->n < row->max;
}

static unsigned length_of(const struct list_tables *t, const uint8_t *moves, unsigned n)
{
	if (t->units.n > 0)
		turn_set_write(&t->units, moves, n, ANY_ORIENTATION, &n, NULL, 0);
	return n;
}

/* How one beginning goes on by a step. */
struct extension {
	struct method_run *run;
	const struct list_tables *t;
	struct finder *finder;
	const struct beginning *from;
	struct row *to;
	bool is_last;                     /* the step leads to the goal of the list */
	unsigned n_wanted, n_found;
	unsigned shortest;                /* moves of the first that was found */
	/* Turns on both sides, on the inverse and on the cube: those of one are enumerated, for each the others
	 * are searched for. */
	bool path_is_inverse;
	unsigned n_path, n_searched;
	uint8_t path[SEARCH_MAX_LENGTH];
};

/* Turn a cube by the first i of some moves, or, as the two commute, by those before the last of these i and
 * the next.
 * @return false: they do not, or there is no next */
static bool turn_some(struct cube *c, const uint8_t *moves, unsigned n, unsigned i, bool skips)
{
	if (skips && (i == 0 || i == n || move_face(moves[i - 1]) % 3 != move_face(moves[i]) % 3))
		return false;
	*c = cube_after_moves(*c, moves, skips ? i - 1 : i);
	if (skips)
		*c = cube_after(c, moves[i]);
	return true;
}

/* Whether fewer of the turns reach the goal, those of each side in their order. */
static bool reaches_early(const struct extension *x, const struct beginning *b)
{
	const unsigned n_inverse = b->stage.n_inverse, n = b->stage.n_moves - n_inverse;
	for (unsigned i = 0; i < 2 * (n_inverse + 1); i++)
		for (unsigned k = 0; k < 2 * (n + 1); k++) {
			struct cube c = cube_inverse(&x->from->cube);
			if ((i == 2 * n_inverse && k == 2 * n)
			    || !turn_some(&c, b->moves, n_inverse, i / 2, i % 2 != 0))
				continue;
			c = cube_inverse(&c);
			if (turn_some(&c, b->moves + n_inverse, n, k / 2, k % 2 != 0) && goal_holds(x->t->goal, &c))
				return true;
		}
	return false;
}

/* Whether one of the last turns of a side may also be turned clockwise. */
static bool has_clockwise(const struct extension *x, const struct beginning *b)
{
	for (unsigned i = 0; i < b->stage.n_moves; i++) {
		const unsigned end = i < b->stage.n_inverse ? b->stage.n_inverse : b->stage.n_moves;
		struct beginning other = *b;
		other.moves[i] = (uint8_t)move_inverse(b->moves[i]);
		const bool is_last =
			i + 1 == end || (i + 2 == end && move_face(b->moves[i]) % 3 == move_face(b->moves[i + 1]) % 3);
		if (!is_last || move_turns(b->moves[i]) != 3 || (x->finder->step->faces >> other.moves[i] & 1) == 0)
			continue;
		const struct cube end_of_other = method_stage_after(&b->stage, &x->from->cube, other.moves);
		if (goal_holds(x->t->goal, &end_of_other))
			return true;
	}
	return false;
}

/* Take a beginning that goes on with these moves.  Of those that end the list some say nothing new. */
static void take(struct extension *x, const uint8_t *on_inverse, unsigned n_inverse, const uint8_t *moves,
                 unsigned n)
{
	const struct search_request *const request = x->run->request;
	struct row *const to = x->to;
	struct beginning b = {
		.parent = x->from,
		.side = x->from->side,
		.stage = {
			.name = x->finder->step->name,
			.n_moves = n_inverse + n,
			.n_inverse = n_inverse,
			.length = length_of(x->t, on_inverse, n_inverse) + length_of(x->t, moves, n),
			.goal = x->finder->step->goal.name,
		},
	};
	b.length = x->from->length + b.stage.length;
	memcpy(b.moves, on_inverse, n_inverse);
	memcpy(b.moves + n_inverse, moves, n);
	const bool may_be_early = request->min_length > 0 || (x->n_found > 0 && n_inverse + n > x->shortest);
	if (x->is_last && (has_clockwise(x, &b) || (may_be_early && !request->past_goal && reaches_early(x, &b))))
		return;
	if (x->n_found++ == 0)
		x->shortest = n_inverse + n;
	if (to->n == to->max && to->of[to->n - 1].length <= b.length)
		return;
	b.cube = method_stage_after(&b.stage, &x->from->cube, b.moves);
	add_beginning(to, &b);
}

/* Take all that a search has found for one side, beside the path on the other.  @return whether to go on */
static bool take_found(struct extension *x, bool on_inverse, struct search_result *found)
{
	struct method_result *const result = x->run->result;
	result->n_generated += found->n_generated;
	result->n_expanded += found->n_expanded;
	for (uint64_t i = 0;
	     i < found->n_solutions && found->outcome == SEARCH_SOLVED && x->n_found < x->n_wanted; i++) {
		const struct search_solution *const s = &found->solutions[i];
		if (on_inverse && s->n_moves == 0)  /* no moves are the same on both */
			continue;
		if (on_inverse)
			take(x, s->moves, s->n_moves, x->path, x->n_path);
		else
			take(x, x->path, x->n_path, s->moves, s->n_moves);
	}
	if (found->outcome != SEARCH_NONE)
		result->outcome = found->outcome;
	search_result_free(found);
	return result->outcome == SEARCH_SOLVED && x->n_found < x->n_wanted;
}

/* Follow the path by `left` turns, in all ways, and search for what the other side needs.
 * @param c  after the path, seen from its side
 * @return whether to go on */
static bool follow(struct extension *x, const struct cube *c, unsigned last, unsigned left)
{
	if (left == 1 && method_must_stop(x->run))
		return false;
	if (left == 0) {
		const struct cube other = cube_inverse(c);
		struct search_result found;
		if (finder_bound(x->finder, &other) > x->n_searched)
			return true;
		finder_search(x->finder, &other, x->run->request, SEARCH_ALL, x->n_searched, x->n_searched, &found);
		return take_found(x, !x->path_is_inverse, &found);
	}
	bool goes_on = true;
	for (uint32_t moves = move_successors[METRIC_HTM][last] & x->finder->step->faces; moves != 0 && goes_on;
	     moves &= moves - 1) {
		const unsigned move = (unsigned)__builtin_ctz(moves);
		const struct cube after = cube_after(c, move);
		x->path[x->n_path++] = (uint8_t)move;
		goes_on = follow(x, &after, move_last_after[METRIC_HTM][last][move], left - 1);
		x->n_path--;
	}
	return goes_on;
}

/* The row takes no beginning of more moves; where slices are one turn these may cost less. */
static unsigned most_moves(const struct extension *x)
{
	const struct row *const to = x->to;
	const unsigned worst = to->n > 0 ? to->of[to->n - 1].length : 0, from = x->from->length;
	return x->t->units.n > 0 || to->n < to->max ? x->run->max_length : worst > from ? worst - from - 1 : 0;
}

/* All ways to go on, by their lengths, up to `slack` moves longer than the shortest.  The side with fewer
 * turns is enumerated. */
static void extend_by_length(struct extension *x, bool has_inverse, unsigned slack)
{
	const struct cube *const c = &x->from->cube, inverse = cube_inverse(c);
	const bool is_over = x->is_last && !x->run->request->past_goal && goal_holds(x->t->goal, c);
	unsigned most = is_over ? 0 : x->run->max_length;
	bool goes_on = finder_reaches(x->finder, c) || (has_inverse && finder_reaches(x->finder, &inverse));
	for (unsigned length = x->run->request->min_length; length <= most && goes_on && length <= most_moves(x);
	     length++) {
		for (unsigned n_inverse = 0; n_inverse <= (has_inverse ? length : 0) && goes_on; n_inverse++) {
			x->path_is_inverse = 2 * n_inverse <= length;
			x->n_searched = x->path_is_inverse ? length - n_inverse : n_inverse;
			goes_on = follow(x, x->path_is_inverse ? &inverse : c, LAST_NONE, length - x->n_searched);
		}
		if (x->n_found > 0 && x->shortest + slack < most)
			most = x->shortest + slack;
	}
}

/* @return false, and the result says why */
static bool make_step(struct method_run *run, struct list_tables *t, unsigned step, const struct row *from,
                      struct row *to, unsigned n_wanted)
{
	struct method_result *const result = run->result;
	struct finder *const finder = &t->finder[step];
	const bool has_inverse = t->has_niss && finder->step->may_invert;
	const bool is_last = t->goal != NULL && step + 1 == t->list.n;
	const unsigned over =
		t->list.n == 1 && run->request->over_optimal > 0 ? run->request->over_optimal : finder->slack;
	for (unsigned i = 0; i < from->n && result->outcome == SEARCH_SOLVED && !method_must_stop(run); i++) {
		/* Of the last step all shortest ways, if several solutions are asked for and cases do not keep
		 * one. */
		const bool has_all =
			step + 1 == t->list.n && (t->goal != NULL || (n_wanted > 1 && finder->cases == NULL));
		struct extension x = {
			.run = run, .t = t, .finder = finder, .from = &from->of[i], .to = to, .is_last = is_last,
			.n_wanted = has_all ? n_wanted : finder->n_wanted,
		};
		/* Turns of both sides that solve the cube are turns of one. */
		const bool has_both =
			has_inverse && finder->completions == NULL && !goal_is_solved_cube(&finder->step->goal);
		if (finder->step->faces != 0 && (has_both || is_last))
			extend_by_length(&x, has_inverse, over);
		else {
			/* The shortest ways to go on, on the cube or, if it is tried, too, on its inverse. */
			const struct cube side[2] = {x.from->cube, cube_inverse(&x.from->cube)};
			for (unsigned way = 0; way <= has_inverse && result->outcome == SEARCH_SOLVED; way++) {
				struct search_result found;
				if (x.n_wanted > finder->n_wanted && finder_reaches(finder, &side[way]))
					finder_search(finder, &side[way], run->request, SEARCH_ALL, 0, most_moves(&x), &found);
				else
					finder_find(finder, &side[way], run->request, most_moves(&x), &found);
				take_found(&x, way == 1, &found);
				x.n_wanted += x.n_found;
			}
		}
	}
	if (result->outcome != SEARCH_SOLVED || to->n > 0)
		return result->outcome == SEARCH_SOLVED;
	result->outcome = SEARCH_NONE;
	if (run->max_length < SEARCH_MAX_LENGTH)
		result->lower_bound = run->max_length + 1;
	else
		result->stuck = t->list.step[step].name;
	return false;
}

/* ---- the solution ---- */

/* Add a stage to a solution, as the cube is held. */
static void write_stage(struct method_result *out, const struct method_stage *stage, const uint8_t *moves,
                        unsigned side, uint8_t *undone)
{
	out->stages[out->n_stages++] = *stage;
	for (unsigned i = 0; i < stage->n_moves; i++) {
		const uint8_t move = symmetry_move[symmetry_inverse[side]][moves[i]];
		out->stage_moves[out->n_stage_moves++] = move;
		if (i < stage->n_inverse)
			undone[out->n_undone++] = move;
		else
			out->moves[out->n_moves++] = move;
	}
}

/* The moves of a beginning and of those before it, stage by stage; then as a solution, which turns on the
 * inverse end, undone. */
static void write_solution(const struct list_tables *t, const struct beginning *last,
                           struct method_result *out)
{
	const struct beginning *path[STEPS_MAX];
	uint8_t undone[METHOD_MAX_MOVES];
	for (unsigned step = t->list.n; step-- > 0; last = last->parent)
		path[step] = last;
	out->is_by_list = true;
	out->goal = t->goal;
	out->side = last->side;
	if (t->begin.n_moves > 0) {
		const unsigned n = t->begin.n_moves, n_inverse = t->begin.n_inverse;
		write_stage(out, &(struct method_stage){
			.name = "beginning", .n_moves = n, .n_inverse = n_inverse, .length = last->length,
		}, t->begin.moves, 0, undone);
	}
	for (unsigned step = 0; step < t->list.n; step++) {
		const struct beginning *const b = path[step];
		struct method_stage stage = b->stage;
		stage.rotation = symmetry_product[goal_rotation(&t->list.step[step].goal, &b->cube, 0)][b->side];
		write_stage(out, &stage, b->moves, b->side, undone);
	}
	out->n_told = t->goal != NULL ? out->n_stages : t->n_sides > 1 ? out->n_stages - t->list.n + 1 : 0;
	/* Towards a goal turns of the two sides never meet. */
	if (t->goal != NULL) {
		out->n_moves = method_fold_moves(out->moves, out->n_moves);
		out->n_undone = method_fold_moves(undone, out->n_undone);
	}
	moves_invert(undone, out->n_undone);
	memcpy(out->moves + out->n_moves, undone, out->n_undone);
	out->n_moves += out->n_undone;
	if (t->goal == NULL) {
		out->n_moves = method_fold_moves(out->moves, out->n_moves);
		out->n_undone = 0;
	}
	out->length = length_of(t, out->moves, out->n_moves);
}

static int compare_results(const void *a, const void *b)
{
	const struct method_result *const x = a, *const y = b;
	const int difference = x->length != y->length     ? (int)x->length - (int)y->length
	                       : x->n_moves != y->n_moves ? (int)x->n_moves - (int)y->n_moves
	                                                  : memcmp(x->moves, y->moves, x->n_moves);
	/* Of the same moves some may be turned on the inverse. */
	return difference != 0 || x->goal == NULL ? difference : (int)x->n_undone - (int)y->n_undone;
}

/* The shortest first, once turns that meet between steps are folded; which may make the same of several
 * chains. */
static void write_results(const struct list_tables *t, const struct row *last, unsigned n_wanted,
                          struct method_result *out)
{
	const unsigned n = last->n;
	struct method_result *const all = calloc(n, sizeof *all);
	if (all == NULL) {
		out->outcome = SEARCH_NO_MEMORY;
		return;
	}
	for (unsigned i = 0; i < n; i++)
		write_solution(t, &last->of[i], &all[i]);
	qsort(all, n, sizeof *all, compare_results);
	unsigned n_kept = 1;
	for (unsigned i = 1; i < n && n_kept < n_wanted; i++)
		if (compare_results(&all[i], &all[n_kept - 1]) != 0)
			all[n_kept++] = all[i];
	const struct method_result counts = *out;
	*out = all[0];
	out->n_generated = counts.n_generated;
	out->n_expanded = counts.n_expanded;
	out->more = all;
	out->n_more = n_kept - 1;
	memmove(all, all + 1, out->n_more * sizeof *all);
}

static void solve(struct method_run *run)
{
	struct list_tables *const t = (void *)(uintptr_t)run->tables;
	const struct search_request *const request = run->request;
	const int64_t asked = request->n_solutions;
	const bool is_all = asked == SEARCH_ALL && t->goal != NULL;
	const unsigned n_wanted = is_all                                 ? ALIKE * STEP_MAX_KEEP
	                          : asked >= 1 && asked < STEP_MAX_KEEP ? (unsigned)asked
	                                                                 : STEP_MAX_KEEP,
	               n_last = is_all ? n_wanted : ALIKE * n_wanted;
	struct row rows[STEPS_MAX + 1] = {{.n = 0}};
	const struct method_stage begin = {.n_moves = t->begin.n_moves, .n_inverse = t->begin.n_inverse};
	const struct cube begun = method_stage_after(&begin, &request->cube, t->begin.moves);
	const unsigned n_inverse = begin.n_inverse;
	bool goes_on = make_row(&rows[0], t->n_sides);
	items_foreach(side, t->side, goes_on ? t->n_sides : 0)
		add_beginning(&rows[0], &(struct beginning){
			.cube = cube_conjugate(&begun, *side), .side = *side,
			.length = length_of(t, t->begin.moves, n_inverse)
			          + length_of(t, t->begin.moves + n_inverse, begin.n_moves - n_inverse),
		});
	for (unsigned step = 0; step < t->list.n && goes_on; step++) {
		const unsigned keep = t->list.step[step].keep > t->width ? t->list.step[step].keep : t->width;
		if (request->watch != NULL)
			atomic_store(&request->watch->step, step + 1);
		goes_on = make_row(&rows[step + 1], keep > n_last ? keep : n_last)
		          && make_step(run, t, step, &rows[step], &rows[step + 1], n_wanted);
	}
	const struct row *const last = &rows[t->list.n];
	if (goes_on)
		write_results(t, last, n_wanted, run->result);
	else if (run->result->outcome == SEARCH_SOLVED)
		run->result->outcome = SEARCH_NO_MEMORY;
	struct method_result *const out = run->result;
	if (out->outcome == SEARCH_SOLVED) {
		out->has_hit_limit = is_all && last->n == last->max;
		/* Both sides were searched by all turns, length by length. */
		out->is_optimal = t->list.n == 1 && t->goal != NULL && t->has_niss
		                          && t->list.step[0].may_invert && t->list.step[0].turns.n == 0
		                          && t->begin.n_moves == 0 && t->units.n == 0 && request->min_length == 0;
		out->lower_bound = out->is_optimal ? out->length : 0;
	}
	for (unsigned step = 0; step <= t->list.n; step++)
		free(rows[step].of);
}

#define LIST_METHOD(variable, name, summary) \
	const struct method variable##_method = { \
		{name, summary, .has_stages = true, .searches = true, .takes_steps = true}, \
		.create = create, .destroy = destroy, .measure = measure, .solve = solve, \
	}
LIST_METHOD(cfop, "cfop", "cross, four pairs, OLL, PLL, each step as short as can be");
LIST_METHOD(roux, "roux", "two blocks, the corners, and the last six edges with M and U");
LIST_METHOD(petrus, "petrus", "2x2x2, 2x2x3, edges oriented, two layers, corners, edges");
LIST_METHOD(zz, "zz", "edges oriented with the cross, two layers that keep them so, OCLL, PLL");
LIST_METHOD(corners_first, "corners-first", "corners, the edges of two sides, the last six edges");
LIST_METHOD(sandwich, "sandwich", "corners, the edges of two faces, the edges between them");
LIST_METHOD(fmc, "fmc", "fewest moves: EO, DR, HTR, finish; with niss on the inverse, too");
LIST_METHOD(steps, "steps", "a list of steps of one's own");
