/* Classes of corners, steps from frame to frame, and shapes of tables. */
#include "positions.h"
#include "support/support.h"

TestSuite(coset_frames, .init = coset_init);

/* ---- how many classes ---- */
enum { HTR_COSETS = 420, HTR_STATES = HTR_COSETS * N_TWISTS };

static uint32_t root_of(uint32_t *parent, uint32_t i)
{
	while (parent[i] != i)
		i = parent[i] = parent[parent[i]];
	return i;
}

/* Rotations from the left, symmetries from both sides: their orbits of twists and corners modulo half
 * turns. */
static unsigned count_orbits(const uint16_t *coset_of, const uint16_t *first_of)
{
	static const struct { uint8_t left, right; } generator[] = {{2, 0}, {16, 0}, {2, 6}, {16, 32}, {1, 1}};
	uint32_t *const parent = malloc(HTR_STATES * sizeof *parent);
	unsigned n_orbits = HTR_STATES;
	for (uint32_t i = 0; i < HTR_STATES; i++)
		parent[i] = i;
	for (uint32_t i = 0; i < HTR_STATES; i++) {
		struct cube c = cube_solved;
		corners_unrank_perm(first_of[i / N_TWISTS], &c);
		corners_unrank_twist(i % N_TWISTS, &c);
		array_foreach(row, generator) {
			struct cube d = cube_product(&symmetry_cube[row->left], &c);
			d = cube_product(&d, &symmetry_cube[row->right]);
			const uint32_t image =
				coset_of[corners_rank_perm(&d)] * (uint32_t)N_TWISTS + corners_rank_twist(&d);
			const uint32_t a = root_of(parent, i), b = root_of(parent, image);
			parent[a] = b;
			n_orbits -= a != b;
		}
	}
	free(parent);
	return n_orbits;
}

/* Parts of a class that its stabilisers exchange are one class of the finer kind. */
static unsigned count_classes_with_corner_cosets(void)
{
	unsigned n = 0;
	for (unsigned class = 0; class < COSET_CLASSES; class++) {
		bool is_seen[COSET_MAX_CORNER_COSETS] = {false};
		for (unsigned corner_coset = 0; corner_coset < COSET_MAX_CORNER_COSETS; corner_coset++) {
			n += !is_seen[corner_coset];
			for (unsigned i = 0; i < coset_tables.n_stabilizers[class]; i++)
				is_seen[coset_tables.corner_coset_map[coset_stabilizer(class, i).map][corner_coset]] = true;
		}
	}
	return n;
}

Test(coset_frames, htr_classes_are_the_orbits_of_corners_modulo_half_turns)
{
	coset_init();
	static uint16_t coset_of[N_CORNER_PERMS], first_of[HTR_COSETS];
	cr_assert_eq(half_turn_cosets(coset_of), (unsigned)HTR_COSETS);
	for (unsigned perm = N_CORNER_PERMS; perm-- > 0;)
		first_of[coset_of[perm]] = (uint16_t)perm;
	const unsigned n_orbits = count_orbits(coset_of, first_of),
	               n_classes = count_classes_with_corner_cosets();
	cr_expect_eq(n_orbits, 3614u, "%u orbits", n_orbits);
	cr_expect_eq(n_classes, 3614u, "%u classes", n_classes);
}

/* ---- corner cosets, frames ---- */
Test(coset_frames, bit_0_of_a_corner_coset_is_the_parity)
{
	coset_init();
	for (unsigned n = 0; n < 20000; n++) {
		const struct cube c = seeded_cube();
		const uint64_t corners = coset_pack(&c).corners;
		const unsigned corner_coset = coset_raw_corner_coset(corners);
		const unsigned map = coset_transform_map(coset_tables.corner[coset_corner_state(corners)]);
		cr_assert_eq(corner_coset & 1, cube_is_odd(&c));
		cr_assert_eq(coset_tables.corner_coset_map[map][corner_coset] & 1, cube_is_odd(&c), "in its frame");
	}
}

/* A walk that knows where it is by `step` alone: class, corner coset, axes, and the symmetries on both sides
 * so far; and one whose edges go from frame to frame, too, as a search's do. */
