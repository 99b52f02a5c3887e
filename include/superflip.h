/* libsuperflip: provably shortest solutions of the 3x3x3 cube and the 2x2x2, and quick ones that need not be shortest.
 *
 *     #include <superflip.h>                       cc program.c $(pkg-config --cflags --libs superflip)
 *
 *     superflip_tables_options where;              which heuristic, which directory; see below
 *     superflip_tables *tables;                    files mapped into memory, shared by any number of solvers
 *     superflip_solver *solver;                    threads that search with them
 *     superflip_job *job;                          one cube in work: progress, cancel, result
 *     superflip_stream *stream;                    many cubes in work: results in their order, bounded memory
 *
 * In all of this library:
 * - Nothing is printed, no signal handler is installed, the process is never ended, and the only global state is constant.
 * - Every enumeration and structure is a typedef.  Opaque handles are created and freed by functions; handles that depend on each
 *   other may be freed in any order, because the library counts references.
 * - Functions that can fail return a superflip_status.  On any status but SUPERFLIP_OK they leave their outputs untouched,
 *   unless stated otherwise, and describe the failure in *error if it is not NULL.
 * - Options are structures whose first member is their size.  Begin with their _init function, which fills in the defaults, and
 *   set what you need: a program that was compiled with an older header keeps working with a newer library.  Structures that
 *   the library fills (progress, information) begin with a size, too, and also take their _init function.
 *   Structures that the library owns and hands out by pointer only grow at their end; do not copy them.
 * - Times are in seconds as double, sizes in bytes, lengths in moves of the metric.  Text is UTF-8 and ends with '\0'.
 * - Handles may be used from any thread.  Functions of different handles never disturb each other.  Where several threads use one
 *   handle at the same time, its description says what is allowed; "thread-safe" means anything but freeing it.
 * - After fork() the child has no threads: for solvers, jobs and streams of its parent every function returns SUPERFLIP_FORKED, or
 *   does nothing where it has no status, and the _free functions free all but what the parent's threads were changing.  Cubes,
 *   results and tables are the child's as well; a solver that it makes of its own may use its parent's tables.
 *
 * The layouts are those of libsuperflip.so.0: a change that a compiled program would notice renames the library, also before version
 * 1.0.  They hold since 0.2.0: compile again what was compiled with 0.1.0.
 *
 * Source of the method: R. Korf, "Finding Optimal Solutions to Rubik's Cube Using Pattern Databases", AAAI-97.
 */
#ifndef SUPERFLIP_H
#define SUPERFLIP_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SUPERFLIP_VERSION_MAJOR 0
#define SUPERFLIP_VERSION_MINOR 2
#define SUPERFLIP_VERSION_PATCH 0
/** For comparisons: 1.2.3 is 10203. */
#define SUPERFLIP_VERSION_NUMBER (SUPERFLIP_VERSION_MAJOR * 10000 + SUPERFLIP_VERSION_MINOR * 100 + SUPERFLIP_VERSION_PATCH)

#if defined __GNUC__
#define SUPERFLIP_API __attribute__((visibility("default")))
#else
#define SUPERFLIP_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the library that is linked, "0.2.0", and as SUPERFLIP_VERSION_NUMBER has it. */
SUPERFLIP_API const char *superflip_version(void);
SUPERFLIP_API unsigned superflip_version_number(void);

/* ---- errors ---- */

