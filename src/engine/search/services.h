/* What a search offers to the kernels: when to stop, where counts and solutions go, how work is shared. */
#pragma once
#include "search/deque.h"
#include "search/work.h"

struct kernel;
struct open_unit;
struct pool;
struct root_order;
struct starts;

/** One cube being solved: what the threads that search below it share. */
struct search {
	struct pool *pool;
	const struct kernel *kernel;           /* the pool's; perhaps the plain one if the request has turns of
	                                        * its own */
	struct search_request request;
	const struct turn_automaton *turns;    /* the request's or the heuristic's; NULL: all of a metric, in the
	                                        * order of move_successors[] */
	unsigned bound_cost;                   /* what 1 of the heuristic's bound is, in units of the turns */
	uint64_t id;                           /* different for all cubes of a pool */
	uint64_t symmetries;                   /* of the cube, as cube_symmetries() tells; 1: none, or they are
	                                        * not used */
	unsigned threshold;                    /* of the iteration in progress; constant while it runs */
	unsigned step;                         /* to the next one */
	double start_s;                        /* monotonic clock */
	_Atomic bool stop;                     /* end the iteration: solutions complete, or a limit was hit */
	_Atomic uint64_t n_open;               /* units that are waiting or being searched */
	_Atomic uint64_t n_generated, n_expanded, n_lookups;  /* all iterations; kernels report now and then */
	struct root_order *roots;              /* of search_iterate_roots(); NULL: none so far */
	struct starts *starts;                 /* of several goals; NULL: the request's cube is the only start */
	_Atomic int limit_hit;                 /* enum search_outcome of the limit, SEARCH_SOLVED if none */
	pthread_mutex_t solutions_lock;        /* guards what follows */
	struct search_solution *solutions;
	uint64_t n_solutions;
	size_t solutions_capacity;
};

struct node_counts { uint64_t n_generated, n_expanded, n_lookups; };

static inline void node_counts_add(struct node_counts *sum, const struct node_counts *counts)
{
	sum->n_generated += counts->n_generated;
	sum->n_expanded += counts->n_expanded;
	sum->n_lookups += counts->n_lookups;
}

/** What one thread owns. */
struct worker {
	struct deque deque;                    /* of struct task (search/pool.h), each malloc()ed by the thread
	                                        * that pushed it */
	struct pool *pool;
	void *kernel_state;
	struct node_counts counts;             /* of the unit in progress, since the last report */
	struct node_counts reported;           /* all before */
	struct open_unit *open;                /* whose work this thread is doing; NULL: nobody asks
	                                        * (search/iterate_units.c) */
	uint64_t random;                       /* state of the generator that picks a victim */
	uint64_t n_steals;                     /* tasks taken from others, since the pool was created */
	double idle_s;                         /* spent looking for work in vain, since the pool was created */
	pthread_t thread;
};

const struct heuristic *worker_heuristic(const struct worker *w);

/** All that this thread has counted. */
static inline struct node_counts worker_counts(const struct worker *w)
{
	struct node_counts sum = w->reported;
	node_counts_add(&sum, &w->counts);
	return sum;
}

/** Whether the kernel is to return without finishing.  Cheap. */
bool search_must_stop(const struct search *s);

/** Whether all solutions of a length are wanted: then an iteration goes on to its end. */
bool search_wants_all(const struct search *s);

/** Whether one shortest solution is wanted, of a cube of which unit_list_fill_shifts() has enough. */
bool search_has_shifts(const struct search *s);

/** The goal that the perimeter alone knows, while the heuristic is of whole cubes; NULL: there is none. */
static inline const struct goal *search_near_goal(const struct search *s)
{
	return s->request.perimeter != NULL ? s->request.perimeter->goal : NULL;
}

/** A lower bound of the cost to the goal. */
static inline unsigned search_bound(const struct search *s, const struct heuristic *h, const struct cube *c)
{
	return search_near_goal(s) != NULL ? 0 : heuristic_evaluate(h, c) * s->bound_cost;
}

/** Whether lengths, in strides, are even for even cubes and odd for odd ones, if the goal has a parity. */
bool search_turns_have_parity(const struct search *s);

/** What the lengths of a search are multiples of. */
static inline unsigned search_stride(const struct search *s)
{
	return s->turns != NULL ? s->turns->stride : 1;
}

/** What n steps of a path make of a cube: moves, or of a turn set turns of an axis. */
struct cube search_path_cube(const struct search *s, struct cube c, const uint8_t *path, unsigned n);

/** The same of a start. */
struct cube search_cube_after(const struct search *s, unsigned start, const uint8_t *path, unsigned n);

/** 1 + the free turn of the goal that leads to a start; 0: none. */
unsigned search_free_turn(const struct search *s, unsigned start);

/** The cube at the end of a unit's prefix. */
static inline struct cube search_unit_cube(const struct search *s, const struct work_unit *unit)
{
	return search_cube_after(s, unit->start, unit->prefix, unit->n_prefix);
}

/** What the prefix of a unit leaves of the threshold. */
static inline unsigned search_left(const struct search *s, const struct work_unit *unit)
{
	return (unsigned)unit->threshold - (s->turns != NULL ? unit->spent : unit->n_prefix);
}

/** How many threads may take part in an iteration, as far as is known: others may be busy with cubes of their
 * own. */
unsigned search_n_threads(const struct search *s);

/** A kernel calls search_report() after this many nodes. */
enum { REPORT_NODES = 1 << 16 };
/** Add the worker's counts to the search's and check the limits. */
void search_report(struct worker *w, struct search *s);

/** End the search: SEARCH_NO_MEMORY, SEARCH_OVERFLOW where a kernel's list was too short, or a limit. */
void search_fail(struct search *s, enum search_outcome why);

/** Record that the n moves of `path` solve a start, unless they leave a marked centre turned. */
void search_found(struct search *s, unsigned start, const uint8_t *path, unsigned n);

/** Whether another thread is idle and this one has given it nothing yet.  Cheap. */
bool worker_should_share(const struct worker *w);

/** Wait a little for other threads: at first yield, later sleep.  @param n_pauses  how many there were, at
 * first 0; is counted up */
void worker_pause(unsigned *n_pauses);

/** Offer a unit of the search to other threads.  @return false if that is impossible now: the caller keeps
 * it */
bool worker_share(struct worker *w, struct search *s, const struct work_unit *unit);

/** Whether a kernel goes on below a node that its bound lets pass: a leaf ends there, recorded if it is a
 * solution, and a subtree of at least `share_min_left` is left to a thread that is idle. */
bool worker_goes_on(struct worker *w, struct search *s, const struct work_unit *node, unsigned left,
                    unsigned share_min_left);

typedef void take_part_fn(struct worker *w, struct search *s, void *context);

/** Call take_part(w, s, context) in this thread and in all others that become idle meanwhile, which hand out
 * the work among themselves; return when all calls have returned and all units that they shared have been
 * searched. */
void search_together(struct worker *w, struct search *s,
                     take_part_fn *take_part, void *context);

/** Search one unit, here or with the help of idle threads; return when it is done. */
void search_unit(struct worker *w, struct search *s, const struct work_unit *unit);

/** The default for kernel->iterate: the first moves are units, in the order of the work that each took in the
 * iteration before. */
void search_iterate_roots(struct worker *w, struct search *s);
