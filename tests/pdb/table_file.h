/* One file of a table in a directory of the test's own, written, damaged and opened. */
#ifndef SUPERFLIP_TESTS_PDB_TABLE_FILE_H
#define SUPERFLIP_TESTS_PDB_TABLE_FILE_H
#include "pdb/file.h"
#include "scratch.h"

extern char table_directory[SCRATCH_MAX], table_path[PATH_MAX];

/* Of 2187, 40,320 and 3,041,280 entries. */
extern const struct pdb_key twist, corner_perm, five_edges;

/** The directory of a test, made before it and removed after it: .init and .fini of a suite. */
void table_enter(void);
void table_leave(void);

/** Entries that repeat only after long, so that no two chunks are alike; depths 0 to 14. The caller frees
 * .entries. */
struct pdb table_image(struct pdb_key key);

/** Write the file with the entries of table_image(). */
void table_file_write(struct pdb_key key, uint32_t chunk_bytes);

/** Open the file as the table `want`, and close it again. */
enum status table_open(struct pdb_key want);

/** Change bytes of the file, or the lowest bit of one. */
void table_overwrite(uint64_t offset, const void *bytes, size_t size);
void table_flip_bit(uint64_t offset);

/** A struct pdb_progress's tell(): the context is the name of the stage that is interrupted. */
bool table_stop_at_stage(void *stage, const char *now, uint64_t done, uint64_t total);

/** Change one field of 4 bytes of the header and make its checksum right again. */
void table_forge(size_t offset, uint32_t value);
#endif