typedef enum superflip_status {
	SUPERFLIP_OK = 0,
	/* Not faults: */
	SUPERFLIP_TIMEOUT = 1,           /* the time-out has passed; ask again */
	SUPERFLIP_END = 2,               /* there is nothing more to come */
	SUPERFLIP_FULL = 3,              /* a stream takes no cube until a result is taken from it */
	SUPERFLIP_CANCELLED = 4,         /* by the caller: a cancel function, or a progress function that returned false */
	/* Faults of the request: */
	SUPERFLIP_BAD_ARGUMENT = 10,     /* a value out of range, values that exclude each other, or NULL for a text */
	SUPERFLIP_BAD_TEXT = 11,         /* a text is neither a cube nor moves; see row, column, token */
	SUPERFLIP_UNKNOWN_NAME = 12,     /* no heuristic, method or turn has this name */
	SUPERFLIP_FORKED = 13,           /* the solver, job or stream belongs to the parent of this process */
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

/** What went wrong.  Owned by the caller and reusable; 1 kB.  Texts that are too long are cut where "..." stands: of `path` the
 * beginning, of `text` the end. */
typedef struct superflip_error {
	superflip_status status;
	int system_errno;                /* 0: the system has nothing to do with it */
	unsigned row;                    /* line of the text at fault, counted from 0 */
	unsigned column;                 /* in that line, from 1, in characters (not bytes); 0: the fault has no position */
	char token[64];                  /* what stands there, possibly shortened; "" if nothing does */
	char path[256];                  /* the file or directory at fault; "" if there is none */
	char text[656];                  /* one line for people: what is wrong and how to mend it, without "file:line:" */
	const char *field;               /* what is at fault of several values, "max-length"; a constant text; NULL: nothing of this kind */
	uint64_t reserved[3];
} superflip_error;

/** A status in a few words, without a full stop; a constant text. */
SUPERFLIP_API const char *superflip_status_text(superflip_status status);

/* ---- moves ---- */

typedef enum superflip_puzzle { SUPERFLIP_3X3 = 0, SUPERFLIP_2X2 = 1 } superflip_puzzle;

/** How moves are counted: half turns as one (HTM, face turns) or as two (QTM, quarter turns). */
typedef enum superflip_metric { SUPERFLIP_HTM = 0, SUPERFLIP_QTM = 1 } superflip_metric;

/** How texts are read; a sum of these, other bits are refused.  SUPERFLIP_READ_FRENCH also writes. */
enum {
	SUPERFLIP_READ_FRENCH = 1,       /* face letters H B A P G D for U D F B L R */
	SUPERFLIP_READ_GROUPS = 2,       /* bare parentheses (R U) are a group ... */
	SUPERFLIP_READ_NISS = 4,         /* ... or turns on the inverse, which, undone, come before the position that the others turn;
	                                    with neither, a text that means two cubes is refused */
	SUPERFLIP_READ_GREY = 16,        /* stickers of a cube may not matter; see superflip_cube_is_whole() */
	SUPERFLIP_READ_CENTERS = 32      /* of the 3x3x3: it shows how its centres are turned; see superflip_cube_has_centers() */
};

/* Moves are numbers 0 to 17, face * 3 + clockwise quarter turns - 1, faces U R F D L B:
 *     U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'
 * A set of moves is a number whose bit m stands for move m. */
enum { SUPERFLIP_N_MOVES = 18, SUPERFLIP_ALL_MOVES = 0x3FFFF };

/** Write moves as "R U2 F'", as snprintf() does: cut to size, always terminated if size > 0.
 * @param moves    n of them, each below SUPERFLIP_N_MOVES
 * @param options  SUPERFLIP_READ_FRENCH or 0
 * @param out      may be NULL if size is 0
 * @return the length of the whole text without its '\0', even if it was cut */
SUPERFLIP_API size_t superflip_moves_write(const uint8_t *moves, size_t n, unsigned options, char *out, size_t size);

/** What n moves cost in a metric; 0 in one that does not exist. */
SUPERFLIP_API unsigned superflip_moves_length(superflip_metric metric, const uint8_t *moves, size_t n);

/** Read moves in any notation that superflip_cube_parse() reads.  Wide turns, slices and rotations move the centres: the moves
 * are then face turns as seen by whoever holds the cube at the end.  Turns on the inverse, undone, end them, as a solution
 * is written.
 * @param options   SUPERFLIP_READ_...
 * @param moves     room for `capacity`; may be NULL if that is 0
 * @param n         set to how many there are, which may be more than capacity: then only so many are written
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_TEXT, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_NO_MEMORY */
SUPERFLIP_API superflip_status superflip_moves_parse(superflip_puzzle puzzle, const char *text, unsigned options, uint8_t *moves,
                                                     size_t capacity, size_t *n, superflip_error *error);

/** The same maneuver without brackets, in the notation of the WCA with English letters (wide turns Rw, slices, rotations).
 * @param out     cut to size as superflip_moves_write() does
 * @param length  set to the length of the whole text, even if it was cut
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_TEXT, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_NO_MEMORY */
SUPERFLIP_API superflip_status superflip_moves_standard(superflip_puzzle puzzle, const char *text, unsigned options, char *out,
                                                        size_t size, size_t *length, superflip_error *error);

/** Whether the whole text is one turn, such as "R'" or "Rw2"; false for NULL. */
SUPERFLIP_API bool superflip_text_is_turn(const char *text, unsigned options);

/** Read a set of moves: turns of faces with spaces, commas or <> between them; a letter alone is all three turns of its face.
 * @param moves  set to the set, never 0
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT; SUPERFLIP_BAD_TEXT with error->token, which is "" if the text has no turn */
SUPERFLIP_API superflip_status superflip_moves_parse_set(const char *text, unsigned options, uint32_t *moves,
                                                         superflip_error *error);

/** The order of the group that a set of moves generates, exactly, in decimal: "43252003274489856000" for all moves.
 * @param out  as for superflip_moves_write(); 32 bytes are always enough
 * @return the length; 0 if memory ran out */
SUPERFLIP_API size_t superflip_moves_group_order(uint32_t moves, char *out, size_t size);

/* ---- cubes ---- */

/** A position that turns can solve.  Immutable once it is made; thread-safe. */
typedef struct superflip_cube superflip_cube;

/** The position on the cubie level (Kociemba): corner_perm[URF] is the cubie in the URF position, corner_ori[URF] its twist there
 * in clockwise thirds.  The layout is fixed. */
typedef struct superflip_cubies {
	uint8_t corner_perm[8];          /* 0..7: URF UFL ULB UBR DFR DLF DBL DRB */
	uint8_t corner_ori[8];           /* 0..2, sum divisible by 3 */
	uint8_t edge_perm[12];           /* 0..11: UR UF UL UB DR DF DL DB FR FL BL BR; 0, 1 ... 11 for the 2x2x2 */
	uint8_t edge_ori[12];            /* 0..1, even sum; 0 for the 2x2x2 */
} superflip_cubies;

/** The form in which a text describes a position. */
typedef enum superflip_form { SUPERFLIP_FORM_MOVES = 0, SUPERFLIP_FORM_FACELETS = 1, SUPERFLIP_FORM_CUBIES = 2 } superflip_form;

/** Read a position in any notation in use; "" is the solved cube.
 * 3x3x3: moves ("R U R' U'", brackets, commutators, wide turns, slices, rotations, primes and counts of all kinds), 54 facelets
 * (letters or colours, in one of several layouts), or Reid's line of twenty cubies.
 * 2x2x2: moves, 24 facelets, or the fourteen numbers of L. Théry ("Mini-Rubik").
 * @param options  SUPERFLIP_READ_...
 * @param out      set on success; the caller's, to be freed
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_NO_MEMORY; SUPERFLIP_BAD_TEXT with the position, the token and the text of
 *         the first fault: a wrong token, facelet or cubie, else twist, flip, parity, in this order */
SUPERFLIP_API superflip_status superflip_cube_parse(superflip_puzzle puzzle, const char *text, unsigned options,
                                                    superflip_cube **out, superflip_error *error);

/** The solved cube after n moves.
 * @return SUPERFLIP_OK, SUPERFLIP_NO_MEMORY, SUPERFLIP_BAD_ARGUMENT: a move is out of range, or there is no such puzzle */
SUPERFLIP_API superflip_status superflip_cube_from_moves(superflip_puzzle puzzle, const uint8_t *moves, size_t n,
                                                         superflip_cube **out, superflip_error *error);

/** A cube of these cubies.  For the 2x2x2 only the corners count.
 * @return SUPERFLIP_OK, SUPERFLIP_NO_MEMORY; SUPERFLIP_BAD_ARGUMENT: error->text names the first law that is broken */
SUPERFLIP_API superflip_status superflip_cube_from_cubies(superflip_puzzle puzzle, const superflip_cubies *cubies,
                                                          superflip_cube **out, superflip_error *error);

/** @return a copy, owned by the caller; NULL if memory ran out */
SUPERFLIP_API superflip_cube *superflip_cube_copy(const superflip_cube *cube);
/** NULL is ignored. */
SUPERFLIP_API void superflip_cube_free(superflip_cube *cube);

SUPERFLIP_API superflip_puzzle superflip_cube_puzzle(const superflip_cube *cube);
/** The form of the text it was read from; SUPERFLIP_FORM_CUBIES for a cube made of cubies. */
SUPERFLIP_API superflip_form superflip_cube_form(const superflip_cube *cube);
/** Whether the text turned the whole cube (rotations, slices, wide turns, facelets with other centres): solutions then begin with
 * the cube held as at the end of the text. */
SUPERFLIP_API bool superflip_cube_is_rotated(const superflip_cube *cube);
/** Whether all of its stickers matter.  With SUPERFLIP_READ_GREY some may not: those that are written . ? - _ or * among 54 facelets
 * or in twenty cubies.  A cube then stands for all that look like it.  It is searched for a goal that what is seen of it decides:
 * superflip_goal_takes(), superflip_cube_goal().  Its functions speak of what is seen; of superflip_cube_get_cubies() and for products
 * and inverses it has to be whole.  If only one cube looks like it, it is that one, and whole. */
SUPERFLIP_API bool superflip_cube_is_whole(const superflip_cube *cube);
/** Whether it is whole although its text did not show all of its stickers. */
SUPERFLIP_API bool superflip_cube_is_completed(const superflip_cube *cube);
/** Whether its centres count, as with SUPERFLIP_READ_CENTERS: a solution then leaves each of them as on the solved cube, whatever the
 * goal is.  Moves turn the centres of their faces; after facelets and cubies the text says which are turned, "U+ R2 F-" (a quarter turn
 * clockwise, a half turn, a quarter turn back; the others are upright), and superflip_cube_write() does. */
SUPERFLIP_API bool superflip_cube_has_centers(const superflip_cube *cube);
/** Write that text: "" if all centres are upright, or do not count.  As superflip_moves_write(); 18 bytes are always enough. */
SUPERFLIP_API size_t superflip_cube_write_centers(const superflip_cube *cube, char *out, size_t size);
SUPERFLIP_API bool superflip_cube_is_solved(const superflip_cube *cube);
/** A 2x2x2 equals one that a rotation of the whole cube colours differently. */
SUPERFLIP_API bool superflip_cube_equals(const superflip_cube *a, const superflip_cube *b);
SUPERFLIP_API void superflip_cube_get_cubies(const superflip_cube *cube, superflip_cubies *out);

/** The cube after n more moves; the product (first a, then b); the inverse.  The last two are for the 3x3x3 only.
 * @return as superflip_cube_from_moves() */
SUPERFLIP_API superflip_status superflip_cube_turned(const superflip_cube *cube, const uint8_t *moves, size_t n,
                                                     superflip_cube **out, superflip_error *error);
SUPERFLIP_API superflip_status superflip_cube_product(const superflip_cube *a, const superflip_cube *b, superflip_cube **out,
                                                      superflip_error *error);
SUPERFLIP_API superflip_status superflip_cube_inverse(const superflip_cube *cube, superflip_cube **out, superflip_error *error);

/** Write a cube: 54 or 24 facelets (U R F D L B, row by row), or its cubies (Reid's line, Théry's numbers).  Of facelets those that do
 * not matter are ., of cubies ?.
 * @param form  SUPERFLIP_FORM_FACELETS or SUPERFLIP_FORM_CUBIES
 * @param out   as for superflip_moves_write(); 96 bytes are always enough
 * @return the length; 0 for another form */
SUPERFLIP_API size_t superflip_cube_write(const superflip_cube *cube, superflip_form form, char *out, size_t size);

/** Random numbers.  Not thread-safe. */
typedef struct superflip_random superflip_random;

/** From the operating system's generator (getrandom).
 * @return SUPERFLIP_OK, SUPERFLIP_NO_MEMORY, SUPERFLIP_IO */
SUPERFLIP_API superflip_status superflip_random_from_system(superflip_random **out, superflip_error *error);
/** The same numbers for the same seed on every machine and in every version: xoshiro256**, seeded by SplitMix64.
 * @return SUPERFLIP_OK, SUPERFLIP_NO_MEMORY */
SUPERFLIP_API superflip_status superflip_random_from_seed(uint64_t seed, superflip_random **out, superflip_error *error);
SUPERFLIP_API void superflip_random_free(superflip_random *random);

/** A random cube: each of the 43,252,003,274,489,856,000 positions (2x2x2: 3,674,160) is equally likely.
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_NO_MEMORY, SUPERFLIP_IO */
SUPERFLIP_API superflip_status superflip_cube_random(superflip_random *random, superflip_puzzle puzzle, superflip_cube **out,
                                                     superflip_error *error);

/* ---- verification ---- */

/** The effect of a solution.  Begin with superflip_verdict_init(). */
typedef struct superflip_verdict {
	size_t size;
	bool solves;                     /* it leads from the cube to the goal, however it turns the whole cube */
	uint32_t moves_used;             /* a set */
	size_t n_moves;                  /* in face turns; a slice is two, a rotation none */
	unsigned length;                 /* in moves of the metric; UINT_MAX: more than 65535 */
} superflip_verdict;

/** Apply a solution to a cube and judge it.
 * @param goal      of the same puzzle; NULL: the solved cube
 * @param solution  as superflip_moves_parse() reads it
 * @param verdict   filled on SUPERFLIP_OK, whether or not it solves the cube
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_TEXT, SUPERFLIP_NO_MEMORY, SUPERFLIP_BAD_ARGUMENT */
SUPERFLIP_API superflip_status superflip_verify(const superflip_cube *cube, const superflip_cube *goal, superflip_metric metric,
                                                const char *solution, unsigned options, superflip_verdict *verdict,
                                                superflip_error *error);

/* ---- tables ---- */

/** Told how far a long operation is, in the thread that called the operation unless stated otherwise.
 * @param table  the table's name, "corners"
 * @param stage  "waiting" (another builder is at work), "building", "writing", "verifying", "checking"; constant
 * @param done   of `total`, in units of the stage
 * @return false to cancel: the function returns SUPERFLIP_CANCELLED, and nothing half done is left */
typedef bool superflip_progress_function(void *context, const char *table, const char *stage, uint64_t done, uint64_t total);

/* ---- goals ---- */

/** What a solution is to reach if not all pieces count: a cross, oriented edges, a block.  Immutable; thread-safe. */
typedef struct superflip_goal superflip_goal;

/** Whether a text means to be a goal, not a cube: it begins with the name of one, or nearly. */
SUPERFLIP_API bool superflip_text_is_goal(const char *text);

/** Read a goal: names with arguments, joined by +, such as "xcross:FR", "eo:FB+cross:D", "2x2x2+neutral".
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_TEXT, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_NO_MEMORY */
SUPERFLIP_API superflip_status superflip_goal_parse(const char *text, superflip_goal **out, superflip_error *error);
/** NULL is ignored. */
SUPERFLIP_API void superflip_goal_free(superflip_goal *goal);

/** As it was written, without spaces; lives as long as the goal. */
SUPERFLIP_API const char *superflip_goal_name(const superflip_goal *goal);

/** Which pieces count, and how, seen from which sides: the same for all names of one goal.  Written as superflip_moves_write() does. */
SUPERFLIP_API size_t superflip_goal_patterns(const superflip_goal *goal, char *out, size_t size);

/** Write a goal as 54 facelets, with '.' where not all cubes at the goal show the same colour.  Written as superflip_cube_write() does. */
SUPERFLIP_API size_t superflip_goal_facelets(const superflip_goal *goal, char *out, size_t size);

/** How many cubes are at the goal; those that are so in several ways, by free turns or from several sides, may count for more. */
SUPERFLIP_API double superflip_goal_completions(const superflip_goal *goal);

/** Whether the goal is the solved cube: then superflip_request needs none, and the strongest tables serve. */
SUPERFLIP_API bool superflip_goal_is_solved(const superflip_goal *goal);

/** The goal that all that is seen of a cube of the 3x3x3 is solved: each sticker on the face of its colour.
 * @param out  its name is those stickers as superflip_goal_parse() reads them; of a whole cube it is the solved cube
 * @return SUPERFLIP_OK, SUPERFLIP_NO_MEMORY; SUPERFLIP_BAD_TEXT if too little is seen to say which pieces may be where */
SUPERFLIP_API superflip_status superflip_cube_goal(const superflip_cube *cube, superflip_goal **out, superflip_error *error);

/** Whether what is seen of a cube decides which turns lead to the goal, as it does if the cube is whole.
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT: error->text names a piece that would have to be seen */
SUPERFLIP_API superflip_status superflip_goal_takes(const superflip_goal *goal, const superflip_cube *cube, superflip_error *error);

/** Whether a move costs nothing before the first one ("preauf:U"). */
SUPERFLIP_API bool superflip_goal_frees(const superflip_goal *goal, uint8_t move);

/** Whether n moves lead from a cube of the 3x3x3 to the goal. */
SUPERFLIP_API bool superflip_goal_is_reached(const superflip_goal *goal, const superflip_cube *cube, const uint8_t *moves, size_t n);
/** The same of a solution as superflip_verify() has it, which may turn the whole cube, too; false also if it cannot be read. */
SUPERFLIP_API bool superflip_goal_is_reached_by(const superflip_goal *goal, const superflip_cube *cube, const char *solution,
                                                unsigned options);

/** Goal number i of those that have names.
 * @param arguments  set to what may follow the name, ":FACE" or ""; may be NULL
 * @param picture    set to one line that says what is solved; may be NULL
 * @return its name; NULL: there is no goal i; all texts are constant */
SUPERFLIP_API const char *superflip_goal_at(unsigned i, const char **arguments, const char **picture);

/* ---- turn sets ---- */

/** Which turns solutions may have, slices, wide turns, turns of two layers at once and rotations among them, and what each costs; for
 * searches in other metrics than half and quarter turns of faces.  Immutable; thread-safe. */
typedef struct superflip_turns superflip_turns;

/** Read a set (doc/turns.md).
 * @param metric   "htm", "qtm", "stm", "atm", "stqm" or "etm": what turns cost that `costs` does not name
 * @param turns    "M U", "R U r", "(R L') U2": a letter alone is all turns of its layers; NULL: those of the metric
 * @param costs    "U=1 U2=1.5 (R L')=2"; NULL: as in the metric
 * @param options  SUPERFLIP_READ_FRENCH or 0
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_UNKNOWN_NAME, SUPERFLIP_BAD_TEXT, SUPERFLIP_NO_MEMORY */
SUPERFLIP_API superflip_status superflip_turns_parse(const char *metric, const char *turns, const char *costs, unsigned options,
                                                     superflip_turns **out, superflip_error *error);
/** Turns of faces as a set, bit m for move m; its unit is a move.
 * @return NULL without memory */
SUPERFLIP_API superflip_turns *superflip_turns_of_moves(superflip_metric metric, uint32_t moves);

/** Whether a set is turns of faces, each at its cost in a metric: solvers of these moves need no turn set, and solve it with the
 * strongest tables.
 * @param metric, moves  set if it is */
SUPERFLIP_API bool superflip_turns_are_moves(const superflip_turns *turns, superflip_metric *metric, uint32_t *moves);

typedef struct superflip_tables_options superflip_tables_options;

/** The turn set that tables for solvers of some moves (superflip_solver_options.moves) are best opened with: few moves make few states, which
 * have an exact table.
 * @param options  as for superflip_tables_open(), `turns` NULL
 * @param out      NULL: the tables of all turns serve best; else released by superflip_turns_free()
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_NO_MEMORY */
SUPERFLIP_API superflip_status superflip_turns_of_tables(const superflip_tables_options *options, uint32_t moves, superflip_turns **out,
                                                         superflip_error *error);

/** NULL is ignored. */
SUPERFLIP_API void superflip_turns_free(superflip_turns *turns);

/** The name of its metric; a constant text. */
SUPERFLIP_API const char *superflip_turns_metric(const superflip_turns *turns);

/** All turns with their costs, the same text for the same set.  Written as superflip_moves_write() does; 1,536 bytes are always enough. */
SUPERFLIP_API size_t superflip_turns_identity(const superflip_turns *turns, char *out, size_t size);

/** Costs as they were given, of the whole units in which lengths of results are. */
SUPERFLIP_API double superflip_turns_cost(const superflip_turns *turns, unsigned units);

/** Write n moves, a solution that was found with this set, as they are turned by hand, "M2 E2 S2", at the least cost.
 * @param units  set to what they cost; may be NULL
 * @param out    cut to size as superflip_moves_write() does
 * @return false if the set has no turns for them, or without memory */
SUPERFLIP_API bool superflip_turns_write(const superflip_turns *turns, const uint8_t *moves, unsigned n, unsigned *units, char *out,
                                         size_t size);

/** How many states the turns make of the solved cube, if these are few enough for a table of their own; else 0. */
SUPERFLIP_API uint64_t superflip_turns_states(const superflip_turns *turns);

/** Why no sequence of the turns ends at the solved cube, as a part of a sentence about them: "they never bring ..."; a constant text.
 * @param goal  a position to end at instead; NULL: the solved cube
 * @return NULL if one does, or without memory */
SUPERFLIP_API const char *superflip_turns_obstacle(const superflip_turns *turns, const superflip_cube *cube, const superflip_cube *goal);

/** The same of a goal of pieces, as far as it is known without a search; tens of milliseconds. */
SUPERFLIP_API const char *superflip_goal_obstacle(const superflip_goal *goal, const superflip_turns *turns, const superflip_cube *cube);

/** As superflip_verify(); the length is the least cost in units of turns that do the same, each run of one axis taken together, and
 * UINT_MAX if the set has none. */
SUPERFLIP_API superflip_status superflip_turns_verify(const superflip_turns *turns, const superflip_cube *cube, const superflip_cube *goal,
                                                      const char *solution, unsigned options, superflip_verdict *verdict,
                                                      superflip_error *error);

/** Which tables, and where.  Begin with superflip_tables_options_init(). */
struct superflip_tables_options {
	size_t size;
	superflip_metric metric;         /* SUPERFLIP_HTM */
	const char *heuristic;           /* a name of the catalogue; NULL or "auto": the strongest that is installed and fits */
	const char *directory;           /* NULL: $SUPERFLIP_PDB_DIR, else pdb/ of the source tree in whose build/ the library is, else
	                                  * superflip/ in $XDG_CACHE_HOME or ~/.cache; to read also share/superflip of the system */
	uint64_t memory_bytes;           /* that the tables may take; 0: for "auto" what is available, else any */
	unsigned n_threads;              /* that build; 0: all processors that this process may use */
	bool preloads;                   /* copy the files into memory on huge pages instead of mapping them */
	bool builds_missing;             /* with "auto": build the standard heuristic (87 MB, seconds) if none is installed.  What is named
	                                  * is never built unasked: superflip_tables_build() */
	bool builds_again;               /* superflip_tables_build(): replace what is there, sound or not */
	bool refuses_to_wait;            /* if another process builds the table: SUPERFLIP_TABLE_LOCKED */
	superflip_progress_function *progress;  /* NULL: nobody listens */
	void *progress_context;
	const superflip_goal *goal;      /* copied; the tables are those that bound it, and solvers with them search for it; `heuristic` is
	                                  * then NULL, unless the goal has at most SUPERFLIP_MAX_COMPLETIONS.  NULL: the solved cube */
	const superflip_turns *turns;    /* copied; the tables are those of this set, lengths of results are in its units, and those of requests
	                                  * in its costs; `metric` is then SUPERFLIP_HTM, `heuristic` NULL.  NULL: turns of faces */
};

/** The tables of one heuristic, open for one metric; mapped read-only, so that processes share them.  Thread-safe.
 * A program whose table is truncated by somebody while it is mapped gets SIGBUS, unless it preloads. */
typedef struct superflip_tables superflip_tables;

/** Open tables.  Tables below 256 MB are checked byte by byte first; threads in the background check larger ones, and every result
 * waits for that check.  A check that passed is remembered in the user's cache directory.
 * @return SUPERFLIP_OK, SUPERFLIP_CANCELLED, SUPERFLIP_UNKNOWN_NAME, SUPERFLIP_TOO_LARGE, SUPERFLIP_NO_MEMORY (also for
 *         preloads), SUPERFLIP_IO, SUPERFLIP_NO_SPACE, SUPERFLIP_TABLE_... */
SUPERFLIP_API superflip_status superflip_tables_open(const superflip_tables_options *options, superflip_tables **out,
                                                     superflip_error *error);
/** NULL is ignored.  Solvers that use the tables keep them open. */
SUPERFLIP_API void superflip_tables_close(superflip_tables *tables);

/** Make sure that a heuristic's tables are there and sound; what is missing is built, written under a temporary name, verified,
 * renamed.  An unsound file is replaced only with builds_again.
 * @param options  `heuristic` names a heuristic or a single table ("edges-URUFULUBFRFL"); not NULL, not "auto"; or there is a goal
 * @return SUPERFLIP_OK and what superflip_tables_open() returns */
SUPERFLIP_API superflip_status superflip_tables_build(const superflip_tables_options *options, superflip_error *error);

/** Check files: header, all checksums, and the entries counted again by depth.
 * @param options  as for superflip_tables_build()
 * @return SUPERFLIP_OK if all are sound, else the fault of the first that is not; SUPERFLIP_CANCELLED, SUPERFLIP_TABLE_...,
 *         SUPERFLIP_IO */
SUPERFLIP_API superflip_status superflip_tables_verify(const superflip_tables_options *options, superflip_error *error);

/** Wait until every byte of open tables has been checked, and help to check.  Later calls cost one system call per table.
 * @param progress  may be NULL
 * @return SUPERFLIP_OK, SUPERFLIP_CANCELLED, SUPERFLIP_IO, SUPERFLIP_TABLE_... */
SUPERFLIP_API superflip_status superflip_tables_await_check(superflip_tables *tables, superflip_progress_function *progress,
                                                            void *context, superflip_error *error);

/** How much of them has been checked, 0 to 1. */
SUPERFLIP_API double superflip_tables_checked_share(const superflip_tables *tables);

/** The fault found in the tables so far.  @return SUPERFLIP_OK if there is none yet */
SUPERFLIP_API superflip_status superflip_tables_fault(const superflip_tables *tables, superflip_error *error);

SUPERFLIP_API const char *superflip_tables_heuristic(const superflip_tables *tables);
SUPERFLIP_API superflip_metric superflip_tables_metric(const superflip_tables *tables);
/** The search kernel used with them on this processor, "coset, AVX-512". */
SUPERFLIP_API const char *superflip_tables_kernel(const superflip_tables *tables);
SUPERFLIP_API unsigned superflip_tables_count(const superflip_tables *tables);

/** A lower bound, in moves of the tables' metric, by one evaluation of the heuristic; call superflip_tables_await_check() before
 * you state it. */
SUPERFLIP_API unsigned superflip_tables_bound(const superflip_tables *tables, const superflip_cube *cube);

/** One table.  Begin with superflip_table_info_init(). */
typedef struct superflip_table_info {
	size_t size;
	char name[64], path[4096];
	superflip_metric metric;         /* of its entries: a table in half turns may serve quarter turns */
	uint64_t file_bytes;
	bool is_preloaded, has_pages;    /* has_pages: the system told the next two */
	uint64_t resident_bytes, huge_bytes;  /* in memory now; of these on huge pages */
} superflip_table_info;

/** @param i  below superflip_tables_count()  @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT */
SUPERFLIP_API superflip_status superflip_tables_table(const superflip_tables *tables, unsigned i, superflip_table_info *out,
                                                      superflip_error *error);

/** The directory that tables are written to, as superflip_tables_options has it; it need not exist.
 * @param path  of 4096 bytes
 * @return SUPERFLIP_OK, SUPERFLIP_IO */
SUPERFLIP_API superflip_status superflip_tables_directory(const char *directory, char *path, superflip_error *error);

/** All heuristics, weakest first, as installed when the catalogue was made.  Thread-safe. */
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

enum { SUPERFLIP_MEASURE = 1 };          /* measure this machine first, in a fifth of a second, for build_s and solve_s */

/** @param options  metric, directory, n_threads
 * @param flags    SUPERFLIP_MEASURE or 0
 * @return SUPERFLIP_OK, SUPERFLIP_NO_MEMORY, SUPERFLIP_IO */
SUPERFLIP_API superflip_status superflip_catalogue_make(const superflip_tables_options *options, unsigned flags,
                                                        superflip_catalogue **out, superflip_error *error);
SUPERFLIP_API void superflip_catalogue_free(superflip_catalogue *catalogue);
SUPERFLIP_API unsigned superflip_catalogue_count(const superflip_catalogue *catalogue);
/** NULL if i is not below superflip_catalogue_count(). */
SUPERFLIP_API const superflip_heuristic *superflip_catalogue_at(const superflip_catalogue *catalogue, unsigned i);
/** NULL if there is none of that name, or the name is NULL. */
SUPERFLIP_API const superflip_heuristic *superflip_catalogue_find(const superflip_catalogue *catalogue, const char *name);
/** The one that "auto" builds where none is installed. */
SUPERFLIP_API const superflip_heuristic *superflip_catalogue_standard(const superflip_catalogue *catalogue);

/** Limits for tables.  Begin with superflip_budget_init(): no limit. */
typedef struct superflip_budget {
	size_t size;
	uint64_t file_bytes;             /* all tables of the heuristic; 0: any */
	uint64_t build_bytes;            /* of memory while one is built; 0: what is available */
	double build_s;                  /* 0: any time; else the catalogue must be made with SUPERFLIP_MEASURE */
} superflip_budget;

/** The heuristic that solves fastest within the limits, among those that are not for comparison; NULL if none fits. */
SUPERFLIP_API const superflip_heuristic *superflip_catalogue_choose(const superflip_catalogue *catalogue,
                                                                    const superflip_budget *budget);

/** A goal and its tables.  Begin with superflip_goal_info_init(). */
typedef struct superflip_goal_info {
	size_t size;
	uint64_t n_states;               /* positions of what counts, seen from one side; 0: too many to count for a table */
	unsigned n_sides;                /* patterns, or sides that one is seen from, of which any will do */
	unsigned n_tables;
	bool is_exact;                   /* the tables tell the distance itself: nothing is searched in vain */
	bool is_installed;               /* all of its tables are there; their headers were not read */
	uint64_t file_bytes;             /* of the tables, or what they will be */
	uint64_t build_bytes;            /* of memory, to build what is missing */
} superflip_goal_info;

/** What it takes to search for a goal, or with a turn set, with tables of its own, or with those of whole cubes if these are there and few cubes reach it.
 * @param options  `goal`, `turns`, metric, directory, n_threads
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT: neither; SUPERFLIP_TOO_LARGE: no tables are small enough; SUPERFLIP_NO_MEMORY */
SUPERFLIP_API superflip_status superflip_goal_measure(const superflip_tables_options *options, superflip_goal_info *out,
                                                      superflip_error *error);

/* ---- solvers ---- */

/** Begin with superflip_solver_options_init(). */
typedef struct superflip_solver_options {
	size_t size;
	superflip_puzzle puzzle;         /* SUPERFLIP_3X3 */
	superflip_metric metric;         /* SUPERFLIP_HTM; of the tables, if there are any */
	unsigned n_threads;              /* 0: all processors that this process may use (affinity and cgroup quota); at most 1024 */
	const char *method;              /* NULL or "optimal": proved shortest solutions; else see superflip_method_at(); of the 2x2x2
	                                  * "random-walk" only */
	uint32_t moves;                  /* SUPERFLIP_ALL_MOVES; a smaller set restricts solutions of the 3x3x3 to it */
	uint64_t memory_bytes;           /* for the nodes of methods that keep them; 0: half of what is available */
	/* Of methods that are lists of steps (doc/steps.md): */
	const char *steps;               /* with the method "steps": the list, a text; NULL with others */
	const char *directory;           /* where their tables are, and are built if they are missing; NULL: the usual places */
	unsigned width;                  /* the beginnings that go on after each step (1); 0: 1 */
	unsigned step_slack;             /* steps may be so many moves longer than the shortest */
	bool has_niss;                   /* steps that may are tried on the inverse, too */
	const char *neutral;             /* the faces that may be below, such as "UD", or "all"; NULL: as the list has it */
	superflip_progress_function *progress;  /* told while their tables are built; NULL: nobody listens */
	void *progress_context;
} superflip_solver_options;

/** Threads that solve several cubes at once, and a hard one together.  Thread-safe. */
typedef struct superflip_solver superflip_solver;

/** @param tables  to search with; the solver keeps them open.  NULL for the 2x2x2 and for methods that take none
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT (also if tables are missing, or of another metric), SUPERFLIP_UNKNOWN_NAME,
 *         SUPERFLIP_NO_MEMORY, SUPERFLIP_NO_THREADS, SUPERFLIP_CANCELLED, SUPERFLIP_IO, SUPERFLIP_TABLE_... */
SUPERFLIP_API superflip_status superflip_solver_create(const superflip_solver_options *options, superflip_tables *tables,
                                                       superflip_solver **out, superflip_error *error);
/** Cancel all work and wait a few milliseconds for its end.  Jobs and streams stay valid and keep their results; only
 * superflip_stream_add() and superflip_job_start() may no longer be called.  NULL is ignored. */
SUPERFLIP_API void superflip_solver_free(superflip_solver *solver);

/** Read a list of steps, and tell what it takes: n_tables that are missing, and the file_bytes that they will have; is_installed: none is.
 * @param options  of a method that is a list of steps
 * @return SUPERFLIP_OK; SUPERFLIP_BAD_ARGUMENT: of another method; SUPERFLIP_BAD_TEXT: error->text has the line and the reason;
 *         SUPERFLIP_NO_MEMORY */
SUPERFLIP_API superflip_status superflip_steps_measure(const superflip_solver_options *options, superflip_goal_info *out, superflip_error *error);

SUPERFLIP_API unsigned superflip_solver_threads(const superflip_solver *solver);
/** The name of the heuristic, "pocket" for the 2x2x2; NULL: it uses none. */
SUPERFLIP_API const char *superflip_solver_heuristic(const superflip_solver *solver);

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
/** NULL if there is none of that name, or the name is NULL. */
SUPERFLIP_API const superflip_method *superflip_method_find(const char *name);

/* ---- requests and results ---- */

enum {
	SUPERFLIP_ALL = -1,
	SUPERFLIP_MAX_LENGTH = 40,       /* of solutions that are searched for */
	SUPERFLIP_MAX_COMPLETIONS = 4096,  /* of goals that any heuristic may bound, as lists of whole cubes */
	SUPERFLIP_MAX_MOVES = 1024       /* of a solution by any method, in face turns */
};

/** What is asked of a cube.  Begin with superflip_request_init(): one shortest solution, without limits. */
typedef struct superflip_request {
	size_t size;
	int64_t n_solutions;             /* how many at most, from 1 up (1); SUPERFLIP_ALL: all */
	unsigned over_optimal;           /* also solutions of up to optimal + this many moves (0); SUPERFLIP_MAX_LENGTH: the n_solutions best */
	unsigned min_length;             /* no shorter solutions (0) */
	unsigned max_length;             /* no longer solutions (SUPERFLIP_MAX_LENGTH: no limit) */
	uint64_t node_limit;             /* generated nodes; 0: none */
	double time_limit_s;             /* counted from when a thread begins the cube; 0: none */
	bool is_deterministic;           /* with n_solutions 1: the same solution each time, at the price of a complete last iteration */
	bool up_to_symmetry;             /* with SUPERFLIP_ALL: of solutions that symmetries of the cube exchange only the first */
	bool approximates;               /* if a limit is hit first: a short solution by the two-phase method, not proved */
	bool past_goal;                  /* with tables of a goal: also solutions that reach it before their end */
	const superflip_cube *goal;      /* the position to reach; copied; NULL: the solved cube */
	/** Called from threads of the library whenever superflip_progress.n_changes has grown.  It must return soon and must not call
	 * functions of the solver, its jobs or its streams; it is not called after the job is freed.  NULL: never.  Jobs only. */
	void (*notify)(void *context);
	void *notify_context;
} superflip_request;

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

/** An iteration of IDA*.  The layout is fixed. */
typedef struct superflip_iteration {
	unsigned threshold;              /* length of the solutions looked for */
	bool is_complete;                /* every node was visited: then n_generated does not depend on the number of threads */
	uint64_t n_generated, n_expanded, n_lookups, n_solutions;  /* n_lookups: of tables */
	double seconds;
} superflip_iteration;

/** The result for a cube; its memory is the library's. */
typedef struct superflip_result {
	uint64_t id;                     /* of superflip_stream_add(); 0 for a job */
	superflip_outcome outcome;
	superflip_status failure;        /* SUPERFLIP_OK, or with SUPERFLIP_FAILED why: SUPERFLIP_NO_MEMORY, SUPERFLIP_TABLE_... */
	bool is_optimal;                 /* there are solutions, and it is proved that none is shorter than the first */
	bool is_complete;                /* everything requested was found; of a method: there is a solution */
	bool has_hit_limit;              /* of a method: solved, but a limit ended the search for shorter solutions */
	bool is_approximate;             /* the solution is superflip_request.approximates' */
	bool is_unreachable;             /* the solver's moves do not solve this cube at all */
	bool is_by_method;               /* of a solver with another method than "optimal" */
	unsigned length;                 /* of the first solution, which is the shortest; 0 without one */
	unsigned lower_bound;            /* proved: nothing shorter solves the cube; 0 if nothing is proved */
	uint64_t n_solutions;
	unsigned n_iterations, n_stages;
	uint64_t n_generated, n_expanded, n_lookups;  /* nodes of all iterations; of methods that count them */
	double seconds;                  /* spent on this cube */
	uint64_t duplicate_of;           /* id of the cube in the stream whose search answered this one, too; 0: its own */
	unsigned n_symmetries;           /* with up_to_symmetry: of the cube, those with inversion counted; else 0 */
	const char *why_unreachable;     /* is_unreachable by a turn set, or a goal: "they never bring a piece ..."; a constant text; else NULL */
	const char *stuck_at;            /* SUPERFLIP_NONE: the step of a list of steps that has no solution; lives as long as the result; else NULL */
	bool is_by_list;                 /* by a list of steps: superflip_result_chain() */
} superflip_result;

/** Solution i of n_solutions, in order of length, then of moves.
 * @param n_moves   set to the number of face turns
 * @param length    set to the length in moves of the metric; may be NULL
 * @param n_images  set to how many solutions it stands for, with up_to_symmetry; may be NULL
 * @return its moves, which live as long as the result; NULL: there is no solution i */
SUPERFLIP_API const uint8_t *superflip_result_solution(const superflip_result *result, uint64_t i, unsigned *n_moves,
                                                       unsigned *length, unsigned *n_images);

/** How many of a solution's moves, at its beginning and at its end, are free turns of the goal (auf, preauf): they are in n_moves, not
 * in length.  At most one each; 0 where nothing is to be turned. */
SUPERFLIP_API void superflip_result_free_turns(const superflip_result *result, uint64_t i, unsigned *n_before, unsigned *n_after);

/** The goal as solution i reaches it, if it may be reached from several sides ("neutral"): "cross:L", "eo:RL".
 * @return the length of the text, as snprintf(); 0 for other goals */
SUPERFLIP_API size_t superflip_result_reached(const superflip_result *result, uint64_t i, char *out, size_t size);

/** Iteration i; it lives as long as the result.  NULL: there is no iteration i. */
SUPERFLIP_API const superflip_iteration *superflip_result_iteration(const superflip_result *result, unsigned i);

/** Stage i of a method that has stages: its moves as the method makes them, before any are merged.
 * @param name     set to a text that lives as long as the result; may be NULL
 * @param n_moves  set; may come out 0
 * @return the moves, which live as long as the result; NULL: there is no stage i */
SUPERFLIP_API const uint8_t *superflip_result_stage(const superflip_result *result, unsigned i, const char **name,
                                                    unsigned *n_moves);

/** The goal that stage i of a list of steps reaches, from the side from which it does, "cross:L".
 * @return a text that lives as long as the result; NULL: of another method */
SUPERFLIP_API const char *superflip_result_stage_goal(const superflip_result *result, unsigned i);

/** The moves of the solution that stage i makes, after merging: those of all stages are the solution.  A turn that is merged with one of
 * the stage before counts there.
 * @return as superflip_result_stage() */
SUPERFLIP_API const uint8_t *superflip_result_stage_share(const superflip_result *result, unsigned i, unsigned *n_moves);

/** Solution i of a method that is a list of steps, step by step: turns on the inverse are in parentheses (NISS).
 * @return the length of the text, as snprintf(); 0 for other methods */
SUPERFLIP_API size_t superflip_result_chain(const superflip_result *result, uint64_t i, unsigned options, char *out, size_t size);

/** How many moves a step of solution i has; 0 if there is no such solution or step.  @param is_on_inverse  set; may be NULL */
SUPERFLIP_API unsigned superflip_result_chain_step(const superflip_result *result, uint64_t i, unsigned step, bool *is_on_inverse);

/** NULL is ignored. */
SUPERFLIP_API void superflip_result_free(superflip_result *result);

/** How far a job or a stream is.  Begin with superflip_progress_init(). */
typedef struct superflip_progress {
	size_t size;
	bool has_begun, is_done;
	uint64_t n_changes;              /* grows with begin, each iteration, each solution and the end */
	unsigned threshold;              /* of the iteration in progress; of a stream: `id` has no solution of so many moves */
	unsigned lower_bound;            /* proved so far, if the tables are sound (checked_share) */
	unsigned n_iterations;           /* that have ended */
	uint64_t n_solutions;            /* found so far, as superflip_job_solution() has them */
	uint64_t n_generated;            /* nodes so far, of all cubes of a stream */
	double seconds;                  /* since a thread began the cube, or since the stream was opened */
	double checked_share;            /* how much of the tables has been checked, 0 to 1 */
	uint64_t id;                     /* of a stream: the cube whose iteration was completed last; 0: none yet */
	uint64_t n_added, n_done;        /* of a stream: cubes */
} superflip_progress;

/* ---- jobs ---- */

/** One cube in work.  Thread-safe. */
typedef struct superflip_job superflip_job;

/** Begin to solve a cube; jobs of a solver begin in the order in which they were started.
 * @param cube     copied; of the solver's puzzle
 * @param request  NULL: one shortest solution
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_FORKED, SUPERFLIP_NO_MEMORY */
SUPERFLIP_API superflip_status superflip_job_start(superflip_solver *solver, const superflip_cube *cube,
                                                   const superflip_request *request, superflip_job **out, superflip_error *error);

/** Wait until the job is done.
 * @param timeout_s  0: only ask; negative: for ever
 * @return SUPERFLIP_OK, SUPERFLIP_TIMEOUT, SUPERFLIP_FORKED */
SUPERFLIP_API superflip_status superflip_job_wait(superflip_job *job, double timeout_s);

/** Wait until superflip_progress.n_changes differs from this number, or the job is done; otherwise as superflip_job_wait(). */
SUPERFLIP_API superflip_status superflip_job_wait_change(superflip_job *job, uint64_t n_changes, double timeout_s);

/** Stop; returns at once.  The job is done soon afterwards, within a few milliseconds, with SUPERFLIP_STOPPED or better. */
SUPERFLIP_API void superflip_job_cancel(superflip_job *job);

SUPERFLIP_API void superflip_job_progress(superflip_job *job, superflip_progress *out);

/** Iteration i of those that have ended.  @return SUPERFLIP_OK, SUPERFLIP_FORKED; SUPERFLIP_TIMEOUT: not yet, SUPERFLIP_END: never */
SUPERFLIP_API superflip_status superflip_job_iteration(superflip_job *job, unsigned i, superflip_iteration *out);

/** Solution i of those found so far, in the order in which they were found; each solves the cube.  Only the result says which is
 * shortest; with is_deterministic, up_to_symmetry or a limited number of solutions of a symmetric cube all come at the end.
 * @param moves   of SUPERFLIP_MAX_MOVES bytes
 * @param length  as superflip_result_solution() has it; may be NULL
 * @return SUPERFLIP_OK, SUPERFLIP_FORKED; SUPERFLIP_TIMEOUT: not yet, SUPERFLIP_END: never */
SUPERFLIP_API superflip_status superflip_job_solution(superflip_job *job, uint64_t i, uint8_t *moves, unsigned *n_moves, unsigned *length);

/** The result once the job is done, else NULL; it lives as long as the job. */
SUPERFLIP_API const superflip_result *superflip_job_result(superflip_job *job);

/** Cancel the job if it is not done, and free it with its result.  Does not wait for the search: its threads leave by themselves.
 * NULL is ignored. */
SUPERFLIP_API void superflip_job_free(superflip_job *job);

/** Solve one cube and wait for it: a job from start to end.
 * @param request  NULL: one shortest solution
 * @param out      set on SUPERFLIP_OK, whatever the outcome; the caller's, to be freed
 * @return as superflip_job_start() */
SUPERFLIP_API superflip_status superflip_solve(superflip_solver *solver, const superflip_cube *cube,
                                               const superflip_request *request, superflip_result **out, superflip_error *error);

/* ---- streams ---- */

/** Begin with superflip_stream_options_init(). */
typedef struct superflip_stream_options {
	size_t size;
	unsigned window;                 /* cubes that may be in work or have results that were not taken (1024); at least 1 */
	bool finds_duplicates;           /* a cube equal, by symmetry or inversion, to one of the last 65,536 classes takes its answer */
	bool drops_brief_iterations;     /* superflip_stream_iteration() and progress leave out iterations of less than a millisecond,
	                                  * which makes easy cubes quicker */
} superflip_stream_options;

/** Many cubes with one request; results come in the order in which cubes were added, and memory is bounded by the window.
 * Thread-safe: one thread may add while another one takes results. */
typedef struct superflip_stream superflip_stream;

/** @param request  NULL: one shortest solution
 * @param options  NULL: the defaults
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_FORKED, SUPERFLIP_NO_MEMORY */
SUPERFLIP_API superflip_status superflip_stream_open(superflip_solver *solver, const superflip_request *request,
                                                     const superflip_stream_options *options, superflip_stream **out,
                                                     superflip_error *error);

/** Add a cube; it is solved as soon as a thread is free.
 * @param id         the caller's name for it: larger than those before, at least 1
 * @param cube       copied; of the solver's puzzle
 * @param timeout_s  how long to wait for room, 0: not at all; negative: for ever
 * @return SUPERFLIP_OK, SUPERFLIP_FULL, SUPERFLIP_CANCELLED, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_FORKED, SUPERFLIP_NO_MEMORY */
SUPERFLIP_API superflip_status superflip_stream_add(superflip_stream *stream, uint64_t id, const superflip_cube *cube,
                                                    double timeout_s, superflip_error *error);

/** Register a cube whose answer is known from an earlier run: its duplicates are recognised as after superflip_stream_add(), but
 * it is not solved and has no result.  @return as superflip_stream_add() */
SUPERFLIP_API superflip_status superflip_stream_pass(superflip_stream *stream, uint64_t id, const superflip_cube *cube,
                                                     superflip_error *error);

/** No more cubes will be added. */
SUPERFLIP_API void superflip_stream_finish(superflip_stream *stream);

/** The next result in order.
 * @param timeout_s  0: only ask; negative: for ever
 * @param out        set on SUPERFLIP_OK; the caller's, to be freed
 * @return SUPERFLIP_OK, SUPERFLIP_TIMEOUT, SUPERFLIP_FORKED; SUPERFLIP_END: all results were taken and the stream is finished or
 *         cancelled */
SUPERFLIP_API superflip_status superflip_stream_next(superflip_stream *stream, double timeout_s, superflip_result **out);

/** The next iteration that has ended, of any cube, in the order of time.  None is lost if all are taken before each result and the
 * window is at most 1,598 cubes; otherwise the oldest are dropped.  With drops_brief_iterations those are never told.
 * @param id  set to the cube's
 * @return SUPERFLIP_OK, SUPERFLIP_FORKED; SUPERFLIP_TIMEOUT: none now */
SUPERFLIP_API superflip_status superflip_stream_iteration(superflip_stream *stream, uint64_t *id, superflip_iteration *out);

/** Stop; returns at once.  Cubes that were begun come out with SUPERFLIP_STOPPED or better within a few milliseconds; cubes that
 * were not begun are dropped, and superflip_stream_next() then says SUPERFLIP_END. */
SUPERFLIP_API void superflip_stream_cancel(superflip_stream *stream);

SUPERFLIP_API void superflip_stream_progress(superflip_stream *stream, superflip_progress *out);

/** Cancel and free; results that were taken stay the caller's.  Does not wait.  NULL is ignored. */
SUPERFLIP_API void superflip_stream_free(superflip_stream *stream);

/* ---- defaults ----
 * superflip_request_init(&request) fills in the defaults.  Without a C compiler, call the function with the size of the structure, which
 * becomes its first member. */

SUPERFLIP_API void superflip_tables_options_init(superflip_tables_options *options, size_t size);
SUPERFLIP_API void superflip_budget_init(superflip_budget *budget, size_t size);
SUPERFLIP_API void superflip_solver_options_init(superflip_solver_options *options, size_t size);
SUPERFLIP_API void superflip_request_init(superflip_request *request, size_t size);
SUPERFLIP_API void superflip_stream_options_init(superflip_stream_options *options, size_t size);
SUPERFLIP_API void superflip_verdict_init(superflip_verdict *verdict, size_t size);
SUPERFLIP_API void superflip_table_info_init(superflip_table_info *info, size_t size);
SUPERFLIP_API void superflip_goal_info_init(superflip_goal_info *info, size_t size);
SUPERFLIP_API void superflip_progress_init(superflip_progress *progress, size_t size);

#define superflip_tables_options_init(options) superflip_tables_options_init((options), sizeof *(options))
#define superflip_budget_init(budget) superflip_budget_init((budget), sizeof *(budget))
#define superflip_solver_options_init(options) superflip_solver_options_init((options), sizeof *(options))
#define superflip_request_init(request) superflip_request_init((request), sizeof *(request))
#define superflip_stream_options_init(options) superflip_stream_options_init((options), sizeof *(options))
#define superflip_verdict_init(verdict) superflip_verdict_init((verdict), sizeof *(verdict))
#define superflip_table_info_init(info) superflip_table_info_init((info), sizeof *(info))
#define superflip_goal_info_init(info) superflip_goal_info_init((info), sizeof *(info))
#define superflip_progress_init(progress) superflip_progress_init((progress), sizeof *(progress))

#ifdef __cplusplus
}
#endif
#endif
