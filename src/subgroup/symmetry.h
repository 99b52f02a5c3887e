/* Which symmetries keep a coset of H, and what they make of its members.
 *
 * A coset H c is looked at through the sequences w that lead c into H: c w is a member.  For a symmetry S that keeps the U-D
 * axis, S w S^-1 is as long as w, and so is S w^-1 S^-1.  If one of the two leads c into H whenever w does, it takes members
 * at a distance to members at the same distance:
 *     w -> S w S^-1       if and only if c (S c S^-1)^-1 is in H: then c (S w S^-1) = c (S c S^-1)^-1 (S c w S^-1)
 *     w -> S w^-1 S^-1    if and only if c (S c S^-1) is in H and c H c^-1 is H: then c (S w^-1 S^-1) =
 *                         (c S (c w)^-1 S^-1 c^-1) (c S c S^-1)
 * H itself and the coset of the superflip, which commutes with everything, have all 32 symmetries; most cosets have only
 * the identity. */
#ifndef SUPERFLIP_SUBGROUP_SYMMETRY_H
#define SUPERFLIP_SUBGROUP_SYMMETRY_H
#include "coord/phase1.h"

struct subgroup_symmetry {
	uint8_t symmetry;             /* S, one of the 16 that keep the axis */
	bool inverts;
};

struct subgroup_symmetries {
	uint32_t keeping;             /* bit S: w -> S w S^-1 */
	uint32_t inverting;           /* bit S: w -> S w^-1 S^-1 */
};

struct subgroup_symmetries subgroup_symmetries_of(const struct cube *c);

/** What a symmetry of the coset of c makes of a member. */
struct cube subgroup_symmetry_image(const struct cube *c, struct subgroup_symmetry symmetry, const struct cube *member);
#endif
