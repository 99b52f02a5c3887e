/* Which options of the commands that search go together, beside those of the problem. */
#include "cli/solve_options.h"

#include "cli/cli.h"
#include "cli/option.h"

#include <string.h>

/* A list that the program has, by its name, or one of a file. */
static bool read_steps(struct solve_options *o)
{
	struct superflip_problem *const p = &o->problem;
	if (o->steps_path == NULL)
		return true;
	const superflip_method *const known = method_named(o->steps_path);
	if (!problem_is_search(p))
		return complain_and(false, "--steps is a method; leave out --method %s", p->method->name);
	p->steps = o->steps_text;
	if (known == NULL || !known->takes_steps || strcmp(known->name, "steps") == 0)
		return option_read_file("--steps", o->steps_path, "a list of steps", o->steps_text,
		                        sizeof o->steps_text);
	p->method = known;
	p->steps = NULL;
	return true;
}

/* What only text or only turns of faces have. */
static bool output_agrees(const struct solve_options *o)
{
	const superflip_method *const m = o->problem.method;
	if (o->explains && !m->has_stages)
		return complain_and(
			false,
			"--explain prints the stages of --method two-phase, thistlethwaite, layers or a list of steps");
	if (o->explains && o->format == RECORD_CSV)
		return complain_and(false, "--explain has no form in CSV; --json has one");
	if (problem_units(&o->problem) != NULL && (o->journal_path != NULL || o->html_path != NULL))
		return complain_and(
			false,
			"--%s is for turns of faces in htm and qtm; not with slices, wide turns, costs or --metric %s",
			o->journal_path != NULL ? "journal" : "html", turns_metric(o->problem.turns));
	if (o->turns_opposite
	    && (o->problem.puzzle != SUPERFLIP_2X2 || (o->problem.read_options & SUPERFLIP_READ_FRENCH) != 0))
		return complain_and(false, "--letters rbd is for --puzzle 2x2, without --french");
	return true;
}

bool solve_options_agree(struct solve_options *o)
{
	struct superflip_problem *const p = &o->problem;
	superflip_error error;
	if (!read_steps(o) || !option_read_costs(&p->costs, o->costs_read, sizeof o->costs_read))
		return false;
	if (p->search.n_solutions == ALL_SOLUTIONS && p->has_max && !p->has_over && p->puzzle == SUPERFLIP_3X3)
		p->search.over_optimal = SUPERFLIP_MAX_LENGTH;  /* all of at most so many moves, not only the
		                                                 * shortest */
	if (!problem_complete(p, &error))
		return option_complain(&error) == EXIT_SOLVED;
	if (!p->method->searches && p->search.time_limit_s > 0)
		return complain_and(false, "--time-limit has no effect: the method '%s' searches nothing",
		                    p->method->name);
	o->tables.heuristic = p->heuristic;
	o->tables.metric = problem_units(p) == NULL ? (superflip_metric)p->metric : SUPERFLIP_HTM;
	if (o->journal_path != NULL
	    && (p->puzzle == SUPERFLIP_2X2 || !problem_is_search(p) || p->turns != problem_units(p)))
		return complain_and(
			false,
			"--journal keeps units of the search for shortest solutions by all turns; not with --method, "
			"--moves, --exclude, --puzzle 2x2");
	return output_agrees(o);
}
