/* superflip pdb: the tables that are installed, and those that could be. */
#include "cli/budget.h"
#include "base/processor.h"
#include "cli/cli.h"
#include "cli/number.h"
#include "cli/option.h"
#include "heuristic/predict.h"
#include "pdb/directory.h"
#include "pdb/file.h"
#include "pdb/generate.h"
#include "pdb/leftovers.h"
#include "pdb/message.h"
#include "pdb/registry.h"
#include "report/progress.h"
#include "search/search.h"

#include <errno.h>
#include <getopt.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 1024, MAX_TABLES = 256 };

static const char *const default_heuristic = "korf";

/* What the command line says. */
struct request {
	enum metric metric;
	bool is_forced, is_quiet, waits;
	unsigned n_threads;
	const char *directory;        /* --pdb-dir; NULL if not given */
	struct budget budget;
	char **names;
	int n_names;
};

/* Tables that names stand for, each once. */
struct table_list {
	unsigned n;
	struct pdb_key key[MAX_TABLES];
};

/* What a subcommand does with one file; `want` is what it should hold, NULL if its name does not tell. */
typedef int act_fn(const struct request *r, const char *path, const struct pdb_key *want);

/* ---- Words ---- */

static int exit_status_of(enum pdb_status status)
{
	switch (status) {
	case PDB_OK:
		return EXIT_SOLVED;
	case PDB_NO_MEMORY:
		return EXIT_MEMORY;
	case PDB_INTERRUPTED:
		return 128 + interrupted_by();
	default:
		return EXIT_TABLE;
	}
}

static int fail(enum pdb_status status, const char *path, const struct pdb_key *want)
{
	char message[PDB_MESSAGE_MAX];
	pdb_message(status, path, want, message);
	complain("%s", message);
	return exit_status_of(status);
}

static int fail_without_directory(void)
{
	complain("no directory for tables: %s; name one with --pdb-dir or SUPERFLIP_PDB_DIR", strerror(errno));
	return EXIT_TABLE;
}

/* "44.1 MB"; decimal, as disks are sold. */
static const char *size_text(uint64_t bytes, char text[16])
{
	if (bytes < 100000)
		snprintf(text, 16, "%.1f kB", (double)bytes / 1e3);
	else if (bytes < 1000000000)
		snprintf(text, 16, "%.1f MB", (double)bytes / 1e6);
	else
		snprintf(text, 16, "%.1f GB", (double)bytes / 1e9);
	return text;
}

/* The names of the heuristics that consult a table, with commas between; "-" for none. */
static void users_text(struct coordinate_key coordinate, char *text, size_t size)
{
	size_t n = 0;
	snprintf(text, size, "-");
	for (unsigned i = 0; i < n_heuristic_designs; i++)
		for (unsigned t = 0; t < heuristic_designs[i].n_tables; t++)
			if (coordinate_equal(heuristic_designs[i].table[t], coordinate) && n < size)
				n += (size_t)snprintf(text + n, size - n, "%s%s", n == 0 ? "" : ",", heuristic_designs[i].name);
}

/* ---- Names ---- */

static bool add_table(struct table_list *list, struct pdb_key key)
{
	for (unsigned i = 0; i < list->n; i++)
		if (pdb_key_equal(list->key[i], key))
			return true;
	if (list->n == MAX_TABLES) {
		complain("at most %d tables at once", MAX_TABLES);
		return false;
	}
	list->key[list->n++] = key;
	return true;
}

/* A table, a heuristic or `default`; false after complaining. */
static bool add_name(struct table_list *list, const char *name, enum metric metric)
{
	const struct heuristic_design *const design =
		heuristic_find(strcmp(name, "default") == 0 ? default_heuristic : name);
	struct pdb_key key = {.metric = metric};
	/* A heuristic may have the name of its only table. */
	if (coordinate_parse(name, &key.coordinate))
		return add_table(list, key);
	if (design == NULL) {
		complain("no table or heuristic '%s'; `superflip pdb list` lists them", name);
		return false;
	}
	if (design->n_tables == 0) {
		complain("the heuristic '%s' needs no tables", name);
		return false;
	}
	for (unsigned t = 0; t < design->n_tables; t++)
		if (!add_table(list, (struct pdb_key){design->table[t], metric}))
			return false;
	return true;
}

