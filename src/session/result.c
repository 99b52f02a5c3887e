#include "session/session.h"

static const struct result *of_public(const superflip_result *result)
{
	return (const struct result *)(const void *)result;
}

superflip_solution result_solution_of(const struct search_solution *s)
{
	return (superflip_solution){
		.moves = s->moves, .n_moves = s->n_moves, .length = s->length, .n_images = 1, .n_before = s->n_before,
		.n_after = s->n_after,
	};
}

void result_free(struct result *r)
{
	if (r == NULL)
		return;
	free(r->solutions);
	if (r->by_method != NULL)
		method_result_free(r->by_method);
	free(r->by_method);
	free(r);
}

/* ---- what callers ask ---- */

/* Solution i of a method. */
static const struct method_result *by_method(const struct result *r, uint64_t i)
{
	return i == 0 ? r->by_method : &r->by_method->more[i - 1];
}

bool superflip_result_solution(const superflip_result *result, uint64_t i, superflip_solution *out)
{
	const struct result *const r = of_public(result);
	if (i >= result->n_solutions)
		return false;
	if (r->by_method != NULL) {
		const struct method_result *const m = by_method(r, i);
		*out = (superflip_solution){
			.moves = m->moves,
			.n_moves = m->n_moves,
			.length = i == 0 ? result->length : m->length,
			.n_images = 1,
		};
		return true;
	}
	*out = result_solution_of(&r->solutions[i]);
	out->n_images = r->group.symmetries != 0 ? solution_n_images(&r->solutions[i], &r->group) : 1;
	return true;
}

size_t superflip_result_reached(const superflip_result *result, uint64_t i, char *out, size_t size)
{
	const struct result *const r = of_public(result);
	char name[GOAL_SIDE_SIZE] = "";
	if (r->goal[0] != '\0' && i < result->n_solutions)
		goal_name_from(r->goal, r->solutions[i].rotation, name);
	return (size_t)snprintf(out, size, "%s", name);
}

const superflip_iteration *superflip_result_iteration(const superflip_result *result, unsigned i)
{
	return i < result->n_iterations ? &of_public(result)->iterations[i] : NULL;
}

bool superflip_result_stage(const superflip_result *result, unsigned i, superflip_stage *out)
{
	const struct result *const r = of_public(result);
	if (i >= result->n_stages)
		return false;
	*out = (superflip_stage){
		.name = r->stage_name[i], .goal = result->is_by_list ? r->stage_goal[i] : NULL,
		.moves = r->by_method->stage_moves, .n_moves = r->by_method->stages[i].n_moves,
	};
	for (unsigned k = 0; k < i; k++)
		out->moves += r->by_method->stages[k].n_moves;
	out->n_share = out->n_moves;
	out->share = result->is_by_list ? out->moves : method_stage_share(r->by_method, i, &out->n_share);
	return true;
}

size_t superflip_result_chain(const superflip_result *result, uint64_t i, unsigned options, char *out,
                              size_t size)
{
	const struct method_result *const m =
		result->n_stages > 0 && i < result->n_solutions ? by_method(of_public(result), i) : NULL;
	size_t n = 0;
	if (size > 0)
		*out = '\0';
	const uint8_t *moves = m != NULL ? m->stage_moves : NULL;
	for (unsigned stage = 0; m != NULL && stage < m->n_stages; moves += m->stages[stage++].n_moves) {
		char text[3 * SUPERFLIP_MAX_MOVES + 1];
		if (m->stages[stage].n_moves == 0)
			continue;
		superflip_moves_write(moves, m->stages[stage].n_moves, options, text, sizeof text);
		n += (size_t)snprintf(n < size ? out + n : NULL, n < size ? size - n : 0,
		                      m->stages[stage].is_on_inverse ? "%s(%s)" : "%s%s", n > 0 ? " " : "", text);
	}
	return n;
}

unsigned superflip_result_chain_step(const superflip_result *result, uint64_t i, unsigned step,
                                     bool *is_on_inverse)
{
	const bool is_there = i < result->n_solutions && step < result->n_stages;
	const struct method_stage none = {.n_moves = 0};
	const struct method_stage stage = is_there ? by_method(of_public(result), i)->stages[step] : none;
	if (is_on_inverse != NULL)
		*is_on_inverse = stage.is_on_inverse;
	return stage.n_moves;
}

void superflip_result_free(superflip_result *result)
{
	result_free((struct result *)(void *)result);
}
