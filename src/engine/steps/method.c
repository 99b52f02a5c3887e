#include "steps/method.h"

#include <stdarg.h>

const struct method *const methods[] = {
	&two_phase_method,
	&thistlethwaite_method,
	&layers_method,
	&layers_folded_method,
	&cfop_method,
	&roux_method,
	&petrus_method,
	&zz_method,
	&corners_first_method,
	&sandwich_method,
	&fmc_method,
	&steps_method,
	&random_walk_method,
	&bfs_method,
	&dfs_method,
	&a_star_method,
	&ida_method,
	&ida_ordered_method,
	&bidirectional_method,
	NULL,
};

const struct method *method_find(const char *name)
{
	for (const struct method *const *m = methods; *m != NULL; m++)
		if (strcmp((*m)->about.name, name) == 0)
			return *m;
	return NULL;
}

bool method_refuse(const struct method_setup *setup, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	if (setup->fault != NULL)
		vsnprintf(setup->fault->message, sizeof setup->fault->message, format, arguments);
	va_end(arguments);
	errno = EINVAL;
	return false;
}

bool method_create(const struct method *method, const struct method_setup *setup, void **tables)
{
	*tables = NULL;
	return method->create == NULL || method->create(method, setup, tables);
}

void method_destroy(const struct method *method, void *tables)
{
	if (method->destroy != NULL)
		method->destroy(tables);
}

void method_solve(const struct method *method, const void *tables, const struct search_request *request,
                  struct method_result *out)
{
	const bool is_textbook = method->about.is_optimal;
	struct method_run run = {
		.method = method, .tables = tables, .request = request, .result = out, .start_s = clock_monotonic_s(),
		.heuristic = method->about.takes_tables ? request->heuristic : NULL,
		.successors = move_successors[request->metric],
		.max_length = method_max_length(request) > 0 ? request->max_length : SEARCH_MAX_LENGTH,
	};
	*out = (struct method_result){.outcome = is_textbook ? SEARCH_NONE : SEARCH_SOLVED};
	method->solve(&run);
	if (is_textbook && out->outcome == SEARCH_SOLVED)
		out->lower_bound = moves_cost(request->metric, out->moves, out->n_moves);
	else if (is_textbook && out->outcome == SEARCH_NONE)
		out->lower_bound = run.max_length + 1;
	out->seconds = clock_monotonic_s() - run.start_s;
}

bool method_must_stop(struct method_run *run)
{
	const struct search_request *const request = run->request;
	if (request->time_limit_s > 0 && clock_monotonic_s() - run->start_s >= request->time_limit_s)
		run->result->outcome = SEARCH_TIME_LIMIT;
	else if (request->stopped != NULL && request->stopped(request->context))
		run->result->outcome = SEARCH_INTERRUPTED;
	else
		return false;
	return true;
}

void method_result_free(struct method_result *result)
{
	free(result->more);
	result->more = NULL;
	result->n_more = 0;
}

struct cube method_stage_after(const struct method_stage *stage, const struct cube *c, const uint8_t *moves)
{
	const struct cube inverse = cube_after_moves(cube_inverse(c), moves, stage->n_inverse);
	return cube_after_moves(cube_inverse(&inverse), moves + stage->n_inverse,
	                        stage->n_moves - stage->n_inverse);
}

bool method_result_solves(const struct method_result *result, const struct cube *c)
{
	if (result->n_moves > METHOD_MAX_MOVES || result->n_stage_moves > METHOD_MAX_MOVES
	    || result->n_stages > METHOD_MAX_STAGES)
		return false;
	const struct cube end = cube_after_moves(*c, result->moves, result->n_moves);
	struct cube after = *c;
	unsigned n = 0;
	for (unsigned i = 0; i < result->n_stages
		&& n + result->stages[i].n_moves <= result->n_stage_moves; i++) {
		after = method_stage_after(&result->stages[i], &after, &result->stage_moves[n]);
		n += result->stages[i].n_moves;
	}
	const struct cube seen = cube_conjugate(&after, result->side);
	bool all_solve = (result->n_stages == 0 || n == result->n_stage_moves) && (result->goal != NULL
		? goal_holds(result->goal, &seen)
		: cube_is_solved(&end) && (result->n_stages == 0 || cube_is_solved(&after)));
	items_foreach(other, result->more, result->n_more)
		all_solve &= method_result_solves(other, c);
	return all_solve;
}

/* How many of the solution's moves are of the stages before this one. */
static unsigned share_begin(const struct method_result *r, unsigned stage)
{
	uint8_t moves[METHOD_MAX_MOVES];
	unsigned n = 0, n_same = 0;
	if (stage == r->n_stages)
		return r->n_moves;
	items_foreach(earlier, r->stages, stage)
		n += earlier->n_moves;
	memcpy(moves, r->stage_moves, n);
	if (r->merge != NULL)
		n = r->merge(moves, n);
	/* What follows may go on with the last turn, or take it back. */
	while (n_same < n && n_same < r->n_moves && move_face(moves[n_same]) == move_face(r->moves[n_same]))
		n_same++;
	const unsigned n_before = stage > 0 ? share_begin(r, stage - 1) : 0;
	return n_same > n_before ? n_same : n_before;
}

const uint8_t *method_stage_share(const struct method_result *result, unsigned stage, unsigned *n_moves)
{
	const unsigned begin = share_begin(result, stage);
	*n_moves = share_begin(result, stage + 1) - begin;
	return result->moves + begin;
}

unsigned method_merge_runs(uint8_t *moves, unsigned n)
{
	unsigned n_merged = 0;
	for (unsigned i = 0, end; i < n; i = end) {
		const unsigned face = move_face(moves[i]);
		unsigned turns = 0;
		for (end = i; end < n && move_face(moves[end]) == face; end++)
			turns += move_turns(moves[end]);
		if (turns % 4 != 0)
			moves[n_merged++] = (uint8_t)(face * 3 + turns % 4 - 1);
	}
	return n_merged;
}

unsigned method_fold_moves(uint8_t *moves, unsigned n)
{
	/* moves[0 .. n_kept - 1] is folded: each face at most once among turns of one axis in a row, so the last
	 * two will do. */
	unsigned n_kept = 0;
	items_foreach(move, moves, n) {
		const unsigned face = move_face(*move);
		unsigned same = n_kept;
		if (n_kept >= 1 && move_face(moves[n_kept - 1]) == face)
			same = n_kept - 1;
		else if (n_kept >= 2 && move_face(moves[n_kept - 2]) == face
		         && move_face(moves[n_kept - 1]) % 3 == face % 3)
			same = n_kept - 2;
		if (same == n_kept) {
			moves[n_kept++] = *move;
			continue;
		}
		const unsigned turns = (move_turns(moves[same]) + move_turns(*move)) % 4;
		if (turns != 0) {
			moves[same] = (uint8_t)(face * 3 + turns - 1);
			continue;
		}
		memmove(&moves[same], &moves[same + 1], n_kept - same - 1);
		n_kept--;
	}
	return n_kept;
}
