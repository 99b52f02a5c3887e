/* Inside superflip_tables, and what the functions around tables share. */
#ifndef SUPERFLIP_SESSION_TABLES_H
#define SUPERFLIP_SESSION_TABLES_H
#include "session/turns.h"
#include "pieces/cover.h"

#include <stdatomic.h>

/* What bounds a goal, or any goal by the turns of a set. */
struct tables_cover {
	struct cover cover;
	struct turn_automaton turns;                 /* of a set; else empty */
};

struct superflip_tables {
	_Atomic unsigned n_users;                    /* its owner, and solvers */
	struct heuristic heuristic;
	char *directory;                             /* of the files, as it was named; owned; NULL: by default */
	struct turn_set *turns;                      /* owned; NULL: those of a metric; else there is a cover */
	struct goal *goal;                           /* owned; NULL: the solved cube; else one of these two: */
	struct tables_cover *cover;                  /* what the heuristic is; owned */
	struct cube *completions;                    /* of a goal with few, which the heuristic for whole cubes bounds; owned */
	size_t n_completions;
};

struct superflip_goal {
	struct goal goal;
};

/** Whether options are for a goal, or for a turn set: then their tables are those of a cover. */
static inline bool tables_need_cover(const superflip_tables_options *o) { return o->goal != NULL || o->turns != NULL; }

/** What bounds the goal of options by their turns.
 * @param out  released by tables_cover_free()
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_TOO_LARGE, SUPERFLIP_NO_MEMORY */
superflip_status tables_cover_goal(const superflip_tables_options *o, struct tables_cover **out, superflip_error *error);
/** NULL is ignored. */
void tables_cover_free(struct tables_cover *cover);

/** One user more, and one user less: the last one closes the tables. */
superflip_tables *tables_keep(superflip_tables *tables);

/** For those who use more of the engine than the public header tells: end tables, which nobody else may use, but for the heuristic,
 * which is to be closed by heuristic_close(). */
struct heuristic tables_give_up(superflip_tables *tables);

/** The size of a spec's tables in this metric: of the files, or what they will be. */
uint64_t tables_spec_bytes(const struct heuristic_spec *spec, enum metric metric, const char *directory);

/** Whether tables of half turns are used for quarter turns: those of some families are better than smaller tables of quarter
 * turns. */
bool tables_serve_quarter_turns(const struct heuristic_spec *spec);

/** Open a heuristic, building nothing.
 * @param spec  NULL: the strongest that is installed and fits
 * @param chosen  set to what was opened, or would have to be built; NULL: nothing fits
 * @return as superflip_tables_open() */
superflip_status tables_open_installed(const superflip_tables_options *o, const struct heuristic_spec *spec,
                                       struct heuristic *out, const struct heuristic_spec **chosen, superflip_error *error);

/** A progress function, called for one table. */
struct table_progress {
	struct pdb_progress callback;
	superflip_progress_function *notify;
	void *context;
	char name[COORDINATE_NAME_MAX];
};

/** @param progress  filled; must outlive the work  @return what to hand to the work; NULL if `notify` is */
const struct pdb_progress *table_progress_begin(struct table_progress *progress, superflip_progress_function *notify, void *context,
                                                struct coordinate_key table);
#endif
