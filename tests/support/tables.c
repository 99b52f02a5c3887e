#include "support/tables.h"
#include "pdb/directory.h"
#include "pdb/file.h"
#include "pdb/generate.h"
#include "pdb/message.h"

#include "support/test.h"

#ifndef TEST_TABLES
#define TEST_TABLES "build/test-tables"
#endif

/* Most tests keep their tables until their process ends: remembered here, they are no leaks to a leak
 * checker. */
static struct pdb remembered(struct pdb table)
{
	static struct pdb all[64];
	static unsigned n;
	struct pdb *const kept = &all[n++ % 64];
	*kept = table;
	return *kept;
}

const char *shared_table_directory(void)
{
	const char *const named = getenv("SUPERFLIP_TEST_TABLES");
	return named != NULL && named[0] != '\0' ? named : TEST_TABLES;
}

struct pdb shared_table(struct pdb_key key)
{
	const struct pdb_family *const family = pdb_family_of(key.coordinate.family);
	if (family->is_valid != NULL && !family->is_valid(key.coordinate.parameter)) {
		struct pdb image;
		cr_assert_eq(pdb_build(key, 2, NULL, &image), STATUS_OK);
		return remembered(image);
	}
	const char *const directory = shared_table_directory();
	const struct pdb_generate_options options = {.n_threads = 2, .wait = true};
	char path[PATH_MAX];
	bool was_built;
	struct pdb table = {.entries = NULL};
	cr_assert_eq(pdb_path(directory, key, path), STATUS_OK);
	enum status status = pdb_open(path, key, true, NULL, &table);
	if (status == STATUS_MISSING && (status = pdb_generate(directory, key, &options,
	                                                       &was_built)) == STATUS_OK)
		status = pdb_open(path, key, true, NULL, &table);
	if (status != STATUS_OK) {
		char message[PDB_MESSAGE_MAX];
		pdb_message(status, path, &key, message);
		cr_assert_fail("%s", message);
	}
	return remembered(table);
}
