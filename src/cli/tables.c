#include "cli/tables.h"
#include "base/processor.h"
#include "cli/budget.h"
#include "cli/cli.h"
#include "cli/status.h"
#include "pdb/check.h"
#include "pdb/directory.h"
#include "pdb/file.h"
#include "pdb/generate.h"
#include "base/memory.h"
#include "pdb/message.h"
#include "report/progress.h"
#include "search/kernel.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

static double mebibytes(uint64_t bytes)
{
	return (double)bytes / (1 << 20);
}

/* The size of a design's tables: of the files, or what they will be. */
static uint64_t design_bytes(const struct heuristic_design *design, const struct solve_options *o)
{
	uint64_t sum = 0;
	for (unsigned i = 0; i < design->n_tables; i++) {
		const struct pdb_key key = {.coordinate = design->table[i], .metric = o->metric};
		char path[PATH_MAX];
		struct stat status;
		if (pdb_find(o->pdb_directory, key, path) == PDB_OK && stat(path, &status) == 0)
			sum += (uint64_t)status.st_size;
		else
			sum += pdb_key_file_bytes(key);
	}
	return sum;
}

/* "86.7 MiB", or bytes where that would be nothing. */
static void format_bytes(uint64_t bytes, char text[32])
{
	if (bytes < 1 << 20)
		snprintf(text, 32, "%" PRIu64 " bytes", bytes);
	else
		snprintf(text, 32, "%.1f MiB", mebibytes(bytes));
}

/* Name the size needed, and the largest design that fits, or the smallest there is. */
static int refuse_size(const struct heuristic_design *design, const struct solve_options *o)
{
	const struct heuristic_design *next = NULL, *smallest = design;
	for (unsigned i = 0; i < n_heuristic_designs; i++) {
		const struct heuristic_design *const other = &heuristic_designs[i];
		if (other->for_comparison || other->n_tables == 0)
			continue;
		if (design_bytes(other, o) <= o->memory_bytes)
			next = other;
		if (design_bytes(other, o) < design_bytes(smallest, o))
			smallest = other;
	}
	char given[32], needed[32], other[32], advice[200];
	format_bytes(o->memory_bytes, given);
	format_bytes(design_bytes(design, o), needed);
	format_bytes(design_bytes(next != NULL ? next : smallest, o), other);
	if (next != NULL)
		snprintf(advice, sizeof advice, "the next smaller is --heuristic %s with %s", next->name, other);
	else
		snprintf(advice, sizeof advice, "the smallest tables, of --heuristic %s, have %s, and --heuristic manhattan has none%s",
		         smallest->name, other, o->memory_bytes < 100000 ? "; a number without a letter is bytes, 8G is gigabytes" : "");
	complain("--memory: %s is too little for the heuristic '%s', which needs %s; %s", given, design->name, needed, advice);
	return EXIT_MEMORY;
}

int tables_complain_of_directory(void)
{
	complain("no directory for tables: %s; name one with --pdb-dir or SUPERFLIP_PDB_DIR",
	         errno == ENOENT ? "HOME and XDG_CACHE_HOME are not set" : strerror(errno));
	return EXIT_TABLE;
}

static int complain_of_table(enum pdb_status status, const char *directory, struct pdb_key key)
{
	/* A path for the message only: what is wrong with the directory, `status` and errno tell already. */
	char path[PATH_MAX], message[PDB_MESSAGE_MAX];
	const int error = errno;
	if (pdb_find(directory, key, path) == PDB_IO)
		path[0] = '\0';
	errno = error;
	if (path[0] == '\0' && status == PDB_IO)
		return tables_complain_of_directory();
	pdb_message(status, path, &key, message);
	complain("%s", message);
	if (status == PDB_INTERRUPTED && interrupted_by() != 0)
		return 128 + interrupted_by();
	return status == PDB_NO_MEMORY ? EXIT_MEMORY : EXIT_TABLE;
}

static int build_tables(const struct heuristic_design *design, const struct solve_options *o)
{
	char directory[PATH_MAX];
	if (pdb_directory(o->pdb_directory, directory) != PDB_OK)
		return tables_complain_of_directory();
	const unsigned n_threads = o->n_threads != 0 ? o->n_threads : processors_usable();
	const struct machine machine = machine_here(n_threads);
	double seconds = 0;
	for (unsigned i = 0; i < design->n_tables; i++)
		seconds += expect_building_s((struct pdb_key){design->table[i], o->metric}, &machine);
	if (!o->is_quiet)
		complain("building the tables of '%s' (%s) in %s, once: %.1f MiB, about %.0f s", design->name,
		         metric_name[o->metric], directory, mebibytes(design_bytes(design, o)), ceil(seconds));
	for (unsigned i = 0; i < design->n_tables; i++) {
		const struct pdb_key key = {.coordinate = design->table[i], .metric = o->metric};
		char name[COORDINATE_NAME_MAX];
		coordinate_name(key.coordinate, name);
		struct progress_bar bar = progress_bar_start(name, o->is_quiet, interrupted_by);
		bar.is_asked = status_is_wanted;
		const struct pdb_progress progress = progress_bar_callback(&bar);
		const struct pdb_generate_options options = {.n_threads = n_threads, .wait = true, .progress = &progress};
		bool was_built;
		const enum pdb_status status = pdb_generate(directory, key, &options, &was_built);
		progress_bar_finish(&bar);
		if (status != PDB_OK)
			return complain_of_table(status, directory, key);
	}
	return EXIT_SOLVED;
}

