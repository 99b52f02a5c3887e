/* Which symmetries keep a coset of H, and what they make of its elements: of one, and by inversion of all.
 *
 * A coset H c is looked at through the sequences w that lead c into H: c w is an element.  For a symmetry S
 * that keeps the U-D axis, S w S^-1 is as long as w, and so is S w^-1 S^-1.  If one of the two leads c into H
 * whenever w does, it takes elements at a distance to elements at the same distance:
 *     w -> S w S^-1       if and only if c (S c S^-1)^-1 is in H: then c (S w S^-1) = c (S c S^-1)^-1 (S c w
 *     S^-1)
 *     w -> S w^-1 S^-1    if and only if c (S c S^-1) is in H and c H c^-1 is H: then c (S w^-1 S^-1) =
 *                         (c S (c w)^-1 S^-1 c^-1) (c S c S^-1)
 * H itself and the coset of the superflip, which commutes with everything, have all 32 symmetries; most
 * cosets have only the identity. */
#pragma once
#include "pdb/pdb.h"
#include "subgroup/extend.h"

/* A set of elements of H in memory, 2.44 GB, and extending it as a whole. */
struct bitmap {
	uint8_t *page[N_PAGES];       /* PAGE_BYTES each; extending moves them about */
	uint8_t *spare[N_SPARE_PAGES + 2 * PARALLEL_MAX_THREADS];  /* pages that hold nothing */
	unsigned n_spare;
	uint8_t *memory;
	size_t memory_bytes;
};

/** Bytes that a bitmap takes at most, with so many threads: PARALLEL_MAX_THREADS or fewer, here and below. */
size_t bitmap_bytes(unsigned n_threads);

/** An empty set.  Memory is taken as it is touched.
 * @param out  on success filled, released by bitmap_close()
 * @return false without memory */
bool bitmap_open(unsigned n_threads, struct bitmap *out);
void bitmap_close(struct bitmap *b);

/* Relaxed: bits are only set, and nobody looks at them before the threads have met. */
static inline bool bitmap_has(const struct bitmap *b, struct bit_position at)
{
	return __atomic_load_n(b->page[at.page] + at.byte, __ATOMIC_RELAXED) >> at.bit & 1;
}

/** Add an element; several threads may. @return whether it is new */
static inline bool bitmap_set(struct bitmap *b, struct bit_position at)
{
	const uint8_t mask = (uint8_t)(1u << at.bit);
	return !bitmap_has(b, at)
	       && (__atomic_fetch_or(b->page[at.page] + at.byte, mask, __ATOMIC_RELAXED) & mask) == 0;
}

/** Add all elements that a move of H makes of one in the set.
 * @param n_threads   no more than bitmap_open() was told
 * @param n_elements  how many there are now
 * @return STATUS_OK; STATUS_INTERRUPTED: the set is lost, and bitmap_clear() or bitmap_close() comes next */
enum status bitmap_extend(struct bitmap *b, unsigned n_threads, const struct pdb_progress *progress,
                          uint64_t *n_elements);

/** Use huge pages for what is touched from now on: quicker, but a single element then takes 2 MB. */
void bitmap_expect_many(struct bitmap *b);

/** Make the set empty, whatever it was. */
void bitmap_clear(struct bitmap *b);

/** How many elements there are. */
uint64_t bitmap_count(const struct bitmap *b, unsigned n_threads);

struct subgroup_symmetry {
	uint8_t symmetry;             /* S, one of the 16 that keep the axis */
	bool inverts;
};

struct subgroup_symmetries {
	uint32_t keeping;             /* bit S: w -> S w S^-1 */
	bool inverts;                 /* w -> w^-1, and with it w -> S w^-1 S^-1 for all of these */
};

struct subgroup_symmetries subgroup_symmetries_of(const struct cube *c);

/** What a symmetry of the coset of c makes of an element. */
struct cube subgroup_symmetry_image(const struct cube *c, struct subgroup_symmetry symmetry,
                                    const struct cube *element);

/* The same for bits.  A symmetry acts on corners and edges separately: the corner permutation of the image
 * depends on the corner permutation only, and its byte in the page on the byte and the parity only. */
struct automorphism {
	uint16_t corners_to[N_CORNER_PERMS];          /* page * 8 + bit */
	uint32_t byte_to[2][PAGE_BYTES];              /* [parity] */
	uint8_t is_odd[N_CORNER_PERMS];
};

/** Fill in a symmetry of the coset of c, in a few tenths of a second. */
void automorphism_fill(struct automorphism *a, const struct cube *c, struct subgroup_symmetry symmetry,
                       unsigned n_threads);

static inline struct bit_position automorphism_image(const struct automorphism *a, struct bit_position at)
{
	const unsigned corners = (unsigned)at.page * N_CORNER_BITS + at.bit, to = a->corners_to[corners];
	return (struct bit_position){(uint16_t)(to / N_CORNER_BITS), (uint8_t)(to % N_CORNER_BITS),
	                             a->byte_to[a->is_odd[corners]][at.byte]};
}

/* The symmetries of a coset that are used. */
struct automorphisms {
	struct automorphism *inverse; /* w -> w^-1; NULL: it is none */
	unsigned n_kept;
	struct automorphism kept[];   /* those w -> S w S^-1 but the identity: at most 15 */
};
enum { MAX_IMAGES = 2 * N_AXIS_SYMMETRIES };

/** Bytes that automorphisms_create() takes; 0: there are none. */
size_t automorphisms_bytes(struct subgroup_symmetries symmetries);

/** @return NULL without memory; else released by free() */
struct automorphisms *automorphisms_create(const struct cube *c, struct subgroup_symmetries symmetries,
                                           unsigned n_threads);

/** All images of an element, itself the first, some maybe equal; a may be NULL. @return how many */
unsigned automorphisms_images(const struct automorphisms *a, struct bit_position at,
                              struct bit_position images[MAX_IMAGES]);

/** Bytes that bitmap_add_inverses() takes while it runs. */
size_t bitmap_add_inverses_bytes(unsigned n_threads);

/** Add to a set its image under the symmetry w -> w^-1.
 * @param n_elements  how many there are now
 * @return STATUS_OK; STATUS_INTERRUPTED, STATUS_NO_MEMORY: what is there is right, but may not be all */
enum status bitmap_add_inverses(struct bitmap *b, const struct automorphism *inverse, unsigned n_threads,
                                         const struct pdb_progress *progress, uint64_t *n_elements);
