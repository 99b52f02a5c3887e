/* Inside `superflip pocket`: its verbs. */
#ifndef SUPERFLIP_CLI_POCKET_POCKET_H
#define SUPERFLIP_CLI_POCKET_POCKET_H
#include "pocket/pocket.h"

struct pocket_options {
	enum metric metric;
	const char *file;             /* build -o */
	bool may_overwrite;           /* build --force */
	unsigned format;              /* of distribution: enum table_format */
	unsigned bound;               /* prove --bound; POCKET_MAX_LENGTH + 1: not given */
	char **arguments;             /* show */
	int n_arguments;
};

/** A verb and its options. */
struct pocket_verb {
	const char *name, *summary, *usage, *more;
	unsigned user;
	int (*run)(const struct pocket_options *options);  /* returns the exit status */
};
enum { POCKET_SHOW = 1, POCKET_DISTRIBUTION = 2, POCKET_PROVE = 4, POCKET_BUILD = 8, POCKET_ALL = 15 };
extern const struct pocket_verb pocket_show, pocket_distribution, pocket_prove;
#endif
