/* What the measurements of superflip bench share: options, heuristics, cubes, clocks, records, the facts that
 * head every table. */
#pragma once
#include "cli/pieces.h"
#include "report/statistics.h"

enum { BENCH_MAX_HEURISTICS = 32, BENCH_MAX_THREAD_COUNTS = 16 };

/** Which options a subcommand has, as a set. */
enum bench_users {
	BENCH_DEPTH = 1, BENCH_KORF = 2, BENCH_THREADS = 4, BENCH_SOLVE = 8, BENCH_SIGNATURE = 16,
};

/* A series of measurements: its options, what it measures with, one clock, its pieces and one table. */
extern struct bench_run {
	/* Options. */
	const struct heuristic_spec *specs[BENCH_MAX_HEURISTICS];
	unsigned n_specs;
	bool is_paired;                  /* the two specs, cube by cube */
	const char *goal;                /* to be reached; NULL: the solved cube */
	enum metric metric;
	unsigned first_depth, last_depth;
	uint64_t seed;
	uint64_t n_instances;            /* 0: the subcommand's default */
	unsigned n_threads;
	unsigned thread_counts[BENCH_MAX_THREAD_COUNTS], n_thread_counts;  /* of BENCH_SOLVE; n_threads is the
	                                                                    * largest */
	bool builds_in_memory, with_all_kernels;
	bool tells_each;                 /* a row for each instance */
	unsigned n_repeats;
	const char *scramble;            /* NULL: a random state of the seed */
	unsigned max_length;
	uint64_t node_limit;
	double time_limit_s, time_budget_s;  /* 0: none */
	enum table_format format;
	const char *record_path;         /* NULL: none */
	struct shard shard;              /* of --shard; n 0: everything */
	const char *output_directory;    /* for its file; NULL: the working directory */
	const char *pdb_directory;
	bool preloads;

	/* The run. */
	const char *command;             /* "bench depth" */
	int n_arguments;
	char **arguments;
	struct cover cover;              /* of the goal, if there is one: the only one of the specs */
	json_t *parameters, *about;      /* what pieces of one record have in common, and what is only noted;
	                                  * owned */
	struct table *table;             /* of bench_begin(); printed at the end, unless it is a shard's; NULL:
	                                  * none */
	struct cube *cubes;              /* owned */
	size_t n_cubes, cubes_capacity;  /* from the beginning those of the lists that the arguments name */
	struct heuristic heuristics[BENCH_MAX_HEURISTICS];
	unsigned n_open;                 /* heuristics; until bench_close() */
	double start_s, deadline_s;  /* deadline_s 0: none */
	char doing[200];                 /* as bench_show() has it */
	int exit_status;                 /* other than EXIT_SOLVED: stop */
} bench;

/** A measurement; each has a file of its own. */
struct measurement {
	struct command about;                /* all but its run(), options and rows */
	const char *heuristics;              /* if the options name none; NULL: none */
	unsigned first_depth, last_depth, n_threads;  /* the defaults; n_threads 0: all processors */
	void (*run)(void);  /* sets exit_status */
};
extern const struct measurement bench_depth, bench_korf, bench_solve, bench_threads,
	bench_signature;

/* ---- runs (bench.c); what fails complains, and sets the exit status ---- */

/** Unless it could be finished, or was interrupted: complain of what ended a search.  @return whether it was
 * finished */
bool bench_check(enum search_outcome outcome);

/** Open a heuristic with its tables, all of them checked, or built in memory, as the options say; all that
 * they name. */
void bench_open(const struct heuristic_spec *spec);
void bench_open_all(void);

/** Build in memory what bench_open() would map, of a single heuristic. */
void bench_build(const struct heuristic_spec *spec, enum metric metric);

/** Close all that are open. */
void bench_close(void);

struct pool *bench_create_pool(const struct heuristic *h, unsigned n_threads);

/** Draw random states, the same as `superflip scramble --seed`. */
void bench_draw(uint64_t n);

/** A checksum of the cubes that the lists of the arguments have, or that were drawn. */
json_t *bench_cubes_checksum(void);

/** The names of the options' heuristics. */
json_t *bench_spec_names(void);

/** Begin a table with its head, and a record or a shard.
 * @param parameters  taken over
 * @param work        the measurement's name in shards, which have so many items; "": it has none
 * @return false if that failed, or something before, or nothing is left to do of a shard */
bool bench_begin(json_t *parameters, const char *columns, const char *work,
                 uint64_t n_items);

/** Keep a piece.  @param lines  as pieces_add() has them */
void bench_add(json_t *lines);

/** Give the next of n_left parts of the run its share of the time budget that is left. */
void bench_share_time(unsigned n_left);

/** Whether to continue: no signal, no failure, time left. */
bool bench_may_go_on(void);

/** Show what the run does, a few times a second, until tell_hide(); and in the course of a search how many
 * nodes it has. */
void bench_show(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool bench_tick(void *context, uint64_t n_generated);  /* of struct search_stream; bench_may_go_on() */

/* ---- the lines of a record ---- */

static inline uint64_t bench_count_in(json_t *line, const char *key)
{
	return (uint64_t)json_integer_value(json_object_get(line, key));
}

static inline double bench_real_in(json_t *line, const char *key)
{
	return json_number_value(json_object_get(line, key));
}

/* Means over searches, and two cells for one of them: the mean and its standard error. */
struct bench_sums {
	struct sample generated, expanded, lookups, seconds;
};
void bench_add_line(struct bench_sums *sums, json_t *line);
#define BENCH_MEAN(sample, decimals) \
	cell_real((sample).mean, (decimals)), cell_real(sample_standard_error(&(sample)), (decimals))
