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
	{5000, COSET_PARITY, false},
	{5000, COSET_HTR, false},
	{5000, COSET_PARITY, true},
	{5000, COSET_HTR, true},
};

uint64_t index_in_frame(const struct coset_resolution *resolution, unsigned class, unsigned corner_coset,
                        coset_edges edges, uint32_t transform, unsigned axes)
{
	const uint64_t cell = class * resolution->n_corner_cosets + corner_coset;
	const uint64_t entry = coset_entry(edges, transform, resolution->flip_bits);
	if (resolution->n_axes == 1)
		return (cell * COSET_SLICES << resolution->flip_bits) + entry;
	return ((cell * COSET_SLICES << 9) + entry / 4) * 24 + axes * 4 + entry % 4;
}

bool has_index(struct coset_shape kind, const struct cube *c, uint64_t index)
{
	uint64_t indices[COSET_MAX_STABILIZERS];
	for (unsigned i = coset_indices(kind, c, indices); i-- > 0;)
		if (indices[i] == index)
			return true;
	return false;
}
