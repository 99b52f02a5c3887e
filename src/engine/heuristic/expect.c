#include "heuristic/expect.h"

#include "heuristic/predict.h"
#include "pdb/file.h"

#include <math.h>

/* How the model was measured (superflip 0.1.0, one thread).
 *
 * Korf, Reid and Edelkamp's prediction of the nodes of a complete iteration of 17 moves (predict.h), and from
 * there to a random state, 2.6 % of which need 16 moves, 26.7 % 17, 67 % 18 and 3.4 % 19: the iterations
 * before the last, and of the last one what comes before the first solution.  A family whose kernel searches
 * differently gives its own estimate. */
static const struct { double iterations_a_state; unsigned length; } reference[N_METRICS] = {
	[METRIC_HTM] = {3.5, 17},
	/* In quarter turns about 7 % of all states need 19, 32 % 20, 44 % 21 and 16 % 22 (T. Rokicki,
	 * cube20.org/qtm); the nodes of an iteration grow by 88 every two moves, and of the last one as large a
	 * part comes before the first solution as in half turns. */
	[METRIC_QTM] = {28, 19},
};

/* Nodes in units of read_ns: bench/korf -d 13 -t 1, 13, 16 and 21 ns, with 3.7; they are not memory alone
 * either. */
static const double node_reads[PROCESSOR_LEVELS] = {
	[PROCESSOR_AVX512] = 2.6, [PROCESSOR_AVX2] = 3.2, [PROCESSOR_PORTABLE] = 4.2,
};

/* Building: 88179840 entries of corners took 2.3 s where read_ns was 5.6, but kept hardly more than one
 * thread busy.  Writing to a disk of 330 MB/s and reading back: 4 ns a byte. */
static const double entry_reads = 7, written_byte_ns = 4;

static double nodes_to_seconds(enum metric metric, const struct distribution *values,
	const struct machine *machine)
{
	const double n_nodes = reference[metric].iterations_a_state * predict_generated(metric,
		reference[metric].length, values);
	return n_nodes * node_reads[machine->level] * machine->read_ns * 1e-9;
}

double expect_table_solving_s(struct pdb_key key, const struct machine *machine)
{
	const struct pdb_family *const family = pdb_family_of(key.coordinate.family);
	struct pdb_histogram histogram;
	if (family->solving_s != NULL)
		return family->solving_s(&key, machine);
	if (!pdb_known_histogram(key, &histogram))
		return INFINITY;
	const struct distribution values = distribution_of_table(key, &histogram);
	return nodes_to_seconds(key.metric, &values, machine);
}

double expect_solving_s(const struct heuristic_spec *spec, enum metric metric, const struct machine *machine)
{
	struct pdb_histogram histograms[HEURISTIC_MAX_TABLES];
	struct distribution values;
	if (spec->n_tables == 1)
		return expect_table_solving_s(pdb_key_in(spec->table[0], metric), machine);
	for (unsigned i = 0; i < spec->n_tables; i++)
		if (!pdb_known_histogram(pdb_key_in(spec->table[i], metric), &histograms[i]))
			return INFINITY;
	return distribution_of_spec(spec, metric, histograms, &values)
	           ? nodes_to_seconds(metric, &values, machine)
	           : INFINITY;
}

double expect_building_s(struct pdb_key key, const struct machine *machine)
{
	const struct pdb_family *const family = pdb_family_of(key.coordinate.family);
	const double n_reads = family->building_reads != NULL
	                           ? family->building_reads(&key)
	                           : entry_reads * (double)coordinate_size(key.coordinate);
	return 1e-9
	       * (n_reads * machine->read_ns / machine->n_threads
	          + written_byte_ns * (double)pdb_data_bytes(key));
}

/* ---- limits ---- */

struct expect_needs expect_needs(const struct heuristic_spec *spec, const struct expect_limits *limits)
{
	struct expect_needs needs = {.file_bytes = 0};
	for (unsigned i = 0; i < spec->n_tables; i++) {
		const struct pdb_key key = heuristic_table_key(spec, i, limits->metric);
		needs.file_bytes += pdb_key_file_bytes(key);
		if (limits->is_installed(key, limits->context))
			continue;
		const uint64_t memory_bytes = pdb_generate_memory_bytes(key, limits->machine->n_threads);
		needs.memory_bytes = memory_bytes > needs.memory_bytes ? memory_bytes : needs.memory_bytes;
		needs.building_s += expect_building_s(key, limits->machine);
	}
	return needs;
}

bool expect_fits(const struct heuristic_spec *spec, const struct expect_limits *limits)
{
	const struct expect_needs needs = expect_needs(spec, limits);
	return needs.file_bytes <= limits->file_bytes && needs.memory_bytes <= limits->memory_bytes
	       && needs.building_s <= limits->building_s;
}
