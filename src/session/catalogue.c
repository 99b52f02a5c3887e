/* All heuristics with what is known of their tables here. */
#include "session/session.h"

#include "base/memory_speed.h"
#include "heuristic/expect.h"
#include "pieces/families.h"

struct superflip_catalogue {
	unsigned n;
	superflip_heuristic row[];
};

/* What is to be built again counts as missing. */
static bool is_there(struct pdb_key key, const void *options)
{
	const struct tables_options *const o = options;
	char path[PATH_MAX];
	return !o->builds_again && pdb_find(o->directory, key, path) == STATUS_OK;
}

/* @param machine  its read_ns 0: times are not wanted */
static superflip_heuristic row_of(const struct heuristic_spec *spec, const struct tables_options *o,
                                  struct machine machine)
{
	struct expect_limits here = {
		.metric = (enum metric)o->metric,
		.machine = &machine,
		.is_installed = is_there,
		.context = o,
	};
	struct expect_needs needs;
	const bool is_measured = machine.read_ns > 0;
	const double solve_s = is_measured ? expect_solving_s(spec, here.metric, &machine) : INFINITY;
	needs = expect_needs(spec, &here);
	if (needs.memory_bytes > 0 && here.metric == METRIC_QTM && tables_serve_quarter_turns(spec)) {
		here.metric = METRIC_HTM;
		const struct expect_needs of_half_turns = expect_needs(spec, &here);
		needs = of_half_turns.memory_bytes == 0 ? of_half_turns : needs;
	}
	const bool is_installed = needs.memory_bytes == 0;
	return (superflip_heuristic){
		.name = spec->name, .summary = spec->summary, .n_tables = spec->n_tables,
		.n_lookups = spec->n_lookups, .is_installed = is_installed, .is_for_comparison = spec->for_comparison,
		.file_bytes = needs.file_bytes, .build_bytes = needs.memory_bytes,
		.build_s = is_measured ? needs.building_s : INFINITY, .solve_s = solve_s,
		.table_metric = is_installed ? (superflip_metric)here.metric : o->metric,
	};
}

superflip_status catalogue_make(const struct tables_options *o, bool measures, superflip_catalogue **out,
                                superflip_error *error)
{
	char directory[PATH_MAX];
	api_init(SUPERFLIP_3X3);
	if (superflip_tables_directory(o->directory, directory, error) != SUPERFLIP_OK)
		return SUPERFLIP_IO;
	superflip_catalogue *const made = calloc(1, sizeof *made + n_heuristic_specs * sizeof *made->row);
	if (made == NULL)
		return error_no_memory(error);
	const unsigned n_threads = o->n_threads != 0 ? o->n_threads : processors_usable();
	const struct machine machine =
		measures ? machine_here(n_threads) : (struct machine){.n_threads = n_threads};
	for (; made->n < n_heuristic_specs; made->n++)
		made->row[made->n] = row_of(&heuristic_specs[made->n], o, machine);
	*out = made;
	return SUPERFLIP_OK;
}

void superflip_catalogue_free(superflip_catalogue *catalogue)
{
	free(catalogue);
}

const superflip_heuristic *superflip_catalogue_at(const superflip_catalogue *catalogue, unsigned i)
{
	return i < catalogue->n ? &catalogue->row[i] : NULL;
}

const superflip_heuristic *catalogue_find(const superflip_catalogue *catalogue, const char *name)
{
	for (unsigned i = 0; name != NULL && i < catalogue->n; i++)
		if (strcmp(catalogue->row[i].name, name) == 0)
			return &catalogue->row[i];
	return NULL;
}

/* ---- goals ---- */

/* The tables of a goal; those of whole cubes, if there are any, where few cubes are at the goal. */
static const struct heuristic_spec *spec_for(const struct cover *cover, const struct tables_options *o)
{
	const struct heuristic_spec *const standard = heuristic_find(heuristic_standard);
	if (o->turns != NULL || goal_n_completions(&cover->goal.goal) > SEARCH_MAX_GOALS)
		return &cover->spec;
	for (const struct heuristic_spec *spec = heuristic_specs + n_heuristic_specs; spec-- > standard;) {
		bool are_there = !spec->for_comparison;
		for (unsigned i = 0; i < spec->n_tables && are_there; i++)
			are_there = is_there(heuristic_table_key(spec, i, (enum metric)o->metric), o);
		if (are_there)
			return spec;
	}
	return &cover->spec;
}

void catalogue_describe(const struct heuristic_spec *spec, const struct tables_options *o,
                        superflip_needs *out)
{
	const superflip_heuristic row = row_of(spec, o, (struct machine){.read_ns = 0});
	out->n_tables = row.n_tables;
	out->is_installed = row.is_installed;
	out->file_bytes = row.file_bytes;
	out->build_bytes = row.build_bytes;
}

superflip_status cover_measure(const struct tables_options *o, superflip_needs *out, superflip_error *error)
{
	struct tables_cover *made = NULL;
	const superflip_status status = tables_cover_goal(o, &made, error);
	if (status != SUPERFLIP_OK)
		return status;
	const struct goal *const goal = &made->cover.goal.goal;
	const uint64_t n_states = pieces_n_states(&goal->view[0].pattern);
	*out = (superflip_needs){
		.size = sizeof *out, .n_states = n_states != UINT64_MAX ? n_states : 0, .n_sides = goal->n_views,
		.is_exact = made->cover.goal.is_exact,
	};
	catalogue_describe(spec_for(&made->cover, o), o, out);
	tables_cover_free(made);
	return SUPERFLIP_OK;
}

/* ---- choosing ---- */

const superflip_heuristic *superflip_catalogue_choose(const superflip_catalogue *catalogue,
                                                      uint64_t file_bytes, uint64_t build_bytes,
                                                      double build_s)
{
	const superflip_heuristic *best = NULL;
	build_bytes = build_bytes != 0 ? build_bytes : memory_available_bytes();
	items_foreach(row, catalogue->row, catalogue->n) {
		const bool fits = row->n_tables > 0 && !row->is_for_comparison && row->build_bytes <= build_bytes
		                  && (file_bytes == 0 || row->file_bytes <= file_bytes)
		                  && (build_s <= 0 || row->build_s <= build_s);
		/* The fastest; where that is not known, the last. */
		if (fits && (best == NULL || row->solve_s <= best->solve_s))
			best = row;
	}
	return best;
}
