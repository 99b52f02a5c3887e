/* The driver of lists of steps: the best beginnings go on, step by step.
 *
 * After each step the shortest beginnings are kept, as many as the width.  With a width of 1 each step is
 * solved as short as it can be, as people do; a larger width makes the sum shorter, but proves nothing about
 * it. */
#include "base/clock.h"
#include "cube/symmetry.h"
#include "cube/turn_frame.h"
#include "steps/finder.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
	bool is_open = read_list(&t->list, method, setup);
	uint64_t same = ~UINT64_C(0), is_covered = 0;
	for (unsigned i = 0; i < t->list.n && is_open; i++) {
		const struct step *const step = &t->list.step[i];
		t->finder[i].slack = setup->slack;
		t->finder[i].n_wanted = step->keep > t->width ? step->keep : i + 1 == t->list.n ? 1 : t->width;
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
		if (!is_wanted || (is_covered >> side & 1) != 0)
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

/* How a beginning goes on, on the cube or on its inverse. */
static enum search_outcome go_on(struct method_run *run, struct list_tables *t, struct finder *finder,
                                 const struct beginning *before, bool on_inverse, struct row *to)
{
	const struct cube c = on_inverse ? cube_inverse(&before->cube) : before->cube;
	struct search_request limits = *run->request;
	struct search_result found;
	if (limits.time_limit_s > 0)  /* what is left of it */
		limits.time_limit_s = fmax(limits.time_limit_s - (clock_monotonic_s() - run->start_s), 1e-3);
	finder_find(finder, &c, &limits, &found);
	run->result->n_generated += found.n_generated;
	run->result->n_expanded += found.n_expanded;
	for (uint64_t i = 0; i < found.n_solutions && found.outcome == SEARCH_SOLVED; i++) {
		const struct search_solution *const s = &found.solutions[i];
		struct beginning b = {
			.parent = before,
			.side = before->side,
			.length = before->length + length_of(t, s->moves, s->n_moves),
			.stage = {finder->step->name, s->n_moves, on_inverse, finder->step->goal.name, 0},
		};
		/* No moves are the same on both. */
		if ((on_inverse && s->n_moves == 0) || (to->n == to->max && to->of[to->n - 1].length <= b.length))
			continue;
		memcpy(b.moves, s->moves, s->n_moves);
		b.cube = method_stage_after(&b.stage, &before->cube, b.moves);
		add_beginning(to, &b);
	}
	search_result_free(&found);
	return found.outcome;
}

/* @return false, and the result says why */
static bool make_step(struct method_run *run, struct list_tables *t, unsigned step, const struct row *from,
                      struct row *to)
{
	const unsigned n_ways = t->has_niss && t->list.step[step].may_invert ? 2 : 1;
	for (unsigned i = 0; i < from->n && !method_must_stop(run); i++)
		for (unsigned way = 0; way < n_ways; way++) {
			const enum search_outcome outcome = go_on(run, t, &t->finder[step], &from->of[i], way == 1, to);
			if (outcome != SEARCH_SOLVED && outcome != SEARCH_NONE) {
				run->result->outcome = outcome;
				return false;
			}
		}
	if (run->result->outcome != SEARCH_SOLVED || to->n > 0)
		return run->result->outcome == SEARCH_SOLVED;
	run->result->outcome = SEARCH_NONE;
	run->result->stuck = t->list.step[step].name;
	return false;
}

/* ---- the solution ---- */

/* The moves of a beginning and of those before it as the cube is held, stage by stage; then as a solution,
 * which turns on the inverse end, undone. */
static void write_solution(const struct list_tables *t, const struct beginning *last,
                           struct method_result *out)
{
	const struct beginning *path[STEPS_MAX];
	uint8_t inverse[METHOD_MAX_MOVES];
	unsigned n_inverse = 0;
	for (unsigned step = t->list.n; step-- > 0; last = last->parent)
		path[step] = last;
	out->is_by_list = true;
	out->n_stages = t->list.n;
	for (unsigned step = 0; step < t->list.n; step++) {
		const struct beginning *const b = path[step];
		out->stages[step] = b->stage;
		out->stages[step].rotation =
			symmetry_product[goal_rotation(&t->list.step[step].goal, &b->cube)][b->side];
		for (unsigned i = 0; i < b->stage.n_moves; i++) {
			const uint8_t move = symmetry_move[symmetry_inverse[b->side]][b->moves[i]];
			out->stage_moves[out->n_stage_moves++] = move;
			if (b->stage.is_on_inverse)
				inverse[n_inverse++] = move;
			else
				out->moves[out->n_moves++] = move;
		}
	}
	while (n_inverse > 0)
		out->moves[out->n_moves++] = (uint8_t)move_inverse(inverse[--n_inverse]);
	out->n_moves = method_fold_moves(out->moves, out->n_moves);
	out->length = length_of(t, out->moves, out->n_moves);
}

static int compare_results(const void *a, const void *b)
{
	const struct method_result *const x = a, *const y = b;
	return x->length != y->length     ? (int)x->length - (int)y->length
	       : x->n_moves != y->n_moves ? (int)x->n_moves - (int)y->n_moves
	                                  : memcmp(x->moves, y->moves, x->n_moves);
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
	const int64_t asked = run->request->n_solutions;
	const unsigned n_wanted = asked >= 1 && asked < STEP_MAX_KEEP ? (unsigned)asked : STEP_MAX_KEEP;
	struct row rows[STEPS_MAX + 1] = {{.n = 0}};
	bool goes_on = make_row(&rows[0], t->n_sides);
	for (unsigned i = 0; i < t->n_sides && goes_on; i++)
		add_beginning(&rows[0], &(struct beginning){.cube = cube_conjugate(&run->request->cube, t->side[i]),
		                                            .side = t->side[i]});
	for (unsigned step = 0; step < t->list.n && goes_on; step++) {
		const unsigned keep = t->list.step[step].keep > t->width ? t->list.step[step].keep : t->width;
		if (run->request->watch != NULL)
			atomic_store(&run->request->watch->step, step + 1);
		goes_on = make_row(&rows[step + 1], keep > ALIKE * n_wanted ? keep : ALIKE * n_wanted)
		          && make_step(run, t, step, &rows[step], &rows[step + 1]);
	}
	if (goes_on)
		write_results(t, &rows[t->list.n], n_wanted, run->result);
	else if (run->result->outcome == SEARCH_SOLVED)
		run->result->outcome = SEARCH_NO_MEMORY;
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
