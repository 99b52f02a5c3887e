/* libsuperflip: provably shortest solutions of the 3x3x3 cube and the 2x2x2, and quick ones that need not be
 * shortest.
 *
 *     #include <superflip.h>             cc program.c $(pkg-config --cflags --libs superflip)
 *
 *     superflip_cube                     a position
 *     superflip_problem                  what is asked: goal, turns and their costs, method, how many, limits
 *     superflip_session                  tables and threads for problems, chosen, opened, built and kept
 *     superflip_job                      cubes of a problem in work: progress, cancel, results in their order
 *     superflip_result                   what is known of a cube
 *
 * In all of this library:
 * - Nothing is printed, no signal handler is installed, the process is never ended, and the only global state
 *   is constant.
 * - Every enumeration and structure is a typedef. Opaque handles are created and freed by functions; handles
 *   that depend on each other may be freed in any order, because the library counts references. The functions
 *   that free ignore NULL.
 * - Functions that can fail return a superflip_status. On any status but SUPERFLIP_OK they leave their outputs
 *   untouched, unless stated otherwise, and describe the failure in *error if it is not NULL.
 * - Structures of options begin with their size, and all zero are the defaults: begin with
 *   superflip_session_options options = {.size = sizeof options}. A program that was compiled with an older
 *   header keeps working with a newer library. Structures that the library fills in begin with a size, too,
 *   unless their layout is said to be fixed. Structures that the library owns and hands out by pointer only
 *   grow at their end; do not copy them.
 * - Times are in seconds as double, sizes in bytes, lengths in moves of the metric. Text is UTF-8 and ends
 *   with '\0'. Functions that write text are like snprintf(): cut to size, always terminated if size > 0; they
 *   return the length of the whole text without its '\0', even if it was cut; `out` may be NULL if size is 0.
 * - Handles may be used from any thread. Functions of different handles never disturb each other. Where
 *   several threads use one handle at the same time, its description says what is allowed; "thread-safe"
 *   means anything but freeing it.
 * - After fork() the child has no threads: for sessions and jobs of its parent every function returns
 *   SUPERFLIP_FORKED, or does nothing where it has no status, and the functions that free do so with all but
 *   what the parent's threads were changing. Cubes, problems, results and tables are the child's as well.
 *
 * The layouts are those of libsuperflip.so.1: a change that a compiled program would notice renames the
 * library, also before version 1.0.
 *
 * Source of the method: R. Korf, "Finding Optimal Solutions to Rubik's Cube Using Pattern Databases", AAAI-97.
 */
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

#if defined __GNUC__
#define SUPERFLIP_API __attribute__((visibility("default")))
#else
#define SUPERFLIP_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the library that is linked, "0.3.0". */
SUPERFLIP_API const char *superflip_version(void);

/* ---- errors ---- */

typedef enum superflip_status {
	SUPERFLIP_OK = 0,
	/* Not faults: */
	SUPERFLIP_TIMEOUT = 1,           /* the time-out has passed; ask again */
	SUPERFLIP_END = 2,               /* there is nothing more to come */
	SUPERFLIP_FULL = 3,              /* a job takes no cube until a result is taken from it */
	SUPERFLIP_CANCELLED = 4,         /* by the caller: superflip_job_cancel(), or notify returned false */
	/* Faults of the request: */
	SUPERFLIP_BAD_ARGUMENT = 10,     /* a value out of range, or values that exclude each other: see field */
	SUPERFLIP_BAD_TEXT = 11,         /* a text is neither a cube nor moves; see row, column, token */
	SUPERFLIP_UNKNOWN_NAME = 12,     /* no field, heuristic, method or turn has this name */
	SUPERFLIP_FORKED = 13,           /* the session or job belongs to the parent of this process */
	/* Faults of the machine: */
	SUPERFLIP_NO_MEMORY = 20,
	SUPERFLIP_NO_THREADS = 21,       /* system_errno says why */
	SUPERFLIP_IO = 22,               /* path, system_errno */
	SUPERFLIP_NO_SPACE = 23,         /* on the disk of `path` */
	SUPERFLIP_TOO_LARGE = 24,        /* no tables, or not those that were named, fit into the memory that was given */
	/* Faults of a table file, named in `path`: */
	SUPERFLIP_TABLE_MISSING = 30,    /* not installed */
	SUPERFLIP_TABLE_FOREIGN = 31,    /* no table, of another format version, or of another coordinate or metric */
	SUPERFLIP_TABLE_DAMAGED = 32,    /* header, size, a checksum or the entries by depth are wrong; or it is half written */
	SUPERFLIP_TABLE_CHANGED = 33,    /* somebody wrote to it while it was in use */
	SUPERFLIP_TABLE_LOCKED = 34,     /* another process is building it */
	/* A fault of this library; please report it. */
	SUPERFLIP_INTERNAL = 40
} superflip_status;

/** What went wrong. Owned by the caller and reusable; 1 kB. Texts that are too long are cut where "..." stands:
 * of `path` the beginning, of `text` the end. */
typedef struct superflip_error {
	superflip_status status;
	int system_errno;                /* 0: the system has nothing to do with it */
	unsigned row;                    /* line of the text at fault, counted from 0 */
	unsigned column;                 /* in that line, from 1, in characters (not bytes); 0: the fault has no position */
	char token[64];                  /* what stands there, possibly shortened; "" if nothing does */
	char path[256];                  /* the file or directory at fault; "" if there is none */
	char text[656];                  /* one line for people: what is wrong, without "file:line:" */
	const char *field;               /* the field of the problem at fault, "max"; a constant text; NULL: none */
	uint64_t reserved[3];
} superflip_error;

/** A status in a few words, without a full stop; a constant text. */
SUPERFLIP_API const char *superflip_status_text(superflip_status status);

/* ---- moves ---- */

