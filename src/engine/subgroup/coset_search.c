/* Finding the positions of a coset that sequences of a given length reach: a depth-first search that never
 * leaves the reach of H. */
#include "subgroup/coset.h"

#include <stdatomic.h>

enum { NO_MOVE = N_MOVES, MAX_LENGTH = 24, QUEUE = 32, BUFFER = 256, PREFIX_LENGTH = 4 };

/* The shortest way out of H and back in has five moves, such as R L U2 R' L' (all shorter ones were
 * tried). */
enum { SHORTEST_EXCURSION = 5 };

/* Quarter turns of R F L B: the moves that lead into H from outside. */
enum { INTO_H = QUARTER_TURNS & ~0xE07 };

struct node {
	struct element element;
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
struct shared {
	struct subgroup_coset *coset;
	const struct automorphisms *symmetries;       /* that are used, or NULL */
	const struct phase1_tables *phase1;
	const struct element_tables *elements;
	unsigned length;
	bool leaves_out_h_moves;                      /* sequences that end with one: the set was extended */
	uint32_t may_follow[N_MOVES + 1];             /* [last move] */
	uint32_t may_end[N_MOVES + 1];
	uint32_t into_h[N_TWISTS];                    /* [twist at distance 1]: the moves that lead into H */
	struct prefix *prefix;                        /* owned */
	uint32_t n_prefixes;
	unsigned prefix_length;
	uint32_t prefixes_a_part;
	_Atomic uint64_t n_new;
};

struct queue {
	struct bit_position position[QUEUE];
	unsigned n_queued;                    /* since the beginning; the last QUEUE are in the queue */
};

/* What one thread owns.  Nodes wait in a buffer for each number of moves left, and bits in a queue, while
 * what they need is on its way from memory into the cache. */
struct worker {
	const struct shared *shared;
	struct queue found, images;           /* what sequences reach; what symmetries make of it */
	uint64_t n_new;
	unsigned n_waiting[MAX_LENGTH + 1];   /* [moves left] */
	struct node waiting[MAX_LENGTH + 1][BUFFER];
};

static void fill_move_order(struct shared *s)
{
	const bool leaves_out = s->leaves_out_h_moves;
	for (unsigned last = 0; last <= N_MOVES; last++) {
		s->may_follow[last] = move_successors[METRIC_HTM][last == NO_MOVE ? LAST_NONE : 1 + move_face(last)];
		s->may_end[last] = s->may_follow[last] & (leaves_out ? (uint32_t)INTO_H : (1u << N_MOVES) - 1);
		/* R2 L is L R2, which ends with a move of H. */
		if (leaves_out && last != NO_MOVE && !move_is_quarter(last))
			s->may_end[last] &= ~(7u << (move_face(last) + 3) % N_FACES * 3);
	}
}

/* A queue gives memory the time to answer: a bit waits until QUEUE others have been prefetched. */
static bool pass_queue(struct worker *w, struct queue *q, struct bit_position at, struct bit_position *out)
{
	__builtin_prefetch(w->shared->coset->bitmap.page[at.page] + at.byte, 1);
	const unsigned slot = q->n_queued++ % QUEUE;
	*out = q->position[slot];
	q->position[slot] = at;
	return q->n_queued > QUEUE;
}

static bool set_bit(struct worker *w, struct bit_position at)
{
	const bool is_new = bitmap_set(&w->shared->coset->bitmap, at);
	w->n_new += is_new;
	return is_new;
}

/* Most elements that sequences reach are in the set already: their images are, too, since it is closed under
 * symmetries. */
static void set_images(struct worker *w, struct bit_position at)
{
	const struct automorphisms *const symmetries = w->shared->symmetries;
	if (!set_bit(w, at) || symmetries == NULL)
		return;
	items_foreach(kept, symmetries->kept, symmetries->n_kept) {
		struct bit_position ready;
		if (pass_queue(w, &w->images, automorphism_image(kept, at), &ready))
			set_bit(w, ready);
	}
}

static const uint32_t *class_entry(const struct shared *s, const struct node *n)
{
	return &s->phase1->class_of[phase1_flipslice(n->element.slice / 24u, n->flip)];
}

static void find_number(const struct shared *s, struct node *n)
{
	const uint32_t entry = *class_entry(s, n);
	n->symmetry = entry & 15;
	n->number = (entry >> 4) * N_TWISTS + s->phase1->twist_conjugate[n->twist][n->symmetry];
}

/* The nodes one move on from which n_left - 1 moves may reach H. @return how many */
static unsigned expand(const struct shared *s, const struct node *n, unsigned n_left,
                       struct node child[N_MOVES])
{
	const struct pruning_moves moves =
		move_pruning_moves(&s->coset->pruning, s->coset->pruning.entry[n->number], n->symmetry);
	unsigned n_children = 0;
	/* The moves after which the others can still reach H, with n_left >= 2 moves left. */
	uint32_t within = n_left == n->distance ? moves.nearer
	                  : n_left == n->distance + 1u ? moves.not_further : UINT32_MAX;
	/* From inside H, a sequence that may not end with a move of H must leave H and return. */
	if (s->leaves_out_h_moves && n_left - 1 < SHORTEST_EXCURSION && n->distance <= 1)
		within &= ~(n->distance == 1 ? moves.nearer : moves.not_further);
	set_foreach(move, s->may_follow[n->last_move] & within) {
		struct node *const c = &child[n_children++];
		/* All but the number of its coset: that needs an entry of class_of, which may not be in the cache. */
		*c = (struct node){
			.element = element_after(s->elements, n->element, move),
			.flip = s->phase1->flip_after[n->flip][move],
			.twist = s->phase1->twist_after[n->twist][move],
			.last_move = (uint8_t)move,
			.distance =
				(uint8_t)(n->distance + 1 - (moves.nearer >> move & 1) - (moves.not_further >> move & 1)),
		};
		__builtin_prefetch(class_entry(s, c));
	}
	return n_children;
}

/* Search below all nodes that wait with so many moves left. */
static void empty_buffer(struct worker *w, unsigned n_left)
{
	const struct shared *const s = w->shared;
	if (n_left == 1) {
		/* The last move of all of them. */
		for (unsigned i = 0; i < w->n_waiting[1]; i++) {
			const struct node *const n = &w->waiting[1][i];
			const uint32_t moves = n->distance == 1 ? s->into_h[n->twist] : (1u << N_MOVES) - 1 - INTO_H;
			set_foreach(move, s->may_end[n->last_move] & moves) {
				const struct element reached = element_after(s->elements, n->element, move);
				struct bit_position ready;
				if (pass_queue(w, &w->found, bit_position_of(s->elements, reached), &ready))
					set_images(w, ready);
			}
		}
	} else {
		for (unsigned i = 0; i < w->n_waiting[n_left]; i++) {
			find_number(s, &w->waiting[n_left][i]);
			__builtin_prefetch(&s->coset->pruning.entry[w->waiting[n_left][i].number]);
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

static void search_part(void *context, uint32_t part)
{
	struct shared *const s = context;
	struct worker w;
	memset(&w, 0, offsetof(struct worker, waiting));
	w.shared = s;
	const unsigned n_left = s->length - s->prefix_length;
	const uint32_t first = part * s->prefixes_a_part, end = first + s->prefixes_a_part;
	for (uint32_t i = first; i < end && i < s->n_prefixes; i++)
		w.waiting[n_left][w.n_waiting[n_left]++] = s->prefix[i].node;
	for (unsigned left = n_left; left > 0; left--)
		empty_buffer(&w, left);
	for (unsigned i = 0; i < QUEUE && i < w.found.n_queued; i++)
		set_images(&w, w.found.position[i]);
	for (unsigned i = 0; i < QUEUE && i < w.images.n_queued; i++)
		set_bit(&w, w.images.position[i]);
	atomic_fetch_add_explicit(&s->n_new, w.n_new, memory_order_relaxed);
}

/* Whether sequences that begin like this have to be searched.
 *
 * Take a shortest sequence for some element, all that the symmetries make of it, and all that come of these
 * by exchanging neighbours that commute.  If one of them begins or ends with a move of H, their elements are
 * in the bitmap already, since it is closed under the symmetries.  Otherwise the smallest of them in the
 * order of the dictionary is searched, and its images are the elements of the others: it is in canonical
 * order, since exchanging D U, L R or B F makes a sequence smaller, and no symmetry makes one of its
 * beginnings smaller. */
static bool is_searched(const struct shared *s, const struct prefix *p, unsigned length)
{
	const unsigned first = p->move[0];
	if (s->symmetries == NULL)
		return true;
	if (s->symmetries->inverse != NULL) {
		if (!(INTO_H >> first & 1))
			return false;
		/* R L2 is L2 R. */
		if (length == 2 && move_face(p->move[1]) == (move_face(first) + 3) % N_FACES
		    && !move_is_quarter(p->move[1]))
			return false;
	}
	set_foreach(symmetry, s->coset->symmetries.keeping) {
		const uint8_t *const image_of = symmetry_move[symmetry];
		unsigned i = 0;
		while (i < length && image_of[p->move[i]] == p->move[i])
			i++;
		if (i < length && image_of[p->move[i]] < p->move[i])
			return false;
	}
	return true;
}

/* One more move on all prefixes. @return false without memory */
static bool lengthen_prefixes(struct shared *s)
{
	struct prefix *const longer = malloc(((size_t)s->n_prefixes * N_MOVES + 1) * sizeof *longer);
	if (longer == NULL)
		return false;
	uint32_t n = 0;
	items_foreach(prefix, s->prefix, s->n_prefixes) {
		struct node child[N_MOVES];
		find_number(s, &prefix->node);
		const unsigned n_children = expand(s, &prefix->node, s->length - s->prefix_length, child);
		items_foreach(c, child, n_children) {
			longer[n] = *prefix;
			longer[n].node = *c;
			longer[n].move[s->prefix_length] = c->last_move;
			n += is_searched(s, &longer[n], s->prefix_length + 1);
		}
	}
	free(s->prefix);
	s->prefix = longer;
	s->n_prefixes = n;
	s->prefix_length++;
	return true;
}

enum status subgroup_coset_search(struct subgroup_coset *coset, const struct automorphisms *symmetries,
                                  uint64_t *n_new)
{
	struct shared s = {
		.coset = coset, .symmetries = symmetries, .phase1 = phase1_tables(), .elements = element_tables(),
		.length = coset->n_depths,
		.leaves_out_h_moves = coset->begun == SUBGROUP_BEGUN_EXTENDED,
		/* A few prefixes at once fill the buffers better, but where symmetries leave few prefixes each is a
		 * part of its own. */
		.prefixes_a_part = symmetries == NULL ? 4 : 1,
	};
	enum status status = STATUS_OK;
	fill_move_order(&s);
	/* From the neighbours of H, each of which a quarter turn of one face makes and a quarter turn of it
	 * brings back. */
	set_foreach(m, INTO_H)
		s.into_h[corners_rank_twist(&move_cube[m])] |= (INTO_H & 7u << move_face(m) * 3);
	const struct phase1_coset at = phase1_rank(&coset->cube);
	struct node itself = {.element = element_of_cube(&coset->cube), .flip = at.flip, .twist = at.twist,
		.last_move = NO_MOVE};
	find_number(&s, &itself);
	itself.distance = (uint8_t)move_pruning_distance(coset->pruning.entry[itself.number]);
	if (s.length == 0)  /* no moves at all: the cube is an element if the coset is H itself */
		s.n_new = itself.distance == 0 && !s.leaves_out_h_moves
		    && bitmap_set(&coset->bitmap, bit_position_of(s.elements, itself.element));
	else if ((s.prefix = malloc(sizeof *s.prefix)) == NULL)
		status = STATUS_NO_MEMORY;
	else {
		s.prefix[0].node = itself;
		s.n_prefixes = itself.distance <= s.length;
		while (status == STATUS_OK && s.prefix_length < PREFIX_LENGTH && s.prefix_length + 1 < s.length)
			status = lengthen_prefixes(&s) ? STATUS_OK : STATUS_NO_MEMORY;
		if (status == STATUS_OK
		    && !pdb_parallel_for(coset->progress, "searching", coset->n_threads,
		                         (s.n_prefixes + s.prefixes_a_part - 1) / s.prefixes_a_part, search_part, &s))
			status = STATUS_INTERRUPTED;
	}
	free(s.prefix);
	*n_new = s.n_new;
	return status;
}
