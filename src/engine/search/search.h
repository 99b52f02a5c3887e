/* Optimal search: IDA* (Korf 1985) over a pool of threads that steal work from each other. */
#pragma once
#include "superflip.h"
#include "heuristic/heuristic.h"
#include "heuristic/perimeter.h"

#include <stdatomic.h>

enum {
	SEARCH_MAX_LENGTH = TURN_PATH_MAX, SEARCH_MAX_COST = TURN_ROOM_MAX, SEARCH_ALL = -1, SEARCH_MAX_GOALS = 4096
};

struct unit_source;

struct search_solution;

/** What a caller sees of a search while it goes on, and how he ends it alone; his until the result is
 * delivered. */
struct search_watch {
	_Atomic bool is_cancelled;    /* set by him: the search ends with SEARCH_INTERRUPTED, as soon as threads
	                               * report their nodes */
	_Atomic uint64_t n_generated; /* so far, as reported */
	_Atomic unsigned threshold;   /* of the iteration in progress */
	_Atomic unsigned step;        /* of a list of steps, the one in progress, from 1 */
	double told_from_s;           /* iterations that take less are not told to the stream; 0: all are */
	/** New solutions, any number of times, in any thread; with images under symmetries that are to be given,
	 * after each iteration, those of its length.  NULL: not asked for. */
	void (*found)(void *context, const struct search_solution *solutions, uint64_t n);
	void *context;
};

/** What is asked. Lengths are in moves of the heuristic's metric. */
struct search_request {
	struct cube cube;             /* solvable */
	const struct cube *goals;     /* n_goals cubes, at most SEARCH_MAX_GOALS, any of which is to be reached;
	                               * borrowed; NULL: the solved cube, or what the heuristic is for */
	size_t n_goals;
	const struct goal *goal;      /* whose free turns solutions have, without cost, at both ends; borrowed;
	                               * NULL: none */
	int64_t n_solutions;          /* how many at most, at least 1; SEARCH_ALL: all */
	bool past_goal;               /* with a goal: also solutions that reach it before their end */
	unsigned over_optimal;        /* also solutions of up to optimal + this many moves (QTM: an even number
	                               * has effect) */
	unsigned min_length;          /* do not look for shorter solutions; 0 to find optimal ones */
	unsigned max_length;          /* SEARCH_MAX_LENGTH, or SEARCH_MAX_COST in the units of a turn set: no
	                               * limit */
	uint64_t node_limit;          /* generated nodes; 0: none */
	double time_limit_s;          /* 0: none */
	bool has_whole_tree;          /* also first moves that symmetries of the cube take to each other, as
	                               * measurements count */
	bool is_deterministic;        /* with n_solutions 1: the first in move order, at the price of a completed
	                               * last iteration */
	const struct turn_automaton *turns;  /* the turns of faces that solutions may have, if the heuristic's
	                               * tables are of all turns: lengths are in units of the set; borrowed; NULL:
	                               * the heuristic's turns */
	const struct perimeter *perimeter;  /* of these turns, a second bound; borrowed; NULL: none */
	const struct unit_source *units;  /* where units of work come from and go (search/unit_source.h);
	                                   * borrowed; NULL: from this pool */
	struct search_watch *watch;   /* NULL: nobody looks on */
	/* For methods (method/method.h), which the pool has otherwise: */
	unsigned n_threads;           /* at least 1 */
	enum metric metric;
	const struct heuristic *heuristic;  /* of that metric; borrowed; NULL: none */
	uint64_t memory_limit_bytes;  /* for nodes that are kept; tables do not count; 0: none */
	uint32_t not_first, not_last; /* two-phase: moves that a solution neither begins nor ends with, bit m for
	                               * move m */
	bool skips_first_view;        /* two-phase: not by the axis U-D of the cube itself, which was searched */
	bool (*stopped)(void *context);  /* asked now and then, from any thread; true ends the search; NULL:
	                                  * never */
	void *context;                /* of stopped() */
	/* For sessions, which do what these say: */
	bool up_to_symmetry;          /* of solutions that symmetries exchange only the first */
	bool approximates;            /* as superflip_job_options has it */
	const superflip_cube *position;  /* to reach; NULL: the solved cube */
};

enum { SEARCH_ALL_TURNS = (1 << N_MOVES) - 1 };

/** A request for one optimal solution without limits, by all turns. */
struct search_request search_request_default(const struct cube *c);

/** As the library tells it, with the kinds of SUPERFLIP_FAILED from SEARCH_NO_MEMORY on. */
enum search_outcome {
	SEARCH_SOLVED = SUPERFLIP_SOLVED,  /* n_solutions found, or all that exist within the lengths asked for */
	SEARCH_NONE = SUPERFLIP_NONE, /* proved: no solution within max_length */
	SEARCH_NODE_LIMIT = SUPERFLIP_NODE_LIMIT,  /* stopped; lower_bound still holds, solutions may be
	                                            * partial */
	SEARCH_TIME_LIMIT = SUPERFLIP_TIME_LIMIT,
	SEARCH_MEMORY_LIMIT = SUPERFLIP_MEMORY_LIMIT,  /* of methods that keep nodes; of turns, whose paths have
	                                                * no more room */
	SEARCH_INTERRUPTED = SUPERFLIP_STOPPED,
	SEARCH_NO_MEMORY = SUPERFLIP_FAILED,
	SEARCH_OVERFLOW,              /* a fault of this program: a kernel's list was too short, or a solution is
	                               * wrong */
	SEARCH_BAD_TABLE,             /* a table is damaged or was written to (heuristic_fault()): nothing is
	                               * proved */
};

