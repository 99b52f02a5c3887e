/* Tables and solvers of problems: which tables a problem is searched with, whether they are built, and what
 * stays open for the next one. One rule for all who solve.  With it comes what several files of this
 * directory use. */
#pragma once
#include "session/options.h"
#include "session/solver.h"
#include "base/forked.h"
#include "base/memory.h"
#include "base/threads.h"
#include "cube/centres.h"
#include "cube/notation.h"
#include "pdb/directory.h"
#include "pdb/file.h"
#include "pdb/generate.h"
#include "pdb/table_progress.h"
#include "pocket/solve.h"
#include "pocket/text.h"

#include <math.h>

/** All zero but for directory, memory, threads and so on in `where`; begun by session_init(). */
struct superflip_session {
	struct tables_options where;     /* heuristic: of searches by all turns that name none; notify: of what is
	                                  * built for jobs; metric, goal and turns are the problems' */
	uint64_t node_bytes;             /* for the nodes that a method keeps; 0: half of what is available */
	bool builds;                     /* what is missing is built for jobs */
	superflip_tables *given;         /* borrowed; of searches in half turns by all turns:
	                                  * somebody else has opened them; NULL: nobody */
	superflip_status (*await)(superflip_error *error);  /* until `given` is there; NULL: it is, or will not
	                                                     * be */
	const char *limits;              /* after "... tables of 3 MiB, more than":
	                                  * "this server builds for requests" */
	uint64_t most_bytes;             /* that tables of one problem may take that are built
	                                  * unasked, but for turn sets; 0: any */
	uint64_t turn_bytes;             /* of turn sets: the best tables that are so small; 0: that fit in
	                                  * memory */
	unsigned max_idle;               /* solvers that nobody uses and that are kept for the next problem */
	uint64_t build_bytes;            /* that tables which are built unasked may take together; 0: any */
	unsigned generation;             /* of the process that opened it (base/forked.h) */
	_Atomic unsigned n_holders;      /* its owner, jobs */
	pthread_mutex_t lock;            /* guards what follows */
	struct solver *first;            /* used last */
	uint64_t built_bytes;
};

void session_init(superflip_session *s, const struct tables_options *where);
/** Cancel what is searched, and free all solvers and tables. */
void session_end(superflip_session *s);

/** @return SUPERFLIP_OK; SUPERFLIP_FORKED: it is the parent's of this process */
superflip_status session_is_ours(const superflip_session *s, superflip_error *error);

/** One holder less of a session that superflip_session_open() made; the last one frees it. */
void session_release(superflip_session *s);

/** A solver of a problem, shared with others whose problem has the same tables and turns.
 * @param p         complete
 * @param pieces    the goal of the cubes, problem_goal_of()
 * @param cube      one of them: if no sequence of the turns solves it, no tables are needed; NULL: not
 *                  known
 * @param builds    build tables that are missing, which may take minutes
 * @param notify    of tables that are built or checked; NULL: nobody listens
 * @param out       set on SUPERFLIP_OK, given back by session_return()
 * @return as superflip_job_start(); SUPERFLIP_TABLE_MISSING: it would have to build them, or they were
 *   named */
superflip_status session_borrow(superflip_session *s, const superflip_problem *p,
                                const superflip_goal *pieces, const superflip_cube *cube,
                                bool builds, superflip_notify *notify, void *context,
                                struct solver **out,
                                superflip_error *error);
void session_return(superflip_session *s, struct solver *solver);

/** Begin a job with a solver that was borrowed: superflip_job_start(), or without a cube
 * superflip_job_open(). */
superflip_status session_begin(superflip_session *s, struct solver *solver, const superflip_problem *p,
                               const superflip_goal *pieces, const superflip_cube *cube,
                               const superflip_job_options *options, superflip_job **out,
                               superflip_error *error);

/** What a problem takes, superflip_session_measure(). */
superflip_status session_measure(const superflip_session *s, const superflip_problem *p,
                                 const superflip_goal *pieces, superflip_needs *out, superflip_error *error);

/** Whether so many bytes are not too many for one problem. */
bool session_may_build(const superflip_session *s, uint64_t bytes);
