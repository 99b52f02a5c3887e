#include "coset/math/packed.h"
#include "coset/kernel/sequences.h"
#include "coset/kernel/sweeps.h"

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

/* All branches of an entry in the segment of an axis begin with that axis, as it is seen in the frame; and those in the first
 * half of the segments are known from sequences of one move less. */
Test(sweeps, segments_tell_the_first_axis_and_what_is_known)
{
	const struct coset_words *const w = coset_words(COSET_HTR, 9, 4);
	unsigned n_of_half[2] = {0};
	for (unsigned p = 0; p < w->n_places; p++)
		for (unsigned segment = 0; segment < WORDS_N_SEGMENTS; segment++)
			for (unsigned e = w->place[p].begin[segment]; e < w->place[p].begin[segment + 1]; e++) {
				bool is_known = true;
				for (unsigned m = w->branch_begin[e]; m < w->branch_begin[e + 1]; m++) {
					const struct words_branch *const b = &w->branch[m];
					const unsigned seen = symmetry_axis_turns[symmetry_inverse[b->right]][b->first];
					if (segment % WORDS_N_KNOWN < COSET_AXES)
						cr_assert_eq(axis_turns_axis(seen), segment % WORDS_N_KNOWN);
					is_known &= words_is_known(b);
				}
				cr_assert_eq(is_known, segment < WORDS_N_KNOWN);
				n_of_half[is_known]++;
			}
	cr_expect_gt(n_of_half[false], 10 * n_of_half[true]);
	cr_expect_gt(n_of_half[true], 0);
}

/* The turns of an image, as they are. */
static struct cube cube_of_image(const struct coset_words *w, uint32_t image)
{
	struct words_sequence q = w->sequence[image / N_SYMMETRIES];
	for (unsigned i = 0; i < q.n_turns; i++)
		q.turns[i] = symmetry_axis_turns[image % N_SYMMETRIES][q.turns[i]];
	return cube_of(&q);
}

static unsigned last_axis_of(const struct coset_words *w, uint32_t image)
{
	const struct words_sequence *const q = &w->sequence[image / N_SYMMETRIES];
	return axis_turns_axis(symmetry_axis_turns[image % N_SYMMETRIES][q->turns[q->n_turns - 1]]);
}

/* Behind all images by all turns: the image there has the moves of the one before and the turn's. */
Test(sweeps, joined_words_tell_where_a_turn_leads)
{
	for (unsigned n_moves = 2; n_moves < WORDS_MAX_MOVES; n_moves++) {
		const struct coset_words *const w = coset_words_joined(COSET_HTR, 9, n_moves);
		cr_assert_not_null(w);
		const struct coset_words *const more = coset_words(COSET_HTR, 9, n_moves + 1);
		cr_assert_eq(w, coset_words(COSET_HTR, 9, n_moves), "they are the same, but know more");
		cr_assert_eq(w->more, more);
		const uint32_t step = n_moves < 4 ? 1 : 7;  /* a prime number */
		for (uint32_t image = 0; image < w->n_sequences * N_SYMMETRIES; image += step) {
			const struct cube c = cube_of_image(w, image);
			const unsigned n_more = more->n_moves - w->sequence[image / N_SYMMETRIES].n_moves;
			for (unsigned turns = 0; turns < N_AXIS_TURNS; turns++) {
				const struct words_sequence turn = {.n_turns = 1, .turns = {(uint8_t)turns}};
				const unsigned cost = (axis_turns_first(turns) != 0 ? 1u : 0u) + (axis_turns_second(turns) != 0 ? 1u : 0u);
				const bool is_none = turns == 0 && n_more == 1;
				if (!is_none && (cost != n_more || axis_turns_axis(turns) == last_axis_of(w, image)))
					continue;
				const uint32_t there = coset_words_behind(w, image, turns);
				const struct cube turned = cube_of(&turn), expected = cube_product(&c, &turned), found = cube_of_image(more, there);
				cr_assert(cube_equal(&found, &expected), "%u moves, image %u, turns %u", n_moves, image, turns);
				cr_assert_eq(more->sequence[there / N_SYMMETRIES].n_moves, n_moves + (is_none ? 0u : 1u));
				cr_assert_eq(there, coset_words_least_image(more, there));
			}
		}
	}
}

