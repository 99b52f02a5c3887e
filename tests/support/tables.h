/* Tables that tests share: built once for the run, mapped by every test that needs them. */
#ifndef SUPERFLIP_TESTS_SUPPORT_TABLES_H
#define SUPERFLIP_TESTS_SUPPORT_TABLES_H
#include "pdb/pdb.h"

/** A table of the directory $SUPERFLIP_TEST_TABLES, by default test-tables/ beside the test program. The
 * first test that asks for it builds it; tests in other processes wait for that one. The mapping lives as
 * long as the test. Fails the test if the table cannot be built or read. A coordinate that has no files is
 * built for this test alone. The directory is emptied when the code that builds tables has changed
 * (mk/objects.mk), so that no table is older than its builder. */
struct pdb shared_table(struct pdb_key key);

/** That directory. */
const char *shared_table_directory(void);
#endif
