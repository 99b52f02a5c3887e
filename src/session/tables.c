#include "session/session.h"

#include "base/system.h"
#include "search/kernel.h"

static const uint64_t spare_bytes = UINT64_C(1) << 30;   /* left to others where nobody says how much memory
                                                          * there is */

/* ---- life ---- */

superflip_tables *tables_keep(superflip_tables *tables)
{
	if (tables != NULL)
		atomic_fetch_add(&tables->n_users, 1);
	return tables;
}

void tables_cover_free(struct tables_cover *cover)
{
	if (cover != NULL)
		turn_automaton_free(&cover->turns);
	free(cover);
}

/* Of a goal or a turn set: no tables. */
static bool is_none(const struct tables_options *o)
{
	return tables_need_cover(o) && o->heuristic != NULL && strcmp(o->heuristic, "none") == 0;
}

/* Whether each turn costs at least what it does in a metric, and on average hardly more: the tables of other
 * costs know nothing of these. */
static bool cost_little_more(const struct turn_set *set, enum metric metric)
{
	double sum = 0, least = TURN_COST_MAX * 1000.0;
	items_foreach(turn, set->turn, set->n) {
		const bool is_half = turn->near % 2 == 0 && turn->far % 2 == 0;
		const double cost =
			turn->cost * (double)set->unit_thousandths / (metric == METRIC_QTM && is_half ? 2 : 1);
		least = cost < least ? cost : least;
		sum += cost;
	}
	return least >= 1000 && sum <= 1.15 * least * set->n;  /* measured: doc/turns.md, "Fewer or dearer
	                                                        * turns" */
}

bool tables_of_all_turns(const struct tables_options *o, struct tables_options *of_all)
{
	if (o->turns == NULL || is_none(o) || (o->goal != NULL && o->turns->moves == 0))
		return false;
	const struct turn_set *const set = &o->turns->set;
	*of_all = *o;
	of_all->turns = NULL;
	of_all->metric = o->turns->metric == TURNS_QTM && cost_little_more(set, METRIC_QTM) ? SUPERFLIP_QTM
	                                                                                    : SUPERFLIP_HTM;
	return turn_set_faces(set) != 0 && cost_little_more(set, (enum metric)of_all->metric);
}

/* The tables of whole cubes that are for the turns of a set, if they were named, or are installed and fit. */
static bool cover_by_whole_cubes(const struct tables_options *o, const struct goal *goal,
                                 uint64_t limit_bytes, struct tables_cover *made)
{
	for (const struct heuristic_spec *spec = heuristic_specs + n_heuristic_specs; spec-- > heuristic_specs;) {
		char path[PATH_MAX];
		if (spec->n_tables != 1 || !heuristic_serves_turns(spec->table[0], &made->turns)
		    || (heuristic_is_named(o->heuristic) && strcmp(o->heuristic, spec->name) != 0))
			continue;
		made->cover = (struct cover){
			.spec = *spec, .goal = {.goal = *goal, .turns = &made->turns, .costs = {made->turns.costs}},
		};
		made->cover.spec.goal = &made->cover.goal;
		const struct pdb_key key = heuristic_table_key(&made->cover.spec, 0, METRIC_HTM);
		const uint64_t needed_bytes = pdb_key_file_bytes(key) + (o->memory_bytes != 0 ? 0 : spare_bytes);
		if (heuristic_is_named(o->heuristic)
		    || (needed_bytes <= limit_bytes && pdb_find(o->directory, key, path) == STATUS_OK))
			return true;
	}
	return false;
}

