/* What is expected of tables before they are built: the order of sizes and machines, and the choice within
 * limits. */
#include "coset/family.h"
#include "heuristic/expect.h"
#include "pdb/file.h"

#include "support/test.h"

static const struct machine usual = {.read_ns = 5, .level = PROCESSOR_AVX512, .n_threads = 2};

static bool is_nothing_installed(struct pdb_key key, const void *context)
{
	return false;
}

static bool is_coset(struct pdb_key key, const void *context)
{
	return key.coordinate.family == COORDINATE_COSET;
}

static const struct expect_limits no_limits = {
	.machine = &usual,
	.file_bytes = UINT64_MAX,
	.memory_bytes = UINT64_MAX,
	.building_s = INFINITY,
	.is_installed = is_nothing_installed,
};

static uint64_t spec_bytes(const struct heuristic_spec *spec)
{
	uint64_t sum = 0;
	for (unsigned i = 0; i < spec->n_tables; i++)
		sum += pdb_key_file_bytes(pdb_key_in(spec->table[i], METRIC_HTM));
	return sum;
}

static bool is_coset_spec(const struct heuristic_spec *spec)
{
	return spec->n_tables == 1 && spec->table[0].family == COORDINATE_COSET;
}

Test(expect, a_larger_coset_table_solves_faster_and_is_built_no_faster)
{
	unsigned n = 0;
	for (unsigned i = 0; i < n_heuristic_specs; i++)
		for (unsigned j = 0; j < n_heuristic_specs; j++) {
			const struct heuristic_spec *const small = &heuristic_specs[i], *const large =
																				&heuristic_specs[j];
			if (!is_coset_spec(small) || !is_coset_spec(large) || spec_bytes(small) >= spec_bytes(large))
				continue;
			n++;
			/* 125 MB leave so little memory for the builder that it takes longer than for the next larger
			 * table. */
			cr_expect(expect_building_s(pdb_key_in(small->table[0], METRIC_HTM), &usual)
			          < expect_building_s(pdb_key_in(large->table[0], METRIC_HTM), &usual)
			          || strcmp(small->name, "coset-125m") == 0, "%s, %s", small->name, large->name);
			cr_expect_gt(expect_solving_s(small, METRIC_HTM, &usual),
			             expect_solving_s(large, METRIC_HTM, &usual), "%s, %s", small->name, large->name);
		}
	cr_expect_geq(n, 10u);
}

/* Seconds that random positions took on the machine whose random reads took about as long
 * (doc/results.md). */
Test(expect, expectations_are_what_was_measured)
{
	static const struct { const char *name; double measured_s;
	} tables[] = {
		{"coset-30m", 18}, {"coset-125m", 5.5},  {"coset-300m", 1.5},
		{"coset-1g", 0.6}, {"coset-2.6g", 0.36}, {"coset-8g", 0.15},
	};
	array_foreach(row, tables) {
		const double expected_s = expect_solving_s(heuristic_find(row->name), METRIC_HTM, &usual);
		cr_expect_lt(expected_s, 2 * row->measured_s, "%s: %g s", row->name, expected_s);
		cr_expect_gt(expected_s, row->measured_s / 2, "%s: %g s", row->name, expected_s);
	}
}

Test(expect, korfs_tables_help_each_other)
{
	const double korf_s = expect_solving_s(heuristic_find("korf"), METRIC_HTM, &usual);
	cr_expect_lt(korf_s, expect_solving_s(heuristic_find("corners"), METRIC_HTM, &usual));
	cr_expect_lt(korf_s, expect_solving_s(heuristic_find("edges"), METRIC_HTM, &usual));
	cr_expect_gt(korf_s, expect_solving_s(heuristic_find("korf7"), METRIC_HTM, &usual));
	cr_expect_gt(korf_s, expect_solving_s(heuristic_find("coset-30m"), METRIC_HTM, &usual));
}

