#include "subgroup/symmetry.h"

enum { N_CHUNKS = 252, CHUNK_BYTES = PAGE_BYTES / N_CHUNKS };

static bool is_in_h(const struct cube *c)
{
	return phase1_is_in_h(phase1_rank(c));
}

struct subgroup_symmetries subgroup_symmetries_of(const struct cube *c)
{
	const struct cube back_of_c = cube_inverse(c), twice = cube_product(c, c);
	struct subgroup_symmetries found = {0, is_in_h(&twice)};
	/* Whether c H c^-1 is H: it is enough that the moves of H stay in H. */
	items_foreach(move, h_moves, N_H_MOVES) {
		const struct cube moved = cube_after(c, *move), conjugate = cube_product(&moved, &back_of_c);
		found.inverts &= is_in_h(&conjugate);
	}
	for (unsigned s = 0; s < N_AXIS_SYMMETRIES; s++) {
		const struct cube image = cube_conjugate(c, s), back = cube_inverse(&image);
		const struct cube kept = cube_product(c, &back);
		found.keeping |= (uint32_t)is_in_h(&kept) << s;
	}
	return found;
}

struct cube subgroup_symmetry_image(const struct cube *c, struct subgroup_symmetry symmetry,
                                    const struct cube *element)
{
	/* The element is c w. */
	const struct cube back = cube_inverse(c), w = cube_product(&back, element), w_back = cube_inverse(&w);
	const struct cube image = cube_conjugate(symmetry.inverts ? &w_back : &w, symmetry.symmetry);
	return cube_product(c, &image);
}

/* ---- automorphisms ---- */

struct filling {
	struct automorphism *automorphism;
	const struct cube *cube;
	struct subgroup_symmetry symmetry;
	unsigned corners[2];                  /* an even and an odd permutation */
};

static struct bit_position image_of(const struct filling *f, const struct cube *element)
{
	const struct cube image = subgroup_symmetry_image(f->cube, f->symmetry, element);
	return bit_position_of_cube(&image);
}

static struct cube cube_of_parts(unsigned corners, uint32_t byte)
{
	return element_cube(
		(struct bit_position){(uint16_t)(corners / N_CORNER_BITS), (uint8_t)(corners % N_CORNER_BITS), byte});
}

static void fill_bytes(void *context, uint32_t chunk)
{
	const struct filling *const f = context;
	for (uint32_t byte = chunk * CHUNK_BYTES; byte < (chunk + 1) * CHUNK_BYTES; byte++)
		for (unsigned parity = 0; parity < 2; parity++) {
			const struct cube element = cube_of_parts(f->corners[parity], byte);
			f->automorphism->byte_to[parity][byte] = image_of(f, &element).byte;
		}
}

void automorphism_fill(struct automorphism *a, const struct cube *c, struct subgroup_symmetry symmetry,
                       unsigned n_threads)
{
	struct filling f = {.automorphism = a, .cube = c, .symmetry = symmetry};
	for (unsigned corners = 0; corners < N_CORNER_PERMS; corners++) {
		const struct cube element = cube_of_parts(corners, 0);
		const struct bit_position image = image_of(&f, &element);
		a->is_odd[corners] = cube_is_odd(&element);
		f.corners[a->is_odd[corners]] = corners;
		a->corners_to[corners] = (uint16_t)(image.page * N_CORNER_BITS + image.bit);
	}
	parallel_for(n_threads, N_CHUNKS, fill_bytes, &f);
}

size_t automorphisms_bytes(struct subgroup_symmetries symmetries)
{
	return ((unsigned)__builtin_popcount(symmetries.keeping) - 1 + symmetries.inverts)
	       * sizeof(struct automorphism);
}

struct automorphisms *automorphisms_create(const struct cube *c, struct subgroup_symmetries symmetries,
                                           unsigned n_threads)
{
	struct automorphisms *const a = malloc(sizeof *a + automorphisms_bytes(symmetries));
	if (a == NULL)
		return NULL;
	/* The inverse is the last. */
	*a = (struct automorphisms){.n_kept = 0};
	set_foreach(symmetry, symmetries.keeping & ~1u) automorphism_fill(
		&a->kept[a->n_kept++], c, (struct subgroup_symmetry){(uint8_t)symmetry, false}, n_threads);
	if (symmetries.inverts) {
		a->inverse = &a->kept[a->n_kept];
		automorphism_fill(a->inverse, c, (struct subgroup_symmetry){0, true}, n_threads);
	}
	return a;
}

unsigned automorphisms_images(const struct automorphisms *a, struct bit_position at,
                              struct bit_position images[MAX_IMAGES])
{
	unsigned n = 0;
	images[n++] = at;
	if (a == NULL)
		return n;
	if (a->inverse != NULL)
		images[n++] = automorphism_image(a->inverse, at);
	for (unsigned inverted = 0, n_first = n; inverted < n_first; inverted++)
		items_foreach(kept, a->kept, a->n_kept)
			images[n++] = automorphism_image(kept, images[inverted]);
	return n;
}
