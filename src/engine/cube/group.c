#include "cube/group.h"

#include <stdlib.h>
#include <string.h>

struct group_permutation group_product(const struct group_permutation *a, const struct group_permutation *b)
{
	struct group_permutation p;
	for (unsigned i = 0; i < N_FACELETS; i++)
		p.image[i] = b->image[a->image[i]];
	return p;
}

struct group_permutation group_inverse(const struct group_permutation *a)
{
	struct group_permutation p;
	for (unsigned i = 0; i < N_FACELETS; i++)
		p.image[a->image[i]] = (uint8_t)i;
	return p;
}

struct group_permutation group_permutation_of(const struct cube *c)
{
	struct group_permutation origins;
	facelet_origins(c, origins.image);
	return group_inverse(&origins);
}

/* The first sticker that is moved; N_FACELETS if none is. */
static unsigned first_moved(const struct group_permutation *p)
{
	unsigned i = 0;
	while (i < N_FACELETS && p->image[i] == i)
		i++;
	return i;
}

/* Undo p level by level from `level` on, as far as the orbits allow.
 * @return whether nothing is left of it: it is in the group of that level */
static bool sift(const struct group *g, unsigned level, struct group_permutation *p)
{
	for (; level < g->n_levels; level++) {
		const struct group_level *const l = &g->level[level];
		const unsigned point = p->image[l->base];
		if (!l->is_reached[point])
			return false;
		const struct group_permutation back = group_inverse(&l->to[point]);
		*p = group_product(p, &back);
	}
	return first_moved(p) == N_FACELETS;
}

static void fill_orbit(struct group_level *l)
{
	memset(l->is_reached, 0, sizeof l->is_reached);
	for (unsigned i = 0; i < N_FACELETS; i++)
		l->to[l->base].image[i] = (uint8_t)i;
	l->is_reached[l->base] = true;
	l->n_orbit = 0;
	l->orbit[l->n_orbit++] = l->base;
	for (unsigned k = 0; k < l->n_orbit; k++)
		for (unsigned s = 0; s < l->n_generators; s++) {
			const unsigned from = l->orbit[k], point = l->generator[s].image[from];
			if (l->is_reached[point])
				continue;
			l->is_reached[point] = true;
			l->to[point] = group_product(&l->to[from], &l->generator[s]);
			l->orbit[l->n_orbit++] = (uint8_t)point;
		}
}

/* Make p, which leaves the base of all levels before this one, an element; by Schreier's lemma the stabiliser is generated
 * by the ways round: to a point of the orbit, on by a generator, and back. */
static void add(struct group *g, unsigned level, struct group_permutation p)
{
	struct group_permutation rest = p;
	if (sift(g, level, &rest))
		return;
	if (level == g->n_levels) {
		g->level[level] = (struct group_level){.base = (uint8_t)first_moved(&p)};
		g->n_levels++;
	}
	struct group_level *const l = &g->level[level];
	if (l->n_generators == GROUP_MAX_GENERATORS)
		abort();  /* not reached: each one enlarges the group, whose order has 66 bits with all levels together */
	l->generator[l->n_generators++] = p;
	fill_orbit(l);
	for (unsigned k = 0; k < l->n_orbit; k++)
		for (unsigned s = 0; s < l->n_generators; s++) {
			const struct group_permutation there = group_product(&l->to[l->orbit[k]], &l->generator[s]);
			const struct group_permutation back = group_inverse(&l->to[there.image[l->base]]);
			add(g, level + 1, group_product(&there, &back));
		}
}

struct group *group_generate_by(const struct group_permutation *generators, unsigned n)
{
	struct group *const g = calloc(1, sizeof *g);
	for (unsigned i = 0; g != NULL && i < n; i++)
		add(g, 0, generators[i]);
	return g;
}

struct group *group_generate(uint32_t moves)
{
	struct group_permutation generators[N_MOVES];
	unsigned n = 0;
	for (unsigned m = 0; m < N_MOVES; m++)
		if ((moves >> m & 1) != 0)
			generators[n++] = group_permutation_of(&move_cube[m]);
	return group_generate_by(generators, n);
}

bool group_has(const struct group *g, struct group_permutation p)
{
	return sift(g, 0, &p);
}

bool group_contains(const struct group *g, const struct cube *c)
{
	return group_has(g, group_permutation_of(c));
}

long double group_order(const struct group *g)
{
	long double order = 1;
	for (unsigned i = 0; i < g->n_levels; i++)
		order *= g->level[i].n_orbit;
	return order;
}
