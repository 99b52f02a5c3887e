/* Sessions, problems and cubes for the tests of the library, by its public header alone. */
#ifndef SUPERFLIP_TESTS_API_FIXTURE_H
#define SUPERFLIP_TESTS_API_FIXTURE_H
#include "superflip.h"

/** A cube of the 3x3x3; fails the test if the text is none.  Freed by the caller. */
superflip_cube *cube_of(const char *text);
superflip_cube *cube_with(superflip_puzzle puzzle, const char *text, unsigned options);

/** A problem whose fields are set as in "metric=qtm;solutions=all".  Freed by the caller. */
superflip_problem *problem_of(const char *fields);

/** Before fields of problems, with the session of open_korf(). */
#define KORF "heuristic=korf;"

/** The session of a test: with the tables that tests share (support/tables.h), Korf's among them, and two threads; or of
 * an empty directory of its own, where nothing is built unasked. */
extern superflip_session *session;
extern char own_directory[];
void open_korf(void);
void open_own(void);
void close_korf(void);
void close_own(void);

/** Have the tables of a heuristic built. */
void build(const char *heuristic, const char *metric);

/** What becomes of a cube; each solution is judged by superflip_problem_verify().  Freed by the caller. */
superflip_result *result_of(const char *fields, const superflip_cube *cube);
superflip_result *solve(const char *fields, const char *scramble);

/** Begin to solve one cube. */
superflip_job *start(const char *fields, const char *scramble, const superflip_job_options *options);

superflip_progress progress_of(superflip_job *job);

/** Ten cubes at distance 6 or less. */
enum { N_EASY = 10 };
extern const char *const easy[N_EASY];
extern const unsigned easy_length[N_EASY];

/** A position at distance 20, which no test solves. */
extern const char superflip_position[];
#endif
