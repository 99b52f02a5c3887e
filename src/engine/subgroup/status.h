/* How the long steps of this directory end. */
#ifndef SUPERFLIP_SUBGROUP_STATUS_H
#define SUPERFLIP_SUBGROUP_STATUS_H

enum subgroup_status {
	SUBGROUP_OK,
	SUBGROUP_FEW_LEFT,               /* all but a few are found: see struct subgroup_coset.n_few */
	SUBGROUP_INTERRUPTED,
	SUBGROUP_NO_MEMORY,
	SUBGROUP_IO,                     /* errno is set */
	SUBGROUP_NO_JOURNAL,             /* there is no such file */
	SUBGROUP_FOREIGN_JOURNAL,        /* another kind of file, or another version */
	SUBGROUP_BAD_JOURNAL,            /* truncated, or damaged */
	SUBGROUP_OTHER_COSET,            /* a sound journal, but of another coset */
	N_SUBGROUP_STATUS
};

/** A line for users that says what is wrong. */
const char *subgroup_status_text(enum subgroup_status status);
#endif
