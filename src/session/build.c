/* Building the tables of a heuristic, and checking their files. */
#include "session/session.h"

/* Build a table, or check its file. */
static superflip_status work(const struct tables_options *o, struct pdb_key key, superflip_error *error)
{
	char path[PATH_MAX];  /* of the file, or of the directory to build in */
	struct pdb_header header;
	struct table_progress progress;
	bool was_built;
	const struct pdb_generate_options options = {
		.n_threads = o->n_threads != 0 ? o->n_threads : processors_usable(),
		.force = o->builds_again,
		.wait = !o->refuses_to_wait,
		.progress = table_progress_begin(&progress, o->notify, o->notify_context, key.coordinate),
	};
	if (!o->only_verifies && superflip_tables_directory(o->directory, path, error) != SUPERFLIP_OK)
		return SUPERFLIP_IO;
	enum status status = o->only_verifies ? pdb_find(o->directory, key, path)
	                                      : pdb_generate(path, key, &options, &was_built);
	if (o->only_verifies && status == STATUS_OK)
		status = pdb_verify(path, options.progress, &header);
	if (o->only_verifies && status == STATUS_OK && !pdb_key_equal(pdb_header_key(&header), key))
		status = STATUS_DIFFERENT;
	return status == STATUS_OK
	           ? SUPERFLIP_OK
	           : error_of_table(error, status, o->only_verifies ? o->directory : path, key);
}

superflip_status tables_build(const struct tables_options *o, superflip_error *error)
{
	struct coordinate_key table;
	struct tables_cover *made = NULL;
	const bool is_named = heuristic_is_named(o->heuristic);
	api_init(SUPERFLIP_3X3);
	if (!tables_need_cover(o) && !is_named)
		return error_refuse(error, "expected the name of a heuristic or a table");
	/* A heuristic may have the name of its only table. */
	if (!tables_need_cover(o) && coordinate_parse(o->heuristic, &table))
		return work(o, pdb_key_in(table, (enum metric)o->metric), error);
	superflip_status status = tables_need_cover(o) ? tables_cover_goal(o, &made, error) : SUPERFLIP_OK;
	const struct heuristic_spec *const spec =
		made != NULL ? &made->cover.spec : is_named ? heuristic_find(o->heuristic) : NULL;
	if (status == SUPERFLIP_OK && spec == NULL)
		status =
			error_say(error, SUPERFLIP_UNKNOWN_NAME, "there is no table or heuristic '%s'", o->heuristic);
	for (unsigned i = 0; status == SUPERFLIP_OK && i < spec->n_tables; i++)
		status = work(o, heuristic_table_key(spec, i, (enum metric)o->metric), error);
	tables_cover_free(made);
	return status;
}
