/* Inside `superflip pocket`: its options, and its verbs. */
#ifndef SUPERFLIP_CLI_POCKET_OPTIONS_H
#define SUPERFLIP_CLI_POCKET_OPTIONS_H
#include "pocket/pocket.h"

struct pocket_options {
	enum metric metric;
	const char *file;             /* build -o */
	bool may_overwrite;           /* build --force */
	unsigned bound;               /* prove --bound; POCKET_MAX_LENGTH + 1: not given */
};

enum pocket_verb { POCKET_SHOW = 1, POCKET_DISTRIBUTION = 2, POCKET_PROVE = 4, POCKET_BUILD = 8, POCKET_ALL = 15 };

/** Read the options of one verb; only POCKET_SHOW takes arguments.
 * @param usage        as in struct option_set
 * @param exit_status  set if there is nothing more to do
 * @return the index of the first argument, or -1 to leave with *exit_status */
int pocket_options_read(int argc, char **argv, unsigned verb, const char *usage, struct pocket_options *out, int *exit_status);

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
