/* Sessions, problems and cubes for the tests of the library, by its public header alone. */
#ifndef SUPERFLIP_TESTS_API_FIXTURE_H
#define SUPERFLIP_TESTS_API_FIXTURE_H
#include "superflip.h"
#include "support/test.h"

/** What the last call of this thread that was given it had to say, and an assertion with its text. */
extern _Thread_local superflip_error last_error;
#define must(status) cr_assert_eq(status, SUPERFLIP_OK, "%s", last_error.text)

/** Free the cubes, problems and results that the functions below made: at the end of each test, in
 * close_korf() and close_own() or by itself. */
void free_made(void);

/** A cube of the 3x3x3; fails the test if the text is none. */
superflip_cube *cube_of(const char *text);
superflip_cube *cube_with(superflip_puzzle puzzle, const char *text, unsigned options);
superflip_cube *grey_cube_of(const char *facelets);
superflip_cube *cube_turned(const superflip_cube *cube, const uint8_t *moves, size_t n);

/** A problem whose fields are set as in "metric=qtm;solutions=all". */
superflip_problem *problem_of(const char *fields);

/** Before fields of problems, with the session of open_korf(). */
#define KORF "heuristic=korf;"

/** The session of a test: with the tables that tests share (support/tables.h), Korf's among them, and two
 * threads; or of an empty directory of its own, where nothing is built unasked. */
extern superflip_session *session;
extern char own_directory[];
void open_korf(void);
void open_own(void);
void close_korf(void);
void close_own(void);

/** Have the tables of a heuristic built. */
void build(const char *heuristic, const char *metric);

/** What becomes of a cube; each solution is judged by superflip_problem_verify(). */
superflip_result *result_of(const char *fields, const superflip_cube *cube);
superflip_result *solve(const char *fields, const char *scramble);

/** Begin to solve one cube; cube and problem are freed at once, the job by the caller. */
superflip_job *start(const char *fields, const char *scramble, const superflip_job_options *options);

/** The next result; NULL after the last one. */
superflip_result *next_of(superflip_job *job);

superflip_progress progress_of(superflip_job *job);
superflip_needs needs_of(const char *fields, const superflip_cube *cube);
superflip_verdict verdict_of(superflip_problem *problem, const superflip_cube *cube, const char *solution);

/** Options of a job, the members that are named. */
#define OPTIONS(...) (&(superflip_job_options){.size = sizeof(superflip_job_options), __VA_ARGS__})

/** Ten cubes at distance 6 or less. */
enum { N_EASY = 10 };
extern const char *const easy[N_EASY];
extern const unsigned easy_length[N_EASY];

/** A position at distance 20, which no test solves. */
extern const char superflip_position[];
#endif
