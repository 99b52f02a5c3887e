/* Cubes of lists and arguments, for commands that do not solve them all at once: read one by one, refused
 * with their place, written, and as few moves. */
#pragma once
#include "cube/centres.h"
#include "cube/cubies.h"
#include "cube/notation.h"
#include "input/list.h"
#include "pocket/table.h"
#include "superflip.h"

/** What a command does with the entries of a list. */
struct entry_reader {
	/** @param name  of the list; NULL: the entry is an argument
	 * @return EXIT_SOLVED to go on, also after an entry that is no cube; anything else to stop with it */
	int (*take)(const char *name, const struct list_entry *entry);
	void (*look_around)(void);           /* now and then, also while nothing arrives: for SIGUSR1; NULL:
	                                      * nobody does */
	enum list_source source;
	unsigned list_options;               /* as for list_open() */
};

/** Give all entries of a file (- is standard input) to a reader, and say at the end what was skipped.
 * @return EXIT_SOLVED; what take() returned; or another status, having complained; 128 + n after signal n */
int entries_of_file(const struct entry_reader *reader, const char *path);

/** The same of arguments. */
int entries_of_arguments(const struct entry_reader *reader, char *const *arguments, int n);

/** Complain why a list ended, unless it was read to its end.  @return EXIT_SOLVED, EXIT_INPUT, EXIT_TABLE or
 * EXIT_MEMORY */
int entries_complain_of_list(const struct list *list, enum list_status status, const char *name);

/** Complain of something in an entry: "argument 2: column 5: ..." or "cubes.txt:14:5: ...".
 * @param name   of the list; NULL: the entry is an argument
 * @param line   of a list; 0: the list has none, and the number tells which entry it is
 * @param error  its row of the scramble; its column, 0: the message is about the whole scramble; its text */
void entry_complain(const char *name, uint64_t number, uint64_t line, const superflip_error *error);

/** A cube, and its moves if it is written so. */
struct scramble {
	struct cube cube;
	enum position_form form;
	unsigned rotation;            /* as in struct position */
	uint64_t seen;                /* the same; all, unless READ_GREY was among the options */
	struct maneuver moves;        /* owned: maneuver_free(); none unless `form` is POSITION_MOVES and
	                               * SCRAMBLE_MOVES was among the options */
};
enum { SCRAMBLE_MOVES = 256 };    /* beside READ_...: keep the moves, too */

/** Read a scramble of a puzzle. */
bool scramble_read(superflip_puzzle puzzle, const char *text, unsigned read_options, struct scramble *out,
                   superflip_error *error);

/** The same of an entry, or complain: "list.txt:3:5: ...", "argument 2: column 5: ...".
 * @return EXIT_SOLVED, EXIT_INPUT or EXIT_MEMORY */
int entry_read_scramble(const char *name, const struct list_entry *entry, superflip_puzzle puzzle,
                        unsigned read_options, struct scramble *out);

/** The same of argument i from 0, or complain: "argument 1: column 5: ...". */
int argument_read_scramble(char *const *arguments, int i, superflip_puzzle puzzle, unsigned read_options,
                           struct scramble *out);

/** Complain of an entry, or of argument i, that is no cube.  @return EXIT_INPUT or EXIT_MEMORY */
int entry_refuse(const char *name, const struct list_entry *entry, const superflip_error *error);
int argument_refuse(int i, const superflip_error *error);

/* Few moves that make a position, for whoever has only the position: by the two-phase method, or the table of
 * the 2x2x2. */

enum { SHORT_MOVES_MAX = 22 };  /* every state is within 20; two more make it a matter of a millisecond.  A
                                 * 2x2x2 takes 11 */

/** Moves that those of a 3x3x3 neither begin nor end with, bit m for move m. */
extern uint32_t short_moves_not_first, short_moves_not_last;

/** Moves that make a cube of the solved one, with tables that are made when they are first needed.
 * @param moves          filled with *n moves, at most SHORT_MOVES_MAX
 * @return EXIT_SOLVED, or another status, having complained; 128 + n after signal n */
int short_moves_make(superflip_puzzle puzzle, const struct cube *c, uint8_t moves[SHORT_MOVES_MAX],
                     unsigned *n);
