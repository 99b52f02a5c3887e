/* What the words of a line say: turns, a title, a label before a scramble, a link. */
#pragma once
#include "cube/text.h"

/** Whether a text is one of some words, in capitals or not.  @param words  with a blank after each */
bool words_have(const char *words, const char *text, size_t length);

/** Whether a text can only be a scramble, perhaps a bad one: it begins with a bracket, or its first word is
 * all turns.
 * @param options  READ_FRENCH, READ_POCKET or 0 (cube/position.h) */
bool words_begin_scramble(const char *text, unsigned options);

/** Whether a text is a title, "3x3x3 Round 1, Set B", "Extra Scrambles", "Zeitenliste:": it has a word of
 * titles or ends with a colon, and has no turns; a letter after "set" or "group" is none. */
bool words_are_title(const char *text, unsigned options);

/** Whether a word of a title or the name of a puzzle is among them. */
bool words_have_title(const char *text);

enum named_puzzle {
	NAMES_PART,     /* "Round 2", "Extra Scrambles", or nothing: it goes on with the puzzle before it */
	NAMES_UNKNOWN,  /* "Fewest Moves" */
	NAMES_THIS,
	NAMES_OTHER
};

/** The puzzle that a title or a column "Puzzle" names: "3x3x3", "333 OH", "3BLD", "Skewb". "222" is one as
 * the first word only: in "Cube 222" it is a number.
 * @param title  NULL is NAMES_PART */
enum named_puzzle words_name_puzzle(const char *title, unsigned options);

/** Where the scramble begins after a label: "T-perm: R U", "Scramble 2 - R U", "Sune, R U", or after a tab.
 * It is what follows the first such sign after which everything is a cube; if there is none, after which
 * turns begin.
 * @param end  set to the end of the label, if there is one
 * @return NULL if the text is no label and a scramble */
char *words_skip_label(char *text, unsigned options, char **end);

/** Whether a text may be a scramble of any puzzle, "2R Uw'", "(1,0) / (3,3)", "R++ D--", "UR1+ ALL3+ y2": for
 * each word that is a name, such as BLD, or has letters of no turn there are two with letters of turns. */
bool words_may_be_turns(const char *text);

/** Why one letter of a turn before a colon or a tab is a label to some, and a turn to others: "F: R U R'";
 * NULL: it is not. */
const char *words_two_readings(const char *text, unsigned options);

/** Whether a line, from its first character that is not blank, is of csTimer: "12. 34.56 R U", in whatever
 * language the lines above it are. */
bool words_begin_solve(const char *text);

/** Where a time as timers write it ends, 12.34 1:02.34+ DNF(12.34); text if there is none. */
const char *words_skip_time(const char *text);

/** Whether a text is a link, of whichever page. */
bool link_begins(const char *text);

/** Take the scramble out of a link to a page that shows a maneuver, of alg.cubing.net or Twizzle: the setup
 * (setup=, setup-alg=) if it has one, else the moves (alg=). A page shows the moves after the setup, so that
 * the setup is the cube that is to be solved.
 * @param text      cut up
 * @param options   READ_POCKET: the link must be of a 2x2x2
 * @param scramble  set: in `text`, with blanks and primes in place of _ + - and %27
 * @param solution  NULL; else the link must have both, and it is set to the moves, with their comments
 * @return what is wrong with the link, NULL if nothing is */
const char *link_read(char *text, unsigned options, char **scramble, char **solution);
