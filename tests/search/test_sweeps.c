#include "coord/coset_packed.h"
#include "search/coset_words.h"
#include "search/sweeps.h"

#include <criterion/criterion.h>
#include <stdlib.h>

/* ---- sequences and their cosets ---- */
static const struct coset_shape shapes[] = {{.corners = COSET_TETRAD, .flip_bits = 8}, {.corners = COSET_HTR, .flip_bits = 9}};
enum { N_SHAPES = 2 };

/* Sequences of so many moves, in the canonical order (Korf 1997). */
static const unsigned n_canonical[WORDS_MAX_MOVES + 1] = {1, 18, 243, 3240, 43254, 577368};

Test(sweeps, words_are_all_sequences)
{
	for (unsigned n_moves = 2; n_moves <= WORDS_MAX_MOVES; n_moves++) {
		const struct coset_words *const w = coset_words(COSET_HTR, 9, n_moves);
		unsigned n_images[WORDS_MAX_MOVES + 1] = {0};
		for (unsigned i = 0; i < w->n_sequences; i++)
			n_images[w->sequence[i].n_moves] += N_SYMMETRIES / (unsigned)__builtin_popcountll(w->stabilizer[i]);
		cr_expect_eq(n_images[n_moves], n_canonical[n_moves], "%u of %u moves", n_images[n_moves], n_moves);
		cr_expect_eq(n_images[n_moves - 1], n_canonical[n_moves - 1], "%u of %u moves", n_images[n_moves - 1], n_moves - 1);
	}
}

static struct cube cube_of(const struct words_sequence *q)
{
	struct cube c = cube_solved;
	for (unsigned i = 0; i < q->n_turns; i++)
		for (unsigned face = 0; face < 2; face++) {
			const unsigned quarters = face == 0 ? axis_turns_first(q->turns[i]) : axis_turns_second(q->turns[i]);
			if (quarters != 0)
				c = cube_after(&c, 3 * (axis_turns_axis(q->turns[i]) + 3 * face) + quarters - 1);
		}
	return c;
}

/* What is looked up for a branch, from the left: a quarter turn or nothing. */
static struct cube turned_inverse(const struct coset_words *w, const struct words_branch *b)
{
	const struct cube c = cube_of(&w->sequence[b->sequence]), inverse = cube_inverse(&c);
	return words_is_quarter(b) ? cube_product(&move_cube[3 * b->axis], &inverse) : inverse;
}

Test(sweeps, branches_of_an_entry_are_in_its_coset)
{
	for (unsigned s = 0; s < N_SHAPES; s++) {
		const struct coset_words *const w = coset_words(shapes[s].corners, shapes[s].flip_bits, 4);
		unsigned n_shared = 0;
		for (unsigned e = 0; e < w->n_entries; e++) {
			const struct cube first = turned_inverse(w, &w->branch[w->branch_begin[e]]);
			const uint64_t rank = coset_rank(shapes[s], &first);
			for (unsigned m = w->branch_begin[e] + 1; m < w->branch_begin[e + 1]; m++) {
				const struct cube other = turned_inverse(w, &w->branch[m]);
				cr_assert_eq(coset_rank(shapes[s], &other), rank, "entry %u, branch %u", e, m);
				n_shared++;
			}
		}
		cr_expect_gt(n_shared, w->n_entries / 2);
	}
}

Test(sweeps, entries_are_different_cosets)
{
	const struct coset_words *const w = coset_words(COSET_HTR, 9, 4);
	uint64_t *const rank = malloc(w->n_entries * sizeof *rank);
	for (unsigned e = 0; e < w->n_entries; e++) {
		const struct cube c = turned_inverse(w, &w->branch[w->branch_begin[e]]);
		rank[e] = coset_rank(shapes[1], &c);
		for (unsigned d = 0; d < e; d++)
			cr_assert_neq(rank[d], rank[e], "entries %u and %u", d, e);
	}
	free(rank);
}

/* All branches of an entry in the segment of an axis begin with that axis, as it is seen in the frame. */
Test(sweeps, segments_tell_the_first_axis)
{
	const struct coset_words *const w = coset_words(COSET_HTR, 9, 4);
	for (unsigned p = 0; p < w->n_places; p++)
		for (unsigned axis = 0; axis < COSET_AXES; axis++)
			for (unsigned e = w->place[p].begin[axis]; e < w->place[p].begin[axis + 1]; e++)
				for (unsigned m = w->branch_begin[e]; m < w->branch_begin[e + 1]; m++) {
					const struct words_branch *const b = &w->branch[m];
					const unsigned seen = symmetry_axis_turns[symmetry_inverse[b->right]][b->first];
					cr_assert_eq(axis_turns_axis(seen), axis);
				}
}

/* ---- openings ---- */
enum { CAP = 12 };

static unsigned n_of_moves(const struct sweeps *s, unsigned n_moves)
{
	unsigned n = 0;
	for (unsigned i = 0; i < s->n; i++)
		n += s->opening[i].n_path == n_moves;
	return n;
}

