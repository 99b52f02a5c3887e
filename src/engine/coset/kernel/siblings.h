/* Deferred siblings: all children by steps of nodes with one move left more than the cap.  By their bounds
 * all of them are unpruned, but few have children that are, and only these are made. */
#pragma once
#include "coset/kernel/batch.h"
#include "coset/kernel/tables.h"

enum { MAX_PARENTS = 4 * BATCH };               /* a power of two; two batches of parents may be under way,
                                                 * and few others wait */

struct parent {
	struct node node;
	uint64_t record;                        /* what is known of it and its children (records.h) */
};

/* First in, first out. */
struct siblings {
	unsigned head, tail;                    /* numbers of parents, which are here modulo MAX_PARENTS */
	struct parent parent[MAX_PARENTS];
};

/* How many parents make a batch. */
static inline unsigned siblings_full(const struct kernel_tables *t)
{
	/* vectors of eight node axes are aligned */
	return t->of_siblings.n % 8 == 0 ? N_AXES_LEFT * t->batch / t->of_siblings.n : 1;
}

static inline unsigned siblings_waiting(const struct siblings *s)
{
	return s->tail - s->head;
}

static inline const struct parent *siblings_parent(const struct siblings *s, unsigned number)
{
	return &s->parent[number % MAX_PARENTS];
}
