/* What symmetries of a coset make of the members in a bitmap: of one, and by inversion of all.
 *
 * A symmetry acts on corners and edges separately.  So the corner permutation of the image depends on the corner permutation
 * only, and its byte in the page on the byte and the parity only. */
#ifndef SUPERFLIP_SUBGROUP_IMAGE_H
#define SUPERFLIP_SUBGROUP_IMAGE_H
#include "subgroup/bitmap.h"
#include "subgroup/symmetry.h"

struct image_map {
	uint16_t corners_to[N_CORNER_PERMS];          /* page * 8 + bit */
	uint32_t byte_to[2][PAGE_BYTES];              /* [parity] */
	uint8_t is_odd[N_CORNER_PERMS];
};

/** Fill the map of a symmetry of the coset of c, in a few tenths of a second. */
void image_map_fill(struct image_map *map, const struct cube *c, struct subgroup_symmetry symmetry, unsigned n_threads);

/** Where the image of a member is. */
static inline struct member_place image_place(const struct image_map *map, struct member_place place)
{
	const unsigned corners = (unsigned)place.page * N_CORNER_BITS + place.bit, to = map->corners_to[corners];
	return (struct member_place){(uint16_t)(to / N_CORNER_BITS), (uint8_t)(to % N_CORNER_BITS),
	                             map->byte_to[map->is_odd[corners]][place.byte]};
}

/* The symmetries of a coset that are used. */
struct images {
	bool has_inverse;             /* w -> w^-1 is one */
	struct image_map *inverse;    /* NULL: it is none */
	unsigned n_kept;
	struct image_map *kept;       /* those that keep the direction but the identity: at most 15 */
};

/** Bytes that images_create() takes. */
size_t images_bytes(struct subgroup_symmetries symmetries);

/** Fill the maps. @return NULL without memory; else released by images_free() */
struct images *images_create(const struct cube *c, struct subgroup_symmetries symmetries, unsigned n_threads);
void images_free(struct images *images);

/** Bytes that bitmap_join_inverse() takes while it runs. */
size_t bitmap_joining_bytes(unsigned n_threads);

enum bitmap_join { BITMAP_JOINED, BITMAP_JOIN_INTERRUPTED, BITMAP_JOIN_NO_MEMORY };

/** Join a set to its image under the symmetry w -> w^-1.
 * @param watcher    may be NULL
 * @param n_members  how many there are now
 * @return BITMAP_JOINED; otherwise what is there is right, but may not be all */
enum bitmap_join bitmap_join_inverse(struct bitmap *b, const struct image_map *inverse, unsigned n_threads,
                                     bitmap_watcher *watcher, void *context, uint64_t *n_members);
#endif
