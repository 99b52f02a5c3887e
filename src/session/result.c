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

unsigned result_n_undone(const superflip_result *result, uint64_t i)
{
	return result->is_by_list && i < result->n_solutions ? by_method(of_public(result), i)->n_undone : 0;
}

const struct method_stage *result_step(const superflip_result *result, uint64_t i, unsigned step,
                                       const uint8_t **moves)
{
	const struct method_result *const m = by_method(of_public(result), i);
	*moves = m->stage_moves;
	items_foreach(stage, m->stages, step)
		*moves += stage->n_moves;
	return &m->stages[step];
}

size_t result_write_step(const superflip_result *result, uint64_t i, unsigned step, unsigned options,
                         char text[STEP_TEXT_SIZE])
{
	const uint8_t *moves;
	const struct method_stage *const s = result_step(result, i, step, &moves);
	const unsigned n_normal = s->n_moves - s->n_inverse;
	char *end = text;
	*text = '\0';
	if (s->n_inverse > 0) {
		*end++ = '(';
		end += superflip_moves_write(moves, s->n_inverse, options, end, STEP_TEXT_SIZE - 3);
		end = stpcpy(end, n_normal > 0 ? ") " : ")");
	}
	end += superflip_moves_write(moves + s->n_inverse, n_normal, options, end,
	                             STEP_TEXT_SIZE - (size_t)(end - text));
	return (size_t)(end - text);
}

size_t superflip_result_reached(const superflip_result *result, uint64_t i, char *out, size_t size)
{
	const struct result *const r = of_public(result);
	char name[GOAL_SIDE_SIZE] = "";
	if (r->goal[0] != '\0' && i < result->n_solutions)
		goal_name_from(r->goal,
		               r->by_method != NULL ? by_method(r, i)->stages[by_method(r, i)->n_told - 1].rotation
		                                    : r->solutions[i].rotation,
		               name);
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
	*out = (superflip_stage){.name = r->stage_name[i], .goal = *r->stage_goal[i] != '\0' ? r->stage_goal[i] : NULL};
	out->n_share = out->n_moves = result_step(result, 0, i, &out->moves)->n_moves;
	out->share = result->is_by_list ? out->moves : method_stage_share(r->by_method, i, &out->n_share);
	return true;
}

size_t superflip_result_chain(const superflip_result *result, uint64_t i, unsigned options, char *out,
                              size_t size)
{
	size_t n = 0;
	if (size > 0)
		*out = '\0';
	for (unsigned step = 0; i < result->n_solutions && step < result->n_stages; step++) {
		char text[STEP_TEXT_SIZE];
		if (result_write_step(result, i, step, options, text) > 0)
			n += (size_t)snprintf(n < size ? out + n : NULL, n < size ? size - n : 0, n > 0 ? " %s" : "%s",
			                      text);
	}
	return n;
}

unsigned superflip_result_chain_step(const superflip_result *result, uint64_t i, unsigned step,
                                     bool *is_on_inverse)
{
	const uint8_t *moves;
	const struct method_stage none = {.n_moves = 0}, *const s =
		i < result->n_solutions && step < result->n_stages ? result_step(result, i, step, &moves) : &none;
	if (is_on_inverse != NULL)
		*is_on_inverse = s->n_inverse > 0 && s->n_inverse == s->n_moves;
	return result->is_by_list ? s->length : s->n_moves;
}

void superflip_result_free(superflip_result *result)
{
	result_free((struct result *)(void *)result);
}