Test(expect, a_table_alone_is_worth_the_heuristic_of_that_table)
{
	const struct heuristic_spec *const corners = heuristic_find("corners");
	cr_expect_eq(expect_solving_s(corners, METRIC_HTM, &usual),
	             expect_table_solving_s(pdb_key_in(corners->table[0], METRIC_HTM), &usual));
}

Test(expect, slower_memory_older_instructions_and_fewer_threads_take_longer)
{
	const struct heuristic_spec *const spec = heuristic_find("coset-300m");
	const struct pdb_key key = {spec->table[0], .metric = METRIC_HTM};
	const double solving_s = expect_solving_s(spec, METRIC_HTM, &usual),
	             building_s = expect_building_s(key, &usual);
	struct machine other = usual;
	other.read_ns *= 2;
	cr_expect_gt(expect_solving_s(spec, METRIC_HTM, &other), solving_s);
	cr_expect_lt(expect_solving_s(spec, METRIC_HTM, &other), 2 * solving_s, "it is not memory alone");
	cr_expect_gt(expect_building_s(key, &other), building_s);
	other = usual;
	other.level = PROCESSOR_PORTABLE;
	cr_expect_gt(expect_solving_s(spec, METRIC_HTM, &other), solving_s);
	other = usual;
	other.n_threads = 1;
	cr_expect_eq(expect_solving_s(spec, METRIC_HTM, &other), solving_s);
	cr_expect_gt(expect_building_s(key, &other), building_s);
}

/* Twelve random states in quarter turns took 1.57e8 lookups each with coset-300m. */
Test(expect, quarter_turns_take_longer_than_half_turns)
{
	const double coset_s = expect_solving_s(heuristic_find("coset-300m"), METRIC_QTM, &usual);
	cr_expect_gt(coset_s, 1.57e8 * 12e-9 / 2);
	cr_expect_lt(coset_s, 1.57e8 * 30e-9 * 2);
	static const char *const names[] = {"corners",   "edges",      "korf",    "reid",
	                                    "coset-30m", "coset-300m", "coset-8g"};
	double before_s = INFINITY;
	array_foreach(row, names) {
		const struct heuristic_spec *const spec = heuristic_find(*row);
		if (spec->for_comparison)
			continue;
		const double half_s = expect_solving_s(spec, METRIC_HTM, &usual),
		             quarter_s = expect_solving_s(spec, METRIC_QTM, &usual);
		cr_expect_gt(quarter_s, half_s, "%s", *row);
		cr_expect_lt(quarter_s, 10 * half_s, "%s", *row);
		cr_expect_lt(quarter_s, before_s, "%s: stronger tables take less", *row);
		before_s = quarter_s;
	}
}

Test(expect, where_nothing_is_known_nothing_is_expected)
{
	cr_expect(isinf(expect_solving_s(heuristic_find("korf7"), METRIC_QTM, &usual)),
	          "entries by depth are not known");
	cr_expect(isinf(expect_solving_s(heuristic_find("korf-dual"), METRIC_HTM, &usual)));
	cr_expect(isinf(expect_solving_s(heuristic_find("manhattan"), METRIC_HTM, &usual)));
}

Test(expect, limits_are_kept_and_tables_that_are_there_need_neither_time_nor_memory)
{
	const struct heuristic_spec *const spec = heuristic_find("coset-300m");
	struct expect_limits limits = no_limits;
	limits.file_bytes = spec_bytes(spec);
	cr_expect(expect_fits(spec, &limits));
	limits.file_bytes--;
	cr_expect_not(expect_fits(spec, &limits));
	for (unsigned i = 0; i < 2; i++) {
		limits = no_limits;
		if (i == 0)
			limits.memory_bytes = 1;
		else
			limits.building_s = 1e-12;
		cr_expect_not(expect_fits(spec, &limits));
		limits.is_installed = is_coset;
		cr_expect(expect_fits(spec, &limits));
	}
}
