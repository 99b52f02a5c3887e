/* A step at work: the tables of its goal, and the search. */
#pragma once
#include "pieces/cover.h"
#include "steps/list.h"
#include "steps/thistlethwaite.h"

enum { FINDER_MAX_IDLE = 64, CASES_MAX = 1 << 16, KEPT_MAX = 1 << 20 };

struct finder {
	const struct step *step;
	uint64_t symmetries;                 /* that change neither its goal nor its turns */
	unsigned n_wanted, slack;            /* so many solutions, up to `slack` longer than the shortest */
	/* What bounds its moves is one of three: the tables of the goal, those of whole cubes for a goal that few
	 * of them are at, and Thistlethwaite's or Kociemba's for the steps between their groups. */
	struct cover cover;
	struct turn_automaton turns;         /* of the step, if it has not all of faces; else empty */
	struct cube *completions;            /* owned; NULL: there are many, or none but the solved cube */
	size_t n_completions;
	struct stage_bound {
		struct heuristic_spec spec;
		unsigned stage;
		struct subgroup_tables *subgroup;  /* of the finish from <U,D,R2,L2,F2,B2>; owned; else NULL */
	} bound;
	struct heuristic heuristic;
	struct reach *reach;                 /* of its turns, if these are not all of faces; owned */
	pthread_mutex_t lock;                /* guards what follows */
	struct pool *idle[FINDER_MAX_IDLE];  /* each searches in its caller's thread */
	unsigned n_idle;
	struct cases *cases;                 /* NULL: there are too many */
};

/** @param f       zero but for n_wanted and slack; stays where it is; released by finder_close(), also after
 *   a failure
 * @param before  the step before, at whose goal cubes are; NULL: none
 * @return false (errno is set), and setup->fault says why if errno is EINVAL */
bool finder_open(struct finder *f, const struct step *step, const struct step *before,
                 const struct method_setup *setup);
void finder_close(struct finder *f);

/* Tables that finder_open() would build. */
struct missing_tables {
	unsigned n;
	struct pdb_key key[STEPS_MAX * HEURISTIC_MAX_TABLES];
	uint64_t bytes;                      /* of their files */
};

/** Add those of a step that are not there yet.  @return as finder_open() */
bool finder_add_missing(const struct step *step, const struct step *before, const struct method_setup *setup,
                        struct missing_tables *out);

/** Whether the step's turns lead a cube to its goal, as far as that is known without a search. */
bool finder_reaches(const struct finder *f, const struct cube *c);

/** No solution has fewer moves; of a step of face turns. */
unsigned finder_bound(const struct finder *f, const struct cube *c);

/** The step's solutions for a cube; a list of no moves if it is there.  Threads may call it at the same time.
 * @param request  for its limits
 * @param most     of moves; solutions that are kept may have more
 * @param out      filled; released by search_result_free() */
void finder_find(struct finder *f, const struct cube *c, const struct search_request *request, unsigned most,
                 struct search_result *out);

/** The same without cases: n_solutions at most, or SEARCH_ALL of the least number of moves that any has, from
 * `least` to `most`, which is of a step of face turns. */
void finder_search(struct finder *f, const struct cube *c, const struct search_request *request,
                   int64_t n_solutions, unsigned least, unsigned most, struct search_result *out);