typedef enum superflip_puzzle { SUPERFLIP_3X3 = 0, SUPERFLIP_2X2 = 1 } superflip_puzzle;

/** How moves are counted: half turns as one (HTM, face turns) or as two (QTM, quarter turns). */
typedef enum superflip_metric { SUPERFLIP_HTM = 0, SUPERFLIP_QTM = 1 } superflip_metric;

/** How texts are read; a sum of these, other bits are refused. SUPERFLIP_READ_FRENCH also writes. */
enum {
	SUPERFLIP_READ_FRENCH = 1,       /* face letters H B A P G D for U D F B L R */
	SUPERFLIP_READ_GROUPS = 2,       /* bare parentheses (R U) are a group ... */
	SUPERFLIP_READ_NISS = 4,         /* ... or turns on the inverse, which, undone, come before the position
	                                  * that the others turn; with neither, a text that means two cubes is
	                                  * refused */
	SUPERFLIP_READ_GREY = 16,        /* stickers of a cube may not matter; see superflip_facts.is_whole */
	SUPERFLIP_READ_CENTERS = 32      /* of the 3x3x3: it shows how its centres are turned; has_centers */
};

enum {
	SUPERFLIP_N_MOVES = 18,
	SUPERFLIP_MAX_LENGTH = 40,       /* of solutions that are searched for */
	SUPERFLIP_MAX_MOVES = 1024       /* of a solution by any method, in face turns */
};

/** Write moves as "R U2 F'". Moves are numbers 0 to 17, face * 3 + clockwise quarter turns - 1, faces
 * U R F D L B: U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'.
 * @param options  SUPERFLIP_READ_FRENCH or 0 */
SUPERFLIP_API size_t superflip_moves_write(const uint8_t *moves, size_t n, unsigned options, char *out,
                                           size_t size);

/** What n moves cost in a metric; 0 in one that does not exist. */
SUPERFLIP_API unsigned superflip_moves_length(superflip_metric metric, const uint8_t *moves, size_t n);

/** Read moves in any notation that superflip_cube_parse() reads. Wide turns, slices and rotations move the
 * centres: the moves are then face turns as seen by whoever holds the cube at the end. Turns on the inverse,
 * undone, end them, as a solution is written.
 * @param options   SUPERFLIP_READ_...
 * @param moves     room for `capacity`; may be NULL if that is 0
 * @param n         set to how many there are, which may be more than capacity: then only so many are written
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_TEXT, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_NO_MEMORY */
SUPERFLIP_API superflip_status superflip_moves_parse(superflip_puzzle puzzle, const char *text, unsigned options,
                                                     uint8_t *moves, size_t capacity, size_t *n,
                                                     superflip_error *error);

/* ---- cubes ---- */

/** A position that turns can solve. Immutable once it is made; thread-safe. */
typedef struct superflip_cube superflip_cube;

/** The position on the cubie level (Kociemba): corner_perm[URF] is the cubie in the URF position,
 * corner_ori[URF] its twist there in clockwise thirds. The layout is fixed. */
typedef struct superflip_cubies {
	uint8_t corner_perm[8];          /* 0..7: URF UFL ULB UBR DFR DLF DBL DRB */
	uint8_t corner_ori[8];           /* 0..2, sum divisible by 3 */
	uint8_t edge_perm[12];           /* 0..11: UR UF UL UB DR DF DL DB FR FL BL BR; the 2x2x2: 0, 1 ... 11 */
	uint8_t edge_ori[12];            /* 0..1, even sum; 0 for the 2x2x2 */
} superflip_cubies;

/** The form in which a text describes a position. */
typedef enum superflip_form {
	SUPERFLIP_FORM_MOVES = 0,
	SUPERFLIP_FORM_FACELETS = 1,
	SUPERFLIP_FORM_CUBIES = 2,
	SUPERFLIP_FORM_CENTERS = 3       /* of superflip_cube_write() */
} superflip_form;

/** What there is to say of a cube. The layout is fixed. */
typedef struct superflip_facts {
	superflip_puzzle puzzle;
	superflip_form form;             /* of the text it was read from; cubies for a cube made of cubies */
	bool is_solved;
	bool is_rotated;                 /* the text turned the whole cube (rotations, slices, wide turns, facelets
	                                  * with other centres): solutions begin with the cube held as at its end */
	bool is_whole;                   /* all of its stickers matter. With SUPERFLIP_READ_GREY some may not: those
	                                  * that are written . ? - _ or * among 54 facelets or in twenty cubies. The
	                                  * cube then stands for all that look like it, and is searched for a goal
	                                  * that what is seen of it decides; superflip_cube_get_cubies(), products
	                                  * and inverses are for whole ones. If only one looks like it, it is that
	                                  * one, and whole, */
	bool is_completed;               /* and completed */
	bool has_centers;                /* its centres count, as with SUPERFLIP_READ_CENTERS: a solution leaves each
	                                  * of them as on the solved cube, whatever the goal is. Moves turn them;
	                                  * after facelets and cubies the text says which are turned, "U+ R2 F-" (a
	                                  * quarter turn clockwise, a half turn, a quarter turn back) */
} superflip_facts;

/** Read a position in any notation in use; "" is the solved cube.
 * 3x3x3: moves ("R U R' U'", brackets, commutators, wide turns, slices, rotations, primes and counts of all
 * kinds), 54 facelets (letters or colours, in one of several layouts), or Reid's line of twenty cubies.
 * 2x2x2: moves, 24 facelets, or the fourteen numbers of L. Théry ("Mini-Rubik").
 * @param options  SUPERFLIP_READ_...
 * @param out      set on success; the caller's, to be freed
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_NO_MEMORY; SUPERFLIP_BAD_TEXT with the position, the
 *         token and the text of the first fault: a wrong token, facelet or cubie, else twist, flip, parity */
