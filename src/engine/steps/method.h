/* The methods that need not find a shortest solution, each as one record behind one interface: what they are
 * called, the tables that they make once, and how they solve a cube.  A method prints nothing and trusts
 * nobody to be right: whoever shows a solution applies it to the cube first (method_result_solves()). */
#pragma once
#include "base/clock.h"
#include "search/search.h"

enum { METHOD_MAX_MOVES = 1024, METHOD_MAX_STAGES = 11, METHOD_MAX_BEGINNING = 80 };

struct method_stage {
	const char *name;             /* "white cross"; static, or the tables' */
	unsigned n_moves;             /* as the method makes them, before anything is merged; may be 0 */
	unsigned n_inverse;           /* the first of them are turned on the inverse of the cube (NISS) */
	unsigned length;              /* of lists of steps: what they cost */
	const char *goal;             /* of a list of steps: what it reaches, "cross"; the tables'; else NULL */
	uint8_t rotation;             /* the rotation from which it is that (goal_name_from()) */
};

/** A skeleton that solutions go on from. */
struct method_beginning {
	unsigned n_moves, n_inverse;  /* the first n_inverse moves are turned on the inverse */
	uint8_t moves[METHOD_MAX_BEGINNING];
};

struct method_result {
	enum search_outcome outcome;
	bool is_optimal;              /* proved: no solution has fewer moves (face turns) */
	bool has_hit_limit;           /* SEARCH_SOLVED, but the time limit or stopped() ended the search for
	                               * shorter ones */
	unsigned lower_bound;         /* proved: nothing shorter solves the cube; 0 if the method proves
	                               * nothing */
	unsigned length;              /* of lists of steps: what the moves cost */
	unsigned n_moves;             /* SEARCH_SOLVED: the solution */
	uint8_t moves[METHOD_MAX_MOVES];
	const struct goal *goal;      /* of a list that ends at a goal: that one, the tables'; NULL: the solved
	                               * cube */
	uint8_t side;                 /* from which the goal is reached (cube_conjugate()) */
	unsigned n_undone;            /* with a goal: the last of the moves undo turns on the inverse */
	unsigned n_stages, n_stage_moves;   /* the same solution stage by stage, for explanations */
	struct method_stage stages[METHOD_MAX_STAGES];
	unsigned (*merge)(uint8_t *moves, unsigned n);  /* what makes the solution of the stages' moves; NULL: it
	                                                 * is they */
	uint8_t stage_moves[METHOD_MAX_MOVES];  /* of the first stage, then of the second ... */
	uint64_t n_generated, n_expanded;  /* positions; 0 if nothing is searched, or not counted */
	uint64_t peak_bytes;          /* of nodes that are kept */
	double seconds;
	bool is_by_list;              /* by a list of steps: stages are told with their own moves, not with their
	                               * share of the solution */
	unsigned n_told;              /* of several sides the one is told from which the last of so many stages
	                               * reaches its goal: the list's own, or the first one; 0: there is one
	                               * side */
	unsigned n_more;              /* further solutions, the next best first */
	struct method_result *more;   /* owned; they have neither counts nor more */
	const char *stuck;            /* SEARCH_NONE: the step that has no solution; else NULL */
};

/** What a method is set up with. */
struct method_setup {
	unsigned n_threads;           /* at least 1 */
	/* Of lists of steps: */
	const char *directory;        /* where their tables are, and are built; NULL: the usual places */
	const char *steps;            /* the list of steps_method */
	unsigned width;               /* beginnings that go on after each step; 0: 1 */
	unsigned slack;               /* steps may be so many moves longer than the shortest */
	bool has_niss;                /* steps that may are tried on the inverse, too */
	const struct method_beginning *begin;  /* NULL: none */
	const struct turn_set *units; /* in whose costs beginnings and solutions are compared; NULL: in turns of
	                               * faces */
	const char *neutral;          /* the faces that may be below, "UD" or "all"; NULL: as the list has it */
	superflip_notify *notify;     /* told while tables are built, and may cancel; NULL: nobody listens */
	void *notify_context;
	struct input_error *fault;    /* filled where create() fails with errno EINVAL; may be NULL */
};

