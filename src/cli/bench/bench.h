/* What the subcommands of bench share: options, clocks, heuristics, the facts that head every table. */
#ifndef SUPERFLIP_CLI_BENCH_BENCH_H
#define SUPERFLIP_CLI_BENCH_BENCH_H
#include "base/words.h"
#include "cluster/shard.h"
#include "heuristic/heuristic.h"
#include "report/run_log.h"
#include "report/statistics.h"
#include "report/status_line.h"
#include "report/table.h"
#include "search/search.h"

enum { BENCH_MAX_HEURISTICS = 32, BENCH_MAX_THREAD_COUNTS = 16 };

/** Each has a file of its own; argv[0] is its name.  Returns the process's exit status. */
int bench_depth(int argc, char **argv);
int bench_heuristic(int argc, char **argv);
int bench_predict(int argc, char **argv);
int bench_korf(int argc, char **argv);
int bench_solve(int argc, char **argv);
int bench_threads(int argc, char **argv);
int bench_memory(int argc, char **argv);
int bench_methods(int argc, char **argv);
int bench_pocket(int argc, char **argv);

/* ---- options (bench_options.c) ---- */

/** Which options a subcommand has, as a set. */
enum bench_users {
	BENCH_DEPTH = 1, BENCH_HEURISTIC = 2, BENCH_PREDICT = 4, BENCH_KORF = 8, BENCH_THREADS = 16, BENCH_MEMORY = 32,
	BENCH_SOLVE = 64, BENCH_METHODS = 128, BENCH_POCKET = 256,
};

struct bench_options {
	const char *command;             /* "bench depth" */
	enum bench_users user;
	const struct heuristic_spec *specs[BENCH_MAX_HEURISTICS];
	unsigned n_specs;
	enum metric metric;
	unsigned first_depth, last_depth;
	uint64_t seed;
	uint64_t n_instances;            /* 0: the subcommand's default */
	uint64_t n_sample;               /* random states to evaluate; 0: none */
	unsigned n_threads;              /* 0: all usable processors */
	unsigned thread_counts[BENCH_MAX_THREAD_COUNTS], n_thread_counts;  /* of BENCH_SOLVE; n_threads is the largest */
	bool builds_in_memory, with_all_kernels;
	bool tells_each;                 /* a row for each instance */
	unsigned n_repeats;
	const char *scramble;            /* NULL: a random state of the seed */
	unsigned max_length;
	uint64_t node_limit;
	double time_limit_s, time_budget_s;  /* 0: none */
	uint64_t size_bytes;
	const char *file;                /* a table, by its path; NULL: none */
	enum table_format format;
	const char *record_path;         /* NULL: none */
	struct shard shard;              /* of --shard; n 0: everything */
	const char *output_directory;    /* for its file; NULL: the working directory */
	const char *pdb_directory;
	bool is_quiet, preloads;
	unsigned table;                  /* of methods: enum methods_table, or 0 .. N_CHEN_LI_TABLES - 1; of pocket: number of the table */
	/* Of methods only: */
	uint64_t memory_limit_bytes;
	bool with_published;             /* Chen and Li's milliseconds beside ours, and no cells but theirs */
	bool counts_rotations;           /* a depth is a number of random rotations, not an optimal length */
	unsigned n_children;             /* 15: only the same face is forbidden; 0: the canonical order */
	unsigned db_depth;               /* deeper entries count as one more than this; 0: as they are */
	unsigned n_faces, n_turns;       /* of the scrambles of layers; n_turns 0: uniform states */
	bool with_distribution;          /* layers, people: how often each number of moves came up, instead */
	const char *heuristic_name;      /* of people's optimal solutions; NULL: the strongest installed */
};

/** Read the options into *options, which holds the subcommand's defaults. Complains about what is wrong, prints --help.
 * @param usage        what follows the name in the help: arguments, none if it begins with a line end, then a description
 * @param exit_status  set if there is nothing more to do
 * @return the index of the first argument that is not an option (argv is permuted), or -1 to leave with *exit_status */
int bench_options_read(int argc, char **argv, enum bench_users user, const char *usage, struct bench_options *options,
                       int *exit_status);

/** Add the heuristics of a list with commas between. @return false, having complained, if one is not known */
bool bench_add_specs(struct bench_options *options, const char *names);

/* ---- runs (bench_run.c) ---- */


/** Open a heuristic with its tables. @return EXIT_SOLVED; or another status, having complained */
int bench_open(const struct bench_options *options, const struct heuristic_spec *spec, struct heuristic *out);