SUPERFLIP_API superflip_status superflip_cube_parse(superflip_puzzle puzzle, const char *text, unsigned options,
                                                    superflip_cube **out, superflip_error *error);

/** A cube of these cubies. For the 2x2x2 only the corners count.
 * @return SUPERFLIP_OK, SUPERFLIP_NO_MEMORY; SUPERFLIP_BAD_ARGUMENT: error->text names the law that is broken */
SUPERFLIP_API superflip_status superflip_cube_from_cubies(superflip_puzzle puzzle, const superflip_cubies *cubies,
                                                          superflip_cube **out, superflip_error *error);

SUPERFLIP_API void superflip_cube_free(superflip_cube *cube);

SUPERFLIP_API superflip_facts superflip_cube_facts(const superflip_cube *cube);
/** A 2x2x2 equals one that a rotation of the whole cube colours differently. */
SUPERFLIP_API bool superflip_cube_equals(const superflip_cube *a, const superflip_cube *b);
SUPERFLIP_API void superflip_cube_get_cubies(const superflip_cube *cube, superflip_cubies *out);

/** The cube after n more moves; the product (first a, then b); the inverse. The last two are for the 3x3x3.
 * @return SUPERFLIP_OK, SUPERFLIP_NO_MEMORY, SUPERFLIP_BAD_ARGUMENT */
SUPERFLIP_API superflip_status superflip_cube_turned(const superflip_cube *cube, const uint8_t *moves, size_t n,
                                                     superflip_cube **out, superflip_error *error);
SUPERFLIP_API superflip_status superflip_cube_product(const superflip_cube *a, const superflip_cube *b,
                                                      superflip_cube **out, superflip_error *error);
SUPERFLIP_API superflip_status superflip_cube_inverse(const superflip_cube *cube, superflip_cube **out,
                                                      superflip_error *error);

/** Write a cube: 54 or 24 facelets (U R F D L B, row by row), its cubies (Reid's line, Théry's numbers), or the
 * centres that are turned, "U+ R2 F-", "" if none is, or they do not count. Of facelets those that do not
 * matter are ., of cubies ?. 96 bytes are always enough.
 * @return the length; 0 for another form */
SUPERFLIP_API size_t superflip_cube_write(const superflip_cube *cube, superflip_form form, char *out, size_t size);

/** Random numbers. Not thread-safe. */
typedef struct superflip_random superflip_random;

/** From the operating system's generator (getrandom).
 * @return SUPERFLIP_OK, SUPERFLIP_NO_MEMORY, SUPERFLIP_IO */
SUPERFLIP_API superflip_status superflip_random_from_system(superflip_random **out, superflip_error *error);
/** The same numbers for the same seed on every machine and in every version: xoshiro256**, seeded by SplitMix64.
 * @return SUPERFLIP_OK, SUPERFLIP_NO_MEMORY */
SUPERFLIP_API superflip_status superflip_random_from_seed(uint64_t seed, superflip_random **out,
                                                          superflip_error *error);
SUPERFLIP_API void superflip_random_free(superflip_random *random);

/** A random cube: each of the 43,252,003,274,489,856,000 positions (2x2x2: 3,674,160) is equally likely.
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_NO_MEMORY, SUPERFLIP_IO */
SUPERFLIP_API superflip_status superflip_cube_random(superflip_random *random, superflip_puzzle puzzle,
                                                     superflip_cube **out, superflip_error *error);

/* ---- goals ---- */

/** What a solution is to reach if not all pieces count: a cross, oriented edges, a block. Problems read their
 * goals by themselves; this is for whoever wants to know more of one. Immutable; thread-safe. */
typedef struct superflip_goal superflip_goal;

/** Read a goal: names with arguments, joined by +, such as "xcross:FR", "eo:FB+cross:D", "2x2x2+neutral".
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_TEXT, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_NO_MEMORY */
SUPERFLIP_API superflip_status superflip_goal_parse(const char *text, superflip_goal **out, superflip_error *error);

/** The goal that all that is seen of a cube of the 3x3x3 is solved: each sticker on the face of its colour.
 * @param out  its name is those stickers as superflip_goal_parse() reads them; of a whole cube it is solved
 * @return SUPERFLIP_OK, SUPERFLIP_NO_MEMORY; SUPERFLIP_BAD_TEXT: too little is seen to tell where pieces may be */
SUPERFLIP_API superflip_status superflip_goal_of_cube(const superflip_cube *cube, superflip_goal **out,
                                                      superflip_error *error);
SUPERFLIP_API void superflip_goal_free(superflip_goal *goal);

/** As it was written, without spaces; lives as long as the goal. */
SUPERFLIP_API const char *superflip_goal_name(const superflip_goal *goal);

/** Write which pieces count, and how, seen from which sides: the same for all names of one goal. */
SUPERFLIP_API size_t superflip_goal_patterns(const superflip_goal *goal, char *out, size_t size);

/** Write a goal as 54 facelets, with '.' where not all cubes at the goal show the same colour. */
SUPERFLIP_API size_t superflip_goal_facelets(const superflip_goal *goal, char *out, size_t size);

/** Whether the goal is the solved cube. */
SUPERFLIP_API bool superflip_goal_is_solved(const superflip_goal *goal);

/** Whether a cube of the 3x3x3 is at the goal.
 * @return SUPERFLIP_OK; SUPERFLIP_BAD_ARGUMENT: error->text names a piece that would have to be seen */
SUPERFLIP_API superflip_status superflip_goal_holds(const superflip_goal *goal, const superflip_cube *cube,
                                                    bool *out, superflip_error *error);

/** Goal number i of those that have names.
 * @param arguments  set to what may follow the name, ":FACE" or ""; may be NULL
 * @param picture    set to one line that says what is solved; may be NULL
 * @return its name; NULL: there is no goal i; all texts are constant */
