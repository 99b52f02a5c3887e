/* Going through a list, or through arguments, cube by cube: for commands that do not solve them all at once. */
#ifndef SUPERFLIP_CLI_ENTRIES_H
#define SUPERFLIP_CLI_ENTRIES_H
#include "cube/position.h"
#include "input/list.h"

/** What a command does with the entries. */
struct entry_reader {
	/** @param name  of the list; NULL: the entry is an argument
	 * @return EXIT_SOLVED to go on, also after an entry that is no cube; anything else to stop with it */
	int (*take)(void *context, const char *name, const struct list_entry *entry);
	void (*look_around)(void *context);  /* now and then, also while nothing arrives: for SIGUSR1; NULL: nobody does */
	void *context;
	enum list_source source;
	unsigned list_options;               /* as for list_open() */
};

/** Give all entries of a file (- is standard input) to a reader, and say at the end what was skipped.
 * @return EXIT_SOLVED; what take() returned; or another status, having complained; 128 + n after signal n */
int entries_of_file(const struct entry_reader *reader, const char *path);

/** The same of arguments. */
int entries_of_arguments(const struct entry_reader *reader, char *const *arguments, int n);

/** Read an entry as a position of the 3x3x3, or complain: "list.txt:3:5: ...", "argument 2: column 5: ...".
 * @return EXIT_SOLVED, EXIT_INPUT or EXIT_MEMORY */
int entry_read(const char *name, const struct list_entry *entry, unsigned read_options, struct position *out);

/** Complain of an entry that is no cube.
 * @param error  NULL: its own fault
 * @return EXIT_INPUT or EXIT_MEMORY */
int entry_refuse(const char *name, const struct list_entry *entry, const struct input_error *error);
#endif
