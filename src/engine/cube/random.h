/* Random numbers, cubes and moves: from the system's generator, or repeatable from a seed. */
#pragma once
#include "cube/move.h"

enum { RANDOM_BUFFER_WORDS = 32 };  /* what the system gives at a time */

struct random_source {
	bool is_seeded;
	int error;                    /* errno of the system's generator once it failed; what is drawn then is not
	                               * random */
	uint64_t state[4];            /* xoshiro256** */
	uint64_t buffer[RANDOM_BUFFER_WORDS];
	size_t n_buffered;
};

/** Draw from the operating system.
 * @return whether that works; if not, out->error says why */
bool random_from_system(struct random_source *out);

/** The same numbers for the same seed on every machine, always: xoshiro256** with its state filled by
 * SplitMix64. Source: D. Blackman, S. Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47
 * (2021), and the reference code at https://prng.di.unimi.it. */
void random_from_seed(struct random_source *out, uint64_t seed);

/** The next number of a generator with 64 bits of state.
 * Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. */
uint64_t random_splitmix64(uint64_t *state);

/** 64 random bits. */
uint64_t random_u64(struct random_source *source);

/** A number below n > 0, each equally likely. */
uint64_t random_below(struct random_source *source, uint64_t n);

/** Exchange numbers at random, any with each other that are of the same class; NULL: of any.
 * @param n  at most N_EDGES */
void random_shuffle(struct random_source *source, const uint8_t *of, uint8_t *perm, unsigned n);

/** A cube, each of the 43,252,003,274,489,856,000 that turns can reach equally likely. */
struct cube random_cube(struct random_source *source);

/** The next move of a random maneuver in canonical order: no face twice in a row, opposite faces in one order
 * only; each move that may follow is equally likely.
 * @param permitted  the moves to choose from, bit m for move m, of two axes at least
 * @param last       LAST_NONE before the first move, then kept by this function */
unsigned random_move(struct random_source *source, uint32_t permitted, unsigned *last);