SUPERFLIP_API const char *superflip_goal_at(unsigned i, const char **arguments, const char **picture);

/* ---- problems ---- */

/** What is asked of cubes: puzzle, goal, turns and their costs, method, how many solutions, limits. One thread
 * sets its fields; from the first use by a session on it is constant, and thread-safe. */
typedef struct superflip_problem superflip_problem;

/** A field of problems; superflip.1 explains them as the options of these names. The layout is fixed. */
typedef struct superflip_field {
	const char *name;                /* "goal" */
	const char *value;               /* what it takes, "GOAL"; NULL: it is "yes" or "no" */
	const char *help;                /* in words; may be NULL */
	bool identifies;                 /* different values give different answers */
} superflip_field;

/** Field number i.  @return false: there is none */
SUPERFLIP_API bool superflip_field_at(unsigned i, superflip_field *out);

/** The problem of finding one shortest solution of the 3x3x3 in half turns.
 * @return SUPERFLIP_OK, SUPERFLIP_NO_MEMORY */
SUPERFLIP_API superflip_status superflip_problem_create(superflip_problem **out, superflip_error *error);

/** Set a field: ("goal", "cross"), ("solutions", "all"), ("metric", "stm"), ("deterministic", "yes").
 * @param value  copied
 * @return SUPERFLIP_OK, SUPERFLIP_NO_MEMORY, SUPERFLIP_UNKNOWN_NAME; SUPERFLIP_BAD_TEXT: not what the field takes;
 *         SUPERFLIP_BAD_ARGUMENT: the problem was used */
SUPERFLIP_API superflip_status superflip_problem_set(superflip_problem *problem, const char *field,
                                                     const char *value, superflip_error *error);

/** Whether the fields go together; what uses a problem calls it by itself.
 * @return SUPERFLIP_OK, SUPERFLIP_NO_MEMORY; SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_BAD_TEXT, SUPERFLIP_UNKNOWN_NAME with
 *         error->field */
SUPERFLIP_API superflip_status superflip_problem_check(superflip_problem *problem, superflip_error *error);
SUPERFLIP_API void superflip_problem_free(superflip_problem *problem);

/** Write its identity: lines "name=value" of the fields that identify, the same for the same question however
 * it was put. Of a problem that was checked. */
SUPERFLIP_API size_t superflip_problem_identity(const superflip_problem *problem, char *out, size_t size);

/** Costs as they were given, of the units in which lengths of results are; without a set of turns one unit is
 * one move. Of a problem that was checked. */
SUPERFLIP_API double superflip_problem_cost(const superflip_problem *problem, unsigned units);

/** Write n face turns, a solution of the problem, as they are turned by hand: in its letters, and of a set of
 * turns with its slices and wide turns, "M2 E2 S2", at the least cost. Of a problem that was checked.
 * @param units   set to what they cost; may be NULL
 * @param length  set to the length of the whole text, as if returned; may be NULL
 * @return false if the turns of the problem cannot do this, or without memory */
SUPERFLIP_API bool superflip_problem_write(const superflip_problem *problem, const uint8_t *moves, size_t n,
                                           unsigned *units, char *out, size_t size, size_t *length);

/** What a solution does. */
typedef struct superflip_verdict {
	size_t size;
	bool solves;                     /* it leads from the cube to the goal, however it turns the whole cube */
	bool is_permitted;               /* it has turns of the problem only, each run of one axis taken together */
	size_t n_moves;                  /* in face turns; a slice is two, a rotation none */
	unsigned length;                 /* in moves of the metric, or of a set of turns the least cost in units of
	                                  * turns that do the same; UINT_MAX: more than 65535, or not permitted */
} superflip_verdict;

/** Apply a solution to a cube and judge it. No search is trusted, and none is made.
 * @param solution  in any notation of superflip_cube_parse()
 * @param verdict   filled on SUPERFLIP_OK, whether or not it solves the cube
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_TEXT, SUPERFLIP_NO_MEMORY, SUPERFLIP_BAD_ARGUMENT */
SUPERFLIP_API superflip_status superflip_problem_verify(superflip_problem *problem, const superflip_cube *cube,
                                                        const char *solution, superflip_verdict *verdict,
                                                        superflip_error *error);

/** A method of solving; constant. */
typedef struct superflip_method {
	const char *name, *summary;
	double usual_s;                  /* the time limit of requests without one; 0: it ends by itself */
	bool is_optimal;                 /* its solutions are shortest */
	bool takes_tables;               /* superflip_solver_create() wants tables */
	bool has_stages;                 /* superflip_result_stage() */
	bool counts_nodes;               /* node_limit has an effect */
	bool counts_quarter_turns;       /* works in SUPERFLIP_QTM */
	bool searches;                   /* time_limit_s and max_length have an effect */
	bool is_hopeless;                /* never solves a random state in practice */
	bool takes_steps;                /* a list of steps: n_solutions, width, step_slack, has_niss and neutral have an effect */
} superflip_method;

/** The methods, "optimal" first; NULL after the last.  @param i from 0 */
SUPERFLIP_API const superflip_method *superflip_method_at(unsigned i);

/* ---- sessions ---- */

