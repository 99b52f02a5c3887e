#include "coset/family.h"

#include "coset/build/build_coset.h"

#include <math.h>

/* Lookups for random positions (doc/results.md), times the bytes of the table: 2.6e16 with coset-30m, 2.5e16
 * with coset-125m, 1.9e16 with coset-300m, 3.6e16 with coset-1g, 2.7e16 with coset-2.6g, 3.1e16 with
 * coset-5g, 2.5e16 with coset-8g.  Nodes with exactly the cap left cost their lookups with any table, so
 * there are at least 3.3e6, the number for twice the size of coset-8g. */
static const struct { double lookup_bytes, min_lookups; } lookups[N_COSET_METRICS] = {
	[COSET_HTM] = {2.9e16, 3.3e6},
	[COSET_STM] = {4e16, 4e6}, [COSET_ATM] = {6e16, 4e6},
	[COSET_QTM] = {5.1e16, 5.7e6},  /* twelve states with coset-300m: 5.05e16; the second number in
	                                 * proportion */
};

/* Nanoseconds a lookup: work plus memory reads, which are more for larger tables, as page tables are read,
 * too: 18 to 22 with coset-30m, 22 to 28 with coset-125m and coset-300m, 20 with coset-1g (most are bulk
 * lookups), 33 to 37 with coset-2.6g, 37 to 46 with coset-8g on an AMD EPYC whose read_ns was 4.5 to 5; 19,
 * 24, 32 and 40 on an Intel Xeon with 3.7.  Other kernels there: 32 and 80 with coset-300m (`superflip bench
 * solve --all-kernels`). */
static const double lookup_ns[PROCESSOR_LEVELS] = {
	[PROCESSOR_AVX512] = 14, [PROCESSOR_AVX2] = 22, [PROCESSOR_PORTABLE] = 70,
};
static const double measured_bytes = 3.2e8, lookup_reads = 2.4, more_by_size = 0.26;

double coset_solving_s(const struct pdb_key *key, const struct machine *machine)
{
	const double bytes = (double)coset_table_bytes(coset_shape_of(&key->coordinate), coset_metric(key));
	const double n_lookups =
		fmax(lookups[coset_metric(key)].lookup_bytes / bytes, lookups[coset_metric(key)].min_lookups);
	const double n_reads = lookup_reads * pow(bytes / measured_bytes, more_by_size);
	return n_lookups * (lookup_ns[machine->level] + n_reads * machine->read_ns) * 1e-9;
}

/* coset-300m marks 7.5e8 entries, 12.5 times as many for each further move of the cap; in quarter turns 3.8e8
 * and 8.7 times.  Then all filter blocks are solved.  Two cores of an AMD EPYC whose read_ns was 5.6 took
 * 10.4 s for coset-300m, 14 s for coset-1g, 87 s for coset-2.6g, 245 s for coset-8g; this estimates 9.6, 17,
 * 107 and 201 s. Smaller tables recompute sets for want of memory: 1.5 s for coset-30m and 12.6 s for
 * coset-125m, estimated 1.3 and 15 s. */
static const struct { double at_cap, a_move; unsigned cap;
} bitmap[N_COSET_METRICS] = {
	[COSET_HTM] = {7.5e8, 12.5, 11},
	[COSET_QTM] = {3.8e8, 8.7, 12},
	[COSET_STM] = {6e8, 16, 10},
	[COSET_ATM] = {9e8, 23, 9},
};
static const double more_with_subcosets = 1.6, marking_reads = 3.3, poor_marking_reads = 6.6,
					filter_block_reads = 100;

double coset_building_reads(const struct pdb_key *key)
{
	const struct coset_shape shape = coset_shape_of(&key->coordinate);
	const unsigned metric = coset_metric(key);
	const double n_moves = coset_cap(shape, metric) - (double)bitmap[metric].cap;
	const double n_marked = bitmap[metric].at_cap * pow(bitmap[metric].a_move, n_moves);
	const double mark = coset_builder_is_short_of_memory(shape, metric) ? poor_marking_reads : marking_reads;
	return mark * n_marked * (shape.has_subcosets ? more_with_subcosets : 1)
	       + filter_block_reads * (double)coset_table_filter_blocks(shape);
}
