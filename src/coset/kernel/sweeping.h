/* A sweep from its opening to the sequences that pass, and the memory for it. */
#ifndef SUPERFLIP_COSET_KERNEL_SWEEPING_H
#define SUPERFLIP_COSET_KERNEL_SWEEPING_H
#include "coset/kernel/leads_search.h"

#include <sched.h>

/* What does not depend on the cube. */
static void fill_flips(struct sweep *s)
{
	for (unsigned left = 0; left < COSET_LEFTS; left++) {
		for (unsigned flips = 0; flips < 1 << COSET_LAYER_BITS; flips++) {
			const unsigned of_slice[COSET_AXES] = {flips & 1, (flips ^ flips >> 1) & 1, flips >> 1};  /* S, M, E */
			unsigned after[COSET_AXES];
			for (unsigned slice = 0; slice < COSET_AXES; slice++)
				after[coset_tables.edge_left[left][32 + 4 * slice] >> 1 & 3] = of_slice[slice];
			s->flips_after[left][flips] = (uint8_t)(after[0] | after[2] << 1);
		}
		for (unsigned bits = 0; bits < 1 << COSET_LAYER_BITS; bits++)
			for (unsigned near = 0; near < 1 << (1 << COSET_LAYER_BITS); near++)
				for (unsigned flips = 0; flips < 1 << COSET_LAYER_BITS; flips++)
					s->flips_before[left][bits][near] |= (uint8_t)((near >> (s->flips_after[left][flips] ^ bits) & 1) << flips);
	}
}

static void free_images(struct sweep *s)
{
	free(s->own_notes);
	free(s->found);
	free(s->passing);
	free(s->short_passing);
	free(s->by_image);
	free(s->promise);
	free(s->lead);
}

static void free_sweep(struct sweep *s)
{
	if (s != NULL) {
		free(s->way);
		free(s->unsorted);
		free(s->listed);
		free_images(s);
	}
	free(s);
}

static bool make_room_for_images(struct sweep *s, size_t n)
{
	free_images(s);
	s->own_notes = calloc(n, sizeof *s->own_notes);
	s->found = calloc(n / FOUND_BITS + 1, sizeof *s->found);
	s->passing = malloc(n * sizeof *s->passing);
	s->short_passing = malloc(n * sizeof *s->short_passing);
	s->by_image = malloc(n * sizeof *s->by_image);
	s->promise = malloc(n * sizeof *s->promise);
	s->lead = malloc(n * sizeof *s->lead);
	return s->own_notes != NULL && s->found != NULL && s->passing != NULL && s->short_passing != NULL
	       && s->by_image != NULL && s->promise != NULL && s->lead != NULL;
}

static bool make_room(struct sweep *s)
{
	const struct coset_words *const words = s->words;
	const size_t n_ways = (size_t)words->n_places * N_SYMMETRIES, n_images = (size_t)words->n_sequences * N_SYMMETRIES;
	if (n_ways > s->ways_room) {
		free(s->way);
		free(s->unsorted);
		s->way = malloc(n_ways * sizeof *s->way);
		s->unsorted = malloc(n_ways * sizeof *s->unsorted);
		s->ways_room = s->way == NULL || s->unsorted == NULL ? 0 : n_ways;
	}
	if (words->most_branches > s->listed_room) {
		free(s->listed);
		s->listed = malloc((SWEEP_BATCH * (size_t)words->most_branches + 1) * sizeof *s->listed);
		s->listed_room = s->listed == NULL ? 0 : words->most_branches;
	}
	if (n_images > s->images_room)
		s->images_room = make_room_for_images(s, n_images) ? n_images : 0;
	return s->ways_room != 0 && s->images_room != 0 && s->listed_room != 0;
}

/* Whether there is memory for sweeps of so many moves. */
static bool prepare_sweep(struct coset *k, unsigned n_moves)
{
	if (k->sweep == NULL) {
		k->sweep = aligned_alloc(64, (sizeof *k->sweep + 63) / 64 * 64);
		if (k->sweep == NULL)
			return false;
		memset(k->sweep, 0, sizeof *k->sweep);
		fill_flips(k->sweep);
	}
	struct sweep *const s = k->sweep;
	s->all = k->root->search->sweeps;
	s->words = words_of(k, n_moves);
	if (s->words == NULL || !make_room(s))
		return false;
	assert(s->words->n_sequences * N_SYMMETRIES <= 1u << IMAGE_BITS);
	const bool has_own_notes = !s->all->is_shared || s->all->knows_near;
	s->noted = has_own_notes ? s->own_notes : sweeps_notes(s->all, (size_t)s->words->n_sequences * N_SYMMETRIES);
	return s->noted != NULL;
}