/* Images of a sequence that are the same have one number. */
Test(sweeps, least_images_are_different_sequences)
{
	const struct coset_words *const w = coset_words(COSET_HTR, 9, 3);
	unsigned n = 0;
	for (uint32_t image = 0; image < w->n_sequences * N_SYMMETRIES; image++) {
		const uint32_t least = coset_words_least_image(w, image);
		const struct cube c = cube_of_image(w, image), same = cube_of_image(w, least);
		cr_assert_leq(least, image);
		cr_assert(cube_equal(&c, &same));
		n += least == image;
	}
	cr_expect_eq(n, n_canonical[3] + n_canonical[2]);
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
	sweeps_begin(s, 17, 12, 1);
	cr_expect_eq(s->n, 1);
	cr_expect_eq(s->opening[0].n_path, 0);
	cr_expect_eq(s->opening[0].axes, 7);
	cr_expect_eq(s->n_expanded, 1);
	cr_expect_eq(s->n_generated, 45);
	sweeps_begin(s, 17, 11, 1);
	cr_expect_eq(n_of_moves(s, 1), 18);
	cr_expect_eq(n_of_moves(s, 2), 27);
	cr_expect_eq(s->n_generated, 45 + 45 * 30);
	cr_expect_eq(s->n_expanded, 1 + 45);
	sweeps_begin(s, 17, 10, 1);
	cr_expect_eq(n_of_moves(s, 2), n_canonical[2]);
	cr_expect_eq(n_of_moves(s, 3), 18 * 18, "pairs of turns behind one");
	for (unsigned i = 0; i < s->n; i++)
		cr_assert_eq(__builtin_popcount(s->opening[i].axes), 2);
	sweeps_begin(s, 18, 10, 1);
	cr_expect_eq(n_of_moves(s, 3), n_canonical[3]);
	cr_expect_eq(n_of_moves(s, 4), n_canonical[2] * 18);
	sweeps_destroy(s);
}

Test(sweeps, openings_are_finer_for_many_threads)
{
	cube_init();
	struct sweeps *const s = sweeps_create();
	sweeps_begin(s, 17, 11, 4);
	cr_expect_eq(s->n, 45);
	sweeps_begin(s, 17, 11, 16);
	cr_expect_eq(n_of_moves(s, 2), n_canonical[2]);
	sweeps_begin(s, 16, 12, 16);
	cr_expect_eq(s->n, 1);
	sweeps_destroy(s);
}

Test(sweeps, one_opening_is_shared_in_slices)
{
	cube_init();
	struct sweeps *const s = sweeps_create();
	sweeps_begin(s, 17, 12, 1);
	cr_expect_not(s->is_shared);
	cr_expect_eq(sweeps_next(s), &s->opening[0]);
	cr_expect_null(sweeps_next(s));
	sweeps_begin(s, 17, 12, 2);
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

Test(sweeps, openings_come_once)
{
	cube_init();
	struct sweeps *const s = sweeps_create();
	sweeps_begin(s, 17, 11, 1);
	for (unsigned i = 0; i < 45; i++)
		cr_assert_eq(sweeps_next(s), &s->opening[i]);
	cr_expect_null(sweeps_next(s));
	sweeps_destroy(s);
}

/* ---- what is known of images ---- */
Test(sweeps, images_that_are_near_are_told_apart)
{
	struct sweeps *const s = sweeps_create();
	for (size_t n = 1000; n >= 500; n -= 500) {
		cr_assert(sweeps_begin_near(s, n));
		for (uint32_t image = 3; image < n; image += 61)
			sweeps_set_near(s, image);
		for (uint32_t image = 0; image < n; image++)
			cr_assert_eq(sweeps_is_near(s, image), image % 61 == 3, "%u of %zu", image, n);
	}
	sweeps_destroy(s);
}

Test(sweeps, survivors_are_known_in_the_next_iteration)
{
	struct sweeps *const s = sweeps_create();
	sweeps_begin_survivors(s, 100);
	cr_assert_not(s->survivors_before.are_known);
	sweeps_add_survivor(s, 7, 3);
	sweeps_add_survivor(s, 7, 11);
	sweeps_begin_survivors(s, 1000);
	cr_assert(s->survivors_before.are_known);
	for (unsigned image = 0; image < 100; image++)
		cr_assert_eq(s->survivors_before.turns[image], image == 7 ? 1 << 3 | 1 << 11 : 0);
	for (unsigned image = 0; image < 1000; image++)
		cr_assert_eq(s->survivors.turns[image], 0);
	sweeps_add_survivor(s, 999, 0);
	sweeps_begin_survivors(s, 0);
	cr_expect_not(s->survivors.are_known, "there are no images");
	cr_expect(s->survivors_before.are_known);
	cr_expect_eq(s->survivors_before.turns[999], 1);
	cr_expect_eq(s->survivors_before.turns[7], 0);
	sweeps_begin_survivors(s, 50);
	cr_expect_not(s->survivors_before.are_known);
	sweeps_destroy(s);
}
