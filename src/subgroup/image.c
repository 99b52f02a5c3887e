#include "subgroup/image.h"

#include "base/parallel.h"

#include <stdlib.h>

enum { N_CHUNKS = 252, CHUNK_BYTES = PAGE_BYTES / N_CHUNKS };

struct filling {
	struct image_map *map;
	const struct cube *cube;
	struct subgroup_symmetry symmetry;
	unsigned corners[2];                  /* an even and an odd permutation */
};

static struct member image_of(const struct filling *f, unsigned corners, uint32_t byte)
{
	const struct member_place place = {(uint16_t)(corners / N_CORNER_BITS), (uint8_t)(corners % N_CORNER_BITS), byte};
	const struct cube member = member_cube(place), image = subgroup_symmetry_image(f->cube, f->symmetry, &member);
	return member_rank(&image);
}

static void fill_bytes(void *context, uint32_t chunk)
{
	const struct filling *const f = context;
	for (uint32_t byte = chunk * CHUNK_BYTES; byte < (chunk + 1) * CHUNK_BYTES; byte++)
		for (unsigned parity = 0; parity < 2; parity++)
			f->map->byte_to[parity][byte] = member_byte(member_tables(), image_of(f, f->corners[parity], byte));
}

void image_map_fill(struct image_map *map, const struct cube *c, struct subgroup_symmetry symmetry, unsigned n_threads)
{
	struct filling f = {.map = map, .cube = c, .symmetry = symmetry};
	for (unsigned corners = 0; corners < N_CORNER_PERMS; corners++) {
		const struct member_place place = {(uint16_t)(corners / N_CORNER_BITS), (uint8_t)(corners % N_CORNER_BITS), 0};
		const struct cube member = member_cube(place);
		map->is_odd[corners] = cube_is_odd(&member);
		f.corners[map->is_odd[corners]] = corners;
		map->corners_to[corners] = image_of(&f, corners, 0).corners;
	}
	parallel_for(n_threads, N_CHUNKS, fill_bytes, &f);
}

static unsigned n_kept(struct subgroup_symmetries symmetries)
{
	return (unsigned)__builtin_popcount(symmetries.keeping) - 1;
}

size_t images_bytes(struct subgroup_symmetries symmetries)
{
	return (n_kept(symmetries) + (symmetries.inverting & 1)) * sizeof(struct image_map);
}

struct images *images_create(const struct cube *c, struct subgroup_symmetries symmetries, unsigned n_threads)
{
	struct images *const images = calloc(1, sizeof *images);
	if (images == NULL)
		return NULL;
	images->has_inverse = (symmetries.inverting & 1) != 0;
	images->kept = malloc((n_kept(symmetries) + 1) * sizeof *images->kept);
	images->inverse = images->has_inverse ? malloc(sizeof *images->inverse) : NULL;
	if (images->kept == NULL || (images->has_inverse && images->inverse == NULL)) {
		images_free(images);
		return NULL;
	}
	if (images->has_inverse)
		image_map_fill(images->inverse, c, (struct subgroup_symmetry){0, true}, n_threads);
	for (uint32_t left = symmetries.keeping & ~1u; left != 0; left &= left - 1)
		image_map_fill(&images->kept[images->n_kept++], c, (struct subgroup_symmetry){(uint8_t)__builtin_ctz(left), false}, n_threads);
	return images;
}

void images_free(struct images *images)
{
	if (images == NULL)
		return;
	free(images->inverse);
	free(images->kept);
	free(images);
}