static bool is_file_name(const char *name)
{
	const size_t n = strlen(name);
	return strchr(name, '/') != NULL || (n > 4 && strcmp(name + n - 4, ".pdb") == 0);
}

/* What a table's file should hold, by its name; false for other names. */
static bool key_of_file_name(const char *path, struct pdb_key *out)
{
	const char *const slash = strrchr(path, '/');
	char name[COORDINATE_NAME_MAX + 8];
	snprintf(name, sizeof name, "%s", slash == NULL ? path : slash + 1);
	for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
		char ending[16];
		snprintf(ending, sizeof ending, "-%s.pdb", metric_name[metric]);
		char *const end = strstr(name, ending);
		if (end == NULL || end[strlen(ending)] != '\0')
			continue;
		*end = '\0';
		out->metric = metric;
		return coordinate_parse(name, &out->coordinate);
	}
	return false;
}

/* Call `act` for the file of each table that is named; the last failure counts. */
static int for_each_file(const struct request *r, act_fn *act)
{
	int result = EXIT_SOLVED;
	for (int i = 0; i < r->n_names && interrupted_by() == 0; i++) {
		struct table_list tables = {.n = 0};
		struct pdb_key key;
		int one = EXIT_SOLVED;
		if (is_file_name(r->names[i]))
			one = act(r, r->names[i], key_of_file_name(r->names[i], &key) ? &key : NULL);
		else if (!add_name(&tables, r->names[i], r->metric))
			return EXIT_USAGE;
		for (unsigned t = 0; t < tables.n && interrupted_by() == 0; t++) {
			char path[PATH_MAX];
			if (pdb_find(r->directory, tables.key[t], path) == PDB_IO)
				return fail_without_directory();
			one = act(r, path, &tables.key[t]);
			result = one == EXIT_SOLVED ? result : one;
		}
		result = one == EXIT_SOLVED ? result : one;
	}
	return result;
}

/* All files of tables in a folder, in order of name. */
static bool find_files(const char *directory, glob_t *found)
{
	char pattern[2 * PATH_MAX + 8];
	size_t n = 0;
	for (const char *p = directory; *p != '\0'; p++) {
		if (strchr("*?[\\", *p) != NULL)
			pattern[n++] = '\\';
		pattern[n++] = *p;
	}
	strcpy(pattern + n, "/*.pdb");
	return glob(pattern, 0, NULL, found) == 0;
}

/* ---- list ---- */

struct row {
	const char *name;
	enum metric metric;
	const char *state;
	uint64_t bytes;
	double mean;                  /* NAN: not known */
	double solving_s, building_s; /* INFINITY: not known */
	const char *users;
};

static void print_row(const struct row *row)
{
	char size[16], mean[16] = "-", solving[DURATION_TEXT_MAX], building[DURATION_TEXT_MAX];
	if (!isnan(row->mean))
		snprintf(mean, sizeof mean, "%.6f", row->mean);
	printf("%-22s %-6s %-10s %9s  %9s  %7s  %7s  %s\n", row->name, metric_name[row->metric], row->state,
	       size_text(row->bytes, size), mean, duration_text(row->solving_s, solving),
	       duration_text(row->building_s, building), row->users);
}

