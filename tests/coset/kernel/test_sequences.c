#include "coset/kernel/sequence_cube.h"
#include "coset/math/packed.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static const struct coset_shape shapes[] = {{.corners = COSET_PARITY}, {.corners = COSET_HTR}};
enum { N_SHAPES = 2 };

/* Sequences of so many moves, in the canonical order (Korf 1997). */
static const unsigned n_canonical[SEQUENCE_MAX_MOVES + 1] = {1, 18, 243, 3240, 43254, 577368};

Test(sequences, are_all_sequences_of_a_length)
{
	for (unsigned n_moves = 2; n_moves <= SEQUENCE_MAX_MOVES; n_moves++) {
		const struct sequences *const w = sequences_get(COSET_HTR, n_moves);
		unsigned n_oriented[SEQUENCE_MAX_MOVES + 1] = {0};
		for (unsigned i = 0; i < w->n_sequences; i++)
			n_oriented[w->sequence[i].n_moves] += N_SYMMETRIES / (unsigned)__builtin_popcountll(w->stabilizer[i]);
		cr_expect_eq(n_oriented[n_moves], n_canonical[n_moves], "%u of %u moves", n_oriented[n_moves], n_moves);
		cr_expect_eq(n_oriented[n_moves - 1], n_canonical[n_moves - 1], "%u of %u moves", n_oriented[n_moves - 1], n_moves - 1);
	}
}

/* What is looked up for a reference, from the left: a quarter turn or nothing. */
static struct cube turned_inverse(const struct sequences *w, const struct sequence_ref *b)
{
	const struct cube c = cube_of(&w->sequence[b->sequence]), inverse = cube_inverse(&c);
	return ref_is_quarter(b) ? cube_product(&move_cube[3 * b->axis], &inverse) : inverse;
}

Test(sequences, references_of_an_entry_are_in_its_coset)
{
	for (unsigned s = 0; s < N_SHAPES; s++) {
		const struct sequences *const w = sequences_get(shapes[s].corners, 4);
		unsigned n_shared = 0;
		for (unsigned e = 0; e < w->n_entries; e++) {
			const struct cube first = turned_inverse(w, &w->ref[w->ref_begin[e]]);
			const uint64_t rank = coset_rank(shapes[s], &first);
			for (unsigned m = w->ref_begin[e] + 1; m < w->ref_begin[e + 1]; m++) {
				const struct cube other = turned_inverse(w, &w->ref[m]);
				cr_assert_eq(coset_rank(shapes[s], &other), rank, "entry %u, reference %u", e, m);
				n_shared++;
			}
		}
		cr_expect_gt(n_shared, w->n_entries / 2);
	}
}

Test(sequences, entries_are_different_cosets)
{
	const struct sequences *const w = sequences_get(COSET_HTR, 4);
	uint64_t *const rank = malloc(w->n_entries * sizeof *rank);
	for (unsigned e = 0; e < w->n_entries; e++) {
		const struct cube c = turned_inverse(w, &w->ref[w->ref_begin[e]]);
		rank[e] = coset_rank(shapes[1], &c);
		for (unsigned d = 0; d < e; d++)
			cr_assert_neq(rank[d], rank[e], "entries %u and %u", d, e);
	}
	free(rank);
}

/* All references of an entry in the bucket of an axis begin with that axis, as it is seen in the frame; and those in the first
 * half of the buckets are known from sequences of one move less. */
Test(sequences, buckets_tell_the_first_axis_and_what_is_known)
{
	const struct sequences *const w = sequences_get(COSET_HTR, 4);
	unsigned n_of_half[2] = {0};
	for (unsigned p = 0; p < w->n_blocks; p++)
		for (unsigned bucket = 0; bucket < N_BUCKETS; bucket++)
			for (unsigned e = w->block[p].begin[bucket]; e < w->block[p].begin[bucket + 1]; e++) {
				bool is_known = true;
				for (unsigned m = w->ref_begin[e]; m < w->ref_begin[e + 1]; m++) {
					const struct sequence_ref *const b = &w->ref[m];
					const unsigned seen = symmetry_axis_turns[symmetry_inverse[b->right]][b->first];
					if (bucket % N_KNOWN_BUCKETS < COSET_AXES)
						cr_assert_eq(axis_turns_axis(seen), bucket % N_KNOWN_BUCKETS);
					is_known &= ref_is_known(b);
				}
				cr_assert_eq(is_known, bucket < N_KNOWN_BUCKETS);
				n_of_half[is_known]++;
			}
	cr_expect_gt(n_of_half[false], 10 * n_of_half[true]);
	cr_expect_gt(n_of_half[true], 0);
}

/* Oriented sequences that are the same have one number. */
Test(sequences, least_oriented_ones_are_different_sequences)
{
	const struct sequences *const w = sequences_get(COSET_HTR, 3);
	unsigned n = 0;
	for (uint32_t oriented = 0; oriented < w->n_sequences * N_SYMMETRIES; oriented++) {
		const uint32_t least = sequences_least(w, oriented);
		const struct cube c = cube_of_oriented(w, oriented), same = cube_of_oriented(w, least);
		cr_assert_leq(least, oriented);
		cr_assert(cube_equal(&c, &same));
		n += least == oriented;
	}
	cr_expect_eq(n, n_canonical[3] + n_canonical[2]);
}

Test(sequences, are_made_anew_after_the_last_user)
{
	sequences_hold();
	sequences_hold();
	const struct sequences *const first = sequences_get(COSET_PARITY, 2);
	sequences_release();
	cr_expect_eq(sequences_get(COSET_PARITY, 2), first, "somebody holds them");
	sequences_release();
	sequences_hold();
	cr_expect_not_null(sequences_get(COSET_PARITY, 2));
	sequences_release();
}
