/* Where records go: standard output, a device, or a file of our own with a journal beside it. */
#ifndef SUPERFLIP_CLI_OUTPUT_H
#define SUPERFLIP_CLI_OUTPUT_H
#include "cli/html.h"
#include "report/journal.h"

#include <sys/types.h>

struct output {
	const char *path;                  /* NULL: standard output */
	FILE *file;
	bool has_journal, keeps_journal;
	struct journal journal;
	char journal_path[4096 + 16], journal_options[JOURNAL_OPTIONS_MAX];
	struct journal_progress resumed;   /* what an earlier run has done */
	struct journal_progress done;      /* in all; only records that are final */
	bool is_final;                     /* no record was left out yet that has to be made again */
	double last_flush_s, last_sync_s;
	bool (*is_superseded)(void *context);  /* asked when it is synced: whether another run has done all of it; may be NULL */
	void *superseded_context;
	bool has_been_superseded;          /* it has: there is nothing left to do */
	FILE *record;                      /* what is written here becomes the next record */
	char *text;                        /* of it; owned by `record` */
	size_t text_bytes;
	struct html_page *html;            /* of the caller; gets every record, too; NULL: none */
};

/** What must be the same in all runs that write one file, or shards of one list, as words "name=value". */
void output_describe_options(const struct solve_options *o, char text[JOURNAL_OPTIONS_MAX]);

/** Open the output that the options name.
 * @param input_fd  of the list: --force must not empty it
 * @param list      as in struct journal_list, to recognise it; its context tells the line of the cube read last
 * @param line      that line; NULL or *line 0: cubes are told by their number
 * @return EXIT_SOLVED; else complained */
int output_open(const struct solve_options *o, int input_fd, const char *list_name, struct journal_list list,
                const uint64_t *line, struct output *out);

/** Standard output, for `solve`. @return false without memory */
bool output_open_standard(struct output *out);

/** Write what is in out->record: all of it or, if that fails, nothing of it.
 * @param cube      checksum of the cube
 * @param is_final  no later run is to make the record again
 * @return 0, or errno */
int output_end_record(struct output *out, uint64_t cube, enum journal_kind kind, bool is_final);

/** Bring the journal to the disk now and then; call it some times a second. */
void output_tick(struct output *out);

/** @param is_complete  the list was solved to its end
 * @return status, or EXIT_TABLE after complaining if not all could be written and status was EXIT_SOLVED */
int output_close(struct output *out, bool is_complete, int status);
#endif
