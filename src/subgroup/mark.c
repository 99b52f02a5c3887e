#include "subgroup/mark.h"

#include "base/parallel.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { NO_MOVE = N_MOVES, MAX_LENGTH = 24, QUEUE = 32, BUFFER = 256, PREFIX_LENGTH = 4 };

/* The shortest way out of H and back in has five moves, such as R L U2 R' L' (all shorter ones were tried). */
enum { SHORTEST_EXCURSION = 5 };

/* Quarter turns of R F L B: the moves that lead into H from outside. */
enum { INTO_H = QUARTER_TURNS & ~0xE07 };

struct node {
	struct member member;
	uint16_t flip, twist;
	uint32_t number;              /* of the coset; found when its buffer is emptied */
	uint8_t symmetry;             /* by which the number was found */
	uint8_t distance;
	uint8_t last_move;
};

/* Where the parts of the search begin: the first moves, and where they lead. */
struct prefix {
	struct node node;
	uint8_t move[PREFIX_LENGTH];
};

/* What all threads share. */
struct marking {
	const struct mark_search *search;
	const struct phase1_tables *phase1;
	const struct member_tables *members;
	uint32_t may_follow[N_MOVES + 1];     /* [last move] */
	uint32_t may_end[N_MOVES + 1];
	uint32_t into_h[N_TWISTS];            /* [twist at distance 1]: the moves that lead into H */
	struct prefix *prefix;                /* owned */
	uint32_t n_prefixes;
	unsigned prefix_length;
	_Atomic uint64_t n_new, n_nodes, n_sequences;
};

struct queue {
	struct member_place place[QUEUE];
	unsigned n_queued;                    /* since the beginning; the last QUEUE are in the queue */
};

/* What one thread has in hand.  Nodes wait in a buffer for each number of moves left, and marks in a queue, while what they
 * need is on its way from memory into the cache. */
struct marker {
	const struct marking *shared;
	struct queue found, images;           /* what sequences reach; what symmetries make of it */
	uint64_t n_new, n_nodes, n_sequences;
	unsigned n_waiting[MAX_LENGTH + 1];   /* [moves left] */
	struct node waiting[MAX_LENGTH + 1][BUFFER];
};

static void fill_move_order(struct marking *s)
{
	const bool leaves_out = s->search->leaves_out_h_moves;
	for (unsigned last = 0; last <= N_MOVES; last++) {
		s->may_follow[last] = move_successors[METRIC_HTM][last == NO_MOVE ? LAST_NONE : 1 + move_face(last)];
		s->may_end[last] = s->may_follow[last] & (leaves_out ? (uint32_t)INTO_H : (1u << N_MOVES) - 1);
		/* R2 L is L R2, which ends with a move of H. */
		if (leaves_out && last != NO_MOVE && !move_is_quarter(last))
			s->may_end[last] &= ~(7u << (move_face(last) + 3) % N_FACES * 3);
	}
}

/* A queue gives memory the time to answer: a mark waits until QUEUE others have been asked for. */
static bool pass_queue(struct marker *w, struct queue *q, struct member_place place, struct member_place *out)
{
	__builtin_prefetch(w->shared->search->bitmap->page[place.page] + place.byte, 1);
	const unsigned slot = q->n_queued++ % QUEUE;
	*out = q->place[slot];
	q->place[slot] = place;
	return q->n_queued > QUEUE;
}

static bool mark(struct marker *w, struct member_place place)
{
	const bool is_new = bitmap_mark(w->shared->search->bitmap->page[place.page] + place.byte, place.bit);
	w->n_new += is_new;
	return is_new;
}

/* Most members that sequences reach are marked already: their images are, too, since the set is closed under symmetries. */
static void mark_with_images(struct marker *w, struct member_place place)
{
	const struct images *const images = w->shared->search->images;
	if (!mark(w, place) || images == NULL)
		return;
	for (unsigned i = 0; i < images->n_kept; i++) {
		struct member_place ready;
		if (pass_queue(w, &w->images, image_place(&images->kept[i], place), &ready))
			mark(w, ready);
	}
}

static void put_mark(struct marker *w, struct member m)
{
	struct member_place ready;
	if (pass_queue(w, &w->found, member_place(w->shared->members, m), &ready))
		mark_with_images(w, ready);
	w->n_sequences++;
}

static void empty_queues(struct marker *w)
{
	for (unsigned i = 0; i < QUEUE && i < w->found.n_queued; i++)
		mark_with_images(w, w->found.place[i]);
	for (unsigned i = 0; i < QUEUE && i < w->images.n_queued; i++)
		mark(w, w->images.place[i]);
	w->found.n_queued = w->images.n_queued = 0;
}

/* All but the number of its coset: that needs an entry of class_of, which may not be in the cache. */
static struct node after(const struct marking *s, const struct node *n, unsigned move)
{
	return (struct node){
		.member = member_after(s->members, n->member, move), .flip = s->phase1->flip_after[n->flip][move],
		.twist = s->phase1->twist_after[n->twist][move], .last_move = (uint8_t)move,
	};
}

