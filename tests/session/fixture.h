/* Tables, solvers and cubes for the tests of the library, by its public header alone. */
#ifndef SUPERFLIP_TESTS_API_FIXTURE_H
#define SUPERFLIP_TESTS_API_FIXTURE_H
#include "superflip.h"

/** A cube; fails the test if the text is none.  Freed by the caller. */
superflip_cube *cube_of(const char *text);

/** Tables that the tests share (support/tables.h), built if they are missing.  Closed by the caller. */
superflip_tables *tables_of(const char *heuristic, superflip_metric metric);

superflip_tables *tables_by(const superflip_tables_options *options);

/** A directory of the test's own, of tests that are begun and ended by these functions. */
extern char own_directory[];
void make_own_directory(void);
void remove_own_directory(void);

/** A solver with tables that the caller closes, or by a method without tables.  Freed by the caller. */
superflip_solver *solver_by(const superflip_solver_options *options, superflip_tables *tables);
superflip_solver *solver_of_method(const char *method);

/** A solver by the defaults of its options, with tables that are closed with it.  Freed by the caller. */
superflip_solver *solver_of(superflip_tables *tables);

/** What becomes of a cube; fails the test if it is refused.  Freed by the caller. */
superflip_result *result_of(superflip_solver *solver, const superflip_cube *cube, const superflip_request *request);

/** A solver with Korf's tables and two threads, of tests that are begun and ended by these functions. */
extern superflip_solver *korf;
void open_korf(void);
void close_korf(void);

/** Whether moves solve a cube, by superflip_verify(); and whether the first ones of a result do. */
bool solves(const superflip_cube *cube, const superflip_cube *goal, const uint8_t *moves, unsigned n);
bool is_solved_by(const superflip_cube *cube, const superflip_cube *goal, const superflip_result *result);

/** Ten cubes at distance 9 or less. */
enum { N_EASY = 10 };
extern const char *const easy[N_EASY];
extern const unsigned easy_length[N_EASY];

/** A position at distance 20, which no test solves. */
extern const char superflip_position[];
#endif
