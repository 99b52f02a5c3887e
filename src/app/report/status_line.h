/* A line that is rewritten in place on a terminal, and never wider than it; and when a log gets a line
 * instead. */
#pragma once
#include "report/printable.h"

/** The terminal's size in characters; of a file that is no terminal 24 x 80. */
void terminal_size(int fd, unsigned *rows, unsigned *columns);

/** Whether there is a place for a status line: stderr is a terminal, and nobody asked for silence. */
bool status_line_is_wanted(bool is_quiet);

/** Show a text in place of the one before.  The terminal's width is looked up each time, so that a resized
 * one is fitted, too.
 * @param text  ASCII; its parts, separated by ", ", the most important first: those that fit are shown */
void status_line_show(FILE *out, const char *text);

/** Take the line off the terminal; harmless if none is shown. */
void status_line_clear(FILE *out);

/** How much of a text fits into one line without wrapping it: all parts that fit whole, or what fits of the
 * first. */
unsigned status_line_fit(const char *text, unsigned columns);

/** Whether a log is due for another line: one after each interval at first, then one whenever the run is a
 * tenth older.
 * @param interval_s  60 unless somebody asked for another one
 * @param last_s      when the last line came; both times count from the start */
bool status_log_is_due(double interval_s, double elapsed_s, double last_s);