static const uint32_t *class_entry(const struct marking *s, const struct node *n)
{
	return &s->phase1->class_of[phase1_flipslice(n->member.slice / 24u, n->flip)];
}

static void find_number(const struct marking *s, struct node *n)
{
	const uint32_t entry = *class_entry(s, n);
	n->symmetry = entry & 15;
	n->number = (entry >> 4) * N_TWISTS + s->phase1->twist_conjugate[n->twist][n->symmetry];
}

/* The moves after which the others can still reach H, with n_left >= 2 moves left. */
static uint32_t moves_within_reach(const struct marking *s, const struct guide_moves *moves, unsigned distance, unsigned n_left)
{
	uint32_t within = n_left == distance ? moves->nearer : n_left == distance + 1 ? moves->not_further : UINT32_MAX;
	/* Who is in H and may not end with a move of H has to leave it and come back. */
	if (s->search->leaves_out_h_moves && n_left - 1 < SHORTEST_EXCURSION && distance <= 1)
		within &= ~(distance == 1 ? moves->nearer : moves->not_further);
	return within;
}

/* The nodes one move on from which n_left - 1 moves may reach H. @return how many */
static unsigned expand(const struct marking *s, const struct node *n, unsigned n_left, struct node child[N_MOVES])
{
	const struct guide_moves moves = guide_moves(s->search->guide, s->search->guide->entry[n->number], n->symmetry);
	unsigned n_children = 0;
	for (uint32_t left = s->may_follow[n->last_move] & moves_within_reach(s, &moves, n->distance, n_left); left != 0; left &= left - 1) {
		const unsigned move = (unsigned)__builtin_ctz(left);
		struct node *const c = &child[n_children++];
		*c = after(s, n, move);
		c->distance = (uint8_t)(n->distance + 1 - (moves.nearer >> move & 1) - (moves.not_further >> move & 1));
		__builtin_prefetch(class_entry(s, c));
	}
	return n_children;
}

/* The last move of all nodes that wait for it. */
static void mark_waiting(struct marker *w)
{
	const struct marking *const s = w->shared;
	for (unsigned i = 0; i < w->n_waiting[1]; i++) {
		const struct node *const n = &w->waiting[1][i];
		const uint32_t moves = n->distance == 1 ? s->into_h[n->twist] : (1u << N_MOVES) - 1 - INTO_H;
		for (uint32_t left = s->may_end[n->last_move] & moves; left != 0; left &= left - 1)
			put_mark(w, member_after(s->members, n->member, (unsigned)__builtin_ctz(left)));
	}
}

/* Search below all nodes that wait with so many moves left. */
static void empty_buffer(struct marker *w, unsigned n_left)
{
	const struct marking *const s = w->shared;
	w->n_nodes += w->n_waiting[n_left];
	if (n_left == 1) {
		mark_waiting(w);
	} else {
		for (unsigned i = 0; i < w->n_waiting[n_left]; i++) {
			find_number(s, &w->waiting[n_left][i]);
			__builtin_prefetch(&s->search->guide->entry[w->waiting[n_left][i].number]);
		}
		for (unsigned i = 0; i < w->n_waiting[n_left]; i++) {
			if (w->n_waiting[n_left - 1] > BUFFER - N_MOVES)
				empty_buffer(w, n_left - 1);
			w->n_waiting[n_left - 1] +=
				expand(s, &w->waiting[n_left][i], n_left, &w->waiting[n_left - 1][w->n_waiting[n_left - 1]]);
		}
	}
	w->n_waiting[n_left] = 0;
}

/* A few prefixes at once fill the buffers better, but where symmetries leave few prefixes each is a part of its own. */
static uint32_t prefixes_a_part(const struct marking *s)
{
	return s->search->images == NULL ? 4 : 1;
}

static void search_part(void *context, uint32_t part)
{
	struct marking *const s = context;
	struct marker w;
	memset(&w, 0, offsetof(struct marker, waiting));
	w.shared = s;
	const unsigned n_left = s->search->length - s->prefix_length;
	const uint32_t n = prefixes_a_part(s);
	for (uint32_t i = part * n; i < (part + 1) * n && i < s->n_prefixes; i++)
		w.waiting[n_left][w.n_waiting[n_left]++] = s->prefix[i].node;
	for (unsigned left = n_left; left > 0; left--)
		empty_buffer(&w, left);
	empty_queues(&w);
	atomic_fetch_add_explicit(&s->n_new, w.n_new, memory_order_relaxed);
	atomic_fetch_add_explicit(&s->n_nodes, w.n_nodes, memory_order_relaxed);
	atomic_fetch_add_explicit(&s->n_sequences, w.n_sequences, memory_order_relaxed);
}

/* From the neighbours of H, each of which a quarter turn of one face makes and a quarter turn of it brings back. */
static void fill_into_h(struct marking *s)
{
	for (unsigned m = 0; m < N_MOVES; m++)
		if (INTO_H >> m & 1)
			s->into_h[corners_rank_twist(&move_cube[m])] |= (INTO_H & 7u << move_face(m) * 3);
}

