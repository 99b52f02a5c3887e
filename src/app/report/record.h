/* Results as people and programs read them: text, JSON Lines (doc/json-lines.md), CSV, TSV. */
#pragma once
#include "base/words.h"
#include "report/json.h"
#include "session/problem.h"

#define RECORD_SCHEMA "superflip/1"

/** Bits of --json, --csv, --tsv. */
enum record_format { RECORD_TEXT, RECORD_JSON, RECORD_CSV, RECORD_TSV = 4 };

enum record_status {
	RECORD_OPTIMAL,      /* solved, and the search proved that no solution is shorter */
	RECORD_SOLVED,       /* solved, but perhaps not in the fewest moves */
	RECORD_BOUND,        /* stopped before anything was proved but the lower bound; there may be solutions */
	RECORD_NONE,         /* proved: no solution of the requested lengths */
	RECORD_ERROR,        /* the input was not a cube */
	N_RECORD_STATUS
};

extern const char *const record_status_name[N_RECORD_STATUS];

extern const char *const record_puzzle_names[2];                 /* of SUPERFLIP_3X3, SUPERFLIP_2X2: "3x3x3",
                                                                  * "2x2x2" */
enum { N_RECORD_METRICS = 2 };
extern const char *const record_metric_name[N_RECORD_METRICS];   /* of SUPERFLIP_HTM, SUPERFLIP_QTM: "htm",
                                                                  * "qtm" */

/** One cube and what became of it. Nothing is owned. */
struct record {
	const superflip_problem *problem;  /* deterministic: what differs from run to run is omitted,
	                                      * seconds and lookups */
	uint64_t id;                         /* counts the cubes from 1; 0: a job of the server, which says what
	                                      * it is itself */
	uint64_t line;                       /* of the input; 0: the input has no lines */
	uint64_t checksum;                   /* of the scramble and the label that were read */
	bool is_sealed;                      /* rows end with a column for a seal (report/results.h) */
	bool with_links;                     /* solutions have a link to a page that plays them */
	const char *label;                   /* NULL: none */
	const char *scramble;                /* as it was written */
	bool is_listed;                      /* one of many: lines of text begin with its number and end with its
	                                      * label */
	const char *setup;                   /* the scramble as moves that Twizzle reads; NULL: it was facelets or
	                                      * cubies */
	bool turns_opposite;                 /* a 2x2x2 solved in r b d instead of U R F */
	const char *heuristic;               /* NULL: none was used */
	unsigned n_threads;
	const char *goal;                    /* the position or the pieces to reach, as they were written or read;
	                                      * NULL: the solved cube */
	const char *facelets;                /* the cube as it was read, if its text does not show all; else
	                                      * NULL */
	const superflip_cube *marked_cube;   /* the cube, if its centres count; else NULL */
	const char *turns;                   /* the only ones permitted, "U U2 U' R2", of a turn set as it was
	                                      * written; NULL: all */
	const char *group_order;             /* that many positions they make; NULL with all turns and with a turn
	                                      * set */
	unsigned held;                       /* record_held() of the cube */
	const superflip_cube *staged_cube;   /* the cube, if the method's stages are to be told, too; else NULL */
	const superflip_result *result;      /* NULL: the input was not a cube, */
	const superflip_error *error;        /* which is why */
};

/** A length as people have it, "18" or of a turn set "13.5". */
enum { RECORD_LENGTH_BYTES = 24 };
const char *record_length(const superflip_problem *problem, unsigned length, char text[RECORD_LENGTH_BYTES]);
/** The same where a message is put together: the text lasts as long as the block. */
#define RECORD_LENGTH(problem, length) record_length((problem), (length), (char[RECORD_LENGTH_BYTES]){0})

/** The same in words: "13 moves", of a turn set "13.5 in stm". */
enum { RECORD_WORDS_BYTES = 64 };
const char *record_words(const superflip_problem *problem, unsigned length, char text[RECORD_WORDS_BYTES]);

enum record_status record_status(const struct record *r);

/** Whether everything requested was found: at least one solution, and the search was not stopped. */
bool record_is_complete(const struct record *r);

