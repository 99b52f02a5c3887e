/* Groups of positions that some of the face turns generate, by the method of Schreier and Sims. */
#pragma once
#include "cube/facelet.h"

enum { GROUP_MAX_GENERATORS = 64 };

struct group_permutation { uint8_t image[N_FACELETS]; };

/* Stabilisers of more and more stickers: level i leaves the base points of the levels before it where they
 * are. */
struct group_level {
	uint8_t base;                               /* a sticker that this level moves */
	uint8_t n_orbit, orbit[N_FACELETS];       /* where it can come; */
	bool is_reached[N_FACELETS];
	struct group_permutation to[N_FACELETS];  /* and what takes it there */
	unsigned n_generators;
	struct group_permutation generator[GROUP_MAX_GENERATORS];
};

struct group {
	unsigned n_levels;
	struct group_level level[N_FACELETS];
};

/** First a, then b. */
struct group_permutation group_product(const struct group_permutation *a, const struct group_permutation *b);
struct group_permutation group_inverse(const struct group_permutation *a);

/** Where each sticker of the solved cube is on this one. */
struct group_permutation group_permutation_of(const struct cube *c);

/** The group of n permutations of stickers, centres among them.  As group_generate(). */
struct group *group_generate_by(const struct group_permutation *generators, unsigned n);

/** Whether sequences of the generators make this. */
bool group_has(const struct group *g, struct group_permutation p);

/** The group that a set of moves generates; valid after cube_init().
 * @param moves  bit m for move m
 * @return NULL without memory; released by free()
 * Source: C. Sims, "Computational methods in the study of permutation groups" (1970); D. Knuth, "Efficient
 * representation of perm groups", Combinatorica 11 (1991). */
struct group *group_generate(uint32_t moves);

/** How many positions there are: exact, since 43,252,003,274,489,856,000 has only 39 bits besides powers of
 * two. */
long double group_order(const struct group *g);