/** How far something is. Begin with {.size = sizeof progress}. */
typedef struct superflip_progress {
	size_t size;
	const char *stage;               /* what is done now: "waiting" (another process builds the table),
	                                  * "building", "writing", "verifying", "checking" a table, "searching";
	                                  * constant; NULL: nothing */
	char table[64];                  /* of tables: which, "corners" */
	unsigned table_number, n_tables; /* the one of how many that are built, from 1; 0: not known */
	double share;                    /* of the table's stage, 0 to 1 */
	bool has_begun, is_done;
	uint64_t n_changes;              /* grows with begin, each iteration, each solution and the end */
	unsigned step;                   /* of a list of steps: which is searched, from 1; else 0 */
	unsigned threshold;              /* of the iteration in progress; of a list: `id` has no solution of so many
	                                  * moves */
	unsigned lower_bound;            /* proved so far, if the tables are sound (checked_share) */
	unsigned n_iterations;           /* that have ended */
	uint64_t n_solutions;            /* found so far, as superflip_job_solution() has them */
	uint64_t n_generated;            /* nodes so far, of all cubes of a list */
	double seconds;                  /* since a thread began the cube, or since the list was begun */
	double checked_share;            /* how much of the tables has been checked, 0 to 1 */
	uint64_t id;                     /* of a list: the cube whose iteration ended last; 0: none yet */
	uint64_t n_added, n_done;        /* cubes */
	const char *heuristic;           /* that bounds, "pocket" for the 2x2x2; NULL: none; lives as long as the job */
	unsigned n_threads;              /* that search */
} superflip_progress;

/** Told how far something is: while tables are built or checked, in the thread that called, and of a job
 * whenever n_changes has grown, from threads of the library. It must return soon and must not call functions
 * of the session or its jobs.
 * @return false to cancel */
typedef bool superflip_notify(void *context, const superflip_progress *progress);

/** Begin with {.size = sizeof options}. */
typedef struct superflip_session_options {
	size_t size;
	const char *directory;           /* of tables; NULL: $SUPERFLIP_PDB_DIR, else pdb/ of the source tree in whose
	                                  * build/ the library is, else superflip/ in $XDG_CACHE_HOME or ~/.cache; to
	                                  * read also share/superflip of the system */
	unsigned n_threads;              /* that search and build; 0: all processors that this process may use
	                                  * (affinity and cgroup quota); at most 1024 */
	uint64_t memory_bytes;           /* for tables; 0: what is available */
	uint64_t node_bytes;             /* for nodes of methods that keep them; 0: half of what is available */
	uint64_t build_bytes;            /* of tables that may be built unasked, together; 0: any */
	bool preloads;                   /* copy tables into memory on huge pages instead of mapping them. A program
	                                  * whose table is truncated by somebody while it is mapped gets SIGBUS */
	bool builds_nothing;             /* what is missing is not built but by superflip_session_prepare() */
	superflip_notify *notify;        /* of tables that are built or checked for jobs; NULL: nobody listens */
	void *notify_context;
} superflip_session_options;

/** Tables and threads for problems. It chooses, opens, checks, builds and keeps what a problem needs: the
 * strongest tables that are installed and fit, or those of the field "heuristic"; for a goal or a set of turns
 * tables of its own; without any the standard ones (87 MB, seconds), which are built. A named heuristic is
 * never built unasked. Thread-safe. */
typedef struct superflip_session superflip_session;

/** @param options  NULL: the defaults
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_NO_MEMORY */
SUPERFLIP_API superflip_status superflip_session_open(const superflip_session_options *options,
                                                      superflip_session **out, superflip_error *error);
/** Cancel all work and wait a few milliseconds for its end. Jobs stay valid and keep their results; only
 * superflip_job_add() and superflip_job_start() may no longer be called. */
SUPERFLIP_API void superflip_session_close(superflip_session *session);

/** What a problem takes. Begin with {.size = sizeof needs}. */
typedef struct superflip_needs {
	size_t size;
	uint64_t n_states;               /* of a goal: positions of what counts, from one side; 0: too many to count */
	unsigned n_sides;                /* of a goal: patterns, or sides, of which any will do */
	unsigned n_tables;
	bool is_exact;                   /* the tables tell the distance itself: nothing is searched in vain */
	bool is_installed;               /* all of its tables are there; their headers were not read */
	uint64_t file_bytes;             /* of the tables, or what they will be */
	uint64_t build_bytes;            /* of memory, to build what is missing; 0: not known */
} superflip_needs;

/** What it would take to solve a problem: its tables, or of a list of steps those that are missing.
 * @param cube  one that is to be solved: if not all of it is seen, it has a goal of its own; NULL: whole cubes
 * @return SUPERFLIP_OK; SUPERFLIP_TOO_LARGE: no tables are small enough; and as superflip_problem_check() */
SUPERFLIP_API superflip_status superflip_session_measure(superflip_session *session, superflip_problem *problem,
                                                         const superflip_cube *cube, superflip_needs *out,
                                                         superflip_error *error);

/** Open what a problem needs, whatever builds_nothing says, so that its jobs begin at once.
 * @param cube    as for superflip_session_measure()
 * @param notify  NULL: nobody listens
 * @return as superflip_job_start() */
SUPERFLIP_API superflip_status superflip_session_prepare(superflip_session *session, superflip_problem *problem,
                                                         const superflip_cube *cube, superflip_notify *notify,
                                                         void *context, superflip_error *error);

/* ---- jobs ---- */

/** Begin with {.size = sizeof options}. */
typedef struct superflip_job_options {
	size_t size;
	unsigned window;                 /* cubes that may be in work or have results that were not taken; 0: 1024 */
	bool finds_duplicates;           /* a cube equal, by symmetry or inversion, to one of the last 65,536 classes
	                                  * takes its answer */
	bool drops_brief_iterations;     /* superflip_job_iteration() and progress leave out iterations of less than a
	                                  * millisecond, which makes easy cubes quicker */
	bool approximates;               /* if a limit is hit first: a short solution by the two-phase method, not
	                                  * proved */
	superflip_notify *notify;        /* NULL: nobody listens */
	void *notify_context;
} superflip_job_options;

/** Cubes of one problem in work, from one to a list without end; results come in the order in which cubes were
 * added, and memory is bounded by the window. Thread-safe: one thread may add while another one takes
 * results. */
typedef struct superflip_job superflip_job;

