/* Building the tables of a heuristic, and checking their files. */
#include "session/tables.h"

#include "session/cube.h"
#include "base/processor.h"
#include "pdb/directory.h"
#include "pdb/file.h"
#include "pdb/generate.h"
#include "pdb/message.h"
#include "pdb/table_progress.h"

#include <string.h>

typedef superflip_status work_fn(const struct tables_options *o, struct pdb_key key, superflip_error *error);

static superflip_status for_spec(const struct tables_options *o, const struct heuristic_spec *spec,
                                 work_fn *one, superflip_error *error)
{
	superflip_status status = SUPERFLIP_OK;
	for (unsigned i = 0; i < spec->n_tables && status == SUPERFLIP_OK; i++)
		status = one(o, heuristic_table_key(spec, i, (enum metric)o->metric), error);
	return status;
}

static superflip_status for_cover(const struct tables_options *o, work_fn *one, superflip_error *error)
{
	struct tables_cover *made;
	superflip_status status = tables_cover_goal(o, &made, error);
	if (status != SUPERFLIP_OK)
		return status;
	status = for_spec(o, &made->cover.spec, one, error);
	tables_cover_free(made);
	return status;
}

/* Have each of the tables done that `heuristic` names; a heuristic may have the name of its only table. */
static superflip_status for_named(const struct tables_options *o, work_fn *one, superflip_error *error)
{
	struct coordinate_key table;
	api_init(SUPERFLIP_3X3);
	if (tables_need_cover(o))
		return for_cover(o, one, error);
	if (!heuristic_is_named(o->heuristic))
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "expected the name of a heuristic or a table");
	if (coordinate_parse(o->heuristic, &table))
		return one(o, pdb_key_in(table, (enum metric)o->metric), error);
	const struct heuristic_spec *const spec = heuristic_find(o->heuristic);
	if (spec == NULL)
		return error_say(error, SUPERFLIP_UNKNOWN_NAME, "there is no table or heuristic '%s'", o->heuristic);
	return for_spec(o, spec, one, error);
}

static superflip_status build_one(const struct tables_options *o, struct pdb_key key, superflip_error *error)
{
	char directory[PATH_MAX];
	const superflip_status found = superflip_tables_directory(o->directory, directory, error);
	if (found != SUPERFLIP_OK)
		return found;
	struct table_progress progress;
	const struct pdb_generate_options options = {
		.n_threads = o->n_threads != 0 ? o->n_threads : processors_usable(),
		.force = o->builds_again,
		.wait = !o->refuses_to_wait,
		.progress = table_progress_begin(&progress, o->notify, o->notify_context, key.coordinate),
	};
	bool was_built;
	const enum status status = pdb_generate(directory, key, &options, &was_built);
	return status == STATUS_OK ? SUPERFLIP_OK : error_of_table(error, status, directory, key);
}

superflip_status tables_build(const struct tables_options *options, superflip_error *error)
{
	return for_named(options, build_one, error);
}

static superflip_status verify_one(const struct tables_options *o, struct pdb_key key, superflip_error *error)
{
	char path[PATH_MAX];
	struct pdb_header header;
	struct table_progress progress;
	enum status status = pdb_find(o->directory, key, path);
	if (status == STATUS_OK)
		status = pdb_verify(path, table_progress_begin(&progress, o->notify, o->notify_context,
			key.coordinate), &header);
	if (status == STATUS_OK && !pdb_key_equal(pdb_header_key(&header), key))
		status = STATUS_DIFFERENT;
	return status == STATUS_OK ? SUPERFLIP_OK : error_of_table(error, status, o->directory, key);
}

superflip_status tables_verify(const struct tables_options *options, superflip_error *error)
{
	return for_named(options, verify_one, error);
}
