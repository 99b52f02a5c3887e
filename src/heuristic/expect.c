#include "heuristic/expect.h"

#include "heuristic/predict.h"
#include "pdb/file.h"
#include "pdb/generate.h"
#include "pdb/registry.h"

#include <math.h>
#include <string.h>

/* How the model was measured (superflip 0.1.0, one thread).
 *
 * Coset tables: lookups of random positions (doc/results.md), times the bytes of the table: 2.6e16 with coset-30m, 2.5e16 with
 * coset-125m, 1.9e16 with coset-300m, 3.6e16 with coset-1g, 2.7e16 with coset-2.6g, 3.1e16 with coset-5g, 2.5e16 with coset-8g.
 * The nodes with the cap left take their lookups with any table, so that it is no fewer than 3.3e6, those with coset-16g.
 *
 * Other tables: Korf, Reid and Edelkamp's prediction of the nodes of a complete iteration of 17 moves (predict.h), and from there
 * to a random state, 2.6 % of which need 16 moves, 26.7 % 17, 67 % 18 and 3.4 % 19: the iterations before the last, and of the
 * last one what comes before the first solution.  As kernels that put less in order do it: 3.6 times as much, with the coset
 * tables before their openings were searched in parts. */
static const double coset_lookup_bytes = 2.9e16, min_coset_lookups = 3.3e6;
static const double node_iterations_a_state = 3.5;
enum { ITERATION_LENGTH = 17 };

/* Times of the kernels.  A lookup is work and reads of memory, the more reads the larger the table, as addresses must be
 * looked up, too: in ns, 18 to 22 with coset-30m, 22 to 28 with coset-125m and coset-300m, 20 with coset-1g (most are swept),
 * 33 to 37 with coset-2.6g, 37 to 46 with coset-8g on an AMD EPYC whose read_ns was 4.5 to 5; 19, 24, 32, 40 and with
 * coset-16g 50 on an Intel Xeon with 3.7.  Other kernels, there: 32 and 80 with coset-300m (`superflip bench solve --all-kernels`).
 * Nodes in units of read_ns: bench/korf -d 13 -t 1, 13, 16 and 21 ns, with 3.7; they are not memory alone either. */
static const struct pace {
	const char *instructions;
	double lookup_ns, node_reads;
} paces[] = {
	{"AVX-512", 14, 2.6}, {"AVX2", 22, 3.2}, {"portable", 70, 4.2},
};
enum { N_PACES = sizeof paces / sizeof *paces };
static const double measured_bytes = 3.2e8, lookup_reads = 2.4, more_by_size = 0.26;

/* Building, processor time: coset-300m marks 7.5e8 entries, with 12.5 times as many for each move of the cap, in quarter turns
 * 3.8e8 and 8.7 times; and all lines are solved.  Two cores of an AMD EPYC whose read_ns was 5.6 took 10.4 s for coset-300m,
 * 14 s for coset-1g, 87 s for coset-2.6g, 245 s for coset-8g, where this gives 9.6, 17, 107 and 201 s.  Smaller tables find
 * sets again for want of memory: 1.5 s for coset-30m, 12.6 s for coset-125m, where it gives 1.3 and 15 s.  88179840 entries
 * of corners took 2.3 s, but kept hardly more than one thread busy.  Writing to a disk of 330 MB/s and reading back: 4 ns a
 * byte. */
static const struct { double at_cap, a_move; unsigned cap; } marks[N_METRICS] = {
	[METRIC_HTM] = {7.5e8, 12.5, 11}, [METRIC_QTM] = {3.8e8, 8.7, 12},
};
static const double mark_reads = 3.3, poor_mark_reads = 6.6, line_reads = 100, entry_reads = 7, written_byte_ns = 4;

static const struct pace *pace_of(const struct expect_machine *machine)
{
	unsigned i = 0;
	while (i + 1 < N_PACES && strcmp(paces[i].instructions, machine->instructions) != 0)
		i++;
	return &paces[i];
}

static double nodes_to_seconds(const struct distribution *values, const struct expect_machine *machine)
{
	const double n_nodes = node_iterations_a_state * predict_generated(METRIC_HTM, ITERATION_LENGTH, values);
	return n_nodes * pace_of(machine)->node_reads * machine->read_ns * 1e-9;
}

double expect_table_solving_s(struct pdb_key key, const struct expect_machine *machine)
{
	struct pdb_histogram histogram;
	if (key.metric != METRIC_HTM)
		return INFINITY;
	if (key.coordinate.kind == COORDINATE_COSET) {
		const double bytes = (double)pdb_data_bytes(key);
		const double n_lookups = fmax(coset_lookup_bytes / bytes, min_coset_lookups);
		const double n_reads = lookup_reads * pow(bytes / measured_bytes, more_by_size);
		return n_lookups * (pace_of(machine)->lookup_ns + n_reads * machine->read_ns) * 1e-9;
	}
	if (!pdb_known_histogram(key, &histogram))
		return INFINITY;
	const struct distribution values = distribution_of_table(key, &histogram);
	return nodes_to_seconds(&values, machine);
}

