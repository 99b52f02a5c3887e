/* Building the tables of a heuristic, and checking their files. */
#include "api/tables.h"

#include "api/cube.h"
#include "base/processor.h"
#include "pdb/directory.h"
#include "pdb/file.h"
#include "pdb/generate.h"
#include "pdb/message.h"

#include <errno.h>
#include <string.h>

struct table_progress table_progress_of(superflip_progress_function *notify, void *context, struct coordinate_key table)
{
	struct table_progress progress = {.notify = notify, .context = context};
	coordinate_name(table, progress.name);
	return progress;
}

static bool on_table_progress(void *context, const char *stage, uint64_t done, uint64_t total)
{
	const struct table_progress *const progress = context;
	return progress->notify(progress->context, progress->name, stage, done, total);
}

const struct pdb_progress *table_progress_callback(struct table_progress *progress, struct pdb_progress *callback)
{
	*callback = (struct pdb_progress){on_table_progress, progress};
	return progress->notify != NULL ? callback : NULL;
}

/* What a name stands for; a heuristic may have the name of its only table. */
struct named_tables {
	unsigned n;
	struct coordinate_key table[HEURISTIC_MAX_TABLES];
};

static superflip_status find_named(const char *name, struct named_tables *out, superflip_error *error)
{
	out->n = 0;
	if (name == NULL || strcmp(name, "auto") == 0)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "expected the name of a heuristic or a table");
	if (coordinate_parse(name, &out->table[0])) {
		out->n = 1;
		return SUPERFLIP_OK;
	}
	const struct heuristic_spec *const spec = heuristic_find(name);
	if (spec == NULL)
		return error_say(error, SUPERFLIP_UNKNOWN_NAME, "there is no table or heuristic '%s'", name);
	out->n = spec->n_tables;
	memcpy(out->table, spec->table, sizeof out->table);
	return SUPERFLIP_OK;
}

static superflip_status build_one(const superflip_tables_options *o, const char *directory, struct coordinate_key table,
                                  superflip_error *error)
{
	const struct pdb_key key = {.coordinate = table, .metric = (enum metric)o->metric};
	struct table_progress of_table = table_progress_of(o->progress, o->progress_context, table);
	struct pdb_progress callback;
	const struct pdb_generate_options options = {
		.n_threads = o->n_threads != 0 ? o->n_threads : processors_usable(), .force = o->builds_again,
		.wait = !o->refuses_to_wait, .progress = table_progress_callback(&of_table, &callback),
	};
	bool was_built;
	const enum pdb_status status = pdb_generate(directory, key, &options, &was_built);
	return status == PDB_OK ? SUPERFLIP_OK : error_of_table(error, status, directory, key);
}

superflip_status superflip_tables_build(const superflip_tables_options *options, superflip_error *error)
{
	superflip_tables_options o;
	struct named_tables named = {.n = 0};
	char directory[PATH_MAX];
	api_init(SUPERFLIP_3X3);
	superflip_status status = options_of_tables(options, &o, error);
	if (status == SUPERFLIP_OK)
		status = find_named(o.heuristic, &named, error);
	if (status == SUPERFLIP_OK)
		status = superflip_tables_directory(o.directory, directory, error);
	for (unsigned i = 0; i < named.n && status == SUPERFLIP_OK; i++)
		status = build_one(&o, directory, named.table[i], error);
	return status;
}

static superflip_status verify_one(const superflip_tables_options *o, struct coordinate_key table, superflip_error *error)
{
	const struct pdb_key key = {.coordinate = table, .metric = (enum metric)o->metric};
	char path[PATH_MAX];
	struct pdb_header header;
	struct table_progress of_table = table_progress_of(o->progress, o->progress_context, table);
	struct pdb_progress callback;
	enum pdb_status status = pdb_find(o->directory, key, path);
	if (status == PDB_OK)
		status = pdb_verify(path, table_progress_callback(&of_table, &callback), &header);
	if (status == PDB_OK && !pdb_key_equal(pdb_header_key(&header), key))
		status = PDB_WRONG_TABLE;
	return status == PDB_OK ? SUPERFLIP_OK : error_of_table(error, status, o->directory, key);
}

superflip_status superflip_tables_verify(const superflip_tables_options *options, superflip_error *error)
{
	superflip_tables_options o;
	struct named_tables named = {.n = 0};
	api_init(SUPERFLIP_3X3);
	superflip_status status = options_of_tables(options, &o, error);
	if (status == SUPERFLIP_OK)
		status = find_named(o.heuristic, &named, error);
	for (unsigned i = 0; i < named.n && status == SUPERFLIP_OK; i++)
		status = verify_one(&o, named.table[i], error);
	return status;
}