superflip_status tables_cover_goal(const struct tables_options *o, struct tables_cover **out,
                                   superflip_error *error)
{
	struct goal goal;
	if (o->goal != NULL)
		goal = o->goal->goal;
	else
		goal_parse("solved", &goal, &(struct input_error){.column = 0});
	if (heuristic_is_named(o->heuristic) && !is_none(o) && (o->goal != NULL || o->turns == NULL))
		return error_refuse(error, "the goal '%s' has tables of its own; leave out the heuristic", goal.name);
	struct tables_cover *const made = calloc(1, sizeof *made);
	if (made == NULL || (o->turns != NULL && !turn_automaton_make(&o->turns->set, &made->turns))) {
		free(made);
		return error_no_memory(error);
	}
	const uint64_t limit_bytes = o->memory_bytes != 0 ? o->memory_bytes : memory_available_bytes();
	const struct turn_automaton *const turns = o->turns != NULL ? &made->turns : NULL;
	superflip_status status = SUPERFLIP_OK;
	if (turns != NULL && o->goal == NULL && !is_none(o)
	    && cover_by_whole_cubes(o, &goal, limit_bytes, made))
		;
	else if (heuristic_is_named(o->heuristic) && !is_none(o))
		status = error_refuse(error, "the heuristic '%s' has no tables for these turns; leave it out",
		                      o->heuristic);
	else if (!(is_none(o) ? cover_fill(&goal, turns, 0, &made->cover)
	                      : cover_choose(&goal, turns, (enum metric)o->metric, o->directory, limit_bytes,
	                                     &made->cover)))
		status = error_say(error, SUPERFLIP_TOO_LARGE, "no tables are small enough for the goal '%s'",
		                   goal.name);
	if (status == SUPERFLIP_OK)
		*out = made;
	else
		tables_cover_free(made);
	return status;
}

struct heuristic tables_give_up(superflip_tables *tables)
{
	const struct heuristic h = tables->heuristic;
	free(tables->directory);
	free(tables);
	return h;
}

void superflip_tables_close(superflip_tables *tables)
{
	if (tables == NULL || atomic_fetch_sub(&tables->n_users, 1) != 1)
		return;
	struct tables_cover *const cover = tables->cover;
	free(tables->completions);
	free(tables->goal);
	struct heuristic h = tables_give_up(tables);
	heuristic_close(&h);
	tables_cover_free(cover);
}

/* A goal with few completions is a list of cubes where tables of whole cubes are installed: these bound it
 * better than its pieces do.
 * @return SUPERFLIP_TABLE_MISSING: it takes tables of its own */
static superflip_status open_for_completions(const struct tables_options *o,
                                             const struct heuristic_spec *wanted, superflip_tables *tables,
                                             superflip_error *error)
{
	const struct goal *const goal = &o->goal->goal;
	if (goal_n_completions(goal) > SEARCH_MAX_GOALS && wanted != NULL)
		return error_refuse(error,
		                    "'%s' may overestimate the moves to the goal '%s', which has tables of its own",
		                    wanted->name, goal->name);
	if (goal_n_completions(goal) > SEARCH_MAX_GOALS)
		return SUPERFLIP_TABLE_MISSING;
	struct tables_options of_cubes = *o;
	of_cubes.goal = NULL;
	const superflip_status status = tables_open_installed(&of_cubes, wanted, &tables->heuristic, error);
	if (status == SUPERFLIP_TOO_LARGE && wanted == NULL)
		return SUPERFLIP_TABLE_MISSING;
	if (status != SUPERFLIP_OK)
		return status;
	tables->completions = goal_completions(goal, &tables->n_completions);
	if (tables->completions != NULL)
		return SUPERFLIP_OK;
	heuristic_close(&tables->heuristic);
	return error_no_memory(error);
}

static superflip_status open_for_cover(const struct tables_options *o, const struct heuristic_spec *wanted,
                                       superflip_tables *tables, superflip_error *error)
{
	superflip_status status;
	if (o->goal != NULL && (tables->goal = array_copy(o->goal, sizeof *tables->goal)) == NULL)
		return error_no_memory(error);
	if (o->turns == NULL && !is_none(o)) {
		status = open_for_completions(o, wanted, tables, error);
		if (status != SUPERFLIP_TABLE_MISSING || wanted != NULL)
			return status;
	}
	status = tables_cover_goal(o, &tables->cover, error);
	if (status != SUPERFLIP_OK)
		return status;
	return tables_open_installed(o, &tables->cover->cover.spec, &tables->heuristic, error);
}