static struct node root(const struct marking *s)
{
	const struct phase1_coset coset = phase1_rank(&s->search->cube);
	struct node n = {.member = member_rank(&s->search->cube), .flip = coset.flip, .twist = coset.twist, .last_move = NO_MOVE};
	find_number(s, &n);
	n.distance = (uint8_t)guide_distance(s->search->guide->entry[n.number]);
	return n;
}

/* Whether a symmetry makes a sequence of smaller moves of it, in the order of the dictionary. */
static bool has_smaller_image(uint32_t symmetries, const uint8_t *moves, unsigned n)
{
	for (uint32_t left = symmetries; left != 0; left &= left - 1) {
		const uint8_t *const image_of = symmetry_move[__builtin_ctz(left)];
		unsigned i = 0;
		while (i < n && image_of[moves[i]] == moves[i])
			i++;
		if (i < n && image_of[moves[i]] < moves[i])
			return true;
	}
	return false;
}

/* Whether sequences that begin like this have to be searched.
 *
 * Take a shortest sequence for some member, all that the symmetries make of it, and all that come of these by exchanging
 * neighbours that commute.  If one of them begins or ends with a move of H, their members are in the bitmap already, since it
 * is closed under the symmetries.  Otherwise the smallest of them in the order of the dictionary is searched, and its images
 * are the members of the others: it is in canonical order, since exchanging D U, L R or B F makes a sequence smaller, and no
 * symmetry makes one of its beginnings smaller. */
static bool is_searched(const struct marking *s, const struct prefix *p, unsigned length)
{
	const unsigned first = p->move[0];
	if (s->search->leaves_out_inverses) {
		if ((INTO_H >> first & 1) == 0)
			return false;
		/* R L2 is L2 R. */
		if (length == 2 && move_face(p->move[1]) == (move_face(first) + 3) % N_FACES && !move_is_quarter(p->move[1]))
			return false;
	}
	return !has_smaller_image(s->search->symmetries, p->move, length);
}

/* One more move on all prefixes. @return false without memory */
static bool lengthen_prefixes(struct marking *s)
{
	struct prefix *const longer = malloc(((size_t)s->n_prefixes * N_MOVES + 1) * sizeof *longer);
	if (longer == NULL)
		return false;
	uint32_t n = 0;
	for (uint32_t i = 0; i < s->n_prefixes; i++) {
		struct node child[N_MOVES];
		find_number(s, &s->prefix[i].node);
		const unsigned n_children = expand(s, &s->prefix[i].node, s->search->length - s->prefix_length, child);
		for (unsigned k = 0; k < n_children; k++) {
			longer[n] = s->prefix[i];
			longer[n].node = child[k];
			longer[n].move[s->prefix_length] = child[k].last_move;
			n += is_searched(s, &longer[n], s->prefix_length + 1);
		}
	}
	free(s->prefix);
	s->prefix = longer;
	s->n_prefixes = n;
	s->prefix_length++;
	return true;
}

static bool make_prefixes(struct marking *s)
{
	s->prefix = malloc(sizeof *s->prefix);
	if (s->prefix == NULL)
		return false;
	s->prefix[0].node = root(s);
	s->n_prefixes = s->prefix[0].node.distance <= s->search->length;
	while (s->prefix_length < PREFIX_LENGTH && s->prefix_length + 1 < s->search->length)
		if (!lengthen_prefixes(s))
			return false;
	return true;
}

static uint32_t n_parts(const struct marking *s)
{
	return (s->n_prefixes + prefixes_a_part(s) - 1) / prefixes_a_part(s);
}

static bool goes_on(void *context, uint32_t n_begun)
{
	const struct marking *const s = context;
	return s->search->watcher == NULL || s->search->watcher(s->search->context, n_begun, n_parts(s));
}

/* No moves at all: the coset is H itself, and its cube is a member. */
static void mark_cube_itself(struct marking *s)
{
	const struct node n = root(s);
	if (n.distance != 0 || s->search->leaves_out_h_moves)
		return;
	const struct member_place place = member_place(s->members, n.member);
	s->n_new += bitmap_mark(s->search->bitmap->page[place.page] + place.byte, place.bit);
	s->n_sequences++;
}

enum mark_status mark_search_run(const struct mark_search *search, struct mark_result *out)
{
	struct marking s = {.search = search, .phase1 = phase1_tables(), .members = member_tables()};
	enum mark_status status = MARK_OK;
	fill_move_order(&s);
	fill_into_h(&s);
	if (search->length == 0)
		mark_cube_itself(&s);
	else if (!make_prefixes(&s))
		status = MARK_NO_MEMORY;
	else if (!parallel_for_watched(search->n_threads, n_parts(&s), search_part, goes_on, &s))
		status = MARK_INTERRUPTED;
	free(s.prefix);
	*out = (struct mark_result){s.n_new, s.n_nodes, s.n_sequences};
	return status;
}
