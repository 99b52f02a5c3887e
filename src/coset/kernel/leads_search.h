/* Leads (coset/kernel/leads.h): of the nodes with as many moves left as the cap those whose inverse is nearer than the cap, by what the
 * sweeps of the iteration before have noted.
 *
 * They note at images of sequences: a lead is one, behind the turns of an opening.  Behind a sequence of full length its nodes
 * are behind one turn more; pairs of turns behind the same one lead to nodes with one move less left than the cap, and those
 * behind a short sequence, of one move less, to nodes with the cap left. */
#ifndef SUPERFLIP_COSET_KERNEL_LEADS_SEARCH_H
#define SUPERFLIP_COSET_KERNEL_LEADS_SEARCH_H
#include "coset/kernel/swept.h"

/* ---- passes ---- */
/* The nodes of a pass: how close their inverse is, and whether they have survived in the iteration before, so that their own
 * coset was near, too.  In the order of how many solutions there are for what it takes to search a pass (doc/results.md). */
static const struct lead_pass { uint8_t close; bool have_survived; } lead_pass[LEAD_PASSES] = {
	{3, true}, {2, true}, {3, false}, {1, true}, {2, false}, {1, false},
};
static_assert((int)LEAD_PASSES == 2 * (N_CLOSENESS - 1), "a pass for each");

/* The next turns (coset/kernel/candidates.h) behind which an inverse has a noted value, by its number. */
static const uint16_t turns_of_number[NOTED_NUMBERS] = {02222, 05, 050, 0500, 05000};

/* How close inverses must be for leads to be followed in an iteration: in the last one there would be too many else.
 * N_CLOSENESS: none are. */
static unsigned least_closeness(const struct leads *leads, unsigned threshold)
{
	return threshold < leads->last ? 1 : threshold == leads->last ? 2 : N_CLOSENESS;
}

/* @param least  closeness */
static unsigned passes_of(const struct coset *k, uint64_t noted, unsigned least)
{
	unsigned close = 0, close_survivors = 0, passes = 0;  /* as bits */
	for (unsigned number = 0; number < NOTED_NUMBERS; number++) {
		const unsigned bit = 1u << closeness(k, noted_value(k, noted, number));
		close |= bit;
		close_survivors |= (turns_of_number[number] & noted_survived(noted)) != 0 ? bit : 0;
	}
	for (unsigned p = 0; p < LEAD_PASSES; p++)
		if (lead_pass[p].close >= least)
			passes |= ((lead_pass[p].have_survived ? close_survivors : close) >> lead_pass[p].close & 1) << p;
	return passes;
}

/* Of the least closeness: with it come pairs of two quarter turns behind short sequences. */
static unsigned last_pass(unsigned least)
{
	unsigned pass = 0;
	for (unsigned p = 0; p < LEAD_PASSES; p++)
		if (lead_pass[p].close == least && !lead_pass[p].have_survived)
			pass = p;
	return pass;
}

/* At the end of an iteration it is known behind which turns nodes have survived. */
static void complete_leads(const struct coset *k, struct lead_list *all, const struct survivors *survivors, unsigned least)
{
	const unsigned last = last_pass(least);
	for (unsigned i = 0; i < all->n; i++) {
		struct lead *const lead = &all->lead[i];
		if (survivors->are_known)
			lead->noted |= (uint64_t)survivors->turns[lead->where] << NOTED_SURVIVED;
		lead->passes = (uint8_t)(passes_of(k, lead->noted, least) | (lead->noted >> NOTED_OWN & 1) << last);
	}
}

/* Whether what is noted of a sequence makes a lead. */
static bool is_lead(const struct coset *k, uint64_t noted, bool is_short, unsigned least)
{
	if (least == 1)                         /* something is near, or it would not have been noted */
		return true;
	return least < N_CLOSENESS && (passes_of(k, noted, least) != 0 || (is_short && (noted >> NOTED_OWN & 1) != 0));
}

/* ---- where a lead is ---- */
enum { IMAGE_BITS = 20, TURNS_BITS = 6 };
static_assert((int)IMAGE_BITS <= (int)ORIGIN_BITS && (int)N_AXIS_TURNS <= 1 << TURNS_BITS
              && IMAGE_BITS + TURNS_BITS * SWEEPS_LEADING_TURNS <= 32, "bits for all");

/* No turns of an axis have number 0. */
static uint32_t where_is_image(const struct sweep *s, uint32_t image)
{
	uint32_t where = image;
	for (unsigned i = 0; i < s->n_turns; i++)
		where |= (uint32_t)s->turns[i] << (IMAGE_BITS + TURNS_BITS * i);
	return where;
}

static uint32_t image_of_lead(const struct lead *lead)
{
	return lead->where & ((1 << IMAGE_BITS) - 1);
}

/* ---- to the nodes ---- */
/* A lead on its way. */
struct followed {
	const struct lead *lead;
	const struct coset_words *words;        /* whose image it is */
	struct path path;
};

/* Moves of sequences that are not short, with those of the opening. */
static unsigned full_depth(const struct coset *k)
{
	return k->top - k->cap - 1;
}

static void find_path(struct coset *k, struct followed *f)
{
	f->path.n = f->path.n_before = 0;
	for (uint32_t turns = f->lead->where >> IMAGE_BITS; turns != 0; turns >>= TURNS_BITS)
		append_axis_turns(&f->path, turns & ((1 << TURNS_BITS) - 1));
	f->words = words_of(k, full_depth(k) - f->path.n);
	append_image(&f->path, f->words, image_of_lead(f->lead));
}