/** Begin to solve one cube, opening or building the tables that it needs; jobs begin in the order in which they
 * were started.
 * @param cube     copied; of the problem's puzzle
 * @param options  NULL: the defaults
 * @return SUPERFLIP_OK, SUPERFLIP_CANCELLED (by notify), SUPERFLIP_TOO_LARGE, SUPERFLIP_NO_MEMORY, SUPERFLIP_NO_THREADS,
 *         SUPERFLIP_FORKED, SUPERFLIP_IO, SUPERFLIP_NO_SPACE, SUPERFLIP_TABLE_..., and as superflip_problem_check() */
SUPERFLIP_API superflip_status superflip_job_start(superflip_session *session, superflip_problem *problem,
                                                   const superflip_cube *cube, const superflip_job_options *options,
                                                   superflip_job **out, superflip_error *error);

/** A list of cubes with one goal, to which superflip_job_add() adds.
 * @param cube  one that looks like those that will be added, if not all stickers of them are seen; NULL
 * @return as superflip_job_start() */
SUPERFLIP_API superflip_status superflip_job_open(superflip_session *session, superflip_problem *problem,
                                                  const superflip_cube *cube, const superflip_job_options *options,
                                                  superflip_job **out, superflip_error *error);

/** Add a cube; it is solved as soon as a thread is free.
 * @param id         the caller's name for it: larger than those before, at least 1
 * @param cube       copied; of the problem's puzzle
 * @param timeout_s  how long to wait for room, 0: not at all; negative: for ever
 * @return SUPERFLIP_OK, SUPERFLIP_FULL, SUPERFLIP_CANCELLED, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_FORKED,
 *         SUPERFLIP_NO_MEMORY */
SUPERFLIP_API superflip_status superflip_job_add(superflip_job *job, uint64_t id, const superflip_cube *cube,
                                                 double timeout_s, superflip_error *error);

/** Register a cube whose answer is known from an earlier run: its duplicates are recognised as after
 * superflip_job_add(), but it is not solved and has no result.  @return as superflip_job_add() */
SUPERFLIP_API superflip_status superflip_job_pass(superflip_job *job, uint64_t id, const superflip_cube *cube,
                                                  superflip_error *error);

/** No more cubes will be added. */
SUPERFLIP_API void superflip_job_finish(superflip_job *job);

/** Take the next result in order.
 * @param timeout_s  0: only ask; negative: for ever
 * @param out        set on SUPERFLIP_OK; the caller's, to be freed
 * @return SUPERFLIP_OK, SUPERFLIP_TIMEOUT, SUPERFLIP_FORKED; SUPERFLIP_END: all results were taken and the job is
 *         finished or cancelled */
typedef struct superflip_result superflip_result;
SUPERFLIP_API superflip_status superflip_job_next(superflip_job *job, double timeout_s, superflip_result **out);

/** The next result, which stays the job's; NULL: it is not there yet, or there is none. */
SUPERFLIP_API const superflip_result *superflip_job_result(superflip_job *job);

/** Wait until the next result is there, or superflip_progress.n_changes differs from this number.
 * @param n_changes  UINT64_MAX: wait for the result
 * @param timeout_s  0: only ask; negative: for ever
 * @return SUPERFLIP_OK, SUPERFLIP_TIMEOUT, SUPERFLIP_FORKED */
SUPERFLIP_API superflip_status superflip_job_wait(superflip_job *job, uint64_t n_changes, double timeout_s);

/** Stop; returns at once. Cubes that were begun come out with SUPERFLIP_STOPPED or better within a few
 * milliseconds, that of superflip_job_start() in any case; others that were not begun are dropped, and
 * superflip_job_next() then says SUPERFLIP_END. */
SUPERFLIP_API void superflip_job_cancel(superflip_job *job);

SUPERFLIP_API void superflip_job_progress(superflip_job *job, superflip_progress *out);

/** An iteration of IDA*.  The layout is fixed. */
typedef struct superflip_iteration {
	unsigned threshold;              /* length of the solutions looked for */
	bool is_complete;                /* every node was visited: then n_generated does not depend on the number of threads */
	uint64_t n_generated, n_expanded, n_lookups, n_solutions;  /* n_lookups: of tables */
	double seconds;
} superflip_iteration;

/** An iteration that has ended, of any cube, in the order of time. None is lost if all are taken before each
 * result and the window is at most 1,598 cubes; otherwise the oldest are left out.
 * @param i   counted from 0: the wanted one; set to the one after that which was given
 * @param id  set to the cube's; may be NULL
 * @return SUPERFLIP_OK, SUPERFLIP_FORKED; SUPERFLIP_TIMEOUT: not yet, SUPERFLIP_END: never */
SUPERFLIP_API superflip_status superflip_job_iteration(superflip_job *job, uint64_t *i, uint64_t *id,
                                                       superflip_iteration *out);

/** A solution. The layout is fixed. */
typedef struct superflip_solution {
	const uint8_t *moves;            /* face turns; live as long as what gave them */
	unsigned n_moves, length;        /* length: in moves of the metric, or units of a set of turns */
	unsigned n_images;               /* how many solutions it stands for, with up-to-symmetry; else 1 */
	unsigned n_before, n_after;      /* of the moves, at the beginning and at the end, are free turns of the
	                                  * goal (auf, preauf): in n_moves, not in length; at most one each */
} superflip_solution;

/** Solution i of those found so far by superflip_job_start(), in the order in which they were found; each solves
 * the cube. Only the result says which is shortest; with deterministic, up-to-symmetry or a limited number of
 * solutions of a symmetric cube all come at the end.
 * @param moves  room for SUPERFLIP_MAX_MOVES, where out->moves are put
 * @return SUPERFLIP_OK, SUPERFLIP_FORKED; SUPERFLIP_TIMEOUT: not yet, SUPERFLIP_END: never */
