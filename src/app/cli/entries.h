/* Going through a list, or through arguments, cube by cube: for commands that do not solve them all at once. */
#ifndef SUPERFLIP_CLI_ENTRIES_H
#define SUPERFLIP_CLI_ENTRIES_H
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

/** Complain why a list ended, unless it was read to its end.  @return EXIT_SOLVED, EXIT_INPUT, EXIT_TABLE or EXIT_MEMORY */
int entries_complain_of_list(const struct list *list, enum list_status status, const char *name);

/** Complain of something in an entry: "argument 2: column 5: ..." or "cubes.txt:14:5: ...".
 * @param name    of the list; NULL: the entry is an argument
 * @param line    of a list; 0: the list has none, and the number tells which entry it is
 * @param row     of the scramble, from 0
 * @param column  from 1; 0: the message is about the whole scramble */
void entry_complain(const char *name, uint64_t number, uint64_t line, unsigned row, unsigned column, const char *message);
#endif
