/* A page in one file that plays solutions without a server (src/app/web/page). */
#pragma once
#include "cli/solve_options.h"

/** The page that is being made; its cubes are in memory until it is written. */
extern struct html_page {
	superflip_puzzle puzzle;
	superflip_metric metric;  /* of the table that the page of a 2x2x2 carries */
	json_t *cubes;            /* an array; NULL: no page is made */
} html_page;

/** Add a cube with its solutions, stages and proof, or with what is wrong with it.
 * @return false without memory */
bool html_page_add(const struct record *record);

/** Add moves to be played from a position that was given.
 * @param facelets  54, or 24 of a 2x2x2
 * @param title     what was asked for
 * @param status    what the moves are: "moves" of a scramble from the solved cube, "played" ones from
 *                  `facelets`, or a solution that is "solved" or "optimal"
 * @param stages    taken over: an array of {name, moves}, the chapters that are played; NULL: there are none
 * @param step_moves  taken over: of stages with turns on the inverse the moves of each, those in parentheses;
 *                  NULL: there are none
 * @return false without memory */
bool html_page_add_moves(const char *facelets, const char *title, const char *status,
                         const uint8_t *moves, size_t n_moves, json_t *stages, json_t *step_moves,
                         unsigned read_options);

/** Write the page under a temporary name, then rename it.
 * @return EXIT_SOLVED; else another status, having complained */
int html_page_write(const char *path, bool may_overwrite);
