/* Families: nodes with one move left more than the cap, whose children wait unmade. */
#ifndef SUPERFLIP_COSET_KERNEL_FAMILIES_H
#define SUPERFLIP_COSET_KERNEL_FAMILIES_H
#include "coset/kernel/node.h"

/* How many are a group. */
static inline unsigned full_families(const struct coset *k)
{
	return GROUP / k->n_children;
}

static inline unsigned n_families_waiting(const struct coset *k)
{
	return k->families.tail - k->families.head;
}

static inline bool has_full_families(const struct coset *k)
{
	return n_families_waiting(k) >= full_families(k);
}

static inline const struct family *family(const struct coset *k, unsigned number)
{
	return &k->families.family[number % MAX_FAMILIES];
}

/* That of a branch. */
static inline const struct family *family_of(const struct coset *k, const struct group *g, unsigned branch)
{
	return family(k, g->first_family + k->family_of_branch[branch]);
}

/* The first families for a group. */
static void take_families(struct coset *k, struct group *g)
{
	struct families *const all = &k->families;
	const unsigned n = n_families_waiting(k), n_children = k->n_children;
	g->n_families = n < full_families(k) ? n : full_families(k);
	g->first_family = all->head;
	for (unsigned i = 0; i < g->n_families; i++) {
		const struct family *const f = family(k, all->head++);
		if (!f->has_origins)
			count_lookups(k, f->origin, N_AXES_LEFT * n_children);
		for (unsigned c = 0; c < n_children && f->has_origins; c++)
			count_lookups(k, f->origin + k->child_turn[c], N_AXES_LEFT);
	}
	g->n = g->n_families * n_children;
	g->node = g->made;
}

/* Number i of a group. */
static void make_child_of_family(const struct coset *k, const struct group *g, unsigned i, struct node *to)
{
	const struct family *const f = family_of(k, g, N_AXES_LEFT * i);
	const unsigned child = k->branch_in_family[N_AXES_LEFT * i] / N_AXES_LEFT, turn = k->child_turn[child];
	const unsigned branch = turn / TURNS, axis = other_axes[f->parent.axis][branch], move = axis * TURNS + turn % TURNS;
	make_child(k, &f->parent, coset_tables.seen_move[f->parent.frame][move], to);
	to->value = f->value[child];
	to->axis = (uint8_t)axis;
	to->origin = (f->origin + (f->has_origins ? turn : 0)) & ORIGIN_MASK;
	if (k->has_layers && turn_is_quarter(move))
		to->near = f->near[branch][turn_is_of_second_face(move)];
	set_move(to, k->top - g->left - 1, move);
}
#endif
