/* What is behind the sequences that a sweep has found to pass: nodes with as many moves left as the cap, and pairs of turns
 * behind those with one more. */
#ifndef SUPERFLIP_COSET_KERNEL_SWEPT_H
#define SUPERFLIP_COSET_KERNEL_SWEPT_H
#include "coset/kernel/noting.h"
#include "coset/kernel/pairs.h"
#include "coset/kernel/paths.h"

static void forget_swept(struct sweep *s)
{
	s->n_passing = s->n_taken = s->n_short = s->n_short_taken = s->asked.n = 0;
}

static inline unsigned n_swept_waiting(const struct sweep *s)
{
	return s == NULL ? 0 : s->n_passing - s->n_taken;
}

/* Nodes behind images of sequences. */
static void make_behind(const struct coset *k, const struct sweep *s, const struct sweep_passing *from, unsigned n,
                        struct node *to)
{
	struct path path[GROUP];
	for (unsigned i = 0; i < n; i++) {
		memcpy(path[i].move, s->path, sizeof s->path);
		path[i].n = path[i].n_before = (uint8_t)s->n_path;
		append_image(&path[i], s->words, from[i].image);
	}
	make_nodes(k, path, n, to);
}

/* The next nodes for a group. */
static void take_swept(struct coset *k, struct group *g)
{
	struct sweep *const s = k->sweep;
	const unsigned n = n_swept_waiting(s) < GROUP ? n_swept_waiting(s) : GROUP;
	const struct sweep_passing *const from = &s->passing[s->n_taken];
	g->n = n;
	g->node = g->made;
	s->n_taken += n;
	make_behind(k, s, from, n, g->made);
	for (unsigned i = 0; i < n; i++) {
		const uint64_t noted = from[i].noted;
		g->made[i].value = (uint8_t)noted_value(k, noted, 0);
		g->made[i].near = (uint8_t)noted_near(noted, 0);
		g->made[i].origin = from[i].image & ORIGIN_MASK;
		for (unsigned b = 0; b < N_AXES_LEFT; b++) {
			const unsigned branch = N_AXES_LEFT * i + b;
			g->node_value[branch] = g->made[i].value;
			g->inverse_value[branch] = (uint8_t)noted_value(k, noted, noted_number(b, 0));
			g->second_value[branch] = (uint8_t)noted_value(k, noted, noted_number(b, 1));
			g->swept_near[branch][0] = (uint8_t)noted_near(noted, noted_number(b, 0));
			g->swept_near[branch][1] = (uint8_t)noted_near(noted, noted_number(b, 1));
		}
	}
}

/* Pairs of turns behind the next short sequences, as long as there is room: after the nodes, the first of which are more
 * promising.  Leads have led to the others, but never to those of two quarter turns.  Returns how many. */
static unsigned take_swept_pairs(struct coset *k)
{
	enum { AT_ONCE = 16 };
	struct sweep *const s = k->sweep;
	struct queue *const q = &k->queue[k->cap - 1];
	const unsigned which = PAIRS_ALL & ~(PAIRS_ALL << k->led_closeness);
	unsigned n_pairs = 0;
	struct node made[AT_ONCE];
	/* No more than a group while nodes wait there: behind some cubes nearly all pairs pass, and become nodes. */
	if (q->tail - q->head >= GROUP)
		return 0;
	while (s != NULL && n_swept_waiting(s) == 0 && s->n_short_taken != s->n_short && q->n_untested < N_BRANCHES) {
		const unsigned n = s->n_short - s->n_short_taken < AT_ONCE ? s->n_short - s->n_short_taken : AT_ONCE;
		const struct sweep_passing *const from = &s->short_passing[s->n_short_taken];
		static_assert(N_BRANCHES + AT_ONCE * MOST_PAIRS <= QUEUE_UNTESTED, "the queue has room");
		make_behind(k, s, from, n, made);
		for (unsigned i = 0; i < n; i++)
			n_pairs += add_pairs(k, &made[i], k->top - k->cap - 1, from[i].noted, which, q);
		s->n_short_taken += n;
	}
	return n_pairs;
}
#endif
