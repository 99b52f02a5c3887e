/* --method: the ways to solve a cube beside the search for proved shortest solutions. */
#ifndef SUPERFLIP_CLI_METHOD_H
#define SUPERFLIP_CLI_METHOD_H
#include "cli/solve_options.h"
#include "heuristic/heuristic.h"
#include "method/method.h"

/** Whether there is a method of that name beside "optimal". */
bool method_is_known(const char *name);

/** All names, "optimal" first, with commas between.
 * @param out  cut to size */
void method_names(char *out, size_t size);

/** Check that the options fit the method they name.
 * @return false, having complained, if one has no meaning for it */
bool method_options_agree(const struct solve_options *o);

/** A line for each method on standard output. */
void method_print_help(void);

/** Make a method's tables from the pattern database that it reads, which is built first if it is missing.
 * @param out  on EXIT_SOLVED what the method's solve() and destroy() take; the caller ends with destroy()
 * @return EXIT_SOLVED; or another status, having complained */
int method_tables_create(const struct method *method, const struct solve_options *o, unsigned n_threads, void **out);

/** A method with its tables. */
struct method_run {
	const struct solve_options *options;
	const struct method *method;       /* NULL: one of the textbook searches */
	unsigned baseline;                 /* enum baseline_method, if method is NULL */
	bool has_heuristic;
	struct heuristic heuristic;        /* of the search, if it has one */
	void *tables;                      /* of the method */
	unsigned n_threads;
};

/** Open the tables of the method that the options name.
 * @param out  on EXIT_SOLVED filled, released by method_run_close()
 * @return EXIT_SOLVED; or another status, having complained */
int method_run_open(const struct solve_options *o, struct method_run *out);
void method_run_close(struct method_run *run);

/** The heuristic that it searches with; NULL: none. */
const char *method_run_heuristic(const struct method_run *run);

/** Solve a cube, and check the solution by turning it.
 * @return false, having complained, if a table was written to, or the solution is wrong: a fault of this program */
bool method_run_solve(const struct method_run *run, const struct cube *c, struct method_result *out);

/** Print the stages of a solution, in colour on a terminal. */
void method_run_explain(const struct method_run *run, const struct cube *c, const struct method_result *result, FILE *out);
#endif
