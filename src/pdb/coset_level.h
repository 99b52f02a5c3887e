/* All cosets of one depth without duplicates, by breadth-first search: where the marking of a coset table starts.
 *
 * They come in parts: part class * n_parts + parity with n_parts = 2, or the parity is not looked at and n_parts = 1.
 * Within a part a coset is its index in the frame of the class.  Every part holds all copies of its cosets
 * (coset_tables.stabilizer). */
#ifndef SUPERFLIP_PDB_COSET_LEVEL_H
#define SUPERFLIP_PDB_COSET_LEVEL_H
#include "coord/coset_map.h"

enum { COSET_MAX_PARTS = 2 * COSET_CLASSES };

/* Three bytes a coset. */
struct coset_set {
	uint8_t *packed;
	uint32_t n;
};

struct coset_level {
	struct coset_set part[COSET_MAX_PARTS];
};

/** The part of the class `other` that a move leads to from part p, or that it comes from. */
static inline unsigned coset_other_part(unsigned p, unsigned n_parts, unsigned move, unsigned other)
{
	return other * n_parts + (n_parts == 2 && (p ^ (move % 3 != 1)) % 2);
}

/* Where one thread finds the cosets of one part. */
struct coset_desk {
	uint64_t *bits;      /* one for each coset of the part, on cache lines */
	uint32_t *found;     /* a list of them, */
	uint32_t n_found, max_found;
	bool is_listed;      /* unless they are too many */
};

/** @return false without memory; coset_desk_free() releases it in any case */
bool coset_desk_make(struct coset_desk *out);
void coset_desk_free(struct coset_desk *desk);
/** Forget the part. */
void coset_desk_clear(struct coset_desk *desk);

/** The solved cube's coset alone.  @return false without memory */
bool coset_level_first(unsigned n_parts, struct coset_level *out);

/** Find part p of the level after `newest`: what moves make of that one, but for itself and the one `before`.
 * @param max_listed  the cosets are listed if no more than so many can be expected
 * @param desk        clear
 * @return false without memory */
bool coset_level_next(const struct coset_level *newest, const struct coset_level *before, unsigned n_parts, unsigned p,
                      uint32_t max_listed, struct coset_desk *desk);

/** Keep what is listed as a part of a level.  @return false without memory */
bool coset_level_keep(struct coset_level *level, unsigned p, const struct coset_desk *desk);

/** Cosets begin .. begin + n - 1 of a set. */
void coset_set_read(const struct coset_set *set, uint32_t begin, unsigned n, uint32_t *out);

void coset_level_free(struct coset_level *level);
#endif