double expect_solving_s(const struct heuristic_design *design, enum metric metric, const struct expect_machine *machine)
{
	struct pdb_histogram histograms[HEURISTIC_MAX_TABLES];
	struct distribution values;
	if (metric != METRIC_HTM)
		return INFINITY;
	if (design->n_tables == 1)
		return expect_table_solving_s((struct pdb_key){design->table[0], metric}, machine);
	for (unsigned i = 0; i < design->n_tables; i++)
		if (!pdb_known_histogram((struct pdb_key){design->table[i], metric}, &histograms[i]))
			return INFINITY;
	return distribution_of_design(design, metric, histograms, &values) ? nodes_to_seconds(&values, machine) : INFINITY;
}

/* Marks of a coset table. */
static double n_marks(struct pdb_key key)
{
	const double n_moves = pdb_base(key) + COSET_LEVELS - (double)marks[key.metric].cap;
	const double n = marks[key.metric].at_cap * pow(marks[key.metric].a_move, n_moves);
	return key.coordinate.coset.has_layers ? 1.6 * n : n;
}

double expect_building_s(struct pdb_key key, const struct expect_machine *machine)
{
	const double mark = pdb_builder_is_short_of_memory(key) ? poor_mark_reads : mark_reads;
	const double n_reads = key.coordinate.kind == COORDINATE_COSET
		? mark * n_marks(key) + line_reads * (double)coset_table_lines(key.coordinate.coset)
		: entry_reads * (double)coordinate_size(key.coordinate);
	return 1e-9 * (n_reads * machine->read_ns / machine->n_threads + written_byte_ns * (double)pdb_data_bytes(key));
}

/* ---- choosing ---- */

bool expect_is_better(const struct heuristic_design *a, const struct heuristic_design *b, enum metric metric,
                      const struct expect_machine *machine)
{
	const double a_s = expect_solving_s(a, metric, machine), b_s = expect_solving_s(b, metric, machine);
	return a_s < b_s || (a_s == b_s && a > b);
}

struct expect_needs expect_needs(const struct heuristic_design *design, enum metric metric,
                                 const struct expect_limits *limits, const struct expect_machine *machine)
{
	struct expect_needs needs = {.file_bytes = 0};
	for (unsigned i = 0; i < design->n_tables; i++) {
		const struct pdb_key key = {.coordinate = design->table[i], .metric = metric};
		needs.file_bytes += pdb_key_file_bytes(key);
		if (limits->is_installed(key, limits->context))
			continue;
		const uint64_t memory_bytes = pdb_generate_memory_bytes(key, machine->n_threads);
		needs.memory_bytes = memory_bytes > needs.memory_bytes ? memory_bytes : needs.memory_bytes;
		needs.building_s += expect_building_s(key, machine);
	}
	return needs;
}

static enum expect_obstacle obstacle_of(const struct expect_needs *needs, const struct expect_limits *limits)
{
	if (needs->file_bytes > limits->file_bytes)
		return EXPECT_TOO_LARGE;
	if (needs->memory_bytes > limits->memory_bytes)
		return EXPECT_TOO_MUCH_MEMORY;
	return needs->building_s > limits->building_s ? EXPECT_TOO_SLOW : EXPECT_NONE;
}

static bool is_candidate(const struct heuristic_design *design)
{
	return design->n_tables > 0 && !design->for_comparison;
}

struct expect_choice expect_choose(enum metric metric, const struct expect_limits *limits,
                                   const struct expect_machine *machine)
{
	struct expect_choice choice = {.best = NULL};
	uint64_t smallest_bytes = UINT64_MAX;
	for (const struct heuristic_design *d = heuristic_designs; d < heuristic_designs + n_heuristic_designs; d++) {
		if (!is_candidate(d))
			continue;
		const struct expect_needs needs = expect_needs(d, metric, limits, machine);
		if (needs.file_bytes < smallest_bytes) {
			smallest_bytes = needs.file_bytes;
			choice.smallest = d;
		}
		if (obstacle_of(&needs, limits) == EXPECT_NONE
		    && (choice.best == NULL || expect_is_better(d, choice.best, metric, machine)))
			choice.best = d;
	}
	for (const struct heuristic_design *d = heuristic_designs; d < heuristic_designs + n_heuristic_designs; d++) {
		if (!is_candidate(d) || choice.best == NULL || d == choice.best
		    || !expect_is_better(d, choice.best, metric, machine))
			continue;
		if (choice.better != NULL && !expect_is_better(choice.better, d, metric, machine))
			continue;
		const struct expect_needs needs = expect_needs(d, metric, limits, machine);
		choice.better = d;
		choice.obstacle = obstacle_of(&needs, limits);
	}
	return choice;
}
