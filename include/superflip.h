/* libsuperflip: provably shortest solutions of the 3x3x3 cube and the 2x2x2, and quick ones of other methods.
 *     #include <superflip.h>             cc program.c $(pkg-config --cflags --libs superflip)
 *
 *     superflip_cube                     a position
 *     superflip_problem                  the question: goal, turns and their costs, method, how many, limits
 *     superflip_session                  tables and threads: chosen, built, opened and kept for problems
 *     superflip_job                      cubes of a problem in work: progress, cancel, results in their order
 *     superflip_result                   what is known of a cube
 *
 * - Nothing is printed, no signal handler is installed, the process is never ended, no state is global.
 * - Handles may be freed in any order, because the library counts references, and NULL may be freed. What is
 *   set in *out is the caller's, to be freed.
 * - On any status but SUPERFLIP_OK functions leave their outputs untouched, unless stated otherwise, and
 *   describe the failure in *error if it is not NULL. Besides the statuses that @return adds, all may return
 *   SUPERFLIP_NO_MEMORY and SUPERFLIP_BAD_ARGUMENT, and those of sessions and jobs SUPERFLIP_FORKED.
 * - Structures with a member `size` begin as {.size = sizeof x}, both options, of which all zero are the
 *   defaults, and those that the library fills in. So programs that were compiled with an older header work
 *   with a newer library. The layout of other structures is fixed, but for those that the library hands out
 *   by pointer: they grow at their end; do not copy them.
 * - Times are in seconds, sizes in bytes, lengths in moves of the metric. A time-out of 0 only asks, and a
 *   negative one waits for ever. Options and `notify` may be NULL.
 * - Text is UTF-8 and ends with '\0'. Functions that write text are like snprintf(): cut to size, terminated
 *   if size > 0; they return the length of the whole text; `out` may be NULL if size is 0.
 * - Handles may be used from any thread; functions of different handles never disturb each other. Several
 *   threads may use one that is "thread-safe" at the same time, but for freeing it.
 * - After fork() the child has no threads: for sessions and jobs of its parent every function returns
 *   SUPERFLIP_FORKED, or does nothing where it has no status, and the functions that free do so with all but
 *   what the parent's threads were changing. Cubes, problems, results and tables are the child's as well.
 * - This is libsuperflip.so.1: a change that a compiled program would notice renames the library.
 *
 * Source: R. Korf, "Finding Optimal Solutions to Rubik's Cube Using Pattern Databases", AAAI-97. */
