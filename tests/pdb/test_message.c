/* Every fault has its own sentence. */
#include "pieces/families.h"
#include "pdb/message.h"

#include "support/test.h"

Test(pdb_message, every_status_has_words_of_its_own)
{
	for (enum status a = STATUS_OK; a < STATUS_END; a++) {
		cr_assert_not_null(pdb_status_text(a));
		for (enum status b = STATUS_OK; b < a; b++)
			cr_expect_str_neq(pdb_status_text(a), pdb_status_text(b));
	}
}

Test(pdb_message, what_is_lacking_is_given_in_numbers)
{
	char message[PDB_MESSAGE_MAX];
	const struct pdb_key key = {{.family = COORDINATE_CORNERS}, .metric = METRIC_HTM};
	pdb_message(STATUS_NO_SPACE, "/full/corners-htm.pdb", &key, message);
	cr_expect_str_eq(message, "/full/corners-htm.pdb: not enough disk space; 44094016 bytes are needed");
	pdb_message(STATUS_NO_MEMORY, "/full/corners-htm.pdb", &key, message);
	cr_expect_str_eq(message, "/full/corners-htm.pdb: not enough memory; about 72 MB are needed");
}

Test(pdb_message, the_longest_path_fits)
{
	static char path[8000], message[PDB_MESSAGE_MAX];
	memset(path, 'x', sizeof path - 1);
	path[0] = '/';
	path[4000] = '/';
	const struct pdb_key key = {EDGES_COORDINATE(0x30F), .metric = METRIC_QTM};
	pdb_message(STATUS_DAMAGED, path, &key, message);
	cr_expect_lt(strlen(message), sizeof message);
}
