/* superflip journal: what a journal of units has. */
#include "cli/searcher.h"

enum { MOVES_BYTES = 3 * SEARCH_MAX_LENGTH + 1 };

static struct request {
	enum table_format format;
	bool lists_units;
} options;

static const struct option_row rows[] = {
	ROW_FLAG(0, 1, "units", "a line for each unit instead of one for each iteration", lists_units),
	ROW_FORMAT(1),
};

static struct unit_journal journal;

static void add_account(struct table *table, const struct unit_account *account)
{
	TABLE_ROW(table, cell_count(account->counts.n_generated), cell_count(account->counts.n_expanded),
	          cell_count(account->counts.n_lookups), cell_real(1e-9 * (double)account->cpu_ns, 6));
}

static void add_iterations(struct table *table)
{
	size_t size;
	const char *const name = record_log_value(&journal.log, "metric", &size);
	const enum metric metric =
		name != NULL && strncmp(name, metric_name[METRIC_QTM], size) == 0 ? METRIC_QTM : METRIC_HTM;
	const bool has_goal = record_log_value(&journal.log, "goal", &size) != NULL;
	for (uint32_t cube = 0; cube < journal.n_cubes; cube++) {
		struct unit_list list;
		if (!unit_list_fill(&list, metric, has_goal ? 1 : cube_symmetries(&journal.cube[cube].cube),
		                    journal.cube[cube].min_moves))
			end_without_memory();
		for (unsigned threshold = 0; threshold <= SEARCH_MAX_LENGTH; threshold++) {
			struct unit_account sum = {.cpu_ns = 0};
			uint64_t n = 0, n_solutions = 0;
			char first[MOVES_BYTES] = "";
			items_foreach(e, journal.entry, journal.n_entries) {
				if (e->cube != cube || e->threshold != threshold)
					continue;
				n++;
				node_counts_add(&sum.counts, &e->account.counts);
				sum.cpu_ns += e->account.cpu_ns;
			}
			items_foreach(solution, journal.solution, journal.n_solutions)
				if (solution->cube == cube && solution->threshold == threshold && n_solutions++ == 0) {
					const struct search_solution s = search_solution_of_path(solution->path, threshold);
					notation_write(s.moves, s.n_moves, first, sizeof first);
				}
			if (n == 0 && n_solutions == 0)
				continue;
			TABLE_ROW(table, cell_count(cube + 1), cell_count(threshold), cell_count(n),
			          cell_count(list.n_units));
			add_account(table, &sum);
			const double per_s = 1e9 * (double)sum.counts.n_generated / (double)sum.cpu_ns;
			TABLE_ROW(table, cell_real(per_s, 0), cell_count(n_solutions), cell_text(first));
		}
		unit_list_free(&list);
	}
}

static COMMAND_RUN(run)
{
	static const char *const keys[] = {"heuristic", "metric", "tables"};
	char detail[RECORD_LOG_DETAIL_MAX];
	const enum status status = unit_journal_read(*arguments, &journal, detail);
	if (status != STATUS_OK)
		return new_file_complain_of_log(searcher_journal_words, *arguments, status, detail);
	struct table *const table = table_create(
		options.lists_units
			? "cube,moves,unit,generated,expanded,lookups,cpu_seconds"
			: "cube,moves,units,of_units,generated,expanded,lookups,cpu_seconds,nodes_per_second,solutions,solution");
	array_foreach(key, keys) {
		size_t size = 0;
		const char *const text = record_log_value(&journal.log, *key, &size);
		table_add_fact(table, *key, json_stringn(text != NULL ? text : "", size), NULL);
	}
	if (!options.lists_units)
		add_iterations(table);
	for (uint64_t i = 0; options.lists_units && i < journal.n_entries; i++) {
		const struct unit_entry *const e = &journal.entry[i];
		TABLE_ROW(table, cell_count(e->cube + 1), cell_count(e->threshold), cell_count(e->unit));
		add_account(table, &e->account);
	}
	print_table(table, options.format);
	return EXIT_SOLVED;
}

const struct command command_journal = {
	"journal",
	"describe a journal of solve: iterations, units, time",
	run,
	&options,
	{
		OPTION_SET(rows, 1),
		.usage =
			"journal [OPTION...] FILE\n\n"
			"Describe the journal of `superflip solve --journal FILE` or `superflip-mpi solve --journal FILE`: the units of\n"
			"work that are searched, their nodes and the processor time that they took.  FILE may be in use.",
		.misuse = "journal: expected one FILE",
		.min_arguments = 1,
		.max_arguments = 1,
		.more = "exit status: 0 done, 2 usage, 4 no journal or I/O error, 5 not enough memory",
	},
};