static int complain_of_check(const struct pdb *pdb, enum pdb_status status)
{
	char message[PDB_MESSAGE_MAX];
	pdb_check_message(pdb->check, status, message);
	complain("%s", message);
	return EXIT_TABLE;
}

static int complain_of_preloading(const struct heuristic *h, uint64_t needed_bytes, uint64_t available_bytes)
{
	complain("--preload: not enough memory to copy the tables of '%s': %.1f MiB needed, %.1f MiB available; "
	         "without --preload the files are mapped", h->design->name, mebibytes(needed_bytes),
	         mebibytes(available_bytes));
	return EXIT_MEMORY;
}

int tables_preload(struct heuristic *h)
{
	uint64_t needed_bytes = 0;
	const uint64_t available_bytes = memory_available_bytes();
	for (unsigned i = 0; i < h->design->n_tables; i++)
		needed_bytes += h->table[i].size_bytes;
	enum pdb_status status = needed_bytes <= available_bytes ? PDB_OK : PDB_NO_MEMORY;
	unsigned n = 0;
	for (; n < h->design->n_tables && status == PDB_OK; n++)
		status = pdb_preload(&h->table[n]);
	if (status == PDB_OK)
		return EXIT_SOLVED;
	const int exit_status = status == PDB_NO_MEMORY ? complain_of_preloading(h, needed_bytes, available_bytes)
	                                                : complain_of_check(&h->table[n - 1], status);
	heuristic_close(h);
	return exit_status;
}

int tables_await_check(struct heuristic *h, bool is_quiet)
{
	struct progress_bar bar = progress_bar_start(h->design->name, is_quiet, interrupted_by);
	bar.is_asked = status_is_wanted;
	const struct pdb_progress progress = progress_bar_callback(&bar);
	unsigned failed;
	const enum pdb_status status = heuristic_await_check(h, &progress, &failed);
	progress_bar_finish(&bar);
	if (status == PDB_OK)
		return EXIT_SOLVED;
	const int exit_status = status == PDB_INTERRUPTED ? 128 + interrupted_by() : complain_of_check(&h->table[failed], status);
	heuristic_close(h);
	return exit_status;
}

int tables_complain_of_fault(const struct heuristic *h)
{
	unsigned failed;
	const enum pdb_status status = heuristic_fault(h, &failed);
	return status != PDB_OK ? complain_of_check(&h->table[failed], status) : EXIT_TABLE;
}

static void report_table(const struct pdb *pdb, const char *directory)
{
	char path[PATH_MAX], pages[100] = "";
	struct pdb_pages in_memory;
	if (pdb_find(directory, pdb->key, path) != PDB_OK)
		return;  /* it was there when it was opened */
	if (pdb_pages(pdb, &in_memory))
		snprintf(pages, sizeof pages, "; %" PRIu64 " kB in memory, %" PRIu64 " kB of them on huge pages",
		         in_memory.resident_bytes / 1024, in_memory.huge_bytes / 1024);
	complain("%s: %" PRIu64 " bytes, %s%s", path, (uint64_t)(PDB_HEADER_BYTES + pdb->size_bytes),
	         pdb->is_preloaded ? "preloaded" : "mapped", pages);
}

/* No complaint about PDB_MISSING. */
static enum pdb_status open_installed(const struct heuristic_design *design, const struct solve_options *o,
                                      enum metric table_metric, struct heuristic *out, int *exit_status)
{
	struct pdb_key failed;
	const enum pdb_status status =
		heuristic_open_tables_of(table_metric, design, o->metric, o->pdb_directory, out, &failed);
	*exit_status = EXIT_SOLVED;
	if (status != PDB_OK && status != PDB_MISSING)
		*exit_status = complain_of_table(status, o->pdb_directory, failed);
	if (status == PDB_OK && o->preloads)
		*exit_status = tables_preload(out);
	if (*exit_status != EXIT_SOLVED || status != PDB_OK || !o->is_verbose)
		return status;
	for (unsigned i = 0; i < design->n_tables; i++)
		report_table(&out->table[i], o->pdb_directory);
	complain("heuristic %s, kernel: %s", design->name, kernel_best(out)->name);
	return status;
}