static struct roots roots;
static uint64_t work[MAX_ROOTS];

static void begin(struct sweeps *s, unsigned threshold, unsigned cap, unsigned n_threads)
{
	roots_fill(&roots, METRIC_HTM, 1);
	sweeps_begin(s, threshold, cap, n_threads);
	sweeps_sort(s, &roots, work);
}

Test(sweeps, are_for_some_thresholds)
{
	cr_expect_not(sweeps_exist(CAP + SWEEP_MIN_MOVES - 1, CAP));
	cr_expect(sweeps_exist(CAP + SWEEP_MIN_MOVES, CAP));
	cr_expect(sweeps_exist(CAP + SWEEP_MAX_MOVES + SWEEPS_MAX_OPENING, CAP));
	cr_expect_not(sweeps_exist(CAP + SWEEP_MAX_MOVES + SWEEPS_MAX_OPENING + 1, CAP), "too many openings");
}

Test(sweeps, openings_are_all_beginnings)
{
	cube_init();
	struct sweeps *const s = sweeps_create();
	begin(s, 17, 12, 1);
	cr_expect_eq(s->n, 1);
	cr_expect_eq(s->opening[0].n_path, 0);
	cr_expect_eq(s->opening[0].axes, 7);
	cr_expect_eq(s->n_expanded, 1);
	cr_expect_eq(s->n_generated, 45);
	begin(s, 17, 11, 1);
	cr_expect_eq(n_of_moves(s, 1), 18);
	cr_expect_eq(n_of_moves(s, 2), 27);
	cr_expect_eq(s->n_generated, 45 + 45 * 30);
	cr_expect_eq(s->n_expanded, 1 + 45);
	begin(s, 17, 10, 1);
	cr_expect_eq(n_of_moves(s, 2), n_canonical[2]);
	cr_expect_eq(n_of_moves(s, 3), 18 * 18, "pairs of turns behind one");
	for (unsigned i = 0; i < s->n; i++)
		cr_assert_eq(__builtin_popcount(s->opening[i].axes), 2);
	sweeps_destroy(s);
}

Test(sweeps, openings_are_finer_for_many_threads)
{
	cube_init();
	struct sweeps *const s = sweeps_create();
	begin(s, 17, 11, 4);
	cr_expect_eq(s->n, 45);
	begin(s, 17, 11, 16);
	cr_expect_eq(n_of_moves(s, 2), n_canonical[2]);
	begin(s, 16, 12, 16);
	cr_expect_eq(s->n, 1);
	sweeps_destroy(s);
}

Test(sweeps, one_opening_is_shared_in_slices)
{
	cube_init();
	struct sweeps *const s = sweeps_create();
	begin(s, 17, 12, 1);
	cr_expect_not(s->is_shared);
	cr_expect_eq(sweeps_next(s), &s->opening[0]);
	cr_expect_null(sweeps_next(s));
	begin(s, 17, 12, 2);
	cr_expect(s->is_shared);
	for (unsigned i = 0; i < SWEEP_SLICES; i++) {
		cr_assert_eq(sweeps_next(s), &s->opening[0], "for any thread that comes");
		cr_assert_eq(sweeps_next_slice(s), i);
	}
	cr_expect_null(sweeps_next(s));
	cr_expect_eq(sweeps_next_slice(s), SWEEP_SLICES);
	sweeps_end_slices(s, SWEEP_SLICES - 1);
	cr_expect_not(sweeps_all_slices_ended(s));
	sweeps_end_slices(s, 1);
	cr_expect(sweeps_all_slices_ended(s));
	uint64_t *const notes = sweeps_notes(s, 1000);
	cr_assert_not_null(notes);
	for (unsigned i = 0; i < 1000; i++)
		cr_assert_eq(notes[i], 0);
	cr_expect_eq(sweeps_notes(s, 900), notes, "they are common");
	sweeps_destroy(s);
}

Test(sweeps, openings_come_once_by_what_lay_behind_them)
{
	cube_init();
	struct sweeps *const s = sweeps_create();
	begin(s, 17, 11, 1);
	for (unsigned i = 0; i < 45; i++)
		cr_assert_eq(sweeps_next(s), &s->opening[i]);
	cr_expect_null(sweeps_next(s));
	const unsigned much = axis_turns_number(1, 0, 2), more = axis_turns_number(2, 1, 1), behind = axis_turns_number(0, 1, 0);
	work[roots.behind[much][behind]] = 1000;
	work[roots.behind[more][behind]] = 600;
	work[roots.behind[more][behind + 1]] = 401;
	begin(s, 17, 11, 1);
	cr_expect_eq(sweeps_next(s)->turns[0], more);
	cr_expect_eq(sweeps_next(s)->turns[0], much);
	begin(s, 17, 10, 1);
	cr_expect_eq(sweeps_next(s)->turns[0], more, "a pair of turns is an opening of two moves");
	const struct sweep_opening *const second = sweeps_next(s);
	cr_expect_eq(second->turns[0], much);
	cr_expect_eq(second->turns[1], behind);
	sweeps_destroy(s);
}
