#include "session/result.h"

#include "session/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct result *of_public(const superflip_result *result)
{
	return (const struct result *)(const void *)result;
}

struct result *result_make(bool is_by_method)
{
	struct result *const r = calloc(1, sizeof *r);
	if (r != NULL && is_by_method && (r->by_method = calloc(1, sizeof *r->by_method)) == NULL) {
		free(r);
		return NULL;
	}
	return r;
}

superflip_solution result_solution_of(const struct search_solution *s)
{
	return (superflip_solution){
		.moves = s->moves, .n_moves = s->n_moves, .length = s->length, .n_images = 1, .n_before = s->n_before,
		.n_after = s->n_after,
	};
}

/* Copy what the solver's tables say. */
static void take_names(struct result *r)
{
	const struct method_result *const m = r->by_method;
	for (unsigned i = 0; i < m->n_stages; i++) {
		snprintf(r->stage_name[i], sizeof r->stage_name[i], "%s", m->stages[i].name);
		if (m->stages[i].goal != NULL)
			goal_name_from(m->stages[i].goal, m->stages[i].rotation, r->stage_goal[i]);
	}
	snprintf(r->stuck_at, sizeof r->stuck_at, "%s", m->stuck != NULL ? m->stuck : "");
	r->public.stuck_at = m->stuck != NULL ? r->stuck_at : NULL;
}

void result_take_search(struct result *r, struct search_result *found, const struct heuristic *heuristic)
{
	superflip_result *const p = &r->public;
	p->outcome = found->outcome < SEARCH_NO_MEMORY ? (superflip_outcome)found->outcome : SUPERFLIP_FAILED;
	if (p->outcome == SUPERFLIP_FAILED) {
		const enum status fault = heuristic != NULL ? heuristic_fault(heuristic, NULL) : STATUS_OK;
		p->failure = found->outcome == SEARCH_NO_MEMORY  ? SUPERFLIP_NO_MEMORY
		             : found->outcome == SEARCH_OVERFLOW ? SUPERFLIP_INTERNAL
		             : fault != STATUS_OK                ? error_status_of_pdb(fault)
		                                                 : SUPERFLIP_TABLE_DAMAGED;
	}
	p->is_complete = found->outcome == SEARCH_SOLVED;
	p->is_optimal = found->is_optimal;
	p->length = found->n_solutions > 0 ? found->length : 0;
	p->lower_bound = found->lower_bound;
	p->n_solutions = found->n_solutions;
	p->n_iterations = found->n_iterations;
	p->n_generated = found->n_generated;
	p->n_expanded = found->n_expanded;
	p->n_lookups = found->n_lookups;
	p->seconds = found->seconds;
	if (r->by_method != NULL) {
		p->is_by_method = true;
		p->has_hit_limit = found->n_solutions > 0 && r->by_method->has_hit_limit;
		p->n_stages = found->n_solutions > 0 ? r->by_method->n_stages : 0;
		take_names(r);
		p->is_by_list = r->by_method->is_by_list;
	}
	memcpy(r->iterations, found->iterations, found->n_iterations * sizeof *found->iterations);
	free(r->solutions);
	r->solutions = found->solutions;
	found->solutions = NULL;
	found->n_solutions = 0;
}

void result_keep_classes(struct result *r, const struct cube *c, uint32_t permitted, const struct goal *goal)
{
	r->group = solution_group_of(c, permitted, goal);
	r->public.n_solutions = solution_classes_keep(r->solutions, r->public.n_solutions, &r->group);
	r->public.n_symmetries = solution_group_order(&r->group);
}

void result_keep_sides(struct result *r, const struct cube *c, const struct goal *goal)
{
	if (strstr(goal->name, "neutral") == NULL)
		return;
	memcpy(r->goal, goal->name, sizeof r->goal);
	for (uint64_t i = 0; i < r->public.n_solutions; i++) {
		const struct cube end = cube_after_moves(*c, r->solutions[i].moves, r->solutions[i].n_moves);
		r->solutions[i].rotation = (uint8_t)goal_rotation(goal, &end);
	}
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
	out->share = method_stage_share(r->by_method, i, &out->n_share);
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
