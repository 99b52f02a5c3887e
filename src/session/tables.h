/* Tables of a heuristic, a goal or a set of turns: chosen by name or by what is installed, opened, built,
 * checked, measured. */
#pragma once
#include "session/error.h"
#include "session/turns.h"
#include "pieces/cover.h"

#include <stdatomic.h>

/* What bounds a goal, or the turns of a set. */
struct tables_cover {
	struct cover cover;
	struct turn_automaton turns;                 /* of a set; else empty */
};

struct superflip_tables {
	_Atomic unsigned n_users;                    /* its owner, and solvers */
	struct heuristic heuristic;
	char *directory;                             /* of the files, as it was named; owned; NULL: by default */
	superflip_goal *goal;                        /* owned; NULL: the solved cube; else one of these two: */
	struct tables_cover *cover;                  /* what the heuristic is; owned */
	struct cube *completions;                    /* of a goal with few, which the heuristic for whole cubes
	                                              * bounds; owned */
	size_t n_completions;
};

/** Which tables, and where; all zero: of half turns, the strongest that are installed. */
struct tables_options {
	superflip_metric metric;
	const char *heuristic;           /* a name; NULL or "auto": the strongest that is installed and fits */
	const char *directory;           /* as superflip_session_options has it */
	uint64_t memory_bytes;           /* that the tables may take; 0: for "auto" what is available, else any */
	unsigned n_threads;              /* that build; 0: all processors that this process may use */
	uint64_t n_cubes;                /* "auto": so few are solved that a table which is not in memory may take
	                                  * longer to read than a smaller one to search with; 0: many */
	bool preloads;                   /* copy the files into memory on huge pages */
	bool builds_again;               /* tables_build(): replace what is there, sound or not */
	bool only_verifies;              /* the same: check files, and build none */
	bool refuses_to_wait;            /* if another process builds the table: SUPERFLIP_TABLE_LOCKED */
	superflip_notify *notify;        /* NULL: nobody listens */
	void *notify_context;
	const superflip_goal *goal;      /* the tables are those that bound it; `heuristic` is then NULL, unless
	                                  * the goal has few completions.  NULL: the solved cube */
	const struct turns *turns;       /* the tables are those of this set; `metric` is then SUPERFLIP_HTM,
	                                  * `heuristic` NULL.  NULL: turns of faces */
};

struct superflip_goal {
	struct goal goal;
};

/** Whether options are for a goal, or for a turn set: then their tables are those of a cover. */
static inline bool tables_need_cover(const struct tables_options *o)
{
	return o->goal != NULL || o->turns != NULL;
}

/** Whether somebody named a heuristic, rather than leaving the choice open. */
static inline bool heuristic_is_named(const char *heuristic)
{
	return heuristic != NULL && strcmp(heuristic, "auto") != 0;
}

/** Open tables.
 * @return SUPERFLIP_OK, SUPERFLIP_CANCELLED, SUPERFLIP_UNKNOWN_NAME, SUPERFLIP_TOO_LARGE,
 *         SUPERFLIP_NO_MEMORY, SUPERFLIP_IO, SUPERFLIP_NO_SPACE, SUPERFLIP_TABLE_... */
superflip_status tables_open(const struct tables_options *options, superflip_tables **out,
                             superflip_error *error);

/** Build, or check, the files of `heuristic`, also of a single table, or those of the goal.  As
 * tables_open() */
superflip_status tables_build(const struct tables_options *options, superflip_error *error);

double tables_checked_share(const superflip_tables *tables);
/** The fault found in the tables so far.  @return SUPERFLIP_OK if there is none yet */
superflip_status tables_fault(const superflip_tables *tables, superflip_error *error);
const char *tables_heuristic(const superflip_tables *tables);

/** What it takes to search for a goal, or with a turn set.
 * @return SUPERFLIP_OK; SUPERFLIP_TOO_LARGE: no tables are small enough; SUPERFLIP_NO_MEMORY */
superflip_status cover_measure(const struct tables_options *o, superflip_needs *out, superflip_error *error);

/** The needs of a heuristic's tables by their metric and directory. */
void catalogue_describe(const struct heuristic_spec *spec, const struct tables_options *o,
                        superflip_needs *out);

/** superflip_catalogue_make() */
superflip_status catalogue_make(const struct tables_options *options, bool measures,
                                superflip_catalogue **out, superflip_error *error);
/** NULL if there is none of that name, or the name is NULL. */
const superflip_heuristic *catalogue_find(const superflip_catalogue *catalogue, const char *name);

/** Whether tables of all turns bound the turns of options well: turns of faces, at costs that are nearly
 * those of a metric and no less.
 * @param of_all  then set to the options of these tables */
bool tables_of_all_turns(const struct tables_options *o, struct tables_options *of_all);

/** What bounds the goal of options by their turns.
 * @param out  released by tables_cover_free()
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_TOO_LARGE, SUPERFLIP_NO_MEMORY */
superflip_status tables_cover_goal(const struct tables_options *o, struct tables_cover **out,
                                   superflip_error *error);
/** NULL is ignored. */
void tables_cover_free(struct tables_cover *cover);

/** One user more, and one user less: the last one closes the tables. */
superflip_tables *tables_keep(superflip_tables *tables);

/** For those who use more of the engine than the public header tells: end tables, which nobody else may use,
 * but for the heuristic, which is to be closed by heuristic_close(). */
struct heuristic tables_give_up(superflip_tables *tables);

/** Whether tables of half turns are used for quarter turns: those of some families are better than smaller
 * tables of quarter turns. */
bool tables_serve_quarter_turns(const struct heuristic_spec *spec);

/** Open a heuristic, building nothing.
 * @param spec  NULL: the strongest that is installed and fits
 * @return as tables_open() */
superflip_status tables_open_installed(const struct tables_options *o, const struct heuristic_spec *spec,
                                       struct heuristic *out, superflip_error *error);
