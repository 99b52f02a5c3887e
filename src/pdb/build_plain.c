/* Breadth-first search of any coordinate on the cubie level: slow and obvious. */
#include "pdb/build.h"

#include <string.h>

static unsigned get(const struct pdb_image *image, uint64_t i)
{
	return (unsigned)image->entries[i >> 1] >> (i & 1) * 4 & 15;
}

static void set(struct pdb_image *image, uint64_t i, unsigned depth)
{
	uint8_t *const byte = &image->entries[i >> 1];
	const unsigned shift = (unsigned)(i & 1) * 4;
	*byte = (uint8_t)((*byte & ~(15u << shift)) | depth << shift);
}

enum pdb_status build_plain(const struct build *b)
{
	struct pdb_image *const image = b->image;
	const struct coordinate_key coordinate = image->key.coordinate;
	memset(image->entries, DEPTH_OPEN * 0x11, image->size_bytes);
	set(image, coordinate_rank(coordinate, &cube_solved), 0);
	uint64_t n_found = 1, n_new = 1;
	for (unsigned depth = 1; n_new != 0; depth++) {
		n_new = 0;
		for (uint64_t i = 0; i < image->n_entries; i++) {
			if (get(image, i) != depth - 1)
				continue;
			const struct cube c = coordinate_unrank(coordinate, i);
			for (unsigned m = 0; m < N_MOVES; m++) {
				if (!(b->moves >> m & 1))
					continue;
				const struct cube after = cube_after(&c, m);
				const uint64_t j = coordinate_rank(coordinate, &after);
				if (get(image, j) == DEPTH_OPEN) {
					set(image, j, depth);
					n_new++;
				}
			}
		}
		n_found += n_new;
		if (!build_goes_on(b, n_found))
			return PDB_INTERRUPTED;
	}
	return PDB_OK;
}
