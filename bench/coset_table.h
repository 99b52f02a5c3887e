/* A slice-free coset table for the programs of this folder: the installed file, or one built in memory. */
#ifndef SUPERFLIP_BENCH_COSET_TABLE_H
#define SUPERFLIP_BENCH_COSET_TABLE_H
#include "heuristic/heuristic.h"
#include "pdb/directory.h"
#include "pdb/message.h"
#include "search/search.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

struct coset_table {
	char name[COORDINATE_NAME_MAX];
	struct heuristic_design design;      /* any number of classes, not only those of the usual sizes */
	struct heuristic heuristic;
	struct pdb_image image;              /* what the heuristic borrows, if it was built */
	bool is_built;
	double open_s;                       /* to open or to build */
};

/* Since some time in the past, and processor time of this thread and of all: other jobs of the machine lengthen the
 * first, the others hardly. */
static inline double clock_s(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline double now_s(void) { return clock_s(CLOCK_MONOTONIC); }
static inline double thread_s(void) { return clock_s(CLOCK_THREAD_CPUTIME_ID); }
static inline double process_s(void) { return clock_s(CLOCK_PROCESS_CPUTIME_ID); }

/* Without looking for an installed one. */
static inline enum pdb_status coset_table_build(struct coset_table *t, unsigned n_threads)
{
	const struct pdb_key key = {t->design.table[0], METRIC_HTM};
	const enum pdb_status status = pdb_build(key, n_threads, NULL, &t->image);
	if (status != PDB_OK)
		return status;
	t->is_built = true;
	t->heuristic = (struct heuristic){
		.design = &t->design, .metric = METRIC_HTM,
		.table[0] = pdb_of_image(&t->image),
	};
	return PDB_OK;
}

static inline void coset_table_complain(const char *program, const struct coset_table *t, const char *directory,
                                        enum pdb_status status)
{
	char path[PATH_MAX], message[PDB_MESSAGE_MAX];
	const int error = errno;
	if (pdb_find(directory, (struct pdb_key){t->design.table[0], METRIC_HTM}, path) == PDB_IO)
		snprintf(path, sizeof path, "%s", t->name);
	errno = error;
	pdb_message(status, path, &(struct pdb_key){t->design.table[0], METRIC_HTM}, message);
	fprintf(stderr, "%s: %s\n", program, message);
}

enum coset_table_source { COSET_TABLE_OPEN, COSET_TABLE_BUILD, COSET_TABLE_OPEN_OR_BUILD };

/** Open or build a table.  *t stays where it is: what is in it points into it.
 * @param name       "coset-300m", or with any number of classes "coset-210" or "coset-585p"
 * @param directory  where tables are installed; NULL: the usual places
 * @return whether there is a table; if not, a message was printed */
static inline bool coset_table_open(const char *program, const char *name, const char *directory,
                                    enum coset_table_source source, struct coset_table *t)
{
	*t = (struct coset_table){.design = {.name = t->name, .summary = "", .n_tables = 1,
	                                     .evaluate = heuristic_largest_entry_dual, .n_lookups = 2}};
	if (!coordinate_parse(name, &t->design.table[0]) || t->design.table[0].kind != COORDINATE_COSET) {
		fprintf(stderr, "%s: no coset table '%s'; expected coset-300m or the like, or coset-N with N classes\n", program,
		        name);
		return false;
	}
	snprintf(t->name, sizeof t->name, "%s", name);
	const double begin_s = now_s();
	enum pdb_status status = PDB_MISSING;
	if (source != COSET_TABLE_BUILD)
		status = heuristic_open(&t->design, METRIC_HTM, directory, &t->heuristic, NULL);
	if (source == COSET_TABLE_BUILD || (source == COSET_TABLE_OPEN_OR_BUILD && status == PDB_MISSING))
		status = coset_table_build(t, usable_processors());
	if (status != PDB_OK)
		coset_table_complain(program, t, directory, status);
	t->open_s = now_s() - begin_s;
	return status == PDB_OK;
}

static inline void coset_table_close(struct coset_table *t)
{
	if (t->is_built)
		pdb_image_free(&t->image);
	else
		heuristic_close(&t->heuristic);
}
#endif
