/* superflip bench methods: which table is asked for, and what several of them print. */
#include "cli/bench/methods.h"

#include "cli/cli.h"
#include "report/statistics.h"

#include <stdio.h>

enum { DEFAULT_TURNS = 42 };

void methods_add_tally(struct table *table, const struct tally *t)
{
	static const double shares[] = {0, 0.01, 0.25, 0.5, 0.75, 0.99, 1};
	TABLE_ROW(table, cell_real(tally_mean(t), 3), cell_real(tally_standard_error(t), 3), cell_real(tally_deviation(t), 2));
	for (unsigned i = 0; i < sizeof shares / sizeof *shares; i++)
		table_add(table, tally_n(t) > 0 ? cell_count(tally_quantile(t, shares[i])) : cell_none());
}

void methods_add_distribution(struct table *table, const struct tally *const *tallies, unsigned n)
{
	unsigned first = TALLY_MAX, last = 0;
	for (unsigned i = 0; i < n; i++) {
		if (tally_n(tallies[i]) == 0)
			continue;
		const unsigned min = tally_quantile(tallies[i], 0), max = tally_quantile(tallies[i], 1);
		first = min < first ? min : first;
		last = max > last ? max : last;
	}
	for (unsigned value = first; value <= last; value++) {
		table_add(table, cell_count(value));
		for (unsigned i = 0; i < n; i++)
			table_add(table, cell_count(tallies[i]->count[value]));
	}
}

static void run_methods(struct bench_run *run)
{
	static void (*const tables[])(struct bench_run *) = {
		[METHODS_LAYERS] = methods_layers, [METHODS_PEOPLE] = methods_people, [METHODS_LISTS] = methods_people,
	};
	const unsigned table = run->options->table;
	if (table >= N_CHEN_LI_TABLES && table != METHODS_ALL_CHEN_LI) {
		tables[table](run);
		return;
	}
	for (unsigned i = 0; i < N_CHEN_LI_TABLES && run->exit_status == EXIT_SOLVED && interrupted_by() == 0; i++) {
		if (i > 0 && table == METHODS_ALL_CHEN_LI)
			putchar('\n');
		if (table == i || table == METHODS_ALL_CHEN_LI)
			methods_chen_li(run, i);
	}
}

const struct measurement bench_methods = {
	.name = "methods", .summary = "heuristics, databases and methods by optimal length (the tables of Chen & Li)",
	.user = BENCH_METHODS,
	.run = run_methods,
	.defaults = {
		.table = METHODS_ALL_CHEN_LI, .seed = 1, .memory_limit_bytes = UINT64_C(2) << 30, .n_faces = 6, .n_turns = DEFAULT_TURNS,
	},
	.usage = "\n\n"
	         "Compares heuristics and methods on random scrambles by their optimal length, as the tables of Chen and Li do:\n"
	         "  1       heuristics, with IDA*: simple, manhattan8, korf; and Korf's manhattan\n"
	         "  2       single databases, with IDA*: corners, edges-upper, edges-lower\n"
	         "  3       methods: breadth-first, depth-first with a growing limit, IDA*,\n"
	         "          IDA* with its children in the order of their bounds (PQ), A*;\n"
	         "          the last three with korf\n"
	         "Milliseconds and generated nodes are means over the scrambles of a length.  All searches use one thread and the\n"
	         "same plain code; they forbid two turns of one face in a row and, unlike Chen and Li, the second order of two turns\n"
	         "of opposite faces.  Once a limit is hit, the cell stays empty, the column ends, and a line above the table says\n"
	         "why.  Simple and manhattan8 are their heuristics; theirs were measured in Java.\n\n"
	         "Further tables:\n"
	         "  layers  lengths of layer by layer by stage: quarter turns, moves after the\n"
	         "          report's filter, and folded\n"
	         "  people  lengths and time of every method on the same uniform states, down\n"
	         "          to the optimum\n"
	         "  methods as people, with cfop, roux, petrus, zz, corners-first and fmc,\n"
	         "          whose tables are built if they are missing",
};