static int open_named(const struct heuristic_design *design, const struct solve_options *o, struct heuristic *out)
{
	if (o->memory_bytes != 0 && design_bytes(design, o) > o->memory_bytes)
		return refuse_size(design, o);
	int exit_status;
	if (open_installed(design, o, o->metric, out, &exit_status) != PDB_MISSING)
		return exit_status;
	/* Half turns bound quarter turns from below; of some families they do so better than smaller tables of quarter turns. */
	if (design->n_tables == 1 && pdb_family_of(design->table[0].family)->serves_quarter_turns
	    && open_installed(design, o, METRIC_HTM, out, &exit_status) != PDB_MISSING)
		return exit_status;
	complain("the tables of '%s' (%s) are not installed; run `superflip pdb build %s%s%s%s`", design->name,
	         metric_name[o->metric], design->name, o->metric == METRIC_QTM ? " --metric qtm" : "",
	         o->pdb_directory != NULL ? " --pdb-dir " : "", o->pdb_directory != NULL ? o->pdb_directory : "");
	return EXIT_TABLE;
}

/* What was named and is not there is a mistake, and not made: a directory as well as a heuristic. */
static bool is_named_and_missing(const struct solve_options *o, const struct heuristic_design *design)
{
	struct stat there;
	if (o->pdb_directory == NULL || stat(o->pdb_directory, &there) == 0 || errno != ENOENT)
		return false;
	complain("%s: no such directory; `superflip pdb build %s --pdb-dir '%s'` makes it and its tables", o->pdb_directory,
	         design->name, o->pdb_directory);
	return true;
}

static int build_and_open(const struct heuristic_design *design, const struct solve_options *o, struct heuristic *out)
{
	if (is_named_and_missing(o, design))
		return EXIT_TABLE;
	const int exit_status = build_tables(design, o);
	return exit_status == EXIT_SOLVED ? open_named(design, o, out) : exit_status;
}

int tables_open_or_build(const struct solve_options *o, const char *heuristic, struct heuristic *out)
{
	struct solve_options wanted = *o;
	wanted.metric = METRIC_HTM;
	wanted.memory_bytes = 0;
	wanted.preloads = false;  /* what is made of the table is in memory of this process anyway */
	const struct heuristic_design *const design = heuristic_find(heuristic);
	int exit_status;
	if (open_installed(design, &wanted, METRIC_HTM, out, &exit_status) == PDB_MISSING)
		exit_status = build_and_open(design, &wanted, out);
	return exit_status == EXIT_SOLVED ? tables_await_check(out, o->is_quiet) : exit_status;
}

/* Of some families tables of half turns serve quarter turns as well; better than those of weaker designs. */
static enum pdb_status open_of_half_turns(const struct heuristic_design *design, const struct solve_options *o,
                                          uint64_t limit_bytes, struct heuristic *out, int *exit_status)
{
	struct solve_options half_turns = *o;
	half_turns.metric = METRIC_HTM;
	if (o->metric != METRIC_QTM || design->n_tables != 1 || !pdb_family_of(design->table[0].family)->serves_quarter_turns
	    || design_bytes(design, &half_turns) > limit_bytes)
		return PDB_MISSING;
	return open_installed(design, o, METRIC_HTM, out, exit_status);
}

int tables_open(const struct solve_options *o, struct heuristic *out)
{
	const int status = tables_open_before_check(o, out);
	return status == EXIT_SOLVED ? tables_await_check(out, o->is_quiet) : status;
}

int tables_open_before_check(const struct solve_options *o, struct heuristic *out)
{
	if (o->heuristic_name != NULL && strcmp(o->heuristic_name, "auto") != 0)
		return open_named(heuristic_find(o->heuristic_name), o, out);
	const uint64_t limit_bytes = o->memory_bytes != 0 ? o->memory_bytes : memory_available_bytes();
	const struct heuristic_design *const standard = heuristic_find(heuristic_standard);
	const uint64_t spare_bytes = o->memory_bytes != 0 ? 0 : UINT64_C(1) << 30;
	/* Heuristics weaker than the default are used only by name: they may take years. */
	for (const struct heuristic_design *design = heuristic_designs + n_heuristic_designs; design-- > standard;) {
		if (design->for_comparison)
			continue;
		if (design_bytes(design, o) + (design > standard ? spare_bytes : 0) > limit_bytes)
			continue;
		int exit_status;
		if (open_installed(design, o, o->metric, out, &exit_status) != PDB_MISSING
		    || open_of_half_turns(design, o, limit_bytes, out, &exit_status) != PDB_MISSING)
			return exit_status;
	}
	if (o->memory_bytes != 0 && design_bytes(standard, o) > o->memory_bytes)
		return refuse_size(standard, o);
	return build_and_open(standard, o, out);
}

void tables_close(const struct solve_options *o, struct heuristic *h)
{
	for (unsigned i = 0; i < h->design->n_tables && o->is_verbose; i++)
		if (!h->table[i].is_preloaded)
			report_table(&h->table[i], o->pdb_directory);
	heuristic_close(h);
}