#ifndef SUPERFLIP_H
#define SUPERFLIP_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SUPERFLIP_VERSION_MAJOR 0
#define SUPERFLIP_VERSION_MINOR 3
#define SUPERFLIP_VERSION_PATCH 0
/** For comparisons: 1.2.3 is 10203. */
#define SUPERFLIP_VERSION_NUMBER \
	(SUPERFLIP_VERSION_MAJOR * 10000 + SUPERFLIP_VERSION_MINOR * 100 + SUPERFLIP_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif
/** The version of the library that is linked, "0.3.0". */
const char *superflip_version(void);

/* ---- errors ---- */
typedef enum superflip_status {
	SUPERFLIP_OK = 0,
	SUPERFLIP_TIMEOUT = 1,  /* not errors: the time-out has passed; ask again */
	SUPERFLIP_END = 2,      /* there is nothing more to come */
	SUPERFLIP_FULL = 3,     /* a job takes no cube until a result is taken from it */
	SUPERFLIP_CANCELLED = 4, /* by the caller: superflip_job_cancel(), or notify returned false */
	SUPERFLIP_BAD_ARGUMENT = 10, /* of the caller: out of range, or fields that exclude each other */
	SUPERFLIP_BAD_TEXT = 11, /* a text cannot be read: see row, column, token */
	SUPERFLIP_UNKNOWN_NAME = 12, /* no field, heuristic, method or turn has this name */
	SUPERFLIP_FORKED = 13,  /* the session or job belongs to the parent of this process */
	SUPERFLIP_NO_MEMORY = 20, /* of the machine */
	SUPERFLIP_NO_THREADS = 21, /* system_errno says why */
	SUPERFLIP_IO = 22,      /* path, system_errno */
	SUPERFLIP_NO_SPACE = 23, /* on the disk of `path` */
	SUPERFLIP_TOO_LARGE = 24, /* no tables, or not those that were named, fit into the memory given */
	SUPERFLIP_TABLE_MISSING = 30, /* of a table file, `path`: not installed */
	SUPERFLIP_TABLE_FOREIGN = 31, /* no table, or one of another format version, coordinate or metric */
	SUPERFLIP_TABLE_DAMAGED = 32, /* wrong header, size, checksum or entries by depth; incomplete */
	SUPERFLIP_TABLE_CHANGED = 33, /* somebody wrote to it while it was in use */
	SUPERFLIP_TABLE_LOCKED = 34, /* another process is building it */
	SUPERFLIP_INTERNAL = 40 /* an error of this library; please report it */
} superflip_status;

/** What went wrong. Owned by the caller and reusable; 1 kB. Where "..." stands a text was cut: of `path` the
 * beginning, of `text` the end. */
typedef struct superflip_error {
	superflip_status status;
	int system_errno;       /* 0: the system has nothing to do with it */
	unsigned row;           /* line of the text at fault, counted from 0 */
	unsigned column;        /* in that line, from 1, in characters (not bytes); 0: no position */
	char token[64];         /* what stands there, possibly shortened; "" if nothing does */
	char path[256];         /* the file or directory at fault; "" if there is none */
	char text[656];         /* one line for people: what is wrong, without "file:line:" */
	const char *field;      /* the field of the problem at fault, "max"; a constant text; NULL: none */
	uint64_t reserved[3];
} superflip_error;

/** A status in a few words, without a full stop; a constant text. */
const char *superflip_status_text(superflip_status status);

/* ---- moves ---- */
typedef enum superflip_puzzle { SUPERFLIP_3X3 = 0, SUPERFLIP_2X2 = 1 } superflip_puzzle;

/** How moves are counted: half turns as one (HTM, face turns) or as two (QTM, quarter turns). */
typedef enum superflip_metric { SUPERFLIP_HTM = 0, SUPERFLIP_QTM = 1 } superflip_metric;

/** How texts are read; a sum of these. With neither GROUPS nor NISS ambiguous texts are refused. */
enum {
	SUPERFLIP_READ_FRENCH = 1, /* face letters H B A P G D for U D F B L R; also to write */
	SUPERFLIP_READ_GROUPS = 2, /* bare parentheses (R U) are a group ... */
	SUPERFLIP_READ_NISS = 4, /* ... or turns on the inverse, which, undone, come before the others */
	SUPERFLIP_READ_GREY = 16, /* stickers of a cube may not matter; see superflip_facts.is_whole */
	SUPERFLIP_READ_CENTERS = 32 /* of the 3x3x3: centres count; see superflip_facts.has_centers */
};

enum {
	SUPERFLIP_N_MOVES = 18,
	SUPERFLIP_MAX_LENGTH = 40, /* of solutions that are searched for */
	SUPERFLIP_MAX_MOVES = 1024 /* of a solution by any method, in face turns */
};

/** Write moves as "R U2 F'", with SUPERFLIP_READ_FRENCH in French. Moves are numbers 0 to 17, face * 3 +
 * clockwise quarter turns - 1, faces U R F D L B: U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'. */
size_t superflip_moves_write(const uint8_t *moves, size_t n, unsigned options, char *out, size_t size);
/** What n moves cost in a metric; 0 in one that does not exist. */
unsigned superflip_moves_length(superflip_metric metric, const uint8_t *moves, size_t n);
/** Read moves in any notation that superflip_cube_parse() reads. Wide turns, slices and rotations move the
 * centres: the moves are then face turns as seen by whoever holds the cube at the end. Turns on the inverse,
 * undone, end them, as a solution is written. *n is how many there are, even if only `capacity` are written;
 * moves may be NULL if that is 0. @return also SUPERFLIP_BAD_TEXT */
superflip_status superflip_moves_parse(superflip_puzzle puzzle, const char *text, unsigned options,
	uint8_t *moves, size_t capacity, size_t *n, superflip_error *error);

/* ---- cubes ---- */
/** A position that turns can solve. Immutable; thread-safe. */
typedef struct superflip_cube superflip_cube;
/** The position on the cubie level (Kociemba): corner_perm[URF] is the cubie in the URF position,
 * corner_ori[URF] its twist there in clockwise thirds. */
typedef struct superflip_cubies {
	uint8_t corner_perm[8]; /* 0..7: URF UFL ULB UBR DFR DLF DBL DRB */
	uint8_t corner_ori[8];  /* 0..2, sum divisible by 3 */
	uint8_t edge_perm[12];  /* 0..11: UR UF UL UB DR DF DL DB FR FL BL BR; the 2x2x2: 0, 1 ... 11 */
	uint8_t edge_ori[12];   /* 0..1, even sum; 0 for the 2x2x2 */
} superflip_cubies;

typedef enum superflip_form {
	SUPERFLIP_FORM_MOVES = 0,
	SUPERFLIP_FORM_FACELETS = 1, /* 54 or 24: U R F D L B, row by row */
	SUPERFLIP_FORM_CUBIES = 2, /* Reid's line of twenty; fourteen numbers of L. Théry ("Mini-Rubik") */
	SUPERFLIP_FORM_CENTERS = 3 /* the centres that are turned, "U+ R2 F-" */
} superflip_form;

typedef struct superflip_facts {
	superflip_puzzle puzzle;
	superflip_form form;    /* of the text it was read from; cubies for a cube made of cubies */
	bool is_solved;
	bool is_rotated;        /* its text turned the whole cube (rotations, slices, wide turns, other
	                         * centres): solutions begin with the cube held as at its end */
	bool is_whole;          /* all stickers matter; not those written . ? - _ or * (SUPERFLIP_READ_GREY).
	                         * A cube then stands for all that look like it, takes a goal that what is
	                         * seen decides, and has no cubies, products or inverses */
	bool is_completed;      /* stickers were missing, but only one cube looks like it, so it is whole */
	bool has_centers;       /* its centres count (SUPERFLIP_READ_CENTERS): solutions leave each upright,
	                         * whatever the goal. Moves turn them; after facelets and cubies "U+ R2 F-"
	                         * names those turned: a quarter turn clockwise, a half turn, one back */
} superflip_facts;

/** Read a position in any notation in use; "" is the solved cube. Moves ("R U R' U'", brackets, commutators,
 * wide turns, slices, rotations, primes and counts of all kinds), facelets (letters or colours, in one of
 * several layouts), or cubies. @return also SUPERFLIP_BAD_TEXT with the position, the token and the text of
 * the first error: a wrong token, facelet or cubie, else twist, flip, parity */
superflip_status superflip_cube_parse(superflip_puzzle puzzle, const char *text, unsigned options,
	superflip_cube **out, superflip_error *error);
/** Of the 2x2x2 only corners count. @return for SUPERFLIP_BAD_ARGUMENT error->text names the law broken */
superflip_status superflip_cube_from_cubies(superflip_puzzle puzzle, const superflip_cubies *cubies,
	superflip_cube **out, superflip_error *error);
void superflip_cube_free(superflip_cube *cube);
superflip_facts superflip_cube_facts(const superflip_cube *cube);
/** A 2x2x2 equals one that a rotation of the whole cube colours differently. */
bool superflip_cube_equals(const superflip_cube *a, const superflip_cube *b);
void superflip_cube_get_cubies(const superflip_cube *cube, superflip_cubies *out);
/** The cube after moves in any notation, as superflip_cube_parse() reads them: that of the joined texts, also
 * where they turn the whole cube. @return also SUPERFLIP_BAD_TEXT */
superflip_status superflip_cube_turned_by(const superflip_cube *cube, const char *text, unsigned options,
	superflip_cube **out, superflip_error *error);
/** The cube after n more moves; the product of positions (first a, then b), however they are held; the
 * inverse. The 2x2x2 has only the first. */
superflip_status superflip_cube_turned(const superflip_cube *cube, const uint8_t *moves, size_t n,
	superflip_cube **out, superflip_error *error);
superflip_status superflip_cube_product(const superflip_cube *a, const superflip_cube *b,
	superflip_cube **out, superflip_error *error);
superflip_status superflip_cube_inverse(const superflip_cube *cube,
	superflip_cube **out, superflip_error *error);
/** Write a cube in a form but moves (centers: "" if none is turned, or they do not count). Facelets that do
 * not matter are ., cubies ?. 96 bytes are always enough. @return the length; 0 for another form */
size_t superflip_cube_write(const superflip_cube *cube, superflip_form form, char *out, size_t size);

/** Random numbers. Not thread-safe. */
typedef struct superflip_random superflip_random;
/** From the operating system's generator (getrandom). @return also SUPERFLIP_IO */
superflip_status superflip_random_from_system(superflip_random **out, superflip_error *error);
/** The same for the same seed on every machine and in every version: xoshiro256**, seeded by SplitMix64. */
superflip_status superflip_random_from_seed(uint64_t seed, superflip_random **out, superflip_error *error);
void superflip_random_free(superflip_random *random);
/** Each of the 43,252,003,274,489,856,000 (3,674,160) cubes is equally likely. @return also SUPERFLIP_IO */
superflip_status superflip_cube_random(superflip_random *random, superflip_puzzle puzzle,
	superflip_cube **out, superflip_error *error);

/* ---- goals ---- */
/** What a solution is to reach if not all pieces count: a cross, oriented edges, a block. Problems read their
 * goals by themselves; this is for whoever wants to know more of one. Immutable; thread-safe. */
typedef struct superflip_goal superflip_goal;
/** Read a goal: names with arguments, joined by +, such as "xcross:FR", "eo:FB+cross:D", "2x2x2+neutral".
 * @return also SUPERFLIP_BAD_TEXT */
superflip_status superflip_goal_parse(const char *text, superflip_goal **out, superflip_error *error);
/** The goal that all that is seen of a cube of the 3x3x3 is solved: each sticker on the face of its colour.
 * Its name can be parsed again. @return also SUPERFLIP_BAD_TEXT: too little is seen */
superflip_status superflip_goal_of_cube(const superflip_cube *cube, superflip_goal **out,
	superflip_error *error);
void superflip_goal_free(superflip_goal *goal);
/** As it was written, without spaces; lives as long as the goal. */
const char *superflip_goal_name(const superflip_goal *goal);
/** Write which pieces count, and how, seen from which sides: the same for all names of one goal. */
size_t superflip_goal_patterns(const superflip_goal *goal, char *out, size_t size);
/** Write a goal as 54 facelets, with '.' where not all cubes at the goal show the same colour. */
size_t superflip_goal_facelets(const superflip_goal *goal, char *out, size_t size);
/** Whether the goal is the solved cube. */
bool superflip_goal_is_solved(const superflip_goal *goal);
/** Whether a 3x3x3 is at it. SUPERFLIP_BAD_ARGUMENT: error->text names a piece that must be seen */
superflip_status superflip_goal_holds(const superflip_goal *goal, const superflip_cube *cube, bool *out,
	superflip_error *error);
/** The name of goal i of those that have one; NULL: there is none. All texts are constant. *arguments is what
 * may follow the name, ":FACE" or "", *picture one line that says what is solved; both may be NULL. */
const char *superflip_goal_at(unsigned i, const char **arguments, const char **picture);

/* ---- problems ---- */
/** What is asked of cubes: puzzle, goal, turns and their costs, method, how many solutions, limits. One
 * thread sets its fields and checks it; it is thread-safe afterwards. */
typedef struct superflip_problem superflip_problem;
/** A field of problems; superflip(1) explains them as the options of these names. */
typedef struct superflip_field {
	const char *name, *value; /* "goal"; what it takes, "GOAL", NULL: it is "yes" or "no" */
	const char *help;       /* in words; may be NULL */
	bool identifies;        /* different values give different answers */
} superflip_field;

/** Field number i. @return false: there is none */
bool superflip_field_at(unsigned i, superflip_field *out);
/** The problem of finding one shortest solution of the 3x3x3 in half turns. */
superflip_status superflip_problem_create(superflip_problem **out, superflip_error *error);
/** Set a field: ("goal", "cross"), ("solutions", "all"), ("metric", "stm"), ("deterministic", "yes"). The
 * value is copied. @return also SUPERFLIP_UNKNOWN_NAME; SUPERFLIP_BAD_TEXT: not what the field takes;
 * SUPERFLIP_BAD_ARGUMENT: the problem was used */
superflip_status superflip_problem_set(superflip_problem *problem, const char *field, const char *value,
	superflip_error *error);
/** Whether the fields go together; what uses a problem calls it. @return also SUPERFLIP_BAD_TEXT,
 * SUPERFLIP_UNKNOWN_NAME; with error->field */
superflip_status superflip_problem_check(superflip_problem *problem, superflip_error *error);
void superflip_problem_free(superflip_problem *problem);
/** The next three are of a problem that was checked. Write its identity: lines "name=value" of the fields
 * that identify, the same for the same question however it was put. */
size_t superflip_problem_identity(const superflip_problem *problem, char *out, size_t size);
/** Costs as they were given, of the units of lengths; without a set of turns one unit is one move. */
double superflip_problem_cost(const superflip_problem *problem, unsigned units);
/** Write n face turns, a solution of the problem without its free turns (n_before, n_after), as they are
 * turned by hand: in its letters, and of a set of turns with its slices and wide turns, "M2 E2 S2", at the
 * least cost. *units is what they cost, *length that of the whole text, or NULL. @return false: the turns
 * cannot do this, or no memory */
bool superflip_problem_write(const superflip_problem *problem, const uint8_t *moves, size_t n,
	unsigned *units, char *out, size_t size, size_t *length);

typedef struct superflip_verdict {
	size_t size;
	bool solves;            /* it leads from the cube to the goal, however it turns the whole cube */
	bool is_permitted;      /* it has turns of the problem only, each run of one axis taken together */
	size_t n_moves;         /* in face turns; a slice is two, a rotation none */
	unsigned length;        /* in moves of the metric, or of a set of turns the least cost in units of
	                         * turns that do the same; UINT_MAX: more than 65535, or not permitted */
} superflip_verdict;

/** Turn a cube by a solution, in any notation of superflip_cube_parse(), and judge it. No search is trusted,
 * and none is made. @return also SUPERFLIP_BAD_TEXT; SUPERFLIP_OK even if it does not solve the cube */
superflip_status superflip_problem_verify(superflip_problem *problem, const superflip_cube *cube,
	const char *solution, superflip_verdict *verdict, superflip_error *error);

/** A method of solving; constant. */
typedef struct superflip_method {
	const char *name, *summary;
	double usual_s;         /* the time limit of problems without one; 0: it ends by itself */
	bool is_optimal, takes_tables; /* its solutions are shortest; it uses "heuristic" */
	bool has_stages, counts_nodes; /* superflip_result_stage(); "node-limit" has an effect */
	bool counts_quarter_turns; /* works in SUPERFLIP_QTM */
	bool searches, is_hopeless; /* "time-limit" and "max" have an effect; hardly ever solves a cube */
	bool takes_steps;       /* a list of steps: has "width", "step-slack", "niss", "neutral" */
} superflip_method;

/** The methods, "optimal" first; NULL after the last. */
const superflip_method *superflip_method_at(unsigned i);

/* ---- sessions ---- */
typedef struct superflip_progress {
	size_t size;
	const char *stage;      /* "waiting" (for another process), "building", "writing", "verifying",
	                         * "checking" a table, "searching"; constant; NULL: nothing is done */
	char table[64];         /* which, "corners" */
	unsigned table_number, n_tables; /* the one of how many that are built, from 1; 0: not known */
	double share;           /* of the table's stage, 0 to 1 */
	bool has_begun, is_done;
	uint64_t n_changes;     /* grows with begin, each iteration, each solution and the end */
	unsigned step;          /* of a list of steps: which is searched, from 1; else 0 */
	unsigned threshold;     /* of the iteration in progress; of a list: `id` has no solution so long */
	unsigned lower_bound;   /* proved so far, if the tables are sound (checked_share) */
	unsigned n_iterations;  /* that have ended */
	uint64_t n_solutions, n_generated; /* solutions and nodes so far, of all cubes of a list */
	double seconds;         /* since a thread began the cube, or since the list was begun */
	double checked_share;   /* how much of the tables has been checked, 0 to 1 */
	uint64_t id;            /* of a list: the cube whose iteration ended last; 0: none yet */
	uint64_t n_added, n_done; /* cubes */
	const char *heuristic;  /* "pocket" for the 2x2x2; NULL: none; lives as long as the job */
	unsigned n_threads;     /* that search */
} superflip_progress;

/** Told how far something is: while tables are built or checked, in the thread that called, and of a job
 * whenever n_changes has grown, from threads of the library. It must return soon and must not call functions
 * of the session or its jobs. @return false to cancel */
typedef bool superflip_notify(void *context, const superflip_progress *progress);

typedef struct superflip_session_options {
	size_t size;
	const char *directory;  /* of tables; NULL: $SUPERFLIP_PDB_DIR, else pdb/ of the source tree in whose
	                         * build/ the library is, else superflip/ in $XDG_CACHE_HOME or ~/.cache; to
	                         * read also share/superflip of the system */
	unsigned n_threads;     /* that search and build, at most 1024; 0: all processors that this process
	                         * may use (affinity and cgroup quota) */
	uint64_t memory_bytes;  /* for tables; 0: what is available */
	uint64_t node_bytes;    /* for nodes of methods that keep them; 0: half of what is available */
	uint64_t build_bytes;   /* of tables that may be built unasked, together; 0: any */
	bool preloads;          /* copy tables to huge pages; a mapped file that is truncated means SIGBUS */
	bool builds_nothing;    /* what is missing is not built but by superflip_session_prepare() */
	superflip_notify *notify; /* of tables that are built or checked for jobs */
	void *notify_context;
} superflip_session_options;

/** Tables and threads for problems. It chooses, opens, checks, builds and keeps what a problem needs: the
 * strongest tables that are installed and fit, or those of the field "heuristic"; for a goal or a set of
 * turns tables of its own; without any the standard ones (87 MB, seconds), which are built. A named
 * heuristic is never built unasked. Thread-safe. */
typedef struct superflip_session superflip_session;

superflip_status superflip_session_open(const superflip_session_options *options,
	superflip_session **out, superflip_error *error);
/** Cancel all jobs and wait a few milliseconds for their end. They stay valid and keep their results; only
 * superflip_job_add() and superflip_job_start() may no longer be called. */
void superflip_session_close(superflip_session *session);

typedef struct superflip_needs {
	size_t size;
	uint64_t n_states;      /* of a goal: positions of what counts, from one side; 0: too many to count */
	unsigned n_sides;       /* of a goal: patterns, or sides, of which any will do */
	unsigned n_tables;
	bool is_exact;          /* the tables tell the distance itself: nothing is searched in vain */
	bool is_installed;      /* all of its tables are there; their headers were not read */
	uint64_t file_bytes;    /* of the tables, or what they will be */
	uint64_t build_bytes;   /* of memory, to build what is missing; 0: not known */
} superflip_needs;

/** What it would take to solve a problem: its tables, or of a list of steps those that are missing. The cube,
 * here and below, is one to be solved: if not all of it is seen, it has a goal of its own; NULL: whole
 * cubes. @return also SUPERFLIP_TOO_LARGE, and as superflip_problem_check() */
superflip_status superflip_session_measure(superflip_session *session, superflip_problem *problem,
	const superflip_cube *cube, superflip_needs *out, superflip_error *error);
/** Open what a problem needs, whatever builds_nothing says: jobs then begin at once. @return as of those */
superflip_status superflip_session_prepare(superflip_session *session, superflip_problem *problem,
	const superflip_cube *cube, superflip_notify *notify, void *context, superflip_error *error);

/* ---- jobs ---- */
typedef struct superflip_job_options {
	size_t size;
	unsigned window;        /* cubes that may be in work or have results that were not taken; 0: 1024 */
	bool finds_duplicates;  /* cubes equal by symmetry or inversion to one of 65,536 share its answer */
	bool drops_brief_iterations; /* superflip_job_iteration() and progress leave out those of less than a
	                         * millisecond, which makes easy cubes quicker */
	bool approximates;      /* if a limit is hit first: a solution by the two-phase method, not proved */
	superflip_notify *notify;
	void *notify_context;
} superflip_job_options;

/** Cubes of one problem in work, one or a list without end; results come in the order of the cubes, and
 * memory is bounded by the window. Thread-safe: one thread may add while another one takes results. */
typedef struct superflip_job superflip_job;
/** Begin to solve one cube, which is copied, opening or building the tables that it needs; in the order of
 * starts. @return also SUPERFLIP_CANCELLED (by notify), SUPERFLIP_TOO_LARGE, SUPERFLIP_NO_THREADS,
 * SUPERFLIP_IO, SUPERFLIP_NO_SPACE, SUPERFLIP_TABLE_..., and those of superflip_problem_check() */
superflip_status superflip_job_start(superflip_session *session, superflip_problem *problem,
	const superflip_cube *cube, const superflip_job_options *options, superflip_job **out,
	superflip_error *error);
/** A list of cubes with one goal, to which superflip_job_add() adds. If not all stickers of them are seen,
 * `cube` looks like those that will be added; else NULL. @return as superflip_job_start() */
superflip_status superflip_job_open(superflip_session *session, superflip_problem *problem,
	const superflip_cube *cube, const superflip_job_options *options, superflip_job **out,
	superflip_error *error);
/** Add a cube, which is copied; it is solved as soon as a thread is free. Its id is at least 1 and larger
 * than those before; timeout_s is to wait for room. @return also SUPERFLIP_FULL, SUPERFLIP_CANCELLED */
superflip_status superflip_job_add(superflip_job *job, uint64_t id, const superflip_cube *cube,
	double timeout_s, superflip_error *error);
/** Register a cube whose answer is known from an earlier run: its duplicates are recognised as after
 * superflip_job_add(), but it is not solved and has no result. @return as superflip_job_add() */
superflip_status superflip_job_pass(superflip_job *job, uint64_t id, const superflip_cube *cube,
	superflip_error *error);
/** No more cubes will be added. */
void superflip_job_finish(superflip_job *job);

typedef struct superflip_result superflip_result;
/** Take the next result in order. @return SUPERFLIP_OK, SUPERFLIP_TIMEOUT, SUPERFLIP_FORKED; SUPERFLIP_END:
 * all results were taken and the job is finished or cancelled */
superflip_status superflip_job_next(superflip_job *job, double timeout_s, superflip_result **out);
/** The next result, which stays the job's; NULL: it is not there yet, or there is none. */
const superflip_result *superflip_job_result(superflip_job *job);
/** Wait until the next result is there, or superflip_progress.n_changes differs from this number; UINT64_MAX:
 * wait for the result. @return SUPERFLIP_OK, SUPERFLIP_TIMEOUT, SUPERFLIP_FORKED */
superflip_status superflip_job_wait(superflip_job *job, uint64_t n_changes, double timeout_s);
/** Stop; returns at once. Cubes that were begun come out with SUPERFLIP_STOPPED or better within a few
 * milliseconds, that of superflip_job_start() in any case; others are dropped, and SUPERFLIP_END is next. */
void superflip_job_cancel(superflip_job *job);
void superflip_job_progress(superflip_job *job, superflip_progress *out);

/** An iteration of IDA*. n_generated: the root and all children of expanded nodes (Korf & others 2001). */
typedef struct superflip_iteration {
	unsigned threshold;     /* length of the solutions looked for */
	bool is_complete;       /* every node was visited, so n_generated is the same for any n_threads */
	uint64_t n_generated, n_expanded, n_lookups, n_solutions; /* n_lookups: of tables */
	double seconds;
} superflip_iteration;

/** An iteration that has ended, of any cube, in the order of time. None is lost if all are taken before each
 * result and the window is at most 1,598 cubes; otherwise the oldest are left out. *i is the wanted one,
 * from 0, and becomes the one after that given; `id` may be NULL. @return SUPERFLIP_OK, SUPERFLIP_FORKED;
 * SUPERFLIP_TIMEOUT: not yet; SUPERFLIP_END: never */
superflip_status superflip_job_iteration(superflip_job *job, uint64_t *i, uint64_t *id,
	superflip_iteration *out);

typedef struct superflip_solution {
	const uint8_t *moves;   /* face turns; live as long as what gave them */
	unsigned n_moves, length; /* length: in moves of the metric, or units of a set of turns */
	unsigned n_images;      /* how many solutions it stands for, with "up-to-symmetry"; else 1 */
	unsigned n_before, n_after; /* of the moves, at the beginning and at the end, are free turns of the
	                         * goal (auf, preauf): in n_moves, not in length; at most one each */
} superflip_solution;

/** Solution i of those found so far by superflip_job_start(), in the order in which they were found; each
 * solves the cube. Only the result says which is shortest; with "deterministic", "up-to-symmetry" or a
 * limited number of solutions of a symmetric cube all come at the end. `moves`, where out->moves will be,
 * has room for SUPERFLIP_MAX_MOVES. @return as superflip_job_iteration() */
superflip_status superflip_job_solution(superflip_job *job, uint64_t i, uint8_t *moves,
	superflip_solution *out);
/** Cancel and free, with the results that were not taken. Does not wait: its threads leave by themselves. */
void superflip_job_free(superflip_job *job);
/** A job from start to end. @return as superflip_job_start(); SUPERFLIP_OK whatever the outcome */
superflip_status superflip_solve(superflip_session *session, superflip_problem *problem,
	const superflip_cube *cube, superflip_result **out, superflip_error *error);

/* ---- results ---- */
typedef enum superflip_outcome {
	SUPERFLIP_SOLVED = 0,   /* all solutions asked for, or that exist within the lengths asked for */
	SUPERFLIP_NONE = 1,     /* proved: no solution within "max" */
	SUPERFLIP_NODE_LIMIT = 2, /* stopped; the lower bound holds, and there may be solutions */
	SUPERFLIP_TIME_LIMIT = 3,
	SUPERFLIP_MEMORY_LIMIT = 4, /* of methods that keep nodes */
	SUPERFLIP_STOPPED = 5,  /* cancelled; as for a limit */
	SUPERFLIP_FAILED = 6    /* superflip_result.failure: nothing is proved */
} superflip_outcome;

/** An outcome in a few words, without a full stop; a constant text. */
const char *superflip_outcome_text(superflip_outcome outcome);

/** The result for a cube; its memory is the library's. */
struct superflip_result {
	uint64_t id;            /* of superflip_job_add(); of superflip_job_start() 0 */
	superflip_outcome outcome;
	superflip_status failure; /* of SUPERFLIP_FAILED: SUPERFLIP_NO_MEMORY, SUPERFLIP_TABLE_... */
	bool is_optimal;        /* there is a solution, and none is shorter than the first: proved */
	bool is_complete;       /* everything requested was found; of a method: there is a solution */
	bool has_hit_limit;     /* of a method: solved, but a limit ended the search for shorter solutions */
	bool is_approximate;    /* the solution is that of superflip_job_options.approximates */
	bool is_unreachable;    /* the turns do not solve this cube at all */
	bool is_by_method;      /* of another method than "optimal" */
	unsigned length;        /* of the first solution, which is the shortest; 0 without one */
	unsigned lower_bound;   /* proved: nothing shorter solves the cube; 0 if nothing is proved */
	uint64_t n_solutions;
	unsigned n_iterations, n_stages;
	uint64_t n_generated, n_expanded, n_lookups; /* nodes of all iterations; of methods that count them */
	double seconds;         /* spent on this cube */
	uint64_t duplicate_of;  /* id of the cube whose search answered this one, too; 0: its own */
	unsigned n_symmetries;  /* with "up-to-symmetry": of the cube, those with inversion counted; else 0 */
	const char *why_unreachable; /* "they never bring a piece ..."; constant; NULL: not told */
	const char *stuck_at;   /* of a list of steps: that without a solution; lives as long as this */
	bool is_by_list;        /* by a list of steps: superflip_result_chain() */
};

/** Solution i of n_solutions, in order of length, then of moves. @return false: there is no solution i */
bool superflip_result_solution(const superflip_result *result, uint64_t i, superflip_solution *out);
/** Write the goal as solution i reaches it, of one with several sides ("neutral"), "cross:L"; else "". */
size_t superflip_result_reached(const superflip_result *result, uint64_t i, char *out, size_t size);
/** Iteration i; it lives as long as the result. NULL: there is no iteration i. */
const superflip_iteration *superflip_result_iteration(const superflip_result *result, unsigned i);

/** A stage of a method that has stages. Texts and moves live as long as the result. */
typedef struct superflip_stage {
	const char *name;
	const char *goal;       /* of a list of steps: the goal as it is reached, "cross:L"; else NULL */
	const uint8_t *moves; unsigned n_moves; /* as the method makes them */
	const uint8_t *share; unsigned n_share; /* its part of the solution, where a turn that merges with one
	                         * of the stage before counts there; of a list of steps `moves` */
} superflip_stage;

/** Stage i. @return false: there is none */
bool superflip_result_stage(const superflip_result *result, unsigned i, superflip_stage *out);
/** Write solution i of a list of steps, step by step, turns on the inverse in parentheses (NISS); else "". */
size_t superflip_result_chain(const superflip_result *result, uint64_t i, unsigned options,
	char *out, size_t size);
/** How many moves a step of solution i has; 0: no such solution or step. is_on_inverse may be NULL. */
unsigned superflip_result_chain_step(const superflip_result *result, uint64_t i, unsigned step,
	bool *is_on_inverse);
void superflip_result_free(superflip_result *result);

/* ---- tables ---- */
/** The tables of a problem, open; mapped read-only, so that processes share them. Thread-safe. */
typedef struct superflip_tables superflip_tables;
/** Open the tables that a session uses for a problem, as superflip_session_prepare() does; *out is NULL if it
 * takes none. Tables below 256 MB are checked byte by byte first; threads in the background check larger
 * ones, and every result waits for that check. The user's cache directory remembers a check that passed. */
superflip_status superflip_tables_open(superflip_session *session, superflip_problem *problem,
	const superflip_cube *cube, superflip_notify *notify, void *context, superflip_tables **out,
	superflip_error *error);
void superflip_tables_close(superflip_tables *tables);
/** Wait until every byte has been checked, and help to check. Later calls cost one system call per table.
 * @return also SUPERFLIP_CANCELLED, SUPERFLIP_IO, SUPERFLIP_TABLE_... */
superflip_status superflip_tables_await_check(superflip_tables *tables, superflip_notify *notify,
	void *context, superflip_error *error);
/** A lower bound of a cube's length or cost, or of its distance from the goal, by one evaluation; call
 * superflip_tables_await_check() before you state it. */
unsigned superflip_tables_bound(const superflip_tables *tables, const superflip_cube *cube);

/** One table, and what is the same for all. */
typedef struct superflip_table_info {
	size_t size;
	const char *heuristic;  /* of all tables; lives as long as they are open */
	const char *kernel;     /* the search used with them on this processor, "coset, AVX-512" */
	double checked_share;   /* of all tables, 0 to 1 */
	unsigned n_tables;
	char name[64], path[4096]; /* of this one; "" if there is none */
	superflip_metric metric; /* of its entries: a table in half turns may serve quarter turns */
	uint64_t file_bytes;
	bool is_preloaded, has_pages; /* has_pages: the system told the next two */
	uint64_t resident_bytes, huge_bytes; /* in memory now; of these on huge pages */
} superflip_table_info;

/** Table i. @return false: there is none; what is the same for all is filled in */
bool superflip_tables_table(const superflip_tables *tables, unsigned i, superflip_table_info *out);

/** What superflip_tables_build() may do besides; a sum. */
enum {
	SUPERFLIP_BUILD_AGAIN = 1, /* replace what is there, sound or not */
	SUPERFLIP_BUILD_NO_WAIT = 2 /* if another process builds the table: SUPERFLIP_TABLE_LOCKED */
};

/** Make sure that the tables of a problem are there and sound; what is missing is built, written under a
 * temporary name, verified, renamed. An unsound file is replaced only with SUPERFLIP_BUILD_AGAIN. The field
 * "heuristic" may also name a single table, "edges-URUFULUBFRFL". @return as superflip_job_start() */
superflip_status superflip_tables_build(superflip_session *session, superflip_problem *problem,
	unsigned flags, superflip_notify *notify, void *context, superflip_error *error);
/** Check files: header, all checksums, and the entries counted again by depth. @return also the fault of the
 * first file that is not sound: SUPERFLIP_TABLE_..., SUPERFLIP_IO; SUPERFLIP_CANCELLED */
superflip_status superflip_tables_verify(superflip_session *session, superflip_problem *problem,
	superflip_notify *notify, void *context, superflip_error *error);
/** The directory that tables are written to; it need not exist. `directory` is as in
 * superflip_session_options; `path` has 4096 bytes. @return also SUPERFLIP_IO */
superflip_status superflip_tables_directory(const char *directory, char *path, superflip_error *error);

/** All heuristics, weakest first, as installed when the catalogue was made. Thread-safe. */
typedef struct superflip_catalogue superflip_catalogue;
/** A heuristic; owned by the catalogue. Times are INFINITY if they are not known, or were not measured. */
typedef struct superflip_heuristic {
	const char *name, *summary;
	unsigned n_tables, n_lookups; /* n_lookups: table entries that one evaluation reads */
	bool is_installed;      /* all of its tables are there; their headers were not read */
	bool is_for_comparison; /* chosen only by name */
	uint64_t file_bytes;    /* of the files, or what they will be */
	uint64_t build_bytes;   /* of memory, to build what is missing */
	double build_s, solve_s; /* to build what is missing; for one thread and a random state, on average */
	superflip_metric table_metric; /* SUPERFLIP_HTM for quarter turns, too, if its tables serve */
} superflip_heuristic;

/** With `measures` build_s and solve_s are measured, in a fifth of a second. @return also SUPERFLIP_IO */
superflip_status superflip_catalogue_make(superflip_session *session, superflip_metric metric,
	bool measures, superflip_catalogue **out, superflip_error *error);
void superflip_catalogue_free(superflip_catalogue *catalogue);
/** Heuristic i; NULL after the last. */
const superflip_heuristic *superflip_catalogue_at(const superflip_catalogue *catalogue, unsigned i);
/** The heuristic that solves fastest within limits, among those that are not for comparison; or NULL: of all
 * its tables, of memory while one is built (0: what is available), of seconds to build (else 0: the
 * catalogue must have measured). */
const superflip_heuristic *superflip_catalogue_choose(const superflip_catalogue *catalogue,
	uint64_t file_bytes, uint64_t build_bytes, double build_s);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
