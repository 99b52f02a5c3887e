/* What the tests of several directories share: repeatable chance, positions, and which tests to run. */
#ifndef SUPERFLIP_TESTS_SUPPORT_H
#define SUPERFLIP_TESTS_SUPPORT_H
#include "cube/move.h"
#include "support/test.h"

/* Repeatable chance: splitmix64 (Steele, Lea & Flood 2014), from a seed that failure messages print. */
struct dice { uint64_t state; };

uint64_t dice_roll(struct dice *dice);
unsigned dice_below(struct dice *dice, unsigned n);

/** A cube drawn evenly from all solvable ones. */
struct cube dice_cube(struct dice *dice);

/** Moves of a random walk that costs `length` in the metric: no face twice in a row. @return how many */
unsigned dice_walk(struct dice *dice, enum metric metric, unsigned length, uint8_t *moves);

/** Sequences of so many moves in canonical order: Korf 1997, table 1. */
enum { KORF_MAX_MOVES = 16 };  /* 17 does not fit in 64 bits */
extern const uint64_t n_canonical[KORF_MAX_MOVES + 1];

/** What such a walk makes of the solved cube. */
struct cube dice_walked(struct dice *dice, enum metric metric, unsigned length);

/** A cube that half a turn about the vertical axis leaves as it is: after turns of U and D, and of two
 * opposite other faces alike. */
struct cube dice_symmetric(struct dice *dice, unsigned n_turns);

/** A cube after a random walk of n of the permitted moves, bit m for move m, faces repeated or not. */
struct cube dice_cube_after(struct dice *dice, uint32_t permitted, unsigned n);

/** Told the cube at the end of a path of n moves. */
typedef void visit_path_fn(void *context, const struct cube *c, const uint8_t *path, unsigned n);

/** Visit all paths of at most `length` permitted moves in canonical order (move_successors), each before
 * those that go on with it. */
void each_path(enum metric metric, uint32_t permitted, const struct cube *start, unsigned length,
               visit_path_fn *visit, void *context);

/** What moves written as "R U2 F'" make of the solved cube. Fails the test at any other token. */
struct cube cube_of_moves(const char *text);

/** The coset of each corner permutation (by corners_rank_perm()) under half turns from the left, found by
 * walking about in it. @return how many there are */
unsigned half_turn_cosets(uint16_t coset_of[40320]);

/** memcmp() of two cubes, for qsort() and bsearch(). */
int compare_cubes(const void *a, const void *b);

/** How often a text has a part. */
unsigned count_in(const char *text, const char *part);

/** A question that is always answered with yes: whether to stop. */
bool at_once(void *context);

/** Whether SUPERFLIP_SLOW_TESTS is set to 1. */
bool are_slow_wanted(void);

/** Skip the test unless it is. */
void skip_unless_slow(void);

/** The same in programs built for ThreadSanitizer only, which makes byte-wise atomic loops a hundred times
 * slower. */
void skip_under_tsan_unless_slow(void);

/** Skip what needs a system that tells of its memory, its boots and its programs (base/system.h). */
void needs_linux(void);

/** Path of a file of scrambles that is no part of the project. Skips the test if it is not there. */
const char *shared_data(const char *name);
#endif
