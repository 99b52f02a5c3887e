/* Where records go: standard output, a device, a shard, or a file with a log beside it from which it can be resumed. */
#ifndef SUPERFLIP_CLI_OUTPUT_H
#define SUPERFLIP_CLI_OUTPUT_H
#include "cli/html.h"
#include "report/resume.h"

struct output {
	const char *path;                  /* NULL: standard output */
	FILE *file;                        /* NULL: a shard */
	bool has_log, keeps_log;
	struct resume resume;              /* counts final records only */
	char log_path[4096 + 16];
	struct resume_progress resumed;    /* done by an earlier run */
	bool is_final;                     /* all records so far are final: none has to be made again */
	double last_flush_s, last_sync_s;
	struct shard_log *shard;           /* borrowed; takes the records in place of a file; NULL: none */
	bool has_been_superseded;          /* another run has finished the shard: stop */
	FILE *record;                      /* collects the next record */
	char *text;                        /* its text; owned by `record` */
	size_t text_bytes;
	struct html_page *html;            /* borrowed; gets every record as well; NULL: none */
	struct sheet *sheet;               /* borrowed; gets every record instead; NULL: none */
};

/** Open the output that the options name.
 * @param input_fd  of the list: --force must not empty it
 * @return EXIT_SOLVED; else complained */
int output_open(const struct solve_options *o, int input_fd, struct output *out);

/** Standard output, for `solve`. @return EXIT_SOLVED; EXIT_MEMORY, having complained */
int output_open_standard(struct output *out);

/** The records of a shard, which has been begun. @return EXIT_SOLVED; EXIT_MEMORY, having complained */
int output_open_shard(struct shard_log *shard, struct output *out);

/** Write out->record whole, or nothing of it on failure.  On standard output it appears after output_flush().
 * @param cube      checksum of the cube
 * @param is_final  a later run need not make the record again
 * @return 0, or errno */
int output_end_record(struct output *out, uint64_t cube, enum resume_kind kind, bool is_final);

/** Before waiting for anything.  @return 0, or errno */
int output_flush(struct output *out);

/** Sync the log from time to time; called a few times a second. */
void output_tick(struct output *out);

/** @param is_complete  the list was solved to its end
 * @return status; EXIT_TABLE, having complained, if status was EXIT_SOLVED and something could not be written */
int output_close(struct output *out, bool is_complete, int status);
#endif