/* One line of the list; false after complaining of a table that is there and not sound. */
static bool list_known(struct pdb_key key, const char *directory, const struct expect_machine *machine)
{
	char name[COORDINATE_NAME_MAX], path[PATH_MAX], users[256];
	struct pdb_histogram histogram;
	coordinate_name(key.coordinate, name);
	users_text(key.coordinate, users, sizeof users);
	bool has_mean = pdb_known_histogram(key, &histogram);
	uint64_t bytes = pdb_key_file_bytes(key);
	enum pdb_status status = pdb_find(directory, key, path);
	struct pdb pdb;
	if (status == PDB_OK)
		status = pdb_open_before_check(path, key, &pdb);
	if (status == PDB_OK) {
		histogram = pdb.histogram;
		has_mean = true;
		bytes = PDB_HEADER_BYTES + pdb.size_bytes;
		pdb_close(&pdb);
	}
	const char *const state = status == PDB_OK ? "installed" : status == PDB_MISSING ? "-" : "unusable";
	print_row(&(struct row){
		.name = name, .metric = key.metric, .state = state, .bytes = bytes,
		.mean = has_mean ? pdb_histogram_mean(&histogram) : NAN, .users = users,
		.solving_s = expect_table_solving_s(key, machine), .building_s = expect_building_s(key, machine),
	});
	if (status != PDB_OK && status != PDB_MISSING) {
		fail(status, path, &key);
		return false;
	}
	return true;
}

/* A file that pdb list has not come by as a known table. */
static bool list_other(const char *path)
{
	struct pdb_header header;
	const enum pdb_status status = pdb_describe(path, &header);
	if (status != PDB_OK) {
		fail(status, path, NULL);
		return false;
	}
	const struct pdb_histogram histogram = pdb_header_histogram(&header);
	print_row(&(struct row){
		.name = strrchr(path, '/') + 1, .metric = (enum metric)header.metric, .state = "installed", .users = "-",
		.bytes = pdb_header_file_bytes(&header), .mean = pdb_histogram_mean(&histogram),
		.solving_s = INFINITY, .building_s = INFINITY,
	});
	return true;
}

/* A heuristic of several tables, which together are worth more than each alone. */
static void list_several(const struct heuristic_design *design, enum metric metric, const char *directory,
                         const struct expect_machine *machine)
{
	struct pdb_histogram histograms[HEURISTIC_MAX_TABLES];
	struct distribution values;
	char users[32], path[PATH_MAX];
	struct row row = {.name = design->name, .metric = metric, .state = "installed", .mean = NAN, .users = users};
	bool has_all = true;
	for (unsigned i = 0; i < design->n_tables; i++) {
		const struct pdb_key key = {design->table[i], metric};
		row.bytes += pdb_key_file_bytes(key);
		row.building_s += expect_building_s(key, machine);
		has_all &= pdb_known_histogram(key, &histograms[i]);
		if (pdb_find(directory, key, path) != PDB_OK)
			row.state = "-";
	}
	if (has_all && distribution_of_design(design, metric, histograms, &values))
		row.mean = distribution_mean(&values);
	row.solving_s = expect_solving_s(design, metric, machine);
	snprintf(users, sizeof users, "%u tables together", design->n_tables);
	print_row(&row);
}

static bool is_known_file(const char *path, const char *directory)
{
	char known[PATH_MAX];
	for (unsigned i = 0; i < pdb_n_known; i++)
		for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++)
			if (pdb_path(directory, (struct pdb_key){pdb_known[i].coordinate, metric}, known) == PDB_OK
			    && strcmp(path, known) == 0)
				return true;
	return false;
}

static void complain_of_leftover(void *context, const char *path, uint64_t bytes, const char *table)
{
	char size[16], name[COORDINATE_NAME_MAX] = "TABLE";
	struct pdb_key key = {.metric = METRIC_HTM};
	(void)context;
	if (key_of_file_name(table, &key))
		coordinate_name(key.coordinate, name);
	complain("%s: left by a build that was killed, %s; `superflip pdb build %s%s` removes it", path, size_text(bytes, size),
	         name, key.metric == METRIC_QTM ? " --metric qtm" : "");
}

