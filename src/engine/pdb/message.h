/* What a status means, in words. */
#pragma once
#include "pdb/pdb.h"

enum { PDB_MESSAGE_MAX = 4608 };  /* a path and a sentence */

/** A few words without a full stop, e.g. "not a pattern database". */
const char *pdb_status_text(enum status status);

/** One line for the user: which file, and what is wrong with it; e.g.
 * "pdb/corners-htm.pdb: format version 2, this build reads 1".
 * Call it while errno is that of the failure.
 * @param want  the table that the file should hold; NULL if any
 * @param path  the file, or the directory that a build was given */
void pdb_message(enum status status, const char *path, const struct pdb_key *want,
                 char message[PDB_MESSAGE_MAX]);

/** The same with the caller's own description of the fault. */
void pdb_message_of(const char *fault, enum status status, const char *path, const struct pdb_key *want,
                    char message[PDB_MESSAGE_MAX]);
