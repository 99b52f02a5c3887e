/* What killed builders leave behind beside a table: temporary files, as large as the table at worst, and lock files. */
#ifndef SUPERFLIP_PDB_LEFTOVERS_H
#define SUPERFLIP_PDB_LEFTOVERS_H
#include <stdbool.h>
#include <stdint.h>

/** Whether there is anything of the kind beside the table at `path`; it may belong to a builder at work. */
bool pdb_has_leftovers(const char *path);

/** Remove the temporary files that killed writers of `path` have left; only with its lock held. */
void pdb_remove_leftovers(const char *path);

/** Report each leftover in a directory, in order of name, but for those of a builder at work.
 * @param tell  is given the file, its size, and the table that it was to be or to protect */
void pdb_each_leftover(const char *directory, void (*tell)(void *context, const char *path, uint64_t bytes, const char *table),
                       void *context);
#endif
