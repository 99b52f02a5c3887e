#include "cli/method_tables.h"

#include "cli/cli.h"
#include "cli/tables_engine.h"

#include <errno.h>
#include <string.h>

int method_tables_create(const struct method *method, const struct solve_options *o, unsigned n_threads, void **out)
{
	struct method_setup setup = {.n_threads = n_threads};
	struct heuristic heuristic;
	if (method->heuristic != NULL) {
		const int exit_status = tables_open_or_build(o, method->heuristic, &heuristic);
		if (exit_status != EXIT_SOLVED)
			return exit_status;
		setup.table = &heuristic.table[0];
	}
	const bool is_made = method->create(&setup, out);
	if (!is_made)
		complain("--method %s: cannot make its tables: %s", method->name, strerror(errno));
	if (method->heuristic != NULL)
		heuristic_close(&heuristic);
	return is_made ? EXIT_SOLVED : EXIT_MEMORY;
}