static int list(const struct request *r)
{
	char directory[PATH_MAX];
	bool all_sound = true;
	if (pdb_directory(r->directory, directory) != PDB_OK)
		return fail_without_directory();
	const struct expect_machine machine = machine_here(r->n_threads);
	printf("%-22s %-6s %-10s %9s  %9s  %7s  %7s  %s\n", "table", "metric", "state", "size", "mean", "solve", "build",
	       "used by");
	for (unsigned i = 0; i < pdb_n_known; i++)
		for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++)
			all_sound &= list_known((struct pdb_key){pdb_known[i].coordinate, metric}, r->directory, &machine);
	for (unsigned i = 0; i < n_heuristic_designs; i++)
		for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++)
			if (heuristic_designs[i].n_tables > 1 && !heuristic_designs[i].for_comparison)
				list_several(&heuristic_designs[i], metric, r->directory, &machine);
	glob_t found;
	if (find_files(directory, &found)) {
		for (size_t i = 0; i < found.gl_pathc; i++)
			if (!is_known_file(found.gl_pathv[i], directory))
				all_sound &= list_other(found.gl_pathv[i]);
		globfree(&found);
	}
	pdb_each_leftover(directory, complain_of_leftover, NULL);
	printf("solve: a random position with 1 thread; build: with %u. Both are estimates, good to a factor of two, from\n"
	       "a random read of memory, %.1f ns on this machine, and reference timings of the %s kernels.\n", machine.n_threads,
	       machine.read_ns, machine.instructions);
	return all_sound ? EXIT_SOLVED : EXIT_TABLE;
}

/* ---- build ---- */

static int build_one(const struct request *r, const char *directory, struct pdb_key key)
{
	char name[COORDINATE_NAME_MAX], path[PATH_MAX];
	coordinate_name(key.coordinate, name);
	struct progress_bar bar = progress_bar_start(name, r->is_quiet, interrupted_by);
	const struct pdb_progress progress = progress_bar_callback(&bar);
	const struct pdb_generate_options options = {
		.n_threads = r->n_threads, .force = r->is_forced, .wait = r->waits, .progress = &progress,
	};
	bool is_new;
	const enum pdb_status status = pdb_generate(directory, key, &options, &is_new);
	const int error = errno;
	progress_bar_finish(&bar);
	if (pdb_path(directory, key, path) != PDB_OK)
		return fail(PDB_IO, directory, NULL);
	if (status != PDB_OK) {
		errno = error;
		return fail(status, path, &key);
	}
	if (r->is_quiet)
		return EXIT_SOLVED;
	struct pdb_header header;
	if (is_new && pdb_describe(path, &header) == PDB_OK)
		printf("%s: built in %.2f s, %" PRIu64 " bytes\n", path, progress_bar_seconds(&bar),
		       pdb_header_file_bytes(&header));
	else
		printf("%s: already there\n", path);
	fflush(stdout);
	return EXIT_SOLVED;
}

static bool says_what_to_build(const struct request *r)
{
	if (r->n_names > 0 && r->budget.bytes != 0)
		complain("pdb build: --budget chooses the tables itself; leave out '%s'", r->names[0]);
	else if (r->budget.bytes == 0 && !isinf(r->budget.building_s))
		complain("pdb build: --build-time limits the choice of --budget, which is missing");
	else if (r->n_names == 0 && r->budget.bytes == 0)
		complain("pdb build: name a table, a heuristic, or `default`, or give a --budget; `superflip pdb list` lists them");
	else
		return true;
	return false;
}

static int build(const struct request *r)
{
	struct table_list tables = {.n = 0};
	char directory[PATH_MAX];
	if (!says_what_to_build(r))
		return EXIT_USAGE;
	catch_interrupts(false);
	for (int i = 0; i < r->n_names; i++)
		if (!add_name(&tables, r->names[i], r->metric))
			return EXIT_USAGE;
	if (pdb_directory(r->directory, directory) != PDB_OK)
		return fail_without_directory();
	if (r->budget.bytes != 0) {
		const struct heuristic_design *chosen;
		const int status = budget_choose(&r->budget, r->metric, directory, r->is_forced, r->n_threads, r->is_quiet, &chosen);
		if (status != EXIT_SOLVED)
			return status;
		add_name(&tables, chosen->name, r->metric);
	}
	for (unsigned i = 0; i < tables.n; i++) {
		const int status = interrupted_by() == 0 ? build_one(r, directory, tables.key[i]) : 128 + interrupted_by();
		if (status != EXIT_SOLVED)
			return status;
	}
	return EXIT_SOLVED;
}