struct search_solution {
	uint8_t n_moves;              /* in face turns as written; a half turn is one of them in both metrics */
	uint8_t n_before, n_after;    /* of these at both ends, that cost nothing: free turns of the goal */
	uint8_t length;               /* in moves of the metric */
	uint8_t rotation;             /* the goal's, where the solution ends (goal_rotation()) */
	uint8_t moves[2 * SEARCH_MAX_LENGTH + 2];  /* of a turn set a step may turn two faces; a free turn at each
	                                            * end */
};

/** What n moves of cost 1 are as a solution: searched, a half turn in QTM is two quarter turns; written, one
 * face turn. */
struct search_solution search_solution_of_path(const uint8_t *path, unsigned n);

/** Add the free turn at the end by which a solution reaches a goal, if it takes one.
 * @param end  the cube after the solution, which has none so far */
void solution_add_turn_after(struct search_solution *solution, const struct goal *goal,
                             const struct cube *end);

/** Their order in results, for qsort(): shorter ones first, then by their moves. */
int search_compare_solutions(const void *a, const void *b);

struct search_result {
	enum search_outcome outcome;
	bool is_optimal;              /* there are solutions, and every shorter length was searched completely */
	unsigned length;              /* of the shortest solution found; meaningless without one */
	unsigned lower_bound;         /* proved: nothing shorter solves the cube */
	uint64_t n_solutions;
	struct search_solution *solutions;   /* owned; released by search_result_free(); in order of length, then
	                                      * of moves */
	unsigned n_iterations;
	superflip_iteration iterations[SEARCH_MAX_LENGTH + 1];
	uint64_t n_generated, n_expanded, n_lookups;   /* of all iterations */
	double seconds;               /* from the first iteration's start to the last one's end */
};
void search_result_free(struct search_result *result);

typedef bool search_tick_fn(void *context, uint64_t n_generated);

/** Where requests come from and results go to.  The pool calls one function of a stream at a time, from any
 * thread. */
struct search_stream {
	void *context;
	/** Fill in the next request and a tag for it. STREAM_WAIT: none now, but ask again after the next
	 * result. */
	enum search_next { STREAM_NEXT, STREAM_WAIT, STREAM_END } (*next)(void *context,
		struct search_request *request, void **tag);
	/** A cube is done, in any order. Takes over *result (search_result_free()).
	 * Every byte of the tables has been checked by then; of a search that was interrupted before, only the
	 * solutions are left. */
	void (*done)(void *context, void *tag, struct search_result *result);
	/** A cube's iteration is over (complete or not), and took told_from_s of its watch. May be NULL. */
	void (*iteration)(void *context, void *tag, const superflip_iteration *iteration);
	/** Called about ten times a second from the thread that called pool_run(). May be NULL.
	 * Returning false interrupts all searches: they end with SEARCH_INTERRUPTED. */
	search_tick_fn *tick;
	void *list;                   /* context of next() and done() if these have one of their own; else NULL */
};

/** Threads that search together; created once, used for any number of cubes. */
struct pool;

enum { POOL_ALONE = 1 << 30 };

/** @param h  borrowed until pool_destroy()
 * @param n_threads  at least 1; 0: all processors that this process may use (affinity and cgroup quota);
 *   POOL_ALONE: none, pool_run() searches in the caller's, which costs no wake-up
 * @return NULL without memory or threads (errno is set) */
struct pool *pool_create(const struct heuristic *h, unsigned n_threads);
void pool_destroy(struct pool *pool);  /* NULL is left alone */
unsigned pool_threads(const struct pool *pool);

/** Solve everything that the stream gives, several cubes at once, until STREAM_END; returns when all are
 * done. */
void pool_run(struct pool *pool, const struct search_stream *stream);

/** Have the stream's next() asked again though it said STREAM_WAIT, or will; from any thread, also between
 * runs, but from no function of the stream. */
void pool_ask_again(struct pool *pool);

/** Take a cube from the stream as the pool's threads do, for somebody else to search; from any thread.  A run
 * ends only when all that were taken are given back.  @return false: there is none now, or no run */
bool pool_take(struct pool *pool, struct search_request *request, void **tag);

/** Hand a cube's result to the stream, which takes it over.
 * @param is_of_others  neither the stream nor the pool knows its iterations and nodes */
void pool_give_back(struct pool *pool, void *tag, struct search_result *result, bool is_of_others);

/** Whether all searches of the run are to end. */
bool pool_is_interrupted(const struct pool *pool);

/** One cube with all threads, a stream of one, whose iteration() and tick() are called; tags are NULL. */
void pool_solve_watched(struct pool *pool, const struct search_request *request,
                        const struct search_stream *watch, struct search_result *out);
void pool_solve(struct pool *pool, const struct search_request *request, struct search_result *out);

/** What the threads did besides searching, since the pool was created; between two runs only. */
struct pool_statistics {
	uint64_t n_steals;            /* subtrees that one thread took from another */
	double idle_s;                /* of all threads together, during runs */
};
struct pool_statistics pool_statistics(const struct pool *pool);
