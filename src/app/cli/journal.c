/* superflip journal: what a journal of units has. */
#include "cli/cli.h"
#include "cli/option.h"
#include "cli/searcher.h"
#include "cube/notation.h"
#include "cube/symmetry.h"
#include "report/table.h"

#include <math.h>
#include <string.h>

static const char *const iteration_columns[] = {
	"cube", "moves", "units", "of_units", "generated", "expanded", "lookups", "cpu_seconds", "nodes_per_second", "solutions",
	"solution", NULL,
};
static const char *const unit_columns[] = {"cube", "moves", "unit", "generated", "expanded", "lookups", "cpu_seconds", NULL};
enum { MOVES_BYTES = 3 * SEARCH_MAX_LENGTH + 1, VALUE_BYTES = 256 };

struct options {
	unsigned format;
	bool lists_units;
};

#define IN(field) OPTION_IN(struct options, field)
static const struct option_row rows[] = {
	{0, 1, "units", NULL, "a line for each unit instead of one for each iteration", OPTION_FLAG, IN(lists_units)},
	{0, 1, "format", "FORMAT", "text (default), csv, jsonl, markdown", OPTION_CHOICE, IN(format),
	 OPTION_NAMES(table_format_name)},
};
static const struct option_set option_set = {
	.rows = rows, .n_rows = sizeof rows / sizeof *rows, .user = 1,
	.usage = "journal [OPTION...] FILE\n\n"
	         "Describe the journal of `superflip solve --journal FILE` or `superflip-mpi solve --journal FILE`: the units of\n"
	         "work that are searched, their nodes and the processor time that they took.  FILE may be in use.",
	.misuse = "journal: expected one FILE", .min_arguments = 1, .max_arguments = 1,
	.more = "exit status: 0 done, 2 usage, 4 no journal or I/O error, 5 not enough memory",
};

static void add_account(struct table *table, const struct unit_account *account)
{
	TABLE_ROW(table, cell_count(account->counts.n_generated), cell_count(account->counts.n_expanded),
	          cell_count(account->counts.n_lookups), cell_real(1e-9 * (double)account->cpu_ns, 6));
}

static void add_units(struct table *table, const struct unit_journal *j)
{
	for (uint64_t i = 0; i < j->n_entries; i++) {
		TABLE_ROW(table, cell_count(j->entry[i].cube + 1), cell_count(j->entry[i].threshold), cell_count(j->entry[i].unit));
		add_account(table, &j->entry[i].account);
	}
}

/* Solutions of one iteration, each once, and the first of them. */
static uint64_t count_solutions(const struct unit_journal *j, uint32_t cube, unsigned threshold, char first[MOVES_BYTES])
{
	uint64_t n = 0;
	*first = '\0';
	for (uint64_t i = 0; i < j->n_solutions; i++) {
		bool is_new = j->solution[i].cube == cube && j->solution[i].threshold == threshold;
		for (uint64_t k = 0; k < i && is_new; k++)
			is_new = memcmp(&j->solution[k], &j->solution[i], sizeof j->solution[i]) != 0;
		if (is_new && n++ == 0) {
			const struct search_solution s = search_solution_of_path(j->solution[i].path, threshold);
			notation_write(s.moves, s.n_moves, first, MOVES_BYTES);
		}
	}
	return n;
}

static void add_iteration(struct table *table, const struct unit_journal *j, uint32_t cube, unsigned threshold, uint32_t n_units)
{
	struct unit_account sum = {.cpu_ns = 0};
	uint64_t n = 0;
	char first[MOVES_BYTES];
	for (uint64_t i = 0; i < j->n_entries; i++) {
		const struct unit_entry *const e = &j->entry[i];
		if (e->cube != cube || e->threshold != threshold)
			continue;
		n++;
		node_counts_add(&sum.counts, &e->account.counts);
		sum.cpu_ns += e->account.cpu_ns;
	}
	const uint64_t n_solutions = count_solutions(j, cube, threshold, first);
	if (n == 0 && n_solutions == 0)
		return;
	TABLE_ROW(table, cell_count(cube + 1), cell_count(threshold), cell_count(n), cell_count(n_units));
	add_account(table, &sum);
	TABLE_ROW(table, cell_real(sum.cpu_ns > 0 ? 1e9 * (double)sum.counts.n_generated / (double)sum.cpu_ns : NAN, 0),
	          cell_count(n_solutions), cell_text(first));
}

static bool add_iterations(struct table *table, const struct unit_journal *j)
{
	size_t size;
	const char *const name = record_log_value(&j->log, "metric", &size);
	const bool is_qtm = name != NULL && size == strlen(metric_name[METRIC_QTM]) && memcmp(name, metric_name[METRIC_QTM], size) == 0;
	const enum metric metric = is_qtm ? METRIC_QTM : METRIC_HTM;
	const bool has_goal = record_log_value(&j->log, "goal", &size) != NULL;
	for (uint32_t cube = 0; cube < j->n_cubes; cube++) {
		struct unit_list list;
		if (!unit_list_fill(&list, metric, has_goal ? 1 : cube_symmetries(&j->cube[cube].cube), j->cube[cube].min_moves))
			return false;
		for (unsigned threshold = 0; threshold <= SEARCH_MAX_LENGTH; threshold++)
			add_iteration(table, j, cube, threshold, list.n_units);
		unit_list_free(&list);
	}
	return true;
}

static bool print(const struct unit_journal *j, const struct options *o)
{
	struct table *const table = table_create(o->lists_units ? unit_columns : iteration_columns);
	static const char *const keys[] = {"heuristic", "metric", "tables"};
	char value[3][VALUE_BYTES];
	for (unsigned i = 0; i < 3; i++) {
		size_t size = 0;
		const char *const text = record_log_value(&j->log, keys[i], &size);
		snprintf(value[i], VALUE_BYTES, "%.*s", (int)(text != NULL && size < VALUE_BYTES ? size : 0), text != NULL ? text : "");
		table_add_fact(table, keys[i], value[i]);
	}
	bool is_whole = true;
	if (o->lists_units)
		add_units(table, j);
	else
		is_whole = add_iterations(table, j);
	if (is_whole)
		return table_write(table, (enum table_format)o->format, stdout);
	table_free(table);
	return false;
}

int command_journal(int argc, char **argv)
{
	struct options o = {.format = TABLE_TEXT};
	int usage;
	const int first = option_set_read(&option_set, argc, argv, &o, &usage);
	if (first < 0)
		return usage;
	struct unit_journal journal;
	char detail[RECORD_LOG_DETAIL_MAX];
	const enum record_log_status status = unit_journal_read(argv[first], &journal, detail);
	if (status != RECORD_LOG_OK)
		return searcher_complain_of_journal(argv[first], status, detail);
	const bool is_whole = print(&journal, &o);
	unit_journal_close(&journal);
	return is_whole ? EXIT_SOLVED : complain_of_memory();
}