/* ---- verify ---- */

static int verify_file(const struct request *r, const char *path, const struct pdb_key *want)
{
	struct pdb_header header;
	const char *const slash = strrchr(path, '/'), *const name = slash == NULL ? path : slash + 1;
	struct progress_bar bar = progress_bar_start(name, r->is_quiet, interrupted_by);
	const struct pdb_progress progress = progress_bar_callback(&bar);
	enum pdb_status status = pdb_verify(path, &progress, &header);
	progress_bar_finish(&bar);
	if (status == PDB_OK && want != NULL && !pdb_key_equal(pdb_header_key(&header), *want))
		status = PDB_WRONG_TABLE;
	struct pdb_histogram histogram = {.max_depth = 0};
	if (status == PDB_OK) {
		histogram = pdb_header_histogram(&header);
		if (!pdb_known_agrees(pdb_header_key(&header), &histogram))
			status = PDB_WRONG_DEPTHS;
	}
	if (status != PDB_OK)
		return fail(status, path, want);
	if (!r->is_quiet)
		printf("%s: sound, %" PRIu64 " entries, mean %.6f\n", path, header.n_entries, pdb_histogram_mean(&histogram));
	fflush(stdout);
	return EXIT_SOLVED;
}

/* All that a folder has; `result` is what has failed before. */
static int verify_folder(const struct request *r, const char *directory, int result, unsigned *n_files)
{
	glob_t found;
	if (!find_files(directory, &found))
		return result;
	struct request all = *r;
	all.names = found.gl_pathv;
	all.n_names = (int)found.gl_pathc;
	*n_files += (unsigned)found.gl_pathc;
	const int of_folder = for_each_file(&all, verify_file);
	globfree(&found);
	return of_folder == EXIT_SOLVED ? result : of_folder;
}

static int verify(const struct request *r)
{
	catch_interrupts(false);
	if (r->n_names != 0)
		return for_each_file(r, verify_file);
	char directory[PATH_MAX], system[PATH_MAX];
	unsigned n_files = 0;
	if (pdb_directory(r->directory, directory) != PDB_OK)
		return fail_without_directory();
	int result = verify_folder(r, directory, EXIT_SOLVED, &n_files);
	if (r->directory == NULL && pdb_system_directory(system))
		result = verify_folder(r, system, result, &n_files);
	if (n_files == 0) {
		complain("%s: no tables; run `superflip pdb build default`", directory);
		return EXIT_TABLE;
	}
	return result;
}

/* ---- info ---- */

static int print_info(const struct request *r, const char *path, const struct pdb_key *want)
{
	(void)r;
	struct pdb_header header;
	enum pdb_status status = pdb_describe(path, &header);
	if (status == PDB_OK && want != NULL && !pdb_key_equal(pdb_header_key(&header), *want))
		status = PDB_WRONG_TABLE;
	if (status != PDB_OK)
		return fail(status, path, want);
	const struct pdb_key key = pdb_header_key(&header);
	const struct pdb_histogram histogram = pdb_header_histogram(&header);
	const struct pdb_known *const known = pdb_known_find(key.coordinate);
	char name[COORDINATE_NAME_MAX], users[256];
	coordinate_name(key.coordinate, name);
	users_text(key.coordinate, users, sizeof users);
	printf("file             %s\n", path);
	printf("table            %s%s%s\n", name, known == NULL ? "" : ": ", known == NULL ? "" : known->summary);
	printf("metric           %s\n", metric_name[key.metric]);
	printf("used by          %s\n", users);
	printf("format version   %" PRIu32 "\n", header.version);
	printf("builder          %s\n", header.builder);
	printf("file size        %" PRIu64 " bytes\n", pdb_header_file_bytes(&header));
	printf("entries          %" PRIu64 ", ", header.n_entries);
	if (header.bits_per_entry != 0)
		printf("%" PRIu32 " bits each\n", header.bits_per_entry);
	else
		printf("%" PRIu64 " filter blocks of %d bytes\n", coset_table_lines(key.coordinate.coset), COSET_LINE_BYTES);
	printf("checksums        %" PRIu32 " chunks of %" PRIu32 " bytes\n", header.n_chunks, header.chunk_bytes);
	printf("maximum depth    %" PRIu32 "\n", header.max_depth);
	printf("mean depth       %.6f\n", pdb_histogram_mean(&histogram));
	printf("\ndepth        entries%s\n", key.coordinate.kind == COORDINATE_COSET ? " (of a sample)" : "");
	for (unsigned d = 0; d <= histogram.max_depth; d++)
		printf("%5u %14" PRIu64 "\n", d, histogram.count[d]);
	return EXIT_SOLVED;
}

