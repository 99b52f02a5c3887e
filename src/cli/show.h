/* What superflip show does besides drawing: bounds of the heuristics, and words of moves. */
#ifndef SUPERFLIP_CLI_SHOW_H
#define SUPERFLIP_CLI_SHOW_H
#include "heuristic/heuristic.h"

/** The heuristics whose tables are installed, for the half-turn metric. */
struct show_bounds;

/** @param directory  where the tables are; NULL: the usual places
 * @param status  EXIT_SOLVED; EXIT_TABLE or EXIT_MEMORY, having complained, if there are tables that cannot be read
 * @return NULL without memory; else released by show_bounds_close() */
struct show_bounds *show_bounds_open(const char *directory, int *status);
void show_bounds_close(struct show_bounds *b);

/** Print the bound of each on one line: "korf 11, coset-30m 12".  A large table that was never checked is passed over: to
 * check it takes longer than to draw a cube. */
void show_bounds_print(const struct show_bounds *b, const struct cube *c);

/** Print the cycles of the pieces ("corners UFL UBL twisted clockwise"), and by axis the edges that are not oriented (EO) and the
 * corners and edges outside of domino reduction (DR: "4c 2e"); and whether half turns suffice (HTR).
 * @return false without memory for the last */
bool show_pieces_print(const struct cube *c);

/** Print each maneuver with its turns merged.
 * @param read_options  READ_FRENCH: letters are French, also in what is printed
 * @return EXIT_SOLVED; EXIT_INPUT, having complained, if one is no maneuver */
int show_reduced(int n, char *const *maneuvers, unsigned read_options);

/** Print whether two scrambles lead to the same position.
 * @return EXIT_SOLVED if they do, EXIT_NOT_SOLVED if not, EXIT_INPUT having complained */
int show_same(const char *first, const char *second, unsigned read_options);
#endif