/* A method at work on a cube. */
struct method_run {
	const struct method *method;
	const void *tables;
	const struct search_request *request;
	struct method_result *result;
	double start_s;
	/* Of textbook searches. */
	const struct heuristic *heuristic;  /* NULL: none is used */
	const uint32_t *successors;         /* moves that may follow, by `last` (cube/move.h) */
	unsigned max_length;                /* at most SEARCH_MAX_LENGTH */
};

struct method {
	superflip_method about;       /* what it is called and what it can do; is_optimal: a textbook search
	                               * (textbook.c) */
	/** Make the tables, shared by all threads and cubes; valid after cube_init().  NULL, as the next two:
	 * there are none.
	 * @param out  on success what solve() and destroy() take
	 * @return false (errno is set) without memory or threads; EINVAL: setup->fault says why; ECANCELED: by
	 *   setup->notify */
	bool (*create)(const struct method *method, const struct method_setup *setup, void **out);
	void (*destroy)(void *tables);  /* takes NULL, too */
	/** How many files create() would build, and their bytes; of lists of steps only.  @return as create() */
	bool (*measure)(const struct method *method, const struct method_setup *setup, unsigned *n,
	                uint64_t *bytes);
	/** Solve the request's cube; threads may call it at the same time for different cubes. */
	void (*solve)(struct method_run *run);
	const struct method *pocket;    /* the same for the 2x2x2, whose edges mean nothing, by any turns; NULL:
	                                 * there is none, or this is it */
};

extern const struct method two_phase_method, thistlethwaite_method, layers_method, layers_folded_method,
	random_walk_method;
extern const struct method bfs_method, dfs_method, a_star_method, ida_method, ida_ordered_method,
	bidirectional_method;

extern const struct method cfop_method, roux_method, petrus_method, zz_method, corners_first_method,
	sandwich_method, fmc_method;

/** The list of steps of its setup. */
extern const struct method steps_method;

/** All methods of the 3x3x3, in the order in which --help lists them; NULL ends the list. */
extern const struct method *const methods[];

/** The method of that name, NULL if there is none. */
const struct method *method_find(const char *name);

/** Refuse a setup, and say why in its fault.  @return false, errno is EINVAL */
bool method_refuse(const struct method_setup *setup, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/** Its tables, if it has any: create() and destroy().  NULL stands for those of methods without. */
bool method_create(const struct method *method, const struct method_setup *setup, void **tables);
void method_destroy(const struct method *method, void *tables);

/** Solve a solvable cube.
 * @param request  its cube, max_length (0 or SEARCH_MAX_LENGTH: any; else the first solution this short will
 *                 do), time_limit_s (the shortest solution found by then, without max_length at least one),
 *                 and what only methods have.  A method that
 *                 searches nothing takes no notice of these.
 * @param out      filled whatever happens */
void method_solve(const struct method *method, const void *tables, const struct search_request *request,
                  struct method_result *out);

/** Whether time is up, or stopped() says so: the result's outcome then tells which. */
bool method_must_stop(struct method_run *run);

/** The longest solution that a request wants; 0: any. */
static inline unsigned method_max_length(const struct search_request *request)
{
	return request->max_length < SEARCH_MAX_LENGTH ? request->max_length : 0;
}

/** Release what a result owns. */
void method_result_free(struct method_result *result);

/** The cube after n moves of a stage. */
struct cube method_stage_after(const struct method_stage *stage, const struct cube *c, const uint8_t *moves);

/** Whether a result's moves, and its stages' moves, solve the cube, or reach its goal, and its counts fit
 * together. */
bool method_result_solves(const struct method_result *result, const struct cube *c);

/** The solution's moves that a stage makes, but of a list of steps; all stages' are the solution.  A turn
 * that is merged with one of the stage before counts there.
 * @return the first of them; *n_moves are set */
const uint8_t *method_stage_share(const struct method_result *result, unsigned stage, unsigned *n_moves);

/** Merge runs of turns of one face, once from the first to the last: of each run one turn is left, or none.
 * @param moves  n of them, merged in place
 * @return how many are left */
unsigned method_merge_runs(uint8_t *moves, unsigned n);

/** Fold turns: those of a face that follow each other, but for turns of the opposite face, become one turn or
 * none, until nothing can be folded; the position made stays the same.
 * @param moves  n of them, folded in place
 * @return how many are left */
unsigned method_fold_moves(uint8_t *moves, unsigned n);
