/* Estimates of the time to solve a random state with a heuristic, and to build its tables. */
#pragma once
#include "heuristic/heuristic.h"

/** Seconds in which one thread solves a uniformly random state, on average, with a heuristic, or with one
 * table alone. For the maximum of tables with known entries by depth, or a table whose family tells.
 * @return INFINITY if nothing is known */
double expect_solving_s(const struct heuristic_spec *spec, enum metric metric, const struct machine *machine);
double expect_table_solving_s(struct pdb_key key, const struct machine *machine);

/** Seconds to build a table, write it and read it back. */
double expect_building_s(struct pdb_key key, const struct machine *machine);

/** Limits for the tables of a heuristic, in a metric and on a machine. */
struct expect_limits {
	enum metric metric;
	const struct machine *machine;
	uint64_t file_bytes;       /* all tables together */
	uint64_t memory_bytes;     /* building one of them */
	double building_s;         /* building all that are not installed; INFINITY: any time */
	bool (*is_installed)(struct pdb_key key, const void *context);
	const void *context;
};

/** What the tables of a spec need; installed ones need neither memory nor time. */
struct expect_needs {
	uint64_t file_bytes, memory_bytes;
	double building_s;
};
struct expect_needs expect_needs(const struct heuristic_spec *spec, const struct expect_limits *limits);

/** Whether a spec is within all limits. */
bool expect_fits(const struct heuristic_spec *spec, const struct expect_limits *limits);