/* Nodes that begin with turns of some axes behind an opening, but for those of which all is counted when they are taken: every
 * one above the cap has 30 children over one axis, with one move left more the pairs are counted apart, as with as many as the
 * cap. */
static void count_nodes_above(struct worker *w, unsigned n_moves, unsigned n_axes)
{
	uint64_t n[SWEEP_MAX_MOVES + 1] = {0, 6 * n_axes, (12 * 6 + 9) * n_axes};
	for (unsigned i = 3; i <= n_moves; i++)
		n[i] = 12 * n[i - 1] + 18 * n[i - 2];
	for (unsigned i = 1; i <= n_moves; i++) {
		w->counts.n_expanded += n[i];
		w->counts.n_generated += (i + 2 <= n_moves ? 30 : 12) * n[i];
	}
}

/* What was noted of an image, and is no longer. */
static uint64_t take_note(struct sweep *s, uint32_t image)
{
	/* Where the search was stopped another thread may still be noting. */
	const uint64_t noted = __atomic_load_n(&s->noted[image], __ATOMIC_RELAXED);
	__atomic_store_n(&s->noted[image], 0, __ATOMIC_RELAXED);
	return noted;
}

/* Whether leads have led to the end of a sequence, by the value of its inverse: that behind a pair of quarter turns they do not
 * know. */
static inline bool is_led_to(const struct coset *k, const struct words_sequence *sequence, unsigned value)
{
	const unsigned last = sequence->turns[sequence->n_turns - 1];
	const bool is_pair_of_quarters = axis_turns_first(last) % 2 != 0 && axis_turns_second(last) % 2 != 0;
	return k->led_closeness < N_CLOSENESS && closeness(k, value) >= (is_pair_of_quarters ? 1 : k->led_closeness);
}

/* An image at which something was noted: a lead of the next iteration, and, unless leads of this one have led to it, a node of
 * this one.  If slices are searched one by one, and both its axes pass, in different ones, it comes twice, each time for an axis:
 * as its own inverse is not near, neither tells anything of the other's. */
static inline void add_passing(const struct coset *k, struct sweep *s, uint32_t image)
{
	const struct sweep_passing passing = {take_note(s, image), image};
	const struct words_sequence *const sequence = &s->words->sequence[image / N_SYMMETRIES];
	const bool is_short = sequence->n_moves != s->words->n_moves;
	if (is_lead(k, passing.noted, is_short, k->noted_closeness))
		s->lead[s->n_leads++] = (struct lead){.noted = passing.noted, .where = where_is_image(s, image)};
	if (is_short) {
		s->short_passing[s->n_short] = passing;
		/* If all that is near has been led to, but for pairs of quarter turns, where its own neighbours tell. */
		s->n_short += k->led_closeness != 1 || (passing.noted >> NOTED_OWN & 1) != 0;
		return;
	}
	if (s->all->knows_near ? sweeps_is_near(s->all, image) : is_led_to(k, sequence, noted_value(k, passing.noted, 0)))
		return;
	s->promise[s->n_passing] = (uint8_t)promise_of_noted(k, passing.noted);
	s->by_image[s->n_passing++] = passing;
}

/* By image, and so by the first moves: what is read of them is near to what was just read. */
static void take_found(const struct coset *k, struct sweep *s)
{
	const uint32_t n_images = s->words->n_sequences * N_SYMMETRIES;
	s->n_leads = 0;
	for (uint32_t begin = 0; begin < n_images; begin += FOUND_BITS) {
		for (uint64_t left = s->found[begin / FOUND_BITS]; left != 0; left &= left - 1)
			add_passing(k, s, begin + (unsigned)__builtin_ctzll(left));
		s->found[begin / FOUND_BITS] = 0;
	}
	if (s->n_leads != 0)
		leads_add(k->root->search->leads, s->lead, s->n_leads);
}

