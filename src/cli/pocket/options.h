/* Inside `superflip pocket`: its options, and its verbs. */
#ifndef SUPERFLIP_CLI_POCKET_OPTIONS_H
#define SUPERFLIP_CLI_POCKET_OPTIONS_H
#include "pocket/pocket.h"

#include <getopt.h>

struct pocket_options {
	enum metric metric;
	const char *file;             /* build -o */
	bool may_overwrite;           /* build --force */
	unsigned bound;               /* prove --bound; POCKET_MAX_LENGTH + 1: not given */
};

/** Read the options of one verb.
 * @param known, short_known  as getopt_long() takes them
 * @return -1 to go on, else the exit status: help was printed, or an option complained of */
int pocket_options_read(int argc, char **argv, const struct option *known, const char *short_known, const char *help,
                        struct pocket_options *out);

/** Complain of argv[optind], which is one argument too many.  @return the exit status */
int pocket_refuse_arguments(char **argv);

/** Complain and exit. */
void pocket_give_up_without_memory(void);

/** The verbs; argv[0] is the verb's name.  Each returns the exit status. */
int command_pocket_distribution(int argc, char **argv);
int command_pocket_prove(int argc, char **argv);
int command_pocket_build(int argc, char **argv);
int command_pocket_show(int argc, char **argv);

/** The moves 0..8 in Théry's letters: "r", "r2", "r'", "b" ... */
extern const char *const pocket_move_name[POCKET_MOVES];
#endif