superflip_status tables_open(const struct tables_options *o, superflip_tables **out, superflip_error *error)
{
	api_init(SUPERFLIP_3X3);
	const bool is_named = !is_none(o) && heuristic_is_named(o->heuristic);
	const struct heuristic_spec *const spec = is_named ? heuristic_find(o->heuristic) : NULL;
	if (is_named && spec == NULL)
		return error_say(error, SUPERFLIP_UNKNOWN_NAME, "there is no heuristic '%s'", o->heuristic);
	superflip_tables *const tables = calloc(1, sizeof *tables);
	if (tables == NULL)
		return error_no_memory(error);
	tables->n_users = 1;
	const superflip_status status = tables_need_cover(o) ? open_for_cover(o, spec, tables, error)
		: tables_open_installed(o, spec, &tables->heuristic, error);
	if (status != SUPERFLIP_OK) {
		tables_cover_free(tables->cover);
		free(tables->goal);
		free(tables);
		return status;
	}
	tables->directory = o->directory != NULL ? strdup(o->directory) : NULL;
	*out = tables;
	return SUPERFLIP_OK;
}

/* ---- checks ---- */

superflip_status superflip_tables_await_check(superflip_tables *tables, superflip_notify *notify,
                                              void *context, superflip_error *error)
{
	const struct heuristic *const h = &tables->heuristic;
	if (h->spec->n_tables == 0)
		return SUPERFLIP_OK;
	struct table_progress of_table;
	unsigned failed = 0;
	const enum status status = heuristic_await_check(
		h, table_progress_begin(&of_table, notify, context, h->spec->table[0]), &failed);
	if (status == STATUS_OK)
		return SUPERFLIP_OK;
	if (status == STATUS_INTERRUPTED)
		return error_say(error, SUPERFLIP_CANCELLED, "cancelled");
	return error_of_check(error, status, &h->table[failed]);
}

double tables_checked_share(const superflip_tables *tables)
{
	return heuristic_checked_share(&tables->heuristic);
}

superflip_status tables_fault(const superflip_tables *tables, superflip_error *error)
{
	unsigned failed = 0;
	const enum status status = heuristic_fault(&tables->heuristic, &failed);
	return status == STATUS_OK ? SUPERFLIP_OK
	    : error_of_check(error, status, &tables->heuristic.table[failed]);
}

/* ---- asking ---- */

const char *tables_heuristic(const superflip_tables *tables)
{
	return tables->heuristic.spec->name;
}

unsigned superflip_tables_bound(const superflip_tables *tables, const superflip_cube *cube)
{
	if (tables->completions == NULL)
		return heuristic_evaluate(&tables->heuristic, &cube->cube);
	unsigned least = UINT_MAX;
	items_foreach(goal, tables->completions, tables->n_completions) {
		const struct cube inverse = cube_inverse(goal),
		                  between = cube_product(&inverse, &cube->cube);
		const unsigned bound = heuristic_evaluate(&tables->heuristic, &between);
		least = bound < least ? bound : least;
	}
	return least;
}

bool superflip_tables_table(const superflip_tables *tables, unsigned i, superflip_table_info *out)
{
	superflip_table_info info = {
		.size = sizeof info,
		.heuristic = tables_heuristic(tables),
		.kernel = kernel_best(&tables->heuristic)->name,
		.checked_share = tables_checked_share(tables),
		.n_tables = tables->heuristic.spec->n_tables,
	};
	const bool is_there = i < info.n_tables;
	if (is_there) {
		const struct pdb *const table = &tables->heuristic.table[i];
		struct system_pages pages = {.resident_bytes = 0};
		coordinate_name(table->key.coordinate, info.name);
		if (pdb_find(tables->directory, table->key, info.path) != STATUS_OK)
			info.path[0] = '\0';
		info.metric = (superflip_metric)table->key.metric;
		info.file_bytes = (uint64_t)(PDB_HEADER_BYTES + table->size_bytes);
		info.is_preloaded = table->is_preloaded;
		info.has_pages = system_pages_of(table->mapping, table->mapping_bytes, &pages);
		info.resident_bytes = info.has_pages ? pages.resident_bytes : 0;
		info.huge_bytes = info.has_pages ? pages.huge_bytes : 0;
	}
	options_give(out, &info);
	return is_there;
}

superflip_status superflip_tables_directory(const char *directory, char *path, superflip_error *error)
{
	if (pdb_directory(directory, path) == STATUS_OK)
		return SUPERFLIP_OK;
	return error_of_system(error, SUPERFLIP_IO, directory != NULL ? directory : "",
	                       "no directory for the tables");
}
