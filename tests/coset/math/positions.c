#include "positions.h"

#include "support/support.h"

static struct dice dice = {27};

uint64_t seeded_below(uint64_t n)
{
	return dice_roll(&dice) % n;
}

struct cube seeded_cube(void)
{
	return dice_cube(&dice);
}

const struct coset_shape kinds[N_KINDS] = {
	{5000, COSET_PARITY, false}, {5000, COSET_HTR, false}, {5000, COSET_PARITY, true}, {5000, COSET_HTR, true},
};

uint64_t index_in_frame(const struct coset_resolution *resolution, unsigned class, unsigned corner_coset, coset_edges edges,
                        uint32_t transform, unsigned axes)
{
	const uint64_t cell = class * resolution->n_corner_cosets + corner_coset;
	const uint64_t entry = coset_entry(edges, transform, resolution->flip_bits);
	if (resolution->n_axes == 1)
		return (cell * COSET_SLICES << resolution->flip_bits) + entry;
	return ((cell * COSET_SLICES << 9) + entry / 4) * 24 + axes * 4 + entry % 4;
}

unsigned entries_of(const struct cube *c, const struct coset_resolution *resolution,
                    uint64_t entries[COSET_MAX_STABILIZERS])
{
	struct coset_cube packed = {.edges = {0}};
	coset_pack(c, packed.edges, packed.corners);
	uint64_t corners = 0;
	for (unsigned i = 0; i < N_CORNERS; i++)
		corners |= (uint64_t)packed.corners[i] << 8 * i;
	const uint32_t transform = coset_tables.corner[coset_corner_state(corners)];
	const unsigned n = coset_tables.n_stabilizers[coset_transform_class(transform)];
	for (unsigned i = 0; i < n; i++) {
		const uint32_t equivalent = coset_transform_equivalent(transform, i);
		const unsigned corner_coset =
			resolution->corner_coset_map[coset_transform_map(equivalent)][coset_raw_corner_coset(corners)];
		entries[i] = index_in_frame(resolution, coset_transform_class(equivalent), corner_coset,
		                            coset_edges_load(packed.edges), equivalent, coset_axes_after(equivalent, 0));
	}
	return n;
}

bool has_entry(const struct cube *c, const struct coset_resolution *resolution, uint64_t entry)
{
	uint64_t entries[COSET_MAX_STABILIZERS];
	for (unsigned i = entries_of(c, resolution, entries); i-- > 0;)
		if (entries[i] == entry)
			return true;
	return false;
}