/** Add an object for each installed table of a spec to the "tables" of `about`, once: name, bytes, checksum. */
void bench_describe_tables(const struct bench_options *options, const struct heuristic_spec *spec, json_t *about);

/** What is recorded about a run: version, machine, threads, tables. */
json_t *bench_about(const struct bench_options *options);

/** Add the commit, the compiler and its flags. */
void bench_describe_program(json_t *about);

/** Append to a record. @return EXIT_SOLVED; or another status, having complained */
int bench_append(const struct bench_options *options, struct run_log *log, json_t *line);

int bench_fail_memory(void);

/** Complain of what ended a search: SEARCH_NO_MEMORY or SEARCH_BAD_TABLE.  @return the exit status */
int bench_fail_search(enum search_outcome outcome);

/** Instance number `instance` (from 0) of a seed: the same as line instance + 1 of `superflip scramble --seed`. */
struct bench_instances {
	struct cube *cubes;              /* owned; freed by the caller */
	uint64_t n;
};
bool bench_draw_instances(uint64_t seed, uint64_t n, struct bench_instances *out);

/** Cubes of lists (bench_cubes.c). All zero: none yet. */
struct bench_cubes {
	struct cube *cube;               /* owned; freed by the caller */
	unsigned n;
	size_t capacity;
};
/** Append the cubes of a file (- is standard input). @return EXIT_SOLVED; or another status, having complained */
int bench_read_cubes(const char *name, struct bench_cubes *cubes);
/** Append those of several files, of each at most the number of instances that was asked for.  No cube in all of them is an error. */
int bench_read_lists(const struct bench_options *options, int n_names, char **names, struct bench_cubes *cubes);

/* ---- complete iterations over random instances (bench_measure.c) ---- */

struct shard_log;

/** A series of measurements with one clock, one record and one table. */
struct bench_run {
	const struct bench_options *options;
	json_t *parameters, *about;      /* what pieces of one record have in common, and what is only noted; owned */
	struct table *table;             /* owned; NULL: nothing is printed */
	struct run_log log;
	struct shard_log *shard;         /* of bench solve --shard: results go there; else NULL */
	struct bench_instances instances;
	double start_s;
	double deadline_s;               /* 0: none */
	bool shows_progress, is_progress_shown;
	int exit_status;                 /* other than EXIT_SOLVED: stop */
};

/** Begin: make the table with its head, and open the record, unless there is a --shard.
 * @param parameters  taken over; so is about
 * @return EXIT_SOLVED; or another status, having complained.  Either way bench_end() follows */
int bench_begin(struct bench_run *run, const struct bench_options *options, json_t *parameters, json_t *about,
                const char *const *columns);

/** End: print the table, with `prints_rest` also after an interruption or a failure, and release everything but the options.
 * @return the exit status of the process */
int bench_end(struct bench_run *run, bool prints_rest);

/** Run one shard in place of everything, into a file of its own.
 * @param work     the measurement's name in shards
 * @param source   checksum of what is measured
 * @param measure  does the items that shard_log_wants()
 * @return the exit status, having complained */
int bench_shard(struct bench_run *run, const char *work, uint64_t n_items, uint64_t source,
                void (*measure)(struct bench_run *run, void *context), void *context);

/** What was measured of one heuristic at one depth. */
struct bench_depth_result {
	uint64_t n_wanted;               /* instances that have an iteration of this length */
	struct sample generated, expanded, lookups, seconds;
};

/** Give the next of n_left parts of the run its share of the time budget that is left. */
void bench_share_time(struct bench_run *run, unsigned n_left);

/** Whether to continue: no signal, no failure, time left. */
bool bench_may_go_on(const struct bench_run *run);

/** Measure up to n instances, as far as the record does not have them yet and the shard wants them.
 * @param first_item  of the whole list of items that shards divide: instance i is item first_item + i
 * @param pool   of the heuristic of that name; NULL: only read the record
 * @param left   number of greater depths still to come, for the estimate of the time */
void bench_measure(struct bench_run *run, const char *heuristic, struct pool *pool, unsigned depth, uint64_t n,
                   uint64_t first_item, unsigned left, struct bench_depth_result *out);

/** A number of a record's line. */
static inline uint64_t bench_count_in(json_t *line, const char *key)
{
	return (uint64_t)json_integer_value(json_object_get(line, key));
}

void bench_hide_progress(struct bench_run *run);

/** Run, with progress, one complete iteration. */
enum search_outcome bench_iterate(struct bench_run *run, struct pool *pool, const struct cube *c, unsigned depth,
                                  struct search_iteration *out);
#endif
