/* How work on files and other long work ends: of tables, logs and journals, and of whole cosets. */
#pragma once

/** Words for what can be wrong with a table are in pdb/message.h. */
enum status {
	STATUS_OK,
	STATUS_MISSING,         /* no such file */
	STATUS_IO,              /* errno is set */
	STATUS_NO_SPACE,        /* not enough disk space */
	STATUS_NO_MEMORY,
	STATUS_INTERRUPTED,
	STATUS_LOCKED,          /* another process is writing it */
	STATUS_FOREIGN,         /* another kind of file; of a log also another version of its format */
	STATUS_BAD_VERSION,     /* another format version */
	STATUS_DIFFERENT,       /* a sound file, but of another table, run or coset */
	STATUS_BAD_HEADER,      /* the header's checksum or a field in it is wrong */
	STATUS_TRUNCATED,       /* shorter (or longer) than the header says */
	STATUS_UNFINISHED,      /* half written: zeros where the header or the end of a chunk should be */
	STATUS_DAMAGED,         /* a checksum is wrong; of a log that is needed whole also cut off */
	STATUS_CHANGED,         /* somebody wrote to the file while it was in use */
	STATUS_WRONG_DEPTHS,    /* the entries by depth are not those that the header states or that were
	                         * published */
	STATUS_END,             /* of a log: there is no further record */
	STATUS_FEW_LEFT,        /* of a coset: all but a few positions are found (struct subgroup_coset.n_few) */
	N_STATUS
};