SUPERFLIP_API superflip_status superflip_job_solution(superflip_job *job, uint64_t i, uint8_t *moves,
                                                      superflip_solution *out);

/** Cancel and free, with the results that were not taken. Does not wait: its threads leave by themselves. */
SUPERFLIP_API void superflip_job_free(superflip_job *job);

/** Solve one cube and wait for it: a job from start to end.
 * @param out  set on SUPERFLIP_OK, whatever the outcome; the caller's, to be freed
 * @return as superflip_job_start() */
SUPERFLIP_API superflip_status superflip_solve(superflip_session *session, superflip_problem *problem,
                                               const superflip_cube *cube, superflip_result **out,
                                               superflip_error *error);

/* ---- results ---- */

typedef enum superflip_outcome {
	SUPERFLIP_SOLVED = 0,            /* n_solutions found, or all that exist within the lengths asked for */
	SUPERFLIP_NONE = 1,              /* proved: no solution within max_length */
	SUPERFLIP_NODE_LIMIT = 2,        /* stopped; the lower bound holds, and there may be solutions */
	SUPERFLIP_TIME_LIMIT = 3,
	SUPERFLIP_MEMORY_LIMIT = 4,      /* of methods that keep nodes */
	SUPERFLIP_STOPPED = 5,           /* cancelled; as for a limit */
	SUPERFLIP_FAILED = 6             /* superflip_result.failure: nothing is proved */
} superflip_outcome;

/** An outcome in a few words, without a full stop; a constant text. */
SUPERFLIP_API const char *superflip_outcome_text(superflip_outcome outcome);

/** The result for a cube; its memory is the library's. */
struct superflip_result {
	uint64_t id;                     /* of superflip_job_add(); of superflip_job_start() 0 */
	superflip_outcome outcome;
	superflip_status failure;        /* SUPERFLIP_OK, or with SUPERFLIP_FAILED why: SUPERFLIP_NO_MEMORY, SUPERFLIP_TABLE_... */
	bool is_optimal;                 /* there are solutions, and it is proved that none is shorter than the first */
	bool is_complete;                /* everything requested was found; of a method: there is a solution */
	bool has_hit_limit;              /* of a method: solved, but a limit ended the search for shorter solutions */
	bool is_approximate;             /* the solution is that of superflip_job_options.approximates */
	bool is_unreachable;             /* the turns do not solve this cube at all */
	bool is_by_method;               /* of another method than "optimal" */
	unsigned length;                 /* of the first solution, which is the shortest; 0 without one */
	unsigned lower_bound;            /* proved: nothing shorter solves the cube; 0 if nothing is proved */
	uint64_t n_solutions;
	unsigned n_iterations, n_stages;
	uint64_t n_generated, n_expanded, n_lookups;  /* nodes of all iterations; of methods that count them */
	double seconds;                  /* spent on this cube */
	uint64_t duplicate_of;           /* id of the cube whose search answered this one, too; 0: its own */
	unsigned n_symmetries;           /* with up_to_symmetry: of the cube, those with inversion counted; else 0 */
	const char *why_unreachable;     /* is_unreachable by a turn set, or a goal: "they never bring a piece ..."; a constant text; else NULL */
	const char *stuck_at;            /* SUPERFLIP_NONE: the step of a list of steps that has no solution; lives as long as the result; else NULL */
	bool is_by_list;                 /* by a list of steps: superflip_result_chain() */
};

/** Solution i of n_solutions, in order of length, then of moves.  @return false: there is no solution i */
SUPERFLIP_API bool superflip_result_solution(const superflip_result *result, uint64_t i, superflip_solution *out);

/** Write the goal as solution i reaches it, if it may be reached from several sides ("neutral"): "cross:L".
 * @return the length of the text; 0 for other goals */
SUPERFLIP_API size_t superflip_result_reached(const superflip_result *result, uint64_t i, char *out, size_t size);

/** Iteration i; it lives as long as the result. NULL: there is no iteration i. */
SUPERFLIP_API const superflip_iteration *superflip_result_iteration(const superflip_result *result, unsigned i);

/** A stage of a method that has stages. Texts and moves live as long as the result. The layout is fixed. */
typedef struct superflip_stage {
	const char *name;
	const char *goal;                /* of a list of steps: the goal as it is reached, "cross:L"; else NULL */
	const uint8_t *moves;            /* as the method makes them, before any are merged */
	unsigned n_moves;
	const uint8_t *share;            /* those of the solution that it makes, after merging: all stages together
	                                  * are the solution. A turn that is merged with one of the stage before
	                                  * counts there */
	unsigned n_share;
} superflip_stage;

/** Stage i.  @return false: there is none */
SUPERFLIP_API bool superflip_result_stage(const superflip_result *result, unsigned i, superflip_stage *out);

/** Solution i of a method that is a list of steps, step by step: turns on the inverse are in parentheses (NISS).
 * @return the length of the text, as snprintf(); 0 for other methods */
SUPERFLIP_API size_t superflip_result_chain(const superflip_result *result, uint64_t i, unsigned options, char *out, size_t size);

/** How many moves a step of solution i has; 0 if there is no such solution or step.  @param is_on_inverse  set; may be NULL */
SUPERFLIP_API unsigned superflip_result_chain_step(const superflip_result *result, uint64_t i, unsigned step, bool *is_on_inverse);

SUPERFLIP_API void superflip_result_free(superflip_result *result);

/* ---- tables ---- */

/** The tables of a problem, open; mapped read-only, so that processes share them. Thread-safe. */
typedef struct superflip_tables superflip_tables;

/** Open the tables that a session uses for a problem, as superflip_session_prepare() does. Tables below 256 MB are
 * checked byte by byte first; threads in the background check larger ones, and every result waits for that
 * check. A check that passed is remembered in the user's cache directory.
 * @param cube  as for superflip_session_measure()
 * @param out   NULL: the problem takes none; else released by superflip_tables_close() */