/* Leads of the next iteration that this one's leads know already. */
struct known_leads {
	unsigned n;
	struct lead lead[LEADS_AT_ONCE * (MOST_PAIRS + 1)];
};

/* A node behind turns: its image is near itself, and it counts there.  @param known  NULL: this need not be told */
static void reach(struct coset *k, const struct followed *f, unsigned turns, struct node *n, struct known_leads *known)
{
	if (known == NULL)
		return;
	const uint32_t image = coset_words_behind(f->words, image_of_lead(f->lead), turns);
	sweeps_set_near(k->root->search->sweeps, image);
	known->lead[known->n++] = (struct lead){.noted = note_of(k, 0, n->value, n->near), .where = image};
	n->origin = image & ORIGIN_MASK;
}

static unsigned turns_of_move(unsigned move)
{
	const unsigned quarters = move % 3 + 1;
	const bool is_second = turn_is_of_second_face(move);
	return axis_turns_number(move / TURNS, is_second ? 0 : quarters, is_second ? quarters : 0);
}

/* Nodes behind single turns. */
static void add_children(struct coset *k, const struct node *n, const struct followed *f, struct lead_pass pass,
                         struct known_leads *known)
{
	struct queue *const q = &k->queue[k->cap];
	const uint64_t noted = f->lead->noted;
	unsigned left = pass.have_survived ? noted_survived(noted) : ~noted_survived(noted) & ALL_CHILDREN;
	assert(q->tail + N_CHILDREN <= QUEUE_NODES);
	for (; left != 0; left &= left - 1) {
		const unsigned turn = (unsigned)__builtin_ctz(left), axis = other_axes[n->axis][turn / TURNS];
		const unsigned move = axis * TURNS + turn % TURNS;
		const unsigned number = turn_is_quarter(move) ? noted_number(turn / TURNS, turn_is_of_second_face(move)) : 0;
		if (closeness(k, noted_value(k, noted, number)) != pass.close)
			continue;
		struct node *const to = &q->node[q->tail++];
		make_child(k, n, coset_tables.seen_move[n->frame][move], to);
		to->value = (uint8_t)noted_value(k, noted, number);
		to->near = (uint8_t)noted_near(noted, number);
		to->axis = (uint8_t)axis;
		set_move(to, f->path.n, move);
		reach(k, f, turns_of_move(move), to, known);
	}
}

/* Nodes behind pairs of turns. */
static void add_near_pairs(struct coset *k, const struct node *n, const struct followed *f, struct lead_pass pass,
                           struct known_leads *known)
{
	struct queue *const q = &k->queue[k->cap];
	const unsigned before = q->n_untested, which = 1u << pass.close | (pass.close == k->led_closeness ? PAIRS_OF_QUARTERS : 0);
	add_pairs(k, n, f->path.n, f->lead->noted, which, q);
	for (unsigned i = before; i < q->n_untested; i++) {
		const uint8_t *const bytes = (const void *)&q->untested[i];
		const unsigned first = bytes[path_byte[f->path.n]], second = bytes[path_byte[f->path.n + 1]];
		reach(k, f, axis_turns_number(first / TURNS, first % 3 + 1, second % 3 + 1), &q->untested[i], known);
	}
}

/* All that a lead leads to in a pass.  Returns how many nodes are not counted otherwise. */
static unsigned follow(struct coset *k, const struct node *n, const struct followed *f, struct lead_pass pass,
                       bool is_first_pass, struct known_leads *known)
{
	if (f->path.n != full_depth(k)) {
		if (!pass.have_survived)
			add_near_pairs(k, n, f, pass, known);
		return 0;
	}
	add_children(k, n, f, pass, known);
	/* In the next iteration it is a short one; of its own inverse this one's sweep tells more. */
	if (known != NULL && is_first_pass)
		known->lead[known->n++] = (struct lead){
			.noted = note_of_others(f->lead->noted), .where = coset_words_behind(f->words, image_of_lead(f->lead), 0),
		};
	return pass.have_survived ? 0
	                          : add_pairs(k, n, f->path.n, f->lead->noted, 1u << pass.close, &k->queue[k->cap - 1]);
}

/* The next leads to the queues.  Returns false if there are none. */
static bool take_leads(struct worker *w)
{
	struct coset *const k = w->kernel_state;
	struct search *const s = k->root->search;
	const struct lead *lead;
	unsigned pass, n = 0;
	const unsigned n_next = leads_next(s->leads, &lead, &pass);
	struct followed followed[LEADS_AT_ONCE];
	struct path path[LEADS_AT_ONCE];
	struct node made[LEADS_AT_ONCE];
	struct known_leads known;
	static_assert((int)LEADS_AT_ONCE <= (int)GROUP, "they are made together");
	static_assert(LEADS_AT_ONCE * MOST_PAIRS + 2 * GROUP <= QUEUE_UNTESTED, "the queue has room");
	if (n_next == 0)
		return false;
	known.n = 0;
	for (unsigned i = 0; i < n_next; i++)
		if ((lead[i].passes >> pass & 1) != 0) {
			followed[n].lead = &lead[i];
			find_path(k, &followed[n]);
			path[n] = followed[n].path;
			n++;
		}
	if (n != 0)
		make_nodes(k, path, n, made);
	for (unsigned i = 0; i < n; i++) {
		const bool is_first_pass = (followed[i].lead->passes & ((1u << pass) - 1)) == 0;
		w->counts.n_generated += follow(k, &made[i], &followed[i], lead_pass[pass], is_first_pass,
		                                s->sweeps->knows_near ? &known : NULL);
	}
	if (known.n != 0)
		leads_add(s->leads, known.lead, known.n);
	leads_end(s->leads);
	return true;
}
#endif