static int info(const struct request *r)
{
	if (r->n_names == 0) {
		complain("pdb info: name a table or a file; `superflip pdb list` lists the tables");
		return EXIT_USAGE;
	}
	return for_each_file(r, print_info);
}

/* ---- path ---- */

static int print_path(const struct request *r, const char *path, const struct pdb_key *want)
{
	(void)r;
	struct pdb_header header;
	const enum pdb_status status = pdb_describe(path, &header);
	if (status != PDB_OK)
		return fail(status, path, want);
	puts(path);
	return EXIT_SOLVED;
}

static int path(const struct request *r)
{
	if (r->n_names != 0)
		return for_each_file(r, print_path);
	char directory[PATH_MAX];
	if (pdb_directory(r->directory, directory) != PDB_OK)
		return fail_without_directory();
	puts(directory);
	return EXIT_SOLVED;
}

/* ---- The command line ---- */

static const struct verb {
	const char *name, *arguments, *summary;
	const char *options;          /* those that it takes, by their letters */
	int (*run)(const struct request *r);
} verbs[] = {
	{"list", "", "known and installed tables, and what to expect of them on this machine", "dt", list},
	{"build", " NAME...", "build what is not there yet; NAME: a table, a heuristic, `default`", "mdqtfwbB", build},
	{"verify", " [NAME|FILE...]", "check every byte and the entries by depth; without a name, all tables", "mdq", verify},
	{"info", " NAME|FILE...", "a table's header and its entries by depth", "md", info},
	{"path", " [NAME...]", "the directory of the tables, or their files", "md", path},
};
enum { N_VERBS = sizeof verbs / sizeof *verbs };

static const struct option long_options[] = {
	{"metric", required_argument, NULL, 'm'}, {"pdb-dir", required_argument, NULL, 'd'},
	{"budget", required_argument, NULL, 'b'}, {"build-time", required_argument, NULL, 'B'},
	{"threads", required_argument, NULL, 't'}, {"force", no_argument, NULL, 'f'}, {"wait", no_argument, NULL, 'w'},
	{"quiet", no_argument, NULL, 'q'}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0},
};

static void print_help(void)
{
	puts("usage: superflip pdb VERB [OPTION...] [ARGUMENT...]\n\n"
	     "Pattern databases: the tables that the lower bounds come from.\n");
	for (unsigned i = 0; i < N_VERBS; i++) {
		char call[32];
		snprintf(call, sizeof call, "%s%s", verbs[i].name, verbs[i].arguments);
		printf("  %-24s %s\n", call, verbs[i].summary);
	}
	puts("\n  --budget SIZE            build the best tables whose files fit in SIZE: 3G, or 25% of the machine's memory\n"
	     "  --build-time SECONDS     with --budget: only tables that take at most SECONDS to build (also 10m, 2h)\n"
	     "  --metric htm|qtm         count half turns as one move (htm, the default) or two (qtm)\n"
	     "  --pdb-dir DIR            where the tables are; else $SUPERFLIP_PDB_DIR, else pdb/ of a source build,\n"
	     "                           else superflip/ in $XDG_CACHE_HOME or ~/.cache\n"
	     "  -t, -j, --threads N      threads that build; 0, the default: all usable processors\n"
	     "  --force                  build again and replace what is there\n"
	     "  --wait                   wait for another process that is building the same table\n"
	     "  -q, --quiet              print only errors\n\n"
	     "exit status: 0 done, 2 usage, 4 table or I/O error, 5 not enough memory, 128 + n on signal n");
}