SUPERFLIP_API superflip_status superflip_tables_open(superflip_session *session, superflip_problem *problem,
                                                     const superflip_cube *cube, superflip_notify *notify,
                                                     void *context, superflip_tables **out, superflip_error *error);
SUPERFLIP_API void superflip_tables_close(superflip_tables *tables);

/** Wait until every byte has been checked, and help to check. Later calls cost one system call per table.
 * @return SUPERFLIP_OK, SUPERFLIP_CANCELLED, SUPERFLIP_IO, SUPERFLIP_TABLE_... */
SUPERFLIP_API superflip_status superflip_tables_await_check(superflip_tables *tables, superflip_notify *notify,
                                                            void *context, superflip_error *error);

/** A lower bound of a cube's length or cost, or of its distance from the goal, by one evaluation; call
 * superflip_tables_await_check() before you state it. */
SUPERFLIP_API unsigned superflip_tables_bound(const superflip_tables *tables, const superflip_cube *cube);

/** One table, and what is the same for all. Begin with {.size = sizeof info}. */
typedef struct superflip_table_info {
	size_t size;
	const char *heuristic;           /* of all tables; lives as long as they are open */
	const char *kernel;              /* the search used with them on this processor, "coset, AVX-512" */
	double checked_share;            /* of all tables, 0 to 1 */
	unsigned n_tables;
	char name[64], path[4096];       /* of this one; "" if there is none */
	superflip_metric metric;         /* of its entries: a table in half turns may serve quarter turns */
	uint64_t file_bytes;
	bool is_preloaded, has_pages;    /* has_pages: the system told the next two */
	uint64_t resident_bytes, huge_bytes;  /* in memory now; of these on huge pages */
} superflip_table_info;

/** @return false: there is no table i; what is the same for all is filled in */
SUPERFLIP_API bool superflip_tables_table(const superflip_tables *tables, unsigned i, superflip_table_info *out);

/** What superflip_tables_build() and _verify() may do besides; a sum. */
enum {
	SUPERFLIP_BUILD_AGAIN = 1,       /* replace what is there, sound or not */
	SUPERFLIP_BUILD_NO_WAIT = 2      /* if another process builds the table: SUPERFLIP_TABLE_LOCKED */
};

/** Make sure that the tables of a problem are there and sound; what is missing is built, written under a temporary
 * name, verified, renamed. An unsound file is replaced only with SUPERFLIP_BUILD_AGAIN. The field "heuristic" may
 * also name a single table, "edges-URUFULUBFRFL".
 * @return as superflip_job_start() */
SUPERFLIP_API superflip_status superflip_tables_build(superflip_session *session, superflip_problem *problem,
                                                      unsigned flags, superflip_notify *notify, void *context,
                                                      superflip_error *error);

/** Check files: header, all checksums, and the entries counted again by depth.
 * @return SUPERFLIP_OK if all are sound, else the fault of the first that is not; SUPERFLIP_CANCELLED,
 *         SUPERFLIP_TABLE_..., SUPERFLIP_IO */
SUPERFLIP_API superflip_status superflip_tables_verify(superflip_session *session, superflip_problem *problem,
                                                       superflip_notify *notify, void *context,
                                                       superflip_error *error);

/** The directory that tables are written to; it need not exist.
 * @param directory  as superflip_session_options has it
 * @param path       of 4096 bytes
 * @return SUPERFLIP_OK, SUPERFLIP_IO */
SUPERFLIP_API superflip_status superflip_tables_directory(const char *directory, char *path, superflip_error *error);

/** All heuristics, weakest first, as installed when the catalogue was made. Thread-safe. */
typedef struct superflip_catalogue superflip_catalogue;

/** A heuristic; owned by the catalogue. */
typedef struct superflip_heuristic {
	const char *name, *summary;
	unsigned n_tables, n_lookups;    /* n_lookups: table entries that one evaluation reads */
	bool is_installed;               /* all of its tables are there; their headers were not read */
	bool is_for_comparison;          /* chosen only by name */
	uint64_t file_bytes;             /* of the files, or what they will be */
	uint64_t build_bytes;            /* of memory, to build what is missing */
	double build_s;                  /* to build what is missing; INFINITY without SUPERFLIP_MEASURE */
	double solve_s;                  /* for one thread and a random state, on average; INFINITY: not known, or not measured */
	superflip_metric table_metric;   /* SUPERFLIP_HTM although quarter turns are asked for: those tables serve, too */
} superflip_heuristic;

/** @param measures  measure this machine first, in a fifth of a second, for build_s and solve_s
 * @return SUPERFLIP_OK, SUPERFLIP_NO_MEMORY, SUPERFLIP_IO, SUPERFLIP_BAD_ARGUMENT */
SUPERFLIP_API superflip_status superflip_catalogue_make(superflip_session *session, superflip_metric metric,
                                                        bool measures, superflip_catalogue **out,
                                                        superflip_error *error);
SUPERFLIP_API void superflip_catalogue_free(superflip_catalogue *catalogue);
/** NULL after the last. */
SUPERFLIP_API const superflip_heuristic *superflip_catalogue_at(const superflip_catalogue *catalogue, unsigned i);

/** The heuristic that solves fastest within limits, among those that are not for comparison; NULL if none fits.
 * @param file_bytes   of all its tables; 0: any
 * @param build_bytes  of memory while one is built; 0: what is available
 * @param build_s      0: any time; else the catalogue must have measured */
SUPERFLIP_API const superflip_heuristic *superflip_catalogue_choose(const superflip_catalogue *catalogue,
                                                                    uint64_t file_bytes, uint64_t build_bytes,
                                                                    double build_s);

#ifdef __cplusplus
}
#endif
#endif