/** Why a search stopped early: "time limit", ...; NULL if it did not. */
const char *record_stop_reason(const superflip_result *result);

/** What comes before the first record: the header line of CSV and TSV.  @return a text of the caller's of at
 * most RECORD_HEAD_BYTES; NULL without memory */
enum { RECORD_HEAD_BYTES = 512 };
char *record_head(enum record_format format, bool is_sealed);

/** Write one record; a method's stages in JSON only (for people: record_write_stages()). @return false
 * without memory; errors of the stream are left to ferror(). */
bool record_write(const struct record *r, enum record_format format, FILE *out);

/** A record as an object of JSON, what was found as members of one, a length, and one iteration.
 * @return NULL without memory */
json_t *record_json(const struct record *r);
void record_json_put_result(json_t *object, const struct record *r);
json_t *record_json_length(const superflip_problem *problem, unsigned length);
json_t *record_json_iteration(const superflip_problem *problem, const superflip_iteration *it);

/* ---- what is told of a cube, whichever form it is told in ---- */
enum { MOVES_TEXT_BYTES = 3 * SUPERFLIP_MAX_MOVES + 1, FREE_TEXT_BYTES = 4, RECORD_CHAIN_BYTES = 1024,
       REACHED_BYTES = 200, COLOR_BYTES = 32, LINK_BYTES = 16384, SETUP_LINK_BYTES = 2048 };

/* One solution. */
struct solution {
	uint64_t number;                     /* of it, from 0 */
	unsigned n_moves, length;
	const uint8_t *moves;                /* that count */
	unsigned n_whole;                    /* moves with free turns of the goal before and after them; "":
	                                      * none */
	const uint8_t *whole;
	unsigned n_undone;                   /* of a goal the last of these undo turns on the inverse (NISS) */
	char before[FREE_TEXT_BYTES], after[FREE_TEXT_BYTES];
	char reached[REACHED_BYTES];         /* the goal from the side that is reached, "cross:L"; "": it has only
	                                      * one */
	char color[COLOR_BYTES];             /* of the sides that it names; "": none, or nobody knows */
	unsigned n_images;                   /* how many solutions it stands for */
};

/** A solution, without what only its result knows. */
struct solution record_solution(const superflip_problem *problem, const superflip_solution *found);
/** Solution i of n_solutions. */
struct solution record_solution_of(const struct record *r, uint64_t i);
json_t *record_json_solution(const struct record *r, const struct solution *s);
bool record_is_optimal_solution(const struct record *r, const struct solution *s);

/** 1 + how a cube is held after its scramble, a rotation, if that is moves: these begin, as those of WCA
 * scrambles, with white on top and green in front.  0: its colours are not known. */
unsigned record_held(const superflip_cube *cube);

/** Name the colours of faces, "yellow-orange", up to the first letter that is none.
 * @param rotation  of the centres */
void record_name_colors(const char *faces, unsigned rotation, char color[COLOR_BYTES]);

/** Moves as the problem's turns, or in the letters of the options. */
void record_format_moves(const superflip_problem *problem, const uint8_t *moves, unsigned n,
                         unsigned read_options, char text[MOVES_TEXT_BYTES]);

/** The moves of a solution and its free turns, these in parentheses or not; turns on the inverse that lead to
 * a goal come first, in parentheses. */
void record_format_whole(const struct record *r, const struct solution *s, bool marks_free,
                         char text[MOVES_TEXT_BYTES]);

/** A page that shows the scramble and plays the solution. */
void record_format_link(const struct record *r, const struct solution *s, char link[LINK_BYTES]);

/** Print the stages of a method's result, of staged_cube, for people: for each a line of counts, its moves,
 * and the net of the cube after it; and the whole of `layers` as Boulanger and Ardisson write it.
 * @param is_coloured  draw the nets with ANSI colours */
void record_write_stages(const struct record *r, bool is_coloured, FILE *out);

/** The stages as an array of objects: name, length (turns before merging), merged_length and moves (its share
 * of the solution), facelets (after it).  @return NULL without memory */
json_t *record_json_stages(const struct record *r);
