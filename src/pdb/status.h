/* What can be wrong with a table; words for it are in pdb/message.h. */
#ifndef SUPERFLIP_PDB_STATUS_H
#define SUPERFLIP_PDB_STATUS_H
enum pdb_status {
	PDB_OK,
	PDB_MISSING,         /* no such file */
	PDB_IO,              /* errno is set */
	PDB_BAD_MAGIC,       /* not a pattern database */
	PDB_BAD_VERSION,     /* another format version */
	PDB_BAD_HEADER,      /* the header's checksum or a field in it is wrong */
	PDB_WRONG_TABLE,     /* a sound file, but of another coordinate or metric */
	PDB_TRUNCATED,       /* shorter (or longer) than the header says */
	PDB_UNFINISHED,      /* half written: zeros where the header or the end of a chunk should be */
	PDB_DAMAGED,         /* a chunk's checksum is wrong */
	PDB_CHANGED,         /* somebody wrote to the file while it was in use */
	PDB_WRONG_DEPTHS,    /* the entries by depth are not those that the header states or that were published */
	PDB_LOCKED,          /* another process is building it */
	PDB_NO_SPACE,        /* not enough disk space */
	PDB_NO_MEMORY,
	PDB_INTERRUPTED,
	N_PDB_STATUS
};
#endif
