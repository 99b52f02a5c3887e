/* Tables, solvers and cubes for the tests of the library, by its public header alone. */
#ifndef SUPERFLIP_TESTS_API_FIXTURE_H
#define SUPERFLIP_TESTS_API_FIXTURE_H
#include "superflip.h"

/** A cube; fails the test if the text is none.  Freed by the caller. */
superflip_cube *cube_of(const char *text);

/** Tables that the tests share (support/tables.h), built if they are missing.  Closed by the caller. */
superflip_tables *tables_of(const char *heuristic, superflip_metric metric);

/** A solver with Korf's tables and two threads, of tests that are begun and ended by these functions. */
extern superflip_solver *korf;
void open_korf(void);
void close_korf(void);

/** Whether moves solve a cube, by superflip_verify(). */
bool solves(const superflip_cube *cube, const superflip_cube *goal, const uint8_t *moves, unsigned n);

/** Ten cubes at distance 9 or less. */
enum { N_EASY = 10 };
extern const char *const easy[N_EASY];
extern const unsigned easy_length[N_EASY];

/** A position at distance 20, which no test solves. */
extern const char superflip_position[];
#endif
