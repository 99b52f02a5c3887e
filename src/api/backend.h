/* Who takes tasks out of the queue and solves them, until it is empty.  Called without the lock. */
#ifndef SUPERFLIP_API_BACKEND_H
#define SUPERFLIP_API_BACKEND_H
#include "api/task.h"

/** The pool, several cubes at once (backend_pool.c). */
void backend_run_pool(superflip_solver *solver);

/** The 2x2x2 and methods, one cube after the other (backend_single.c). */
void backend_run_single(superflip_solver *solver);

/** Add a solution by the two-phase method to a search that a limit ended without one. */
void approximate(struct task *task, struct search_result *found);
#endif