static bool read_threads(const char *text, unsigned *out)
{
	char *end;
	errno = 0;
	const long n = strtol(text, &end, 10);
	if (errno != 0 || end == text || *end != '\0' || n < 0 || n > MAX_THREADS)
		return false;
	*out = n == 0 ? processors_usable() : (unsigned)n;
	return true;
}

static bool read_metric(const char *text, enum metric *out)
{
	for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++)
		if (strcmp(text, metric_name[metric]) == 0) {
			*out = metric;
			return true;
		}
	return false;
}

/* One option with its argument; false after complaining. */
static bool take_option(struct request *r, const struct verb *verb, int option, const char *argument)
{
	if (strchr(verb->options, option) == NULL) {
		const struct option *known = long_options;
		while (known->val != option)
			known++;
		complain("pdb %s does not take --%s; `superflip pdb --help` lists the options", verb->name, known->name);
		return false;
	}
	switch (option) {
	case 'm':
		if (read_metric(argument, &r->metric))
			return true;
		complain("pdb %s: metric '%s'; expected htm or qtm", verb->name, argument);
		return false;
	case 't':
		if (read_threads(argument, &r->n_threads))
			return true;
		complain("pdb %s: '%s' threads; expected a number from 0 to %d", verb->name, argument, MAX_THREADS);
		return false;
	case 'b':
		if (number_read_bytes(argument, &r->budget.bytes))
			return true;
		complain("pdb %s: --budget '%s'; expected a size such as 3G, or 25%%", verb->name, argument);
		return false;
	case 'B':
		if (number_read_seconds(argument, &r->budget.building_s))
			return true;
		complain("pdb %s: --build-time '%s'; expected seconds, or 10m, or 2h", verb->name, argument);
		return false;
	case 'd':
		r->directory = argument;
		return true;
	case 'f':
		r->is_forced = true;
		return true;
	case 'w':
		r->waits = true;
		return true;
	default:
		r->is_quiet = true;
		return true;
	}
}

static const struct verb *find_verb(const char *name)
{
	for (unsigned i = 0; i < N_VERBS; i++)
		if (strcmp(name, verbs[i].name) == 0)
			return &verbs[i];
	return NULL;
}

int command_pdb(int argc, char **argv)
{
	if (argc < 2) {
		complain("pdb: a verb is missing; `superflip pdb --help` lists them");
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		print_help();
		return EXIT_SOLVED;
	}
	const struct verb *const verb = find_verb(argv[1]);
	if (verb == NULL) {
		complain("pdb: unknown verb '%s'; `superflip pdb --help` lists them", argv[1]);
		return EXIT_USAGE;
	}
	struct request r = {.metric = METRIC_HTM, .n_threads = processors_usable(), .budget.building_s = INFINITY};
	opterr = 0;
	optind = 0;
	for (int option; (option = getopt_long(argc - 1, argv + 1, ":qt:j:h", long_options, NULL)) != -1;) {
		if (option == 'h') {
			print_help();
			return EXIT_SOLVED;
		}
		if (option == '?' || option == ':')
			return option_refused(option, "pdb", argv + 1);
		if (!take_option(&r, verb, option == 'j' ? 't' : option, optarg))
			return EXIT_USAGE;
	}
	r.names = argv + 1 + optind;
	r.n_names = argc - 1 - optind;
	if (r.n_names != 0 && *verb->arguments == '\0') {
		complain("pdb %s takes no names", verb->name);
		return EXIT_USAGE;
	}
	return verb->run(&r);
}