/* What passes, the most promising first. */
static void arrange_passing(const struct coset *k, struct sweep *s)
{
	uint32_t begin[NOTED_VALUES + 1] = {0};
	take_found(k, s);
	for (unsigned i = 0; i < s->n_passing; i++)
		begin[NOTED_VALUES - s->promise[i]]++;
	for (unsigned r = 1; r <= NOTED_VALUES; r++)
		begin[r] += begin[r - 1];
	for (unsigned i = s->n_passing; i-- > 0;)
		s->passing[--begin[NOTED_VALUES - s->promise[i]]] = s->by_image[i];
}

/* What threads note of one image may be in any of their slices. */
static void wait_for_slices(const struct sweep *s, const struct search *search)
{
	sweeps_end_slices(s->all, s->n_slices);
	while (s->n_slices != 0 && !sweeps_all_slices_ended(s->all) && !search_must_stop(search))
		sched_yield();
}

/* Begin a sweep behind an opening. */
static void begin_sweep(struct worker *w, const struct sweep_opening *o)
{
	struct coset *const k = w->kernel_state;
	struct sweep *const s = k->sweep;
	const struct cube c = cube_after_moves(k->root->search->request.cube, o->path, o->n_path);
	s->axes = o->axes;
	memcpy(s->turns, o->turns, sizeof s->turns);
	s->n_turns = o->n_turns;
	s->n_path = o->n_path;
	for (unsigned i = 0; i < o->n_path; i++)
		s->path[i] = (uint8_t)number_of_move(o->path[i]);
	find_beginnings(k, &c);
	for (unsigned i = 0; i < N_SYMMETRIES; i++) {
		unsigned segments = 1u << COSET_AXES;
		for (unsigned axes = o->axes; axes != 0; axes &= axes - 1)
			segments |= 1u << real_axis(symmetry_inverse[i], (unsigned)__builtin_ctz(axes));
		s->segments[i] = (uint8_t)(segments << WORDS_N_KNOWN | (s->all->knows_near ? 0 : segments));
	}
	turn_inverses(s, &c);
	find_ways(k, s);
	s->way_now = s->entry_now = 0;
	s->way_end = s->all->is_shared ? 0 : s->n_ways;
	s->is_first = !s->all->is_shared;
	s->is_begun = true;
}

/* Until it is known what leads have led to. */
static void wait_for_leads(const struct search *search)
{
	while (!leads_all_ended(search->leads) && !search_must_stop(search))
		sched_yield();
}

/* If leads know which images are near, what lies behind others need not wait for the end of a sweep.  With fewer slices at once
 * less of what is looked up is near in the table: of a quarter, an eighth and a 16th at once the first takes 1.04 of the time of
 * the others (doc/results.md). */
enum { SLICES_AT_ONCE = SWEEP_SLICES / 8 };

/* Look up all entries behind an opening, or slices of them; what passes waits then. */
static void sweep_opening(struct worker *w, const struct sweep_opening *o)
{
	struct coset *const k = w->kernel_state;
	const struct search *const search = k->root->search;
	struct sweep *const s = k->sweep;
	if (!s->all->knows_near || !s->is_begun)
		begin_sweep(w, o);
	forget_swept(s);
	s->n_slices = 0;
	s->most_slices = s->all->knows_near ? SLICES_AT_ONCE : SWEEP_SLICES;
	struct sweep_batch *now = &s->batch[0], *next = &s->batch[1];
	for (begin_batch(k, s, now); now->n != 0 && !search_must_stop(search);) {
		begin_batch(k, s, next);
		end_batch(k, s, now);
		w->counts.n_lookups += now->n;
		if (w->counts.n_lookups >= REPORT_NODES)  /* nodes are made later: a limit of time must not wait for these */
			search_report(w, k->root->search);
		struct sweep_batch *const done = now;
		now = next;
		next = done;
	}
	note_values(k, s);
	if (s->all->knows_near)
		wait_for_leads(search);
	else if (s->all->is_shared)
		wait_for_slices(s, search);
	arrange_passing(k, s);
	if (s->is_first)
		count_nodes_above(w, s->words->n_moves, (unsigned)__builtin_popcount(o->axes));
	s->is_first = false;
}
#endif