Test(coset_frames, steps_from_frame_to_frame_lead_to_the_cosets_of_the_cubes)
{
	for (unsigned kind = 0; kind < N_KINDS; kind++) {
		const struct coset_resolution resolution = coset_resolution_of(kinds[kind], 0);
		struct cube c = seeded_cube();
		for (unsigned n = 0; n < 5000; n++) {
			static uint32_t transform;
			static unsigned corner_coset, axes;
			static coset_edges framed;
			const struct coset_cube packed = coset_pack(&c);
			const uint64_t corners = packed.corners;
			if (n % 100 == 0) {  /* or a fault would be met no more once the walk is lost */
				transform = coset_tables.corner[coset_corner_state(corners)];
				corner_coset =
					resolution
						.corner_coset_map[coset_transform_map(transform)][coset_raw_corner_coset(corners)];
				axes = coset_axes_after(transform, 0);
				framed = coset_edges_framed(coset_edges_load(packed.edges), transform);
			}
			const coset_edges edges = coset_edges_load(packed.edges);
			const uint64_t entry = index_in_frame(&resolution, coset_transform_class(transform), corner_coset,
			                                      edges, transform, axes);
			cr_assert(has_index(kinds[kind], &c, entry), "kind %u, move %u of seed 27", kind, n);
			const uint64_t entry_of_framed =
				index_in_frame(&resolution, coset_transform_class(transform), corner_coset, framed, 0, axes);
			cr_assert(has_index(kinds[kind], &c, entry_of_framed),
			          "kind %u, move %u of seed 27: edges in the frame", kind, n);
			const unsigned move = (unsigned)seeded_below(N_MOVES), right = coset_transform_right(transform);
			const unsigned left = coset_transform_left(transform);
			const unsigned seen = coset_tables.seen_move[right][move];
			const uint32_t step = coset_tables.step[coset_transform_class(transform)][seen];
			framed = coset_edges_framed(coset_edges_after(framed, &coset_tables.edge_turn[seen]), step);
			const unsigned flips = (left >= N_SYMMETRIES) != (coset_transform_left(step) >= N_SYMMETRIES);
			const unsigned left_after =
				symmetry_product[coset_transform_left(step) % N_SYMMETRIES][left % N_SYMMETRIES];
			corner_coset = resolution.corner_coset_map[coset_transform_map(step)][corner_coset];
			axes = coset_axes_after(step, axes);
			transform = coset_transform(symmetry_product[right][coset_transform_right(step)],
			                            left_after + flips * N_SYMMETRIES, coset_transform_class(step), 0);
			c = cube_after(&c, coset_tables.house_move[move]);
		}
	}
}

/* ---- shapes ---- */
Test(coset_frames, as_few_filter_blocks_as_slots_of_16_bits_allow)
{
	const uint64_t n_entries = (uint64_t)COSET_SLICES << 9, n_slots = (UINT16_MAX + 1) / COSET_GROUP_CELLS;
	const uint32_t filter_blocks = COSET_MIN_FILTER_BLOCKS;
	cr_expect_geq(filter_blocks * n_slots, n_entries);
	cr_expect_lt((filter_blocks - 1) * n_slots, n_entries);
	cr_expect_lt(
		COSET_GROUP_CELLS * (n_entries + COSET_MAX_FILTER_BLOCKS), UINT64_C(1) << 31,
		"what coset_locate() divides has 31 bits: the last slot of a cell is not in all filter blocks");
	for (unsigned i = 0; i < 2; i++) {
		const bool has_subcosets = i == 1;  /* which share their slots */
		for (uint8_t corners = COSET_PARITY; corners < N_COSET_CORNERS; corners++) {
			cr_expect(coset_shape_is_valid((struct coset_shape){filter_blocks, corners, has_subcosets}));
			cr_expect(
				coset_shape_is_valid((struct coset_shape){COSET_MAX_FILTER_BLOCKS, corners, has_subcosets}));
			cr_expect_not(
				coset_shape_is_valid((struct coset_shape){filter_blocks - 1, corners, has_subcosets}));
			const struct coset_shape too_large = {COSET_MAX_FILTER_BLOCKS + 1, corners, has_subcosets};
			cr_expect_not(coset_shape_is_valid(too_large));
		}
	}
	cr_expect_not(coset_shape_is_valid((struct coset_shape){5000, N_COSET_CORNERS, false}));
	cr_expect_not(coset_shape_is_valid((struct coset_shape){5000, COSET_PARITY - 1, false}));
	cr_expect_not(coset_shape_is_valid((struct coset_shape){0, COSET_PARITY, false}));
}

Test(coset_frames, sizes_are_known)
{
	static const uint64_t size[N_KINDS] = {
		22353408000, 67060224000, 536481792000, 1609445376000,
	};
	for (unsigned kind = 0; kind < N_KINDS; kind++)
		cr_expect_eq(coset_size(kinds[kind]), size[kind], "kind %u: %lu", kind, coset_size(kinds[kind]));
}
